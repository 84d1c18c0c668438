"""A text file of one's own: written whole or not at all, and replaced only where it is known by how it begins."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from setanon_sql.release.file_checks import check_free
from setanon_sql.release.staging import Move, explain_errors, hold_folders, publish, staging


@dataclass
class TextFile:
    """Destination of a text that begins with ``start``.

    What stands there is replaced only where it begins so, and only with ``overwrite``; ``inputs`` are never written.
    Only its owner may read it, unless it is ``public``.
    """

    path: Path
    start: str
    inputs: Sequence[Path] = ()
    overwrite: bool = False
    public: bool = False
    #: What was written there: that alone may be replaced by more of the same.
    _written: str | None = field(default=None, init=False, repr=False)

    def check(self) -> None:
        """Raise BadDestination where the text cannot go there: no folder, an input, or what stands there must stay."""
        again = self._written is not None
        check_free(self.path, self._is_known, overwrite=self.overwrite or again, inputs=self.inputs)

    def _is_known(self, path: Path) -> bool:
        expected = self.start if self._written is None else self._written
        with explain_errors(path), path.open(encoding="utf-8", errors="replace", newline="") as file:
            return file.read(len(expected)) == expected and (self._written is None or not file.read(1))

    def write(self, text: str) -> None:
        """Write the text as UTF-8, whole or not at all; raises as :meth:`check`."""
        text = text.encode(errors="backslashreplace").decode()  # names of files may be no text
        self.check()
        with staging(self.path) as folder:
            draft = folder / f"text{self.path.suffix}"
            with explain_errors(self.path):
                draft.write_text(text, encoding="utf-8", newline="")
            with hold_folders(self.path):
                self.check()
                publish([Move(draft, self.path, replace=self.path.exists(), public=self.public)])
        self._written = text
