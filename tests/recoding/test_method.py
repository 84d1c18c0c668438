"""Local recoding: each set of up to m labels that a record shows is shown by k records, or by records of k persons."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.engine import DuckDBEngine
from setanon_sql.methods.recoding import PRICES, recode_locally
from setanon_sql.query.templates import columns_of
from setanon_sql.taxonomy import Taxonomy, encode
from tests import lent
from tests.data import dataset_of
from tests.recoding.oracle import Records, over, too_few
from tests.strategies import baskets, examples, persons_of, taxonomies


def recoded(
    engine: DuckDBEngine, data: list[set[str]], tree: Taxonomy, k: int, m: int,
    *, cost: str = "balanced", floor: float = 0.0, persons: Sequence[int] | None = None,
) -> Records:  # fmt: skip
    """Return what stands for each item of each record, by its place."""
    dataset = dataset_of(engine, data)
    if persons is not None:
        table = engine.load("persons", {"record_id": int, "person": int}, [[*range(1, len(data) + 1)], [*persons]])
        dataset = replace(dataset, persons=table, n_persons=len({*persons}))
    nodes = encode(engine, tree, dataset)
    result = recode_locally(dataset, nodes, k, m, price=PRICES[cost], floor=floor, secret="secret")
    labels = {int(node): str(label) for node, label in engine.rows(columns_of(nodes.nodes, "node", "label"))}
    records: dict[int, dict[str, str]] = defaultdict(dict)
    for record, item, node in engine.rows(columns_of(result.occurrences, "record_id", "item", "node")):
        records[record - 1][labels[item]] = labels[node]
    return records


@given(
    baskets, taxonomies(), st.integers(2, 4), st.integers(1, 3), st.sampled_from([*PRICES]), st.sampled_from([0, 0.3])
)
@examples(1000)
def test_what_records_show_is_shown_by_k(
    data: list[set[str]], tree: Taxonomy, k: int, m: int, cost: str, floor: float
) -> None:
    with lent.engine() as engine:
        records = recoded(engine, data, tree, k, m, cost=cost, floor=floor)
    items = set().union(*data)
    assert not too_few(records, tree.parent, items, k, m)
    assert all(label in over(tree.parent, item) for labels in records.values() for item, label in labels.items())
    assert all(item in data[at] for at, labels in records.items() for item in labels)


@given(baskets, taxonomies(), st.integers(2, 4), st.integers(1, 3), st.data())
@examples(500)
def test_what_records_show_is_shown_by_records_of_k_persons(
    data: list[set[str]], tree: Taxonomy, k: int, m: int, draw: st.DataObject
) -> None:
    persons = draw.draw(persons_of(len(data)))
    with lent.engine() as engine:
        records = recoded(engine, data, tree, k, m, persons=persons)
    assert not too_few(records, tree.parent, set().union(*data), k, m, persons)


def test_an_item_stays_where_enough_share_it_and_is_a_label_elsewhere() -> None:
    tree = Taxonomy(dict.fromkeys("ab", "AB") | dict.fromkeys("xy", "XY") | {"AB": "all", "XY": "all"}, "all")
    data = [{"a", "x"}] * 3 + [{"b", "x"}] * 2 + [{"a", "y"}, {"b", "y"}] + [{"y"}] * 5
    with lent.engine() as engine:
        records = recoded(engine, data, tree, 2, 2)
    assert [{*records[at].values()} for at in range(12)] == [*data[:5], {"AB", "y"}, {"AB", "y"}, *data[7:]]
