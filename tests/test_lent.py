"""A DuckDB that was used before is as new: a test cannot tell it from one of its own."""

from pathlib import Path

import duckdb
import numpy as np
import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.engine.duckdb import engine as program
from setanon_sql.engine.duckdb.setup import set_up
from setanon_sql.query.templates import all_rows
from setanon_sql.trace import Trace
from tests import lent

#: DuckDB has a bar where it takes a program for interactive, as a worker of xdist is; the program says what it wants.
SETTINGS = """
    SELECT name, value FROM duckdb_settings() WHERE name NOT IN ('TimeZone', 'enable_progress_bar') ORDER BY name
"""
INSIDE = """
    SELECT 'table' AS kind, table_name AS name FROM duckdb_tables()
    UNION ALL SELECT 'view', view_name FROM duckdb_views() WHERE NOT internal
    UNION ALL SELECT 'schema', schema_name FROM duckdb_schemas() WHERE NOT internal
    UNION ALL SELECT 'database', database_name FROM duckdb_databases() WHERE NOT internal
"""


def state(one: duckdb.DuckDBPyConnection) -> list[list[tuple[object, ...]]]:
    return [sorted(one.execute(query).fetchall()) for query in (SETTINGS, INSIDE)]


def test_the_program_opens_what_was_closed() -> None:
    with DuckDBEngine() as first:
        used = first.connection._one
    with DuckDBEngine() as second:
        assert second.connection._one is used
    with DuckDBEngine() as outer, DuckDBEngine() as inner:
        assert outer.connection._one is not inner.connection._one


def test_it_is_as_new(tmp_path: Path) -> None:
    while lent._free:  # one that this test opens, in the environment that there is now
        lent._free.pop().close()
    with duckdb.connect() as new:
        new.execute(f"SET threads = {lent.threads}")
        expected = state(new)
    with duckdb.connect(str(tmp_path / "a.duckdb")) as file:
        file.execute("CREATE TABLE t AS SELECT 1 AS a")
    with DuckDBEngine("4GB", threads=1, trace=Trace(quiet=False)) as engine:
        alias = engine.attach(tmp_path / "a.duckdb")
        table = engine.load("numbers", {"a": int}, [[1, 2]])
        assert engine.count(engine.view(all_rows(table))) == 2
        engine.detach(alias)
        used = engine.connection._one
    again = program.duckdb.connect(":memory:")
    assert again._one is used
    for found, wanted in zip(state(again._one), expected, strict=True):
        assert set(found) ^ set(wanted) == set()
    again.close()


@pytest.mark.parametrize(
    "left",
    ["CREATE TABLE left_behind AS SELECT 1 AS a", "BEGIN", "BEGIN; SELECT 'x'::INT", "ATTACH ':memory:' AS other"],
)
def test_what_is_not_as_new_goes_for_good(left: str) -> None:
    with DuckDBEngine() as engine:
        used = engine.connection._one
        try:
            engine.connection.execute(left)
        except duckdb.ConversionException:
            assert "x" in left
    assert used not in lent._free
    with pytest.raises(duckdb.ConnectionException, match="closed"):
        used.execute("SELECT 1")


@pytest.mark.slow
def test_a_frame_or_spilled_rows_go_for_good() -> None:
    with DuckDBEngine() as engine:
        used = engine.connection._one
        engine.register("frame", {"a": np.array([1])})
    assert used not in lent._free
    with DuckDBEngine(threads=1) as engine:
        used = engine.connection._one
        engine.connection.execute("SET memory_limit = '50MB'")
        rows = engine.connection.execute("SELECT range AS a FROM range(3000000) ORDER BY random() LIMIT 2000000")
        assert len(rows.fetchnumpy()["a"]) == 2_000_000
    assert used not in lent._free


def test_what_ran_a_users_own_statements_goes_for_good(tmp_path: Path) -> None:
    (tmp_path / "setup.sql").write_text("SET VARIABLE a = 1; SET max_expression_depth = 77;")
    with DuckDBEngine() as engine:
        used = engine.connection._one
        set_up(engine, tmp_path / "setup.sql")
    assert used not in lent._free
