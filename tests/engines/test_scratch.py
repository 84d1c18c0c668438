"""Steps of Spark kept in a place of the user: nothing is left there, and nothing of anybody else is removed.

Whole runs with such a place are in test_connect and, with executors that are lost meanwhile, in test_cluster.
"""

import io
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlglot import parse_one

from cli import cli
from setanon_sql import api
from setanon_sql.engine import open_warehouse
from setanon_sql.engine.spark import engine as spark
from setanon_sql.engine.spark import scratch as spark_scratch
from setanon_sql.engine.spark.scratch import InFolder, Process, Scratch
from setanon_sql.errors import BadInput, BadParameter, SetanonError
from setanon_sql.settings import Settings
from setanon_sql.sources import SourceOptions
from setanon_sql.trace import Trace
from tests.engines.places import SparkPlace, SparkTables, table_of
from tests.papers.running_example import DATA

NUMBERS = parse_one("SELECT id AS n FROM range(9)", dialect="spark")


@pytest.fixture(params=["folder", "schema"])
def steps(request: pytest.FixtureRequest, spark_session: Any, tmp_path: Path) -> Iterator[str]:
    """A place of each kind."""
    if request.param == "folder":
        (tmp_path / "steps").mkdir()
        yield str(tmp_path / "steps")
        return
    place = SparkTables(spark_session, "steps")
    yield place.schema
    place.close()


def left(session: Any, steps: str) -> list[str]:
    """What is in a place, and the schemas that are not the tests' own."""
    schemas = [row[0] for row in session.sql("SHOW SCHEMAS LIKE 'setanon*'").collect()]
    if "/" in steps:
        return sorted([*schemas, *(one.name for one in Path(steps).iterdir())])
    return sorted([*schemas, *(row[1] for row in session.sql(f"SHOW TABLES IN {steps}").collect() if not row[2])])


def test_an_audit_is_that_of_duckdb(spark_session: Any, spark: SparkPlace, steps: str) -> None:
    table, asked = table_of(DATA), {"k": 2, "m": 2}
    source, how = spark.put(table), {"options": SourceOptions(db=spark.db), "settings": Settings(scratch=steps)}
    assert api.audit_km(source, **asked, **how).to_json() == api.audit_km(table, **asked).to_json()
    assert left(spark_session, steps) == []


def test_tables_go_when_they_are_dropped_or_put_together(
    spark_session: Any, steps: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spark, "_APPENDS", 2)
    found = []
    with open_warehouse("spark:local", scratch=steps) as engine:
        table, other = engine.table(NUMBERS), engine.table(NUMBERS)
        for number in (1, 2, 3):
            engine.append(table, parse_one(f"SELECT {number} AS n", dialect="spark"))
            engine.append(table, parse_one("SELECT 0 AS n WHERE false", dialect="spark"))
            found.append(engine.number("engine/tables/count_rows", any_table=table))
        engine.drop(other, engine.table(NUMBERS))
        kept = engine._parts[table.name]  # type: ignore[attr-defined]
        assert found == [10, 11, 12] and len(kept) == 2
        session = spark_session.sql
        there = {row[1] for row in session(f"SHOW TABLES IN {kept[0].rpartition('.')[0]}").collect() if not row[2]}
        assert len(there) == 3, there  # and the one that says which run it is
        engine.drop(table)
    assert left(spark_session, steps) == []


@pytest.mark.parametrize("stopped_by", [ZeroDivisionError, KeyboardInterrupt])
def test_nothing_is_left_after_an_error(
    spark_session: Any, steps: str, monkeypatch: pytest.MonkeyPatch, stopped_by: type[BaseException]
) -> None:
    kept = Scratch.write

    def stopped(scratch: Scratch, frame: Any) -> Any:
        kept(scratch, frame)
        assert len(left(spark_session, steps)) >= 2
        raise stopped_by

    monkeypatch.setattr(Scratch, "write", stopped)
    with pytest.raises(stopped_by), open_warehouse("spark:local", scratch=steps) as engine:
        engine.table(NUMBERS)
    assert left(spark_session, steps) == []


def test_a_place_that_was_not_there_goes_again(spark_session: Any, tmp_path: Path) -> None:
    """Unless it holds something else by then."""
    for stays in (False, True):
        with open_warehouse("spark:local", scratch=str(tmp_path / "some" / "where")) as engine:
            engine.table(NUMBERS)
            assert list(tmp_path.glob("some/where/setanon-*/*"))
            if stays:
                (tmp_path / "some" / "notes.txt").write_text("mine")
        assert [str(one.relative_to(tmp_path)) for one in tmp_path.rglob("*")] == (
            ["some", "some/notes.txt"] if stays else []
        )


