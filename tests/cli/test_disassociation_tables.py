"""Disassociated releases as tables, with ledgers and reports; estimates of supports."""

import json
import shutil
from pathlib import Path

import duckdb
import pytest

from setanon_sql.api import (
    Report,
    anonymize_disassociation,
    audit_disassociation,
    estimate,
    reconstruct,
    utility,
    verify,
)
from setanon_sql.errors import BadDestination, BadInput, BadParameter, NotReached
from setanon_sql.sources import SourceOptions
from tests.disassociation_data import LINES


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "baskets.txt"
    path.write_text(LINES + "\n")
    return path


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release with its ledger and its report, to be read or copied."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "baskets.txt").write_text(LINES + "\n")
    more = {"ledger": folder / "ledger.csv", "report": Report(folder / "made.html")}
    anonymize_disassociation(folder / "baskets.txt", folder / "safe", k=3, m=2, cluster_size=8, seed="s", **more)
    return folder


@pytest.fixture
def warehouse(tmp_path: Path) -> Path:
    rows = [(n, item) for n, line in enumerate(LINES.split("\n"), 1) for item in line.split()]
    path = tmp_path / "warehouse.duckdb"
    with duckdb.connect(str(path)) as database:
        database.execute("CREATE TABLE baskets (record_id INTEGER, item VARCHAR)")
        database.executemany("INSERT INTO baskets VALUES (?, ?)", rows)
    return path


@pytest.mark.whole
def test_tables_hold_what_a_folder_holds(warehouse: Path, made: Path, tmp_path: Path) -> None:
    db, options = str(warehouse), SourceOptions(db=str(warehouse))
    anonymize_disassociation("baskets", "safe", k=3, m=2, cluster_size=8, seed="s", options=options)
    assert audit_disassociation("safe", db=db)["satisfied"]
    answer = verify("safe", db=db)
    assert (answer.holds, answer.checks["sha256_matches"]) == (True, True)
    assert "tkd" in utility("baskets", "safe", options=options, seed="s")
    assert reconstruct("safe", tmp_path / "original.csv", db=db)["rows"] > 0
    for name in ("clusters", "subrecords", "terms"):
        with duckdb.connect(db, read_only=True) as database:
            tables = sorted(database.execute(f"FROM safe_{name}").fetchall(), key=str)
        assert tables == sorted(duckdb.sql(f"FROM '{made}/safe/{name}.parquet'").fetchall(), key=str)


@pytest.mark.whole
def test_a_changed_table_does_not_verify(warehouse: Path) -> None:
    db, options = str(warehouse), SourceOptions(db=str(warehouse))
    anonymize_disassociation("baskets", "safe", k=3, m=2, cluster_size=8, options=options)
    with pytest.raises(BadDestination):
        anonymize_disassociation("baskets", "safe", k=3, m=2, cluster_size=8, options=options)
    anonymize_disassociation("baskets", "safe", k=3, m=2, cluster_size=9, options=options, overwrite=True)
    with duckdb.connect(db) as database:
        database.execute("DELETE FROM safe_subrecords WHERE item = (SELECT min(item) FROM safe_subrecords)")
    answer = verify("safe", db=db)
    assert not answer.holds
    assert "sha256" in answer.messages[0]
    with duckdb.connect(db) as database:
        database.execute("DROP TABLE safe_terms")
    with pytest.raises(BadInput):
        verify("safe", db=db)


@pytest.mark.whole
def test_the_ledger_finds_every_occurrence(made: Path) -> None:
    ledger, out = made / "ledger.csv", made / "safe"
    rows = duckdb.sql(f"FROM read_csv('{ledger}', all_varchar = true)").fetchall()
    assert [row[3] for row in rows if row[2] == "seed"] == ["s"]
    kept = [row for row in rows if row[2] not in {"seed", "released"}]
    assert sorted((row[0], row[1]) for row in kept) == sorted(
        (str(n), item) for n, line in enumerate(LINES.split("\n"), 1) for item in line.split()
    )
    released = duckdb.sql(f"FROM '{out}/subrecords.parquet'").fetchall()
    named = {(f"cluster {c}, chunk {h}, subrecord {s}", item) for c, h, s, item in released}
    assert {(row[4], row[1]) for row in kept if row[2] != "term chunk"} == named
    assert ledger.stat().st_mode & 0o077 == 0


@pytest.mark.whole
def test_no_ledger_without_a_release(source: Path, tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.csv"
    with pytest.raises(NotReached):
        anonymize_disassociation(source, tmp_path / "safe", k=5, m=2, cluster_size=6, algorithm="paper", ledger=ledger)
    assert not ledger.exists()


@pytest.mark.whole
def test_reports_are_written(made: Path, tmp_path: Path) -> None:
    out, files = made / "safe", [made / "made.html", tmp_path / "audited.html", tmp_path / "verified.html"]
    audit_disassociation(out, report=Report(files[1]))
    verify(out, report=Report(files[2]))
    assert all("the guarantee holds" in file.read_text() for file in files)
    assert "cut into subrecords" in files[0].read_text()
    assert "generalization" not in files[0].read_text()


@pytest.mark.whole
def test_supports_are_estimated(made: Path, tmp_path: Path) -> None:
    out = made / "safe"
    (tmp_path / "asked.csv").write_text("itemset_id,item\n1,a\n1,b\n2,f\n")
    records = [set(line.split()) for line in LINES.split("\n")]
    for one in (
        *estimate(out, items=[["a", "b"], ["f"]])["estimates"],
        *estimate(out, itemsets=tmp_path / "asked.csv")["estimates"],
        *estimate(out, top=20)["estimates"],
    ):
        support = sum(set(one["items"]) <= record for record in records)
        assert one["certain"] <= support
        assert one["certain"] <= one["expected"] <= len(records)
        assert one["size"] == len(one["items"])
    estimate(out, top=5, out=tmp_path / "estimates.parquet")
    found = duckdb.sql(f"SELECT certain FROM '{tmp_path}/estimates.parquet' ORDER BY itemset_id").fetchall()
    assert found == sorted(found, reverse=True)
    assert len(found) == 5


@pytest.mark.slow
def test_estimates_of_nothing_are_refused(made: Path, tmp_path: Path) -> None:
    shutil.copytree(made / "safe", tmp_path / "safe")
    with pytest.raises(BadParameter):
        estimate(tmp_path / "safe")
    manifest = tmp_path / "safe" / "manifest.json"
    fields = json.loads(manifest.read_text())
    manifest.write_text(json.dumps(fields | {"records": 1}))
    with pytest.raises(BadInput):
        estimate(tmp_path / "safe", top=5)
