"""Results as plain text for a terminal: aligned tables, shares, counts with thousands; names between commas."""

import csv
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from shutil import get_terminal_size
from textwrap import fill, wrap
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

#: Characters of a cell that stand in one line.
_WIDEST_CELL = 60

#: Characters that a terminal obeys and does not show: controls, marks that turn the direction of text, surrogates.
_OBEYED = "\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
_IN_TEXT = re.compile(f"[{_OBEYED}]")
_IN_LABEL = re.compile(f"[{_OBEYED}\t\n]")

#: Lines of text are no longer than this, as in click's help.
_WIDEST = 110


def printable(text: str) -> str:
    """Return text with escapes in place of all that a terminal would obey; its own lines and tabs stay."""
    return _IN_TEXT.sub(_escaped, text)


def label_text(label: object) -> str:
    """Return a label, or another value of data, as a terminal may show it: in one line, with nothing it would obey."""
    return _IN_LABEL.sub(_escaped, str(label))


def _escaped(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode()


def count(number: int) -> str:
    """Return ``1234567`` as ``1,234,567``."""
    return f"{number:,}"


def count_of(number: int, singular: str, several: str = "") -> str:
    """Return ``1 item``, ``1,234 items``; ``several`` says what more than one are called where an s does not do."""
    text = count(number)  # a number that a script does not know yet can be told, and not compared
    return f"{text} {singular if text == '1' else several or f'{singular}s'}"


def either(words: Sequence[str]) -> str:
    """Return words of which one is meant: ``a, b or c``."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def worded(**words: str) -> Callable[[F], F]:
    """Put words into the docstring of a function, where it names them in braces."""

    def decorate(function: F) -> F:
        function.__doc__ = (function.__doc__ or "").format(**words)
        return function

    return decorate


def columns_in(text: str) -> tuple[str, ...]:
    """Return the names of columns that stand between commas; one with a comma in it stands in quotes."""
    return tuple(name for fields in csv.reader([text]) for name in map(str.strip, fields) if name)


def bytes_said(size: int) -> str:
    """Return a number of bytes as people say it.

    >>> bytes_said(12_345_678), bytes_said(999)
    ('12.3 MB', '999 bytes')
    """
    units = [(10**at, name) for at, name in ((12, "TB"), (9, "GB"), (6, "MB"))]
    return next((f"{size / unit:.1f} {name}" for unit, name in units if size >= unit), count_of(size, "byte"))


def share(part: float, whole: float) -> str:
    """Return a part of a whole in percent, two digits; a part that is not nothing never reads as 0.00 %."""
    if not whole:
        return "-"
    percent = 100 * part / whole
    return "< 0.01 %" if 0 < percent < 0.005 else f"{percent:.2f} %"


def value_text(value: object) -> str:
    """Return a value as it is read: whole numbers with commas, others with six digits."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    return count(int(value)) if value == int(value) else f"{value:.6g}"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], left_columns: int = 0) -> str:
    """Return rows under heads, as they are shown, columns right-aligned but for the first ``left_columns`` ones.

    A long cell goes on below, so that what stands right of it stays in sight.
    """
    last = len(heads) - 1
    cells = [[_folded(label_text(cell), is_last=at == last) for at, cell in enumerate(row)] for row in [heads, *rows]]
    lines = [line for row in cells for line in zip_longest(*row, fillvalue="")]
    widths = [max(len(line[at]) for line in lines) for at in range(len(heads))]
    return "\n".join(_aligned(line, widths, left_columns) for line in lines)


def _folded(cell: str, *, is_last: bool) -> list[str]:
    """Return the lines of a cell: right of the last one there is nothing to be hidden."""
    return [cell] if is_last or len(cell) <= _WIDEST_CELL else wrap(cell, _WIDEST_CELL, break_on_hyphens=False)


def _aligned(line: Sequence[str], widths: Sequence[int], left_columns: int) -> str:
    cells = zip(line, widths, strict=True)
    words = [cell.ljust(width) if at < left_columns else cell.rjust(width) for at, (cell, width) in enumerate(cells)]
    return "  ".join(words).rstrip()


def wrapped(text: str, hanging: int = 0) -> str:
    """Return a sentence in lines that fit the terminal; lines but the first begin so many columns further right."""
    width = min(_WIDEST, get_terminal_size().columns)
    return fill(
        label_text(text), width, break_long_words=False, break_on_hyphens=False, subsequent_indent=" " * hanging
    )


def fact_lines(facts: Mapping[str, object]) -> str:
    """Return facts by their names, a line each."""
    texts = {label_text(name): label_text(value_text(value)) for name, value in facts.items()}
    width = max(map(len, texts), default=0)
    return "\n".join(f"{name.ljust(width)}  {text}" for name, text in texts.items())
