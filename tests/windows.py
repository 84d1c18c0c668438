"""The program as on Windows, as far as that can be told here: ``python -m tests.windows COMMAND…``.

It lacks modules and functions of POSIX, opens no folder, writes nothing to the disk by a handle that only reads, and
has no ``/proc``. Names of drives, files that are open and consoles are not tried.
"""

import errno
import fcntl
import os
import shutil
import signal
import sys
from pathlib import Path
from typing import Any

import click
import duckdb
import pandas as pd
import pyarrow as pa
import sqlglot

#: Libraries look at the system when they are loaded, and may then see this one.
LOADED = (click, duckdb, pd, pa, sqlglot)
MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "termios")
FUNCTIONS = (
    "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "chown", "fchmod", "fork", "geteuid", "getgid", "getpgid", "getuid",
    "killpg", "pathconf", "sched_getaffinity", "sysconf",
)  # fmt: skip
SIGNALS = ("SIGHUP", "SIGKILL", "SIGPIPE")


def pretend() -> None:
    """Take away what Windows has not."""
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    for name in FUNCTIONS:
        delattr(os, name)
    for name in SIGNALS:
        delattr(signal, name)
    sys.platform = "win32"
    shutil.__dict__["_use_fd_functions"] = False
    os.open, os.fsync, Path.read_text = opened(os.open), flushed(os.fsync), read(Path.read_text)


def opened(posix: Any) -> Any:
    def windows(path: Any, flags: int, *more: Any, **named: Any) -> Any:
        if Path(path).is_dir():
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return posix(path, flags, *more, **named)

    return windows


def flushed(posix: Any) -> Any:
    def windows(handle: int) -> None:
        if fcntl.fcntl(handle, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
            raise OSError(errno.EBADF, "Bad file descriptor")
        posix(handle)

    return windows


def read(posix: Any) -> Any:
    def windows(path: Path, *more: Any, **named: Any) -> Any:
        if str(path).startswith(("/proc", "/sys")):
            raise FileNotFoundError(errno.ENOENT, "No such file", str(path))
        return posix(path, *more, **named)

    return windows


if __name__ == "__main__":
    from setanon_sql.__main__ import main

    pretend()
    main()
