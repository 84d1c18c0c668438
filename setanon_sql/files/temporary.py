"""Private folders for a while: for spilling, and for files that are not whole yet.

They go away on success, on errors and on signals. Where the process is killed they stay, locked by nobody; the next run
that makes a folder of the same kind in the same place removes them, after it took out what must not be lost.
"""

import contextlib
import errno
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from setanon_sql.errors import BadDestination
from setanon_sql.files import owned, stopping

try:
    import fcntl
except ImportError:  # no such locks on this system: folders of killed runs stay
    fcntl = None  # type: ignore[assignment]

#: Takes out of the folder of a killed run what must not be lost; where that cannot be done now (OSError) it stays.
Recovery = Callable[[Path], None]

#: The variables that may name the folder for temporary files; the first one counts.
_VARIABLES = ("TMPDIR", "TEMP", "TMP")
#: The disk knows no locks.
_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP}
#: Bytes of a file that takes a while to be given back to the disk.
_LARGE = 32 << 20
#: Seconds to wait for a folder that is just being made.
_PATIENCE = 0.5


@dataclass(frozen=True)
class _Held:
    """A folder of this process: the end of its name, and the handle that locks it."""

    suffix: str
    handle: int | None


_held: dict[Path, _Held] = {}
#: What reads from this process until it is gone.
_readers: list[subprocess.Popen[bytes]] = []
#: Held while a folder is made and noted; at the end of the process for ever, so that no more are made.
_making = threading.Lock()


def make_folder(prefix: str, suffix: str = "", parent: Path | None = None, recovery: Recovery | None = None) -> Path:
    """Make a folder that only its owner may look into, and remove those of killed runs with the same prefix and suffix.

    ``parent`` None is the folder for temporary files. Errors of the system (OSError) pass through; BadDestination where
    the variable that names that folder names none that can be written.
    """
    with stopping.undisturbed(), _making:  # Python makes and removes a file to see whether it may
        parent = parent or _common_folder()
    sweep(parent, prefix, suffix, recovery)
    with stopping.undisturbed():
        while True:
            with _making:
                folder = Path(tempfile.mkdtemp(suffix, prefix, parent))
                with contextlib.suppress(OSError):  # another run that sweeps was quicker: try again
                    _held[folder] = _Held(suffix, _lock_if_possible(folder))
                    break
        _mark(folder)
    return folder


def _common_folder() -> Path:
    """Return the folder for temporary files: not another one than the environment asks for, which all may look into.

    Python looks at the same variables, and passes over one of which it can make no use.
    """
    python_folder = Path(tempfile.gettempdir())
    name = next((name for name in _VARIABLES if os.environ.get(name)), "")
    named_folder = Path(os.environ[name]).absolute() if name else python_folder
    if named_folder != python_folder:
        try:
            with tempfile.TemporaryFile(dir=named_folder) as file:
                file.write(b"setanon")
        except OSError as error:
            raise BadDestination(
                f"the variable {name} names a folder for temporary files that cannot be written: {error.strerror}",
                f"let {name} name a folder that is there, with room and the right to write; or unset it",
            ) from error
    return python_folder


def _mark(folder: Path) -> None:
    try:
        owned.mark(folder)
    except OSError:
        remove_folder(folder)
        raise


def remove_folder(folder: Path) -> None:
    """Remove a folder and what is in it, and let its lock go; may be called twice. One that was left stays.

    Where the process is about to end, :func:`remove_all` does it faster.
    """
    if not stopping.ending():
        with stopping.undisturbed():
            if folder in _held:
                owned.remove(folder)
            leave_folder(folder)


def leave_folder(folder: Path) -> None:
    """Let the lock of a folder go and leave it to the next run, as a killed run does."""
    lock = _held.pop(folder, None)
    if lock is not None and lock.handle is not None:
        os.close(lock.handle)


@contextmanager
def temporary_folder(
    prefix: str, suffix: str = "", parent: Path | None = None, recovery: Recovery | None = None
) -> Iterator[Path]:
    """Make a folder as :func:`make_folder` does, for the length of a ``with`` block."""
    folder: Path | None = None
    try:
        with stopping.undisturbed():
            folder = make_folder(prefix, suffix, parent, recovery)
        yield folder
    finally:
        if folder is not None:
            remove_folder(folder)


def is_own(folder: Path) -> bool:
    """Return whether a folder is a private one of this process, which no other program writes to."""
    return any(own_folder.resolve() == folder for own_folder in list(_held))  # a copy: other threads make folders


def remove_all() -> None:
    """Remove the folders of this process that are still there; nobody asks for more afterwards.

    Other threads may still write there. A folder is renamed first: then no file can be made in it any more.
    """
    _making.acquire(timeout=_PATIENCE)
    for folder, lock in list(_held.items()):
        name = folder.name.removesuffix(lock.suffix)
        doomed = folder.with_name(f"{name}-gone{lock.suffix}")
        with contextlib.suppress(OSError):
            folder.rename(doomed)
        _give_back_later([doomed, folder])
        for place in (doomed, folder):
            owned.remove(place)


def _give_back_later(folders: list[Path]) -> None:
    """Have another process keep large files open until this one is gone.

    They have no name then. But to give gigabytes back to the disk takes seconds, and who closes them last waits for it.
    """
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    large = [path for path in files if path.stat().st_size >= _LARGE]
    if large and fcntl and shutil.which("cat"):
        handles = [os.open(path, os.O_RDONLY) for path in large]
        with contextlib.suppress(OSError):
            nowhere = subprocess.DEVNULL
            reader = subprocess.Popen(
                ["cat"], stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere, pass_fds=handles, start_new_session=True
            )
            _readers.append(reader)


def _lock(folder: Path) -> int | None:
    """Lock a folder for this process; raises OSError where another one has it, or it is gone."""
    if fcntl is None:
        return None
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        folder.lstat()  # another run, or another thread, may have swept it before it was locked
    except OSError:
        os.close(handle)
        raise
    return handle


def _lock_if_possible(folder: Path) -> int | None:
    """Lock a folder that was just made; None where the disk knows no locks: what a killed run leaves there stays."""
    try:
        return _lock(folder)
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
        return None


def sweep(parent: Path, prefix: str, suffix: str, recovery: Recovery | None = None) -> None:
    """Remove the folders of killed runs of this user; ``recovery`` takes out first what must not be lost.

    A folder that this program did not make there stays, unless it is empty: a run may be killed before it marks one.
    """
    if fcntl is None:
        return
    for folder in parent.glob(f"{prefix}*{suffix}"):
        with contextlib.suppress(OSError):
            handle = _lock(folder)
            try:
                if not owned.is_marked(folder):
                    folder.rmdir()
                    continue
                if recovery:
                    recovery(folder)
                owned.remove(folder)
            finally:
                if handle is not None:
                    os.close(handle)


stopping.putting_away.append(remove_all)
