"""The queries that take the quote before formulas away, each by itself: which cells change, and by how much."""

import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.query import templates

#: Cells as they stand in a file, and what they say: only quotes before the beginning of a formula lose one.
CELLS = [
    ("'=c", "=c"),
    ("'=", "="),
    ("'+1", "+1"),
    ("'-", "-"),
    ("''=c", "'=c"),
    ("'''-", "''-"),
    ("=c", "=c"),
    ("-", "-"),
    ("'c", "'c"),
    ("'c=", "'c="),
    ("''c", "''c"),
    ("c'=", "c'="),
    ("'", "'"),
    ("''", "''"),
    ("", ""),
    ("c", "c"),
    (None, None),
]
STARTS = "=+-"


@pytest.mark.parametrize("column", ["record_id", "item"])
@pytest.mark.parametrize("grouped", [False, True])
def test_a_quote_before_a_formula_is_taken_away(engine: DuckDBEngine, column: str, grouped: bool) -> None:
    """The other column, and the group, stay as they are."""
    standing, said = ([cell for cell, _ in CELLS], [cell for _, cell in CELLS])
    others = {"record_id": [f"r{at}" for at in range(len(CELLS))], "item": [f"i{at}" for at in range(len(CELLS))]}
    groups = {"group_id": [f"'={at}" for at in range(len(CELLS))]} if grouped else {}
    before, after = ({**others, column: cells, **groups} for cells in (standing, said))
    lines = engine.load("lines", dict.fromkeys(before, str), [*before.values()])
    name = "verify/read/unescaped_grouped" if grouped else "verify/read/unescaped"
    found = engine.rows(templates.query(name, dialect="duckdb", lines=lines, starts=STARTS))
    assert sorted(map(repr, found)) == sorted(map(repr, zip(*after.values(), strict=True)))
