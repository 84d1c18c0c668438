"""Queries that ask DuckDB's catalog: what is attached, and which tables, views, macros and variables there are."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from setanon_sql.engine import DuckDBEngine

STATEMENTS = """
    CREATE SCHEMA Shop;
    CREATE TABLE Shop.Rows (record_id INTEGER, Item VARCHAR);
    CREATE TABLE rows (other INTEGER);
    CREATE VIEW Shop.named AS SELECT Item FROM Shop.Rows;
    CREATE MACRO foreign_rows() AS TABLE SELECT 1;
"""
OWN = """
    CREATE TABLE mine (one INTEGER);
    CREATE VIEW seen AS FROM mine;
    CREATE MACRO pairs() AS TABLE (SELECT 1), (one) AS TABLE (SELECT one);
    CREATE MACRO plain() AS 1;
    CREATE SCHEMA elsewhere;
    CREATE MACRO elsewhere.far() AS TABLE SELECT 1;
    SET VARIABLE asked = 'seven';
"""


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DuckDBEngine]:
    """Yield an engine with two files, ``there`` and ``other``, beside what stands in memory."""
    folder = tmp_path_factory.mktemp("catalog")
    with DuckDBEngine(threads=1) as opened:
        for name in ("there", "other"):
            with duckdb.connect(str(folder / name)) as connection:
                connection.execute(STATEMENTS if name == "there" else "CREATE TABLE Shop (a INTEGER)")
            opened.connection.execute(f"ATTACH '{folder / name}' AS {name} (READ_ONLY)")
        opened.connection.execute(OWN)
        yield opened


def test_which_tables_and_views_a_database_has(engine: DuckDBEngine) -> None:
    found = engine.rows("sources/read/relations", alias="there")
    assert found == [("Shop", "Rows", False), ("Shop", "named", True), ("main", "rows", False)]
    assert engine.rows("sources/read/relations", alias="memory") == [("main", "mine", False), ("main", "seen", True)]


def test_how_its_views_are_defined(engine: DuckDBEngine) -> None:
    ((schema, name, text),) = engine.rows("release/tables/views", alias="there")
    assert (schema, name) == ("Shop", "named") and text.startswith("CREATE VIEW")
    assert engine.rows("release/tables/views", alias="other") == []


def test_which_schemas_and_columns_it_has_in_any_case(engine: DuckDBEngine) -> None:
    for schema, n in [("Shop", 1), ("SHOP", 1), ("main", 1), ("shops", 0)]:
        assert engine.number("release/tables/schemas", alias="there", schema=schema) == n
    assert engine.number("release/tables/schemas", alias="other", schema="shop") == 0
    for schema, name, columns in [
        ("SHOP", "ROWS", ["record_id", "Item"]),
        ("shop", "Named", ["Item"]),
        ("main", "Rows", ["other"]),
        ("main", "named", []),
    ]:
        assert engine.rows("release/tables/columns", alias="there", schema=schema, name=name) == [
            (column,) for column in columns
        ]
    assert engine.rows("release/tables/columns", alias="other", schema="Shop", name="Rows") == []


def test_what_is_attached(engine: DuckDBEngine) -> None:
    for query in ("engine/tables/attached_files", "engine/tables/databases"):
        found = engine.rows(query)
        assert sorted((name, Path(file).name) for name, file in found) == [("other", "other"), ("there", "there")]
    engine.connection.execute("ATTACH ':memory:' AS beside")
    assert ("beside", None) in engine.rows("engine/tables/databases")
    assert "beside" not in dict(engine.rows("engine/tables/attached_files"))
    engine.connection.execute("DETACH beside")


def test_which_macros_give_tables_and_what_a_variable_holds(engine: DuckDBEngine) -> None:
    assert engine.rows("sources/read/table_macros") == [("pairs",)]
    assert engine.rows("sources/read/variable", name="asked") == [("seven",)]
    assert engine.rows("sources/read/variable", name="other") == [(None,)]