def test_what_dead_runs_left_is_removed_and_nothing_else(
    spark_session: Any, steps: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Runs of this process and of another machine stay, and so does what is only called like a run."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    own = Process.current()
    owners = [Process(own.machine, f"{ended.pid} 1"), own, Process("another", "1 1"), Process("", "1 1")]
    runs = [left_by(spark_session, steps, owner, monkeypatch) for owner in owners]
    foreign = left_by(spark_session, steps, owners[0], monkeypatch, ours="steps of somebody else")
    if "/" in steps:
        (Path(steps) / "setanon-0123456789abcdef" / "run").mkdir(parents=True)
        (Path(steps) / "setanon-0123456789abcdef" / "run" / "part-0.parquet").write_text("none of it")
    said = io.StringIO()
    before = left(spark_session, steps)
    open_warehouse("spark:local", scratch=steps, trace=Trace(quiet=False, stream=said)).close()
    assert set(before) - set(left(spark_session, steps)) == {name for name in before if runs[0] in name}
    assert any(foreign in name for name in left(spark_session, steps))
    told = {run: run in said.getvalue() for run in (*runs, foreign)}
    assert list(told.values()) == [True, False, True, True, False]
    for run in (*runs[1:], foreign):
        forget(spark_session, steps, run)


def left_by(session: Any, steps: str, owner: Process, patch: pytest.MonkeyPatch, ours: str = "") -> str:
    """Leave what a run leaves that is killed; Spark's own catalog has forgotten the schema of a folder."""
    with patch.context() as once:
        once.setattr(Process, "current", lambda: owner)
        if ours:
            once.setattr(spark_scratch, "_OURS", ours)
        once.setattr(Scratch, "_tidy", lambda _: None)
        engine = open_warehouse("spark:local", scratch=steps)
        once.setattr(Scratch, "end", lambda _: None)
        engine.table(NUMBERS)
        run = str(engine._scratch.run)  # type: ignore[attr-defined]
        engine.close()
    if "/" in steps:
        folder = Path(steps) / f"setanon-{run}"
        shutil.copytree(folder, kept := folder.with_name("kept"))
        session.sql(f"DROP SCHEMA setanon_{run} CASCADE")
        kept.rename(folder)
    return run


def forget(session: Any, steps: str, run: str) -> None:
    for name in left(session, steps):
        if run in name and "/" not in steps:
            session.sql(f"DROP TABLE {steps}.{name}")


def test_a_place_that_not_all_see_is_refused(
    spark_session: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where executors write to disks of their own, the files are not there when they are read."""
    save = InFolder._save

    def elsewhere(scratch: InFolder, frame: Any, name: str) -> None:
        save(scratch, frame, name)
        for file in tmp_path.glob("*/*/*.parquet"):
            file.unlink()

    monkeypatch.setattr(InFolder, "_save", elsewhere)
    with pytest.raises(BadInput, match="is not read from there") as raised:
        open_warehouse("spark:local", scratch=f"file://{tmp_path}")
    assert "all executors share" in raised.value.hint and left(spark_session, str(tmp_path)) == []


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("{}/file/below", "nothing can be kept"),
        ("no_such_schema", "names no schema"),
        ("below/here", "write the whole path"),
        ("/tmp/x*", "of patterns"),
        ("nothing://bucket/tmp", "nothing can be kept"),
    ],
)
def test_a_place_that_cannot_be_is_told_before_the_source_is_read(
    spark_session: Any, tmp_path: Path, place: str, told: str
) -> None:
    (tmp_path / "file").write_text("no folder")
    options, settings = SourceOptions(db="spark:local"), Settings(scratch=place.format(tmp_path))
    with pytest.raises(SetanonError) as raised:
        api.audit_km("no_such_source", k=2, m=1, options=options, settings=settings)
    assert told in f"{raised.value.message} {raised.value.hint}"
    assert left(spark_session, str(tmp_path)) == ["file"]


@pytest.mark.parametrize("db", ["", "postgresql://127.0.0.1:1/db", "here:spark:local", "adbc:sqlite?uri=x"])
def test_other_engines_have_no_such_place(db: str, tmp_path: Path) -> None:
    with pytest.raises(BadParameter, match="is where Spark keeps its steps"):
        api.audit_km("t", k=2, m=1, options=SourceOptions(db=db), settings=Settings(scratch=tmp_path))
    shown = CliRunner().invoke(
        cli, ["audit", "km", "t", "--k", "2", *(["--db", db] if db else []), "--scratch", f"{tmp_path}"]
    )
    assert shown.exit_code == 2 and "--scratch is where Spark keeps its steps" in shown.output
