"""What a killed run left behind, and what of it must not be lost.

Two things may be in the private folder of a killed run that are nowhere else:

- A folder that was to be replaced, where the disk cannot exchange two folders: it was moved out of the way, and the run
  was killed before the new one took its place. It is put back.
- The ledger of a release that stands: the release was published, and the run was killed before its ledger took the
  place of the older one. It takes it now. A note beside it says by which fingerprint the release is known.
"""

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import duckdb

from setanon_sql.engine.remote import Elsewhere
from setanon_sql.errors import SetanonError
from setanon_sql.files.moving import PARTIAL, REPLACED, holding, partial_prefix
from setanon_sql.files.temporary import Salvage, sweep
from setanon_sql.query.templates import Table, query, render
from setanon_sql.release.ours import is_ledger
from setanon_sql.verify.reader import fingerprint

#: In the folder of a ledger: of which release it is the ledger.
NOTE = "ledger-of.json"
#: In the folder of a release: where its ledger waits.
ELSEWHERE = "ledger-at.json"
#: The staged ledger, whatever its extension.
STAGED = "ledger"


#: Whether the release that a note speaks of is there; raises OSError where that cannot be told now.
Standing = Callable[[Mapping[str, Any]], bool]


def settle(*destinations: Path | None, standing: Standing | None = None) -> None:
    """Put right what killed runs to these destinations left; costs nothing where they left nothing.

    ``standing`` knows releases in a database elsewhere; without it what belongs to one waits.
    """
    for destination in destinations:
        if destination is None or not any(destination.parent.glob(f"{partial_prefix(destination)}*{PARTIAL}")):
            continue
        with contextlib.suppress(OSError), holding(destination.parent):
            sweep(destination.parent, partial_prefix(destination), PARTIAL, salvage_for(destination, standing))


def salvage_for(destination: Path, standing: Standing | None = None) -> Salvage:
    """Return what takes out of the folder of a killed run what must not be lost of its ``destination``."""
    return lambda folder: _salvage(folder, destination, standing)


def _salvage(folder: Path, destination: Path, standing: Standing | None) -> None:
    for old in folder.glob(f"*{REPLACED}"):
        if old.is_dir() and not os.path.lexists(destination):
            old.rename(destination)
    if (elsewhere := _read(folder / ELSEWHERE)) is not None:
        ledger = folder.parent / str(elsewhere["ledger"])
        sweep(ledger.parent, partial_prefix(ledger), PARTIAL, salvage_for(ledger))
    if (release := _read(folder / NOTE)) is not None and _stands(release, folder.parent, standing):
        for ledger in folder.glob(f"{STAGED}.*"):
            if fingerprint(ledger).sha256 != str(release["ledger"]):
                continue  # the two have changed places already: this is the old one
            if os.path.lexists(destination) and not is_ledger(destination):
                raise OSError("another file has taken the place of the ledger")
            ledger.replace(destination)


def _read(note: Path) -> dict[str, Any] | None:
    """Return what a note says; None where there is none, or one that was not written to its end."""
    try:
        told = json.loads(note.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) else None


def _stands(release: Mapping[str, Any], at: Path, standing: Standing | None) -> bool:
    """Return whether the release that a note speaks of is there; raises OSError where that cannot be told now."""
    if "server" in release:
        if standing is None:
            raise OSError("the database elsewhere has to be asked")
        return standing(release)
    path = at / str(release["file"])
    if "table" not in release:
        return path.is_file() and fingerprint(path).sha256 == str(release["sha256"])
    return _sha256(_manifest_in(path, list(release["table"]))) == str(release["sha256"])


def _manifest_in(database: Path, table: list[str]) -> str:
    """Return what stands in a table of a manifest; empty where there is no such table."""
    if not database.is_file():
        return ""
    schema, name = table
    try:
        with duckdb.connect(str(database), read_only=True) as connection:
            read = query("verify/read/manifest", manifests=Table(name, schema))
            rows = connection.execute(render(read)).fetchall()
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


def note_elsewhere(remote: Elsewhere, manifest: list[str], text: str, beside: Path) -> dict[str, Any]:
    """Return the note for a release that stands where a table elsewhere holds ``text``; ``beside``: the ledger."""
    return {"file": str(beside), "server": remote.server, "table": manifest, "sha256": _sha256(text)}


def standing_elsewhere(remote: Elsewhere, release: Mapping[str, Any]) -> bool:
    """Return whether such a release is there; raises OSError for one of another server."""
    if release["server"] != remote.server:
        raise OSError("the release is in another database")
    try:
        found = remote.value("manifest", list(release["table"]))
    except SetanonError:
        return False
    return [_sha256(str(one)) for one in found] == [release["sha256"]]


def seen_from(folder: Path, path: Path) -> str:
    """Return a path as it is found from a folder, also when both are moved; in full where that cannot be."""
    try:
        return os.path.relpath(path, folder)
    except ValueError:  # another drive
        return str(path.absolute())
