"""What is BigQuery's own, on a stand-in (bqemulator): names, bytes, sessions that end; what it cannot do is refused."""

import io
import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pytest
import sqlglot
from click.testing import CliRunner

from cli import cli
from setanon_sql import api
from setanon_sql.engine import open_warehouse
from setanon_sql.engine.bigquery import engine as own
from setanon_sql.engine.bigquery.engine import BigQueryEngine
from setanon_sql.engine.bigquery.failures import failure
from setanon_sql.engine.bigquery.kinds import kind_of
from setanon_sql.errors import BadDestination, BadInput, BadParameter, SetanonError
from setanon_sql.files.temporary import leave_folder
from setanon_sql.query.templates import Table, render
from setanon_sql.sources import SourceOptions
from setanon_sql.trace import Trace
from tests.engines.bigquery import served
from tests.engines.places import BigQueryPlace, table_of
from tests.papers.running_example import DATA

pytestmark = pytest.mark.each_time

KM: dict[str, Any] = {"k": 2, "m": 2}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Any]]:
    """The statements that clients send, with their settings."""
    from google.cloud.bigquery import Client

    sent, query = list[tuple[str, Any]](), Client.query

    def noted(client: Any, text: str, config: Any = None, **how: Any) -> Any:
        sent.append((text, config))
        return query(client, text, config, **how)

    monkeypatch.setattr(Client, "query", noted)
    return sent


def test_scratch_tables_are_of_the_session_and_hide_none_of_the_user(
    bigquery: BigQueryPlace, asked: list[tuple[str, Any]]
) -> None:
    before = bigquery.tables()
    with open_warehouse(bigquery.db) as engine:
        made = engine.load("rows", {"n": int, "la bel": str}, [[1, 2], ["it's \\ `", None]])
        assert made.name.startswith("setanon_") and engine.count(made) == 2
        engine.append(made, sqlglot.parse_one("SELECT 3 AS n, 'x' AS label", read="duckdb"))
        every = engine.rows(sqlglot.parse_one(f"SELECT * FROM {made.name} ORDER BY n", read="duckdb"))
        assert every == [(1, "it's \\ `"), (2, None), (3, "x")]
        assert bigquery.tables() == before
    sent = [text for text, _ in asked]
    assert any(text.startswith(f"CREATE TEMPORARY TABLE `{made.name}`") for text in sent)
    assert sent[-1].startswith("CALL BQ.ABORT_SESSION('")
    sessions = {one.value for _, config in asked if config for one in config.connection_properties}
    assert [f"CALL BQ.ABORT_SESSION('{one}')" for one in sessions] == [sent[-1]]


