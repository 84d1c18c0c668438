"""The gate of tables of counts, against plain Python: small counts, differences, and what is left of totals."""

from functools import cache
from typing import Any

import duckdb
import pandas as pd
import pytest
import sqlglot
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadParameter
from tests.count_tables import oracle
from tests.count_tables.oracle import OVER, Record, cells_of
from tests.strategies import examples

GROUPS = [(region, age) for region in "ns" for age in "yo"]
TREE = pd.DataFrame([("a", "ab"), ("b", "ab"), ("ab", "all"), (None, "ab")], columns=["child", "parent"])
COLUMNS = ["region", "age", "first", "second", "third", "n"]


@cache
def gate(k: int, tree: bool, persons: bool, rounded: int = 1, dialect: str = "duckdb") -> str:
    """The gate of a table with two columns of groups, whose totals are blank or "all"."""
    return api.sql_gate_counts(
        k=k, dialect=dialect, table="told", by=["region", "age"], items=COLUMNS[2:5], count="n", total="all",
        hidden="*", rounded=rounded, counts_persons=persons, adds_up=["age"] if persons else [],
        taxonomy="tree" if tree else "",
    ).sql  # fmt: skip


def found(text: str, table: pd.DataFrame) -> dict[str, int]:
    """What a gate says of a table."""
    with duckdb.connect(config={"threads": 1}) as base:
        base.register("told", table)
        base.register("tree", TREE)
        return {finding: int(n) for finding, n in base.execute(text).fetchall()}


def cells(records: list[tuple[tuple[str, str], frozenset[str]]], over: dict[str, str]) -> dict[Any, int]:
    """The counts of all cells by both columns of groups, and their totals: region, age, items."""
    wide = [((r, a), items) for region, age, items in ((*group, items) for group, items in records)
            for r in {region, ""} for a in {age, ""}]  # fmt: skip
    groups = sorted({group for group, _ in wide})
    counted = {}
    for group in groups:
        own: list[Record] = [("g", items) for at, items in wide if at == group]
        counted |= {(*group, items): n for (name, items), n in cells_of(own, (), 3, over).items() if not name}
    return counted


def expected(shown: dict[Any, int], k: int, over: dict[str, str], adding_up: tuple[int, ...]) -> dict[str, int]:
    """What follows by subtracting, counted one pair of cells after the other."""
    small = sum(1 <= n < k for n in shown.values())
    differences = 0
    for wide, n in shown.items():
        for narrow, part in shown.items():
            inside = all(w in {"", c} for w, c in zip(wide[:2], narrow[:2], strict=True))
            labels = oracle.inside(("", narrow[2]), ("", wide[2]), over)
            differences += wide != narrow and inside and labels and 1 <= n - part < k
    lines = 0
    for total, n in shown.items():
        for at in adding_up:
            parts = [m for c, m in shown.items() if c[at] and (*c[:at], "", *c[at + 1 :]) == total]
            lines += not total[at] and bool(parts) and 1 <= n - sum(parts) < k
    return {name: n for name, n in (("small", small), ("difference", differences), ("line", lines)) if n}


def table_of(shown: dict[Any, int], hidden: list[Any]) -> pd.DataFrame:
    """Cells as rows, labels in any order, totals and counts that are not shown in words."""
    rows = []
    for (region, age, items), n in [*shown.items(), *((cell, "*") for cell in hidden)]:
        labels = [*sorted(items, reverse=len(items) > 1), *[None, " ", ""]][:3]
        rows.append((region or "all", age or None, *labels, str(n)))
    return pd.DataFrame(rows, columns=COLUMNS, dtype="string")


record = st.tuples(st.sampled_from(GROUPS), st.frozensets(st.sampled_from("abc"), max_size=3))


@examples(100)
@given(
    st.lists(record, min_size=4, max_size=14),
    st.integers(2, 4),
    st.booleans(),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_a_gate_finds_what_follows_by_subtracting(
    records: list[Any], k: int, tree: bool, persons: bool, random: Any
) -> None:
    over = OVER if tree else {}
    every = cells(records, over)
    shown = {cell: n for cell, n in every.items() if n >= k or random.random() < 0.2}
    hidden = [cell for cell in every if cell not in shown]
    if shown:
        wanted = expected(shown, k, over, (1,) if persons else (0, 1))
        assert found(gate(k, tree, persons), table_of(shown, hidden)) == wanted


@pytest.mark.parametrize(
    ("rows", "finding", "n"),
    [
        (["all - a - - 9", "n - a - - 10", "s - a - - 19"], "counts that contradict each other", 2),
        (["- all a - - 9", "- y a - - 9", "- o a - - 9"], "parts larger than their total", 1),
        (["- - b a - 9", "- - a b a 8", "- - - - - 9"], "cells with several counts", 1),
        (["- - a - - 9.5", "- - b - - -9", "- - c - - *"], "counts that are no whole number", 2),
    ],
)
def test_a_gate_says_what_keeps_it_from_counting(rows: list[str], finding: str, n: int) -> None:
    table = pd.DataFrame([row.replace("- ", " ").split(" ") for row in rows], columns=COLUMNS)
    assert found(gate(2, False, True), table).get(finding) == n


def test_rounded_counts_stand_for_larger_ones() -> None:
    rows = [
        ("", "", "", "", "", "12"),
        ("", "", "a", "", "", "6"),
        ("n", "", "", "", "", "6"),
        ("s", "", "", "", "", "3"),
    ]
    table = pd.DataFrame(rows, columns=COLUMNS)
    assert found(gate(10, False, False), table) == {"small": 3, "difference": 3, "line": 1}
    assert found(gate(10, False, False, rounded=3), table) == {"small": 3, "difference": 2}
    assert found(gate(8, False, False, rounded=3), table) == {"small": 1}


def test_an_empty_table_passes_and_one_without_columns_is_refused() -> None:
    assert found(gate(5, True, False), pd.DataFrame([], columns=COLUMNS, dtype="string")) == {}
    with pytest.raises(BadParameter, match="no columns of items or groups"):
        api.sql_gate_counts(k=5, dialect="duckdb")
    with pytest.raises(BadParameter, match="by of a gate takes up to 3 columns"):
        api.sql_gate_counts(k=5, dialect="duckdb", by=["a", "b", "c", "d"])
    for dialect in ("foxpro", "oracle"):
        with pytest.raises(BadParameter, match="dialect"):
            api.sql_gate_counts(k=5, dialect=dialect, by=["a"])


@pytest.mark.slow
@pytest.mark.parametrize(
    "dialect", ["snowflake", "bigquery", "redshift", "databricks", "trino", "mysql", "clickhouse", "spark", "postgres"]
)
def test_a_gate_of_counts_parses_in_its_dialect(dialect: str) -> None:
    (parsed,) = sqlglot.parse(gate(5, True, False, 5, dialect), read=dialect, error_level=sqlglot.ErrorLevel.RAISE)
    assert isinstance(parsed, sqlglot.exp.Select)
