"""What a Parquet file holds besides its rows: metadata in its footer, statistics of columns, bytes between its pages.

A reader of rows passes over all of that, and whoever receives the file has it. So a file has to be as DuckDB or Spark
writes a flat table: magic, pages, filters, indexes and footer, each right after the other; no field and no metadata
but theirs; as many values as rows. What statistics show has to be values that rows hold, which
:mod:`setanon_sql.verify.statistics` asks. What is inside of a page, compressed, is not looked at: the engine that reads
it says which values it holds.
"""

import json
import mmap
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from setanon_sql.files.regular import open_regular
from setanon_sql.text import count_of
from setanon_sql.verify.strangers import Stranger, strange_columns, stranger
from setanon_sql.verify.thrift import Damaged, Form, Reader, Struct, fits

_MAGIC = b"PAR1"

_STATISTICS: Form = {1: bytes, 2: bytes, 3: int, 4: int, 5: bytes, 6: bytes, 7: bool, 8: bool}
_COUNTS: Form = [{1: int, 2: int, 3: int}]
_COLUMN: Form = {
    1: int, 2: [int], 3: [bytes], 4: int, 5: int, 6: int, 7: int, 9: int, 11: int, 12: _STATISTICS, 13: _COUNTS,
    14: int, 15: int, 16: {1: int, 2: [int], 3: [int]},
}  # fmt: skip
_CHUNK: Form = {2: int, 3: _COLUMN, 4: int, 5: int, 6: int, 7: int}
_GROUP: Form = {1: [_CHUNK], 2: int, 3: int, 5: int, 6: int, 7: int}
_ELEMENT: Form = {1: int, 3: int, 4: bytes, 5: int, 6: int, 10: {1: {}, 10: {1: int, 2: bool}}}
_FOOTER: Form = {
    1: int, 2: [_ELEMENT], 3: int, 4: [_GROUP], 5: [{1: bytes, 2: bytes}], 6: bytes, 7: [{1: {}}]
}  # fmt: skip
_PAGE: Form = {
    1: int, 2: int, 3: int, 4: int,
    5: {1: int, 2: int, 3: int, 4: int, 5: _STATISTICS},
    7: {1: int, 2: int, 3: bool},
    8: {1: int, 2: int, 3: int, 4: int, 5: int, 6: int, 7: bool, 8: _STATISTICS},
}  # fmt: skip
_COLUMN_INDEX: Form = {1: [bool], 2: [bytes], 3: [bytes], 4: int, 5: [int], 6: [int], 7: [int]}
_OFFSET_INDEX: Form = {1: [{1: int, 2: int, 3: int}], 2: [int]}
_FILTER: Form = {1: int, 2: {1: {}}, 3: {1: {}}, 4: {1: {}}}

#: Who writes releases, and what they call the root of their columns.
_WRITERS = re.compile(
    r"DuckDB( version v?\d+\.\d+\.\d+[\w.+-]{0,20} \(build [0-9a-f]{6,40}\))?"
    r"|parquet-mr version \d+\.\d+\.\d+[\w.-]{0,20} \(build [0-9a-f]{40}\)"
)
_ROOTS = {b"duckdb_schema", b"spark_schema"}
_SPARK_VERSION = "org.apache.spark.version"
_SPARK_COLUMNS = "org.apache.spark.sql.parquet.row.metadata"
_SPARK_TYPES = {"byte", "short", "integer", "long", "string"}

#: Physical types of Parquet and their bytes; text has as many as it has.
_BYTES = {1: 4, 2: 8}
_TEXT = 6
#: Statistics of a page may be cut to so many bytes, at the end of a character.
_CUT = range(61, 65)
#: What statistics show as the greatest value, and as the least, and which field says whether that is one.
_EXACTNESS = {1: 7, 5: 7, 2: 8, 6: 8}
#: A greatest value that is too long is cut after a character of ASCII, in whose place stands the next one.
_NEXT = range(1, 128)
#: The kinds of what statistics show.
SHOWN = ("numbers", "texts", "beginnings", "cut_least", "cut_greatest")


@dataclass
class Contents:
    """Contents of a Parquet file besides its rows.

    ``columns``: the kind of each column, in order. ``strangers``: what is no part of a release. ``numbers`` and
    ``texts``: what statistics of a column show; ``beginnings``: text that is cut off. ``cut_least``,
    ``cut_greatest``: what too long a value begins with that is the least, or the greatest, of a column.
    """

    columns: dict[str, str] = field(default_factory=dict)
    strangers: list[Stranger] = field(default_factory=list)
    numbers: dict[str, set[int]] = field(default_factory=dict)
    texts: dict[str, set[str]] = field(default_factory=dict)
    beginnings: dict[str, set[str]] = field(default_factory=dict)
    cut_least: dict[str, set[str]] = field(default_factory=dict)
    cut_greatest: dict[str, set[str]] = field(default_factory=dict)


