"""A session of PostgreSQL: whose functions are called, which rows are seen, and who may read what is written."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from setanon_sql import api
from setanon_sql.errors import BadInput
from setanon_sql.sources import SourceOptions
from tests.cli.program import Program
from tests.engines.places import PostgresPlace, table_of
from tests.papers.running_example import DATA

pytestmark = pytest.mark.each_time

#: A count, an equality of texts and a type that are not those of the server.
EVIL = """
CREATE SCHEMA evil;
CREATE FUNCTION evil.more(bigint) RETURNS bigint LANGUAGE sql AS 'SELECT $1 + 1000';
CREATE FUNCTION evil.more(bigint, anyelement) RETURNS bigint LANGUAGE sql AS 'SELECT $1 + 1000';
CREATE AGGREGATE evil.count(*) (sfunc = evil.more, stype = bigint, initcond = '1000');
CREATE AGGREGATE evil.count(integer) (sfunc = evil.more, stype = bigint, initcond = '1000');
CREATE FUNCTION evil.equal(text, text) RETURNS boolean LANGUAGE sql AS 'SELECT true';
CREATE OPERATOR evil.= (leftarg = text, rightarg = text, function = evil.equal);
CREATE DOMAIN evil.text AS pg_catalog.varchar CHECK (false);
GRANT USAGE ON SCHEMA evil TO PUBLIC"""


@pytest.fixture
def called(capsys: pytest.CaptureFixture[str]) -> Program:
    return Program(capsys)


@pytest.fixture
def evil(postgres: PostgresPlace, limited: str) -> Iterator[PostgresPlace]:
    """A database whose owner has put functions of his own in front of those of the server, for the role ``limited``."""
    postgres.run(EVIL)
    postgres.run("ALTER ROLE limited SET search_path = evil, tests, pg_catalog; GRANT USAGE ON SCHEMA tests TO limited")
    yield postgres
    postgres.run("DROP SCHEMA evil CASCADE; ALTER ROLE limited RESET search_path")


def places(url: str) -> list[str]:
    """Return how a database is named to be worked on in the server, here, and here through ADBC."""
    return [url, f"here:{url}", f"adbc:postgresql?uri={quote(url, safe='')}"]


@pytest.mark.parametrize("where", range(3))
def test_functions_of_others_are_never_called(evil: PostgresPlace, limited: str, where: int) -> None:
    source, options = evil.put(table_of(DATA)), SourceOptions(db=places(limited)[where])
    if where == 2:
        evil.run("DROP DOMAIN evil.text")  # with it the driver of ADBC fails before anything can be pinned
    evil.run(f"GRANT SELECT ON {source} TO limited")
    expected = api.audit_km(DATA, k=2, m=2)
    assert expected.violations
    assert api.audit_km(source, k=2, m=2, options=options).to_json() == expected.to_json()


@pytest.mark.parametrize("where", range(3))
def test_tables_are_found_by_the_path_of_the_role(evil: PostgresPlace, limited: str, where: int) -> None:
    source, options = evil.put(table_of(DATA)), SourceOptions(db=places(limited)[where])
    if where == 2:
        evil.run("DROP DOMAIN evil.text")  # with it the driver of ADBC fails before anything can be pinned
    evil.run("CREATE TABLE tests.wanted AS SELECT 'a' AS label; CREATE TABLE pg_temp.source_1 AS SELECT 1 AS nothing")
    evil.run("GRANT SELECT ON ALL TABLES IN SCHEMA tests TO limited; GRANT CREATE ON SCHEMA tests TO limited")
    own = source.removeprefix("tests.")
    expected = api.audit_km([record for record in DATA if "a" in record], k=2, m=2)
    for asked in (
        {"query": f"SELECT record_id, item FROM {own} WHERE record_id IN (SELECT s.record_id FROM {own} s, Wanted"
                  " WHERE s.item = wanted.label)"},
        {"where": "record_id IN (SELECT s.record_id FROM " + own + " s, wanted WHERE s.item = wanted.label)"},
    ):  # fmt: skip
        found = api.audit_km(own, k=2, m=2, options=SourceOptions(db=options.db, **asked))  # type: ignore[arg-type]
        assert found.to_json() == expected.to_json()
    api.anonymize_km(own, "tests.safe_there", k=2, m=2, options=options)
    assert api.verify("safe_there", db=options.db).holds and api.verify("tests.safe_there", db=options.db).holds


@pytest.mark.parametrize("where", range(3))
@pytest.mark.parametrize("through", ["table", "view"])
def test_rows_that_a_policy_hides_are_refused(
    postgres: PostgresPlace, limited: str, where: int, through: str, called: Program, tmp_path: Path
) -> None:
    source = postgres.put(table_of(DATA))
    postgres.run(f"ALTER TABLE {source} ENABLE ROW LEVEL SECURITY; GRANT USAGE ON SCHEMA tests TO limited")
    postgres.run(f"CREATE POLICY few ON {source} FOR SELECT TO limited USING (record_id <= 3)")
    postgres.run(f"CREATE VIEW tests.seen WITH (security_invoker) AS SELECT * FROM {source}")
    postgres.run(f"GRANT SELECT ON {source}, tests.seen TO limited")
    name = source if through == "table" else "tests.seen"
    query = tmp_path / "query.sql"
    query.write_text(f"SELECT record_id, item FROM {name}")
    for more in ((), ("--where", "record_id > 1"), ("--query", str(query))):
        answer = called("audit", "km", name, "--k", "2", "--m", "2", "--db", places(limited)[where], *more)
        assert answer.code == 2 and "row-level security" in answer.err, answer.err
    assert api.audit_km(source, k=2, m=2, options=SourceOptions(db=places(postgres.db)[where])).records == len(DATA)


@pytest.mark.parametrize("where", range(3))
def test_a_list_of_persons_is_for_its_owner_alone(postgres: PostgresPlace, limited: str, where: int) -> None:
    source, db = postgres.put(table_of(DATA)), places(postgres.db)[where]
    for whom in ("PUBLIC", "limited"):
        postgres.run(f"ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO {whom}")
    try:
        for overwrite in (False, True):
            options = SourceOptions(db=db)
            api.audit_km(source, k=3, m=2, records_out="tests.atrisk", overwrite=overwrite, options=options)
            for table in ("tests.atrisk", "tests.atrisk_manifest"):
                assert not _readers(postgres, table)
            postgres.run("GRANT SELECT ON tests.atrisk, tests.atrisk_manifest TO limited")
        api.anonymize_km(source, "tests.safe", k=2, m=2, options=SourceOptions(db=db))
        assert _readers(postgres, "tests.safe") == {"public", "limited"}  # a release is what the defaults say
    finally:
        for whom in ("PUBLIC", "limited"):
            postgres.run(f"ALTER DEFAULT PRIVILEGES REVOKE SELECT ON TABLES FROM {whom}")


def _readers(place: PostgresPlace, table: str) -> set[Any]:
    """Who was given a right on a table, besides its owner."""
    rows = place.run(
        "SELECT coalesce(r.rolname, 'public') FROM pg_class c, aclexplode(c.relacl) a LEFT JOIN pg_roles r"
        f" ON r.oid = a.grantee WHERE c.oid = '{table}'::regclass AND a.grantee <> c.relowner"
    )
    return {name for (name,) in rows}


def test_a_type_that_is_called_as_one_of_the_server_is_text(postgres: PostgresPlace) -> None:
    postgres.run("CREATE TYPE tests.int8 AS ENUM ('2', '10'); CREATE TABLE tests.odd (record_id tests.int8, item text)")
    postgres.run("INSERT INTO tests.odd VALUES ('2', 'a'), ('10', 'a')")
    for db in places(postgres.db):
        assert api.audit_km("tests.odd", k=2, m=1, options=SourceOptions(db=db)).records == 2
    with pytest.raises(BadInput):
        api.audit_km("tests.even", k=2, m=1, options=SourceOptions(db=postgres.db))


#: A label that is nowhere but in the data.
LABEL = "Xq7Zebra"


@pytest.mark.parametrize("where", range(2))
def test_no_item_reaches_the_log_of_the_server(postgres: PostgresPlace, tmp_path: Path, where: int) -> None:
    """As docs/postgresql.md says: rows go and come by COPY; what a manifest names is published anyway."""
    data = [sorted({*record, LABEL}) if at % 2 else sorted(record) for at, record in enumerate(DATA)]
    source, db = postgres.put(table_of(data)), places(postgres.db)[where]
    tree = tmp_path / "tree.csv"
    tree.write_text("".join(f"{item},any\n" for item in sorted({item for record in data for item in record})))
    postgres.run("ALTER ROLE CURRENT_USER SET log_statement = 'all'")
    log = _log(postgres)
    start = log.stat().st_size
    try:
        api.audit_km(source, k=2, m=2, options=SourceOptions(db=db), taxonomy=tree)
        api.anonymize_km(source, "tests.safe", k=2, m=2, taxonomy=tree, options=SourceOptions(db=db))
        api.audit_rho(source, rho="0.5", sensitive=[LABEL], options=SourceOptions(db=db))
        told = log.read_bytes()[start:]
        assert b"COPY" in told and LABEL.encode() not in told
        api.audit_km(source, k=2, options=SourceOptions(db=db, where=f"item <> '{LABEL}'"))
        assert LABEL.encode() in log.read_bytes()[start:]  # the user's own SQL does
    finally:
        postgres.run("ALTER ROLE CURRENT_USER RESET log_statement")


def _log(place: PostgresPlace) -> Path:
    """The file that the server writes its log into."""
    ((folder,),) = place.run("SHOW data_directory")
    return Path(folder, "log")
