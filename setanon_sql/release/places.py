"""May a file be written at a path? Asked before the work starts, and again right before it is published."""

import json
from collections.abc import Iterable
from pathlib import Path

from setanon_sql.errors import BadDestination


def manifest_of(destination: Path) -> Path:
    """Return where the manifest of a one-file release goes."""
    return destination.with_name(f"{destination.name}.manifest.json")


def check_free(path: Path, *, overwrite: bool, inputs: Iterable[Path] = ()) -> None:
    """Raise BadDestination where ``path`` is an input, is no plain file, or exists and ``overwrite`` is not set."""
    if any(_same(path, read) for read in inputs):
        raise BadDestination(f"{path.name} is also what is read", "choose another name; sources are never written")
    if path.exists() and not path.is_file():
        raise BadDestination(f"{path.name} is a folder or a device", "name a file")
    if (path.exists() or path.is_symlink()) and not overwrite:
        raise BadDestination(f"{path.name} already exists", "choose another name, or say --overwrite")


def check_release_free(path: Path, *, overwrite: bool, inputs: Iterable[Path] = ()) -> None:
    """Check a release's data and manifest; a manifest alone, left by a killed run, may be replaced."""
    inputs = tuple(inputs)
    check_free(path, overwrite=overwrite, inputs=inputs)
    manifest = manifest_of(path)
    check_free(manifest, overwrite=overwrite or is_orphan(path), inputs=inputs)


def is_orphan(path: Path) -> bool:
    """Whether beside the missing ``path`` there is a manifest of setanon, left by a run that was killed."""
    if path.exists():
        return False
    try:
        fields = json.loads(manifest_of(path).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(fields, dict) and {"format_version", "guarantee", "sha256"} <= set(fields)


def _same(one: Path, other: Path) -> bool:
    if one.exists() and other.exists():
        return one.samefile(other)
    return one.resolve() == other.resolve()
