"""A private folder whose writer is killed: the next run removes what it left, and nothing else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from setanon_sql.files import temporary
from setanon_sql.files.private_folder import PrivateFolder

KIND = "test counts"
#: A writer that never gets to the end of its file.
WRITER = """
import os, sys, time
from pathlib import Path
from setanon_sql.files.private_folder import PrivateFolder
os.fsync = lambda handle: (print("writing", flush=True), time.sleep(60))
PrivateFolder(Path(sys.argv[1]), sys.argv[2]).replace("a.counts", b"1")
"""


@pytest.mark.skipif(temporary.fcntl is None, reason="this system has no such locks")
def test_what_a_killed_writer_leaves_is_removed_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "cache"
    PrivateFolder(path, KIND).replace("b.counts", b"2")
    foreign = [path / ".letter", path / ".setanon-letter.partial", path / ".setanon-mine.partial" / "letter"]
    foreign[-1].parent.mkdir()
    for file in foreign:
        file.touch()
    before = {*path.rglob("*")}
    with subprocess.Popen([sys.executable, "-c", WRITER, path, KIND], stdout=subprocess.PIPE) as writer:
        try:
            assert writer.stdout and writer.stdout.readline() == b"writing\n"
            PrivateFolder(path, KIND)
            assert any(file.is_file() for file in {*path.rglob("*")} - before)
        finally:
            writer.kill()
    folder = PrivateFolder(path, KIND)
    assert {*path.rglob("*")} == before
    assert (folder.read("a.counts"), folder.read("b.counts")) == (None, b"2")
    assert os.name != "posix" or (path / "b.counts").stat().st_mode & 0o777 == 0o600
