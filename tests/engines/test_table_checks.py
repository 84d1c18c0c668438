"""What --overwrite may replace in a warehouse: only what setanon wrote, never what is read, never what a view needs."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from setanon_sql import api
from setanon_sql.engine import Engine, open_warehouse
from setanon_sql.errors import BadDestination
from setanon_sql.sources import SourceOptions
from tests.engines.places import BigQueryPlace, PostgresPlace, SnowflakePlace, SparkPlace, SparkTables, table_of
from tests.papers.running_example import DATA


def km(source: str, out: str, place: Any, k: int = 2, **how: Any) -> None:
    api.anonymize_km(source, out, k=k, m=1, options=SourceOptions(db=place.db), **how)


def apart(source: str, out: str, place: Any, k: int = 2, **how: Any) -> None:
    options = SourceOptions(db=place.db)
    api.anonymize_disassociation(source, out, k=k, m=2, cluster_size=4, refine=False, options=options, **how)


both = pytest.mark.parametrize("method", [km, pytest.param(apart, marks=pytest.mark.slow)])


Catalog = PostgresPlace | SparkTables | SnowflakePlace | BigQueryPlace


@pytest.fixture(params=["postgres", "here", "spark_tables", "snowflake", "bigquery"])
def place(request: pytest.FixtureRequest) -> Catalog:
    found: Catalog = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def safe(request: pytest.FixtureRequest, place: Catalog) -> str:
    """A release of k = 2 in the schema: of Spark a copy of one that the tests share."""
    if isinstance(place, SparkTables):
        return place.copied(request.getfixturevalue("kept_tables").schema)
    km(place.put(table_of(DATA)), f"{place.schema}.safe", place)
    return f"{place.schema}.safe"


def reading_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on an error that comes after the source was read is another one."""

    def read(*_: object) -> None:
        raise AssertionError("the source was read")

    monkeypatch.setattr("setanon_sql.pipeline.opening.open_source", read)


