"""Taxonomies by the steps of a ladder (``taxonomy build --by``)."""

from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from math import floor
from pathlib import Path

import duckdb
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.options.words import Missing
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy, check, convert
from tests.strategies import examples

#: A label that some items share, from the label of one.
Coarser = Callable[[str], str]


def wide(width: int) -> Coarser:
    def label(item: str) -> str:
        low = floor(Decimal(item) / width) * width
        return f"[{low}, {low + width})"

    return label


def first(length: int) -> Coarser:
    return lambda item: item if len(item) <= length else item[:length] + "*"


def in_time(step: str) -> Coarser:
    def label(item: str) -> str:
        day = date.fromisoformat(item[:10])
        monday = day - timedelta(days=day.weekday())
        quarter = f"{day:%Y}-Q{(day.month + 2) // 3}"
        return {"day": f"{day}", "week": f"{monday}", "month": f"{day:%Y-%m}", "quarter": quarter}[step]

    return label


numbers = st.decimals("-50", "130", places=1).map(str) | st.integers(-30, 130).map(str)
codes = st.text("12.*", min_size=1, max_size=5)
days = st.dates(date(1999, 12, 1), date(2001, 1, 31)).map(str) | st.just("2000-02-29T10:00")
LADDERS: list[tuple[str, st.SearchStrategy[str], list[Coarser]]] = [
    ("width:5|10|20", numbers, [wide(5), wide(10), wide(20)]),
    ("prefix:3|1|0", codes, [first(3), first(1), first(0)]),
    ("date:day|month|quarter", days, [in_time("day"), in_time("month"), in_time("quarter")]),
    ("date:week", days, [in_time("week")]),
]
LEAST: list[tuple[str, list[Coarser], set[str]]] = [
    ("prefix:3|1|0", LADDERS[1][2], {"2", "2*", "21", "2**", "*"}),
    ("prefix:3|1|0", LADDERS[1][2], {"*", "*2", "*1", "**", "1"}),
    ("date:week", LADDERS[3][2], {"2000-01-03", "2000-01-04", "2000-01-10"}),
]


@st.composite
def cases(draw: st.DrawFn) -> tuple[str, list[Coarser], set[str]]:
    by, items, steps = draw(st.sampled_from(LADDERS))
    return by, steps, draw(st.sets(items, min_size=2, max_size=12))


def below(tree: Taxonomy, label: str) -> frozenset[str]:
    return frozenset(leaf for leaf in tree.leaves if label in tree.path(leaf))


@pytest.mark.slow
@examples(100)
@example(LEAST[0])
@example(LEAST[1])
@example(LEAST[2])
@given(cases())
def test_items_that_a_step_calls_alike_are_under_one_label(case: tuple[str, list[Coarser], set[str]]) -> None:
    """And the label is the step's, unless it is an item that stands for others besides."""
    by, steps, items = case
    tree = api.build_taxonomy([[item] for item in items], by=by)
    assert tree.root not in tree.parent
    assert set(tree.leaves) == items
    assert not [fault for fault in check(tree, sorted(items)) if fault.severity == "error"]
    groups = {}
    for step in steps:
        for item in items:
            groups[frozenset(other for other in items if step(other) == step(item))] = step(item)
    inner = {below(tree, label) for label in tree.children}
    assert inner | {frozenset([item]) for item in items} == {*groups, frozenset(items)} | {
        frozenset([item]) for item in items
    }
    for item in items:
        path = [below(tree, label) for label in tree.path(item)]
        assert all(low <= high for low, high in pairwise(path))
        assert {label.rstrip("*") for label in tree.path(item)} >= {step(item).rstrip("*") for step in steps}


SHOP = [["23", "27", "31"], ["23", "31"], ["27", "31"], ["old", "23"], ["36", "27"]]


def test_items_that_the_ladder_does_not_know() -> None:
    """They are not told, but for the details; or they are put below the root, or left out."""
    with pytest.raises(BadInput, match="1 item is no number") as refused:
        api.build_taxonomy(SHOP, by="width:5")
    assert "old" not in f"{refused.value}{refused.value.hint}"
    assert refused.value.details == ("old",)
    how: list[tuple[Missing, bool]] = [("root", True), ("drop", False)]
    for missing, there in how:
        tree = api.build_taxonomy(SHOP, by="width:5", missing=missing)
        assert tree.parent.get("old") == (tree.root if there else None)
    with pytest.raises(BadInput, match="knows 0 items"):
        api.build_taxonomy(SHOP, by="date:year", missing="root")
    for by in ("file:t.csv", "width:5|7", "prefix"):
        with pytest.raises(BadParameter, match="by is none"):
            api.build_taxonomy("no such file", by=by)


@pytest.mark.slow
def test_a_release_with_such_a_tree_of_a_table(tmp_path: Path) -> None:
    """The program reads a table, and anonymizes along what it prints."""
    db = tmp_path / "shop.duckdb"
    rows = [(at, age) for at, age in enumerate(["21", "22", "33", "34", "old", "old"])]
    with duckdb.connect(str(db)) as shop:
        shop.execute("CREATE TABLE ages AS SELECT * FROM (VALUES " + ",".join(map(str, rows)) + ") t (record_id, item)")
    options = SourceOptions(db=str(db))
    tree = api.build_taxonomy("ages", by="width:5|10", missing="root", options=options)
    (tmp_path / "ages.csv").write_text(convert(tree, "arx"))
    out = tmp_path / "safe.csv"
    api.anonymize_km("ages", k=2, m=1, taxonomy=tmp_path / "ages.csv", out=out, seed="1", options=options)
    assert api.verify(out).satisfied
    released = sorted(row.split(",", 1)[1].strip('"') for row in out.read_text().splitlines()[1:])
    assert released == ["[20, 25)", "[20, 25)", "[30, 35)", "[30, 35)", "old", "old"]
