"""The label table in a file beside its release: whose it is, and how it is replaced.

It is gone while one release takes the place of another, so that no table ever stands beside data that it does not
describe. What was moved away and what is to come wait in the private folder of the run, each with a mark of its data.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from setanon_sql.files.moving import flush
from setanon_sql.layout import ReleaseShape, labels_path
from setanon_sql.release.file_checks import already_there, not_ours, refuse_read
from setanon_sql.release.recovery import LABELS_NOTE, mark_of, staged_labels_names
from setanon_sql.release.staging import Move, check_name, explain_errors
from setanon_sql.verify.contents import fingerprint


@dataclass(frozen=True)
class LabelMoves:
    """The moves of label tables before the move of the data, and after it."""

    before: tuple[Move, ...] = ()
    after: tuple[Move, ...] = ()


def label_moves(staged: Path, destination: Path, labels: Path | None, *, is_replaced: bool) -> LabelMoves:
    """Return how the old label table of a ``destination`` goes, and how the new one, if any, takes its place.

    ``staged``: the new data. ``is_replaced``: the release that is there has a label table.
    """
    target = destination.with_name(labels_path(destination).name)
    old = staged.with_name(staged_labels_names(destination)[1])
    marks: dict[str, str] = {}
    before: tuple[Move, ...] = ()
    if is_replaced and target.exists():
        marks[old.name] = mark_of(destination)
        before = (Move(target, old, public=True),)
    if labels is not None:
        marks[labels.name] = mark_of(staged)
    if marks:
        with explain_errors(destination):
            note = staged.with_name(LABELS_NOTE)
            note.write_text(json.dumps(marks), encoding="utf-8")
            flush(note)
    return LabelMoves(before, (Move(labels, target, public=True),) if labels else ())


def check_labels_free(
    release: Path, old: Mapping[str, Any] | None, shape: ReleaseShape, *, overwrite: bool, inputs: Iterable[Path]
) -> None:
    """Raise BadDestination where a label table would take the place of something that is not one of this release.

    ``old``: the manifest of the release that is replaced, None where none is.
    """
    target = release.with_name(labels_path(release).name)
    old_fields = (old or {}).get("labels")
    if not shape.labelled and not old_fields:
        return
    if shape.labelled:
        check_name(target)
        refuse_read(target, inputs)
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
