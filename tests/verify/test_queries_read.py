"""The queries that read the file of a release, and those that take the quote before formulas away, each by itself."""

from pathlib import Path

import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.query import templates
from tests.verify.tables import ask

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


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [
        ("lines", "a,b\n\nc\n", [(1, "a"), (1, "b"), (2, "c")]),
        ("delimited", "record_id,item\n1,a\n", [("1", "a")]),
        ("delimited_grouped", "record_id,item,group_id\n1,a,2\n", [("1", "a", "2")]),
    ],
)
def test_no_column_comes_from_the_name_of_a_folder(
    engine: DuckDBEngine, tmp_path: Path, query: str, text: str, expected: list[tuple[object, ...]]
) -> None:
    path = tmp_path / "record_id=7" / "item=x" / "group_id=8" / "line=y" / "file"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert ask(engine, f"read/{query}", path=f"={path}", separator="=,") == expected
