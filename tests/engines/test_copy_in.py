"""PostgreSQL worked on here: the answers of DuckDB, all that DuckDB can do, the rights of the server, no password."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from setanon_sql import api
from setanon_sql.engine import Abilities
from setanon_sql.engine.postgres.engine import PostgresEngine
from setanon_sql.engine.spark.engine import SparkEngine
from setanon_sql.errors import BadDestination, BadInput, BadParameter, SetanonError
from setanon_sql.models.km.methods import anonymize_km
from setanon_sql.release.ledgers import Ledger
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy
from tests.adaptive.data import in_one_way
from tests.cli.program import Program
from tests.engines.conftest import PASSWORD
from tests.engines.drawn import HOSTILE, TREE, drawn
from tests.engines.places import PostgresPlace, SparkTables, table_of
from tests.engines.runs import at, is_same, reference
from tests.papers.running_example import DATA, WITH_L
from tests.releases import rows_of

K2 = ("--k", "2", "--m", "2")


@pytest.fixture
def called(capsys: pytest.CaptureFixture[str]) -> Program:
    return Program(capsys)


def url_of(here: PostgresPlace) -> str:
    return here.db.removeprefix("here:")


@pytest.mark.parametrize("seeds", [range(5), range(5, 10)])
def test_random_datasets(here: PostgresPlace, tmp_path: Path, seeds: range) -> None:
    """As DuckDB on a frame, and the audit as in the server."""
    for seed in seeds:
        records, k, m = drawn(seed)
        table, asked = table_of(records), {"k": k, "m": m, "taxonomy": TREE if seed % 2 else None, "all_of_it": False}
        is_same(at(here, table, **asked), reference(tmp_path, table, **asked))


def test_any_text_comes_over_as_it_is(here: PostgresPlace) -> None:
    odd = [*HOSTILE, 'a"b', "line\nbreak", "\\N", ",", "''", "tab\t", "x\r\ny", '""', "NULL", "{}"]
    records = [set(odd[at : at + 4]) for at in range(len(odd) - 3)]
    source, out = here.put(table_of(records)), here.out()
    told = [
        api.audit_km(source, k=2, m=2, options=SourceOptions(db=db, on_null="drop")).to_json(show_values=True)
        for db in (here.db, url_of(here))
    ]
    assert told[0] == told[1] and told[0]["rows"] == sum(map(len, records))
    options = SourceOptions(db=here.db)
    api.anonymize_km(source, out, k=2, m=1, options=options, record_ids="keep")
    often = {item for item in odd if sum(item in record for record in records) > 1}
    kept = sorted((str(at), item) for at, record in enumerate(records, 1) for item in record & often)
    assert sorted((str(record), item) for record, item in here.read(out)) == kept


def test_lists_and_one_hot_tables_are_read(here: PostgresPlace, tmp_path: Path) -> None:
    long = api.audit_km(table_of(DATA), k=2, m=2).to_json()
    source = here.put(table_of(DATA))
    here.run(f"CREATE TABLE tests.lists AS SELECT record_id, array_agg(item) AS item FROM {source} GROUP BY 1")
    labels = sorted(set().union(*DATA))
    flags = ", ".join(f"bool_or(item = '{one}') AS \"{one}\"" for one in labels)
    here.run(f"CREATE TABLE tests.wide AS SELECT 'r' || record_id AS who, {flags} FROM {source} GROUP BY 1")
    options = SourceOptions(db=here.db)
    for name in ("tests.lists", "tests.wide"):
        assert api.audit_km(name, k=2, m=2, options=options).to_json() == long
    here.run("INSERT INTO tests.lists VALUES (98, '{}')")
    assert api.audit_km("tests.lists", k=2, m=2, options=options).records == len(DATA) + 1
    with pytest.raises(BadInput, match='no column "nothing"'):
        api.audit_km(source, k=2, m=2, options=SourceOptions(db=here.db, item="nothing", format="long"))


def test_lists_of_lists_are_refused(here: PostgresPlace) -> None:
    """The type text[][] is text[]: only the values tell."""
    here.run("CREATE TABLE tests.nested AS SELECT 1 AS record_id, ARRAY['a', 'b'] AS item")
    options = SourceOptions(db=here.db)
    assert api.audit_km("tests.nested", k=2, m=1, options=options).rows == 2
    here.run("INSERT INTO tests.nested VALUES (2, ARRAY[['c', 'd'], ['e', 'f']]), (3, NULL), (4, '{}')")
    here.run("CREATE TABLE tests.documents AS SELECT 1 AS record_id, ARRAY['[\"a\"]'::jsonb] AS item")
    for how in (
        options,
        SourceOptions(db=here.db, query="SELECT * FROM tests.nested"),
        replace(options, format="list"),
    ):
        with pytest.raises(BadInput, match='the column "item" holds lists of lists'):
            api.audit_km(None if how.query else "tests.nested", k=2, m=1, options=how)
    with pytest.raises(BadInput, match='the column "item" holds lists of lists, structs, bytes or JSON'):
        api.audit_km("tests.documents", k=2, m=1, options=options)


def test_a_disassociated_release_is_attacked_and_reconstructed(
    here: PostgresPlace, called: Program, tmp_path: Path
) -> None:
    source, out, ledger = here.put(table_of(DATA)), here.out(), tmp_path / "ledger.csv"
    options = SourceOptions(db=here.db)
    api.anonymize_disassociation(source, out, k=2, m=2, cluster_size=4, options=options, seed="1", ledger=ledger)
    folder = tmp_path / "apart"
    api.anonymize_disassociation(table_of(DATA), folder, k=2, m=2, cluster_size=4, seed="1")
    asked: dict[str, Any] = {"items": [["a"], ["a", "b"]]}
    assert api.estimate(out, db=here.db, **asked) == api.estimate(folder, **asked)
    assert api.attack_cover(out, db=here.db) == api.attack_cover(folder)
    there = ("--db", url_of(here), "--work", "here", "--json")
    assert called("estimate", out, "--items", "a", *there).json == api.estimate(folder, items=[["a"]]).to_json()
    assert called("attack", "cover", out, *there).json == api.attack_cover(folder).to_json()
    assert called("reconstruct", out, "--out", str(tmp_path / "by-command.csv"), *there).code == 0
    for name, where, db in (("one", out, here.db), ("other", folder, "")):
        api.reconstruct(where, tmp_path / f"{name}.csv", db=db, seed="2")
    assert (tmp_path / "one.csv").read_text() == (tmp_path / "other.csv").read_text()
    assert ledger.read_text().count("\n") > 1 and (ledger.stat().st_mode & 0o777) == 0o600
    assert api.audit_disassociation(out, db=here.db).satisfied
    assert api.verify(out, db=url_of(here)).holds


def test_a_release_may_go_from_there_to_a_file_and_from_a_file_to_there(
    here: PostgresPlace, called: Program, tmp_path: Path
) -> None:
    source, out, file = here.put(table_of(DATA)), here.out(), tmp_path / "safe.parquet"
    told = called("anonymize", "km", source, "--out", str(file), "--db", url_of(here), "--work", "here", *K2)
    assert told.code == 0 and "23 rows were copied out of PostgreSQL: the work is done here" in told.err
    assert api.verify(file).holds
    options = SourceOptions()
    api.anonymize_km(table_of(DATA), out, k=2, m=2, options=options, out_db=here.db, seed="s")
    again = tmp_path / "again.parquet"
    api.anonymize_km(table_of(DATA), again, k=2, m=2, seed="s")
    assert here.read(out) == rows_of(again)
    assert api.verify(out, db=here.db).holds
    with pytest.raises(BadParameter, match="engine of its source"):
        api.anonymize_km(table_of(DATA), out, k=2, m=2, out_db=url_of(here))


def test_values_of_the_users_own_sql_are_not_shown(here: PostgresPlace, called: Program, tmp_path: Path) -> None:
    source, query = here.put(table_of(DATA)), tmp_path / "q.sql"
    query.write_text("SELECT * FROM source WHERE item <> 'Zqx\\' AND item <> 'Zqx7'")
    for work in ("here", "there"):
        given = ["--db", url_of(here), "--work", work, "--where", "item <> 'Zqx''8'", "--query", str(query)]
        told = called("audit", "km", source, *given, *K2, "--show-sql", "--debug")
        assert told.code != 2 and "item <> ?" in told.err and "Zqx" not in told.err + told.out


def test_what_else_is_read_stands_there_too(here: PostgresPlace) -> None:
    source = here.put(table_of(DATA))
    here.run("CREATE TABLE tests.hidden AS SELECT 'a' AS item, 'x' AS beside")
    here.run("CREATE TABLE tests.factors AS SELECT 'a' AS item, 0.1::float8 AS factor")
    here.run(f"CREATE TABLE tests.tree AS SELECT DISTINCT item AS child, 'T' AS parent FROM {source}")
    both = [SourceOptions(db=db) for db in (here.db, url_of(here))]
    asked: dict[str, Any] = {"rho": "0.2", "sensitive": "tests.hidden"}
    told = [api.audit_adaptive(source, factors="tests.factors", options=one, **asked).to_json() for one in both]
    assert told[0] == told[1]
    assert (
        api.audit_rho(source, options=both[0], **asked).to_json()
        == api.audit_rho(source, options=both[1], **asked).to_json()
    )
    api.anonymize_adaptive(
        source, "tests.grouped", factors="tests.factors", taxonomy="tests.tree", options=both[0], seed="1", **asked
    )
    assert api.verify("tests.grouped", db=here.db).holds and api.verify("tests.grouped", db=url_of(here)).holds


# -- rights, lost connections, nothing left behind, no password


def test_the_right_to_read_two_columns_is_enough(here: PostgresPlace, limited: str) -> None:
    source = here.put(table_of(DATA))
    here.run(f"CREATE VIEW tests.shown AS SELECT record_id, item, 'x' AS secret FROM {source}")
    here.run("GRANT USAGE ON SCHEMA tests TO limited; GRANT SELECT (record_id, item) ON tests.shown TO limited")
    here.run("REVOKE TEMPORARY ON DATABASE postgres FROM PUBLIC")
    options = SourceOptions(db=f"here:{limited}", where="item <> 'a'")
    try:
        assert api.audit_km("tests.shown", k=2, m=2, options=options).records == len(DATA)
    finally:
        here.run("GRANT TEMPORARY ON DATABASE postgres TO PUBLIC")
    with pytest.raises(BadDestination, match="may not create"):
        api.anonymize_km("tests.shown", "tests.safe", k=2, m=2, options=options)


def test_no_connection_is_needed_while_the_work_is_done(here: PostgresPlace, monkeypatch: pytest.MonkeyPatch) -> None:
    source, out, seen = here.put(table_of(DATA)), here.out(), []

    def cut(*given: Any, **how: Any) -> Any:
        mine = "FROM pg_stat_activity WHERE application_name = 'setanon' AND datname = current_database()"
        seen.append(here.run(f"SELECT pg_terminate_backend(pid) {mine}"))
        return anonymize_km(*given, **how)

    monkeypatch.setattr("setanon_sql.models.km.cut.anonymize_km", cut)
    api.anonymize_km(source, out, k=2, m=2, options=SourceOptions(db=here.db))
    assert seen == [[]] and api.verify(out, db=here.db).holds


@pytest.mark.each_time
def test_a_connection_that_is_lost_while_it_is_read_ends_the_run(
    here: PostgresPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What would be read over another one would be of another moment."""
    source, out = here.put(table_of(DATA)), here.out()
    copied, before = PostgresEngine.unload, here.tables()

    def cut(engine: PostgresEngine, query: Any, path: Path) -> None:
        copied(engine, query, path)
        with suppress(Exception):
            engine.execute("cut", "SELECT pg_terminate_backend(pg_backend_pid())")

    monkeypatch.setattr(PostgresEngine, "unload", cut)
    with pytest.raises(SetanonError, match="the connection"):
        api.anonymize_km(source, out, k=2, m=2, options=SourceOptions(db=here.db))
    assert here.tables() == before


