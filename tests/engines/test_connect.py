"""Spark Connect: every method over a server, sessions and data frames from Python; what DuckDB gives."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import sqlglot
from sqlglot import exp

import setanon_sql
from setanon_sql import api
from setanon_sql.engine import open_warehouse, warehouse_name
from setanon_sql.engine.spark_session import quietly
from setanon_sql.errors import BadDestination, BadInput, SetanonError
from setanon_sql.sources import SourceOptions
from tests.engines.cluster import free_port
from tests.engines.drawn import TREE, drawn
from tests.engines.places import SparkTables, table_of
from tests.engines.runs import at, is_same, public, reference
from tests.papers.running_example import DATA

RECORDS = [sorted(record) for seed in range(2) for record in drawn(seed)[0]]


@pytest.fixture
def connect(spark_session: Any, connect_db: str) -> Iterator[SparkTables]:
    place = SparkTables(spark_session, "connected", connect_db)
    yield place
    place.close()


@pytest.fixture
def remote(connect_db: str) -> Iterator[Any]:
    """A session of Spark Connect that runs in this program."""
    with quietly():
        from pyspark.sql.connect.session import SparkSession

        session = SparkSession.builder.remote(connect_db).create()
        session.createDataFrame(table_of(DATA))  # what pandas is told of is told once
    yield session
    session.stop()


def test_audit_release_verify_and_measures(connect: SparkTables, tmp_path: Path) -> None:
    asked = {"k": 3, "m": 2, "taxonomy": TREE}
    is_same(at(connect, table_of(RECORDS), **asked), reference(tmp_path, table_of(RECORDS), **asked))


def test_a_disassociated_release_is_that_of_duckdb(connect: SparkTables, tmp_path: Path) -> None:
    table, out, options = table_of(RECORDS[:24]), connect.out(), SourceOptions(db=connect.db)
    asked: dict[str, Any] = {"k": 3, "m": 2, "cluster_size": 8, "refine": False, "seed": "the same"}
    wanted = api.anonymize_disassociation(table, tmp_path / "apart", **asked)
    found = api.anonymize_disassociation(connect.put(table), out, options=options, **asked)
    is_that_of(wanted, found)
    assert api.verify(out, db=connect.db).satisfied


def is_that_of(wanted: api.Release, found: api.Release) -> None:
    assert public(found) == public(wanted)
    assert found.utility == pytest.approx(wanted.utility)


def test_audits_of_rules(connect: SparkTables) -> None:
    """What `anonymize adaptive` is made of besides: it has hundreds of statements, and runs on a classic session."""
    table, asked = table_of(RECORDS[:24]), {"rho": "0.3", "m": 1, "sensitive": ["a"]}
    source, options = connect.put(table), SourceOptions(db=connect.db)
    assert api.audit_rho(source, options=options, **asked).to_json() == api.audit_rho(table, **asked).to_json()
    assert (
        api.audit_adaptive(source, options=options, **asked).to_json() == api.audit_adaptive(table, **asked).to_json()
    )


def test_frames_and_temporary_views_of_a_session_are_sources(remote: Any, spark_session: Any) -> None:
    """Of both kinds of sessions, which have their settings and their views after it, and no others."""
    wanted = api.audit_km(table_of(DATA), k=2, m=2).to_json()
    for session in (remote, spark_session):
        frame = session.createDataFrame(table_of(DATA))
        frame.createOrReplaceTempView("passing")
        before = state(session)
        assert api.audit_km(frame, k=2, m=2).to_json() == wanted
        by_name = api.audit_km("passing", k=2, m=2, options=SourceOptions(db=api.session_db(session)))
        assert by_name.to_json() == wanted
        assert state(session) == before
        session.catalog.dropTempView("passing")


def state(session: Any) -> tuple[set[str], list[str]]:
    settings = ["spark.sql.variable.substitute", "spark.sql.codegen.wholeStage", "spark.sql.codegen.factoryMode"]
    tables = {row.tableName for row in session.sql("SHOW TABLES").collect()}
    return tables, [session.conf.get(name) for name in settings]


def test_a_frame_releases_what_duckdb_releases_to_the_catalog_of_its_session(
    remote: Any, connect: SparkTables, tmp_path: Path
) -> None:
    """rho over Connect: its source and what is sensitive are frames."""
    table, hidden = table_of(RECORDS[:24]), pa.table({"item": ["a", "c"]})
    asked: dict[str, Any] = {"rho": "0.4", "m": 2, "seed": "the same"}
    wanted = api.anonymize_rho(table, tmp_path / "safe.parquet", sensitive=hidden, **asked)
    frame, sensitive = (remote.createDataFrame(one) for one in (table, hidden))
    release = api.anonymize_rho(frame, "connected.safe", sensitive=sensitive, **asked)
    is_that_of(wanted, release)
    assert release.verification is None or release.verification.satisfied
    assert api.verify("connected.safe", db=api.session_db(remote)).satisfied
    assert {"safe", "safe_manifest"} <= connect.tables()


def test_a_frame_of_another_session_is_refused(remote: Any, connect: SparkTables) -> None:
    frame = remote.createDataFrame(table_of(DATA))
    with pytest.raises(BadInput, match="another session"):
        api.audit_km(frame, k=2, m=1, options=SourceOptions(db=connect.db))


def test_a_server_writes_no_folder_of_this_machine(connect: SparkTables, tmp_path: Path) -> None:
    source = connect.put(table_of(DATA))
    with pytest.raises(BadDestination, match="writes tables, not files"):
        api.anonymize_km(source, tmp_path / "safe.parquet", k=2, m=1, options=SourceOptions(db=connect.db))


def test_an_error_is_told_without_values(connect: SparkTables, capfd: pytest.CaptureFixture[str]) -> None:
    failing = sqlglot.parse_one("SELECT cast(l.label AS int) AS n FROM l", dialect="spark")
    with open_warehouse(connect.db) as engine:
        named = engine.load("l", {"label": str}, [["secret"]])
        failing.find(exp.Table).replace(named.expression("l"))
        with pytest.raises(SetanonError, match="Spark stopped in the step generated") as raised:
            engine.table(failing)
    assert "secret" not in str(raised.value) and "secret" in str(raised.value.details)
    assert capfd.readouterr().err == ""


def test_an_address_where_nothing_answers() -> None:
    """Said at once: Spark's own client tries again for minutes."""
    assert warehouse_name("sc://host:15002") == "Spark"
    with pytest.raises(BadInput, match="nothing answers") as raised:
        open_warehouse(f"sc://127.0.0.1:{free_port()}")
    assert "sc://host:15002" in raised.value.hint


@pytest.mark.parametrize("started", [False, True])
def test_the_command_line_says_nothing_of_spark(connect: SparkTables, tmp_path: Path, started: bool) -> None:
    """Neither Spark nor Java nor log4j nor pandas writes on the terminal, over Connect and where Spark is started."""
    source, db = (str(tmp_path / "source.parquet"), "spark:local[1]") if started else ("", connect.db)
    if started:
        pq.write_table(table_of(DATA), source)
    source = source or connect.put(table_of(DATA))
    command = [sys.executable, "-m", "setanon_sql", "audit", "km", source, "--k", "2", "--m", "2", "--quiet"]
    done = subprocess.run([*command, "--db", db], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")


def test_nothing_private_of_pyspark_is_used() -> None:
    """What is private of a classic session is not there with Spark Connect."""
    files = Path(setanon_sql.__file__).parent.rglob("*.py")
    private = re.compile(r"_j(df|vm|sc|spark\w*)\b|sparkContext|SparkContext")
    assert [file.name for file in files if private.search(file.read_text(encoding="utf-8"))] == []
