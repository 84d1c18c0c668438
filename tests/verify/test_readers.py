"""Releases on disk, written by hand: how each is found, read and looked at, and what of it is told."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput, NotEnoughMemory
from setanon_sql.layout import GROUPED, LONG, PIECES, FileDestination, ReleaseShape, manifest_path
from setanon_sql.query.templates import all_rows
from setanon_sql.verify import Recount, check, disk_readers
from setanon_sql.verify.contents import (
    Fingerprint,
    explain_unreadable,
    fingerprint,
    read_lines,
    read_pieces,
    table_fingerprints,
    table_rows,
)
from setanon_sql.verify.disk_readers import FileReader, FolderReader, TableFolderReader
from setanon_sql.verify.label_table import FoundLabels
from setanon_sql.verify.parquet import Contents
from setanon_sql.verify.readers import reader_at
from setanon_sql.verify.statistics import strange_statistics
from setanon_sql.verify.stored import Stored
from tests.verify.by_hand import LONG_ROWS, PART, PIECES_OF, ROWS, copy, csv, faults, pieces, stamp, told
from tests.verify.tables import table

# -- files


def test_a_file_is_what_it_says(engine: DuckDBEngine, tmp_path: Path) -> None:
    assert faults(engine, stamp(csv(tmp_path))) == ()
    assert isinstance(reader_at(engine, FileDestination(tmp_path / "r.csv")), FileReader)
    header = faults(engine, stamp(csv(tmp_path, header="record_id,Item")))
    assert list(header) == ["a first line that is not the header of a release"]
    ids = [(record + 1, item) for record, item in ROWS]
    (told,) = faults(engine, stamp(csv(tmp_path, ids)))
    assert told.startswith("the record ids")
    assert faults(engine, stamp(csv(tmp_path, ids), shuffled=False)) == ()


def test_a_line_of_a_basket_is_a_record_even_where_it_is_empty(engine: DuckDBEngine, tmp_path: Path) -> None:
    """Its ids are numbers of lines, which nobody wrote."""
    path = tmp_path / "r.dat"
    path.write_text("a b\na b\na b\n\n")
    assert faults(engine, stamp(path, records=4)) == ()
    path.write_bytes(b"\xef\xbb\xbfa b\na b\na b\n")
    assert any("byte order mark" in one for one in faults(engine, stamp(path)))
    assert (
        stamp(csv(tmp_path)) and FileReader(engine, tmp_path / "r.csv").with_empty_records(Recount({}, ())).counts == {}
    )


def test_a_parquet_file_is_read_and_looked_at(engine: DuckDBEngine, tmp_path: Path) -> None:
    path = stamp(copy(LONG_ROWS, tmp_path / "r.parquet"))
    assert faults(engine, path) == ()
    stamp(copy(f"SELECT *, 1 AS name FROM ({LONG_ROWS})", path))
    assert list(faults(engine, path)) == ["1 column"]
    stamp(copy(f"SELECT 'r' || record_id AS record_id, item FROM ({LONG_ROWS})", path))
    assert any("of a type that no release has" in one for one in faults(engine, path))


def test_a_file_that_cannot_be_read_is_told_only_where_it_is_another_one(engine: DuckDBEngine, tmp_path: Path) -> None:
    path = csv(tmp_path)
    path.write_text("record_id,item\n1,a,b\n")
    reader = FileReader(engine, stamp(path))
    promise = reader.promise()
    assert reader.is_same(promise) and not reader.is_other(promise)
    other = replace(promise, sha256={"": "0"})
    assert reader.is_other(other) and not reader.is_same(other)
    with pytest.raises(BadInput, match="cannot be read"):
        check.verify_at(engine, path)
    assert "another sha256" in faults(engine, stamp(path, sha256="0"))[0]


class Marked(Exception):
    """Raised in the place of what a test looks for."""


@pytest.mark.parametrize("kind", [FileReader, TableFolderReader, FolderReader])
def test_what_a_killed_run_put_aside_is_told_first(
    engine: DuckDBEngine, tmp_path: Path, kind: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mark(path: Path) -> None:
        raise Marked

    monkeypatch.setattr(disk_readers, "refuse_put_aside", mark)
    with pytest.raises(Marked):
        kind(engine, tmp_path / "r.parquet").promise()


# -- folders


@pytest.mark.slow
def test_a_folder_of_pieces_is_read_and_looked_at(engine: DuckDBEngine, tmp_path: Path) -> None:
    out = pieces(tmp_path)
    assert faults(engine, out) == ()
    (out / "more").touch()
    assert any("1 entry of its folder" in one for one in faults(engine, out))
    (out / "more").unlink()
    copy(f"SELECT *, 1 AS name FROM ({PIECES_OF['terms']})", out / "terms.parquet")
    assert any("1 column" in one for one in faults(engine, out))
    copy("SELECT 1 AS cluster_id, 'y' AS item", out / "terms.parquet")
    assert "another sha256" in faults(engine, out)[0]
    (out / "manifest.json").unlink()
    with pytest.raises(BadInput, match="no readable"):
        check.verify_at(engine, out)


def test_numbers_of_pieces_are_those_from_1_on(engine: DuckDBEngine, tmp_path: Path) -> None:
    out = pieces(tmp_path)
    path = copy(PIECES_OF["subrecords"].replace("[1, 2, 3]", "[1, 2, 4]"), out / "subrecords.parquet")
    fields = json.loads((out / "manifest.json").read_text())
    fields["sha256"][path.name] = fingerprint(path).sha256
    (out / "manifest.json").write_text(json.dumps(fields))
    assert any(one.startswith("the numbers of clusters") for one in faults(engine, out))


def test_a_folder_of_parts_has_the_fingerprint_of_its_rows(engine: DuckDBEngine, tmp_path: Path) -> None:
    out = tmp_path / "r.parquet"
    out.mkdir()
    copy(LONG_ROWS, out / PART)
    reader = TableFolderReader(engine, out)
    sha256 = reader.fingerprints(LONG, reader.read(LONG))
    stamp(out, sha256=sha256[""])
    assert faults(engine, out) == ()
    (out / "README").touch()
    assert any("1 entry of its folder" in one for one in faults(engine, out))
    (out / "README").unlink()
    copy(f"SELECT *, 1 AS name FROM ({LONG_ROWS})", out / PART.replace("00000", "00001"))
    assert any("1 column" in one for one in faults(engine, out))


def test_pieces_that_are_folders_have_the_fingerprints_of_their_rows(engine: DuckDBEngine, tmp_path: Path) -> None:
    out = pieces(tmp_path)
    of_files = FolderReader(engine, out).fingerprints(PIECES, {})
    assert of_files == {part: fingerprint(out / name).sha256 for part, name in PIECES.files.items()}
    for name in PIECES.files.values():
        (out / name).rename(tmp_path / "whole")
        (out / name).mkdir()
        (tmp_path / "whole").rename(out / name / PART)
    tables = read_pieces(engine, out)
    assert FolderReader(engine, out).fingerprints(PIECES, tables) == table_fingerprints(engine, PIECES, tables)


@pytest.mark.parametrize("pieces", [None, True, False])
@pytest.mark.parametrize("kind", ["file", "folder", "folder with a manifest beside it", "nothing"])
def test_what_stands_on_disk_is_told_by_its_manifest(
    engine: DuckDBEngine, tmp_path: Path, kind: str, pieces: bool | None
) -> None:
    path = tmp_path / "r.parquet"
    path.mkdir() if "folder" in kind else path.touch() if kind == "file" else None
    if "beside" in kind:
        manifest_path(path).touch()
    table_or_file = TableFolderReader if "folder" in kind else FileReader
    expected = FolderReader if pieces or (pieces is None and kind == "folder") else table_or_file
    assert type(reader_at(engine, FileDestination(path), pieces=pieces)) is expected


def test_tables_are_read_by_the_names_of_their_shape(engine: DuckDBEngine, tmp_path: Path) -> None:
    rows = [("1", "a", "7"), ("2", "b", "7")]
    named = table(engine, "item record_id what who group_id | 9 9 a 1 7 | 9 9 b 2 7")
    assert engine.rows(all_rows(table_rows(engine, GROUPED.with_columns(["who", "what"]), named))) == [
        (int(record), item, group) for record, item, group in rows
    ]
    assert engine.rows(all_rows(table_rows(engine, LONG, named))) == [(9, "9")] * 2
    path = tmp_path / "r.tsv"
    path.write_text("record_id\titem\tgroup_id\n1\ta\t7\n2\tb\t7\n")
    assert engine.rows(all_rows(read_lines(engine, path, " ", GROUPED))) == rows
    with pytest.raises(BadInput, match="cannot be read"):
        read_lines(engine, path, " ", LONG)
    with pytest.raises(BadInput, match=r"a release \.xyz is not known"):
        read_lines(engine, tmp_path / "r.xyz", " ")


def test_a_folder_of_a_table_is_all_its_parquet_files(engine: DuckDBEngine, tmp_path: Path) -> None:
    """And no others: Spark has checksums there, and a folder below it is a stranger."""
    out = tmp_path / "r.parquet"
    out.mkdir()
    (out / "_SUCCESS").touch()
    (out / "below").mkdir()
    copy("SELECT 2 AS record_id, 'a' AS item", out / "below" / PART)
    for at in (0, 1):
        copy(f"SELECT {at} AS record_id, 'a' AS item", out / PART.replace("00000", f"0000{at}"))
    assert sorted(engine.rows(all_rows(read_lines(engine, out, " ")))) == [(0, "a"), (1, "a")]


def test_fingerprints_of_tables_are_of_all_their_columns(engine: DuckDBEngine) -> None:
    def of(rows: str, shape: ReleaseShape = GROUPED) -> dict[str, str]:
        return table_fingerprints(engine, shape, {"": table(engine, f"record_id item group_id:text | {rows}")})

    assert of("1 a 7 | 2 a 7") == of("2 a 7 | 1 a 7") != of("1 a 7 | 2 a 8")
    assert of("1 a 7", LONG) == of("1 a 8", LONG)


def test_a_label_table_is_a_file_beside_the_release(engine: DuckDBEngine, tmp_path: Path) -> None:
    reader = FileReader(engine, tmp_path / "r.csv")
    assert reader.labels(1) is None
    path = tmp_path / "r.csv.labels.csv"
    path.write_text("label,depth,level1,leaves,exceptions\na,1,a,1,\n")
    assert reader.labels(1) == FoundLabels(fingerprint(path).sha256, ["a"])


def test_an_empty_line_counts(tmp_path: Path) -> None:
    (tmp_path / "r.dat").write_bytes(b"a\n\nb\n")
    assert fingerprint(tmp_path / "r.dat") == Fingerprint(hashlib.sha256(b"a\n\nb\n").hexdigest(), 3)
    with pytest.raises(BadInput, match=r"there is no release s\.dat"):
        fingerprint(tmp_path / "s.dat")


def test_a_file_that_another_program_has_open_is_told_so() -> None:
    for words, message in (("Could not set lock on file", "open in another program"), ("no such file", "unreadable")):
        with pytest.raises(BadInput, match=message), explain_unreadable("unreadable", ""):
            raise duckdb.IOException(words)
    with pytest.raises(NotEnoughMemory), explain_unreadable("unreadable", ""):
        raise NotEnoughMemory("full", "")


# -- statistics


@pytest.mark.parametrize(
    ("numbers", "texts", "beginnings", "missing"),
    [
        ({"who": {1, 2}}, {}, {}, 0),
        ({"who": {1, 3}}, {}, {}, 1),
        ({"group_id": {7}}, {}, {}, 0),
        ({"group_id": {7, 8}}, {}, {}, 1),
        ({}, {"what": {"abc"}}, {}, 0),
        ({}, {"what": {"ab", "b"}}, {}, 2),
        ({}, {}, {"what": {"ab", "b"}}, 1),
        ({"who": {3}}, {"what": {"x"}}, {"what": {"y"}}, 3),
    ],
)
def test_statistics_show_no_value_that_no_row_has(
    engine: DuckDBEngine,
    numbers: dict[str, set[Any]],
    texts: dict[str, set[Any]],
    beginnings: dict[str, set[Any]],
    missing: int,
) -> None:
    """Groups are read as text, whatever the file has."""
    contents = Contents(numbers=numbers, texts=texts, beginnings=beginnings)
    columns = {"": {"who": "record_id", "what": "item", "group_id": "group_id"}}
    rows = {"": table(engine, "record_id item group_id:text | 1 abc 7 | 2 abc 7x")}
    found = told(strange_statistics(engine, {"": [contents]}, columns, rows))
    words = f"{missing} {'value' if missing == 1 else 'values'} in the statistics of Parquet files that no row holds"
    assert found == ([(words, ())] if missing else [])


def test_statistics_of_all_files_are_looked_at(engine: DuckDBEngine, tmp_path: Path) -> None:
    stored = Stored(LONG, numbered=True)
    stored.look_at(copy(LONG_ROWS, tmp_path / "r.parquet"))
    stored.look_at(copy("SELECT 4 AS record_id, 'a' AS item", tmp_path / "s.PARQUET"))
    rows = "record_id item | 1 a | 2 b | 3 b"
    (fault,) = told(stored.strange_statistics(engine, {"": table(engine, rows)}))
    assert fault[0].startswith("1 value in the statistics") and stored.strangers == []
    assert stored.strange_statistics(engine, {"": table(engine, f"{rows} | 4 a")}) == []
