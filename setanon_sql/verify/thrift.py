"""Structs in Thrift's compact protocol, as Parquet files hold them between their pages: read, and held against a form.

A form is what a struct may be: a type for a plain value, a list of one form, or the forms of fields by their number.
Readers of Parquet skip fields that they do not know, so what is in no form is seen by nobody who reads the rows.
"""

from collections.abc import Mapping
from typing import Any

#: Structs in structs in structs: no Parquet file of a flat table is deeper.
_DEEPEST = 16

#: What a form may be of plain values: whole numbers, text, flags.
Form = type | list[Any] | Mapping[int, Any]
Struct = dict[int, Any]


class Damaged(ValueError):
    """These bytes are no struct."""


class Reader:
    """Reads structs from ``data``, from ``at`` on and not beyond ``end``."""

    def __init__(self, data: Any, at: int, end: int) -> None:
        if not 0 <= at <= end <= len(data):
            raise Damaged("outside of the file")
        self._data = data
        self.at = at
        self._end = end

    def struct(self, deep: int = 0) -> Struct:
        """Read a struct: its values by the numbers of their fields, each of which is there once."""
        if deep > _DEEPEST:
            raise Damaged("too deep")
        fields: Struct = {}
        number = 0
        while head := self._byte():
            step = head >> 4
            kind = head & 15
            number = number + step if step else self._zigzag()
            if number in fields:
                raise Damaged("a field stands twice")
            fields[number] = kind == 1 if kind in {1, 2} else self._value(kind, deep)
        return fields

    def _value(self, kind: int, deep: int) -> Any:
        if kind in {1, 2}:
            return self._byte() == 1
        if kind == 3:
            return int.from_bytes(self._bytes(1), "little", signed=True)
        if kind in {4, 5, 6}:
            return self._zigzag()
        if kind == 8:
            return self._bytes(self._varint())
        if kind in {9, 10}:
            return self._list(deep)
        if kind == 12:
            return self.struct(deep + 1)
        raise Damaged("a kind that Parquet does not have")

    def _list(self, deep: int) -> list[Any]:
        if deep > _DEEPEST:
            raise Damaged("too deep")
        head = self._byte()
        size = head >> 4
        kind = head & 15
        size = self._varint() if size == 15 else size
        if size > self._end - self.at:
            raise Damaged("a list that is longer than the file")
        return [self._value(kind, deep + 1) for _ in range(size)]

    def _byte(self) -> int:
        return self._bytes(1)[0]

    def _bytes(self, size: int) -> bytes:
        if size > self._end - self.at:
            raise Damaged("it ends too early")
        self.at += size
        return bytes(self._data[self.at - size : self.at])

    def _varint(self) -> int:
        value = shift = 0
        while True:
            byte = self._byte()
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7
            if shift > 63:
                raise Damaged("a number that is too large")

    def _zigzag(self) -> int:
        value = self._varint()
        return (value >> 1) ^ -(value & 1)


def fits(value: object, form: Form) -> bool:
    """Return whether a value that was read is of a form, and holds nothing besides."""
    if isinstance(form, Mapping):
        return isinstance(value, dict) and all(key in form and fits(part, form[key]) for key, part in value.items())
    if isinstance(form, list):
        return isinstance(value, list) and all(fits(part, form[0]) for part in value)
    return type(value) is form
