"""Publish data that have their manifest beside them: a file, or a folder that Spark wrote as one table.

Both are names of their own, and no file system moves two names at once. So what is replaced goes like this:

1. The manifest of the new data takes the place of the old one; it carries the old one whole, as ``replaces``.
2. The old tables beside it (labels, meaning), if any, go.
3. The new data take the place of the old. This one move decides.
4. The new tables beside it take their places, and the ledger that of the old one.
5. The plain manifest takes the place of the one that carries two.

Killed at any moment, the data that are there are whole, and the manifest beside them speaks of them: readers take the
one that names their fingerprint. A table that stands beside the data is theirs; where it is not there, the next run
puts it there (:mod:`setanon_sql.release.recovery`). Where nothing is replaced the manifest comes first, then the data;
a manifest alone promises nothing that exists, and the next run replaces it.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from setanon_sql.layout import BESIDE
from setanon_sql.release.beside_files import moves_beside
from setanon_sql.release.file_checks import manifest_of
from setanon_sql.release.ledgers import Ledger
from setanon_sql.release.manifest import as_text
from setanon_sql.release.recovery import note_of_file
from setanon_sql.release.staging import Move, explain_errors, publish
from setanon_sql.verify.standing import REPLACES


def publish_with_manifest(
    staged: Path,
    destination: Path,
    fields: Mapping[str, Any],
    old: Mapping[str, Any] | None,
    ledger: Ledger | None = None,
    *,
    beside: Mapping[str, Path] | None = None,
    first: Sequence[Move] = (),
    internal: bool = False,
) -> tuple[Path, ...]:
    """Move staged data and their manifest to their names, while the folder is held; returns the names.

    ``old`` is the manifest of what is replaced, None where nothing is. ``beside``: the staged tables that go beside the
    data, by name. ``first``: what has its place before the data have theirs. ``internal``: both are for their owner
    alone. Raises BadDestination; then all is as it was.
    """
    note = staged.with_name("manifest.json")
    both = staged.with_name("manifests.json")
    manifest = manifest_of(destination)
    with explain_errors(destination):
        note.write_text(as_text(fields), encoding="utf-8")
        if old is not None:
            both.write_text(as_text({**fields, REPLACES: dict(old)}), encoding="utf-8")
    public = not internal
    manifests = Move(note if old is None else both, manifest, replace=manifest.exists(), public=public)
    replaced = [table for table in BESIDE if table in (old or {})]
    tables = moves_beside(staged, destination, beside or {}, replaced)
    data = Move(staged, destination, replace=old is not None, public=public)
    moves = [*first, manifests, *tables.before, data, *tables.after]
    if ledger:
        ledger.belongs_to(note_of_file(destination, next(iter(fields["sha256"].values()))), staged.parent)
        moves.append(ledger.move())
    if old is not None:
        moves.append(Move(note, manifest, replace=True, public=public))
    publish(moves)
    placed = [move.target for move in tables.after]
    return (*((ledger.target,) if ledger else ()), manifest, *placed, destination)