@pytest.mark.each_time
def test_a_connection_that_is_lost_at_the_end_leaves_the_old_release(
    here: PostgresPlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, out, ledger = here.put(table_of(DATA)), here.out(), tmp_path / "ledger.csv"
    how: dict[str, Any] = {"options": SourceOptions(db=here.db), "ledger": ledger}
    api.anonymize_km(source, out, k=2, m=2, **how)
    rows, old, before = here.read(out), ledger.read_text(), here.tables()
    filled = PostgresEngine.fill

    def cut(engine: PostgresEngine, *about: Any) -> None:
        filled(engine, *about)
        engine.execute("cut", "SELECT pg_terminate_backend(pg_backend_pid())")

    monkeypatch.setattr(PostgresEngine, "fill", cut)
    with pytest.raises(SetanonError, match=r"cannot be written|the connection"):
        api.anonymize_km(source, out, k=3, m=1, overwrite=True, **how)
    assert (here.read(out), ledger.read_text(), here.tables()) == (rows, old, before)
    assert [path.name for path in tmp_path.iterdir()] == ["ledger.csv"]


@pytest.mark.each_time
def test_a_ledger_whose_release_stands_is_not_lost(
    here: PostgresPlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, out, ledger = here.put(table_of(DATA)), here.out(), tmp_path / "ledger.csv"
    how: dict[str, Any] = {"options": SourceOptions(db=here.db), "ledger": ledger, "overwrite": True}

    def fails(_: Ledger) -> None:
        raise BadDestination("killed")

    def leave(self: Ledger) -> None:
        from setanon_sql.files.temporary import leave_folder

        leave_folder(self.path.parent)
        fails(self)

    monkeypatch.setattr(Ledger, "follow", leave)
    with pytest.raises(BadDestination):
        api.anonymize_km(source, out, k=2, m=2, **how)
    monkeypatch.undo()
    assert not ledger.exists() and api.verify(out, db=here.db).holds
    with pytest.raises(BadDestination, match="also what is read"):
        api.anonymize_km(out, out, k=2, m=2, **how)
    assert ledger.read_text().count("\n") > 1
    assert [path.name for path in tmp_path.iterdir()] == ["ledger.csv"]


@pytest.mark.each_time
@pytest.mark.parametrize(
    "call", ["audit km tests.nothing --k 2", "verify tests.nothing", "reconstruct tests.x --out x.csv"]
)
def test_no_password_is_told(limited: str, called: Program, call: str) -> None:
    wrong = limited.replace(PASSWORD, "wr0ng")
    for db in (limited, wrong, limited.replace("@", "@127.0.0.1:1")):
        for how in ((), ("--json",), ("--show-sql", "--debug", "--show-values")):
            told = called(*call.split(), "--db", db, "--work", "here", *how)
            assert told.code == 2
            assert PASSWORD not in told.out + told.err and "wr0ng" not in told.out + told.err


def test_work_here_needs_a_database(called: Program) -> None:
    told = called("audit", "km", "b.csv", *K2, "--work", "here", "--json")
    assert told.code == 2 and "--db" in told.json["hint"]


# -- Spark, where the data fit


def test_spark_worked_on_here(spark_tables: SparkTables, tmp_path: Path) -> None:
    spark_tables.db = "here:spark:local"
    records, k, m = drawn(5)
    for table, asked in ((table_of(DATA), {"k": 2, "m": 2}), (table_of(records), {"k": k, "m": m, "taxonomy": TREE})):
        is_same(at(spark_tables, table, **asked), reference(tmp_path, table, **asked))
    source, out, ledger = spark_tables.put(table_of(DATA)), spark_tables.out(), tmp_path / "ledger.csv"
    spark_tables.run(
        f"CREATE TABLE marts.lists AS SELECT record_id, collect_list(item) AS item FROM {source} GROUP BY 1"
    )
    options = SourceOptions(db=spark_tables.db, where="record_id > 2")
    wanted = api.audit_km(DATA[2:], k=2, m=2).to_json()
    assert [api.audit_km(name, k=2, m=2, options=options).to_json() for name in (source, "marts.lists")] == [wanted] * 2
    query = SourceOptions(db=spark_tables.db, query="SELECT record_id, item FROM source WHERE record_id > 2")
    assert api.audit_km(source, k=2, m=2, options=query).to_json() == wanted
    how: dict[str, Any] = {"k": 2, "m": 2, "cluster_size": 4, "options": SourceOptions(db=spark_tables.db)}
    api.anonymize_disassociation(source, out, ledger=ledger, **how)
    assert api.attack_cover(out, db=spark_tables.db).m == 2 and ledger.exists()
    assert api.verify(out, db="spark:local").holds
    hidden: dict[str, Any] = {"rho": "0.2", "m": 1, "sensitive": ["a"], "options": how["options"]}
    with in_one_way():
        grouped = api.anonymize_adaptive(source, "marts.grouped", taxonomy=Taxonomy(WITH_L, "T"), **hidden)
    told = api.verify("marts.grouped", db=spark_tables.db)
    assert told.holds and told.checks["sha256_matches"]
    (groups,) = spark_tables.run("SELECT count(DISTINCT group_id), count(*) FROM marts.grouped")
    assert groups == (grouped.utility["groups"], grouped.manifest["rows"])
    before = spark_tables.tables()
    with pytest.raises(BadDestination, match="already exists"):
        api.anonymize_disassociation(source, out, **how)
    with pytest.raises(BadDestination, match="also what is read"):
        api.anonymize_km(source, source, k=2, m=2, overwrite=True, options=how["options"])
    api.anonymize_disassociation(source, out, overwrite=True, **how)
    assert spark_tables.tables() == before


def test_rows_of_a_cluster_come_and_go_through_arrow(
    spark_tables: SparkTables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SparkEngine, "abilities", Abilities(transactions=False))
    spark_tables.db = "here:spark:local"
    is_same(at(spark_tables, table_of(DATA), k=2, m=2), reference(tmp_path, table_of(DATA), k=2, m=2))
