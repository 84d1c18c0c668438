"""The gate and the script of k^m-anonymity of persons count what the audit counts, and what brute force counts."""

from functools import cache
from itertools import combinations

import duckdb
import pandas as pd
import pyarrow as pa
import pytest
import sqlglot
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.models.km.gate import km_gate
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.km.scripts import audit_km_script
from setanon_sql.query.templates import Table
from tests.cli.program import Program
from tests.strategies import baskets, examples

Records = list[set[str]]
Rows = list[tuple[int | str, ...]]
BASKETS = Table("baskets", columns={"record_id": "record_id", "item": "item", "person": "who"}, quoted=False)
OWNERS = st.lists(st.sampled_from(["ann", "bob", "cat"]), min_size=12, max_size=12)

#: A gate depends on few things, and takes longer to make than to run.
km_gates, km_scripts = cache(km_gate), cache(audit_km_script)


def table_of(records: Records, owners: list[str]) -> pa.Table:
    """Records with their persons, and rows that lack an id or an item."""
    rows = [(f"r{at}", owners[at], item) for at, record in enumerate(records) for item in sorted(record)]
    rows += [*rows[:1], (" ", "ann", "a"), ("r0", owners[0], "")]
    return pa.table({name: pa.array(column, pa.string()) for name, column in zip(
        ["record_id", "who", "item"], zip(*rows, strict=True), strict=True)})  # fmt: skip


def run(text: str, table: pa.Table) -> Rows:
    """Run statements one after another; return the rows of the one that gives any."""
    found: Rows = []
    with duckdb.connect(config={"threads": 1}) as connection:
        connection.register("baskets", table)
        for statement in connection.extract_statements(text):
            answer = connection.execute(statement)
            if statement.type == duckdb.StatementType.SELECT:
                found = answer.fetchall()
    return sorted(found)


def counted(records: Records, owners: list[str], k: int, m: int) -> Rows:
    """Threats, records and persons at risk of each size, by brute force."""

    def behind(known: frozenset[str]) -> set[str]:
        return {owner for record, owner in zip(records, owners, strict=True) if known <= record}

    sets = {frozenset(x) for record in records for n in range(1, m + 1) for x in combinations(sorted(record), n)}
    threats = [
        x for x in sets if len(behind(x)) < k and all(len(behind(x - {y})) >= k for y in x if len(x) > 1)
    ]  # fmt: skip
    rows = []
    for size in range(1, m + 1):
        small = [x for x in threats if len(x) <= size]
        hit = [owner for record, owner in zip(records, owners, strict=True) if any(x <= record for x in small)]
        rows.append((size, sum(len(x) == size for x in threats), len(hit), len(set(hit))))
    return rows


#: {a, b} is of the persons of a, and of fewer records: the threat {a, b, c} must not be dropped with it.
PRUNED = [{"a", "b", "c"}, {"a", "b"}, {"a", "c"}, {"b", "c"}, {"b"}, {"c"}]
OF_PERSONS = ["ann", "bob", "bob", "bob", "cat", "cat"]


@given(baskets.filter(any), OWNERS, st.integers(2, 3), st.integers(1, 3))
@example(PRUNED, [*OF_PERSONS, *["ann"] * 6], 2, 3)
@examples(80)
def test_the_gate_counts_persons(records: Records, owners: list[str], k: int, m: int) -> None:
    records = [record for record in records if record][:12]
    expected = counted(records, owners[: len(records)], k, m)
    found = run(km_gates(KmAnonymity(k, m, True), "duckdb", BASKETS).text, table_of(records, owners))
    rows = [(*row, "threats") for row in expected]
    assert found == (rows if any(threats for _, threats, *_ in expected) else [])


@pytest.mark.slow
@given(baskets.filter(any), OWNERS, st.integers(2, 3), st.integers(1, 4))
@example(PRUNED, [*OF_PERSONS, *["ann"] * 6], 2, 3)
@example(PRUNED, [*OF_PERSONS, *["ann"] * 6], 2, 4)
@examples(40)
def test_the_script_counts_persons(records: Records, owners: list[str], k: int, m: int) -> None:
    records = [record for record in records if record][:12]
    expected = counted(records, owners[: len(records)], k, m)
    text = km_scripts(KmAnonymity(k, m, True), "duckdb", BASKETS)
    assert run(text, table_of(records, owners)) == [(*row, "threats") for row in expected]


@pytest.mark.slow
def test_gate_and_script_are_as_the_audit(setanon: Program) -> None:
    rows = pd.DataFrame(
        [
            (at, f"p{at % 4}", item)
            for at in range(24)
            for item in f"{'ab' * (at % 3 > 0)}c{'d' * (at < 5)}{'xy'[at % 2]}"
        ],
        columns=["record_id", "who", "item"],
    ).drop_duplicates()
    audit = api.audit_km(rows, k=3, m=3, person="who")
    by_size = audit.threats_by_size(), audit.at_risk_by_size(), audit.persons_at_risk_by_size()
    expected = [(size, *(counts[size] for counts in by_size)) for size in (1, 2, 3)]
    assert audit.violations
    words = ["--k", "3", "--m", "3", "--dialect", "duckdb", "--table", "baskets", "--person", "who"]
    for kind in ("gate", "audit"):
        found = run(setanon("sql", kind, "km", *words).out, pa.Table.from_pandas(rows))
        assert [row[:4] for row in found] == expected


def test_a_record_without_a_person_or_of_several_never_makes_a_gate_pass() -> None:
    rows = pd.DataFrame({"record_id": [1, 1, 2, 3], "who": ["ann", "bob", "ann", None], "item": ["a"] * 4})
    found = run(km_gates(KmAnonymity(2, 1, True), "duckdb", BASKETS).text, pa.Table.from_pandas(rows))
    assert found == [(0, 0, 1, 0, "records without a person"), (1, 1, 3, 1, "threats")]


@pytest.mark.parametrize("nobody", [None, "", " \t\n\r"])
def test_rows_without_a_person_are_those_of_nobody_and_are_told(nobody: str | None) -> None:
    rows = pa.table({"record_id": ["1", "2", "3"], "item": ["x", "x", "x"], "who": ["p", "q", nobody]})
    told = (0, 0, 1, 0, "records without a person")
    gate = km_gates(KmAnonymity(2, 2, True), "duckdb", BASKETS).text
    assert run(gate, rows) == [told]
    assert run(gate, rows.slice(1)) == [told, (1, 1, 2, 1, "threats"), (2, 0, 2, 1, "threats")]
    assert run(gate, rows.slice(0, 2)) == []
    script = km_scripts(KmAnonymity(2, 1, True), "duckdb", BASKETS)
    assert run(script, rows) == [told, (1, 0, 0, 0, "threats")]
    assert run(script, rows.slice(1)) == [told, (1, 1, 1, 1, "threats")]
    assert run(script, rows.slice(0, 2)) == [(1, 0, 0, 0, "threats")]


@pytest.mark.parametrize(
    "dialect",
    ["snowflake", *(pytest.param(one, marks=pytest.mark.slow) for one in ("bigquery", "trino", "mysql", "clickhouse"))],
)
def test_gate_and_script_parse_in_every_dialect(dialect: str) -> None:
    gate = km_gate(KmAnonymity(5, 3, True), dialect, BASKETS).text
    (parsed,) = sqlglot.parse(gate, read=dialect, error_level=sqlglot.ErrorLevel.RAISE)
    assert isinstance(parsed, sqlglot.exp.Select)
    assert sqlglot.parse(audit_km_script(KmAnonymity(5, 2, True), dialect, BASKETS), read=dialect)
