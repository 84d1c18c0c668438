"""Disassociated releases as folders: whole or not at all, recounted, and checked again from the files."""

import json
import shutil
from pathlib import Path

import duckdb
import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadDestination, BadInput, NotReached
from setanon_sql.models.disassociation.audit import audit_folder
from setanon_sql.models.disassociation.method import disassociate, publish
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.options.words import Clustering
from setanon_sql.release import Pieces as FolderRelease
from setanon_sql.release import publish as write_folder
from setanon_sql.verify.pieces import FolderTables
from tests import lent
from tests.data import dataset_of
from tests.releases import options, verify

RECORDS = [
    frozenset(record) for record in ("abc", "abd", "ab", "cd", "ace", "bcd", "ab", "c", "ade", "bd", "abcd", "f")
]
FILES = ["clusters.parquet", "manifest.json", "subrecords.parquet", "terms.parquet"]


def release(engine: DuckDBEngine, k: int = 3, algorithm: Clustering = "improved") -> FolderRelease:
    data = dataset_of(engine, RECORDS)
    model = Disassociation(k, 2, k + 2)
    result = disassociate(data, model, algorithm=algorithm)
    made = publish(engine, result, data.items, "a secret")
    return FolderRelease(engine, FolderTables(made.clusters, made.subrecords, made.terms), model, result.method)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("folder") / "out"
    with lent.engine() as engine:
        write_folder(release(engine), folder, options())
    return folder


@pytest.fixture
def out(made: Path, tmp_path: Path) -> Path:
    """A release as a folder, to be changed."""
    return Path(shutil.copytree(made, tmp_path / "out"))


@pytest.mark.slow
def test_a_folder_verifies_and_says_what_it_promises(engine: DuckDBEngine, tmp_path: Path) -> None:
    out = tmp_path / "out"
    written = write_folder(release(engine), out, options())
    assert sorted(path.name for path in out.iterdir()) == FILES
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    answer = verify(out)
    assert (answer.holds, answer.messages) == (True, ())
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest == written.manifest
    assert manifest["records"] == 12
    assert not any("secret" in str(value) for value in manifest.values())


def test_the_files_have_the_columns_of_the_contract(out: Path) -> None:
    columns = {
        name: [column for column, *_ in duckdb.sql(f"DESCRIBE FROM '{out}/{name}.parquet'").fetchall()]
        for name in ("clusters", "subrecords", "terms")
    }
    assert columns == {
        "clusters": ["cluster_id", "parent_id", "kind", "size"],
        "subrecords": ["cluster_id", "chunk_id", "subrecord_id", "item"],
        "terms": ["cluster_id", "item"],
    }


def test_the_audit_has_the_fields_of_the_contract(engine: DuckDBEngine, out: Path) -> None:
    found = audit_folder(engine, out)
    assert found["model"] == "disassociation"
    assert (found["satisfied"], found["violations"]) == (True, 0)
    assert set(found["by_check"]) == {"chunk_km", "subrecord_count", "joint_property", "structure", "cover"}
    assert found["vulnerable_record_chunks"] <= found["record_chunks"]


@pytest.mark.slow
def test_the_literal_algorithm_cannot_publish(engine: DuckDBEngine, tmp_path: Path) -> None:
    with pytest.raises(NotReached, match="nothing was published"):
        write_folder(release(engine, algorithm="paper"), tmp_path / "out", options())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_an_existing_folder_is_an_error_and_only_a_release_is_replaced(engine: DuckDBEngine, out: Path) -> None:
    with pytest.raises(BadDestination, match="already exists"):
        write_folder(release(engine), out, options())
    write_folder(release(engine, k=2), out, options(overwrite=True))
    assert verify(out).parameters["k"] == 2
    (out / "mine.txt").write_text("mine")
    with pytest.raises(BadDestination, match="not written by setanon"):
        write_folder(release(engine), out, options(overwrite=True))
    assert (out / "mine.txt").read_text() == "mine"


@pytest.mark.parametrize(
    "change",
    [
        "SELECT * FROM old WHERE subrecord_id <> (SELECT min(subrecord_id) FROM old)",
        "SELECT * REPLACE (CASE item WHEN 'a' THEN 'b' ELSE item END AS item) FROM old",
        "SELECT * FROM old LIMIT 0",
    ],
)
def test_changed_files_do_not_verify(out: Path, change: str) -> None:
    path = out / "subrecords.parquet"
    duckdb.sql(f"CREATE OR REPLACE TEMP TABLE old AS FROM '{path}'")
    duckdb.sql(f"COPY ({change}) TO '{path}'")
    answer = verify(out)
    assert not answer.holds
    assert answer.checks["sha256_matches"] is False


@pytest.mark.slow
def test_a_manifest_that_promises_more_does_not_verify(engine: DuckDBEngine, tmp_path: Path) -> None:
    out = tmp_path / "out"
    write_folder(release(engine, k=2), out, options())
    fields = json.loads((out / "manifest.json").read_text())
    fields["parameters"] |= {"k": 4, "cluster_size": 30}
    fields["guarantee"] = Disassociation(4, 2).guarantee
    (out / "manifest.json").write_text(json.dumps(fields))
    assert not verify(out).holds


@pytest.mark.parametrize("name", FILES)
def test_a_missing_or_damaged_file_cannot_be_checked(out: Path, name: str) -> None:
    (out / name).write_text("no such thing")
    with pytest.raises(BadInput):
        verify(out)
    (out / name).unlink()
    with pytest.raises(BadInput):
        verify(out)
