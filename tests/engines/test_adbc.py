"""Databases through ADBC, for real with the drivers of SQLite and PostgreSQL: the answers of DuckDB, nothing told."""

import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit, urlunsplit

import pytest

from setanon_sql import api
from setanon_sql.engine.adbc.copy_in import RemoteAdbc
from setanon_sql.errors import BadDestination, BadInput, BadParameter, SetanonError
from setanon_sql.sources import SourceOptions
from tests.cli.program import Program
from tests.engines.conftest import PASSWORD
from tests.engines.drawn import HOSTILE, TREE, drawn
from tests.engines.places import PostgresPlace, SqlitePlace, table_of
from tests.engines.runs import at, is_same, reference
from tests.papers.running_example import DATA


@pytest.fixture
def called(capsys: pytest.CaptureFixture[str]) -> Program:
    return Program(capsys)


@pytest.fixture(params=["sqlite", "adbc_postgres"])
def place(request: pytest.FixtureRequest) -> SqlitePlace | PostgresPlace:
    found: SqlitePlace | PostgresPlace = request.getfixturevalue(request.param)
    return found


def test_random_datasets(place: SqlitePlace | PostgresPlace, tmp_path: Path) -> None:
    for seed in range(4):
        records, k, m = drawn(seed)
        asked = {"k": k, "m": m, "taxonomy": TREE if seed % 2 else None, "all_of_it": False}
        is_same(at(place, table_of(records), **asked), reference(tmp_path, table_of(records), **asked))


def test_any_text_and_any_name_of_a_record_comes_over(place: SqlitePlace | PostgresPlace, tmp_path: Path) -> None:
    odd = [*HOSTILE, 'a"b', "line\nbreak", ",", "''"]
    records = [set(odd[at : at + 4]) for at in range(len(odd) - 3)]
    table = table_of(records, [f"{odd[at]}{at}" for at in range(len(records))])
    asked = {"k": 2, "m": 2, "record_ids": "keep", "all_of_it": False}
    is_same(at(place, table, **asked), reference(tmp_path, table, **asked))


def test_lists_of_lists_are_refused(adbc_postgres: PostgresPlace) -> None:
    adbc_postgres.run(f"CREATE TABLE {adbc_postgres.schema}.nested AS SELECT 1 AS record_id, ARRAY['a', 'b'] AS item")
    options = SourceOptions(db=adbc_postgres.db)
    assert api.audit_km(f"{adbc_postgres.schema}.nested", k=2, m=1, options=options).rows == 2
    adbc_postgres.run(f"INSERT INTO {adbc_postgres.schema}.nested VALUES (2, ARRAY[['c', 'd'], ['e', 'f']])")
    with pytest.raises(BadInput, match='the column "item" holds lists of lists'):
        api.audit_km(f"{adbc_postgres.schema}.nested", k=2, m=1, options=options)


def test_a_source_is_narrowed_there(place: SqlitePlace | PostgresPlace) -> None:
    source = place.put(table_of(DATA))
    for asked in (
        {"where": "source.record_id > 2"},
        {"query": "SELECT record_id, item FROM source WHERE record_id > 2"},
    ):
        found = api.audit_km(source, k=2, m=2, options=SourceOptions(db=place.db, **asked))  # type: ignore[arg-type]
        assert found.to_json() == api.audit_km(DATA[2:], k=2, m=2).to_json()
    with pytest.raises(BadInput, match="cannot be run"):
        api.audit_km(source, k=2, m=2, options=SourceOptions(db=place.db, where="nothing = 1"))
    with pytest.raises(BadInput, match="has no table or view"):
        api.audit_km("nothing", k=2, m=2, options=SourceOptions(db=place.db))


def test_disassociation_with_a_ledger_and_what_is_hidden(place: SqlitePlace | PostgresPlace, tmp_path: Path) -> None:
    source, hidden, out = place.put(table_of(DATA)), place.put(table_of([["a"]], ["x"])), place.out()
    options, ledger = SourceOptions(db=place.db), tmp_path / "ledger.csv"
    api.anonymize_disassociation(source, out, k=2, m=2, cluster_size=4, options=options, ledger=ledger, seed="1")
    assert ledger.read_text().count("\n") > 1 and api.audit_disassociation(out, db=place.db).satisfied
    assert api.estimate(out, items=[["a"]], db=place.db).itemsets == 1
    asked: dict[str, Any] = {"rho": "0.5", "sensitive": hidden, "options": SourceOptions(db=place.db)}
    with pytest.raises(BadInput, match="names no person"):
        api.audit_rho(source, **asked)


