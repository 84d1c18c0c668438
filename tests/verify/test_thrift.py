"""Structs are read to the last byte, and no further."""

from typing import Any

import pytest

from setanon_sql.verify.thrift import Damaged, Reader, fits
from tests.verify.parquet_bytes import struct, varint


def read(data: bytes) -> dict[int, Any]:
    reader = Reader(data, 0, len(data))
    found = reader.struct()
    assert reader.at == len(data)
    return found


NUMBERS = [0, 1, -1, 63, 64, -64, -65, 8191, 8192, 2**31, -(2**31), 2**62, 2**63 - 1, -(2**63)]


@pytest.mark.parametrize(
    "fields",
    [
        {},
        *({1: number} for number in NUMBERS),
        {1: True, 2: False},
        {1: b"", 2: b"abc", 3: b"x" * 200},
        {1: 1, 16: 2, 17: 3, 33: 4, 300: 5},
        {5: 1, 2: 7},
        {1: [], 2: [7], 3: list(range(14)), 4: list(range(15)), 5: list(range(16)), 6: list(range(200))},
        {1: [True, False, True], 2: [b"a", b""], 3: [{1: 2}, {}], 4: [[1], [2, 3]]},
        {1: {2: {3: [{4: b"x"}]}}, 2: 5},
    ],
)
def test_what_was_written_is_read(fields: dict[int, Any]) -> None:
    assert read(struct(fields)) == fields


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"\x13\x7f\x00", {1: 127}),
        (b"\x13\x80\x00", {1: -128}),
        (b"\x14\x03\x00", {1: -2}),
        (b"\x15\x04\x00", {1: 2}),
        (b"\x1a\x26\x02\x04\x00", {1: [1, 2]}),
        (b"\x19\x31\x01\x02\x00\x00", {1: [True, False, False]}),
        (b"\x19\x22\x01\x02\x00", {1: [True, False]}),
    ],
)
def test_small_numbers_sets_and_flags_have_kinds_of_their_own(data: bytes, found: dict[int, Any]) -> None:
    assert read(data) == found


@pytest.mark.parametrize("kind", [7, 11, 13, 14, 15])
def test_other_kinds_are_damage(kind: int) -> None:
    with pytest.raises(Damaged, match="a kind that"):
        read(bytes([1 << 4 | kind, 0, 0, 0]))


def test_a_field_stands_once() -> None:
    with pytest.raises(Damaged, match="twice"):
        read(b"\x16\x02\x06\x02\x02\x00")


@pytest.mark.parametrize("size", range(14))
def test_it_ends_where_the_bytes_end(size: int) -> None:
    whole = struct({1: b"abc", 2: [1, 2], 3: {1: 5}})
    assert len(whole) == 14
    with pytest.raises(Damaged):
        Reader(whole[:size], 0, size).struct()
    with pytest.raises(Damaged):
        Reader(whole, 0, size).struct()


def test_a_list_is_no_longer_than_what_is_left() -> None:
    assert read(b"\x19\x26\x02\x02\x00")[1] == [1, 1]
    with pytest.raises(Damaged, match="a list that is longer"):
        Reader(b"\x19\x46\x02\x02\x00", 0, 5).struct()
    with pytest.raises(Damaged, match="it ends too early"):
        Reader(b"\x19\x36\x02\x02\x00", 0, 5).struct()


def nested(deep: int, *, lists: bool) -> bytes:
    """A struct in which so many structs or lists are inside each other."""
    if lists:
        return b"\x19" + b"\x19" * (deep - 1) + b"\x06\x00"
    return b"\x1c" * deep + b"\x00" * (deep + 1)


@pytest.mark.parametrize(("lists", "most"), [(False, 16), (True, 17)])
def test_structs_and_lists_are_only_so_deep(lists: bool, most: int) -> None:
    assert read(nested(most, lists=lists))
    with pytest.raises(Damaged, match="too deep"):
        read(nested(most + 1, lists=lists))
    with pytest.raises(Damaged, match="too deep"):
        read(b"\x1c" * 10 + b"\x19" + b"\x19" * 20)


@pytest.mark.parametrize(("size", "known"), [(9, True), (10, True), (11, False)])
def test_a_number_has_ten_bytes_at_most(size: int, known: bool) -> None:
    data = b"\x16" + b"\x80" * (size - 1) + b"\x01\x00"
    if known:
        assert read(data) == {1: 1 << (7 * (size - 1) - 1)}
    else:
        with pytest.raises(Damaged, match="a number that is too large"):
            read(data)


def test_numbers_are_written_seven_bits_a_byte() -> None:
    assert (varint(127), varint(128), varint(300)) == (b"\x7f", b"\x80\x01", b"\xac\x02")


@pytest.mark.parametrize(
    ("at", "end", "inside"),
    [(0, 0, True), (0, 3, True), (3, 3, True), (2, 1, False), (-1, 2, False), (0, 4, False), (4, 4, False)],
)
def test_it_reads_inside_of_the_file_only(at: int, end: int, inside: bool) -> None:
    if inside:
        assert Reader(b"abc", at, end).at == at
    else:
        with pytest.raises(Damaged, match="outside"):
            Reader(b"abc", at, end)


@pytest.mark.parametrize(
    ("value", "form", "fit"),
    [
        (1, int, True),
        (True, int, False),
        (b"x", bytes, True),
        (b"x", int, False),
        ({}, {1: int}, True),
        ({1: 2}, {1: int}, True),
        ({1: b"x"}, {1: int}, False),
        ({1: 2, 2: 3}, {1: int}, False),
        ([], {1: int}, False),
        ([], [int], True),
        ([1, 2], [int], True),
        ([1, b"x"], [int], False),
        (1, [int], False),
        ({1: [{2: True}]}, {1: [{2: bool}]}, True),
        ({1: [{2: 1}]}, {1: [{2: bool}]}, False),
    ],
)
def test_a_value_fits_a_form_where_it_holds_nothing_besides(value: Any, form: Any, fit: bool) -> None:
    assert fits(value, form) == fit
