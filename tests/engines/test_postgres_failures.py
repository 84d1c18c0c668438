"""What PostgreSQL cannot do, told apart: each reason has a sentence and a hint of its own."""

import threading
import time
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlsplit

import pytest

from setanon_sql import api
from setanon_sql.engine.postgres.engine import PostgresEngine
from setanon_sql.errors import BadInput, SetanonError
from setanon_sql.sources import SourceOptions
from tests.cli.program import Program
from tests.engines.places import PostgresPlace, table_of
from tests.papers.running_example import DATA

pytestmark = pytest.mark.each_time


@pytest.fixture
def role(postgres: PostgresPlace, limited: str) -> Iterator[str]:
    postgres.run("GRANT USAGE ON SCHEMA tests TO limited")
    yield limited
    postgres.run("ALTER ROLE limited RESET ALL")


def failed(role: str, text: str = "SELECT pg_sleep(20)") -> SetanonError:
    with PostgresEngine(role) as engine, pytest.raises(SetanonError) as raised:
        engine.execute("step", text)
    return raised.value


def test_a_statement_that_takes_too_long(postgres: PostgresPlace, role: str) -> None:
    postgres.run("ALTER ROLE limited SET statement_timeout = '50ms'")
    error = failed(role)
    assert "statement_timeout" in error.message and "57014" in error.message and "<work here>" in error.marked_hint


def test_a_lock_that_somebody_else_holds(postgres: PostgresPlace, role: str) -> None:
    source = postgres.put(table_of(DATA))
    postgres.run(f"GRANT SELECT ON {source} TO limited; ALTER ROLE limited SET lock_timeout = '50ms'")
    postgres.run(f"BEGIN; LOCK TABLE {source}")
    try:
        error = failed(role, f"SELECT * FROM {source}")
    finally:
        postgres.run("ROLLBACK")
    assert "lock" in error.message and "lock_timeout" in error.hint


def test_a_connection_that_is_terminated(postgres: PostgresPlace, role: str) -> None:
    def terminate() -> None:
        time.sleep(0.3)
        postgres.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'limited'")

    other = threading.Thread(target=terminate)
    other.start()
    error = failed(role)
    other.join()
    assert "terminated" in error.message and "run it again" in error.hint


def test_temporary_files_at_their_limit(postgres: PostgresPlace, role: str) -> None:
    postgres.run("ALTER ROLE limited SET temp_file_limit = '64kB'; ALTER ROLE limited SET work_mem = '64kB'")
    rows = (
        "SELECT count(*) FROM (SELECT g FROM generate_series(1, 300000) AS g ORDER BY md5(g::text) LIMIT 299999) AS s"
    )
    error = failed(role, f"SET work_mem = '64kB'; {rows}")
    assert "limit" in error.message and "temp_file_limit" in error.hint


@pytest.mark.parametrize("setting", ["default_transaction_read_only"])
def test_a_session_that_may_only_read_is_worked_on_here(postgres: PostgresPlace, role: str, setting: str) -> None:
    source = postgres.put(table_of(DATA))
    postgres.run(f"GRANT SELECT ON {source} TO limited; ALTER ROLE limited SET {setting} = on")
    with pytest.raises(SetanonError) as raised:
        api.audit_km(source, k=2, m=2, options=SourceOptions(db=role))
    assert "read-only" in raised.value.message and "<work here>" in raised.value.marked_hint
    assert api.audit_km(source, k=2, m=2, options=SourceOptions(db=f"here:{role}")).records == len(DATA)


def libpq(url: str, password: str = "") -> str:
    """Return an address as settings of libpq."""
    parts = urlsplit(url)
    settings = dict(parse_qsl(parts.query)) | {"dbname": parts.path[1:], "user": parts.username or "postgres"}
    settings |= {"host": parts.hostname} if parts.hostname else {}
    settings |= {"port": str(parts.port)} if parts.port else {}
    settings |= {"password": password or parts.password} if parts.password else {}
    return " ".join(f"{name}={value}" for name, value in settings.items())


def test_settings_of_libpq_and_variables_are_addresses(
    postgres: PostgresPlace, role: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source, called = postgres.put(table_of(DATA)), Program(capsys)
    postgres.run(f"GRANT SELECT ON {source} TO limited")
    monkeypatch.setenv("SHOP_PASSWORD", urlsplit(role).password or "")
    monkeypatch.setenv("SHOP", role)
    variable = role.replace(f":{urlsplit(role).password}@", ":${SHOP_PASSWORD}@")
    for db in (libpq(role), libpq(role, "${SHOP_PASSWORD}"), variable, "${SHOP}"):
        for work in ((), ("--work", "here")):
            answer = called("audit", "km", source, "--k", "2", "--m", "2", "--json", "--db", db, *work)
            assert answer.code == 1 and answer.json["records"] == len(DATA), answer.err


def test_why_there_is_no_connection(role: str) -> None:
    apart = "&" if "?" in role else "?"
    for setting, words in (("sslmod=require", "does not know"), ("sslmode=none", "no such value")):
        with pytest.raises(BadInput, match=words):
            PostgresEngine(f"{role}{apart}{setting}")
