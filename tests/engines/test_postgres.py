"""PostgreSQL: the rights that are enough, nothing left behind, no password anywhere."""

import os
import signal
import subprocess
import sys
from collections.abc import Collection, Sequence
from typing import Any

import pytest
from click.testing import CliRunner

from cli import cli
from setanon_sql import api
from setanon_sql.engine import open_warehouse
from setanon_sql.engine.postgres.engine import PostgresEngine
from setanon_sql.errors import BadDestination, BadInput, SetanonError
from setanon_sql.query.templates import all_rows
from setanon_sql.settings import Settings
from setanon_sql.sources import SourceOptions
from tests.engines.conftest import PASSWORD
from tests.engines.places import PostgresPlace, table_of
from tests.papers.running_example import DATA
from tests.waiting import wait_for

#: What each method is asked for; ``tests.hidden`` is what rho hides.
ASKED: dict[str, list[str]] = {
    "km": ["--k", "2", "--m", "2"],
    "rho": ["--rho", "0.5", "--sensitive", "tests.hidden"],
    "disassociation": ["--k", "2", "--m", "2", "--cluster-size", "4"],
}
every_method = pytest.mark.parametrize("method", list(ASKED))


def anonymize(method: str, source: str, out: str, db: str, **how: Any) -> None:
    """Publish with a method what :func:`put_all` has put there."""
    options = SourceOptions(db=db)
    if method == "rho":
        api.anonymize_rho(source, out, rho="0.5", sensitive="tests.hidden", options=options, **how)
    elif method == "km":
        api.anonymize_km(source, out, k=2, m=2, options=options, **how)
    else:
        api.anonymize_disassociation(source, out, k=2, m=2, cluster_size=4, options=options, **how)


def put_all(place: PostgresPlace, data: Sequence[Collection[str]] = DATA) -> str:
    """Put a source, and what is sensitive in it, there; returns the name of the source."""
    place.run(f"CREATE TABLE tests.hidden AS SELECT '{min(set().union(*data))}' AS item")
    return place.put(table_of(data))


@every_method
def test_reading_one_table_and_creating_in_one_schema_is_enough(
    postgres: PostgresPlace, limited: str, method: str
) -> None:
    source = put_all(postgres)
    postgres.run("CREATE SCHEMA marts; GRANT USAGE, CREATE ON SCHEMA marts TO limited")
    postgres.run(f"GRANT USAGE ON SCHEMA tests TO limited; GRANT SELECT ON {source}, tests.hidden TO limited")
    try:
        assert api.audit_km(source, k=2, m=2, options=SourceOptions(db=limited)).records == 8
        anonymize(method, source, "marts.safe", limited)
        assert api.verify("marts.safe", db=limited).holds
        assert api.utility(source, "marts.safe", options=SourceOptions(db=limited))
        with pytest.raises(BadDestination, match="may not create"):
            anonymize(method, source, "tests.safe", limited)
    finally:
        postgres.run("DROP SCHEMA marts CASCADE")


def test_two_columns_of_a_view_are_enough(postgres: PostgresPlace, limited: str) -> None:
    source = postgres.put(table_of(DATA))
    postgres.run(f"CREATE VIEW tests.shown AS SELECT record_id AS who, item AS what, 'x' AS secret FROM {source}")
    postgres.run("GRANT USAGE ON SCHEMA tests TO limited; GRANT SELECT (who, what) ON tests.shown TO limited")
    options = SourceOptions(db=limited, record_id="who", item="what")
    assert api.audit_km("tests.shown", k=2, m=2, options=options).rows == 23
    with pytest.raises(SetanonError, match="does not permit") as raised:
        api.audit_km("tests.shown", k=2, m=2, options=SourceOptions(db=limited, record_id="who", item="secret"))
    assert "SELECT" in raised.value.hint


def test_a_name_is_found_as_written_or_in_lower_case(postgres: PostgresPlace) -> None:
    source = postgres.put(table_of(DATA))
    postgres.run(f'CREATE VIEW tests."Mixed case.view" AS SELECT * FROM {source}')
    for name in ('tests."Mixed case.view"', source.upper()):
        assert api.audit_km(name, k=2, m=1, options=SourceOptions(db=postgres.db)).records == 8


