"""Put a ledger in its place: whole or not at all, for its owner's eyes only, and not without its release.

The old ledger stands as long as the old release does. The new one waits in a private folder beside its place, with a
note that says of which release it is; it takes its place right after that stands. Killed in between, the next run that
goes to the same release or to the same ledger sees by the note that the release stands, and puts the ledger there.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from setanon_sql.errors import BadDestination
from setanon_sql.files.moving import flush
from setanon_sql.files.temporary import leave_folder
from setanon_sql.release.file_checks import check_free, refuse_twice
from setanon_sql.release.files import check_ledger_name
from setanon_sql.release.options import WriteOptions
from setanon_sql.release.ownership_files import is_ledger
from setanon_sql.release.recovery import LEDGER_PLACE, NOTE, seen_from, staged_ledger_name
from setanon_sql.release.staging import Move, close_to_others, explain_errors, put_one, staging
from setanon_sql.verify.contents import fingerprint

Write = Callable[[Path], None]


@dataclass(frozen=True)
class Ledger:
    """A ledger that waits in a private ``folder`` beside its ``target``."""

    path: Path
    target: Path

    def belongs_to(self, release: Mapping[str, Any], folder: Path | None = None) -> None:
        """Note of which release it is, and in the private ``folder`` of that where it waits; all of it on the disk."""
        with explain_errors(self.target):
            at = seen_from(self.target.parent, Path(str(release["file"])))
            _note(self.path.with_name(NOTE), {**release, "file": at, "ledger": fingerprint(self.path).sha256})
            if folder is not None:
                _note(folder / LEDGER_PLACE, {"ledger": seen_from(folder.parent, self.target)})
            flush(self.path)

    def move(self) -> Move:
        """Return the move to its place."""
        return Move(self.path, self.target, replace=self.target.exists())

    def follow(self) -> None:
        """Take its place now that the release stands; where it cannot, it is left for the next run (BadDestination)."""
        try:
            put_one(self.move())
        except BadDestination as error:
            leave_folder(self.path.parent)
            raise BadDestination(
                f"the release is published, but its ledger is not yet at {self.target.name}",
                f"it is whole in {self.path.parent.name}; the next run to the same place puts it there",
            ) from error


def _note(path: Path, fields: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(fields), encoding="utf-8")
    flush(path)


def check_ledger(options: WriteOptions, others: tuple[Path, ...]) -> None:
    """Raise BadDestination where a ledger that is asked for cannot be written; ``others`` are files it must not be."""
    if options.ledger is not None:
        check_ledger_name(options.ledger)
        refuse_twice(options.ledger, others)
        check_free(options.ledger, is_ledger, overwrite=options.overwrite, inputs=options.inputs)


@contextmanager
def staged_ledger(options: WriteOptions, write: Write | None) -> Iterator[Ledger | None]:
    """Yield the ledger, ready to take its place, or None where none is asked for; only its owner may read it."""
    if options.ledger is None or write is None:
        yield None
        return
    with staging(options.ledger) as folder:
        path = folder / staged_ledger_name(options.ledger)
        write(path)
        close_to_others(path)  # now: after a kill it is moved as it is
        yield Ledger(path, options.ledger)
