"""Files that appear whole or not at all.

They are written in a private folder beside their destination (same disk, only its owner may look), flushed to the
disk, and moved to their names at the end. The folder goes away on success, on errors and on Ctrl-C; where the process
was killed it stays, hidden and locked by nobody, and the next run to the same destination removes it.

Data and manifest are two names, and no file system moves two names at once. So the manifest goes first and the data
last, and data that are to be replaced are removed before. Killed at any moment, what is there is one of: the old
data with the old manifest, a manifest without data (it promises nothing that exists, and the next run replaces it), the
new data with the new manifest. Data without the manifest that was made for them never appear.
"""

import contextlib
import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from setanon_sql.errors import BadDestination
from setanon_sql.stopping import finished, unbroken
from setanon_sql.temporary import temporary_folder

_SUFFIX = ".partial"


@contextmanager
def staging(destination: Path) -> Iterator[Path]:
    """Yield a private folder beside ``destination``; it and what is left in it are gone afterwards.

    Raises BadDestination where there is no such folder, or no right to write in it.
    """
    check_folder(destination)
    with ExitStack() as stack:
        with writing(destination):
            private = temporary_folder(_prefix(destination), _SUFFIX, destination.parent)
            folder = stack.enter_context(private)
        yield folder


def check_folder(destination: Path) -> None:
    """Raise BadDestination where there is no folder for ``destination``, or no right to write in it."""
    if not destination.parent.is_dir():
        raise BadDestination(f"there is no folder to write {destination.name} in", "make it first, or check the path")
    if not os.access(destination.parent, os.W_OK | os.X_OK):
        raise BadDestination(f"there is no right to write {destination.name} in its folder", "choose another folder")


@contextmanager
def writing(destination: Path) -> Iterator[None]:
    """Turn errors of the system into BadDestination."""
    try:
        yield
    except OSError as error:
        raise BadDestination(
            f"{destination.name} cannot be written: {error.strerror}", "is there room, and the right to write there?"
        ) from error


def publish(staged: Sequence[tuple[Path, Path]], *, overwrite: bool, last: bool = True) -> None:
    """Move staged files to their names in the order given; the data come last (see the module).

    With ``overwrite`` the old data go first, unless they are the only file. ``last``: then the release stands.
    Where a move fails, what was moved is taken back; raises BadDestination.
    """
    data = staged[-1][1]
    with writing(data):
        for source, _ in staged:
            _flush(source)
    with unbroken():
        if overwrite and len(staged) > 1:
            with writing(data):
                data.unlink(missing_ok=True)
        _move_all(staged, overwrite)
        if last:
            finished()
    for folder in {target.parent for _, target in staged}:
        with contextlib.suppress(OSError):
            _flush(folder)


def publish_folder(staged: Path, destination: Path, *, overwrite: bool) -> None:
    """Move a staged folder of files to its name: one rename, so that it appears whole.

    With ``overwrite`` the old folder is moved beside ``staged`` first (and goes away with it); it comes back where the
    new one cannot take its place. Raises BadDestination.
    """
    with writing(destination):
        for path in [*staged.iterdir(), staged]:
            _flush(path)
    old = staged.with_name("old")
    with unbroken(), writing(destination):
        if overwrite and destination.exists():
            destination.rename(old)
        try:
            staged.rename(destination)
        except BaseException:
            if old.exists():
                old.rename(destination)
            raise
        finished()
    with contextlib.suppress(OSError):
        _flush(destination.parent)


def _move_all(staged: Sequence[tuple[Path, Path]], overwrite: bool) -> None:
    moved: list[Path] = []
    try:
        for source, target in staged:
            with writing(target):
                _move(source, target, overwrite)
            moved.append(target)
    except BaseException:
        for target in moved:
            target.unlink(missing_ok=True)
        raise


def _move(source: Path, target: Path, overwrite: bool) -> None:
    """Rename; without ``overwrite`` by a link, which fails where someone else made the name in the meantime."""
    if not overwrite:
        try:
            target.hardlink_to(source)
        except FileExistsError:
            raise
        except OSError:  # a disk without links
            pass
        else:
            source.unlink()
            return
    source.replace(target)


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _prefix(destination: Path) -> str:
    return f".setanon-{hashlib.sha256(destination.name.encode()).hexdigest()[:12]}-"