def contents_of(path: Path, columns: Sequence[str]) -> Contents:
    """Look at a file that should have these columns; raises Damaged where it is no Parquet file, and OSError."""
    with open_regular(path) as file:
        if file.seek(0, 2) < 12:
            raise Damaged("too short")
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            try:
                return _File(data, columns).contents
            except (KeyError, IndexError, TypeError, ValueError) as error:
                raise Damaged("no Parquet file") from error


class _File:
    """A file that is looked at: ``regions`` are the bytes, from and to, that have been accounted for."""

    def __init__(self, data: Any, columns: Sequence[str]) -> None:
        self._data = data
        self.contents = Contents()
        self._end = len(data) - 8
        start = self._end - int.from_bytes(data[self._end : self._end + 4], "little")
        if data[:4] != _MAGIC or data[-4:] != _MAGIC or start < 4:
            raise Damaged("no Parquet file")
        self._regions = [(0, 4), (start, len(data))]
        footer = self._struct(start, self._end, _FOOTER)
        if footer is not None:
            self._metadata(footer, columns)
            self._schema(footer[2], columns)
        if footer is not None and not self.contents.strangers:
            self._rows(footer)
        if not self.contents.strangers and not self._is_accounted_for():
            self._report("bytes of a Parquet file that are in none of its pages")

    def _report(self, what: str, names: Sequence[str] = ()) -> None:
        self.contents.strangers.append(stranger(what, names))

    def _struct(self, at: int, end: int, form: Form) -> Struct | None:
        """Read a struct that fills these bytes; None where it is not of its form, which is a fault."""
        reader = Reader(self._data, at, end)
        struct = reader.struct()
        if reader.at == end and fits(struct, form):
            return struct
        self._report("fields of a Parquet file that setanon does not write")
        return None

    def _metadata(self, footer: Struct, columns: Sequence[str]) -> None:
        """Look at who wrote the file, and at what is said of it in words."""
        keys = [(_text(entry.get(1, b"")), _text(entry.get(2, b""))) for entry in footer.get(5, [])]
        strange = [key for at, (key, value) in enumerate(keys) if key in dict(keys[:at]) or not _is_own(key, value)]
        if strange:
            entries = count_of(len(strange), "entry", "entries")
            self._report(f"{entries} in the metadata of a Parquet file", [f"metadata {key}" for key in strange])
        if not _WRITERS.fullmatch(_text(footer.get(6, b""))):
            self._report("a Parquet file that neither DuckDB nor Spark wrote", [f"writer {_text(footer.get(6, b''))}"])
        columns_of_spark = [name for key, value in keys if key == _SPARK_COLUMNS for name in _spark_names(value)]
        if not strange and not set(columns_of_spark) <= set(columns):
            self._report("columns in the metadata of a Parquet file", [f"column {name}" for name in columns_of_spark])

    def _schema(self, elements: Sequence[Struct], columns: Sequence[str]) -> None:
        """Look at names and kinds of the columns."""
        root, *leaves = elements
        names = [_text(leaf.get(4, b"")) for leaf in leaves]
        flat = root.get(5) == len(leaves) and not any(5 in leaf or leaf.get(3) not in {0, 1} for leaf in leaves)
        if not flat or root.get(4) not in _ROOTS:
            self._report("columns of a Parquet file in another one", [f"column {name}" for name in names])
        self.contents.strangers += strange_columns(names, columns)
        self.contents.columns = {name: _kind(leaf) for name, leaf in zip(names, leaves, strict=True)}
        self._leaves = [(name, leaf.get(1, -1)) for name, leaf in zip(names, leaves, strict=True)]

    def _rows(self, footer: Struct) -> None:
        """Look at each chunk of each column: its pages, its filter, its indexes, and what statistics show."""
        rows = 0
        for group in footer[4]:
            rows += group[3]
            if len(group[1]) != len(self._leaves):
                raise Damaged("a column is missing")
            for chunk, (name, kind) in zip(group[1], self._leaves, strict=True):
                self._chunk(chunk, name, int(kind), group[3])
        if rows != footer[3]:
            self._report("values of a Parquet file beyond its rows")

    def _chunk(self, chunk: Struct, name: str, kind: int, rows: int) -> None:
        column = chunk[3]
        if column[3] != [name.encode()] or column[1] != kind:
            raise Damaged("a chunk of another column")
        start = min(at for at in (column[9], column.get(11)) if at)
        self._region(start, column[7])
        values = self._pages(start, start + column[7], name, kind)
        if not rows == column[5] == values:
            self._report("values of a Parquet file beyond its rows")
        self._keep_statistics(name, kind, column.get(12, {}))
        self._filter(column.get(14), column.get(15))
        self._indexes(chunk, name, kind)

    def _pages(self, at: int, end: int, name: str, kind: int) -> int:
        """Go from page to page, which fill these bytes; returns how many values they have."""
        values = 0
        while at < end:
            reader = Reader(self._data, at, end)
            page = reader.struct()
            if not fits(page, _PAGE):
                self._report("fields of a Parquet file that setanon does not write")
                return values
            data = page[5] if 5 in page else page.get(8, {})
            self._keep_statistics(name, kind, data.get(5 if 5 in page else 8, {}))
            values += data.get(1, 0)
            at = reader.at + max(page[3], 0)
        if at != end:
            raise Damaged("a page ends elsewhere")
        return values

    def _keep_statistics(self, name: str, kind: int, statistics: Struct) -> None:
        """Keep the values that statistics show."""
        for number, exact in _EXACTNESS.items():
            if number in statistics and statistics.get(exact, True):
                self._keep_value(name, kind, statistics[number])
            elif number in statistics:
                self._keep_cut(name, kind, statistics[number].decode(), is_least=exact == 8)

    def _keep_cut(self, name: str, kind: int, shown: str, *, is_least: bool) -> None:
        """Keep what the least or greatest value of a column begins with."""
        if kind != _TEXT or not shown or (not is_least and ord(shown[-1]) not in _NEXT):
            self._report("fields of a Parquet file that setanon does not write")
        elif is_least:
            self.contents.cut_least.setdefault(name, set()).add(shown)
        else:
            beginning = shown[:-1] + chr(ord(shown[-1]) - 1)
            self.contents.cut_greatest.setdefault(name, set()).add(beginning)

    def _keep_value(self, name: str, kind: int, value: bytes, *, may_be_cut: bool = False) -> None:
        if kind == _TEXT:
            if may_be_cut and len(value) in _CUT:
                self.contents.beginnings.setdefault(name, set()).add(value.decode()[:-1])
            else:
                self.contents.texts.setdefault(name, set()).add(value.decode())
        elif len(value) == _BYTES[kind]:
            self.contents.numbers.setdefault(name, set()).add(int.from_bytes(value, "little", signed=True))
        else:
            raise Damaged("a statistic of another type")

    def _filter(self, at: int | None, size: int | None) -> None:
        """Look at the Bloom filter of a chunk."""
        if at is None:
            return
        reader = Reader(self._data, at, self._end)
        head = reader.struct()
        if not fits(head, _FILTER):
            self._report("fields of a Parquet file that setanon does not write")
            return
        whole = reader.at - at + head[1]
        if size not in {None, whole}:
            raise Damaged("a filter that ends elsewhere")
        self._region(at, whole)

    def _indexes(self, chunk: Struct, name: str, kind: int) -> None:
        """Look at the indexes of the pages of a chunk."""
        if 6 in chunk:
            self._region(chunk[6], chunk[7])
            index = self._struct(chunk[6], chunk[6] + chunk[7], _COLUMN_INDEX) or {}
            for values in (index.get(2, []), index.get(3, [])):
                for value, empty in zip(values, index.get(1, []), strict=True):
                    if value or not empty:
                        self._keep_value(name, kind, value, may_be_cut=True)
        if 4 in chunk:
            self._region(chunk[4], chunk[5])
            self._struct(chunk[4], chunk[4] + chunk[5], _OFFSET_INDEX)

    def _region(self, at: int, size: int) -> None:
        self._regions.append((at, at + size))

    def _is_accounted_for(self) -> bool:
        """Return whether all bytes have been accounted for, each once; between two regions there may be zeros."""
        reached = 0
        for start, end in sorted(self._regions):
            if start < reached or any(self._data[reached:start]):
                return False
            reached = end
        return reached == len(self._data)


