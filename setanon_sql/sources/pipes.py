"""Data that come through a pipe of this process (``-``, ``/dev/stdin``, ``<(…)``): written to a private file once.

A source is read more than once, and a pipe is not. The file is in a folder that only its owner may look into, and goes
at the end of the process. A pipe with a name of its own is none of these: nobody may ever write to it.
"""

import atexit
import os
import re
import shutil
import stat
from contextlib import closing
from pathlib import Path
from typing import BinaryIO

from setanon_sql.errors import BadInput
from setanon_sql.files.temporary import make_folder, remove_folder

#: What stands for standard input.
STDIN = "-"
#: What a shell calls a pipe that this process has.
_OWN = re.compile(r"/dev/stdin|/dev/fd/\d+|/proc/(self|\d+)/fd/\d+")

#: The files of pipes that were read, by what they were called.
_spooled: dict[str, Path] = {}


def is_pipe(source: object) -> bool:
    """Return whether a source is named as a pipe of this process, or as its standard input."""
    if not isinstance(source, str | Path):
        return False
    name = str(source)
    return (name == STDIN and not Path(name).exists()) or (_OWN.fullmatch(name) is not None and _is_fifo(name))


def _is_fifo(name: str) -> bool:
    try:
        mode = os.stat(name).st_mode  # noqa: PTH116 (follows the link that it is)
    except OSError:
        return name in _spooled
    return name in _spooled or stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def spooled(path: Path) -> Path:
    """Return the file with what came through a pipe, read to its end the first time; another path as it is.

    Raises BadInput where nothing comes, or where it cannot be kept.
    """
    name = "/dev/stdin" if str(path) == STDIN else str(path)
    if not is_pipe(path):
        return path
    if name not in _spooled:
        _spooled[name] = _spool(name)
    return _spooled[name]


def _spool(name: str) -> Path:
    folder = make_folder("setanon-pipe-")
    atexit.register(remove_folder, folder)
    try:
        with closing(_opened(name)) as pipe:
            start = pipe.read(4)
            return _write_through(pipe, start, folder / f"data{_ending(start)}")
    except OSError as error:
        raise BadInput(
            f"what comes through {name} cannot be kept: {error.strerror}",
            "let TMPDIR name a folder with room, or write the data to a file first",
        ) from error


def _opened(name: str) -> BinaryIO:
    """Open a pipe; raises BadInput where it is a terminal, at which nobody waits to be asked."""
    handle = os.dup(0) if name == "/dev/stdin" else os.open(name, os.O_RDONLY)
    if os.isatty(handle):
        os.close(handle)
        raise BadInput("nothing comes through standard input", "name a file, or write: cat FILE | setanon … -")
    return os.fdopen(handle, "rb")


def _ending(start: bytes) -> str:
    """Return how the name of a file ends that begins so: DuckDB unpacks by it."""
    return ".gz" if start.startswith(b"\x1f\x8b") else ".zst" if start.startswith(b"\x28\xb5\x2f\xfd") else ""


def _write_through(pipe: BinaryIO, start: bytes, file: Path) -> Path:
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as written:
        written.write(start)
        shutil.copyfileobj(pipe, written, 1 << 20)
    return file
