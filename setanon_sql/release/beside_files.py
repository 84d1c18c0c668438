"""The tables in files beside their release: whose they are, and how they are replaced.

They are gone while one release takes the place of another, so that no table ever stands beside data that it does not
describe. What was moved away and what is to come wait in the private folder of the run, each with a mark of its data.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from setanon_sql.files.moving import flush
from setanon_sql.layout import BESIDE, ReleaseShape, path_beside
from setanon_sql.release.file_checks import already_there, not_ours, refuse_read
from setanon_sql.release.recovery import BESIDE_NOTE, mark_of, replaced_name
from setanon_sql.release.staging import Move, check_name, explain_errors
from setanon_sql.verify.contents import fingerprint


@dataclass(frozen=True)
class MovesBeside:
    """The moves of tables beside a release before the move of the data, and after it."""

    before: tuple[Move, ...] = ()
    after: tuple[Move, ...] = ()


def moves_beside(staged: Path, destination: Path, tables: Mapping[str, Path], replaced: Collection[str]) -> MovesBeside:
    """Return how the old tables beside a ``destination`` go, and how the new ones take their places.

    ``staged``: the new data. ``tables``: the staged tables by name. ``replaced``: those that the release has that is
    there.
    """
    marks: dict[str, str] = {}
    before: list[Move] = []
    for table in replaced:
        target = _target(destination, table)
        if target.exists():
            old = staged.with_name(replaced_name(table, target))
            marks[old.name] = mark_of(destination)
            before.append(Move(target, old, public=True))
    marks |= {path.name: mark_of(staged) for path in tables.values()}
    if marks:
        with explain_errors(destination):
            note = staged.with_name(BESIDE_NOTE)
            note.write_text(json.dumps(marks), encoding="utf-8")
            flush(note)
    after = [Move(path, _target(destination, table), public=True) for table, path in tables.items()]
    return MovesBeside(tuple(before), tuple(after))


def _target(destination: Path, table: str) -> Path:
    """Return where a table goes beside a destination, whose folder stays as it is written."""
    return destination.with_name(path_beside(destination, table).name)


def check_beside_free(
    release: Path, old: Mapping[str, Any] | None, shape: ReleaseShape, *, overwrite: bool, inputs: Iterable[Path]
) -> None:
    """Raise BadDestination where a table beside a release would take the place of something that is not one of it.

    ``old``: the manifest of the release that is replaced, None where none is.
    """
    for table in BESIDE:
        old_fields = (old or {}).get(table)
        is_written = table in shape.beside
        if is_written:
            check_name(_target(release, table))
            refuse_read(_target(release, table), inputs)
        if is_written or old_fields:
            _check_replaceable(_target(release, table), old_fields, overwrite=overwrite)


def _check_replaceable(target: Path, old_fields: Mapping[str, Any] | None, *, overwrite: bool) -> None:
    """Raise BadDestination where something stands that is not the table that a manifest tells of."""
    if not target.exists() and not target.is_symlink():
        return
    if not overwrite:
        raise already_there(target.name)
    if (
        not old_fields
        or target.is_symlink()
        or not target.is_file()
        or fingerprint(target).sha256 != old_fields.get("sha256")
    ):
        raise not_ours(target.name)