def _text(value: bytes) -> str:
    return value.decode("utf-8", "replace")


def _kind(leaf: Mapping[int, Any]) -> str:
    """Return the kind of a column as engines call it; its physical type where a release has none such."""
    physical = leaf.get(1)
    logical = leaf.get(10, {})
    if physical == _TEXT and leaf.get(6) in {0, None} and (leaf.get(6) == 0 or 1 in logical):
        return "other"
    return "whole" if physical in _BYTES and leaf.get(6) in {None, 15, 16, 17, 18} else f"type {physical}"


def _is_own(key: str, value: str) -> bool:
    """Return whether metadata are what Spark itself writes."""
    if key == _SPARK_VERSION:
        return bool(re.fullmatch(r"\d+\.\d+\.\d+[\w.-]{0,20}", value))
    return key == _SPARK_COLUMNS and bool(_spark_names(value))


def _spark_names(value: str) -> list[str]:
    """Return the names of the columns as Spark tells them; none where it tells something else besides."""
    try:
        schema = json.loads(value)
        fields = [
            {key: column[key] for key in ("name", "type", "nullable")} | {"metadata": {}} for column in schema["fields"]
        ]
        plain = all(column["type"] in _SPARK_TYPES and type(column["nullable"]) is bool for column in fields)
    except (ValueError, TypeError, KeyError, RecursionError):
        return []
    exact = json.dumps({"type": "struct", "fields": fields}, separators=(",", ":"), ensure_ascii=False) == value
    return [str(column["name"]) for column in fields] if plain and exact else []


def values_shown(all_contents: Sequence[Contents]) -> Iterator[tuple[str, str, list[Any]]]:
    """Yield what the statistics of several files show, by column and kind."""
    for kind in SHOWN:
        columns = {name for contents in all_contents for name in getattr(contents, kind)}
        for name in sorted(columns):
            yield (
                name,
                kind,
                sorted(set().union(*(getattr(contents, kind).get(name, set()) for contents in all_contents))),
            )
