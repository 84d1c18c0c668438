"""Headers of tables in text files that stand where they should not: below other lines, or again further down."""

import csv
import gzip
import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from sqlglot import exp

from setanon_sql.errors import BadInput
from setanon_sql.sources.columns import OWN_ERROR
from setanon_sql.sources.options import BLANKS, SourceOptions
from setanon_sql.sources.text import TABLE_SEPARATORS, Text

#: How the error of DuckDB begins that a header makes which comes again; what follows tells where to look for it.
AGAIN = f"{OWN_ERROR}a header again "

#: A line that is a header, as far as can be seen: so many of the first lines, and so many above a table.
_FIRST = 20
_ABOVE = 3

#: So many columns tell a header that comes again; each file that was put behind another may begin with a mark of order.
_TELLING = 3
_BOM = "\ufeff"

_NUMBER = re.compile(r"\s*[-+]?[0-9.]+\s*")


def refuse_header_below(text: Text, options: SourceOptions) -> None:
    """Raise BadInput where a header seems to stand below other lines (a title, a comment)."""
    seps = [options.sep] if options.sep else TABLE_SEPARATORS
    rows = [[*numbered_rows(text, sep)] for sep in seps]
    line = next(filter(None, (*map(_line_of_names(options), rows), *map(_line_of_table, rows))), 0)
    if line:
        raise BadInput(
            f"the header of {text.name} seems to stand in line {line}, below other lines",
            f"take these away, as tail -n +{line} does; where each line is a record, <format=basket>",
        )


def numbered_rows(text: Text, sep: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the first lines as rows of fields, each with its line; none follows a field that is too long."""
    reader = csv.reader((line + "\n" for line in text.head), delimiter=sep)
    with suppress(csv.Error):
        for row in reader:
            if reader.line_num > text.above and any(field.strip(BLANKS) for field in row):
                yield reader.line_num, row


def _line_of_names(options: SourceOptions) -> Callable[[list[tuple[int, list[str]]]], int]:
    """Return what tells the line, but the first, that names the columns that are looked for; 0 where none does."""
    needed = {options.record_id.casefold(), options.item.casefold()}

    def line_of(rows: list[tuple[int, list[str]]]) -> int:
        are_names = [needed <= {name.strip(BLANKS).casefold() for name in row} for _, row in rows[:_FIRST]]
        return rows[are_names.index(True)][0] if True in are_names[1:] and not are_names[0] else 0

    return line_of


def _line_of_table(rows: list[tuple[int, list[str]]]) -> int:
    """Return the line of what looks like the header of a table below a few lines of another width; else 0."""
    for above in range(1, min(_ABOVE, len(rows) - 3) + 1):
        table = [row for _, row in rows[above:]]
        if is_even(table) and all(len(row) != len(table[0]) for _, row in rows[:above]):
            return rows[above][0] if is_header(table) and is_above_numbers(table) else 0
    return 0


def is_even(rows: list[list[str]]) -> bool:
    """Return whether there are several rows of equally many fields, two or more."""
    return len(rows) > 1 and len({len(row) for row in rows}) == 1 and len(rows[0]) > 1


def is_header(rows: list[list[str]]) -> bool:
    """Return whether the first row names columns: no number, nothing that comes again, nothing twice."""
    first = set(rows[0])
    below = {field for row in rows[1:] for field in row}
    numbers = any(_NUMBER.fullmatch(field) for field in first)
    return len(first) == len(rows[0]) and not numbers and not first & below


def is_above_numbers(rows: list[list[str]]) -> bool:
    """Return whether there is a column that holds only numbers below the first row."""
    columns = zip(*rows[1:], strict=False)
    return any(all(_NUMBER.fullmatch(field) for field in column) for column in columns)


def again_in(text: Text, sep: str, labels: Sequence[str]) -> exp.Expr | None:
    """Return the condition that a row of a table meets, or is an error: it is not the header once more.

    A few columns tell, of several; of one alone a value may well be called as it is.
    """
    named = [(at, label) for at, label in enumerate(labels) if label][:_TELLING]
    if len(named) < 2:
        return None
    alike = [exp.column(f"c{at + 1}", quoted=True).isin(label, f"{_BOM}{label}") for at, label in named]
    mark = exp.Literal.string(AGAIN + json.dumps([str(text.file), sep, [at for at, _ in named]]))
    error = exp.Anonymous(this="error", expressions=[mark])
    return exp.Case(ifs=[exp.If(this=exp.and_(*alike), true=error)], default=exp.true())


def line_again(error: str) -> str:
    """Return ``line N``, that of a header that comes again, by the text of its error; empty where nobody can tell."""
    match = re.search(re.escape(AGAIN) + r"(\[.*\])", error)
    path, sep, telling = json.loads(match[1]) if match else ("", ",", [])
    with suppress(OSError, ValueError, csv.Error, EOFError), _opened(Path(path)) as file:
        reader = csv.reader(file, delimiter=sep)
        rows = (row for row in reader if any(field.strip(BLANKS) for field in row))
        named = [[row[at].strip(_BOM) if at < len(row) else "" for at in telling] for row in [next(rows, [])]]
        for row in rows:
            if [row[at].strip(_BOM) if at < len(row) else "" for at in telling] in named:
                return f"line {reader.line_num}"
    return ""


def _opened(path: Path) -> IO[str]:
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8-sig", newline="")
    return path.open(encoding="utf-8-sig", newline="")
