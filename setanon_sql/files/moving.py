"""Moves of files and folders that decide in one call of the system: before it the old stands, after it the new.

Whoever moves, checks and moves while it holds the folder (:func:`holding`): two programs cannot mix what they write.
The hold is a lock on the folder itself, which the system lets go when a program ends, however it ends.
"""

import contextlib
import errno
import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from setanon_sql.files.owned import is_folder, is_marked
from setanon_sql.files.temporary import is_own

try:
    import fcntl
except ImportError:  # no such locks on this system: two programs with one destination may then get in each other's way
    fcntl = None  # type: ignore[assignment]

#: Seconds that a program waits for another one that publishes in the same folder.
PATIENCE = 60.0
_STEP = 0.02

#: The system or the disk knows no exchange.
_NO_EXCHANGE = {errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP}
_HERE = -100  # AT_FDCWD: names are relative to the working directory
_SWAP = 2  # RENAME_EXCHANGE of Linux, RENAME_SWAP of macOS

#: The end of the names of folders in which files wait until they are whole.
PARTIAL = ".partial"
#: The end of the name, in such a folder, of what is replaced, where the disk knows no exchange.
REPLACED = ".replaced"


def partial_prefix(destination: Path) -> str:
    """Return how the names of the folders begin in which files for ``destination`` wait; they stand beside it."""
    return f".setanon-{hashlib.sha256(os.fsencode(destination.name)).hexdigest()[:12]}-"


def put_aside(destination: Path) -> list[Path]:
    """Return what a killed run moved out of the way of its own release, and did not get to replace."""
    folders = destination.parent.glob(f"{partial_prefix(destination)}*{PARTIAL}")
    return [path for folder in folders if is_marked(folder) for path in replaced_in(folder)]


def replaced_in(folder: Path) -> list[Path]:
    """Return the folders that were moved into the private folder of a run, out of the way of their own successors."""
    return [path for path in folder.glob(f"*{REPLACED}") if is_folder(path)]


def put(staged: Path, target: Path, *, replace: bool) -> Callable[[], None]:
    """Move ``staged`` to ``target`` and return what takes it back.

    With ``replace`` what stands there is afterwards where ``staged`` was, or beside that. Without, FileExistsError
    where somebody made the name in the meantime.
    """
    if not replace:
        _put_new(staged, target)
        return lambda: _back(target, staged)
    if exchange(staged, target):
        return lambda: _exchange_back(staged, target)
    old = staged.with_name(staged.name + REPLACED)
    return _replace_folder(staged, target, old) if target.is_dir() else _replace_file(staged, target, old)


def _put_new(staged: Path, target: Path) -> None:
    """Rename; a file by a link, which fails where the name is taken. A folder takes no other folder's place anyway."""
    if not staged.is_dir():
        try:
            target.hardlink_to(staged)
        except FileExistsError:
            raise
        except OSError:  # a disk without links
            if os.path.lexists(target):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
        else:
            staged.unlink()
            return
    elif os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    staged.rename(target)


def _replace_file(staged: Path, target: Path, old: Path) -> Callable[[], None]:
    with contextlib.suppress(OSError):  # without links an error after this step cannot be taken back
        old.hardlink_to(target)
    staged.replace(target)
    return lambda: _back(old, target)


def _replace_folder(staged: Path, target: Path, old: Path) -> Callable[[], None]:
    target.rename(old)
    try:
        staged.rename(target)
    except BaseException:
        old.rename(target)
        raise

    def back() -> None:
        target.rename(staged)
        old.rename(target)

    return back


def _back(old: Path, target: Path) -> None:
    old.replace(target)


def _exchange_back(staged: Path, target: Path) -> None:
    exchange(staged, target)


def exchange(first: Path, second: Path) -> bool:
    """Swap what two names stand for, in one step; False where the system or the disk cannot do that."""
    failed = _exchange(os.fsencode(first), os.fsencode(second))
    if failed and failed not in _NO_EXCHANGE:
        raise OSError(failed, os.strerror(failed), str(first), None, str(second))
    return not failed


def _exchange(first: bytes, second: bytes) -> int:
    """Return 0, or the number of the error."""
    import ctypes  # noqa: PLC0415

    if sys.platform not in {"linux", "darwin"}:
        return errno.ENOSYS
    library = ctypes.CDLL(None, use_errno=True)
    try:
        if sys.platform == "linux":
            failed = library.renameat2(_HERE, first, _HERE, second, _SWAP)
        else:
            failed = library.renamex_np(first, second, _SWAP)
    except AttributeError:  # an older library of the system
        return errno.ENOSYS
    return ctypes.get_errno() if failed else 0


def flush(path: Path) -> None:
    """Have a file, or a folder with all that is in it, on the disk before anything else happens."""
    for inner in (*(path.rglob("*") if path.is_dir() else ()), path):
        _flush(inner)


def flush_name(path: Path) -> None:
    """Have the name of a file or folder on the disk; where the system cannot do that, nothing happens."""
    with contextlib.suppress(OSError):
        _flush(path.parent)


def _flush(path: Path) -> None:
    if sys.platform == "win32" and path.is_dir():  # it opens no folders
        return
    handle = os.open(path, os.O_RDWR if sys.platform == "win32" else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def holding(*folders: Path) -> Iterator[None]:
    """Hold folders alone, for a few quick steps; raises TimeoutError where another program does not let go of one."""
    if fcntl is None:
        yield
        return
    with contextlib.ExitStack() as stack:
        for folder in sorted({folder.resolve() for folder in folders}):
            if is_own(folder):  # it is locked already
                continue
            with contextlib.suppress(PermissionError):  # it may be written, but not read: then it cannot be held
                stack.callback(os.close, _open_locked(folder))
        yield


def _open_locked(folder: Path) -> int:
    handle = os.open(folder, os.O_RDONLY)
    end = time.monotonic() + PATIENCE
    try:
        while not _try_lock(handle):
            if time.monotonic() > end:
                raise TimeoutError(errno.ETIMEDOUT, f"another program holds the folder {folder.name}")
            time.sleep(_STEP)
    except BaseException:
        os.close(handle)
        raise
    return handle


def _try_lock(handle: int) -> bool:
    """Try to lock; a disk that knows no locks is taken for locked."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
