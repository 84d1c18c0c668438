"""A DuckDB file that somebody else made: views are refused, macros never called, nothing outside is read."""

import shutil
from pathlib import Path
from typing import Any

import duckdb
import pytest

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.layout import TableDestination
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.verify.computed import computed_in
from setanon_sql.verify.piece_reading import read_pieces
from tests.cli.program import Program

SOURCE = [["a", "b"], ["a", "b"], ["b", "c"], ["b", "c"]]
TREE = Taxonomy({"a": "x", "b": "x", "c": "*", "x": "*"}, "*")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("foreign") / "shop.duckdb"
    api.anonymize_km(SOURCE, "km", k=2, m=1, taxonomy=TREE, out_db=str(path))
    api.anonymize_disassociation(SOURCE, "pieces", k=2, m=1, out_db=str(path))
    return path


@pytest.fixture
def database(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(made, tmp_path))


def run(database: Path, *statements: str) -> None:
    with duckdb.connect(database) as connection:
        for statement in statements:
            connection.execute(statement)


VIEWS = ["km", "km_manifest", "km_labels", "pieces_clusters", "pieces_subrecords", "pieces_terms", "pieces_manifest"]


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_is_refused(database: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(database, f"ALTER TABLE {name} RENAME TO other", f"CREATE VIEW {name} AS FROM other")
    release = name.partition("_")[0]
    with pytest.raises(BadInput, match=f"{name} is a view"):
        api.verify(release, db=str(database))
    assert Program(capsys)("verify", release, "--db", database).code == 2
    if release == "pieces":
        with DuckDBEngine(threads=1) as engine, pytest.raises(BadInput, match="is a view"):
            read_pieces(engine, TableDestination(database, "pieces"))


def test_a_view_reads_no_file(database: Path, tmp_path: Path) -> None:
    (tmp_path / "private.csv").write_text("record_id,item\n1,Mary\n")
    read = f"read_csv('{tmp_path / 'private.csv'}')"
    run(database, "ALTER TABLE km RENAME TO other", f"CREATE VIEW km AS SELECT * FROM {read}")
    with pytest.raises(BadInput, match="km is a view"):
        api.verify("km", db=str(database))
    with duckdb.connect() as connection:
        connection.execute(f"ATTACH '{database}' AS shop (READ_ONLY)")
        assert connection.execute("FROM shop.km").fetchall() == [(1, "Mary")]


def test_a_computed_column_in_place_of_the_items_is_refused(database: Path) -> None:
    run(
        database,
        "CREATE TABLE more (record_id INTEGER, own VARCHAR, item VARCHAR AS (concat(own, '')))",
        "INSERT INTO more SELECT * FROM km",
        "DROP TABLE km",
        "ALTER TABLE more RENAME TO km",
    )
    answer = api.verify("km", db=str(database))  # the column `own` is one more, which is a fault already
    assert not answer.satisfied
    assert any("computes a column" in message for message in answer.messages)


def test_a_file_is_looked_at_in_a_duckdb_that_reaches_nothing_else(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "x.csv").write_text("a\n1\n")
    settings: list[tuple[Any, ...]] = []
    rows = DuckDBEngine.rows

    def asked(self: DuckDBEngine, query: Any, /, **binds: Any) -> Any:
        if query == "verify/read/computed":
            kept = "SELECT current_setting('enable_external_access'), current_setting('lock_configuration')"
            settings.extend(self.connection.execute(kept).fetchall())
            with pytest.raises(duckdb.PermissionException):
                self.connection.execute(f"FROM read_csv('{tmp_path / 'x.csv'}')")
            with pytest.raises(duckdb.InvalidInputException):
                self.connection.execute("SET enable_external_access = true")
        return rows(self, query, **binds)

    monkeypatch.setattr(DuckDBEngine, "rows", asked)
    with DuckDBEngine(threads=1) as engine:
        found = computed_in(engine, database)
    assert settings == [(False, True)]
    assert found.among("MAIN", ["KM"], {"km": ["item"]}) == []


MACROS = [
    "count(x) AS 1000", "sum(x) AS 1000", "min(x) AS 1", "max(x) AS 1000", "md5(x) AS 'z'", "concat(a, b, c) AS 'z'",
    "sha256(x) AS 'z'", "coalesce_(x) AS 1", "substring(a, b, c) AS 'z'", "chr(x) AS 'z'", "lower(x) AS 'z'",
]  # fmt: skip


@pytest.mark.parametrize("k", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_macros_of_a_file_are_never_called(tmp_path: Path, k: int) -> None:
    """Neither where a release is checked, nor where data are audited: each item is in two records or four."""
    path = tmp_path / "shop.duckdb"
    api.anonymize_km(SOURCE, "km", k=2, m=1, out_db=str(path))
    before = api.verify("km", db=str(path))
    options = SourceOptions(db=str(path))
    counted = api.audit_km("km", k=k, m=1, options=options)
    run(path, *(f"CREATE MACRO {macro}" for macro in MACROS))
    after = api.verify("km", db=str(path))
    assert after == before
    assert after.satisfied
    audited = api.audit_km("km", k=k, m=1, options=options)
    assert (audited.satisfied, audited.records) == (counted.satisfied, counted.records) == (k == 2, 4)
    with_source = api.utility("km", "km", options=options)
    assert with_source


def test_what_users_make_of_their_own_is_found_first(tmp_path: Path) -> None:
    with DuckDBEngine(threads=1) as engine:
        engine.connection.execute("CREATE MACRO memory.main.mine(x) AS x + 1")
        engine.look_in_attached()
        assert engine.connection.execute("SELECT mine(1), count(*)").fetchall() == [(2, 1)]
