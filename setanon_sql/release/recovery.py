"""What a killed run left behind, and what of it must not be lost.

Three things may be in the private folder of a killed run that are nowhere else:

- A folder that was to be replaced, where the disk cannot exchange two folders: it was moved out of the way, and the run
  was killed before the new one took its place. It is put back.
- The ledger of a release that stands: the release was published, and the run was killed before its ledger took the
  place of the older one. It takes it now. A note beside it says by which fingerprint the release is known.
- The tables beside a release that stands (labels, meaning), the old or the new ones. They take their places now.

Only a folder that this program made there for its user is believed (:mod:`setanon_sql.files.owned`). What is taken out
of it has a name that this program gives, never one that a note names, and is a regular file or a folder: no link.
"""

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import duckdb

from setanon_sql.engine.remote import RemoteDatabase
from setanon_sql.errors import SetanonError
from setanon_sql.files.moving import PARTIAL, holding, partial_prefix, replaced_in
from setanon_sql.files.owned import is_file, is_folder
from setanon_sql.files.temporary import Recovery, sweep
from setanon_sql.layout import BESIDE, path_beside
from setanon_sql.query.templates import Table, query, render
from setanon_sql.release.ownership_files import is_ledger
from setanon_sql.verify.contents import fingerprint

#: In the folder of a ledger: of which release it is the ledger.
NOTE = "ledger-of.json"
#: In the folder of a release: of which data each table is that waits there to stand beside it.
BESIDE_NOTE = "beside-of.json"
#: In the folder of a release: where its ledger waits.
LEDGER_PLACE = "ledger-at.json"


def staged_ledger_name(ledger: Path) -> str:
    """Return what a ledger is called while it waits in its private folder."""
    return f"ledger{ledger.suffix.lower()}"


#: Whether the release that a note speaks of is there; raises OSError where that cannot be told now.
IsPublished = Callable[[Mapping[str, Any]], bool]


def recover_interrupted(*destinations: Path | None, is_published: IsPublished | None = None) -> None:
    """Put right what killed runs to these destinations left; costs nothing where they left nothing.

    ``is_published`` knows releases in a remote database; without it what belongs to one waits.
    """
    for destination in destinations:
        if destination is None or not any(destination.parent.glob(f"{partial_prefix(destination)}*{PARTIAL}")):
            continue
        with contextlib.suppress(OSError), holding(destination.parent):
            sweep(destination.parent, partial_prefix(destination), PARTIAL, recovery_for(destination, is_published))


def recovery_for(destination: Path, is_published: IsPublished | None = None) -> Recovery:
    """Return what takes out of the folder of a killed run what must not be lost of its ``destination``."""
    return lambda folder: _recover(folder, destination, is_published)


def _recover(folder: Path, destination: Path, is_published: IsPublished | None) -> None:
    for old in replaced_in(folder):
        if not os.path.lexists(destination):
            old.rename(destination)
    if (ledger_place := _read_note(folder / LEDGER_PLACE, "ledger")) is not None:
        ledger = folder.parent / ledger_place["ledger"]
        sweep(ledger.parent, partial_prefix(ledger), PARTIAL, recovery_for(ledger))
    _recover_ledger(folder, destination, is_published)
    _recover_beside(folder, destination)


def _recover_ledger(folder: Path, destination: Path, is_published: IsPublished | None) -> None:
    """Put the ledger of a release that stands in its place, if a killed run did not get to do it."""
    release = _read_note(folder / NOTE, "file", "sha256", "ledger")
    ledger = folder / staged_ledger_name(destination)
    if release is None or not is_file(ledger) or not _stands(release, folder.parent, is_published):
        return
    if fingerprint(ledger).sha256 != release["ledger"]:
        return  # the two have changed places already: this is the old one
    if os.path.lexists(destination) and not is_ledger(destination):
        raise OSError("another file has taken the place of the ledger")
    ledger.replace(destination)


