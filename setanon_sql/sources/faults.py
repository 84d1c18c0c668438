"""What DuckDB says about a file it cannot read, in words that hold no value of the file."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import duckdb

from setanon_sql.errors import BadInput, SetanonError
from setanon_sql.sources.columns import INEXACT
from setanon_sql.sources.headers import AGAIN, line_again

#: A word of DuckDB's message, what it means, what to do.
_CAUSES = (
    (
        INEXACT,
        "holds numbers that may stand for several: floating-point ones of so many digits, or long decimals",
        "make whole numbers or text of record ids and items, where the numbers are still exact",
    ),
    (
        "conflicting lock",
        "cannot be read: its database is open in another program",
        "close it there, or read a copy",
    ),
    (
        "extension",
        "needs an extension of DuckDB",
        "write LOAD httpfs; into a file of your own and name it with <setup>",
    ),
    (
        r"\bHTTP|\bS3\b|could not (connect|establish|resolve)",
        "cannot be reached",
        "are address and rights as they should be?",
    ),
    ("schema mismatch", "are files with different columns", "name only files that have the same columns"),
    ("unicode|utf-8", "is not UTF-8 text", "convert it, for example with: iconv -f LATIN1 -t UTF-8"),
    ("maximum line size|buffer size", "has a line of more than 2 MB", "is each record on a line of its own?"),
    ("unterminated quote", "has a quote that does not end", "write a quote inside of quotes twice"),
    ("expected number of columns", "has a row with more or fewer fields than its header", "mend that line"),
    ("magic bytes|parquet|thrift", "is not a whole Parquet file", "write it again, or name its <format>"),
    ("gzip|zstd|decompress|miniz|compression", "is compressed, but damaged", "download or write it again"),
)


@contextmanager
def explain_faults(source: str) -> Iterator[None]:
    """Turn an error of DuckDB while ``source`` is read into a BadInput that tells the line, not what is in it."""
    try:
        yield
    except duckdb.InterruptException:
        raise
    except duckdb.Error as error:
        raise _explanation(source, error) or _general_fault(source, error) from error
    except SetanonError as error:
        explained = _explanation(source, error.__cause__) if isinstance(error.__cause__, duckdb.IOException) else None
        raise explained or error from error.__cause__


def _explanation(source: str, error: Exception) -> BadInput | None:
    """Return the error in other words, None where its cause is none of those that are known."""
    text = str(error)
    if AGAIN in text:
        place = line_again(text)
        return BadInput(
            f"{source} holds its header again{f' ({place})' if place else ''}",
            "take it away there: of files that are put together each has one",
        )
    for words, what, hint in _CAUSES:
        if re.search(words, text, re.IGNORECASE):
            line = re.search(r"on line: (\d+)", text, re.IGNORECASE)
            return BadInput(f"{source} {what}{f' (line {line[1]})' if line else ''}", hint, details=(text,))
    return None


def _general_fault(source: str, error: Exception) -> BadInput:
    return BadInput(f"{source} cannot be read", "is it of the <format> that was given or sniffed?", (str(error),))
