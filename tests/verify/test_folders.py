"""What lies in the folder of a release, is named there or stands in its files, piece by piece."""

import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.layout import GROUPED, LONG, PIECES, ReleaseShape
from setanon_sql.verify import standing
from setanon_sql.verify.folders import spark_parts, strange_entries, strange_parts
from setanon_sql.verify.standing import manifest_versions, own_fields, read_standing, refuse_put_aside
from setanon_sql.verify.strangers import (
    sentences_and_names,
    strange_columns,
    strange_header,
    strange_ids,
    strange_kinds,
    strange_numbers,
    strange_start,
    strange_table,
    stranger,
)
from tests.verify.by_hand import PART, told
from tests.verify.tables import table


def entries(*names: str) -> list[tuple[str, tuple[str, ...]]]:
    noun = "entry" if len(names) == 1 else "entries"
    return [(f"{len(names)} {noun} of its folder", tuple(f"entry {name}" for name in names))] if names else []


def sums(data: bytes) -> bytes:
    """Return what Spark writes of a file: a checksum of each 512 bytes."""
    pieces = [data[at : at + 512] for at in range(0, len(data), 512)]
    return b"crc\0\0\0\2\0" + b"".join(zlib.crc32(piece).to_bytes(4, "big") for piece in pieces)


def test_a_folder_holds_the_files_that_it_should_and_no_links(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    assert told(strange_entries(tmp_path, ["a", "c"])) == []
    (tmp_path / "b").touch()
    (tmp_path / "c").symlink_to(tmp_path / "a")
    assert told(strange_entries(tmp_path, ["a", "c"])) == entries("b", "c")


@pytest.mark.parametrize("size", [0, 1, 511, 512, 513, 1024, 1025])
def test_what_spark_writes_is_no_stranger(tmp_path: Path, size: int) -> None:
    data = bytes(at % 251 for at in range(size))
    for name, held in ((PART, data), ("_SUCCESS", b"")):
        (tmp_path / name).write_bytes(held)
        (tmp_path / f".{name}.crc").write_bytes(sums(held))
    assert told(strange_parts(tmp_path)) == []
    assert spark_parts(tmp_path) == [tmp_path / PART]
    for wrong in (sums(data) + b"\0", sums(data)[:-1], sums(data)[:-1] + b"?", sums(data) + b"Mary"):
        (tmp_path / f".{PART}.crc").write_bytes(wrong)
        assert told(strange_parts(tmp_path)) == entries(f".{PART}.crc")


@pytest.mark.parametrize(
    ("names", "strange"),
    [
        ({"_SUCCESS": b"x"}, ["_SUCCESS"]),
        ({PART: None}, [PART]),
        ({"part-Mary.parquet": b""}, ["part-Mary.parquet"]),
        ({PART: b"x", f"x{PART}.crc": sums(b"x")}, [f"x{PART}.crc"]),
        ({PART: b"x", f".{PART}.sum": sums(b"x")}, [f".{PART}.sum"]),
        ({"other": b"x", ".other.crc": sums(b"x")}, [".other.crc", "other"]),
        ({f".{PART}.crc": sums(b"")}, [f".{PART}.crc"]),
        ({PART: None, f".{PART}.crc": sums(b"")}, [f".{PART}.crc", PART]),
    ],
)
def test_all_else_among_the_parts_of_a_table_is_one(
    tmp_path: Path, names: Mapping[str, bytes | None], strange: list[str]
) -> None:
    for name, data in names.items():
        (tmp_path / name).mkdir() if data is None else (tmp_path / name).write_bytes(data)
    assert told(strange_parts(tmp_path)) == entries(*strange)


def test_a_link_to_a_part_is_none(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (tmp_path / "elsewhere").touch()
    (folder / PART).symlink_to(tmp_path / "elsewhere")
    assert told(strange_parts(folder)) == entries(PART)


# -- columns and first lines


def test_each_column_is_there_once() -> None:
    assert strange_columns(["a"], ["a", "b"]) == []
    assert told(strange_columns(["a", "b", "a", "c"], ["a", "b"])) == [("2 columns", ("column a", "column c"))]
    assert told(strange_columns(["A"], ["a"], "its terms")) == [("1 column of its terms", ("column A",))]


WRONG = "of a type that no release has"


@pytest.mark.parametrize(
    ("shape", "part", "kinds", "numbered", "strange"),
    [
        (LONG, "", {"record_id": "whole", "item": "other"}, True, []),
        (LONG, "", {"record_id": "BIGINT", "item": "VARCHAR"}, True, []),
        (LONG, "", {"record_id": "other", "item": "other"}, False, []),
        (LONG, "", {"record_id": "other", "item": "other"}, True, ["record_id"]),
        (LONG, "", {"record_id": "real", "item": "whole"}, False, ["record_id", "item"]),
        (LONG, "", {"item": "flag", "more": "real"}, True, ["item"]),
        (GROUPED, "", {"record_id": "whole", "item": "other", "group_id": "other"}, True, []),
        (GROUPED, "", {"record_id": "whole", "item": "other", "group_id": "whole"}, True, []),
        (GROUPED, "", {"group_id": "real"}, True, ["group_id"]),
        (LONG.with_columns(["who", "what"]), "", {"who": "real", "what": "other", "item": "real"}, False, ["who"]),
        (PIECES, "clusters", dict.fromkeys(PIECES.columns["clusters"], "whole"), False, ["kind"]),
        (PIECES, "clusters", dict.fromkeys(PIECES.columns["clusters"], "other"), False,
         ["cluster_id", "parent_id", "size"]),
        (PIECES, "subrecords", dict.fromkeys(PIECES.columns["subrecords"], "other"), False,
         ["cluster_id", "chunk_id", "subrecord_id"]),
    ],
)  # fmt: skip
def test_columns_are_of_the_types_that_setanon_writes(
    shape: ReleaseShape, part: str, kinds: dict[str, str], numbered: bool, strange: list[str]
) -> None:
    found = told(strange_kinds(kinds, shape, part, numbered=numbered))
    words = f"{len(strange)} {'column' if len(strange) == 1 else 'columns'} {WRONG}"
    assert found == ([(words, tuple(f"column {name}" for name in strange))] if strange else [])


def test_the_table_of_a_strange_column_is_told_where_there_are_several() -> None:
    kinds = {"cluster_id": "whole", "item": "real", "name": "other"}
    strange = ("1 column of its terms", ("column name",)), (f"1 column {WRONG}", ("column item",))
    assert told(strange_table(kinds, PIECES, "terms", numbered=True)) == [*strange]
    assert told(strange_table({"name": "other"}, LONG, "", numbered=True)) == [("1 column", ("column name",))]


def test_a_file_begins_with_its_header_or_its_first_line(tmp_path: Path) -> None:
    path = tmp_path / "r"
    path.write_text("a,b\nc,d\n")
    assert strange_header(path, ("a", "b"), ",") == []
    assert told(strange_header(path, ("a", "c"), ",")) == [
        ("a first line that is not the header of a release", ("first line a,b",))
    ]
    assert strange_start(path) == []
    path.write_bytes(b"\xef\xbb\xbfa b")
    assert told(strange_start(path)) == [("a byte order mark before the first line", ())]


# -- record ids and numbers


@pytest.mark.parametrize(
    ("ids", "records", "strange"),
    [
        ("1 | 2 | 3 | 3", 3, False), ("1", 1, False), ("", 0, False), ("0 | 1 | 2", 3, True), ("2 | 3", 2, True),
        ("1 | 2 | 4", 3, True), ("1 | 2", 3, True), ("2 | 3 | 4", 3, True), ("1 | 2 | x", 2, True),
        ("1 | 2 | 02", 2, True), ("1", 2, True),
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", [":text", ""])
def test_new_ids_are_the_numbers_from_1_on(
    engine: DuckDBEngine, kind: str, ids: str, records: int, strange: bool
) -> None:
    if kind or not set(ids) & set("x0"):
        assert bool(strange_ids(engine, table(engine, f"record_id{kind} | {ids}"), records)) == strange


def test_other_engines_count_ids_by_themselves() -> None:
    def ids(first: int, last: int) -> Any:
        return SimpleNamespace(answer=lambda name, lines: (first, last) if name == "verify/read/id_range" else ())

    assert strange_ids(ids(1, 3), SimpleNamespace(), 3) == []
    assert strange_ids(ids(1, 4), SimpleNamespace(), 3) != []


def test_pieces_have_the_numbers_from_1_on(engine: DuckDBEngine) -> None:
    pieces = {
        "clusters": table(engine, "cluster_id | 1"),
        "subrecords": table(engine, "chunk_id subrecord_id | 1 1"),
        "terms": table(engine, "cluster_id | 9"),
    }
    assert strange_numbers(engine, pieces) == []
    assert strange_numbers(engine, pieces | {"clusters": table(engine, "cluster_id | 2")}) != []


def test_names_are_no_more_and_no_longer_than_a_line_has_room_for() -> None:
    several = [stranger("x", [f"n{at}" for at in range(60)]), stranger("x", [f"m{at}" for at in range(41)])]
    sentences, names = sentences_and_names([*several, stranger("y")])
    assert [one[-1] for one in sentences] == ["x", "y"] and (len(names), names[-1]) == (100, "m39")
    long = [stranger("x", ["x" * 101, "\n" + "y" * 100, "é"])]
    assert sentences_and_names(long)[1] == ("x" * 100, "\\n" + "y" * 99, "é")


# -- which manifest speaks of what stands there

MANIFEST: dict[str, Any] = {
    "format_version": 2, "model": "km", "parameters": {"k": 3, "m": 2}, "method": "lra", "records": 4, "rows": 9,
    "created_by": "setanon-sql 1", "sha256": {"r.csv": "new"}, "guarantee": "g", "verified": {},
}  # fmt: skip
OLDER = MANIFEST | {"records": 3, "sha256": {"r.csv": "old"}}


@pytest.mark.parametrize(
    ("text", "own"),
    [
        (json.dumps(MANIFEST), True), ("{", False), ("[" * 100_000, False), ("[]", False),
        *((json.dumps({**MANIFEST, name: None}), False) for name in ("format_version", "created_by", "sha256")),
        (json.dumps(MANIFEST | {"format_version": True}), False), (json.dumps(MANIFEST | {"created_by": "me"}), False),
        (json.dumps({"format_version": 2, "created_by": "setanon-sql 1", "sha256": {}}), True),
    ],
)  # fmt: skip
def test_a_manifest_of_setanon_is_known_by_its_marks(text: str, own: bool) -> None:
    assert own_fields(text) == (json.loads(text) if own else None)


def test_a_manifest_carries_the_one_that_it_replaces() -> None:
    plain, carrying = json.dumps(MANIFEST), json.dumps(MANIFEST | {"replaces": OLDER})
    assert manifest_versions(carrying) == [carrying, json.dumps(OLDER)]
    for text in (plain, json.dumps(MANIFEST | {"replaces": "older"}), "{", json.dumps({"replaces": OLDER})):
        assert manifest_versions(text) == [text]


def never(_: object) -> str:
    raise AssertionError("nothing needs to be read")


@pytest.mark.parametrize(("older", "stands", "records"),
                         [("old", "new", 4), ("old", "old", 3), ("old", "another", 4), ("new", "new", 4)])  # fmt: skip
def test_the_manifest_that_names_the_data_speaks_of_them(tmp_path: Path, older: str, stands: str, records: int) -> None:
    """Of two that do it is the newer one."""
    path = tmp_path / "r.csv.manifest.json"
    path.write_text(json.dumps(MANIFEST))
    assert read_standing(tmp_path / "r.csv", never).records == 4
    path.write_text(json.dumps(MANIFEST | {"replaces": OLDER | {"sha256": {"r.csv": older}}}))
    assert read_standing(tmp_path / "r.csv", lambda _: stands).records == records


def test_a_release_that_was_put_aside_is_told_where_it_is_gone(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(standing, "put_aside", lambda path: [Path("aside/whole")] if path.name == "r.csv" else [])
    refuse_put_aside(tmp_path / "other.csv")
    with pytest.raises(BadInput, match=r"whole in aside/whole"):
        refuse_put_aside(tmp_path / "r.csv")
    (tmp_path / "r.csv").touch()
    refuse_put_aside(tmp_path / "r.csv")
