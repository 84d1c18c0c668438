"""Publish data that have their manifest beside them: a file, or a folder that Spark wrote as one table.

Both are names of their own, and no file system moves two names at once. So what is replaced goes like this:

1. The manifest of the new data takes the place of the old one; it carries the old one whole, as ``replaces``.
2. The new data take the place of the old. This one move decides.
3. The ledger, if any, takes the place of the old one.
4. The plain manifest takes the place of the one that carries two.

Killed at any moment, the data that are there are whole, and the manifest beside them speaks of them: readers take the
one that names their fingerprint. Where nothing is replaced the manifest comes first and the data last; a manifest alone
promises nothing that exists, and the next run replaces it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from setanon_sql.release.free import manifest_of
from setanon_sql.release.ledgers import Ledger
from setanon_sql.release.manifest import as_text
from setanon_sql.release.salvage import note_of_file
from setanon_sql.release.staging import Step, publish, writing
from setanon_sql.verify.standing import REPLACES


def publish_beside(
    staged: Path,
    destination: Path,
    fields: Mapping[str, Any],
    old: Mapping[str, Any] | None,
    ledger: Ledger | None = None,
) -> tuple[Path, ...]:
    """Move staged data and their manifest to their names, while the folder is held; returns the names.

    ``old`` is the manifest of what is replaced, None where nothing is. Raises BadDestination; then all is as it was.
    """
    note, both, manifest = (
        staged.with_name("manifest.json"),
        staged.with_name("manifests.json"),
        manifest_of(destination),
    )
    with writing(destination):
        note.write_text(as_text(fields), encoding="utf-8")
        if old is not None:
            both.write_text(as_text({**fields, REPLACES: dict(old)}), encoding="utf-8")
    first = [Step(note if old is None else both, manifest, replace=manifest.exists())]
    steps = [*first, Step(staged, destination, replace=old is not None)]
    if ledger:
        ledger.belongs_to(note_of_file(destination, next(iter(fields["sha256"].values()))), staged.parent)
        steps.append(ledger.step())
    if old is not None:
        steps.append(Step(note, manifest, replace=True))
    publish(steps)
    return (*((ledger.target,) if ledger else ()), manifest, destination)
