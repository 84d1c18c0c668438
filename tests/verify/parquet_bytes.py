"""Parquet files written byte by byte: structs in Thrift's compact protocol, and a whole file of one page a column."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Fields = Mapping[int, Any]


def varint(number: int) -> bytes:
    """Return a number, seven bits a byte."""
    more, last = divmod(number, 128)
    return bytes([last]) if not more else bytes([last | 128]) + varint(more)


def zigzag(number: int) -> bytes:
    """Return a number that may be below zero."""
    return varint(2 * number if number >= 0 else -2 * number - 1)


def struct(fields: Fields) -> bytes:
    """Return a struct of whole numbers, bytes, flags, lists and structs."""
    told, last = b"", 0
    for number, value in fields.items():
        kind = {True: 1, False: 2}[value] if isinstance(value, bool) else kind_of(value)
        step = number - last
        told += bytes([step << 4 | kind]) if 0 < step < 16 else bytes([kind]) + zigzag(number)
        told += b"" if isinstance(value, bool) else value_of(value)
        last = number
    return told + b"\0"


def kind_of(value: Any) -> int:
    """Return the number of the kind of a value, as a struct and a list tell it."""
    return {bool: 1, int: 6, bytes: 8, list: 9, dict: 12}[type(value)]


def value_of(value: Any) -> bytes:
    """Return a value as it stands in a struct or list."""
    if isinstance(value, bool):
        return bytes([1 if value else 2])
    if isinstance(value, int):
        return zigzag(value)
    if isinstance(value, bytes):
        return varint(len(value)) + value
    if isinstance(value, dict):
        return struct(value)
    kind = kind_of(value[0]) if value else 6
    head = bytes([len(value) << 4 | kind]) if len(value) < 15 else bytes([15 << 4 | kind]) + varint(len(value))
    return head + b"".join(map(value_of, value))


@dataclass
class Written:
    """A file of two columns, ``record_id`` (whole numbers) and ``item`` (text), three rows, one group.

    Each part can be changed before it is written: fields are laid over those that are there, None takes one away.
    """

    header: dict[int, Any] = field(default_factory=dict)
    column: dict[int, Any] = field(default_factory=dict)
    chunk: dict[int, Any] = field(default_factory=dict)
    group: dict[int, Any] = field(default_factory=dict)
    footer: dict[int, Any] = field(default_factory=dict)
    leaf: dict[int, Any] = field(default_factory=dict)
    root: dict[int, Any] = field(default_factory=dict)
    #: Bytes after the pages of the column that is changed, and what is told of them there.
    after: bytes = b""
    gap: bytes = b""
    #: A page before the others, with its header; how many others there are, and what each holds.
    first: bytes = b""
    pages: int = 1
    data: bytes = b"page"
    #: Which of the two columns is changed.
    changed: str = "item"

    def write(self, path: Path) -> Path:
        """Write the file."""
        data, chunks, leaves = b"PAR1", [], []
        for name, kind in (("record_id", 2), ("item", 6)):
            own = self if name == self.changed else Written()
            start, header = len(data), struct(laid({1: 0, 2: 4, 3: 4, 5: {1: 3, 2: 0, 3: 3, 4: 3}}, own.header))
            data += own.first + (header + own.data) * own.pages
            size = len(data) - start
            column = {1: kind, 2: [0], 3: [name.encode()], 4: 1, 5: 3, 6: size, 7: size, 9: start}
            chunk = {2: start, 3: laid(column, {n: at(v, len(data)) for n, v in own.column.items()})}
            chunks.append(laid(chunk, {n: at(v, len(data)) for n, v in own.chunk.items()}))
            data += own.after
            leaves.append(laid({1: kind, 3: 1, 4: name.encode()} | ({6: 0} if kind == 6 else {}), own.leaf))
        group = laid({1: chunks, 2: 99, 3: 3}, self.group)
        root = laid({4: b"duckdb_schema", 5: 2}, self.root)
        footer = struct(laid({1: 1, 2: [root, *leaves], 3: 3, 4: [group], 6: b"DuckDB"}, self.footer))
        path.write_bytes(data + self.gap + footer + len(footer).to_bytes(4, "little") + b"PAR1")
        return path


def at(value: Any, here: int) -> Any:
    """Return a value; a function of where the pages end is asked for it."""
    return value(here) if callable(value) else value


def laid(fields: Fields, changes: Fields) -> dict[int, Any]:
    """Return fields with others laid over them, in the order of their numbers."""
    return {number: value for number, value in sorted((dict(fields) | dict(changes)).items()) if value is not None}