# -- what stands there is replaced only where setanon wrote it, and whole or not at all


def test_only_what_setanon_wrote_is_replaced(place: SqlitePlace | PostgresPlace) -> None:
    source, out, options = place.put(table_of(DATA)), place.out(), SourceOptions(db=place.db)
    with pytest.raises(BadDestination, match="also what is read"):
        api.anonymize_km(source, source, k=2, m=1, overwrite=True, options=options)
    other = place.put(table_of(DATA))
    with pytest.raises(BadDestination, match="not written by setanon"):
        api.anonymize_km(source, other, k=2, m=1, overwrite=True, options=options)
    api.anonymize_km(source, out, k=2, m=1, options=options)
    with pytest.raises(BadDestination, match="already exists"):
        api.anonymize_km(source, out, k=2, m=1, options=options)
    view = f"{out}_seen"
    place.run(f"CREATE VIEW {view} AS SELECT record_id, item FROM {out}")
    with pytest.raises(BadDestination, match="also what is read"):
        api.anonymize_km(view, out, k=2, m=1, overwrite=True, options=options)
    place.run(f"DROP VIEW {view}")
    before = place.tables()
    api.anonymize_km(source, out, k=3, m=1, overwrite=True, options=options)
    assert api.verify(out, db=place.db).parameters == {"k": 3, "m": 1} and place.tables() == before
    place.lose_a_record(out)
    assert not api.verify(out, db=place.db).holds
    with pytest.raises(BadDestination, match="not written by setanon"):
        api.anonymize_km(source, out, k=3, m=1, overwrite=True, options=options)


@pytest.mark.each_time
@pytest.mark.parametrize("transactional", [True, False])
def test_a_release_that_fails_half_way_leaves_nothing(
    place: SqlitePlace | PostgresPlace, monkeypatch: pytest.MonkeyPatch, transactional: bool
) -> None:
    """Also where a database makes tables one by one, as most warehouses do."""
    source, out, options = place.put(table_of(DATA)), place.out(), SourceOptions(db=place.db)
    before, send = place.tables(), RemoteAdbc._send

    def fails(self: RemoteAdbc, above: Any, name: str, *how: Any) -> None:
        send(self, above, name, *how)
        if not transactional:
            self.connection.commit()
        if not name.endswith("_manifest"):
            with self.explain_errors("the writing"):
                self.connection.cursor().execute("SELECT nothing FROM nowhere")

    monkeypatch.setattr(RemoteAdbc, "transactional", transactional)
    monkeypatch.setattr(RemoteAdbc, "_send", fails)
    with pytest.raises(BadDestination, match="cannot be written"):
        api.anonymize_km(source, out, k=2, m=1, options=options)
    assert place.tables() == before
    monkeypatch.setattr(RemoteAdbc, "_send", send)
    api.anonymize_km(source, out, k=2, m=1, options=options)
    if not transactional:
        with pytest.raises(BadDestination, match="cannot replace"):
            api.anonymize_km(source, out, k=3, m=1, overwrite=True, options=options)
    assert api.verify(out, db=place.db).holds


# -- addresses and what is said of them


def test_rights_are_told(adbc_postgres: PostgresPlace, limited: str) -> None:
    source = adbc_postgres.put(table_of(DATA))
    db = f"adbc:postgresql?uri={quote(limited, safe='')}"
    with pytest.raises(SetanonError, match=r"does not let you read|has no table"):
        api.audit_km(source, k=2, m=2, options=SourceOptions(db=db))
    adbc_postgres.run(f"GRANT USAGE ON SCHEMA tests TO limited; GRANT SELECT ON {source} TO limited")
    assert api.audit_km(source, k=2, m=2, options=SourceOptions(db=db)).records == len(DATA)
    with pytest.raises(BadDestination, match="does not permit the writing"):
        api.anonymize_km(source, "tests.safe", k=2, m=2, options=SourceOptions(db=db))


