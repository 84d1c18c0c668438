"""Text files: their first lines, their separators, and the reading of basket lines (also SPMF)."""

import re
from collections import Counter
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import ClassVar

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.query.templates import Table
from setanon_sql.sources.converting import readable
from setanon_sql.sources.files import literal_path
from setanon_sql.sources.options import BLANKS, SEPARATORS, SourceOptions
from setanon_sql.sources.rows import Rows

#: Separators of a table; a space is none.
TABLE_SEPARATORS = [sep for sep in SEPARATORS if sep != " "]

#: How lines begin that are none of items in an SPMF file: headers and comments.
MARKS = "#%@"
#: The headers by which an SPMF file is known.
_SPMF_HEADER = re.compile(r"@CONVERTED_FROM_TEXT\s*|@ITEM=\d+=.*")

#: The line that tells spreadsheet programs what separates columns.
_SEP_LINE = re.compile(r'"?sep=([^"\r\n])"?\s*', re.IGNORECASE)

#: A separator of columns that no text holds.
_NO_TEXT = "\x01\x02\x03\x04"


@dataclass(frozen=True)
class Text:
    """A text file: its name for messages, its path for DuckDB, its first lines (200 at most)."""

    #: How many lines the head has at most.
    LINES: ClassVar[int] = 200

    name: str
    path: str
    head: tuple[str, ...]
    file: Path

    @property
    def above(self) -> int:
        """Return how many lines stand above what it holds, if it is a table: blank ones, and one that says ``sep=``."""
        blank = sum(1 for _ in takewhile(lambda line: not line.strip(BLANKS), self.head))
        said = self.head[blank : blank + 1] if self.said_separator else ()
        return blank + len(said)

    @property
    def said_separator(self) -> str:
        """Return the separator of columns that the first line tells to spreadsheet programs; empty where none does."""
        first = next((line for line in self.head if line.strip(BLANKS)), "")
        match = _SEP_LINE.fullmatch(first)
        return match[1] if match else ""

    @property
    def has_spmf_headers(self) -> bool:
        """Return whether a header of SPMF is among the marked lines that it begins with."""
        return any(_SPMF_HEADER.fullmatch(line) for line in takewhile(_is_marked, self.head))

    @property
    def first_unmarked(self) -> tuple[str, ...]:
        """The first line that is no comment, if there is one, whatever kind of file it is."""
        return tuple(line for line in self.head if not _is_marked(line))[:1]

    def data(self, *, spmf: bool) -> tuple[str, ...]:
        """Return the first lines that are not blank; with ``spmf`` without headers and comments."""
        return tuple(line for line in self.head if line.strip(BLANKS) and not (spmf and _is_marked(line)))


def _is_marked(line: str) -> bool:
    """Return whether a line of SPMF is a header or a comment."""
    return line[:1] != "" and line[0] in MARKS


def is_spmf(text: Text, options: SourceOptions) -> bool:
    """Return whether lines are read as SPMF's: where that is said, or its headers are there."""
    return options.format == "spmf" if options.format else text.has_spmf_headers


def open_text(engine: DuckDBEngine, path: Path, name: str = "") -> Text:
    """Look at the first lines of a file, which messages call ``name`` (default: its path)."""
    name = name or str(path)
    path = readable(engine, path)
    lines = engine.view("sources/read/lines", path=literal_path(path), apart=_NO_TEXT)
    head = engine.rows("sources/read/head", lines=lines, n=Text.LINES)
    return Text(name, literal_path(path), tuple(line for (line,) in head), path)


def line_separator(text: Text, options: SourceOptions) -> str:
    """Return the separator of basket lines.

    The one that most lines hold; a space only where nothing else is there, or in a ``.dat`` file.
    """
    if options.sep:
        return options.sep
    data = text.data(spmf=is_spmf(text, options))
    lines_with = {sep: sum(sep in line.strip(BLANKS) for line in data) for sep in SEPARATORS}
    if lines_with[" "] and (".dat" in Path(text.name).suffixes or not any(lines_with[sep] for sep in TABLE_SEPARATORS)):
        return " "
    best = max(TABLE_SEPARATORS, key=lambda sep: lines_with[sep])
    return best if lines_with[best] else " "


