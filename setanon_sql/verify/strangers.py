"""What stands in a release that no check looks at: a column more, a file in its folder, a line before the header.

Whoever receives a release receives all of it, so each such thing is a fault. Its name may be a value (a column can be
called after a person): sentences count, names are kept apart.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlglot import exp

from setanon_sql.engine import DuckDBEngine, Engine
from setanon_sql.files.regular import open_regular
from setanon_sql.layout import ReleaseShape, is_beside_items
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.text import count_of

#: What engines call whole numbers, and text.
WHOLE = {
    "whole",
    "TINYINT",
    "SMALLINT",
    "INTEGER",
    "BIGINT",
    "HUGEINT",
    "UTINYINT",
    "USMALLINT",
    "UINTEGER",
    "UBIGINT",
}
TEXT = {"other", "moment", "loose", "VARCHAR"}

#: Which of them the columns of a release are; that of a record, or of its group, may be either.
_NUMBERS = {"cluster_id", "parent_id", "size", "chunk_id", "subrecord_id"}
_LABELS = {"item", "kind"}

#: No header is longer, in bytes.
_HEADER = 1 << 17

_OTHER_IDS = "the record ids are not the numbers from 1 on, though the manifest says that they are new ones"
_NO_DIGITS = "record ids are not 32 hexadecimal digits, though the manifest says that they were made with a secret"
_OTHER_NUMBERS = "the numbers of clusters, chunks or subrecords are not those from 1 on"


@dataclass(frozen=True)
class Stranger:
    """Something that was not checked: a ``sentence`` without a value, and ``names``, which are values."""

    sentence: str
    names: tuple[str, ...] = ()


def stranger(what: str, names: Iterable[str] = ()) -> Stranger:
    """Return what is told of something that stands in a release and is none of it."""
    return Stranger(f"stands in the release and was not checked: {what}", tuple(names))


def strange_columns(columns: Iterable[str], expected: Sequence[str], where: str = "") -> list[Stranger]:
    """Return the columns that are not among the expected ones, each of which may be there once; case counts."""
    more = sorted((Counter([*columns]) - Counter(expected)).elements())
    if not more:
        return []
    columns_in_words = count_of(len(more), "column", "columns")
    return [
        stranger(f"{columns_in_words} of {where}" if where else columns_in_words, (f"column {name}" for name in more))
    ]


def strange_kinds(kinds: Mapping[str, str], shape: ReleaseShape, part: str, *, numbered: bool) -> list[Stranger]:
    """Return the columns whose type setanon does not write; ``numbered``: record ids have to be whole numbers."""
    pairs = zip(shape.columns[part], shape.as_written(part), strict=True)
    other = [name for column, name in pairs if name in kinds and kinds[name] not in _types(column, numbered)]
    if not other:
        return []
    return [
        stranger(
            f"{count_of(len(other), 'column', 'columns')} of a type that no release has",
            (f"column {name}" for name in other),
        )
    ]


def _types(column: str, numbered: bool) -> set[str]:
    if column in _LABELS or is_beside_items(column):
        return TEXT
    whole = column in _NUMBERS or (numbered and column == "record_id")
    return WHOLE if whole else WHOLE | TEXT


def strange_table(kinds: Mapping[str, str], shape: ReleaseShape, part: str, *, numbered: bool) -> list[Stranger]:
    """Return what is strange about the columns of a table, given by name with their kinds."""
    where = f"its {part}" if part else ""
    return [
        *strange_columns(kinds, shape.as_written(part), where),
        *strange_kinds(kinds, shape, part, numbered=numbered),
    ]


def strange_header(path: Path, columns: Sequence[str], delimiter: str) -> list[Stranger]:
    """Return what stands in the first line of a file in place of the header that is expected."""
    with open_regular(path) as file:
        text = file.read(_HEADER).decode("utf-8", "replace")
    try:
        header = next(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), [])
    except csv.Error:
        header = []
    if header == [*columns]:
        return []
    return [stranger("a first line that is not the header of a release", [f"first line {text.partition(chr(10))[0]}"])]


def strange_start(path: Path) -> list[Stranger]:
    """Return what stands before the first of basket lines."""
    with open_regular(path) as file:
        marked = file.read(3) == b"\xef\xbb\xbf"
    return [stranger("a byte order mark before the first line")] if marked else []


def kinds_of(engine: DuckDBEngine, table: Table) -> dict[str, str]:
    """Return the types of the columns of a table, by name."""
    rows = all_rows(table)
    assert isinstance(rows, exp.Query)
    return engine.described(rows)


def strange_ids(engine: Engine, lines: Table, records: int) -> list[Stranger]:
    """Return whether the ids of so many records are others than the numbers from 1 on, which hold nothing."""
    if isinstance(engine, DuckDBEngine):  # where they may be text
        first, last, other = engine.answer("verify/read/id_range_of_text", lines=lines)
    else:
        first, last = engine.answer("verify/read/id_range", lines=lines)
        other = 0
    return [] if not other and (first, last) == (min(records, 1), records) else [Stranger(_OTHER_IDS)]


def strange_digits(engine: Engine, lines: Table) -> list[Stranger]:
    """Return whether some ids are other than digits that a secret makes, which hold nothing."""
    return [Stranger(_NO_DIGITS)] if engine.number("verify/read/other_digits", lines=lines) else []


def strange_numbers(engine: Engine, tables: Mapping[str, Table]) -> list[Stranger]:
    """Return whether the pieces of a release in pieces have other numbers than those from 1 on."""
    pieces = {part: tables[part] for part in ("clusters", "subrecords")}
    return [Stranger(_OTHER_NUMBERS)] if engine.number("verify/pieces_read/number_range", **pieces) else []


def sentences_and_names(strangers: Iterable[Stranger]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the sentences, each once, and the names."""
    several_strangers = list(strangers)
    return tuple(dict.fromkeys(stranger.sentence for stranger in several_strangers)), tuple(_names(several_strangers))


def _names(strangers: Iterable[Stranger]) -> Iterator[str]:
    """Yield names as a line of text has room for them: no more than 100, without control characters."""
    names = [name for stranger in strangers for name in stranger.names]
    for name in names[:100]:
        yield name[:100].encode("unicode_escape").decode() if not name.isprintable() else name[:100]
