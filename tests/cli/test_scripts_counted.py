"""Scripts and gates count what the program counts, in data of 330 frequent items (tests/engines: other dialects)."""

import re
from functools import cache

import duckdb
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.km.scripts import audit_km_script
from setanon_sql.query.templates import Table
from tests.cli.program import Program
from tests.strategies import examples
from tests.written import GATES, SCRIPTS, Rows, Tables, counted, gated, many_items

#: What is written depends on few things, and takes longer to make than to run.
MADE = {kind: cache(make) for kind, make in SCRIPTS.items()}
GATED = {kind: cache(make) for kind, make in GATES.items()}


def run(text: str, tables: Tables) -> Rows:
    """Run statements one after another; return the rows of the one that gives any."""
    found: Rows = []
    with duckdb.connect(config={"threads": 1}) as connection:
        for name, table in tables.items():
            connection.register(name, table)
        for statement in connection.extract_statements(text):
            answer = connection.execute(statement)
            if statement.type == duckdb.StatementType.SELECT:
                found = answer.fetchall()
    return found


@pytest.mark.parametrize("person", [False, True])
def test_a_pair_of_items_with_high_numbers_is_counted(person: bool) -> None:
    """130 items of five records each, and one record of the last two: more than any number a script may assume."""
    rows = [(5 * at + n, f"i{at:03}") for at in range(130) for n in range(5)] + [(999, "i128"), (999, "i129")]
    table = pa.table({"who": [who for who, _ in rows], "what": [what for _, what in rows]})
    columns = {"record_id": "who", "item": "what"} | ({"person": "who"} if person else {})
    text = audit_km_script(KmAnonymity(5, 2, person), "duckdb", Table("baskets", columns=columns))
    wanted = [(1, 0, 0, 0, "threats"), (2, 1, 1, 1, "threats")] if person else [(1, 0, 0), (2, 1, 1)]
    assert run(text, {"baskets": table}) == wanted


@pytest.mark.whole
@pytest.mark.parametrize("kind", SCRIPTS)
@examples(30)
@given(seed=st.integers(0, 1000))
def test_a_script_counts_what_the_program_counts(kind: str, seed: int) -> None:
    found = run(MADE[kind]("duckdb", "", ""), many_items(seed))
    assert found == [pytest.approx(row) if kind.startswith("rho") else row for row in counted(kind, seed)]


@pytest.mark.slow
@pytest.mark.parametrize("kind", GATES)
@examples(30)
@given(seed=st.integers(0, 1000))
def test_a_gate_counts_what_the_program_counts(kind: str, seed: int) -> None:
    assert sorted(run(GATED[kind]("duckdb", "", ""), many_items(seed))) == gated(kind, seed)


@pytest.mark.parametrize(
    ("schema", "dialect", "name"),
    [
        ("scratch", "snowflake", "scratch.setanon_"),
        ("main.scratch", "snowflake", "main.scratch.setanon_"),
        ('"Scratch"', "snowflake", '"Scratch".setanon_'),
        ('main."My ""own"" place"', "postgres", 'main."My ""own"" place".setanon_'),
        ('"a.b"', "databricks", "`a.b`.setanon_"),
        ("my-project.scratch", "bigquery", "`my-project`.scratch.setanon_"),
        ("", "snowflake", "setanon_"),
    ],
)
def test_a_schema_is_as_the_warehouse_takes_it_or_exactly_as_it_is_quoted(
    setanon: Program, schema: str, dialect: str, name: str
) -> None:
    words = ["--schema", schema] if schema else []
    text = setanon("sql", "audit", "km", "--k", "2", "--m", "2", "--dialect", dialect, *words).out
    made = re.findall(r"^(?:CREATE TABLE|DROP TABLE IF EXISTS|INSERT INTO) (.*?setanon_)", text, re.MULTILINE)
    assert set(made) == {name}


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("--schema", "a.b.c", "--schema has more than two parts"),
        ("--schema", 'a."b', "a quote that does not end"),
        ("--table", "a.b.c.d", "more than three parts"),
        ("--table", 'a."b', "a quote that does not end"),
    ],
)
def test_a_name_that_is_none_is_refused(setanon: Program, option: str, value: str, says: str) -> None:
    answer = setanon("sql", "audit", "km", "--k", "2", "--m", "2", "--dialect", "duckdb", option, value)
    assert answer.code == 2 and says in answer.err
