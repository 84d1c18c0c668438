"""Spark: the data stay with the executors; what Spark cannot do is refused by name."""

import contextlib
import signal
import subprocess
import sys
from pathlib import Path

import duckdb
import pyarrow.parquet as pq
import pytest

from setanon_sql import api
from setanon_sql.engine import open_warehouse
from setanon_sql.errors import BadDestination, BadInput, SetanonError
from setanon_sql.models.km.audit import audit_km
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.sources import open_source
from setanon_sql.sources.options import SourceOptions
from tests.engines.cluster import children
from tests.engines.conftest import need
from tests.engines.places import SparkPlace, table_of
from tests.waiting import wait_for

RECORDS = [[f"{n % 7}", f"x{n % 5}"] for n in range(3000)]
SMALL = [["a", "b"], ["a"], ["a", "c"], ["b", "a"]] * 2


def test_no_rows_of_the_data_come_to_the_driver(spark: SparkPlace) -> None:
    """An audit fetches counts only, and a step is read where the executors keep it."""
    with open_warehouse(spark.db) as engine:
        dataset = open_source(engine, spark.put(table_of(RECORDS)))
        audit_km(dataset, KmAnonymity(2, 2))
        assert max(engine.fetched.values()) == 1
        frame = engine.execute("plan", f"SELECT * FROM {dataset.transactions.name}")
        plan = frame._jdf.queryExecution().toString()
        assert "ExistingRDD" in plan and "LocalTableScan" not in plan and "CollectLimit" not in plan


@pytest.mark.each_time
def test_of_small_data_it_is_said_that_duckdb_is_faster(spark: SparkPlace, monkeypatch: pytest.MonkeyPatch) -> None:
    source = spark.put(table_of(RECORDS))
    with open_warehouse(spark.db) as engine:
        notes = open_source(engine, source).notes
        monkeypatch.setattr("setanon_sql.engine.spark.sizes._FIT_ONE_MACHINE", 1)
        notes_of_large = open_source(engine, source).notes
    assert [note for note in notes if note not in notes_of_large] == [
        f"{len(table_of(RECORDS)):,} rows fit a single machine, where DuckDB is as a rule faster: <work here>"
    ]


def test_nothing_is_left_after_an_error(spark: SparkPlace) -> None:
    before = spark.tables()
    with pytest.raises(SetanonError, match="Spark stopped in the step broken"), open_warehouse(spark.db) as engine:
        engine.load("numbers", {"n": int}, [[1, 2]])
        engine.execute("broken", "SELECT * FROM nothing")
    assert spark.tables() == before


def test_what_duckdb_wrote_verifies_in_spark(spark: SparkPlace) -> None:
    """The manifest of a file names the sha256 of the file, not of its rows."""
    safe, apart = spark.folder / "by_duckdb.parquet", spark.folder / "apart_by_duckdb"
    api.anonymize_km(SMALL, safe, k=2, m=1)
    api.anonymize_disassociation(SMALL, apart, k=2, m=2, cluster_size=4, refine=False)
    assert api.verify(safe, db=spark.db).holds and api.verify(apart, db=spark.db).holds
    with duckdb.connect() as connection:
        connection.execute(f"CREATE TABLE rows AS FROM '{safe}'")
        connection.execute(f"COPY (SELECT record_id, 'x' AS item FROM rows) TO '{safe}'")
    answer = api.verify(safe, db=spark.db)
    assert not answer.holds and not answer.checks["sha256_matches"]


@pytest.mark.each_time
def test_a_failed_release_leaves_no_folder(spark: SparkPlace, monkeypatch: pytest.MonkeyPatch) -> None:
    source, out = spark.put(table_of(RECORDS)), spark.out()
    before = spark.tables()
    monkeypatch.setattr("setanon_sql.release.long.recount", lambda *given: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        api.anonymize_km(source, out, k=2, m=1, options=SourceOptions(db=spark.db))
    assert spark.tables() == before


def test_what_spark_cannot_do_is_refused_by_name(spark: SparkPlace, tmp_path: Path) -> None:
    source, options = spark.put(table_of(RECORDS)), SourceOptions(db=spark.db)
    with pytest.raises(BadDestination, match=r"cannot write safe\.csv"):
        api.anonymize_km(source, "safe.csv", k=2, m=1, options=options)
    with pytest.raises(BadDestination, match="writes no ledger"):
        api.anonymize_km(source, spark.out(), k=2, m=1, options=options, ledger=tmp_path / "ledger.csv")
    with pytest.raises(BadInput, match="no file or folder"):
        api.audit_km(str(tmp_path / "none.parquet"), k=2, m=1, options=options)
    with pytest.raises(BadInput, match="no such table"):
        api.audit_km("nothing", k=2, m=1, options=options)
    (tmp_path / "data.csv").write_text("record_id,item\n1,a\n")
    with pytest.raises(BadInput, match=r"Spark cannot read .*data\.csv"):
        api.audit_km(str(tmp_path / "data.csv"), k=2, m=1, options=options)


@pytest.mark.parametrize("after", ["", "blank_pairs"])
def test_ctrl_c_ends_spark_too_and_nothing_is_said_of_it(tmp_path: Path, after: str) -> None:
    """While Java starts, before it has said where it listens; and in the middle of the work, after a statement."""
    need("pyspark.sql")
    table = tmp_path / "table.parquet"
    pq.write_table(table_of(RECORDS), table)
    words = ["audit", "km", str(table), "--k", "2", "--db", "spark:local[1]", "--debug"]
    with (tmp_path / "said").open("w+") as said:
        run = subprocess.Popen([sys.executable, "-m", "setanon_sql", *words], stdout=said, stderr=said)
        started = wait_for(lambda: [one for one in children(run.pid) if is_java(one)], process=run)
        wait_for(lambda: after in (tmp_path / "said").read_text(), process=run)
        run.send_signal(signal.SIGINT)
        assert run.wait(60) == 2
    told = (tmp_path / "said").read_text()
    assert told.endswith("error: stopped; nothing half-written is left behind\n") and "Traceback" not in told
    assert started and wait_for(lambda: not any(java.exists() for java in started))


def is_java(process: Path) -> bool:
    with contextlib.suppress(OSError):
        return (process / "comm").read_text() == "java\n"
    return False
