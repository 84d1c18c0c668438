"""Text that DuckDB would read wrongly as it is: a copy of it, in the private folder of an engine, that it reads right.

Of UTF-16 it reads nothing. Where some lines end with CR LF and others do not it loses letters, and sees lines that are
not there.
"""

import gzip
import shutil
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import BinaryIO, cast

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput

#: How files of UTF-16 begin.
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")

_PIECE = 1 << 20


def readable(engine: DuckDBEngine, path: Path) -> Path:
    """Return a text file as DuckDB can read it: the file itself, or a copy. Raises BadInput for damaged UTF-16."""
    try:
        with _opened(path) as file:
            if file.read(2) in _UTF_16:
                return _utf_8(engine, path)
        return _with_one_line_end(engine, path) if _has_mixed_line_ends(path) else path
    except (OSError, EOFError):  # DuckDB says what is wrong with it
        return path


def _opened(path: Path) -> BinaryIO:
    return cast(BinaryIO, gzip.open(path)) if path.suffix.lower() == ".gz" else path.open("rb")


def _copy(engine: DuckDBEngine) -> Path:
    return engine.folder / f"{engine.new_table('text').name}.txt"


def _utf_8(engine: DuckDBEngine, path: Path) -> Path:
    copy = _copy(engine)
    try:
        with (
            TextIOWrapper(_opened(path), encoding="utf-16", newline="") as file,
            copy.open("w", encoding="utf-8", newline="") as written,
        ):
            shutil.copyfileobj(file, written, _PIECE)
    except UnicodeError as error:
        raise BadInput(f"{path} is not whole UTF-16 text", "write it again, as UTF-8") from error
    return copy


def _pieces(path: Path) -> Iterator[bytes]:
    """Yield what is in a file in large pieces; none ends between CR and LF."""
    with _opened(path) as file:
        while piece := file.read(_PIECE):
            yield piece + file.read(1) if piece.endswith(b"\r") else piece


def _has_mixed_line_ends(path: Path) -> bool:
    """Return whether some lines end with CR LF, and others with one of the two."""
    both = 0
    single = 0
    for piece in _pieces(path):
        returns = piece.count(b"\r")
        pairs = piece.count(b"\r\n") if returns else 0
        both += pairs
        single += returns + piece.count(b"\n") - 2 * pairs
        if both and single:
            return True
    return False


def _with_one_line_end(engine: DuckDBEngine, path: Path) -> Path:
    copy = _copy(engine)
    with copy.open("wb") as written:
        written.writelines(piece.replace(b"\r\n", b"\n") for piece in _pieces(path))
    return copy
