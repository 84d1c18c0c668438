"""Files that somebody else made: only regular ones are opened, for a pipe or a device may have no end.

A pipe waits for whoever writes to it, and ``/dev/zero`` never ends. Links are followed: what they lead to is asked.
"""

import os
import stat
from pathlib import Path
from typing import BinaryIO

#: What is said of a path that is something else.
NO_FILE = "it is a pipe or a device, not a file"


class NotRegularError(OSError):
    """A path that is a pipe or a device."""

    def __init__(self, path: Path) -> None:
        super().__init__(0, NO_FILE, str(path))


def open_regular(path: Path) -> BinaryIO:
    """Open a regular file; raises OSError as ``open`` does, NotRegularError for a pipe or a device."""
    file = open(path, "rb", opener=_without_waiting)  # noqa: SIM115
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise NotRegularError(path)
    return file


def read_regular(path: Path) -> bytes:
    """Return what a regular file holds; raises OSError as :func:`open_regular` does."""
    with open_regular(path) as file:
        return file.read()


def refuse_pipes(path: Path) -> None:
    """Raise NotRegularError where a path, or something in a folder that it is, is a pipe or a device."""
    for entry in path.rglob("*") if path.is_dir() else [path]:
        if entry.exists() and not entry.is_file() and not entry.is_dir():
            raise NotRegularError(entry)


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
