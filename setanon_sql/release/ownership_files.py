"""What did setanon write? Only that is ever replaced.

A file is setanon's where the manifest beside it names its fingerprint, and a folder where the manifest in it names
those of its files: what was changed since is the user's. A ledger is known by its columns and its first row.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import duckdb

from setanon_sql.files.regular import read_regular
from setanon_sql.layout import MANIFEST, PIECES, RELEASE, manifest_path
from setanon_sql.verify.contents import fingerprint
from setanon_sql.verify.standing import REPLACES, manifest_versions, own_fields

Fields = Mapping[str, Any]

#: The columns of a ledger; its first row holds the seed.
LEDGER = ["record_id", "item", "action", "label", "cause"]


def own_versions(manifest: Path) -> list[dict[str, Any]]:
    """Return what a manifest file says, and the older one that it carries; none where setanon did not write it."""
    try:
        text = read_regular(manifest).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return []
    manifests = [own_fields(version) for version in manifest_versions(text)]
    return [{name: value for name, value in fields.items() if name != REPLACES} for fields in manifests if fields]


def kind_of(fields: Fields) -> str:
    """Return what a manifest speaks of: a release, which alone has a model, or by its method what else is written."""
    return str(fields.get("method")) if fields.get("model") is None else RELEASE


def manifest_of_file(path: Path) -> dict[str, Any] | None:
    """Return the manifest that stands beside a file and names its fingerprint; None for a file that is not setanon's.

    Reads the whole file.
    """
    manifests = own_versions(manifest_path(path))
    if not manifests or not path.is_file():
        return None
    sha256 = fingerprint(path).sha256
    return next((fields for fields in manifests if sha256 in fields["sha256"].values()), None)


def is_orphan(path: Path) -> bool:
    """Return whether beside the missing ``path`` there is its manifest, left by a run that was killed."""
    return not path.exists() and any(path.name in fields["sha256"] for fields in own_versions(manifest_path(path)))


def manifest_of_folder(folder: Path) -> dict[str, Any] | None:
    """Return the manifest in a folder that holds a release in pieces as setanon wrote it, and nothing else."""
    manifests = own_versions(folder / MANIFEST)
    files = PIECES.files.values()
    if not manifests or {path.name for path in folder.iterdir()} - {*files, MANIFEST}:
        return None
    return manifests[0] if all(_as_written(folder / name, manifests[0]["sha256"]) for name in files) else None


def _as_written(path: Path, fingerprints: Fields) -> bool:
    """Return whether a part of a release is as its manifest says; a folder that Spark wrote holds files of Spark
    alone.
    """
    if path.is_dir():
        return path.name in fingerprints and holds_parts(path)
    return path.is_file() and fingerprint(path).sha256 == fingerprints.get(path.name)


def holds_parts(folder: Path) -> bool:
    """Return whether a folder holds what Spark writes as one table, and nothing else."""
    return all(path.is_file() and _is_part(path.name.removeprefix(".")) for path in folder.iterdir())


def _is_part(name: str) -> bool:
    return name.startswith("part-") or name in {"_SUCCESS", "_SUCCESS.crc"}


def manifest_of_parts(folder: Path) -> dict[str, Any] | None:
    """Return the manifest beside a folder that Spark wrote as one table; None for a folder that is not setanon's.

    While the folder is replaced its manifest carries an older one: then what is told is the newer one.
    """
    manifests = [fields for fields in own_versions(manifest_path(folder)) if folder.name in fields["sha256"]]
    return manifests[0] if manifests and folder.is_dir() and holds_parts(folder) else None


def is_ledger(path: Path) -> bool:
    """Return whether a file is a ledger of setanon."""
    if not path.is_file() or path.is_symlink():
        return False
    try:
        first = next(_ledger_rows(path), None)
    except (OSError, UnicodeDecodeError, ValueError, RecursionError, duckdb.Error):
        return False
    return first is not None and list(first) == LEDGER and first["action"] == "seed"


def _ledger_rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the first row of a ledger, by the name of its column."""
    extension = path.suffix.lower()
    if extension == ".parquet":
        with duckdb.connect() as connection:
            relation = connection.read_parquet(str(path), hive_partitioning=False).limit(1)
            yield from (dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall())
        return
    with path.open(encoding="utf-8") as file:
        if extension == ".jsonl":
            yield json.loads(file.readline(1 << 16))
        else:
            separator = "\t" if extension == ".tsv" else ","
            names, values = (file.readline(1 << 16).rstrip("\r\n").split(separator) for _ in range(2))
            yield dict(zip(names, values, strict=False))
