"""Tables of attached databases, many Parquet files, and the user's own statements before anything is read."""

import json
from pathlib import Path
from typing import Any

import duckdb
import pytest

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadDestination, BadInput, BadParameter
from setanon_sql.settings import Settings
from setanon_sql.sources import SourceOptions, open_source
from tests.cli.program import Program
from tests.papers.running_example import DATA

pytestmark = pytest.mark.whole

ROWS = [(f"r{at}", item, "FR" if at % 2 else "DE") for at, record in enumerate(DATA, 1) for item in sorted(record)]
WHOLE = api.audit_km(DATA, k=2, m=2).to_json()
FRENCH = api.audit_km([record for at, record in enumerate(DATA, 1) if at % 2], k=2, m=2).to_json()
SECRET = "s3cr3t-pa55"


@pytest.fixture
def setup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A lake of two tables, a folder of Parquet files, and a file of statements that attaches the first."""
    monkeypatch.chdir(tmp_path)
    with duckdb.connect("lake.duckdb") as base:
        base.execute("CREATE SCHEMA shop; CREATE TABLE shop.baskets (record_id VARCHAR, item VARCHAR, country VARCHAR)")
        base.executemany("INSERT INTO shop.baskets VALUES (?, ?, ?)", ROWS)
        base.execute("CREATE VIEW shop.lists AS SELECT record_id, list(item) AS item FROM shop.baskets GROUP BY 1")
        base.execute(
            "CREATE TABLE hidden AS SELECT 'a' AS item;"
            "CREATE TABLE tree AS SELECT DISTINCT item AS child, 'T' AS parent FROM shop.baskets"
        )
        base.execute("COPY shop.baskets TO 'parts' (FORMAT parquet, PARTITION_BY (country))")
    found = Path("setup.sql")
    found.write_text("-- mine\nATTACH 'lake.duckdb' AS lake (READ_ONLY);\nUSE lake;\nSET threads = 1;\n")
    return found


def audited(source: str | None, setup: Path | str = "", **options: Any) -> dict[str, Any]:
    settings = Settings(setup=setup)
    return without_hint(api.audit_km(source, k=2, m=2, options=SourceOptions(**options), settings=settings).to_json())


def without_hint(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer but for what it tells of the country, which is not in the source that it is compared with."""
    return {key: value for key, value in answer.items() if key != "columns_hint"}


@pytest.mark.parametrize("name", ["lake.shop.baskets", "LAKE.shop.baskets", 'lake."shop".lists'])
def test_a_table_of_an_attached_database_is_read(setup: Path, name: str) -> None:
    assert audited(name, setup) == WHOLE
    assert audited(name, setup, where="record_id <> 'nobody'") == WHOLE


def test_a_query_may_name_such_tables(setup: Path) -> None:
    query = "SELECT b.record_id, b.item FROM lake.shop.baskets AS b WHERE b.country = 'FR'"
    assert audited(None, setup, query=query) == FRENCH
    assert audited("lake.shop.baskets", setup, query="SELECT * FROM source WHERE country = 'FR'") == FRENCH


@pytest.mark.parametrize("name", ["baskets", "main.baskets", "BASKETS", "of_country('FR')"])
def test_views_and_macros_of_the_setup_are_read(setup: Path, name: str) -> None:
    setup.write_text(
        "ATTACH 'lake.duckdb' AS lake (READ_ONLY); CREATE VIEW baskets AS FROM lake.shop.baskets;"
        "CREATE MACRO of_country(c) AS TABLE SELECT * FROM baskets WHERE country = c; CREATE MACRO same(x) AS x || '';"
    )
    expected = FRENCH if "FR" in name else WHOLE
    assert audited(name, setup) == expected
    assert audited(None, setup, query=f"SELECT record_id, same(item) AS item FROM {name}") == expected


def test_a_folder_of_parquet_files_is_a_source(setup: Path) -> None:
    assert audited("parts") == audited("parts/country=FR/..") == WHOLE


@pytest.mark.slow
def test_what_else_is_read_stands_there_too(setup: Path, tmp_path: Path) -> None:
    asked: dict[str, Any] = {"rho": "0.2", "sensitive": "lake.hidden", "settings": Settings(setup=setup)}
    released = api.anonymize_adaptive("lake.shop.baskets", "safe.csv", taxonomy="lake.tree", **asked)
    assert released.verification and released.verification.satisfied
    assert (
        api.audit_rho("lake.shop.baskets", **asked).to_json()
        == api.audit_rho(DATA, rho="0.2", sensitive=["a"]).to_json()
    )


@pytest.mark.parametrize("pattern", ["parts/*/*.parquet", "parts/**/*.parquet", "parts/country=*/data_?.parquet"])
def test_many_parquet_files_are_one_source(setup: Path, pattern: str) -> None:
    assert audited(pattern) == WHOLE
    assert audited(pattern, where="country = 'FR'") == FRENCH
    assert audited("parts/country=FR/*.parquet") == FRENCH
    by_country = api.audit_km(pattern, k=2, m=1, options=SourceOptions(record_id="country"))
    assert by_country.records == 2