@both
def test_a_table_that_setanon_did_not_write_stays(
    place: Catalog, method: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, schema = place.put(table_of(DATA)), place.schema
    own = "dim" if method is km else "dim_clusters"
    place.run(f"CREATE TABLE {schema}.{own} AS SELECT 1 AS mine")
    place.run(f"CREATE TABLE {schema}.ship_manifest AS SELECT 'my freight' AS manifest")
    before = place.tables()
    reading_is_refused(monkeypatch)
    for name, what in (("dim", own), ("ship", "ship_manifest")):
        with pytest.raises(BadDestination, match="already exists"):
            method(source, f"{schema}.{name}", place)
        with pytest.raises(BadDestination, match=f"{what} was not written by setanon"):
            method(source, f"{schema}.{name}", place, overwrite=True)
    assert place.tables() == before
    assert place.run(f"SELECT * FROM {schema}.{own}") == [(1,)]
    assert place.run(f"SELECT * FROM {schema}.ship_manifest") == [("my freight",)]


@pytest.mark.parametrize("name", ["postgres", "here"])
@pytest.mark.parametrize("method", [km, apart])
def test_who_may_read_a_release_may_read_the_one_that_replaces_it(
    name: str, method: Callable[..., None], request: pytest.FixtureRequest
) -> None:
    place: PostgresPlace = request.getfixturevalue(name)
    source = place.put(table_of(DATA))
    tables = ["safe", "safe_manifest"] if method is km else ["safe_clusters", "safe_terms", "safe_manifest"]
    rights = "SELECT relname, coalesce(relacl::text, '') FROM pg_class WHERE relname = ANY(ARRAY[{}]) ORDER BY 1"
    asked = rights.format(", ".join(f"'{one}'" for one in tables))
    place.run('DROP ROLE IF EXISTS "Some Reader"; CREATE ROLE "Some Reader"')
    try:
        method(source, "tests.safe", place)
        for one in tables[:-1]:
            place.run(f'GRANT SELECT ON tests.{one} TO "Some Reader" WITH GRANT OPTION')
            if one != "safe_clusters":
                place.run(f"GRANT SELECT (item) ON tests.{one} TO PUBLIC")
        before = place.run(asked)
        method(source, "tests.safe", place, k=3, overwrite=True)
        after = place.run(asked)
        assert {one for one, _ in after} == set(tables) and sorted(after) == sorted(before)
        given = "SELECT count(*) FROM pg_attribute WHERE attacl IS NOT NULL AND attrelid = 'tests.{}'::regclass"
        assert place.run(given.format(tables[-2])) == [(1,)]
    finally:
        place.run('DROP OWNED BY "Some Reader"; DROP ROLE "Some Reader"')


@pytest.mark.parametrize("place", ["postgres", "here", "spark_tables"], indirect=True)
def test_lists_of_persons_and_releases_never_replace_each_other(place: Catalog, safe: str) -> None:
    source, before = place.put(table_of(DATA)), place.read(safe)
    how: dict[str, Any] = {"k": 9, "m": 1, "options": SourceOptions(db=place.db)}
    with pytest.raises(BadDestination, match="is a release, not a list of records at risk"):
        api.audit_km(source, records_out=safe, overwrite=True, **how)
    assert place.read(safe) == before
    persons = place.out()
    api.audit_km(source, records_out=persons, **how)
    with pytest.raises(BadDestination, match="is a list of records at risk, not a release"):
        km(source, persons, place, overwrite=True)


@pytest.mark.usefixtures("safe")
def test_a_release_that_the_source_reads_through_views_stays(place: Catalog) -> None:
    source, schema = place.put(table_of(DATA)), place.schema
    place.run(f"CREATE VIEW {schema}.inner_one AS SELECT * FROM {schema}.safe")
    place.run(f"CREATE VIEW {schema}.outer_one AS WITH q AS (SELECT * FROM {schema}.inner_one) SELECT * FROM q")
    with pytest.raises(BadDestination, match="also what is read"):
        km(f"{schema}.outer_one", f"{schema}.safe", place, overwrite=True)
    with pytest.raises(BadDestination, match="inner_one needs safe"):
        km(source, f"{schema}.safe", place, overwrite=True)
    assert api.verify(f"{schema}.safe", db=place.db).holds
    assert len(place.run(f"SELECT * FROM {schema}.outer_one")) == len(place.run(f"SELECT * FROM {schema}.safe"))


def test_a_release_that_was_changed_stays(place: Catalog, safe: str) -> None:
    source = place.put(table_of(DATA))
    place.run(f"INSERT INTO {safe} SELECT * FROM {safe}")
    with pytest.raises(BadDestination, match="not written by setanon"):
        km(source, safe, place, overwrite=True)
    assert place.run(f"SELECT count(*) FROM {safe}") != [(0,)]


@pytest.mark.parametrize("place", ["postgres", "here"], indirect=True)
@pytest.mark.parametrize("piece", ["subrecords", "terms"])
def test_a_disassociated_release_that_was_changed_stays(place: PostgresPlace, piece: str) -> None:
    source, out = place.put(table_of(DATA)), f"{place.schema}.safe"
    apart(source, out, place)
    place.run(f"DELETE FROM {out}_{piece}")
    with pytest.raises(BadDestination, match="safe was not written by setanon, or has changed since"):
        apart(source, out, place, overwrite=True)
    assert place.run(f"SELECT count(*) FROM {out}_{piece}") == [(0,)]


@both
@pytest.mark.parametrize("place", ["postgres", "here"], indirect=True)  # of Spark: test_spark_tables
def test_a_release_is_replaced(place: Catalog, method: Callable[..., None]) -> None:
    source, out = place.put(table_of(DATA)), f"{place.schema}.safe"
    method(source, out, place)
    before = place.tables()
    method(source, out, place, k=3, overwrite=True)
    assert place.tables() == before and api.verify(out, db=place.db).parameters["k"] == 3


def test_a_missing_schema_is_told_before_the_source_is_read(place: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    source = place.put(table_of(DATA))
    reading_is_refused(monkeypatch)
    with pytest.raises(BadDestination, match="no such schema"):
        km(source, "nowhere.safe", place)


# PostgreSQL ------------------------------------------------------------------------------------------------------


def test_the_right_to_create_and_to_replace_is_asked_before_the_source_is_read(
    postgres: PostgresPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    from urllib.parse import urlsplit, urlunsplit

    source = postgres.put(table_of(DATA))
    km(source, "tests.safe", postgres)
    postgres.run("CREATE ROLE asks LOGIN; GRANT USAGE ON SCHEMA tests TO asks")
    postgres.run("GRANT SELECT ON ALL TABLES IN SCHEMA tests TO asks")
    parts = urlsplit(postgres.db)
    other = SourceOptions(db=urlunsplit(parts._replace(netloc=f"asks@{parts.netloc.rpartition('@')[2]}")))
    reading_is_refused(monkeypatch)
    try:
        with pytest.raises(BadDestination, match="may not create tables there"):
            api.anonymize_km(source, "tests.mine", k=2, m=1, options=other)
        postgres.run("GRANT CREATE ON SCHEMA tests TO asks")
        with pytest.raises(BadDestination, match="may not replace safe"):
            api.anonymize_km(source, "tests.safe", k=2, m=1, options=other, overwrite=True)
    finally:
        postgres.run("DROP OWNED BY asks; DROP ROLE asks")


def test_what_a_foreign_key_a_function_or_a_partition_needs_stays(postgres: PostgresPlace) -> None:
    source = postgres.put(table_of(DATA))
    km(source, "tests.safe", postgres)
    postgres.run("ALTER TABLE tests.safe ADD COLUMN own int GENERATED ALWAYS AS IDENTITY UNIQUE")
    postgres.run("ALTER TABLE tests.safe DROP COLUMN own")
    postgres.run("CREATE TABLE tests.whole (LIKE tests.safe) PARTITION BY LIST (item)")
    postgres.run("ALTER TABLE tests.safe_manifest ADD UNIQUE (manifest)")
    postgres.run("CREATE TABLE tests.notes (about text REFERENCES tests.safe_manifest (manifest))")
    with pytest.raises(BadDestination, match="notes_about_fkey needs safe_manifest"):
        km(source, "tests.safe", postgres, overwrite=True)
    postgres.run("DROP TABLE tests.notes; ALTER TABLE tests.whole ATTACH PARTITION tests.safe DEFAULT")
    with pytest.raises(BadDestination, match="also what is read"):
        km("tests.whole", "tests.safe", postgres, overwrite=True)


def test_a_name_that_the_server_would_cut_is_refused(postgres: PostgresPlace) -> None:
    source = postgres.put(table_of(DATA))
    with pytest.raises(BadDestination, match="cuts names after 63 bytes"):
        km(source, f"tests.{'x' * 60}", postgres)
    assert not [name for name in postgres.tables() if name.startswith("xxx")]


def test_two_writers_at_once_leave_one_whole_release(postgres: PostgresPlace) -> None:
    source, said = postgres.put(table_of(DATA)), list[str]()

    def write(k: int, overwrite: bool) -> None:
        try:
            km(source, "tests.safe", postgres, k=k, overwrite=overwrite)
        except BadDestination as error:
            said.append(error.message)

    for overwrite in (False, True, True):
        threads = [threading.Thread(target=write, args=(k, overwrite)) for k in (2, 3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        answer = api.verify("tests.safe", db=postgres.db)
        assert answer.holds and answer.checks["sha256_matches"]
    assert len(said) == 1 and "already exists" in said[0]


# Spark -----------------------------------------------------------------------------------------------------------


def test_a_folder_that_setanon_did_not_write_stays(spark: SparkPlace) -> None:
    source, mine = spark.put(table_of(DATA)), spark.put(table_of(DATA[:2]), "mine")
    dim = spark.folder / "dim.parquet"
    dim.mkdir()
    (dim / "part-0.parquet").write_bytes(Path(mine).read_bytes())
    for out in (mine, str(dim)):
        with pytest.raises(BadDestination, match="not written by setanon"):
            km(source, out, spark, overwrite=True)
    assert len(list(dim.iterdir())) == 1


def test_a_folder_is_replaced_and_its_manifest_speaks_of_it_in_between(
    spark: SparkPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interrupted between any two moves, and left as it is then: the old or the new release verifies."""
    from setanon_sql.release import staging

    source, out, options = spark.put(table_of(DATA)), spark.folder / "safe.parquet", SourceOptions(db=spark.db)
    measured = api.anonymize_km(source, out, k=2, m=1, options=options).utility
    found = api.utility(source, out)
    assert {name: found[name] for name in measured} == pytest.approx(measured)  # without Spark
    before, seen = spark.tables(), list[object]()
    with pytest.raises(BadDestination, match="already exists"):
        km(source, str(out), spark)
    for read, written in ((out, out.parent / ".." / out.parent.name / out.name), (source, source)):
        with pytest.raises(BadDestination, match="also what is read"):
            km(str(read), str(written), spark, overwrite=True)

    def put_all(steps: Any) -> None:
        for step in steps:
            staging.put_one(step)
            answer = api.verify(out)
            assert answer.holds and answer.checks["sha256_matches"], answer.messages
            seen.append(answer.parameters["k"])

    monkeypatch.setattr(staging, "_put_all", put_all)
    km(source, str(out), spark, k=3, overwrite=True)
    assert seen == [2, 3, 3] and spark.tables() == before
    answer = api.verify(out, db=spark.db)
    assert answer.holds and answer.parameters == {"k": 3, "m": 1}
    spark.lose_a_record(str(out))
    answer = api.verify(out, db=spark.db)
    assert not answer.holds and not answer.checks["sha256_matches"]


class Killed(BaseException):
    """Nothing is undone after it, as if the program was killed."""


@pytest.mark.slow
@pytest.mark.parametrize("place", ["spark_tables", "snowflake", "bigquery"], indirect=True)
def test_killed_between_any_two_statements_the_next_run_finds_the_old_or_the_new_tables(
    place: SparkTables | SnowflakePlace | BigQueryPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each statement of publishing in turn is the last one. Three tables: a first, one in between and a last."""
    left, names = 0, ["x_manifest", "x_clusters", "x_terms"]

    def killing(engine: Engine, call: Callable[..., Any], *given: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise Killed
        return call(engine, *given)

    with open_warehouse(place.db) as engine:
        before, seen, turn, done = place.tables(), list[str](), 0, False
        made = {
            text: {name: ("release/tables/table_manifest", {"manifest": text}) for name in names}
            for text in ("old", "new")
        }
        while not done:
            engine.publish(["marts"], made["old"], list)
            left, done = turn, True
            with monkeypatch.context() as armed:
                for call in ("save", "execute"):
                    real = getattr(type(engine), call)
                    armed.setattr(type(engine), call, lambda engine, *given, real=real: killing(engine, real, *given))
                try:
                    engine.publish(["marts"], made["new"], lambda: names)
                except Killed:
                    done = False
            engine.recover_interrupted(["marts"], names)
            assert {name.lower() for name in place.tables() - before} == set(names)
            found = {place.run(f"SELECT manifest FROM marts.{name}")[0][0] for name in names}
            assert len(found) == 1
            seen += found
            for name in names:
                place.run(f"DROP TABLE marts.{name}")
            turn += 1
    assert seen == sorted(seen, reverse=True) and set(seen) == {"old", "new"} and turn > 5 * len(names)
