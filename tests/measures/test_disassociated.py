"""Measures of disassociated releases, by hand and against counting everything."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given

from setanon_sql.counting.itemsets import top_itemsets
from setanon_sql.engine import DuckDBEngine
from setanon_sql.measures.pieces import Compared, folder_utility
from setanon_sql.models.disassociation.method import disassociate, publish
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.sensitive.constraint import constraint_for_all
from setanon_sql.verify.pieces import FolderTables
from tests import lent, strategies
from tests.data import dataset_of
from tests.strategies import examples


@pytest.mark.slow
@examples(25)
@given(strategies.records, strategies.records)
def test_the_most_frequent_itemsets_are_found(one: list[frozenset[int]], other: list[frozenset[int]]) -> None:
    """Of two datasets at once, whose records and items have the same numbers."""
    with lent.engine() as engine:
        table = side_by_side(engine, one, other)
        for most in (1, 5, 1000):
            found = itemsets(engine, table, most)
            for draw, records in enumerate((one, other)):
                own = {itemset: support for at, itemset, support in found if at == draw}
                assert own == first(counted(records), most)


def counted(records: list[frozenset[int]]) -> Counter[tuple[int, ...]]:
    return Counter(s for r in records for n in range(1, len(r) + 1) for s in combinations(sorted(r), n))


def first(counts: Counter[tuple[int, ...]], most: int) -> dict[str, int]:
    """The most frequent; of equals the smaller ones, and of these those first whose text is."""
    named = [(-support, len(itemset), " ".join(map(str, itemset))) for itemset, support in counts.items()]
    return {text: -support for support, _, text in sorted(named)[:most]}


def side_by_side(engine: DuckDBEngine, *datasets: list[frozenset[int]]) -> Table:
    rows = [
        (draw, number, item)
        for draw, records in enumerate(datasets)
        for number, record in enumerate(records)
        for item in record
    ]
    columns = [list(column) for column in zip(*rows, strict=True)] or [[], [], []]
    return engine.load("rows", {"draw": int, "record_id": int, "item": int}, columns)


def itemsets(engine: DuckDBEngine, table: Table, most: int, related: Table | None = None) -> list[tuple[int, str, int]]:
    """Draw, itemset and support of what is found."""
    found = engine.columns(all_rows(top_itemsets(engine, table, most, related)))
    return list(zip(*(found[name].tolist() for name in ("draw", "itemset", "support")), strict=True))


@examples(25)
@given(strategies.records)
def test_related_items_never_stand_together(records: list[frozenset[int]]) -> None:
    """Items that differ by one are related here."""
    with lent.engine() as engine:
        table = side_by_side(engine, records)
        both = [pair for item in range(-1, 100) for pair in ((item, item + 1), (item + 1, item))]
        related = engine.load("related", {"item": int, "other": int}, [list(side) for side in zip(*both, strict=True)])
        apart = {s: n for s, n in counted(records).items() if all(b - a > 1 for a, b in pairwise(s))}
        for most in (3, 1000):
            found = {itemset: support for _, itemset, support in itemsets(engine, table, most, related)}
            assert found == first(Counter(apart), most)


@pytest.mark.slow
def test_a_release_that_loses_nothing_measures_zero(engine: DuckDBEngine) -> None:
    data = dataset_of(engine, [frozenset("abc")] * 6 + [frozenset("de")] * 6)
    result = disassociate(data, Disassociation(3, 2, 8))
    made = publish(engine, result, data.items, "x")
    measures = folder_utility(data, FolderTables(made.clusters, made.subrecords, made.terms), 3, how=Compared(2))
    assert measures == pytest.approx({"tkd": 0, "tkd_a": 0, "re_top": 0, "re_a_top": 0, "kept_share": 1, "tlost": 0})


@pytest.mark.slow
def test_what_is_in_term_chunks_only_is_lost(engine: DuckDBEngine) -> None:
    data = dataset_of(engine, [frozenset("as"), frozenset("as"), frozenset("a")] * 4)
    secret = constraint_for_all(data, engine.load("named", {"label": str}, [["s"]])).sensitive
    result = disassociate(data, Disassociation(3, 2, 5, sensitive=True), secret)
    made = publish(engine, result, data.items, "x")
    measures = folder_utility(data, FolderTables(made.clusters, made.subrecords, made.terms), 3)
    assert measures["tlost"] == 0.5
    assert measures["kept_share"] == 12 / 20
    assert measures["tkd_a"] == pytest.approx(1 / 3)
    assert measures["re_a_top"] == 2