def test_a_list_or_a_file_is_refused_by_name(postgres: PostgresPlace) -> None:
    postgres.run("CREATE TABLE tests.lists AS SELECT 1 AS record_id, ARRAY['a', 'b'] AS item")
    source, options = postgres.put(table_of(DATA)), SourceOptions(db=postgres.db)
    with pytest.raises(BadInput, match="one row for each record and item"):
        api.audit_km("tests.lists", k=2, m=1, options=options)
    with pytest.raises(BadDestination, match="PostgreSQL writes tables, not files"):
        api.anonymize_km(source, "safe.parquet", k=2, m=1, options=options)
    with pytest.raises(SetanonError, match="engine of its source"):
        api.anonymize_km(source, "safe.parquet", k=2, m=1, options=SourceOptions(), out_db=postgres.db)


# -- nothing is left behind


def scratch(place: PostgresPlace) -> int:
    """How many temporary tables there are, of whatever connection."""
    return int(place.run("SELECT count(*) FROM pg_class WHERE relpersistence = 't' AND relkind = 'r'")[0][0])


def settles(place: PostgresPlace) -> bool:
    """Whether the scratch tables are gone within the seconds that the server takes to notice."""
    return wait_for(lambda: not scratch(place))


@pytest.mark.each_time
def test_nothing_is_left_after_an_error(postgres: PostgresPlace) -> None:
    before = postgres.tables()
    with pytest.raises(SetanonError, match="refused the step"), open_warehouse(postgres.db) as engine:
        engine.load("numbers", {"n": int, "label": str}, [[1, 2], ["a", None]])
        assert scratch(postgres) == 1
        engine.execute("broken", "SELECT 1 / 0")
    assert postgres.tables() == before and settles(postgres)


@pytest.mark.each_time
def test_nothing_is_left_when_the_server_drops_the_connection(postgres: PostgresPlace) -> None:
    before = postgres.tables()
    with pytest.raises(SetanonError, match="the connection"), open_warehouse(postgres.db) as engine:
        engine.load("numbers", {"n": int}, [[1, 2]])
        engine.execute("lost", "SELECT pg_terminate_backend(pg_backend_pid())")
    assert settles(postgres) and postgres.tables() == before


