"""Files that are read must stay as they are meanwhile: one that grows has a last line that is torn off.

Size, time of change and place on the disk are looked at before a file is first read, and again when all is read. A file
that somebody leaves half-written for as long as it is read looks like a whole one: nobody can tell.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from setanon_sql.errors import BadInput, SetanonError

#: What tells one state of a file from another; None where it is gone.
Mark = tuple[int, int, int] | None

#: The files that are being read, as they were before; None where nobody asks.
_watched: ContextVar[dict[Path, Mark] | None] = ContextVar("watched", default=None)


def watch(path: Path) -> None:
    """Look at a file (or at all files in a folder) that is about to be read, if all is to stay as it is."""
    watched = _watched.get()
    if watched is not None:
        for file in _files(path):
            watched.setdefault(file, _mark(file))


@contextmanager
def unchanged() -> Iterator[None]:
    """Raise BadInput where a file that is read meanwhile is not as it was; inside another such time that one counts."""
    if _watched.get() is not None:
        yield
        return
    watched: dict[Path, Mark] = {}
    token = _watched.set(watched)
    try:
        yield
    except SetanonError as error:
        _refuse_changed(watched, error)
        raise
    finally:
        _watched.reset(token)
    _refuse_changed(watched)


def _refuse_changed(watched: dict[Path, Mark], error: SetanonError | None = None) -> None:
    for path, mark in watched.items():
        if _mark(path) != mark:
            raise BadInput(
                f"{path} was changed while it was read",
                "wait until whoever writes it is done, or read a copy",
            ) from error


def _files(path: Path) -> list[Path]:
    """Return a file, or all files of a folder: its own too, since files come and go in it."""
    if not path.is_dir():
        return [path]
    return [path, *(Path(folder, name) for folder, _, names in os.walk(path) for name in names)]


def _mark(path: Path) -> Mark:
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_size, state.st_mtime_ns, state.st_ino
