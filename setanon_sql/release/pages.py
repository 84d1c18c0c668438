"""A text file of one's own: written whole or not at all, and replaced only where it is known by how it begins."""

from collections.abc import Sequence
from pathlib import Path

from setanon_sql.release.file_checks import check_free
from setanon_sql.release.staging import Move, explain_errors, hold_folders, publish, staging


def check_text(path: Path, start: str, inputs: Sequence[Path] = ()) -> None:
    """Raise BadDestination where a text cannot go to ``path``.

    There is no folder, it is one of ``inputs``, or what stands there does not begin with ``start``.
    """
    check_free(path, lambda page: _begins(page, start), overwrite=True, inputs=inputs)


def _begins(path: Path, start: str) -> bool:
    with explain_errors(path), path.open(encoding="utf-8", errors="replace", newline="") as file:
        return file.read(len(start)) == start


def write_text(path: Path, text: str, start: str, inputs: Sequence[Path] = (), *, private: bool = False) -> None:
    """Write a text that begins with ``start`` (as UTF-8), in place of an older one; raises as :func:`check_text`.

    ``private``: only its owner may read it.
    """
    check_text(path, start, inputs)
    with staging(path) as folder:
        draft = folder / f"text{path.suffix}"
        with explain_errors(path):
            draft.write_text(text, encoding="utf-8", newline="")
            if private:
                draft.chmod(0o600)
        with hold_folders(path):
            check_text(path, start, inputs)
            publish([Move(draft, path, replace=path.exists())])
