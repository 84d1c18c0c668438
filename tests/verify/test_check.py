"""What verify says of releases that were tampered with, and of what is no release."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.release import Form
from setanon_sql.release import publish as write_release
from setanon_sql.verify.contents import fingerprint
from tests.releases import SAFE, options, published, verify

Edit = Callable[[dict[str, Any]], object]


@pytest.fixture
def release(engine: DuckDBEngine, tmp_path: Path) -> Path:
    path = tmp_path / "r.csv"
    write_release(published(engine, SAFE * 3, k=5), path, options())
    return path


def _edit(release: Path, edit: Edit) -> None:
    path = release.with_name(f"{release.name}.manifest.json")
    fields = json.loads(path.read_text())
    edit(fields)
    path.write_text(json.dumps(fields))


def _stamp(release: Path) -> None:
    """Make the manifest name the data as they are now, as an attacker would."""
    _edit(release, lambda fields: fields["sha256"].update({release.name: fingerprint(release).sha256}))


def test_the_answer_tells_what_was_promised_and_counted(release: Path) -> None:
    answer = verify(release).to_json()
    assert (answer["satisfied"], answer["model"], answer["parameters"]) == (True, "km", {"k": 5, "m": 2})
    assert answer["checks"]["sha256_matches"] and answer["checks"]["rows"] == 54 and answer["messages"] == []
    assert json.loads(json.dumps(answer)) == answer


@pytest.mark.parametrize("name", ["r.parquet", "r.csv", "r.dat"])
@pytest.mark.parametrize("at", [0.1, 0.5, 0.9])
def test_one_changed_byte_does_not_hold(engine: DuckDBEngine, tmp_path: Path, name: str, at: float) -> None:
    path = tmp_path / name
    write_release(published(engine), path, options())
    data = bytearray(path.read_bytes())
    data[int(len(data) * at)] ^= 1
    path.write_bytes(data)
    answer = verify(path)
    assert not answer.holds and "another sha256" in answer.messages[0]


def test_a_removed_row_does_not_hold_even_with_a_new_fingerprint(release: Path) -> None:
    lines = release.read_text().splitlines(keepends=True)
    release.write_text("".join(lines[:-1]))
    assert not verify(release).holds
    _stamp(release)
    assert verify(release).messages == ("the manifest promises 54 rows, the release holds 53",)


def test_an_added_row_that_breaks_the_model_is_found(release: Path) -> None:
    with release.open("a") as file:
        file.write("1,z\n")
    _stamp(release)
    _edit(release, lambda fields: fields.update(rows=55))
    assert verify(release).messages == ("1 set of 1 item is held by fewer than 5 records",)


@pytest.mark.parametrize(
    ("row", "problem"), [("1,a", "1 row repeats"), (",a", "1 row lacks a record"), ("1,", "1 row lacks")]
)
def test_a_broken_structure_is_found(release: Path, row: str, problem: str) -> None:
    lines = release.read_text()
    first = lines.splitlines()[1]
    with release.open("a") as file:
        file.write(f"{first if row == '1,a' else row}\n")
    _stamp(release)
    assert any(message.startswith(problem) for message in verify(release).messages)


def test_a_line_more_in_a_basket_release_is_found(engine: DuckDBEngine, tmp_path: Path) -> None:
    path = tmp_path / "r.txt"
    write_release(published(engine, form=Form("basket", "|")), path, options())
    path.write_text(path.read_text() + "\n")
    _stamp(path)
    assert verify(path).messages == ("the manifest promises 12 records, the release holds 13",)


def test_a_promise_of_more_than_there_is_does_not_hold(release: Path) -> None:
    _edit(release, lambda fields: fields["parameters"].update(k=13))
    messages = verify(release).messages
    assert "the guarantee's sentence and parameters in the manifest differ" in messages
    assert any("held by fewer than 13 records" in message for message in messages)


def test_a_lowered_k_contradicts_the_sentence(release: Path) -> None:
    _edit(release, lambda fields: fields["parameters"].update(k=3))
    assert verify(release).messages == ("the guarantee's sentence and parameters in the manifest differ",)


def test_a_release_moved_with_its_manifest_still_verifies(release: Path) -> None:
    moved = release.with_name("other.csv")
    release.rename(moved)
    release.with_name("r.csv.manifest.json").rename(release.with_name("other.csv.manifest.json"))
    assert verify(moved).holds


UNCHECKABLE: dict[str, Edit] = {
    "format version 3": lambda fields: fields.update(format_version=3),
    "'rows' in the manifest": lambda fields: fields.update(rows="54"),
    "'records' in the manifest": lambda fields: fields.update(records=True),
    "lacks 'method'": lambda fields: fields.pop("method"),
    "lacks 'sha256'": lambda fields: fields.pop("sha256"),
    "one sha256": lambda fields: fields.update(sha256={}),
    "a model that cannot be checked": lambda fields: fields.update(model="trust me"),
    "parameters in the manifest are incomplete": lambda fields: fields["parameters"].pop("m"),
    "parameters in the manifest are no model": lambda fields: fields["parameters"].update(k=1),
    "separator in the manifest": lambda fields: fields.update(format={"separator": 7}),
}


@pytest.mark.parametrize("reason", UNCHECKABLE)
def test_a_damaged_manifest_cannot_be_checked(release: Path, reason: str) -> None:
    _edit(release, UNCHECKABLE[reason])
    with pytest.raises(BadInput, match=reason):
        verify(release)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '"x"', "\x00", "[" * 100_000])
def test_a_manifest_that_is_none_cannot_be_checked(release: Path, text: str) -> None:
    release.with_name("r.csv.manifest.json").write_text(text)
    with pytest.raises(BadInput, match="manifest"):
        verify(release)


def test_missing_files_cannot_be_checked(release: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no release"):
        verify(tmp_path / "none.csv")
    with pytest.raises(BadInput, match="folder"):
        verify(tmp_path)
    release.with_name("r.csv.manifest.json").unlink()
    with pytest.raises(BadInput, match="has no manifest"):
        verify(release)


@pytest.mark.parametrize("data", [b"", b"PAR1 nothing PAR1", b"\xff\xfe"])
def test_data_that_cannot_be_read_cannot_be_checked_when_they_are_what_was_promised(
    engine: DuckDBEngine, tmp_path: Path, data: bytes
) -> None:
    path = tmp_path / "r.parquet"
    write_release(published(engine), path, options())
    path.write_bytes(data)
    assert not verify(path).holds
    _stamp(path)
    with pytest.raises(BadInput, match="cannot be read as what its name says"):
        verify(path)


def test_a_missing_column_cannot_be_checked(engine: DuckDBEngine, tmp_path: Path) -> None:
    path = tmp_path / "r.parquet"
    write_release(published(engine), path, options())
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT 1 AS record_id) TO '{path}' (FORMAT parquet)")
    _stamp(path)
    with pytest.raises(BadInput, match="cannot be read"):
        verify(path)
