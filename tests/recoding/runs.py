"""Local recoding of small data that are written as sets."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from setanon_sql.engine import DuckDBEngine
from setanon_sql.methods.recoding import PRICES, recode_from
from setanon_sql.methods.recoding.floors import occurrences_at_floors
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.taxonomy import Taxonomy, encode
from tests.data import dataset_of
from tests.recoding.oracle import Records


def recoded(
    engine: DuckDBEngine, data: list[set[str]], tree: Taxonomy, k: int, m: int,
    *, cost: str = "balanced", floor: float = 0.0, persons: Sequence[int] | None = None, start: Records | None = None,
) -> Records:  # fmt: skip
    """Return what stands for each item of each record, by its place.

    ``start``: where they start, in place of floors that are drawn.
    """
    dataset = dataset_of(engine, data)
    if persons is not None:
        table = engine.load("persons", {"record_id": int, "person": int}, [[*range(1, len(data) + 1)], [*persons]])
        dataset = replace(dataset, persons=table, n_persons=len({*persons}))
    nodes = encode(engine, tree, dataset)
    labels = {int(node): str(label) for node, label in engine.rows(columns_of(nodes.nodes, "node", "label"))}
    if start is None:
        floors = occurrences_at_floors(dataset, nodes.ancestors, floor, "secret")
    else:
        floors = floors_at(engine, start, {label: node for node, label in labels.items()})
    occurrences = recode_from(dataset, nodes, floors, k, m, price=PRICES[cost][0])
    records: dict[int, dict[str, str]] = defaultdict(dict)
    for record, item, node in engine.rows(columns_of(occurrences, "record_id", "item", "node")):
        records[record - 1][labels[item]] = labels[node]
    return records


def floors_at(engine: DuckDBEngine, start: Records, nodes: Mapping[str, int]) -> Table:
    """Return what stands for each item as floors."""
    rows = [(at + 1, nodes[item], nodes[node], 0) for at, labels in start.items() for item, node in labels.items()]
    return engine.load_rows("floors", {"record_id": int, "item": int, "node": int, "round": int}, rows)
