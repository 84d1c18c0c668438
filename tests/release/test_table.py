"""Releases that are tables of a DuckDB file: all in one transaction, sources untouched."""

import json
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadDestination, BadInput, NotReached
from setanon_sql.measures.records import utility
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.release import LongRelease, TableDestination, check_in
from setanon_sql.release import publish as write_release
from setanon_sql.sources import SourceOptions, open_source
from tests.releases import SAFE, options, published, read_release, rows_of, verify


@pytest.fixture
def warehouse(tmp_path: Path) -> Path:
    path = tmp_path / "warehouse.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE visits AS SELECT 1 AS record_id, 'a' AS item")
        connection.execute("CREATE SCHEMA marts")
        connection.execute('CREATE SCHEMA "sc.h""x;"')
        connection.execute("CREATE VIEW shown AS SELECT * FROM visits")
    return path


def _tables(path: Path) -> set[str]:
    with duckdb.connect(str(path), read_only=True) as connection:
        return {row[0] for row in connection.execute("SELECT table_name FROM information_schema.tables").fetchall()}


NAMES = {
    "released": ("main", "released"),
    "marts.released": ("marts", "released"),
    "Warehouse.marts.released": ("marts", "released"),
    'hostile"; drop table visits; --': ("main", 'hostile"; drop table visits; --'),
    '"Odd Name"': ("main", "Odd Name"),
    '"sc.h""x;"."o.ut"': ('sc.h"x;', "o.ut"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_table_verifies_beside_its_source(engine: DuckDBEngine, warehouse: Path, name: str) -> None:
    engine.attach(warehouse.resolve())
    destination = TableDestination(warehouse, name)
    chosen = options(inputs=(warehouse,), input_tables=("visits",))
    written = write_release(published(engine), destination, chosen)
    answer = verify(name, database=warehouse)
    assert answer.holds and answer.checks["sha256_matches"], answer.messages
    assert written.names == (name,) and written.manifest["records"] == 10
    assert "visits" in _tables(warehouse)
    with duckdb.connect(str(warehouse), read_only=True) as connection:
        assert NAMES[name] in connection.execute("SELECT schema_name, table_name FROM duckdb_tables()").fetchall()
    with pytest.raises(BadDestination, match="already exists"):
        check_in(engine, destination, chosen)
    write_release(published(engine), destination, replace(chosen, overwrite=True))


def test_rows_stand_in_the_order_of_the_new_ids(engine: DuckDBEngine, warehouse: Path) -> None:
    records = [frozenset({"x", f"i{n % 500:03}"}) for n in range(5000)]
    write_release(published(engine, records), TableDestination(warehouse, "r"), options())
    with duckdb.connect(str(warehouse)) as connection:
        rows = connection.execute("SELECT record_id, item FROM r ORDER BY rowid").fetchall()
    assert rows == sorted(rows) and len(rows) == 10_000


@pytest.mark.slow
def test_an_existing_table_is_kept_unless_overwrite_is_said(engine: DuckDBEngine, warehouse: Path) -> None:
    destination = TableDestination(warehouse, "VISITS")
    with pytest.raises(BadDestination, match="already exists"):
        write_release(published(engine), destination, options())
    with pytest.raises(BadDestination, match="also what is read"):
        write_release(
            published(engine), destination, options(overwrite=True, inputs=(warehouse,), input_tables=("visits",))
        )
    assert _tables(warehouse) == {"visits", "shown"}
    with pytest.raises(BadDestination, match="a view stands under that name"):
        write_release(published(engine), TableDestination(warehouse, "shown"), options(overwrite=True))
    for _ in range(2):
        write_release(published(engine), TableDestination(warehouse, "r"), options(overwrite=True))
    assert verify("r", database=warehouse).holds


@pytest.mark.slow
def test_nothing_is_left_where_it_fails(engine: DuckDBEngine, warehouse: Path, tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.csv"
    for destination, error in (("no_such_schema.r", BadDestination), ("visits", BadDestination)):
        with pytest.raises(error):
            write_release(published(engine), TableDestination(warehouse, destination), options(ledger=ledger))
    with pytest.raises(NotReached):
        write_release(
            published(engine, [*SAFE, frozenset("z")]), TableDestination(warehouse, "r"), options(ledger=ledger)
        )
    assert _tables(warehouse) == {"visits", "shown"} and not ledger.exists()
    write_release(published(engine), TableDestination(warehouse, "r"), options(ledger=ledger))
    assert rows_of(ledger)[0][2] == "seed"


def test_a_file_that_is_no_database_is_a_clear_error(engine: DuckDBEngine, tmp_path: Path) -> None:
    path = tmp_path / "x.duckdb"
    path.write_text("not a database")
    with pytest.raises(BadDestination, match="cannot be opened for writing"):
        write_release(published(engine), TableDestination(path, "r"), options())
    assert path.read_text() == "not a database"


@pytest.mark.slow
def test_a_changed_table_does_not_hold(engine: DuckDBEngine, warehouse: Path) -> None:
    write_release(published(engine, SAFE * 2), TableDestination(warehouse, "r"), options())
    with duckdb.connect(str(warehouse)) as connection:
        connection.execute("UPDATE r SET record_id = record_id + 1000")
        connection.execute("UPDATE r SET record_id = record_id - 1000")
    assert verify("r", database=warehouse).holds
    with duckdb.connect(str(warehouse)) as connection:
        connection.execute("UPDATE r SET item = 'c' WHERE item = 'a' AND record_id <= 5")
    answer = verify("r", database=warehouse)
    assert not answer.holds and "another sha256" in answer.messages[0]


def test_a_table_without_a_manifest_cannot_be_checked(engine: DuckDBEngine, warehouse: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="manifest cannot be read"):
        verify("visits", database=warehouse)
    with pytest.raises(BadInput, match="there is no database"):
        verify("visits", database=tmp_path / "none.duckdb")
    write_release(published(engine), TableDestination(warehouse, "r"), options())
    with duckdb.connect(str(warehouse)) as connection:
        connection.execute("INSERT INTO r_manifest SELECT * FROM r_manifest")
    with pytest.raises(BadInput, match="one row"):
        verify("r", database=warehouse)


def test_the_manifest_table_holds_json(engine: DuckDBEngine, warehouse: Path) -> None:
    write_release(published(engine), TableDestination(warehouse, "r"), options(seed="S3CRET"))
    with duckdb.connect(str(warehouse)) as connection:
        rows = connection.execute("SELECT manifest FROM r_manifest").fetchall()
    assert json.loads(rows[0][0])["model"] == "km" and "S3CRET" not in rows[0][0]


@pytest.mark.slow
def test_a_table_is_published_and_measured_beside_the_source_it_was_read_from(
    engine: DuckDBEngine, tmp_path: Path
) -> None:
    warehouse = tmp_path / "w.duckdb"
    with duckdb.connect(str(warehouse)) as connection:
        connection.execute(
            "CREATE TABLE visits AS SELECT i // 2 AS record_id, 'item ' || i % 4 AS item FROM range(80) t(i)"
        )
    source = open_source(engine, "visits", SourceOptions(db=str(warehouse)))
    result = LongRelease(source, source.transactions, source.items, KmAnonymity(5, 2), "none")
    chosen = options(inputs=(warehouse,), input_tables=("visits",), ledger=tmp_path / "ledger.csv")
    write_release(result, TableDestination(warehouse, "released"), chosen)
    assert verify("released", database=warehouse).holds
    with DuckDBEngine(threads=1) as other:
        again = open_source(other, "visits", SourceOptions(db=str(warehouse)))
        assert utility(again, read_release(other, "released", warehouse)[0])["ncp"] == 0
        assert open_source(other, "visits", SourceOptions(db=str(warehouse))).rows == 80
