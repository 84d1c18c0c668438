"""The gate and the audit as SQL without m count what brute force counts, in one SELECT that keeps nothing."""

from functools import cache
from typing import Any

import duckdb
import pyarrow as pa
import pytest
import sqlglot
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.models.km.gate import km_gate
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.km.scripts import audit_km_script
from setanon_sql.query.templates import Table
from tests.oracle.km import holders_at_risk
from tests.strategies import baskets, examples, persons_of

Rows = list[tuple[Any, ...]]
COLUMNS = {"record_id": "record_id", "item": "item"}
BASKETS = Table("baskets", columns=COLUMNS, quoted=False)
OWNED = Table("baskets", columns=COLUMNS | {"person": "whose"}, quoted=False)
LISTS = {"all": None, "table": Table("named", columns={"item": "item"}), "labels": ("a", "b", "z")}
SOME_K = 700_000_001
#: A gate depends on few things, and takes longer to make than to run.
gates, audits = cache(km_gate), cache(audit_km_script)


@cache
def _base() -> duckdb.DuckDBPyConnection:
    return duckdb.connect(config={"threads": 1})


def table_of(data: list[set[str]], whose: list[int]) -> pa.Table:
    """Records with their persons, the first row twice, and rows that lack something."""
    rows = [(f"r{at}", f"p{whose[at]}", item) for at, record in enumerate(data) for item in sorted(record)]
    rows = [*rows[:1], *rows, (None, "p1", "a"), (" ", "p1", "b"), ("r0", f"p{whose[0]}", None)]
    return pa.table({name: pa.array(column, pa.string()) for name, column in zip(
        ["record_id", "whose", "item"], zip(*rows, strict=True), strict=True)})  # fmt: skip


def run(text: str, table: pa.Table) -> Rows:
    _base().register("baskets", table)
    _base().register("named", pa.table({"item": ["a", "b", "z"]}))
    return sorted(_base().execute(text).fetchall())


def numbers(text: str, k: int, table: pa.Table) -> Rows:
    """The rows of a text that was made for SOME_K records, with k in its place."""
    return run(text.replace(str(SOME_K), str(k)), table)


@given(st.data(), baskets.filter(any), st.integers(2, 4), st.sampled_from(list(LISTS)))
@examples(200)
def test_the_gate_counts_whole_records_and_persons(
    drawn: st.DataObject, data: list[set[str]], k: int, known: str
) -> None:
    data = [data[0] | {"a"}, *data[1:]]  # of the lists
    whose = drawn.draw(persons_of(len(data)))
    seen = [record & {"a", "b"} if LISTS[known] else record for record in data]
    holding = [at for at, record in enumerate(seen) if record]
    table = table_of(data, whose)
    listed = LISTS[known]
    records = len(holders_at_risk(seen, range(len(data)), k, None))
    gate = gates(KmAnonymity(SOME_K, None, known=listed is not None), "duckdb", BASKETS, listed).text
    assert numbers(gate, k, table) == ([(len(holding), records, "threats")] if records else [])

    persons = len(holders_at_risk(seen, whose, k, None))
    gate = gates(KmAnonymity(SOME_K, None, True, known=listed is not None), "duckdb", OWNED, listed).text
    n_persons = len({whose[at] for at in holding})
    rows = [(n_records, *of_persons) for n_records, _, *of_persons in numbers(gate, k, table)]
    assert rows == ([(len(holding), n_persons, persons, "threats")] if persons else [])


def test_the_audit_always_has_a_row() -> None:
    table = table_of([{"a", "b"}, {"a", "b"}, {"a"}], [1, 1, 2])
    assert run(audits(KmAnonymity(2, None), "duckdb", BASKETS), table) == [(3, 0, "threats")]
    assert run(audits(KmAnonymity(2, None, True), "duckdb", OWNED), table) == [(3, 2, 2, 1, "threats")]


def test_what_cannot_be_counted_never_lets_the_gate_pass() -> None:
    table = table_of([{"a", "b"}] * 2, [1, 2]).to_pylist()
    nobody = pa.Table.from_pylist([{**row, "whose": None} if row["record_id"] == "r1" else row for row in table])
    told = (1, 1, 0, 0, "records without a person")
    assert run(gates(KmAnonymity(2, None, True), "duckdb", OWNED).text, nobody) == [told, (1, 1, 1, 1, "threats")]
    gate = gates(KmAnonymity(2, None, known=True), "duckdb", BASKETS, ("z",)).text
    assert run(gate, nobody) == [(2, 2, "no known item in the data")]


OTHERS = ("redshift", "databricks", "trino", "mysql", "clickhouse", "snowflake")


@pytest.mark.parametrize("dialect", ["bigquery", *(pytest.param(one, marks=pytest.mark.slow) for one in OTHERS)])
def test_they_parse_in_their_dialect(dialect: str) -> None:
    for person, table in ((False, BASKETS), (True, OWNED)):
        model = KmAnonymity(5, None, person)
        for text in (km_gate(model, dialect, table).text, audit_km_script(model, dialect, table)):
            (parsed, *more) = sqlglot.parse(text, read=dialect, error_level=sqlglot.ErrorLevel.RAISE)
            assert isinstance(parsed, sqlglot.exp.Select) and not any(more)
