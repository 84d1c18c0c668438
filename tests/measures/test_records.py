"""Measures against a walk over every occurrence."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sqlglot import exp

from setanon_sql.audit.who import Categories
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.measures.details import CategoryLoss, ItemFate, MeasureRequest
from setanon_sql.measures.records import utility
from setanon_sql.query.templates import Table, columns_of
from tests.cuts import CUTS, DEPTHS, LEAVES, tree_of
from tests.data import dataset_of
from tests.oracle.utility import fates, measures, recode
from tests.releases import Records
from tests.strategies import examples


@pytest.fixture(scope="module")
def shared() -> Iterator[DuckDBEngine]:
    with DuckDBEngine(threads=1) as engine:
        yield engine


def _asked(source: Dataset) -> MeasureRequest:
    """The four most frequent items, and the items of each half of the alphabet."""
    items = source.engine.execute("all", f"SELECT item, label FROM {source.items.expression()}").fetchall()
    halves = [1 if label in "abcd" else 2 for _, label in items]
    table = source.engine.load("halves", {"item": int, "category": int}, [[item for item, _ in items], halves])
    return MeasureRequest(4, Categories(table, ("abcd", "efg"), frozenset({"efg"})))


def top_items(records: Records, chosen: Mapping[str, str]) -> list[ItemFate]:
    support = Counter(item for record in records for item in record)
    most = sorted(support, key=lambda item: (-support[item], item))[:4]
    fates = {item: "gone" if item not in chosen else "kept" if chosen[item] == item else "generalized" for item in most}
    return [
        ItemFate(rank, item, support[item], fates[item], chosen.get(item), support[item] * (item in chosen))
        for rank, item in enumerate(most, 1)
    ]


def by_category(records: Records, chosen: Mapping[str, str]) -> list[CategoryLoss]:
    found = []
    for number, half in enumerate(("abcd", "efg"), 1):
        rows = [item for record in records for item in record & set(half)]
        lost = sum(
            1 if item not in chosen else 0 if chosen[item] == item else len(LEAVES[chosen[item]]) / 9 for item in rows
        )
        same = sum(chosen.get(item) == item for item in rows)
        if rows:
            loss = pytest.approx(lost / len(rows), abs=1e-9)
            found.append(CategoryLoss(number, half, len(set(rows)), len(rows), same, loss, half == "efg"))
    return found


def _release(engine: DuckDBEngine, records: Records) -> Table:
    pairs = [(number, item) for number, record in enumerate(records) for item in record]
    return engine.load("release", {"record_id": int, "item": str}, [[p[0] for p in pairs], [p[1] for p in pairs]])


_records = st.lists(st.frozensets(st.sampled_from("abcdefg"), max_size=5), min_size=1, max_size=12)


@examples(80)
@given(_records, st.sampled_from(CUTS), st.frozensets(st.sampled_from("abcdefg"), max_size=4))
def test_measures_are_those_of_a_walk(
    shared: DuckDBEngine, records: Records, cut: Mapping[str, str], gone: frozenset[str]
) -> None:
    assume(any(records))
    dropped = {cut[item] for item in gone}
    chosen = {item: label for item, label in cut.items() if label not in dropped}
    source, released = dataset_of(shared, records), recode(records, chosen)
    found = utility(source, _release(shared, released), tree_of(source), request=_asked(source))
    assert list(found.details.top_items) == top_items(records, chosen)
    assert sorted(found.details.by_category, key=lambda one: one.category) == by_category(records, chosen)
    expected = measures(records, chosen, LEAVES, released)
    names = ("ncp", "lm", "bits", "suppressed_ratio", "kl_divergence")
    assert {name: found[name] for name in names if name in found} == pytest.approx(expected, abs=1e-12)
    labels = {label for record in released for label in record}
    assert (found["labels_left"], found["items_kept"]) == (len(labels), len(labels & set("abcdefg")))
    expected = fates(records, chosen, LEAVES, released)
    assert {name: found[name] for name in expected} == pytest.approx(expected)
    depths = [DEPTHS[label] for record in released for label in record]
    assert found.get("depth_mean") == (pytest.approx(sum(depths) / len(depths)) if depths else None)
    assert all(found[f"labels_at_depth_{DEPTHS[label]}"] for label in labels)


def test_without_a_taxonomy_there_is_only_suppression(engine: DuckDBEngine) -> None:
    records = [frozenset("ab"), frozenset("ab"), frozenset("ac")]
    source = dataset_of(engine, records)
    assert utility(source, _release(engine, records))["ncp"] == 0
    found = utility(source, _release(engine, [frozenset("ab"), frozenset("ab"), frozenset("a")]))
    assert found["ncp"] == found["lm"] == found["suppressed_ratio"] == pytest.approx(1 / 6)
    assert found["labels_left"] == found["items_kept"] == found["labels_at_depth_1"] == 2


def test_a_part_that_was_suppressed_counts_as_that_part(engine: DuckDBEngine) -> None:
    source = dataset_of(engine, [frozenset("ab")] * 4)
    found = utility(source, _release(engine, [frozenset("ab")] * 3 + [frozenset("b")]))
    assert found["suppressed_ratio"] == pytest.approx(1 / 8)
    found = utility(source, _release(engine, [frozenset({"AB"})] * 3), tree_of(source))
    assert found["suppressed_ratio"] == pytest.approx(1 / 4)
    assert found["ncp"] == pytest.approx(3 / 4 * 2 / 9 + 1 / 4)


def test_a_label_costs_its_leaves_also_those_that_are_dropped(engine: DuckDBEngine) -> None:
    """LM is (leaves - 1) / (all leaves - 1) of the taxonomy, whatever is dropped (Liu and Wang)."""
    source = dataset_of(engine, [frozenset("ae"), frozenset("b"), frozenset("d")])
    (number,) = (item for item, label in engine.rows(columns_of(source.items, "item", "label")) if label == "d")
    tree = tree_of(source)
    left = exp.select("*").from_(tree.ancestors.expression()).where(exp.column("item").neq(int(number)))
    tree = replace(tree, ancestors=engine.table(left))
    found = utility(source, _release(engine, [frozenset({"ABCD", "e"}), frozenset({"ABCD"})]), tree)
    assert found["ncp"] == pytest.approx((2 * 4 / 9 + 0 + 1) / 4)
    assert found["lm"] == pytest.approx((2 * 3 / 8 + 0 + 1) / 4)


@examples(40)
@given(_records, st.sampled_from(CUTS), st.frozensets(st.sampled_from("abcdefg"), max_size=4))
def test_rows_of_sensitive_items_that_are_left(
    shared: DuckDBEngine, records: Records, cut: Mapping[str, str], sensitive: frozenset[str]
) -> None:
    assume(any(records))
    source, released = dataset_of(shared, records), recode(records, cut)
    numbers = [
        item for item, label in shared.rows(columns_of(source.items, "item", "label")) if str(label) in sensitive
    ]
    request = MeasureRequest(sensitive=shared.load("sensitive", {"item": int}, [numbers]))
    measured = utility(source, _release(shared, released), tree_of(source), request=request)
    assert measured["sensitive_rows_before"] == sum(len(record & sensitive) for record in records)
    assert measured["sensitive_rows_after"] == sum(len(record & sensitive) for record in released)


def test_an_empty_release_lost_everything(engine: DuckDBEngine) -> None:
    found = utility(dataset_of(engine, [frozenset("ab")]), _release(engine, []))
    told = {"ncp": 1, "lm": 1, "bits": 1, "suppressed_ratio": 1, "labels_left": 0, "items_kept": 0, "gone_ratio": 1}
    told |= {"records_before": 1, "records_after": 0, "rows_before": 2, "rows_after": 0, "costliest_items": 2}
    told |= {"records_gone": 1, "rows_merged": 0, "rows_suppressed": 2, "rows_unchanged": 0, "rows_generalized": 0}
    told |= {
        "items_before": 2,
        "items_generalized": 0,
        "items_gone": 2,
        "rows_unchanged_ratio": 0,
        "generalized_ratio": 0,
    }
    assert found == told


@pytest.mark.parametrize(
    ("released", "reason"),
    [
        ([frozenset({"secret label"})], "1 label of the release is neither"),
        ([frozenset({"AB", "a"})], "1 item has two labels"),
        ([frozenset("a")] * 3, "1 label is held by more records"),
        ([frozenset("i")], "1 label is held by more records"),
    ],
)
def test_what_cannot_come_from_the_source_is_refused(engine: DuckDBEngine, released: Records, reason: str) -> None:
    source = dataset_of(engine, [frozenset("ab"), frozenset("ac")])
    with pytest.raises(BadInput, match=reason) as refusal:
        utility(source, _release(engine, released), tree_of(source))
    assert "secret" not in refusal.value.message
    if "neither" in reason:
        with pytest.raises(BadInput, match="is not an item of the source"):
            utility(source, _release(engine, released))