def test_the_address_is_in_no_message(
    adbc_postgres: PostgresPlace, limited: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOP_URI", limited.replace(PASSWORD, "wr0ng"))
    wrong = quote(limited.replace("@", "@127.0.0.1:1"), safe="")
    for db in (
        f"adbc:postgresql?uri={quote(limited, safe='')}",
        "adbc:postgresql?uri=${SHOP_URI}",
        f"adbc:postgresql?uri={wrong}",
    ):
        for how in ((), ("--json",), ("--show-sql", "--debug", "--show-values")):
            answer = Program(capsys)("audit", "km", "tests.nothing", "--k", "2", "--db", db, *how)
            assert answer.code == 2
            assert not any(word in answer.out + answer.err for word in (PASSWORD, "wr0ng", quote(limited, safe="")))


#: A password whose parts a driver takes for a host and a database, each of them a word of its own.
TAKEN_APART = ("pw0one@pw0two/pw0three#pw0four", "pw0one#pw0two@pw0three", "pw0one/pw0two?pw0three=pw0four")


@pytest.mark.each_time
@pytest.mark.parametrize("password", TAKEN_APART)
@pytest.mark.parametrize("form", ["adbc:postgresql?uri={}", "postgresql", "here"])
def test_no_part_of_a_password_is_in_a_message(
    called: Program, password: str, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither is the host, the user or the database, whatever the driver says of them."""
    url = f"postgresql://us0er:{password}@ho0st.invalid:1/da0tabase"
    monkeypatch.setenv("SHOP_URI", url)
    db = {"postgresql": (url,), "here": (url, "--work", "here")}.get(form, ("adbc:postgresql?uri=${SHOP_URI}",))
    for how in ((), ("--show-values",), ("--show-values", "--debug", "--show-sql", "--json")):
        answer = called("audit", "km", "tests.nothing", "--k", "2", "--db", *db, *how)
        assert answer.code == 2 and "no connection" in answer.err
        assert not re.search("pw0|us0er|ho0st|da0tabase", answer.out + answer.err), answer.err


@pytest.mark.each_time
def test_what_a_driver_says_later_tells_no_address_either(adbc_postgres: PostgresPlace, called: Program) -> None:
    """Of a statement that fails; what it says of values is shown to who wants to see it."""
    source = adbc_postgres.put(table_of(DATA))
    asked = ("audit", "km", source, "--k", "2", "--db", adbc_postgres.db, "--show-values", "--where")
    answer = called(*asked, "record_id / 0 > 1")
    assert answer.code == 2 and "division by zero" in answer.err
    told = called(*asked, "CAST(current_database() AS INTEGER) > 1")
    assert told.code == 2 and "cannot be run" in told.err and "invalid input" not in told.err


@pytest.mark.each_time
@pytest.mark.parametrize(
    ("db", "told"),
    [
        ("adbc:postgresql?uri=postgresql://me@ho0st.invalid/x", "there is no server of that name"),
        ("adbc:postgresql?uri=postgresql://me@127.0.0.1:1/x", "cannot be reached"),
        ("postgresql://me@127.0.0.1:1/x", "cannot be reached"),
    ],
)
def test_why_there_is_no_connection_is_told_in_our_own_words(called: Program, db: str, told: str) -> None:
    answer = called("audit", "km", "t", "--k", "2", "--db", db, "--show-values")
    assert answer.code == 2 and told in answer.err


@pytest.mark.each_time
def test_a_database_or_a_user_that_is_not_there(postgres: PostgresPlace, limited: str, called: Program) -> None:
    url = urlsplit(postgres.db)
    nowhere = urlunsplit(url._replace(path="/da0tabase"))
    for db in (nowhere, f"adbc:postgresql?uri={quote(nowhere, safe='')}"):
        answer = called("audit", "km", "t", "--k", "2", "--db", db, "--show-values")
        assert answer.code == 2 and "no such database or user" in answer.err and "da0tabase" not in answer.err


@pytest.mark.each_time
@pytest.mark.parametrize(
    ("db", "told", "hint"),
    [
        ("adbc:nowhere?uri=x", "driver nowhere is not installed", "pip install adbc-driver-nowhere"),
        ("adbc:", "names no driver", "adbc:DRIVER"),
        ("adbc:sqlite", "which database", "adbc:DRIVER"),
        ("adbc:sqlite?uri=${SETANON_NOT_SET}", "SETANON_NOT_SET, which is not set", "export"),
        ("adbc:sqlite?uri=/nowhere/at/all.db", "is not there", ""),
    ],
)
def test_what_is_wrong_with_an_address_is_told(sqlite: SqlitePlace, db: str, told: str, hint: str) -> None:
    assert "SETANON_NOT_SET" not in os.environ
    with pytest.raises((BadInput, BadParameter), match=told) as raised:
        api.audit_km("t", k=2, m=2, options=SourceOptions(db=db))
    assert hint in raised.value.hint
