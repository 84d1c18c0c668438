"""Folders that this program made for its user, told apart from what others put under the same names.

Whoever may write in a folder can leave one there that looks like the private folder of a killed run. So such a folder
is believed only where it belongs to the user, nobody else may write in it, and it holds a mark: an empty file whose
name has the number that the disk gave to this very folder. A copy, or one out of an archive, has another number.
Links are never followed.
"""

import contextlib
import os
import shutil
import stat
from pathlib import Path

_MARK = ".made-"
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def mark(folder: Path) -> None:
    """Mark a folder that was just made."""
    _mark_of(folder, folder.lstat()).touch()


def is_marked(folder: Path) -> bool:
    """Return whether this program made a folder, where it stands now, for the user who runs it."""
    state = _state(folder)
    if state is None or not stat.S_ISDIR(state.st_mode) or not _is_private(state):
        return False
    return is_file(_mark_of(folder, state))


def remove(folder: Path) -> None:
    """Remove a folder and what is in it, as far as that can be done; its mark goes last, by which it is known."""
    with contextlib.suppress(OSError):
        for path in sorted(folder.iterdir(), key=lambda path: path.name.startswith(_MARK)):
            if is_folder(path):
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)


def is_file(path: Path) -> bool:
    """Return whether a path is a regular file: no link, no device, no pipe."""
    state = _state(path)
    return state is not None and stat.S_ISREG(state.st_mode)


def is_folder(path: Path) -> bool:
    """Return whether a path is a folder, and no link to one."""
    state = _state(path)
    return state is not None and stat.S_ISDIR(state.st_mode)


def _state(path: Path) -> os.stat_result | None:
    try:
        return path.lstat()
    except (OSError, ValueError):
        return None


def _is_private(state: os.stat_result) -> bool:
    """Return whether something is the user's, who alone may write it; Windows has no such owners and bits."""
    return os.name != "posix" or (state.st_uid == os.geteuid() and not state.st_mode & _OTHERS_WRITE)


def _mark_of(folder: Path, state: os.stat_result) -> Path:
    return folder / f"{_MARK}{state.st_ino}"
