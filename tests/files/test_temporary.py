"""Private folders, where several threads or programs make and sweep them at the same time."""

import errno
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest

from setanon_sql.errors import BadDestination
from setanon_sql.files import temporary


class _Busy:
    """The folder of another thread, which makes one more whenever somebody looks where it is."""

    def resolve(self) -> Path:
        temporary._held[Path(f"{len(temporary._held)}")] = temporary._Held("", None)
        return Path("elsewhere")


def test_folders_may_be_made_while_one_looks_which_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    held: dict[Any, Any] = {_Busy(): None, _Busy(): None}
    monkeypatch.setattr(temporary, "_held", held)
    assert not temporary.is_own(Path("mine"))
    assert len(held) == 4


@pytest.mark.skipif(temporary.fcntl is None, reason="this system has no such locks")
def test_a_folder_that_is_swept_before_it_is_locked_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock, swept = temporary.fcntl.flock, []

    def late(handle: int, how: int) -> None:
        if not swept:  # another thread has it just made: it looks like one that a killed run left
            swept.extend(tmp_path.iterdir())
            shutil.rmtree(swept[0])
        lock(handle, how)

    monkeypatch.setattr(temporary.fcntl, "flock", late)
    with temporary.temporary_folder("setanon-", parent=tmp_path) as folder:
        assert swept and folder not in swept and folder.is_dir()
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(temporary.fcntl is None, reason="this system has no such locks")
def test_on_a_disk_without_locks_a_folder_is_made_and_none_is_swept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(handle: int, how: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(temporary.fcntl, "flock", no_locks)
    folder, other = (temporary.make_folder("setanon-", parent=tmp_path) for _ in range(2))
    assert {*tmp_path.iterdir()} == {folder, other}
    for each in (folder, other):
        temporary.remove_folder(each)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", temporary._VARIABLES)
def test_a_variable_that_names_no_usable_folder_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """And no reason to go to the common folder in silence."""
    for other in temporary._VARIABLES:
        monkeypatch.delenv(other, raising=False)
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(tempfile, "tempdir", None)
    for unusable in ("missing", "file"):
        monkeypatch.setenv(name, str(tmp_path / unusable))
        with pytest.raises(BadDestination, match=f"the variable {name} names a folder"):
            temporary.make_folder("setanon-")
    monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    with temporary.temporary_folder("setanon-") as folder:
        assert folder.parent == tmp_path


def test_a_folder_that_a_program_chose_for_temporary_files_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "usual").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "usual"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with temporary.temporary_folder("setanon-") as folder:
        assert folder.parent == tmp_path
