"""Text files: basket lines (also SPMF) and CSV, and what tells them apart."""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlglot import exp

from setanon_sql import sql
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.sources.options import BLANKS, SEPARATORS, SourceOptions
from setanon_sql.sources.rows import Rows
from setanon_sql.sql import Table

#: Separators of a table; a space is none.
_TABLE_SEPARATORS = [sep for sep in SEPARATORS if sep != " "]


@dataclass(frozen=True)
class Text:
    """A text file: its name for messages, its path for DuckDB, its first lines (200 at most)."""

    name: str
    path: str
    head: tuple[str, ...]

    @property
    def data(self) -> tuple[str, ...]:
        """The first lines that are neither blank nor a header or comment of SPMF."""
        return tuple(line for line in self.head if line.strip(BLANKS) and line[0] not in "#%@")


def open_text(engine: DuckDBEngine, path: Path) -> Text:
    """Look at the first lines of a file."""
    escaped = re.sub(r"([*?\[])", r"[\1]", str(path))
    lines = engine.view("sources/lines", path=escaped)
    return Text(str(path), escaped, tuple(line for (line,) in engine.rows("sources/head", lines=lines)))


def header(text: Text, sep: str) -> list[str]:
    """Return the fields of the first row."""
    return next(csv.reader((line + "\n" for line in text.head), delimiter=sep), [])


def table_separator(text: Text, wanted: Sequence[str], options: SourceOptions) -> str:
    """Return the separator of a CSV file: the one that shows the ``wanted`` columns, else the commonest in line 1."""
    candidates = [options.sep] if options.sep else _TABLE_SEPARATORS
    rows = {sep: header(text, sep) for sep in candidates}
    return max(candidates, key=lambda sep: (len(set(wanted) & set(rows[sep])), len(rows[sep])))


def line_separator(text: Text, options: SourceOptions) -> str:
    """Return the separator of basket lines.

    The one that most lines hold; a space only where nothing else is there, or in a ``.dat`` file.
    """
    if options.sep:
        return options.sep
    held = {sep: sum(sep in line.strip(BLANKS) for line in text.data) for sep in SEPARATORS}
    if held[" "] and (".dat" in Path(text.name).suffixes or not any(held[sep] for sep in _TABLE_SEPARATORS)):
        return " "
    best = max(_TABLE_SEPARATORS, key=lambda sep: held[sep])
    return best if held[best] else " "


def read_lines(engine: DuckDBEngine, text: Text, options: SourceOptions, *, spmf: bool) -> Rows:
    """Read basket lines: a record is its line, an empty line a record without items.

    With ``spmf``, lines that begin with ``#``, ``%`` or ``@`` are no records (the numbers of the others stay those of
    the file). Raises BadInput for SPMF's sequence and utility files.
    """
    sep = line_separator(text, options)
    lines = engine.table("sources/lines", path=text.path)
    if spmf:
        _refuse_relatives(text)
        lines = engine.table("sources/plain_lines", lines=lines)
    apart = re.escape(sep)
    quoted = f'(?:^|{apart})[ \\t]*("(?:[^"]|"")*"|[^{apart}]*)'
    pieces = engine.table("sources/pieces", lines=lines, sep=sep, quoted=quoted, blanks=BLANKS)
    notes = () if options.sep else (f"separator: {SEPARATORS[sep]}",)
    count = engine.number("lib/count_rows", any_table=lines)
    numbered = Table(pieces.name, pieces.schema, columns={"row": "record", "record": "record", "item": "item"})
    return Rows(pairs=pieces, numbered=numbered, unit="line", lines=count, spaced=sep == " ", notes=notes)


def _refuse_relatives(text: Text) -> None:
    kind = relative(text)
    if kind:
        raise BadInput(
            f"{text.name} is a {kind} file of SPMF, not one of itemsets",
            "convert it to itemsets (one line per record, items apart by spaces); where it is not one, --format basket",
        )


def relative(text: Text) -> str:
    """Return ``sequence`` or ``utility`` where the first lines are of that kind of SPMF file, else nothing."""
    lines = text.data
    if lines and all(re.search(r"(^| )-2\s*$", line) for line in lines):
        return "sequence"
    if lines and all(re.fullmatch(r"[^:]+:\s*[-0-9.]+\s*:[-0-9. ]+\s*", line) for line in lines):
        return "utility"
    return ""


def read_csv(engine: DuckDBEngine, text: Text, sep: str, width: int) -> Table:
    """Return a view of a CSV file's rows below its header, as text columns ``c1`` … ``c<width>``."""
    tree = sql.query("sources/csv", path=text.path, sep=sep)
    columns = tree.find(exp.Struct)
    assert columns is not None
    (one,) = columns.expressions
    for number in range(2, width + 1):
        another = one.copy()
        another.this.replace(exp.to_identifier(f"c{number}"))
        columns.append("expressions", another)
    return engine.view(tree)
