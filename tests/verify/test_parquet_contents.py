"""Parquet files are looked at to the last byte: each thing that stands in one besides its rows, by itself."""

import json
from pathlib import Path
from typing import Any

import pytest

from setanon_sql.verify.parquet import Contents, contents_of, values_shown
from setanon_sql.verify.thrift import Damaged
from tests.verify.parquet_bytes import Written, struct

COLUMNS = ("record_id", "item")
FIELDS = "fields of a Parquet file that setanon does not write"
WRITER = "a Parquet file that neither DuckDB nor Spark wrote"
BYTES = "bytes of a Parquet file that are in none of its pages"
ROWS = "values of a Parquet file beyond its rows"
NESTED = "columns of a Parquet file in another one"
SAME = lambda here: here  # noqa: E731
DICTIONARY = struct({1: 2, 2: 4, 3: 4, 7: {1: 3, 2: 0}}) + b"dict"
PAGE = len(struct({1: 0, 2: 4, 3: 4, 5: {1: 3, 2: 0, 3: 3, 4: 3}}) + b"page")


def told(contents: Contents) -> list[str]:
    return [one.sentence.partition("not checked: ")[2] for one in contents.strangers]


def look(folder: Path, **changes: Any) -> Contents:
    return contents_of(Written(**changes).write(folder / "r.parquet"), COLUMNS)


def test_a_plain_file_holds_nothing_else(tmp_path: Path) -> None:
    for pages in (1, 2):
        found = look(tmp_path, pages=pages, header={5: {1: 3 if pages == 1 else 0}})
        assert told(found) == ([] if pages == 1 else [ROWS])
        assert found.columns == {"record_id": "whole", "item": "other"}


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"gap": b"\0\0\0\0"}, None),
        ({"gap": b"\0\0x\0"}, BYTES),
        ({"after": b"Mary"}, BYTES),
        ({"changed": "record_id", "after": b"Mary"}, BYTES),
        ({"changed": "record_id", "after": b"\0" * 4}, None),
        ({"header": {9: 1}}, f"{FIELDS}, {ROWS}"),
        ({"header": {5: {1: 3, 7: 1}}}, f"{FIELDS}, {ROWS}"),
        ({"header": {1: 2, 5: None, 7: {1: 3, 2: 0, 3: True}}}, ROWS),
        ({"header": {1: 3, 5: None, 8: {1: 3, 2: 0, 3: 3, 4: 0, 5: 0, 6: 0, 7: True}}}, None),
        ({"header": {5: {1: 2, 2: 0, 3: 3, 4: 3}}}, ROWS),
        ({"header": {5: {1: 4, 2: 0, 3: 3, 4: 3}}}, ROWS),
        ({"column": {5: 2}}, ROWS),
        ({"column": {5: 4}}, ROWS),
        ({"column": {20: 4}}, FIELDS),
        ({"column": {11: 0}}, None),
        ({"chunk": {1: b"x"}}, FIELDS),
        ({"group": {3: 2}}, ROWS),
        ({"group": {9: 2}}, FIELDS),
        ({"footer": {3: 2}}, ROWS),
        ({"footer": {3: 4}}, ROWS),
        ({"footer": {8: 4}}, FIELDS),
        ({"footer": {6: b"Mary"}}, WRITER),
        ({"footer": {6: None}}, WRITER),
        ({"footer": {6: b"DuckDB version v2.0.1 (build 0123abcd)"}}, None),
        ({"footer": {6: b"DuckDB version v2.0.1 (build Mary)"}}, WRITER),
        ({"footer": {6: b"parquet-mr version 1.2.3 (build " + b"a" * 40 + b")"}}, None),
        ({"footer": {6: b"parquet-mr version 1.2.3 (build " + b"a" * 39 + b")"}}, WRITER),
        ({"root": {4: b"Mary"}}, NESTED),
        ({"root": {4: b"spark_schema"}}, None),
        ({"root": {5: 1}}, NESTED),
        ({"root": {5: 3}}, NESTED),
        ({"root": {4: b"Mary"}, "footer": {3: 4}}, NESTED),
        ({"chunk": {5: 3, 7: 3}}, None),
        ({"after": b"\0", "chunk": {4: SAME, 5: 1}}, None),
        ({"after": b"\0", "chunk": {4: SAME, 5: 1, 6: SAME, 7: 1}}, BYTES),
        ({"header": {3: 0}, "data": b""}, None),
        ({"first": DICTIONARY}, None),
        ({"column": {6: 999}}, None),
        ({"column": {9: lambda here: here - 1, 11: lambda here: here - PAGE}}, None),
        ({"leaf": {3: 0}}, None),
        ({"leaf": {3: 2}}, NESTED),
        ({"leaf": {5: 1}}, NESTED),
    ],
)
def test_what_stands_there_besides_is_told(tmp_path: Path, changes: dict[str, Any], fault: str | None) -> None:
    assert ", ".join(dict.fromkeys(told(look(tmp_path, **changes)))) == (fault or "")


