"""Files that appear whole or not at all.

They are written in a private folder beside their destination (same disk, only its owner may look), flushed to the
disk, and moved to their names at the end. The folder goes away on success, on errors and on Ctrl-C; where the process
was killed it stays, hidden and locked by nobody, and the next run to the same destination takes out what must not be
lost (:mod:`setanon_sql.release.recovery`) and removes it.

Data and manifest are two names, and no file system moves two names at once: :mod:`setanon_sql.release.sidecar` says how
one move decides all the same. A release that is a folder holds its manifest, and one exchange decides.
"""

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from setanon_sql.errors import BadDestination
from setanon_sql.files.moving import PARTIAL, flush, flush_name, holding, partial_prefix, put
from setanon_sql.files.stopping import finished, unbroken
from setanon_sql.files.temporary import temporary_folder
from setanon_sql.release.recovery import recovery_for


@dataclass(frozen=True)
class Move:
    """A move of what is ``staged`` to its ``target``, which is there already where it is to ``replace`` something.

    Only its owner may read it, unless it is ``public``: then who may is as the user has it for new files.
    """

    staged: Path
    target: Path
    replace: bool = False
    public: bool = False


@contextmanager
def staging(destination: Path) -> Iterator[Path]:
    """Yield a private folder beside ``destination``; it and what is left in it are gone afterwards.

    Raises BadDestination where there is no such folder, or no right to write in it.
    """
    check_folder(destination)
    with ExitStack() as stack:
        with explain_errors(destination):
            private = temporary_folder(
                partial_prefix(destination), PARTIAL, destination.parent, recovery_for(destination)
            )
            folder = stack.enter_context(private)
        yield folder


def check_folder(destination: Path) -> None:
    """Raise BadDestination where there is no folder for ``destination``, or no right to write in it."""
    if not destination.parent.is_dir():
        raise BadDestination(f"there is no folder to write {destination.name} in", "make it first, or check the path")
    if not os.access(destination.parent, os.W_OK | os.X_OK):
        raise BadDestination(f"there is no right to write {destination.name} in its folder", "choose another folder")


def check_name(path: Path) -> None:
    """Raise BadDestination where the name is no text, or too long for the disk; its folder must be there."""
    try:
        path.name.encode()
    except UnicodeEncodeError as error:
        raise BadDestination(
            "the name of the destination is no text in UTF-8, and a manifest could not tell it", "choose another name"
        ) from error
    with contextlib.suppress(AttributeError, OSError, ValueError):
        if len(os.fsencode(path.name)) > os.pathconf(path.parent, "PC_NAME_MAX"):
            raise BadDestination("the name of the destination is too long for this disk", "choose a shorter one")


@contextmanager
def explain_errors(destination: Path) -> Iterator[None]:
    """Turn errors of the system into BadDestination."""
    try:
        yield
    except FileExistsError as error:
        raise BadDestination(
            f"{destination.name} already exists: somebody made it in the meantime", "choose another name"
        ) from error
    except TimeoutError as error:
        raise BadDestination(str(error.strerror), "try again when it is done") from error
    except OSError as error:
        raise BadDestination(
            f"{destination.name} cannot be written: {error.strerror}", "is there room, and the right to write there?"
        ) from error


@contextmanager
def hold_folders(*destinations: Path) -> Iterator[None]:
    """Hold the folders of these files while what stands there is checked and replaced; see :func:`moving.holding`."""
    with contextlib.ExitStack() as stack:
        for destination in destinations[:1]:
            with explain_errors(destination):
                stack.enter_context(holding(*(path.parent for path in destinations)))
        yield


def publish(moves: Sequence[Move]) -> None:
    """Make all moves, in the order given, or none: where one fails, those before are taken back (BadDestination)."""
    for move in moves:
        with explain_errors(move.target):
            if not move.public:
                close_to_others(move.staged)
            flush(move.staged)
    with unbroken():
        _put_all(moves)
        finished()


def close_to_others(path: Path) -> None:
    """Let only its owner read a file, or look into a folder."""
    path.chmod(0o700 if path.is_dir() else 0o600)


def put_one(move: Move) -> None:
    """Make one move that was flushed before; raises BadDestination."""
    with explain_errors(move.target):
        put(move.staged, move.target, replace=move.replace)
    flush_name(move.target)


def _put_all(moves: Sequence[Move]) -> None:
    undo: list[Callable[[], None]] = []
    try:
        for move in moves:
            with explain_errors(move.target):
                undo.append(put(move.staged, move.target, replace=move.replace))
            flush_name(move.target)
    except BaseException:
        for back in reversed(undo):
            with contextlib.suppress(OSError):
                back()
        raise