def test_a_release_does_not_go_among_the_files_that_are_read(setup: Path) -> None:
    for out in ("parts/country=FR/new.parquet", "parts/country=DE/data_0.parquet"):
        with pytest.raises(BadDestination, match="also what is read"):
            api.anonymize_km("parts/*/*.parquet", out, k=2, m=2, overwrite=True)
    with pytest.raises(BadDestination, match="attached by"):
        api.anonymize_km("lake.shop.baskets", "safe", k=2, m=2, out_db="lake.duckdb", settings=Settings(setup=setup))


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("lake.shop.nothing", "no table or view lake.shop.nothing"),
        ("lake.nothing.baskets", "no table or view"),
        ("pond.shop.baskets", "no file"),
        ("parts/*/*.csv", "does not end with .parquet"),
        ("parts/none*/*.parquet", "no file is called"),
        ("s3://bucket/*.parquet", "needs an extension"),
        ("https://127.0.0.1:1/x.parquet", "needs an extension"),
    ],
)
def test_what_is_not_there_is_told(setup: Path, source: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        audited(source, setup)


@pytest.mark.slow
def test_the_snapshot_is_that_of_the_rows_and_stands_in_the_manifest(setup: Path, tmp_path: Path) -> None:
    with duckdb.connect("lake.duckdb") as base:
        base.execute("CREATE MACRO current_snapshot() AS TABLE SELECT 7 AS id")
    setup.write_text(f"{setup.read_text()}SET VARIABLE setanon_snapshot = 'of May';")
    how: dict[str, Any] = {"k": 2, "m": 2, "settings": Settings(setup=setup)}
    told = api.anonymize_km("lake.shop.baskets", "safe.parquet", **how).manifest
    assert told["snapshot"] == {"setup": "of May", "lake": "7"}
    answer = api.verify("safe.parquet")
    assert answer.satisfied and any("'snapshot'" in one for one in answer.not_checked)
    assert "snapshot" not in api.anonymize_km(DATA, "other.parquet", k=2, m=2).manifest


def test_a_source_that_others_change_is_read_by_one_statement(setup: Path) -> None:
    statements: list[Any] = []
    with Settings(setup=setup, statements=statements).engine() as engine:
        open_source(engine, "lake.shop.baskets")
    reads = [one for one in statements if '"lake"."shop"."baskets"' in one.text and "LIMIT 0" not in one.text]
    assert len(reads) == 1 and not any("country" in one.text for one in reads)


def test_all_that_a_run_reads_of_lakes_is_of_one_transaction(setup: Path) -> None:
    """The source and what is sensitive in it; it ends before anything is counted."""
    statements: list[Any] = []
    asked: dict[str, Any] = {"rho": "0.2", "m": 1, "sensitive": "lake.hidden"}
    api.audit_rho("lake.shop.baskets", **asked, settings=Settings(setup=setup, statements=statements))
    told = [one.text for one in statements]
    begin, commit = told.index("BEGIN TRANSACTION"), told.index("COMMIT")
    reads = [at for at, text in enumerate(told) if '"lake"."shop"."baskets"' in text or '"lake"."hidden"' in text]
    assert len(reads) > 1 and begin < min(reads) and max(reads) < commit < len(told) - 1
    assert told.count("BEGIN TRANSACTION") == 1


# -- the file of statements


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"SELECT 1;\nCREATE SECRET x (TYPE nonsense, SECRET '{SECRET}'", "line 2"),
        (f"SET VARIABLE a = 1;\nCREATE SECRET x (TYPE nonsense, SECRET '{SECRET}');", r"statement 2 of setup.sql"),
        (f"SELECT '{SECRET}'::INTEGER", r"statement 1 of setup.sql \(select\) cannot be run: ConversionException"),
        (f"ATTACH 'ducklake:{SECRET}' AS l", "statement 1"),
        ("LOAD httpfs", "statement 1"),
        ("BEGIN", "begins a transaction"),
    ],
)
def test_a_statement_that_fails_is_told_by_its_number_and_nothing_of_it(
    setup: Path, capsys: pytest.CaptureFixture[str], text: str, told: str
) -> None:
    setup.write_text(text)
    with pytest.raises(BadParameter, match=told) as refused:
        audited("lake.shop.baskets", setup)
    assert SECRET not in str(refused.value) + refused.value.hint
    call = ("audit", "km", "lake.shop.baskets", "--setup", "setup.sql", "--k", "2")
    for how in ((), ("--json", "--show-sql", "--debug"), ("--debug", "--show-values")):
        answer = Program(capsys)(*call, *how)
        assert answer.code == 2 and SECRET not in answer.out + answer.err


def test_statements_that_work_are_not_shown(setup: Path, capsys: pytest.CaptureFixture[str]) -> None:
    setup.write_text(f"{setup.read_text()}SET VARIABLE a = '{SECRET}'; SELECT getvariable('a');")
    call = ("audit", "km", "lake.shop.baskets", "--setup", "setup.sql", "--k", "2", "--m", "2", "--json")
    answer = Program(capsys)(*call, "--show-sql", "--debug")
    assert (
        without_hint(json.loads(answer.out)) == WHOLE and "statement 5 of setup.sql (select), not shown" in answer.err
    )
    assert SECRET not in answer.err


def test_only_duckdb_is_set_up(setup: Path) -> None:
    with pytest.raises(BadParameter, match="PostgreSQL works itself"):
        audited("b", setup, db="postgresql://u@127.0.0.1:1/d")
    with pytest.raises(BadInput, match="there is no file"):
        audited("b", "nothing.sql")


def test_nothing_is_downloaded_by_itself() -> None:
    with DuckDBEngine() as engine:
        asked = engine.connection.execute("SELECT current_setting('autoinstall_known_extensions')").fetchone()
        assert asked == (False,)
