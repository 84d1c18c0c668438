"""Local recoding of small data that are written as sets."""

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from fractions import Fraction

from setanon_sql.decisions import Decisions, ItemRule, forest_of, resolve
from setanon_sql.engine import DuckDBEngine
from setanon_sql.methods.recoding import Hidden, prices_for, recode_from, rules_of
from setanon_sql.methods.recoding.floors import occurrences_at_floors
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.sources.sampling import other_rows
from setanon_sql.taxonomy import Taxonomy, encode
from tests.data import dataset_of
from tests.recoding.oracle import Records, over


def recoded(
    engine: DuckDBEngine, data: list[set[str]], tree: Taxonomy, k: int, m: int | None,
    *, cost: str = "balanced", floor: float = 0.0, persons: Sequence[int] | None = None, start: Records | None = None,
    held: Sequence[Set[str]] = (), limits: Mapping[str, Fraction] | None = None, known: Set[str] | None = None,
    asked: Sequence[tuple[str, str, str]] = (),
) -> Records:  # fmt: skip
    """Return what stands for each item of each record, by its place.

    ``start``: where they start, in place of floors that are drawn. ``held``: what is sensitive in each record, and its
    ``limits``. ``known``: what alone may be known. ``asked``: rows of constraints (item, rule, level).
    """
    dataset = dataset_of(engine, data)
    if persons is not None:
        table = engine.load("persons", {"record_id": int, "person": int}, [[*range(1, len(data) + 1)], [*persons]])
        dataset = replace(dataset, persons=table, n_persons=len({*persons}))
    nodes = encode(engine, tree, dataset)
    labels = {int(node): str(label) for node, label in engine.rows(columns_of(nodes.nodes, "node", "label"))}
    numbers = {label: node for node, label in labels.items()}
    knowable = None
    if known is not None:
        over_known = {numbers[label] for item in known & set().union(*data) for label in over(tree.parent, item)}
        knowable = engine.load("known", {"node": int}, [sorted(over_known)])
    decisions = Decisions(tuple(ItemRule(*row, at) for at, row in enumerate(asked)))
    constraints = resolve(decisions, forest_of(engine, nodes.nodes, dataset.distinct_items))
    rules = rules_of(dataset, nodes, constraints, knowable)
    remaining = dataset.with_rows(other_rows(engine, dataset.transactions, constraints.drop))
    floors = (
        occurrences_at_floors(remaining, rules.ancestors, floor, "secret", constraints.keep)
        if start is None
        else floors_at(engine, start, numbers)
    )
    hidden = hidden_of(engine, held, limits) if limits else None
    occurrences = recode_from(remaining, rules, floors, k, m, price=prices_for(cost, m)[0], hidden=hidden)
    records: dict[int, dict[str, str]] = defaultdict(dict)
    for record, item, node in engine.rows(columns_of(occurrences, "record_id", "item", "node")):
        records[record - 1][labels[item]] = labels[node]
    return records


def hidden_of(engine: DuckDBEngine, held: Sequence[Set[str]], limits: Mapping[str, Fraction]) -> Hidden:
    """Return what records hold that is sensitive."""
    number = {secret: at for at, secret in enumerate(sorted(limits), 1)}
    rows = [(at, number[secret]) for at, secrets in enumerate(held, 1) for secret in sorted(secrets)]
    shares = [(number[secret], limit.numerator, limit.denominator) for secret, limit in limits.items()]
    return Hidden(
        engine.load_rows("hidden", {"record_id": int, "sensitive": int}, rows),
        engine.load_rows("limits", {"sensitive": int, "h_num": int, "h_den": int}, shares),
    )


def floors_at(engine: DuckDBEngine, start: Records, nodes: Mapping[str, int]) -> Table:
    """Return what stands for each item as floors."""
    rows = [(at + 1, nodes[item], nodes[node], 0) for at, labels in start.items() for item, node in labels.items()]
    return engine.load_rows("floors", {"record_id": int, "item": int, "node": int, "round": int}, rows)
