"""A folder of small files that this program keeps for itself from run to run: private, and only its own files in it.

Each file begins with a line that says of what kind it is and has a checksum of the rest. It is replaced as a whole; one
without that line is somebody else's, and stays. What a killed run was writing is removed by the next one that looks in.
"""

import contextlib
import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from setanon_sql.errors import BadDestination
from setanon_sql.files import owned
from setanon_sql.files.moving import PARTIAL, holding
from setanon_sql.files.temporary import sweep, temporary_folder

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
#: How the names of the folders begin in which files wait until they are whole.
_WAITING = ".setanon-"
#: What is read at most.
_MOST_BYTES = 100_000_000


class DamagedFileError(Exception):
    """A file that is not as it was written."""


class ForeignFileError(Exception):
    """A file that this program did not write."""


class PrivateFolder:
    """A folder that this program made, which nobody else may look into; ``kind``: of its files."""

    def __init__(self, path: Path, kind: str) -> None:
        """Make the folder, or take one that was made so; raises BadDestination, and names the folder by its option."""
        self.path = path
        self.kind = kind.encode()
        try:
            with contextlib.suppress(FileExistsError):
                path.mkdir(mode=0o700)
            if owned.is_folder(path) and _is_private(path) and not any(path.iterdir()):
                owned.mark(path)
        except OSError as error:
            raise BadDestination(
                f"the folder <cache> cannot be made or read: {error.strerror}",
                "choose another place for it",
            ) from error
        if not owned.is_marked(path):
            raise BadDestination(
                "<cache> names something that setanon did not make, or a copy of its folder",
                "name a folder that is not there yet",
            )
        if not _is_private(path):
            raise BadDestination("others may look into the folder <cache>", "let it be your own: chmod 700")
        sweep(path, _WAITING, PARTIAL)

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Hold the folder alone, to read a file and replace it; raises OSError where another one does not let go."""
        with holding(self.path):
            yield

    def read(self, name: str) -> bytes | None:
        """Return what a file holds; None: there is none. Raises DamagedFileError, ForeignFileError and OSError."""
        path = self.path / name
        if not os.path.lexists(path):
            return None
        if not owned.is_file(path):
            raise ForeignFileError
        with path.open("rb") as file:
            head = file.readline(1000)
            content = file.read(_MOST_BYTES)
        if head and not head.startswith(self.kind):
            raise ForeignFileError
        if head != self._head(content):
            raise DamagedFileError
        return content

    def replace(self, name: str, content: bytes) -> None:
        """Write a file as a whole, in the place of its predecessor; raises OSError."""
        with temporary_folder(_WAITING, PARTIAL, self.path) as folder:
            staged = folder / name
            with staged.open("xb") as file:
                file.write(self._head(content) + content)
                file.flush()
                os.fsync(file.fileno())
            staged.chmod(0o600)
            staged.replace(self.path / name)

    def _head(self, content: bytes) -> bytes:
        return self.kind + b" " + hashlib.sha256(content).hexdigest().encode() + b"\n"


def _is_private(path: Path) -> bool:
    """Return whether a folder is the user's, and nobody else may look into it; Windows has no such owners and bits."""
    state = path.lstat()
    return os.name != "posix" or (state.st_uid == os.geteuid() and not state.st_mode & _OTHERS)
