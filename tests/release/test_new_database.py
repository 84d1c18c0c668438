"""A DuckDB file that a release makes: whole or not at all, and in a version that DuckDB 1 reads."""

from pathlib import Path
from typing import Any

import duckdb
import pytest

from setanon_sql import api
from setanon_sql.errors import BadDestination, SetanonError
from setanon_sql.release.in_tables import DuckDBWriter
from tests.cli.program import Program
from tests.papers.running_example import DATA


def made(base: Path, **how: Any) -> None:
    api.anonymize_km(DATA, "safe", k=2, m=2, out_db=str(base), **how)


@pytest.mark.slow
def test_it_says_its_version_and_is_an_old_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "b.csv").write_text("record_id,item\n1,a\n2,a\n")
    base, ledger = tmp_path / "new.duckdb", tmp_path / "l.csv"
    call = ("anonymize", "km", tmp_path / "b.csv", "--out", "safe", "--out-db", base, "--k", "2", "--m", "2")
    first, again = Program(capsys)(*call, "--ledger", ledger), Program(capsys)(*call, "--overwrite")
    assert (first.code, again.code) == (0, 0), first.err + again.err
    assert "storage version v1.0.0" in first.err and "storage version" not in again.err and ledger.exists()
    with duckdb.connect(str(base), read_only=True) as connection:
        tags = connection.execute("SELECT tags FROM duckdb_databases() WHERE database_name = 'new'").fetchone()
    assert tags is not None and tags[0]["storage_version"].startswith("v1.0.0")
    assert api.verify("safe", db=str(base)).satisfied
    assert {path.name for path in tmp_path.iterdir()} == {"b.csv", "new.duckdb", "l.csv"}


@pytest.mark.slow
def test_a_release_that_fails_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill = DuckDBWriter._fill

    def fails(self: DuckDBWriter, *how: Any) -> None:
        fill(self, *how)
        raise SetanonError("no room")

    monkeypatch.setattr(DuckDBWriter, "_fill", fails)
    with pytest.raises(SetanonError, match="no room"):
        made(tmp_path / "new.duckdb")
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_made_is_told_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(SetanonError, match="no file"):
        made(tmp_path / "new.txt")
    with pytest.raises(BadDestination, match="no such schema"):
        api.anonymize_km(DATA, "marts.safe", k=2, m=2, out_db=str(tmp_path / "new.duckdb"))
    with pytest.raises(SetanonError):
        made(tmp_path / "nowhere" / "new.duckdb")
    with pytest.raises(SetanonError, match="no database"):
        api.verify("safe", db=str(tmp_path / "new.duckdb"))
    assert not list(tmp_path.iterdir())
