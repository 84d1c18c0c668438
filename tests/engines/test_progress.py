"""A long statement is not silent, whatever engine runs it."""

import io

import pytest

from setanon_sql import trace
from setanon_sql.engine import open_warehouse
from setanon_sql.query.steps import phase
from setanon_sql.trace import Trace
from tests.engines.places import PostgresPlace


def test_postgres_says_what_it_waits_for(postgres: PostgresPlace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trace, "PAUSE", 0.1)
    said = io.StringIO()
    with open_warehouse(postgres.db, trace=Trace(quiet=False, stream=said)) as engine:
        engine.trace.begin_phase("searching")
        engine.execute("counting/parts/threats", "SELECT pg_sleep(1)")
    question = phase("counting/parts/threats")
    assert question and said.getvalue().count(f"still searching: {question} (") >= 3
