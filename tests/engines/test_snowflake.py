"""What is Snowflake's own, on a stand-in (fakesnow): names, rights, sessions that end; what it cannot do is refused."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pytest
import sqlglot
from click.testing import CliRunner

from cli import cli
from setanon_sql import api
from setanon_sql.engine import open_warehouse
from setanon_sql.engine.snowflake.engine import SnowflakeEngine
from setanon_sql.engine.snowflake.failures import failure
from setanon_sql.errors import BadDestination, BadInput, BadParameter, SetanonError
from setanon_sql.query.templates import render
from setanon_sql.sources import SourceOptions
from tests.engines.places import SnowflakePlace, table_of
from tests.engines.snowflake import PASSWORD, served
from tests.papers.running_example import DATA

pytestmark = pytest.mark.each_time

KM: dict[str, Any] = {"k": 2, "m": 2}


@pytest.fixture
def engine(snowflake_db: str) -> Iterator[SnowflakeEngine]:
    with open_warehouse(snowflake_db) as opened:
        assert isinstance(opened, SnowflakeEngine)
        yield opened


def test_scratch_tables_are_of_the_session_and_hide_none_of_the_user(snowflake: SnowflakePlace) -> None:
    before = snowflake.tables()
    with open_warehouse(snowflake.db) as engine:
        made = engine.load("rows", {"n": int, "label": str}, [[1, 2], ["it's", None]])
        assert made.name.startswith("setanon_") and engine.count(made) == 2
        engine.append(made, sqlglot.parse_one("SELECT 3 AS n, 'x' AS label", read="duckdb"))
        assert engine.count(made) == 3
        assert snowflake.tables() == before  # another session
        name = made.name
    with open_warehouse(snowflake.db) as other, pytest.raises(SetanonError, match="knows no such object"):
        other.execute("look", f'SELECT * FROM "{name}"')


def test_names_are_found_in_capitals_first_and_as_they_are_written(snowflake: SnowflakePlace) -> None:
    """A name in quotes may hold anything; statements quote all of them."""
    snowflake.run('CREATE TABLE marts."B. A; DROP TABLE x --" ("Rec ord" BIGINT, "it.em" VARCHAR)')
    snowflake.run("INSERT INTO marts.\"B. A; DROP TABLE x --\" VALUES (1, 'a'), (1, 'b'), (2, 'a')")
    source = 'marts."B. A; DROP TABLE x --"'
    options = SourceOptions(db=snowflake.db, record_id="Rec ord", item="it.em")
    assert api.audit_km(source, options=options, **KM).records == 2
    small = snowflake.put(table_of(DATA), "small")
    for name in (small, small.upper(), f"shop.{small}", f'"SHOP".{small}'):
        assert api.audit_km(name, options=SourceOptions(db=snowflake.db), **KM).records == len(DATA)
    with pytest.raises(BadInput, match="no such table or view"):
        api.audit_km("marts.nothing", options=SourceOptions(db=snowflake.db), **KM)
    with pytest.raises(BadInput, match='its columns are "record_id", "item"'):
        api.audit_km(small, options=SourceOptions(db=snowflake.db, item="label"), **KM)


@pytest.mark.parametrize(
    "selection",
    [
        {"where": "item <> 'a' AND source.record_id < 6"},
        {"query": "SELECT s.record_id AS record_id, item FROM source AS s WHERE ITEM <> 'a' AND record_id < 6"},
        {"query": "SELECT b.record_id, b.item FROM marts.kept JOIN source AS b USING (record_id) WHERE item <> 'a'"},
    ],
)
def test_the_users_own_sql_means_what_it_means_in_snowflake(
    snowflake: SnowflakePlace, selection: dict[str, str]
) -> None:
    source = snowflake.put(table_of(DATA), "baskets")
    snowflake.put(pa.table({"record_id": list(range(1, 6))}), "kept")
    found = api.audit_km(source, options=SourceOptions(db=snowflake.db, **selection), **KM)
    wanted = api.audit_km(table_of(DATA), options=SourceOptions(where="item <> 'a' AND record_id < 6"), **KM)
    assert {**found.to_json(), "source": ""} == {**wanted.to_json(), "source": ""}


def test_a_list_of_persons_and_work_here_are_refused_before_the_work(snowflake: SnowflakePlace) -> None:
    source = snowflake.put(table_of(DATA))
    with pytest.raises(BadDestination, match="for its owner alone") as raised:
        api.audit_km(source, records_out="marts.persons", options=SourceOptions(db=snowflake.db), **KM)
    assert "adbc:" in raised.value.hint
    with pytest.raises(BadParameter, match="tables of Snowflake cannot be worked on here") as refused:
        api.audit_km(source, options=SourceOptions(db=f"here:{snowflake.db}"), **KM)
    assert "adbc:" in refused.value.hint and PASSWORD not in str(refused.value)
    shown = CliRunner().invoke(cli, ["reconstruct", "t", "--out", "possible.csv", "--db", snowflake.db])
    assert "reconstruct does not work on Snowflake" in shown.output and "--work here" not in shown.output


def test_no_right_to_create_is_told_before_the_source_is_read(
    snowflake: SnowflakePlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stand-in knows no rights. What was made to find out is gone, also what a killed run left of it."""
    source = snowflake.put(table_of(DATA))
    snowflake.run(
        "CREATE TABLE marts.\"setanon_0_probe\" (a BIGINT) COMMENT = 'made by setanon to see whether it may: drop it'"
    )
    before = snowflake.tables()
    execute = SnowflakeEngine.execute

    def refuse(engine: SnowflakeEngine, name: str, text: str, values: Any = None) -> Any:
        if text.startswith("CREATE TRANSIENT"):
            raise SetanonError("Snowflake does not permit it")
        return execute(engine, name, text, values)

    with monkeypatch.context() as armed:
        armed.setattr(SnowflakeEngine, "execute", refuse)
        armed.setattr("setanon_sql.pipeline.opening.open_source", lambda *_: pytest.fail("the source was read"))
        with pytest.raises(BadDestination, match="may not create tables there"):
            api.anonymize_km(source, "marts.safe", options=SourceOptions(db=snowflake.db), **KM)
    assert snowflake.tables() == before
    api.anonymize_km(source, "marts.safe", options=SourceOptions(db=snowflake.db), **KM)
    assert not [name for name in snowflake.tables() if name.startswith("setanon")]


