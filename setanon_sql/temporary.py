"""Private folders for a while: for spilling, and for files that are not whole yet.

They go away on success, on errors and on signals. Where the process is killed they stay, locked by nobody; the next run
that makes a folder of the same kind in the same place removes them, after it took out what must not be lost.
"""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from setanon_sql import stopping

try:
    import fcntl
except ImportError:  # no such locks on this system: folders of killed runs stay
    fcntl = None  # type: ignore[assignment]

#: Takes out of the folder of a killed run what must not be lost; where that cannot be done now (OSError) it stays.
Salvage = Callable[[Path], None]

#: The folders of this process, each with the handle that locks it.
_held: dict[Path, int | None] = {}


def make_folder(prefix: str, suffix: str = "", parent: Path | None = None, salvage: Salvage | None = None) -> Path:
    """Make a folder that only its owner may look into, and remove those of killed runs with the same prefix and suffix.

    ``parent`` None is the folder for temporary files. Errors of the system (OSError) pass through.
    """
    if parent is None:
        with stopping.unbroken():  # Python makes and removes a file to see whether it may
            parent = Path(tempfile.gettempdir())
    sweep(parent, prefix, suffix, salvage)
    while True:
        with stopping.unbroken():
            folder = Path(tempfile.mkdtemp(suffix, prefix, parent))
            with contextlib.suppress(OSError):  # another run that sweeps was quicker: try again
                _held[folder] = _lock(folder)
                return folder


def remove_folder(folder: Path) -> None:
    """Remove a folder and what is in it, and let its lock go; may be called twice. One that was left stays."""
    with stopping.unbroken():
        if folder in _held:
            shutil.rmtree(folder, ignore_errors=True)
        leave_folder(folder)


def leave_folder(folder: Path) -> None:
    """Let the lock of a folder go and leave it to the next run, as a killed run does."""
    handle = _held.pop(folder, None)
    if handle is not None:
        os.close(handle)


@contextmanager
def temporary_folder(prefix: str, suffix: str = "", parent: Path | None = None) -> Iterator[Path]:
    """Make a folder as :func:`make_folder` does, for the length of a ``with`` block."""
    folder = make_folder(prefix, suffix, parent)
    try:
        yield folder
    finally:
        remove_folder(folder)


def is_own(folder: Path) -> bool:
    """Whether a folder is a private one of this process, which no other program writes to."""
    return any(own.resolve() == folder for own in _held)


def remove_all() -> None:
    """Remove the folders of this process that are still there; nobody asks for more afterwards."""
    for folder in list(_held):
        shutil.rmtree(folder, ignore_errors=True)


def _lock(folder: Path) -> int | None:
    """Lock a folder for this process; raises OSError where another one has it, or it is gone."""
    if fcntl is None:
        return None
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise
    return handle


def sweep(parent: Path, prefix: str, suffix: str, salvage: Salvage | None = None) -> None:
    """Remove the folders of killed runs; ``salvage`` takes out first what must not be lost."""
    if fcntl is None:
        return
    for folder in parent.glob(f"{prefix}*{suffix}"):
        with contextlib.suppress(OSError):
            handle = _lock(folder)
            try:
                if salvage:
                    salvage(folder)
                shutil.rmtree(folder, ignore_errors=True)
            finally:
                if handle is not None:
                    os.close(handle)


stopping.putting_away.append(remove_all)