@pytest.mark.parametrize(
    "changes",
    [
        {"column": {3: [b"other"]}},
        {"column": {3: [b"record_id"]}},
        {"column": {1: 2}},
        {"column": {9: None}},
        {"column": {7: 10}},
        {"column": {12: {5: b"\xff"}}},
        {"changed": "record_id", "column": {12: {5: b"1234567"}}},
        {"changed": "record_id", "column": {12: {1: b"123456789"}}},
        {"group": {1: []}},
        {"header": {3: 5}},
        {"footer": {2: None}},
        {"header": {3: 3}},
    ],
)
def test_a_damaged_file_is_none(tmp_path: Path, changes: dict[str, Any]) -> None:
    with pytest.raises(Damaged):
        look(tmp_path, **changes)


def test_a_file_begins_and_ends_as_such_files_do(tmp_path: Path) -> None:
    path = Written().write(tmp_path / "r.parquet")
    whole = path.read_bytes()
    for wrong in (
        b"PAR2" + whole[4:],
        whole[:-4] + b"PAR2",
        whole[:-8] + (len(whole) - 11).to_bytes(4, "little") + whole[-4:],
        whole[:11],
        b"PAR1" + b"\0" * 3 + b"PAR1",
        b"PAR1\0\0\0\0PAR1",
        b"",
    ):
        path.write_bytes(wrong)
        with pytest.raises(Damaged):
            contents_of(path, COLUMNS)


def test_a_file_without_rows_and_columns_begins_with_its_footer(tmp_path: Path) -> None:
    footer = struct({1: 1, 2: [{4: b"duckdb_schema", 5: 0}], 3: 0, 4: [], 6: b"DuckDB"})
    (tmp_path / "r.parquet").write_bytes(b"PAR1" + footer + len(footer).to_bytes(4, "little") + b"PAR1")
    assert told(contents_of(tmp_path / "r.parquet", ())) == []


def test_columns_are_those_of_the_release(tmp_path: Path) -> None:
    path = Written().write(tmp_path / "r.parquet")
    assert told(contents_of(path, ("record_id",))) == ["1 column"]
    assert contents_of(path, ("record_id",)).strangers[0].names == ("column item",)
    assert contents_of(path, (*COLUMNS, "group_id")).columns == {"record_id": "whole", "item": "other"}


@pytest.mark.parametrize(
    ("leaf", "kind"),
    [
        ({6: 0}, "other"),
        ({6: None, 10: {1: {}}}, "other"),
        ({6: 0, 10: {1: {}}}, "other"),
        ({6: None}, "type 6"),
        ({6: 5}, "type 6"),
        ({6: 5, 10: {1: {}}}, "type 6"),
        ({6: None, 10: {10: {1: 8, 2: True}}}, "type 6"),
    ],
)
def test_text_is_what_is_said_to_be_text(tmp_path: Path, leaf: dict[int, Any], kind: str) -> None:
    assert look(tmp_path, leaf=leaf).columns["item"] == kind


