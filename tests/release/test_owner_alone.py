"""What is internal may be read by its owner alone; what is public by whoever may read new files of the user."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from setanon_sql import api
from setanon_sql.api import Report
from setanon_sql.errors import BadDestination
from setanon_sql.release.pages import TextFile
from setanon_sql.release.staging import Move, publish, staging

pytestmark = pytest.mark.skipif(os.name != "posix", reason="this system has no such bits")
RECORDS = [["a", "b"], ["a", "b"], ["a", "c"], ["a", "c"], ["d"]]


@pytest.fixture(autouse=True)
def _open_to_all() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


def test_files_are_for_their_owner_alone_unless_they_are_said_to_be_public(tmp_path: Path) -> None:
    with staging(tmp_path / "r") as folder:
        (folder / "own").mkdir()
        for name in ("other", "public"):
            (folder / name).write_text("")
        moves = [Move(folder / name, tmp_path / name, public=name == "public") for name in ("own", "other", "public")]
        publish(moves)
    assert modes(tmp_path) == {"own": 0o700, "other": 0o600, "public": 0o644}


def test_a_release_is_public_and_what_stands_beside_it_for_its_owner_is_not(tmp_path: Path) -> None:
    report = Report(tmp_path / "report.html")
    api.anonymize_km(RECORDS, tmp_path / "r.csv", k=2, m=1, ledger=tmp_path / "l.csv", report=report)
    public = {"r.csv": 0o644, "r.csv.manifest.json": 0o644}
    assert modes(tmp_path) == public | {"l.csv": 0o600, "report.html": 0o600}


def test_a_public_report_is_public(tmp_path: Path) -> None:
    api.anonymize_km(RECORDS, tmp_path / "r.csv", k=2, m=1, report=Report(tmp_path / "report.html", "public"))
    assert modes(tmp_path)["report.html"] == 0o644


@pytest.mark.parametrize("out", ["risk.csv", "risk.parquet"])
def test_records_at_risk_and_their_manifest_are_for_their_owner_alone(tmp_path: Path, out: str) -> None:
    (tmp_path / "t.csv").write_text("record_id,item\n1,a\n2,a\n3,b\n")
    api.audit_km(tmp_path / "t.csv", k=2, m=1, records_out=tmp_path / out)
    assert modes(tmp_path) == {"t.csv": 0o644, out: 0o600, f"{out}.manifest.json": 0o600}


@pytest.mark.slow
def test_a_comparison_is_for_its_owner_alone_and_replaces_nothing_unasked(tmp_path: Path) -> None:
    files = {"csv": tmp_path / "c.csv", "html": tmp_path / "c.html"}
    api.compare(RECORDS, k=[2, 3], m=[1], models=["km"], **files)
    assert modes(tmp_path) == {"c.csv": 0o600, "c.html": 0o600}
    before = {path.name: path.read_bytes() for path in files.values()}
    for missing, stands in (("csv", "c.html"), ("html", "c.csv")):
        with pytest.raises(BadDestination, match=f"{stands} already exists"):
            api.compare(RECORDS, k=[2], m=[1], models=["km"], **(files | {missing: None}))
    assert {path.name: path.read_bytes() for path in files.values()} == before
    api.compare(RECORDS, k=[2], m=[1], models=["km"], overwrite=True, **files)
    assert all(path.read_bytes() != before[path.name] for path in files.values())


@pytest.mark.slow
def test_a_report_replaces_an_older_one_only_where_that_is_asked_for(tmp_path: Path) -> None:
    """Of a release, and what verify writes over it."""
    page, out = tmp_path / "report.html", tmp_path / "r.csv"
    api.anonymize_km(RECORDS, out, k=2, m=1, report=page)
    text = page.read_bytes()
    for again in (
        lambda: api.verify(out, report=page),
        lambda: api.audit_km(RECORDS, k=2, m=1, report=page),
        lambda: api.anonymize_km(RECORDS, tmp_path / "april.csv", k=2, m=1, report=page),
    ):
        with pytest.raises(BadDestination, match=r"report.html already exists"):
            again()
        assert page.read_bytes() == text
    assert not (tmp_path / "april.csv").exists()
    api.verify(out, report=page, overwrite=True)
    assert page.read_bytes() != text
    page.write_text("mine")
    with pytest.raises(BadDestination, match="was not written by setanon"):
        api.verify(out, report=page, overwrite=True)
    assert page.read_text() == "mine"


def test_a_text_grows_only_where_nobody_changed_it_meanwhile(tmp_path: Path) -> None:
    """Rows of a comparison are written as soon as they are known."""
    file = TextFile(tmp_path / "t.csv", "a,b\n")
    file.write("a,b\n1,2\n")
    file.write("a,b\n1,2\n3,4\n")
    (tmp_path / "t.csv").write_text("a,b\n1,2\n3,4\nmine\n")
    with pytest.raises(BadDestination, match="has changed since"):
        file.write("a,b\n5,6\n")
