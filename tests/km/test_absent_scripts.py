"""What a person lacks, by gate and script: they count what brute force counts."""

from functools import cache
from typing import Any

import duckdb
import pyarrow as pa
import pytest
import sqlglot
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql.models.km.gate import km_gate
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.km.scripts import audit_km_script
from setanon_sql.query.templates import Table
from tests.oracle import absent
from tests.strategies import ITEMS, baskets, examples, persons_of

Rows = list[tuple[Any, ...]]
Records = list[set[str]]
COLUMNS = {"record_id": "record_id", "item": "item"}
NAMED = Table("named", columns={"item": "item"})
#: Somebody has {a}, and {a, b}: who lacks b is one person beside a, and beside nothing.
OF_TWO = [{"a", "b"}, {"a"}, {"a", "b"}, {"b"}, {"a", "b", "c"}, {"c"}]

#: They depend on few things, and take longer to make than to run.
gates, scripts = cache(km_gate), cache(audit_km_script)


@cache
def _base() -> duckdb.DuckDBPyConnection:
    return duckdb.connect(config={"threads": 1})


def rows_of(records: Records, persons: list[int] | None) -> pa.Table:
    """Records as a table ``record_id, item, who``, the rows of the first one twice."""
    rows = [(f"r{at}", item, at) for at, record in enumerate(records) for item in sorted(record)]
    rows += [row for row in rows if row[2] == 0]
    who = [f"p{persons[at] if persons else at}" for _, _, at in rows]
    return pa.table({"record_id": [one for one, *_ in rows], "item": [item for _, item, _ in rows], "who": who})


def run(text: str, table: pa.Table, known: set[str] | None) -> Rows:
    """Run statements one after another; return the rows of the one that gives any."""
    found: Rows = []
    _base().register("baskets", table)
    _base().register("named", pa.table({"item": pa.array(sorted(known or ()), pa.string())}))
    for statement in _base().extract_statements(text):
        answer = _base().execute(statement)
        if statement.type == duckdb.StatementType.SELECT:
            found = answer.fetchall()
    return sorted(found)


def counted(
    records: Records, persons: list[int] | None, known: set[str] | None, k: int, m: int, n: int
) -> tuple[Rows, Rows]:
    """Rows of threats by what is held, and of those by what is lacked: minimal ones, and who is at risk."""
    items = set().union(*records) if known is None else known
    shown = [(record & items) | {"-"} if record else record for record in records]
    found = {cell: who for cell, who in absent.threats(shown, persons, k, m, n).items() if "-" not in cell[0] | cell[1]}
    least = absent.minimal(found)
    held = {cell: who for cell, who in found.items() if not cell[1]}

    def row(size: int, number: int, among: dict[absent.Cell, set[int]]) -> tuple[Any, ...]:
        who, rows = absent.at_risk(shown, persons, among, size)
        return (size, number, len(rows), *([len(who)] if persons else []))

    return (
        [
            (*row(size, sum(len(one) == size and not lacked for one, lacked in least), held), "threats")
            for size in range(1, m + 1)
        ],
        [
            (*row(size, sum(len(one) == size and bool(lacked) for one, lacked in least), found), "absent items")
            for size in range(m + 1)
        ],
    )


@st.composite
def cases(draw: st.DrawFn) -> tuple[Records, list[int] | None, set[str] | None]:
    records = [record for record in draw(baskets) if record] * draw(st.integers(1, 2))
    persons = draw(st.none() | persons_of(len(records)))
    known = draw(st.none() | st.sets(st.sampled_from(ITEMS), min_size=1))
    return records, persons, known


Case = tuple[Records, list[int] | None, set[str] | None]


@given(cases(), st.integers(2, 5), st.integers(1, 3), st.integers(1, 2))
@example((OF_TWO, [1, 1, 2, 2, 3, 3], None), 2, 2, 1)
@example((OF_TWO, None, {"a", "b"}), 2, 2, 2)
@examples(200)
def test_the_gate_equals_brute_force(case: Case, k: int, m: int, n: int) -> None:
    records, persons, known = case
    if not records or (known and not any(record & known for record in records)):
        return
    table = Table("baskets", columns=COLUMNS | ({"person": "who"} if persons else {}), quoted=False)
    model = KmAnonymity(k, m, persons is not None, known is not None, absent=n)
    found = run(gates(model, "duckdb", table, NAMED if known else None).text, rows_of(records, persons), known)
    assert found == sorted(
        row for rows in counted(records, persons, known, k, m, n) if any(one[1] for one in rows) for row in rows
    )


@pytest.mark.slow
@given(cases(), st.integers(2, 5), st.integers(1, 4), st.integers(1, 2))
@examples(100)
def test_the_script_equals_brute_force(case: Case, k: int, m: int, n: int) -> None:
    records, persons, known = case
    if not records or (known and not any(record & known for record in records)):
        return
    table = Table("baskets", columns=COLUMNS | ({"person": "who"} if persons else {}), quoted=False)
    model = KmAnonymity(k, m, persons is not None, known is not None, absent=n)
    text = scripts(model, "duckdb", table, knowable=NAMED if known else None)
    found = run(text, rows_of(records, persons), known)
    assert found == sorted(row for rows in counted(records, persons, known, k, m, n) for row in rows)
    assert _base().execute("FROM duckdb_tables()").fetchall() == []


def test_nobody_without_a_person_and_no_unknown_item_lets_a_gate_pass() -> None:
    table = pa.table({"record_id": [1, 2, 3, 4], "item": ["a"] * 4, "who": ["p", "q", "r", None]})
    baskets = Table("baskets", columns=COLUMNS | {"person": "who"}, quoted=False)
    model = KmAnonymity(3, 1, True, True, absent=1)
    assert run(gates(model, "duckdb", baskets, NAMED).text, table, {"a"}) == [(0, 0, 1, 0, "records without a person")]
    found = run(gates(model, "duckdb", baskets, NAMED).text, table, {"b"})
    assert {row[-1] for row in found} == {"records without a person", "no known item in the data"}


@pytest.mark.slow
@pytest.mark.parametrize("dialect", ["snowflake", "bigquery", "redshift", "databricks", "trino", "mysql", "clickhouse"])
def test_gate_and_script_parse_in_their_dialect(dialect: str) -> None:
    table = Table("baskets", columns=COLUMNS | {"person": "who"}, quoted=False)
    model = KmAnonymity(5, 3, True, absent=2)
    for text in (km_gate(model, dialect, table).text, audit_km_script(model, dialect, table)):
        parsed = sqlglot.parse(text, read=dialect, error_level=sqlglot.ErrorLevel.RAISE)
        assert parsed
        assert "ANTI" not in text or dialect in {"clickhouse", "databricks"}