@pytest.mark.each_time
@every_method
def test_nothing_is_left_when_the_connection_drops_half_way(
    postgres: PostgresPlace, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """At the first statement, in the middle, and at the last table of the release."""
    source, said, execute, lost = put_all(postgres), list[str](), PostgresEngine.execute, list[int]()

    def counted(engine: PostgresEngine, name: str, text: str) -> Any:
        said.append(name)
        gone = len(said) in lost
        return execute(engine, name, "SELECT pg_terminate_backend(pg_backend_pid())" if gone else text)

    monkeypatch.setattr(PostgresEngine, "execute", counted)
    anonymize(method, source, "tests.whole", postgres.db, seed="the same")
    last = max(number for number, name in enumerate(said, 1) if name == "release")
    before = postgres.tables()
    assert said[last:] == []
    for at in (1, last // 2, last):
        lost[:] = [at]
        said.clear()
        with pytest.raises(SetanonError, match=r"the connection|cannot be written"):
            anonymize(method, source, "tests.never", postgres.db, seed="the same")
        assert settles(postgres) and postgres.tables() == before


@every_method
def test_nothing_is_left_when_the_program_is_killed_half_way(postgres: PostgresPlace, method: str) -> None:
    source = put_all(postgres, [[f"{n % 97}", f"{n % 89}", f"x{n % 83}", f"y{n % 79}"] for n in range(20_000)])
    before = postgres.tables()
    command = [sys.executable, "-m", "setanon_sql", "anonymize", method, source, "--db", postgres.db]
    run = subprocess.Popen([*command, "--out", "tests.never", *ASKED[method]], stderr=subprocess.PIPE)
    wait_for(lambda: scratch(postgres), pause=0.01, process=run)
    assert scratch(postgres), "the program ended before it could be killed"
    os.kill(run.pid, signal.SIGKILL)
    run.communicate()
    assert settles(postgres) and postgres.tables() == before


@every_method
def test_a_release_that_fails_half_way_leaves_no_table(postgres: PostgresPlace, method: str) -> None:
    source = put_all(postgres)
    postgres.run("CREATE VIEW tests.out_manifest AS SELECT 1 AS one")
    before = postgres.tables()
    with pytest.raises(BadDestination, match="view stands"):
        anonymize(method, source, "tests.out", postgres.db, overwrite=True)
    assert settles(postgres) and postgres.tables() == before


# -- passwords


@pytest.mark.each_time
@every_method
def test_a_password_is_in_no_message_statement_or_traceback(postgres: PostgresPlace, limited: str, method: str) -> None:
    source = put_all(postgres)
    for name, more in ((source, []), ("tests.nothing", []), (source, ["--item", "nothing"])):
        given = ["anonymize", method, name, "--db", limited, *ASKED[method], "--out", "tests.never"]
        shown = CliRunner().invoke(cli, [*given, "--debug", "--show-sql", "--show-values", *more])
        assert shown.exit_code == 2 and "error:" in shown.output
        assert PASSWORD not in shown.output


@pytest.mark.each_time
@pytest.mark.parametrize(
    "address",
    [
        f"postgresql://me:{PASSWORD}@127.0.0.1:1/db",
        f"postgresql://me:{PASSWORD}/@127.0.0.1:1/db",
        f"postgresql://me:x@{PASSWORD}@127.0.0.1:1/db",
        f"postgresql://127.0.0.1:1/db?password={PASSWORD}",
        f"postgresql://me:x%{PASSWORD}@127.0.0.1:1/db",
        f"postgresql://127.0.0.1:{PASSWORD}/db",
    ],
)
def test_an_address_that_does_not_work_is_not_repeated(postgres: PostgresPlace, address: str) -> None:
    given = ["audit", "km", "source", "--db", address, "--k", "2", "--m", "2", "--debug", "--show-values"]
    shown = CliRunner().invoke(cli, given)
    assert shown.exit_code == 2 and "no connection to PostgreSQL" in shown.output
    assert PASSWORD not in shown.output


def test_what_is_fetched_is_bounded_by_threats_and_nodes(postgres: PostgresPlace) -> None:
    source = postgres.put(table_of([[f"{n % 7}", f"x{n % 5}"] for n in range(5000)]))
    with Settings().warehouse(postgres.db) as engine:
        from setanon_sql.models.km.audit import audit_km
        from setanon_sql.models.km.parameters import KmAnonymity
        from setanon_sql.sources import open_source

        audit_km(open_source(engine, source), KmAnonymity(2, 2))
        assert max(engine.fetched.values()) == 1


# -- scratch tables


def test_the_rows_of_a_scratch_table_are_known_and_sampled_as_it_grows(postgres: PostgresPlace) -> None:
    """PostgreSQL tells the rows of each statement: nothing is counted again, and a few rows more are not sampled,
    unless they are many by now.
    """
    with open_warehouse(postgres.db) as engine:
        numbers = engine.load("numbers", {"n": int}, [list(range(100))])
        made = engine.table(all_rows(numbers))
        few = engine.load("few", {"n": int}, [[1, 2, 3]])
        seven = engine.load("seven", {"n": int}, [list(range(7))])
        for more, rows, sampled in ((few, 103, 0), (seven, 110, 0), (few, 113, 1), (numbers, 213, 1), (few, 216, 0)):
            before = len(engine.trace.statements)
            engine.append(made, all_rows(more))
            assert engine.count(made) == rows
            names = [statement.name for statement in engine.trace.statements[before:]]
            assert names.count("analyze") == sampled and not any("count" in name for name in names)
        assert engine.execute("count", f'SELECT count(*) FROM pg_temp."{made.name}"').fetchall() == [(216,)]
        engine.drop(made)
        assert engine.count(engine.empty("none", "n")) == 0


def test_settings_are_those_of_this_connection_and_need_no_right(postgres: PostgresPlace, limited: str) -> None:
    with Settings(memory_limit="96MB").warehouse(limited) as engine:
        asked = ("work_mem", "temp_buffers", "jit", "synchronous_commit")
        shown = [engine.execute("show", f"SHOW {name}").fetchall()[0][0] for name in asked]
    assert shown == ["96MB", "64MB", "off", "off"]
    assert postgres.run("SHOW work_mem") != [("96MB",)]
