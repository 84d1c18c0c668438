"""Spark Connect: audits and a release over a server, sessions and data frames from Python; what DuckDB gives."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
import sqlglot
from sqlglot import exp

import setanon_sql
from setanon_sql import api
from setanon_sql.engine import open_warehouse, warehouse_name
from setanon_sql.engine.spark.session import quietly
from setanon_sql.errors import BadDestination, BadInput, SetanonError
from setanon_sql.settings import Settings
from setanon_sql.sources import SourceOptions
from tests.engines.cluster import free_port
from tests.engines.drawn import TREE, drawn
from tests.engines.places import SparkTables, table_of
from tests.engines.runs import is_same, reference, tell
from tests.papers.running_example import DATA

RECORDS = [sorted(record) for seed in range(2) for record in drawn(seed)[0]]


@pytest.fixture
def remote(connect_db: str) -> Iterator[Any]:
    """A session of Spark Connect that runs in this program."""
    with quietly():
        from pyspark.sql.connect.session import SparkSession

        session = SparkSession.builder.remote(connect_db).create()
        session.createDataFrame(table_of(DATA))  # what pandas is told of is told once
    yield session
    session.stop()


def test_a_frame_releases_what_duckdb_releases_to_the_catalog_of_its_session(
    remote: Any, connect: SparkTables, tmp_path: Path
) -> None:
    """One method from the audit to the measures: Connect gets the statements of every Spark, asked for elsewhere.

    Its steps are kept in a place of the user.
    """
    asked = {"k": 3, "m": 1, "taxonomy": TREE, "all_of_it": False}
    table, options = table_of(RECORDS), SourceOptions(db=api.session_db(remote))
    steps = tmp_path / "steps"
    steps.mkdir()
    frame, kept = remote.createDataFrame(table), Settings(scratch=steps)
    told = tell(frame, "connected.safe", connect.read, options, settings=kept, **asked)
    is_same(told, reference(tmp_path, table, **asked))
    assert connect.tables() == {"safe", "safe_labels", "safe_meaning", "safe_manifest"} and not list(steps.iterdir())


def test_audits_of_rules(remote: Any) -> None:
    """A release of `anonymize adaptive` over Connect is in test_adaptive."""
    table, hidden, asked = table_of(RECORDS[:24]), pa.table({"item": ["a", "c"]}), {"rho": "0.3", "m": 1}
    frame, sensitive = (remote.createDataFrame(one) for one in (table, hidden))
    for audit in (api.audit_rho, api.audit_adaptive):
        told = audit(frame, sensitive=sensitive, **asked).to_json()
        assert told == audit(table, sensitive=hidden, **asked).to_json()


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


def test_a_frame_of_another_session_is_refused(remote: Any, connect: SparkTables) -> None:
    frame = remote.createDataFrame(table_of(DATA))
    with pytest.raises(BadInput, match="another session"):
        api.audit_km(frame, k=2, m=1, options=SourceOptions(db=connect.db))


def test_a_server_writes_no_folder_of_this_machine(connect: SparkTables, tmp_path: Path) -> None:
    source = connect.put(table_of(DATA))
    with pytest.raises(BadDestination, match="writes tables, not files"):
        api.anonymize_km(source, tmp_path / "safe.parquet", k=2, m=1, options=SourceOptions(db=connect.db))


@pytest.mark.each_time
def test_an_error_is_told_without_values(connect: SparkTables, capfd: pytest.CaptureFixture[str]) -> None:
    failing = sqlglot.parse_one("SELECT cast(l.label AS int) AS n FROM l", dialect="spark")
    with open_warehouse(connect.db) as engine:
        named = engine.load("l", {"label": str}, [["secret"]])
        failing.find(exp.Table).replace(named.expression("l"))
        with pytest.raises(SetanonError, match="Spark stopped in the step generated") as raised:
            engine.table(failing)
    assert "secret" not in str(raised.value) and "secret" in str(raised.value.details)
    assert capfd.readouterr().err == ""


@pytest.mark.each_time
def test_an_address_where_nothing_answers() -> None:
    """Said at once: Spark's own client tries again for minutes."""
    assert warehouse_name("sc://host:15002") == "Spark"
    with pytest.raises(BadInput, match="nothing answers") as raised:
        open_warehouse(f"sc://127.0.0.1:{free_port()}")
    assert "sc://host:15002" in raised.value.hint


def test_the_command_line_says_nothing_of_spark(connect: SparkTables) -> None:
    """Neither Spark nor pandas writes on the terminal. Where Spark is started: test_cluster."""
    command = [sys.executable, "-m", "setanon_sql", "audit", "km", connect.put(table_of(DATA)), "--k", "2", "--m", "2"]
    done = subprocess.run([*command, "--quiet", "--db", connect.db], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.each_time
def test_nothing_private_of_pyspark_is_used() -> None:
    """What is private of a classic session is not there with Spark Connect, where Spark 3.5 is refused."""
    files = Path(setanon_sql.__file__).parent.rglob("*.py")
    private = re.compile(r"_j(df|vm|sc|spark\w*)\b|sparkContext|SparkContext")
    assert [file.name for file in files if private.search(file.read_text(encoding="utf-8"))] == ["versions.py"]