def read_lines(engine: DuckDBEngine, text: Text, options: SourceOptions, *, spmf: bool) -> Rows:
    """Read basket lines: a record is its line, an empty line a record without items.

    With ``spmf``, lines that begin with one of ``MARKS`` are no records: the others are called by their numbers in the
    file. Raises BadInput for SPMF's sequence and utility files.
    """
    sep = line_separator(text, options)
    lines = engine.view("sources/read/lines", path=text.path, apart=_NO_TEXT)
    count, marked = map(int, engine.row("sources/read/line_counts", lines=lines, marks=MARKS))
    if spmf:
        refuse_relatives(text)
        lines = engine.view("sources/read/plain_lines", lines=lines, marks=MARKS)
    apart = re.escape(sep)
    quoted = f'(?:^|{apart})[ \\t]*("(?:[^"]|"")*"|[^{apart}]*)'
    pieces = engine.table("sources/read/pieces", lines=lines, sep=sep, quoted=quoted, blanks=BLANKS)
    notes: tuple[str, ...] = () if options.sep else (f"separator: {SEPARATORS[sep]}",)
    if not spmf and _begin_with_ids(text, sep):
        notes = (*notes, "the first field of nearly every line is another one, as ids are; here it is an item")
    notes += _told_of_marked(marked, options, spmf=spmf)
    numbered = Table(pieces.name, pieces.schema, columns={"row": "record", "record": "record", "item": "item"})
    return Rows(
        pairs=pieces,
        numbered=numbered,
        unit="line",
        missing="an empty item",
        lines=None if spmf and marked else count,
        keys=lines if spmf and marked else None,
        spaced=sep == " ",
        separator=sep,
        notes=notes,
        scratch=(pieces,),
    )


def _told_of_marked(marked: int, options: SourceOptions, *, spmf: bool) -> tuple[str, ...]:
    """Say how many lines begin with one of ``MARKS``, and what became of them."""
    lines = f"{marked:,} {'line begins' if marked == 1 else 'lines begin'} with #, % or @"
    if not marked or (options.format and not spmf):
        return ()
    if spmf:
        return (f"skipped: {lines}, as headers and comments of SPMF do; <format=basket> reads each as a record",)
    return (f"{lines}, and each is a record like the others; <format=spmf> skips them",)


def _begin_with_ids(text: Text, sep: str) -> bool:
    """Return whether the first field of nearly every line is found nowhere else, while the others come again."""
    rows = [[field.strip(BLANKS) for field in line.split(sep)] for line in text.data(spmf=False)]
    if len(rows) < 50:
        return False
    firsts = Counter(row[0] for row in rows)
    others = Counter(field for row in rows for field in row[1:] if field)
    lone = sum(count == 1 and field not in others for field, count in firsts.items())
    return lone >= 0.95 * len(rows) and len(others) <= 0.5 * others.total()


def refuse_relatives(text: Text) -> None:
    """Raise BadInput where the file is one of SPMF's sequences or utilities."""
    kind = _relative(text)
    if kind:
        raise BadInput(
            f"{text.name} is a {kind} file of SPMF, not one of itemsets",
            "convert it to itemsets (one line per record, items apart by spaces); where it is not one, <format=basket>",
        )


def _relative(text: Text) -> str:
    """Return ``sequence`` or ``utility`` where the first lines are of that kind of SPMF file, else nothing."""
    lines = text.data(spmf=True)
    if lines and any(re.search(r"(^| )-2\s*$", line) for line in lines):
        return "sequence"
    if lines and all(re.fullmatch(r"[^:]+:\s*[-0-9.]+\s*:[-0-9. ]+\s*", line) for line in lines):
        return "utility"
    return ""