@pytest.mark.parametrize(
    ("physical", "logical", "kind"),
    [(1, None, "whole"), (2, 18, "whole"), (2, 15, "whole"), (2, 16, "whole"), (1, 17, "whole"), (2, 14, "type 2"),
     (2, 19, "type 2"), (2, 0, "type 2"), (3, None, "type 3"), (0, None, "type 0")],
)  # fmt: skip
def test_whole_numbers_are_what_is_said_to_be_such(
    tmp_path: Path, physical: int, logical: int | None, kind: str
) -> None:
    more = {} if logical is None else {6: logical}
    found = look(tmp_path, changed="record_id", leaf={1: physical, **more}, column={1: physical})
    assert found.columns["record_id"] == kind


def test_all_that_statistics_show_is_kept(tmp_path: Path) -> None:
    shown = {1: b"a", 2: b"b", 3: 0, 5: b"c", 6: "\u00e9".encode()}
    page = {1: b"d", 6: b"e"}
    found = look(tmp_path, column={12: shown}, header={5: {1: 3, 2: 0, 3: 3, 4: 3, 5: page}})
    assert found.texts == {"item": set("abc\u00e9de")} and (found.numbers, found.beginnings) == ({}, {})
    assert look(tmp_path, column={12: {5: b"x" * 62}}).texts == {"item": {"x" * 62}}
    second = {1: 3, 2: 0, 3: 3, 4: 0, 5: 0, 6: 0, 8: {2: b"f"}}
    assert look(tmp_path, header={1: 3, 5: None, 8: second}).texts == {"item": {"f"}}
    for physical, size in ((1, 4), (2, 8)):
        numbers = {5: (-2).to_bytes(size, "little", signed=True), 6: (7).to_bytes(size, "little")}
        leaf, column = {1: physical}, {1: physical, 12: numbers}
        found = look(tmp_path, changed="record_id", leaf=leaf, column=column)
        assert found.numbers == {"record_id": {-2, 7}}


def with_index(least: bytes, *, empty: bool = False, more: dict[int, Any] | None = None) -> dict[str, Any]:
    """Changes that give a column an index of its pages, and one of where they are."""
    index = struct({1: [empty], 2: [least], 3: [b"z"], 4: 1, **(more or {})})
    offsets = struct({1: [{1: 4, 2: 9, 3: 0}]})
    sizes = {5: len(offsets), 7: len(index)}
    return {"after": index + offsets, "chunk": {4: lambda here: here + len(index), 6: SAME, **sizes}}


@pytest.mark.parametrize(("size", "cut"), [(60, False), (61, True), (64, True), (65, False)])
def test_indexes_show_values_and_beginnings(tmp_path: Path, size: int, cut: bool) -> None:
    found = look(tmp_path, **with_index(b"x" * size))
    assert told(found) == []
    assert found.beginnings == ({"item": {"x" * (size - 1)}} if cut else {})
    assert found.texts == {"item": {"z"} if cut else {"z", "x" * size}}


def test_an_index_of_an_empty_page_shows_nothing(tmp_path: Path) -> None:
    assert look(tmp_path, **with_index(b"", empty=True)).texts == {"item": {"z"}}
    assert look(tmp_path, **with_index(b"")).texts == {"item": {"", "z"}}
    assert told(look(tmp_path, **with_index(b"x", more={9: 1}))) == [FIELDS]
    with pytest.raises(Damaged):
        look(tmp_path, **with_index(b"x", more={2: [b"x", b"y"]}))
    shown = with_index(b"x")
    assert told(look(tmp_path, after=shown["after"], chunk={4: None, 6: SAME, 7: shown["chunk"][7]})) == [BYTES]
    offsets = struct({1: [], 9: 1})
    assert told(look(tmp_path, after=offsets, chunk={4: SAME, 5: len(offsets)})) == [FIELDS]
    longer = {**shown["chunk"], 7: shown["chunk"][7] + 1}
    assert told(look(tmp_path, after=shown["after"], chunk=longer)) == [FIELDS]


