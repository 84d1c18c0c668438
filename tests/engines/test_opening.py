"""Which engine an address names, and what is said where its driver is missing."""

import subprocess
import sys
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from cli import cli
from setanon_sql import api
from setanon_sql.engine import is_warehouse, open_warehouse
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.sources import SourceOptions

pytestmark = pytest.mark.each_time


@pytest.mark.parametrize(
    ("address", "extra", "driver"),
    [
        ("postgresql://host/db", "postgres", "psycopg"),
        ("spark:local", "spark", "pyspark.sql"),
        ("snowflake://me@x/a/b", "snowflake", "snowflake"),
        ("bigquery://p/d", "bigquery", "google.cloud"),
    ],
)
def test_a_missing_driver_is_told_with_the_extra_that_brings_it(
    monkeypatch: pytest.MonkeyPatch, address: str, extra: str, driver: str
) -> None:
    monkeypatch.setitem(sys.modules, driver, None)
    with pytest.raises(BadInput, match="is not installed") as raised:
        open_warehouse(address)
    assert f"setanon-sql[{extra}]" in raised.value.hint


@pytest.mark.parametrize("version", ["3.4.4", "2.4.0"])
def test_a_spark_that_is_too_old_is_refused_when_it_is_opened(monkeypatch: pytest.MonkeyPatch, version: str) -> None:
    """One that runs in this process, and is not ours: it goes on."""
    running = SimpleNamespace(version=version, stop=lambda: pytest.fail("it was stopped"))
    monkeypatch.setattr("pyspark.sql.SparkSession.getActiveSession", lambda: running)
    with pytest.raises(BadInput, match=f"^this is Spark {version}, and Spark 3.5 is needed"):
        open_warehouse("spark:local")


@pytest.mark.parametrize("address", ["mysql://me:secret@host/db", "oracle://x", "sqlite:///x"])
def test_an_engine_that_is_not_there_is_refused_with_the_way_out(address: str) -> None:
    assert not is_warehouse(address)
    with pytest.raises(BadParameter, match="does not work on") as raised:
        api.audit_km("t", k=2, m=2, options=SourceOptions(db=address))
    assert "export" in raised.value.hint and "secret" not in str(raised.value)


@pytest.mark.parametrize(
    ("db", "place"), [("postgresql://me:secret@127.0.0.1:1/db", "PostgreSQL"), ("spark:local", "Spark")]
)
@pytest.mark.parametrize("command", ["reconstruct t --out possible.csv", "attack cover t", "estimate t --items a,b"])
def test_a_command_for_duckdb_only_is_refused_by_name(command: str, db: str, place: str) -> None:
    """Before anything is connected to: there is no server at that address."""
    shown = CliRunner().invoke(cli, [*command.split(), "--db", db])
    name, words = command.split(" t ", maxsplit=1)[0].removesuffix(" t"), shown.output
    assert shown.exit_code == 2 and f"error: {name} does not work on {place}\n" in words
    assert "hint: say --work here" in words and "secret" not in words


def test_drivers_are_imported_only_when_needed() -> None:
    drivers = {"psycopg", "pyspark", "pyarrow", "py4j", "snowflake", "google.cloud"}
    code = f"import sys, setanon_sql.api; print({drivers} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "set()\n"