def test_a_server_that_goes_away_is_told_without_a_secret(tmp_path: Path) -> None:
    pytest.importorskip("snowflake.connector")
    with served() as address:
        place = SnowflakePlace(address, "marts")
        engine = open_warehouse(f"{address}&network_timeout=1&login_timeout=1")
        place.connection.close()
    with pytest.raises(SetanonError, match="Snowflake lost the connection") as raised:
        engine.rows("engine/tables/count_rows", any_table=engine.new_table("gone"))
    engine.close()
    engine.close()
    assert PASSWORD not in f"{raised.value} {raised.value.details}" and not raised.value.details
    with pytest.raises(BadInput, match="no connection to Snowflake: the server, or the file, cannot be") as refused:
        open_warehouse(f"{address}&login_timeout=1")
    said = f"{refused.value} {refused.value.hint} {refused.value.details}"
    assert PASSWORD not in said and refused.value.__cause__ is None


@pytest.mark.parametrize(
    ("kind", "number", "state", "says"),
    [
        ("ProgrammingError", 3001, "42501", "does not permit it"),
        ("ProgrammingError", 606, "57P03", "has no warehouse to compute with"),
        ("DatabaseError", 630, "57014", "STATEMENT_TIMEOUT_IN_SECONDS"),
        ("ProgrammingError", 390114, "08001", "lost the connection|ended the session"),
        ("ProgrammingError", 904, "42000", "refused it .ProgrammingError 904."),
    ],
)
def test_what_a_refusal_means_is_said_and_repeats_no_address(kind: str, number: int, state: str, says: str) -> None:
    words = type(kind, (Exception,), {})("on the host secret-account, invalid identifier 'X'")
    error = SimpleNamespace(errno=number, sqlstate=state)
    words.__dict__.update(error.__dict__)
    told = failure(words, "some/step", "snowflake://me:pw@secret-account/shop/public")
    assert not told.details
    with pytest.raises(SetanonError, match=says):
        raise told


