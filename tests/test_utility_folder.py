"""Measures of disassociated releases, by hand and against counting everything."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings

from setanon_sql.constraint import fixed
from setanon_sql.engine import DuckDBEngine
from setanon_sql.itemsets import top_itemsets
from setanon_sql.methods.disassociation import disassociate, publish
from setanon_sql.models import Disassociation
from setanon_sql.sql import all_rows
from setanon_sql.utility_folder import Compared, folder_utility
from setanon_sql.verify.disassociation import FolderTables
from tests import strategies
from tests.releases import dataset


@settings(max_examples=25, deadline=None)
@given(strategies.records)
def test_the_most_frequent_itemsets_are_found(records: list[frozenset[int]]) -> None:
    counts = Counter(
        " ".join(map(str, s)) for r in records for n in range(1, len(r) + 1) for s in combinations(sorted(r), n)
    )
    rows = [(number, item) for number, record in enumerate(records) for item in record]
    with DuckDBEngine(threads=1) as engine:
        columns = [list(column) for column in zip(*rows, strict=True)] or [[], []]
        table = engine.load("rows", {"record_id": int, "item": int}, columns)
        for most in (1, 5, 1000):
            found = engine.rows(all_rows(top_itemsets(engine, table, most)))
            assert all(counts[itemset] == support for itemset, _, support in found)
            assert sorted((n for _, _, n in found), reverse=True) == sorted(counts.values(), reverse=True)[:most]


def test_related_items_never_stand_together(engine: DuckDBEngine) -> None:
    table = engine.load("rows", {"record_id": int, "item": int}, [[1, 1, 1, 2, 2], [1, 2, 3, 1, 2]])
    related = engine.load("related", {"item": int, "other": int}, [[1, 2], [2, 1]])
    found = {itemset for itemset, _, _ in engine.rows(all_rows(top_itemsets(engine, table, 100, related)))}
    assert found == {"1", "2", "3", "1 3", "2 3"}


def test_a_release_that_loses_nothing_measures_zero(engine: DuckDBEngine) -> None:
    data = dataset(engine, [frozenset("abc")] * 6 + [frozenset("de")] * 6)
    result = disassociate(data, Disassociation(3, 2, 8))
    made = publish(engine, result, data.items, "x")
    measures = folder_utility(data, FolderTables(made.clusters, made.subrecords, made.terms), 3, how=Compared(2))
    assert measures == pytest.approx({"tkd": 0, "tkd_a": 0, "re_top": 0, "re_a_top": 0, "kept_share": 1, "tlost": 0})


def test_what_is_in_term_chunks_only_is_lost(engine: DuckDBEngine) -> None:
    data = dataset(engine, [frozenset("as"), frozenset("as"), frozenset("a")] * 4)
    secret = fixed(data, engine.load("named", {"label": str}, [["s"]])).hidden
    result = disassociate(data, Disassociation(3, 2, 5, sensitive=True), secret)
    made = publish(engine, result, data.items, "x")
    measures = folder_utility(data, FolderTables(made.clusters, made.subrecords, made.terms), 3)
    assert measures["tlost"] == 0.5
    assert measures["kept_share"] == 12 / 20
    assert measures["tkd_a"] == pytest.approx(1 / 3)
    assert measures["re_a_top"] == 2