def test_the_session_of_a_killed_run_is_ended_by_the_next_one(
    bigquery_db: str, asked: list[tuple[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    killed = open_warehouse(bigquery_db)
    assert isinstance(killed, BigQueryEngine) and killed.folder
    killed.empty("rows", "a")
    note = killed.folder / "session.json"
    with open_warehouse(bigquery_db):
        assert note.exists()  # a run that lives is left alone
    leave_folder(killed.folder)
    asked.clear()
    with open_warehouse(bigquery_db):
        assert f"CALL BQ.ABORT_SESSION('{killed.session}')" in [text for text, _ in asked] and not note.exists()


def test_what_is_read_and_billed_is_told_and_a_limit_is_passed_on(
    bigquery: BigQueryPlace, asked: list[tuple[str, Any]]
) -> None:
    source, told = bigquery.put(table_of(DATA)), io.StringIO()
    with open_warehouse(f"{bigquery.db}&maximum_bytes_billed=5000000", trace=Trace(quiet=False, stream=told)) as engine:
        engine.pairs(engine.relation(source.split(".")), "record_id", "item")
    planned = [config.dry_run for text, config in asked if text.startswith("SELECT `record_id`, `item` FROM")]
    assert planned == [True] and "BigQuery reads 0 bytes of a table, once" in told.getvalue()  # no stand-in counts
    ours = [config for _, config in asked if config and config.labels == {"program": "setanon"}]
    assert len(ours) > 2 and {config.maximum_bytes_billed for config in ours} == {5_000_000}
    assert "BigQuery: 2 statements, 0 bytes billed" in told.getvalue()


@pytest.mark.parametrize("where", [{}, {"where": "item <> 'b'"}])
def test_the_source_is_read_once_whatever_is_looked_for_in_it(
    bigquery: BigQueryPlace, asked: list[tuple[str, Any]], where: dict[str, str]
) -> None:
    """Only the columns that are needed; a hint of persons is found in the copy."""
    rows = table_of(DATA)
    persons = pa.array([one // 2 for one in rows["record_id"].to_pylist()])
    source = bigquery.put(rows.append_column("customer", persons))
    found = api.audit_km(source, options=SourceOptions(db=bigquery.db, **where), **KM)
    assert found.person_hint and found.person_hint.column == "customer"
    read = [text for text, config in asked if source.partition(".")[2] in text and config and not config.dry_run]
    assert len(read) == 1 and "`customer`" in read[0] and "*" not in read[0]


def test_a_dry_run_plans_what_is_read_and_runs_nothing(
    bigquery: BigQueryPlace, asked: list[tuple[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stand-in plans no bytes: here each column has 1,000."""
    from google.cloud.bigquery import QueryJob

    monkeypatch.setattr(QueryJob, "total_bytes_processed", property(lambda job: 1000 * (job.query.count(",") + 1)))
    rows = table_of(DATA)
    source = bigquery.put(rows.append_column("customer", rows["record_id"]))
    asked.clear()

    def planned(*words: str) -> Any:
        shown = CliRunner().invoke(cli, [*words, "--db", bigquery.db, "--dry-run", "--json"])
        assert shown.exit_code == 0, shown.output
        return json.loads(shown.stdout)["source_bytes"]

    release = ("anonymize", "km", source, "--out", "marts.safe", "--k", "2", "--m", "2")
    assert planned(*release) == planned("utility", source, "marts.safe") == 2000
    assert planned("audit", "km", source, "--k", "2") == planned(*release, "--person", "customer") == 3000
    assert planned("audit", "km", source, "--k", "2", "--columns", "customer") == 5000
    assert planned(*release, "--query", f"SELECT record_id, item FROM {source}") == 2000
    assert planned(*release, "--where", "customer > 3") == 2000
    assert all(config.dry_run and not config.connection_properties for _, config in asked)
    assert bigquery.tables() == {source.partition(".")[2]}


def test_names_are_exactly_what_is_written(bigquery: BigQueryPlace) -> None:
    """A name in backticks may hold dashes; what would end the backticks is in none."""
    bigquery.run("CREATE TABLE marts.`B--DROP-TABLE-x` (`Rec ord` INT64, `select` STRING)")
    bigquery.run("INSERT INTO marts.`B--DROP-TABLE-x` VALUES (1, 'a'), (1, 'b'), (2, 'a')")
    options = SourceOptions(db=bigquery.db, record_id="Rec ord", item="select")
    assert api.audit_km("marts.B--DROP-TABLE-x", options=options, **KM).records == 2
    small = bigquery.put(table_of(DATA), "small")
    for name in (small, f"shop.{small}", f'"shop".{small}'):
        assert api.audit_km(name, options=SourceOptions(db=bigquery.db), **KM).records == len(DATA)
    for name in ("marts.nothing", "marts.SMALL", "nowhere.small"):
        with pytest.raises(BadInput, match="no such table or view"):
            api.audit_km(name, options=SourceOptions(db=bigquery.db), **KM)
    with pytest.raises(BadInput, match='its columns are "record_id", "item"'):
        api.audit_km(small, options=SourceOptions(db=bigquery.db, item="label"), **KM)
    for name in ("marts.`", "marts.small\\"):
        with pytest.raises((BadInput, BadParameter)):
            api.audit_km(name, options=SourceOptions(db=bigquery.db), **KM)


@pytest.mark.parametrize("name", ["x` WHERE false; DROP TABLE t; --", "x\\", "x\n"])
def test_a_name_that_would_end_its_backticks_is_written_nowhere(name: str) -> None:
    with pytest.raises(BadParameter, match="holds a character that bigquery takes in none"):
        render(Table("t", name).expression(), "bigquery")


@pytest.mark.parametrize(
    "selection",
    [
        {"where": "item <> 'a' AND source.record_id < 6"},
        {"query": "SELECT s.record_id, item FROM source AS s WHERE ITEM <> 'a' AND record_id < 6"},
        {"query": "SELECT b.record_id, b.item FROM `marts.kept` JOIN source AS b USING (record_id) WHERE item <> 'a'"},
    ],
)
def test_the_users_own_sql_means_what_it_means_in_bigquery(bigquery: BigQueryPlace, selection: dict[str, str]) -> None:
    source = bigquery.put(table_of(DATA), "baskets")
    bigquery.put(pa.table({"record_id": list(range(1, 6))}), "kept")
    found = api.audit_km(source, options=SourceOptions(db=bigquery.db, **selection), **KM)
    wanted = api.audit_km(table_of(DATA), options=SourceOptions(where="item <> 'a' AND record_id < 6"), **KM)
    assert {**found.to_json(), "source": ""} == {**wanted.to_json(), "source": ""}


def test_a_list_of_persons_and_work_here_are_refused_before_the_work(bigquery: BigQueryPlace) -> None:
    source = bigquery.put(table_of(DATA))
    with pytest.raises(BadDestination, match="for its owner alone") as raised:
        api.audit_km(source, records_out="marts.persons", options=SourceOptions(db=bigquery.db), **KM)
    assert "adbc:" in raised.value.hint
    with pytest.raises(BadParameter, match="tables of BigQuery cannot be worked on here") as refused:
        api.audit_km(source, options=SourceOptions(db=f"here:{bigquery.db}"), **KM)
    assert "adbc:" in refused.value.hint
    shown = CliRunner().invoke(cli, ["reconstruct", "t", "--out", "possible.csv", "--db", bigquery.db])
    assert "reconstruct does not work on BigQuery" in shown.output and "--work here" not in shown.output


def test_no_right_to_create_is_told_before_the_source_is_read(
    bigquery: BigQueryPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stand-in knows no rights. What is made to find out is gone, and would go by itself after a kill."""
    from google.api_core.exceptions import Forbidden
    from google.cloud.bigquery import Client

    source, options = bigquery.put(table_of(DATA)), SourceOptions(db=bigquery.db)
    before, made = bigquery.tables(), list[Any]()
    create: Callable[..., Any] = Client.create_table

    def refuse(*_: Any, **__: Any) -> None:
        raise Forbidden("Access Denied")

    with monkeypatch.context() as armed:
        armed.setattr(Client, "create_table", refuse)
        armed.setattr("setanon_sql.pipeline.opening.open_source", lambda *_: pytest.fail("the source was read"))
        with pytest.raises(BadDestination, match="may not create tables there"):
            api.anonymize_km(source, "marts.safe", options=options, **KM)
        with pytest.raises(BadDestination, match="no such schema, a dataset"):
            api.anonymize_km(source, "nowhere.safe", options=options, **KM)
    assert bigquery.tables() == before
    monkeypatch.setattr(
        Client, "create_table", lambda client, table, **how: create(client, made.append(table) or table, **how)
    )
    with open_warehouse(bigquery.db) as engine:
        engine.catalog(["marts"], []).refuse_place(["safe"])
    assert bigquery.tables() == before and made[0].expires is not None


def test_a_source_that_may_not_be_read_is_told(bigquery: BigQueryPlace, monkeypatch: pytest.MonkeyPatch) -> None:
    from google.api_core.exceptions import Forbidden

    source, run = bigquery.put(table_of(DATA)), BigQueryEngine._run

    def refuse(engine: BigQueryEngine, text: str, **how: Any) -> Any:
        if "marts" in text:
            raise Forbidden("Access Denied: the secret")
        return run(engine, text, **how)

    monkeypatch.setattr(BigQueryEngine, "_run", refuse)
    with pytest.raises(BadInput, match="or does not let you read it") as raised:
        api.audit_km(source, options=SourceOptions(db=bigquery.db), **KM)
    assert "secret" not in f"{raised.value} {raised.value.hint}"


def test_a_server_that_goes_away_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("google.cloud.bigquery")
    monkeypatch.setattr(own, "PATIENCE", 1.0)
    with served() as address:
        engine = open_warehouse(address)
    with pytest.raises(SetanonError, match="BigQuery lost the connection") as raised:
        engine.rows("engine/tables/count_rows", any_table=engine.new_table("gone"))
    engine.close()
    engine.close()
    assert not raised.value.details
    with pytest.raises(BadInput, match="no connection to BigQuery: the server, or the file, cannot be"):
        open_warehouse(address)
    with pytest.raises(SetanonError, match="the engine is closed"):
        engine.rows("engine/tables/count_rows", any_table=engine.new_table("gone"))


@pytest.mark.parametrize(
    ("reason", "code", "says"),
    [
        ("accessDenied", 403, "does not permit it"),
        ("bytesBilledLimitExceeded", 400, "more bytes than maximum_bytes_billed"),
        ("resourcesExceeded", 400, "not enough memory"),
        ("stopped", 200, "somebody cancelled"),
        ("invalidQuery", 400, "refused it .BadRequest."),
        ("", 503, "lost the connection"),
        ("", None, "lost the connection"),
    ],
)
def test_what_a_refusal_means_is_said_without_its_words(reason: str, code: int | None, says: str) -> None:
    error = type("BadRequest", (Exception,), {})("invalid value 'secret'")
    error.__dict__.update(SimpleNamespace(errors=[{"reason": reason}], code=code).__dict__)
    told = failure(error, "some/step")
    assert "secret" not in f"{told} {told.hint}" and bool(told.details) == (says != "lost the connection")
    with pytest.raises(SetanonError, match=says):
        raise told


@pytest.mark.parametrize(
    "address",
    [
        "bigquery://shop", "bigquery://me:s3cr3t@shop/d", "bigquery://shop/d/t", "bigquery://shop/d?maximum_bytes_billed=1GB",
        "bigquery://shop/d?password=s3cr3t", "bigquery://shop/d?priority=SOON",
    ],
)  # fmt: skip
def test_an_address_of_another_form_is_refused_without_its_secret(address: str) -> None:
    pytest.importorskip("google.cloud.bigquery")
    with pytest.raises(BadInput, match="db is no address of BigQuery") as raised:
        open_warehouse(address)
    assert "s3cr3t" not in f"{raised.value} {raised.value.hint}"


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("SELECT (a + 1) // b FROM t", "SELECT DIV((a + 1), b) FROM t"),
        (
            "SELECT string_agg(a, ',' ORDER BY a) FROM t",
            "SELECT STRING_AGG(a, ',' ORDER BY a IS NULL ASC, a ASC) FROM t",
        ),
        (
            "SELECT sum(a) OVER (PARTITION BY c ORDER BY a + b DESC) FROM t",
            "SELECT SUM(a) OVER (PARTITION BY c ORDER BY (a + b) IS NULL ASC, a + b DESC) FROM t",
        ),
        ("SELECT row_number() OVER (ORDER BY a) FROM t", "SELECT ROW_NUMBER() OVER (ORDER BY a NULLS LAST) FROM t"),
        (
            "SELECT date_trunc('week', a), bit_length(b) < 8, sha256(sha256(b)) FROM t",
            "SELECT DATE_TRUNC(a, WEEK(MONDAY)), (BYTE_LENGTH(b) * 8) < 8, TO_HEX(SHA256(TO_HEX(SHA256(b)))) FROM t",
        ),
        ("SELECT a AS b FROM t GROUP BY a ORDER BY a", "SELECT a AS b FROM t GROUP BY (a) ORDER BY a NULLS LAST"),
    ],
)
def test_what_bigquery_does_not_take_is_written_otherwise(written: str, wanted: str) -> None:
    assert render(sqlglot.parse_one(written, read="duckdb"), "bigquery") == wanted


@pytest.mark.parametrize(
    ("field", "collation", "kind"),
    [
        ({"type": "STRING", "collation": "und:ci"}, "", "loose"),
        ({"type": "STRING"}, "und:ci", "loose"),
        ({"type": "STRING", "collation": ""}, "und:ci", "other"),
        ({"type": "RECORD", "mode": "REPEATED"}, "", "nested list"),
        ({"type": "TIMESTAMP", "mode": "REPEATED"}, "", "list"),
        ({"type": "BIGNUMERIC"}, "", "other"),
    ],
)
def test_columns_are_taken_for_what_they_are(field: dict[str, str], collation: str, kind: str) -> None:
    assert kind_of(field, collation) == kind


def test_moments_are_read_in_utc(bigquery: BigQueryPlace) -> None:
    bigquery.run("CREATE TABLE marts.moments AS SELECT 1 AS record_id, TIMESTAMP '2024-05-01 02:00:00+02' AS item")
    with open_warehouse(bigquery.db) as engine:
        pairs = engine.pairs(engine.relation(["marts", "moments"]), "record_id", "item")
        assert [str(item)[:19] for _, item in engine.rows(sqlglot.parse_one(f"SELECT * FROM {pairs.name}"))] == [
            "2024-05-01 00:00:00"
        ]