@pytest.mark.parametrize(
    "address", ["snowflake://me:s3cr3t@host:80/a/b", "snowflake://me:s3cr3t@x/a/b/c", "snowflake://me:s3cr3t@x?port=p"]
)
def test_an_address_of_another_form_is_refused_without_its_secret(address: str) -> None:
    with pytest.raises(BadInput, match="db is no address of Snowflake") as raised:
        open_warehouse(address)
    assert "s3cr3t" not in f"{raised.value} {raised.value.hint}"


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("SELECT a / b FROM t", "SELECT CAST(a AS DOUBLE) / b FROM t"),
        ("SELECT (a + 1) // b FROM t", "SELECT CAST(((a + 1) - ((a + 1) % b)) / b AS BIGINT) FROM t"),
        ("SELECT avg(a) FROM t", "SELECT AVG(CAST(a AS DOUBLE)) FROM t"),
        ("SELECT count(*) FILTER (WHERE a > 1) FROM t", "SELECT COUNT(CASE WHEN a > 1 THEN 1 END) FROM t"),
    ],
)
def test_what_snowflake_would_round_or_leave_out_is_written_otherwise(written: str, wanted: str) -> None:
    """It divides whole numbers to six digits, and a count of none may be NULL: told by its manual."""
    assert render(sqlglot.parse_one(written, read="duckdb"), "snowflake") == wanted


def test_whole_numbers_divide_as_in_duckdb(engine: SnowflakeEngine) -> None:
    """The stand-in divides as floating point does: numbers of up to fifteen digits."""
    pairs = [(n, d) for n in (0, 1, 7, 2 * 10**9 - 1, 10**15 - 1) for d in (1, 2, 7, 2 * 10**9, 10**15)]
    table = engine.load("pairs", {"n": int, "d": int}, list(zip(*pairs, strict=True)))
    query = sqlglot.parse_one(f"SELECT n, d, n // d AS q FROM {table.name}", read="duckdb")
    assert sorted(engine.rows(query)) == sorted((n, d, n // d) for n, d in pairs)


def test_settings_are_compared_and_what_is_left_is_measured_there(snowflake: SnowflakePlace, tmp_path: Path) -> None:
    """The figures are those of DuckDB."""
    source = snowflake.put(table_of(DATA), "compared")
    there, tree = SourceOptions(db=snowflake.db), tmp_path / "tree.csv"
    tree.write_text("item,level1\n" + "".join(f"{item},all\n" for item in sorted({one for _, one in rows_of(DATA)})))
    how: dict[str, Any] = {"taxonomy": tree, "k": [2], "m": [1], "models": ["km"]}
    compared = [
        api.compare(what, options=options, **how) for what, options in ((source, there), (table_of(DATA), None))
    ]
    there_first, here_first = (one.settings[0].to_json() for one in compared)  # the others have secret floors
    assert rounded(there_first) == rounded(here_first)
    api.anonymize_km(source, "marts.measured", taxonomy=tree, seed="1", options=there, **KM)
    api.anonymize_km(table_of(DATA), tmp_path / "r.csv", taxonomy=tree, seed="1", **KM)
    measured = api.utility(source, "marts.measured", taxonomy=tree, options=there)
    assert rounded(measured.to_json()) == rounded(
        api.utility(table_of(DATA), tmp_path / "r.csv", taxonomy=tree).to_json()
    )
    assert api.build_taxonomy(source, options=there) == api.build_taxonomy(table_of(DATA))


def rounded(figures: dict[str, Any]) -> dict[str, Any]:
    """Return the shares and losses, which may be added up in another order."""
    return {key: round(figures[key], 9) for key in ("ncp", "rows_unchanged_ratio", "suppressed_ratio", "items_kept")}


def rows_of(data: Any) -> list[tuple[Any, str]]:
    table = table_of(data)
    return list(zip(*(table[name].to_pylist() for name in table.column_names[:2]), strict=True))