@pytest.mark.parametrize(
    ("head", "size", "fault"),
    [
        ({1: 4, 2: {1: {}}, 3: {1: {}}, 4: {1: {}}}, 0, None),
        ({1: 4, 2: {1: {}}, 3: {1: {}}, 4: {1: {}}}, None, None),
        ({1: 3, 2: {1: {}}, 3: {1: {}}, 4: {1: {}}}, None, BYTES),
        ({1: 4, 2: {1: {}}, 5: 3}, None, FIELDS),
    ],
)
def test_a_filter_is_as_long_as_it_says(tmp_path: Path, head: dict[int, Any], size: int | None, fault: str) -> None:
    whole = struct(head) + b"bits"
    more = {} if size is None else {15: len(whole) + size}
    assert told(look(tmp_path, after=whole, column={14: SAME, **more})) == ([fault] if fault else [])


@pytest.mark.parametrize("by", [-1, 1])
def test_a_filter_that_ends_elsewhere_is_damage(tmp_path: Path, by: int) -> None:
    whole = struct({1: 4, 2: {1: {}}, 3: {1: {}}, 4: {1: {}}}) + b"bits"
    with pytest.raises(Damaged):
        look(tmp_path, after=whole, column={14: SAME, 15: len(whole) + by})


SPARK = "org.apache.spark.version"
ROW = "org.apache.spark.sql.parquet.row.metadata"


def schema(*names: str, **more: Any) -> str:
    columns = [{"name": name, "type": "long", "nullable": True, "metadata": {}} | more for name in names]
    return json.dumps({"type": "struct", "fields": columns}, separators=(",", ":"), ensure_ascii=False)


@pytest.mark.parametrize(
    ("entries", "fault"),
    [
        ([(SPARK, "4.0.1")], None),
        ([(SPARK, "4.0.1"), (ROW, schema("record_id", "item"))], None),
        ([(ROW, schema("item"))], None),
        ([(SPARK, "Mary")], "1 entry in the metadata of a Parquet file"),
        ([(SPARK, "4.0.1"), (SPARK, "4.0.1")], "1 entry in the metadata of a Parquet file"),
        ([("Mary", "4.0.1"), ("Ann", "x")], "2 entries in the metadata of a Parquet file"),
        ([(ROW, schema("item", "Mary"))], "columns in the metadata of a Parquet file"),
        ([(ROW, schema("item") + " ")], "1 entry in the metadata of a Parquet file"),
        ([(ROW, schema("item", type="double"))], "1 entry in the metadata of a Parquet file"),
        ([(ROW, schema("item", nullable=1))], "1 entry in the metadata of a Parquet file"),
        ([(ROW, schema("item", metadata={"Mary": 1}))], "1 entry in the metadata of a Parquet file"),
        ([(SPARK, "Mary"), (ROW, schema("Mary"))], "1 entry in the metadata of a Parquet file"),
        ([("Mary", schema("item"))], "1 entry in the metadata of a Parquet file"),
        ([(ROW, schema("\u00e9"))], "columns in the metadata of a Parquet file"),
        ([(ROW, schema("item", "item").replace("long", "double", 1))], "1 entry in the metadata of a Parquet file"),
        ([(ROW, "{}")], "1 entry in the metadata of a Parquet file"),
        ([(ROW, "[" * 100_000)], "1 entry in the metadata of a Parquet file"),
    ],
)
def test_metadata_are_those_of_spark(tmp_path: Path, entries: list[tuple[str, str]], fault: str | None) -> None:
    found = look(tmp_path, footer={5: [{1: key.encode(), 2: value.encode()} for key, value in entries]})
    assert told(found) == ([fault] if fault else [])
    if fault and fault.startswith("1 entry"):
        assert found.strangers[0].names in [(f"metadata {key}",) for key, _ in entries]


def test_what_several_files_show_is_put_together() -> None:
    one = Contents(numbers={"a": {2, 1}}, texts={"b": {"x"}})
    other = Contents(numbers={"a": {3}}, texts={"a": {"y"}}, beginnings={"b": {"z"}})
    assert list(values_shown([one, other])) == [
        ("a", "numbers", [1, 2, 3]),
        ("a", "texts", ["y"]),
        ("b", "texts", ["x"]),
        ("b", "beginnings", ["z"]),
    ]
