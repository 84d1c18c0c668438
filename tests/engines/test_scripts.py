"""The audit as one script: it runs as it stands where an engine can be had, and parses for the others."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest
import sqlglot

from setanon_sql import api
from setanon_sql.models import KmAnonymity
from setanon_sql.script import audit_km_script, script_table
from setanon_sql.sources import SourceOptions
from tests.engines.places import PostgresPlace, Rows, table_of
from tests.engines.test_matrix import drawn

RECORDS = [record for seed in range(8) for record in drawn(seed)[0]]
TABLE = table_of(RECORDS)
OPTIONS = SourceOptions(record_id="who", item="what")


def script(dialect: str, table: str, m: int = 4, schema: str = "") -> str:
    return audit_km_script(KmAnonymity(8, m), dialect, script_table(table, OPTIONS), schema)


def wanted(m: int = 4) -> Rows:
    found = api.audit_km(TABLE, k=8, m=m)
    threats, at_risk = found.threats_by_size(), found.at_risk_by_size()
    return [(size, threats[size], at_risk[size]) for size in range(1, m + 1)]


def results(text: str, run: Callable[[str], Rows], dialect: str) -> Rows:
    """Run a script statement by statement; return the rows of its SELECT."""
    found: Rows = []
    for statement in sqlglot.parse(text, read=dialect):
        assert statement is not None
        rows = run(statement.sql(dialect))
        found = rows if isinstance(statement, sqlglot.exp.Select) else found
    return [tuple(map(int, row)) for row in found]


def test_a_script_runs_on_duckdb_as_one_text() -> None:
    with duckdb.connect() as connection:
        connection.register("given", TABLE)
        connection.execute("CREATE TABLE baskets AS SELECT record_id AS who, item AS what FROM given")
        text = script("duckdb", "baskets")
        assert results(text, lambda one: connection.execute(one).fetchall(), "duckdb") == wanted()
        connection.execute(text)
        assert connection.execute("SELECT table_name FROM duckdb_tables()").fetchall() == [("baskets",)]


@pytest.mark.parametrize("dialect", ["postgres", "redshift"])
def test_a_script_runs_on_postgresql_as_one_text(postgres: PostgresPlace, dialect: str) -> None:
    """Redshift speaks the dialect of an old PostgreSQL; what it gets is run here, too."""
    name = postgres.put(TABLE.rename_columns(["who", "what"]))
    before = postgres.tables()
    text = script(dialect, name, schema="tests")
    assert results(text, postgres.run, dialect) == wanted()
    postgres.run(text)
    assert postgres.tables() == before


@pytest.mark.parametrize(("dialect", "m"), [("spark", 3), ("databricks", 2)])
def test_a_script_runs_on_spark(spark_session: Any, dialect: str, m: int) -> None:
    """Databricks runs Spark; what it gets is run here, too."""
    session = spark_session.newSession()
    session.createDataFrame(TABLE.rename_columns(["who", "what"])).createOrReplaceTempView("baskets")
    text = script(dialect, "baskets", m=m)
    assert results(text, lambda one: [tuple(row) for row in session.sql(one).collect()], dialect) == wanted(m)
    assert [row.tableName for row in session.sql("SHOW TABLES").collect() if not row.isTemporary] == []


def test_a_script_runs_on_clickhouse(tmp_path: Path) -> None:
    """ClickHouse from pip (chdb) keeps a script's tables in memory; a server needs default_table_engine set, too."""
    if importlib.util.find_spec("chdb") is None:
        assert os.environ.get("SETANON_ENGINES") != "required"
        pytest.skip("chdb is not installed: pip install '.[engines]'")
    code = """if True:
        import sys, sqlglot
        from chdb import session
        connection = session.Session()
        for statement in sqlglot.parse(sys.stdin.read(), read="clickhouse"):
            rows = connection.query(statement.sql("clickhouse"), "CSV") if statement else None
            print(rows, end="") if isinstance(statement, sqlglot.exp.Select) else None
    """
    pairs = zip(*(column.to_pylist() for column in TABLE.columns), strict=True)
    (tmp_path / "baskets.csv").write_text("".join(f"{who},{what}\n" for who, what in pairs))
    before = [
        "CREATE DATABASE shop",
        "USE shop",
        "SET default_table_engine = 'Memory'",
        "CREATE TABLE baskets (who Int64, what String) ENGINE = Memory",
        f"INSERT INTO baskets SELECT c1, c2 FROM file('{tmp_path}/baskets.csv', 'CSV')",
    ]
    text = ";\n".join([*before, script("clickhouse", "baskets", m=3)])
    done = subprocess.run([sys.executable, "-c", code], input=text, capture_output=True, text=True, check=True)
    assert [tuple(map(int, line.split(","))) for line in done.stdout.split()] == wanted(3)


@pytest.mark.parametrize(
    "dialect", ["snowflake", "bigquery", "redshift", "databricks", "clickhouse", "trino", "mysql", "postgres", "spark"]
)
def test_a_script_parses_in_its_dialect(dialect: str) -> None:
    parsed = sqlglot.parse(script(dialect, "shop.baskets"), read=dialect, error_level=sqlglot.ErrorLevel.RAISE)
    kinds = {type(statement).__name__ for statement in parsed}
    assert {"Create", "Insert", "Select", "Drop"} <= kinds and "Command" not in kinds
