"""Text files: their first lines, their separators, and the reading of basket lines (also SPMF)."""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.query.templates import Table
from setanon_sql.sources.files import literal_path
from setanon_sql.sources.options import BLANKS, SEPARATORS, SourceOptions
from setanon_sql.sources.rows import Rows

#: Separators of a table; a space is none.
TABLE_SEPARATORS = [sep for sep in SEPARATORS if sep != " "]

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

    @property
    def data(self) -> tuple[str, ...]:
        """The first lines that are neither blank nor a header or comment of SPMF."""
        return tuple(line for line in self.head if line.strip(BLANKS) and line[0] not in "#%@")


def open_text(engine: DuckDBEngine, path: Path) -> Text:
    """Look at the first lines of a file."""
    lines = engine.view("sources/read/lines", path=literal_path(path), apart=_NO_TEXT)
    head = engine.rows("sources/read/head", lines=lines, n=Text.LINES)
    return Text(str(path), literal_path(path), tuple(line for (line,) in head))


def line_separator(text: Text, options: SourceOptions) -> str:
    """Return the separator of basket lines.

    The one that most lines hold; a space only where nothing else is there, or in a ``.dat`` file.
    """
    if options.sep:
        return options.sep
    lines_with = {sep: sum(sep in line.strip(BLANKS) for line in text.data) for sep in SEPARATORS}
    if lines_with[" "] and (".dat" in Path(text.name).suffixes or not any(lines_with[sep] for sep in TABLE_SEPARATORS)):
        return " "
    best = max(TABLE_SEPARATORS, key=lambda sep: lines_with[sep])
    return best if lines_with[best] else " "


def read_lines(engine: DuckDBEngine, text: Text, options: SourceOptions, *, spmf: bool) -> Rows:
    """Read basket lines: a record is its line, an empty line a record without items.

    With ``spmf``, lines that begin with ``#``, ``%`` or ``@`` are no records (the numbers of the others stay those of
    the file). Raises BadInput for SPMF's sequence and utility files.
    """
    sep = line_separator(text, options)
    lines = engine.view("sources/read/lines", path=text.path, apart=_NO_TEXT)
    if spmf:
        refuse_relatives(text)
        lines = engine.view("sources/read/plain_lines", lines=lines)
    apart = re.escape(sep)
    quoted = f'(?:^|{apart})[ \\t]*("(?:[^"]|"")*"|[^{apart}]*)'
    pieces = engine.table("sources/read/pieces", lines=lines, sep=sep, quoted=quoted, blanks=BLANKS)
    notes = () if options.sep else (f"separator: {SEPARATORS[sep]}",)
    if not spmf and _begin_with_ids(text, sep):
        notes = (*notes, "the first field of nearly every line is another one, as ids are; here it is an item")
    count = engine.count(lines)
    numbered = Table(pieces.name, pieces.schema, columns={"row": "record", "record": "record", "item": "item"})
    return Rows(
        pairs=pieces,
        numbered=numbered,
        unit="line",
        missing="an empty item",
        lines=count,
        spaced=sep == " ",
        separator=sep,
        notes=notes,
        scratch=(pieces,),
    )


def _begin_with_ids(text: Text, sep: str) -> bool:
    """Return whether the first field of nearly every line is found nowhere else, while the others come again."""
    rows = [[field.strip(BLANKS) for field in line.split(sep)] for line in text.data]
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
    lines = text.data
    if lines and any(re.search(r"(^| )-2\s*$", line) for line in lines):
        return "sequence"
    if lines and all(re.fullmatch(r"[^:]+:\s*[-0-9.]+\s*:[-0-9. ]+\s*", line) for line in lines):
        return "utility"
    return ""