def _recover_beside(folder: Path, destination: Path) -> None:
    """Put the tables beside the data that stand in their places, where a killed run did not get to do it."""
    marks = _read_note(folder / BESIDE_NOTE) or {}
    targets = {table: destination.with_name(path_beside(destination, table).name) for table in BESIDE}
    names = [
        (name(table, target), target) for table, target in targets.items() for name in (staged_name, replaced_name)
    ]
    staged = [(name, target) for name, target in names if name in marks and is_file(folder / name)]
    if not staged or not (is_file(destination) or is_folder(destination)):
        return
    mark = mark_of(destination)
    for name, target in staged:
        if marks[name] == mark and not os.path.lexists(target):
            (folder / name).rename(target)


def staged_name(table: str, target: Path) -> str:
    """Return what a table to come is called in the folder of a run."""
    return f"{table}-new{target.suffix}"


def replaced_name(table: str, target: Path) -> str:
    """Return what a table that was moved away is called in the folder of a run."""
    return f"{table}-old{target.suffix}"


def mark_of(data: Path) -> str:
    """Return what tells the data of one release from those of another: of a folder the names and sizes of its files."""
    if not data.is_dir():
        return fingerprint(data).sha256
    return _sha256(json.dumps(sorted((path.name, path.stat().st_size) for path in data.iterdir())))


def _read_note(note: Path, *texts: str) -> dict[str, Any] | None:
    """Return what a note says, at least these ``texts``; None where there is none, or none written to its end."""
    if not is_file(note):
        return None
    try:
        fields = json.loads(note.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        return None
    return fields if isinstance(fields, dict) and all(isinstance(fields.get(text), str) for text in texts) else None


def _stands(release: Mapping[str, Any], at: Path, is_published: IsPublished | None) -> bool:
    """Return whether the release that a note speaks of is there; raises OSError where that cannot be told now."""
    if "server" in release:
        if is_published is None:
            raise OSError("the remote database has to be asked")
        return is_published(release)
    path = at / release["file"]
    if not path.is_file():
        return False
    if "table" not in release:
        return fingerprint(path).sha256 == str(release["sha256"])
    return _sha256(_manifest_in(path, list(release["table"]))) == str(release["sha256"])


def _manifest_in(database: Path, table: list[str]) -> str:
    """Return what stands in a table of a manifest; empty where there is no such table."""
    schema, name = table
    try:
        with duckdb.connect(str(database), read_only=True) as connection:
            tree = query("verify/read/manifest", manifests=Table(name, schema))
            rows = connection.execute(render(tree)).fetchall()
    except (duckdb.CatalogException, duckdb.BinderException):
        return ""
    except duckdb.Error as error:
        raise OSError("the database cannot be read now") from error
    return str(rows[0][0]) if len(rows) == 1 else ""


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def note_of_file(path: Path, sha256: str) -> dict[str, Any]:
    """Return the note for a release that stands where the file ``path`` has this fingerprint."""
    return {"file": str(path), "sha256": sha256}


def note_of_table(database: Path, schema: str, manifest: str, text: str) -> dict[str, Any]:
    """Return the note for a release that stands where the table ``manifest`` holds ``text``."""
    return {"file": str(database), "table": [schema, manifest], "sha256": _sha256(text)}


def note_of_remote_table(remote: RemoteDatabase, manifest: list[str], text: str, beside: Path) -> dict[str, Any]:
    """Return the note for a release that stands where a remote table holds ``text``; ``beside``: the ledger."""
    return {"file": str(beside), "server": remote.server, "table": manifest, "sha256": _sha256(text)}


def stands_in_remote(remote: RemoteDatabase, release: Mapping[str, Any]) -> bool:
    """Return whether such a release is there; raises OSError for one of another server."""
    if release["server"] != remote.server:
        raise OSError("the release is in another database")
    try:
        manifests = remote.value("manifest", list(release["table"]))
    except SetanonError:
        return False
    return [_sha256(str(manifest)) for manifest in manifests] == [release["sha256"]]


def seen_from(folder: Path, path: Path) -> str:
    """Return a path as it is found from a folder, also when both are moved; in full where that cannot be."""
    try:
        return os.path.relpath(path, folder)
    except ValueError:  # another drive
        return str(path.absolute())
