"""Scripts and gates count what the program counts, on data of many items, others each time, in every dialect."""

import random
from pathlib import Path
from typing import Any

import pytest
import sqlglot

from tests.engines.clickhouse import in_clickhouse
from tests.engines.places import PostgresPlace
from tests.engines.snowflake import in_snowflake
from tests.written import GATES, SCRIPTS, Rows, Tables, counted, gated, many_items

WRITTEN = [*(("script", kind) for kind in SCRIPTS), *(("gate", kind) for kind in GATES)]


def text(what: str, kind: str, dialect: str, above: str = "", schema: str = "") -> str:
    return (SCRIPTS if what == "script" else GATES)[kind](dialect, above, schema)


def wanted(what: str, kind: str, seed: int) -> Any:
    rows = counted(kind, seed) if what == "script" else gated(kind, seed)
    return [pytest.approx(row) if kind.startswith("rho") else row for row in sorted(rows)]


def plain(rows: Rows) -> Rows:
    """Rows in order, with numbers as Python's."""
    return sorted(tuple(cell if isinstance(cell, str) else float(cell) for cell in row) for row in rows)


@pytest.fixture(scope="module")
def seed() -> int:
    return random.SystemRandom().randrange(10_000)


@pytest.fixture(scope="module")
def tables(seed: int) -> Tables:
    return many_items(seed)


@pytest.fixture(scope="module")
def filled(tables: Tables, postgres_url: str) -> Any:
    place = PostgresPlace(postgres_url, "many")
    for name, table in tables.items():
        place.put(table, name)
    yield place
    place.close()


@pytest.mark.parametrize(("what", "kind"), WRITTEN)
def test_on_postgresql(filled: PostgresPlace, seed: int, what: str, kind: str) -> None:
    rows: Rows = []
    for statement in sqlglot.parse(text(what, kind, "postgres", "many.", "many"), read="postgres"):
        assert statement is not None
        found = filled.run(statement.sql("postgres"))
        rows = found if isinstance(statement, sqlglot.exp.Select) else rows
    assert plain(rows) == wanted(what, kind, seed), seed


@pytest.mark.parametrize(("what", "kind"), WRITTEN)
def test_on_clickhouse(tables: Tables, tmp_path: Path, seed: int, what: str, kind: str) -> None:
    assert plain(in_clickhouse(tables, text(what, kind, "clickhouse"), tmp_path)) == wanted(what, kind, seed), seed


@pytest.mark.parametrize(("what", "kind"), WRITTEN)
def test_on_a_stand_in_for_snowflake(tables: Tables, seed: int, what: str, kind: str) -> None:
    assert plain(in_snowflake(tables, text(what, kind, "snowflake"))) == wanted(what, kind, seed), seed


@pytest.mark.parametrize(("what", "kind"), [("script", "km persons"), ("gate", "km"), ("script", "rho")])
def test_on_spark(spark_session: Any, tables: Tables, seed: int, what: str, kind: str) -> None:
    """Each statement takes long there: the script that had stopped short, and one of each other sort."""
    session = spark_session.newSession()
    for name, table in tables.items():
        session.createDataFrame(table).createOrReplaceTempView(name)
    rows: Rows = []
    for statement in sqlglot.parse(text(what, kind, "spark"), read="spark"):
        assert statement is not None
        found = [tuple(row) for row in session.sql(statement.sql("spark")).collect()]
        rows = found if isinstance(statement, sqlglot.exp.Select) else rows
    assert plain(rows) == wanted(what, kind, seed), seed
