"""May a file be written at a path? Asked before the work starts, and again right before it is published."""

import os
from collections.abc import Callable, Collection, Iterable
from fnmatch import fnmatch
from itertools import permutations
from pathlib import Path
from typing import TypeVar

from setanon_sql.errors import BadDestination
from setanon_sql.layout import MAPPING, RECORDS_AT_RISK, RELEASE, manifest_path
from setanon_sql.registry.counts import COUNTS
from setanon_sql.release.ownership_files import Fields, is_orphan, kind_of, manifest_of_file
from setanon_sql.release.staging import check_folder, check_name

Own = TypeVar("Own")

#: What each kind is called in messages.
_CALLED = {
    RELEASE: "a release",
    RECORDS_AT_RISK: "a list of records at risk",
    MAPPING: "a mapping",
    "reconstruct": "a made-up original",
    "estimate": "a file of estimates",
    "counts": "a file of counts with noise",
    COUNTS: "a file of counts",
    "records": "a file of records with noise",
}


def manifest_of(destination: Path) -> Path:
    """Return where the manifest of a one-file release goes."""
    return destination.with_name(manifest_path(destination).name)


def check_free(
    path: Path, recognize: Callable[[Path], Own], *, overwrite: bool, inputs: Iterable[Path] = ()
) -> Own | None:
    """Raise BadDestination where no file can be written at ``path``, or where one is that must stay.

    That is one that is read (or in a folder that is read), one that is there while ``overwrite`` is not set, and one in
    which ``recognize`` finds nothing of setanon's. Returns what it finds in one that may be replaced, else None.
    """
    check_folder(path)
    check_name(path)
    refuse_read(path, inputs)
    if path.exists() and not path.is_file():
        raise BadDestination(f"{path.name or path} is a folder or a device", "name a file")
    if not path.exists() and not path.is_symlink():
        return None
    if not overwrite:
        raise already_there(path.name)
    manifest_fields = None if path.is_symlink() else recognize(path)
    if not manifest_fields:
        raise not_ours(path.name)
    return manifest_fields


def already_there(name: str) -> BadDestination:
    """Return the error for a destination that exists."""
    return BadDestination(f"{name} already exists", "choose another name, or say <overwrite>")


def not_ours(name: str) -> BadDestination:
    """Return the error for what ``--overwrite`` does not replace."""
    return BadDestination(
        f"{name} was not written by setanon, or has changed since",
        "choose another name: only what setanon wrote, and nobody changed since, is ever replaced",
    )


def refuse_other_kind(name: str, fields: Fields, kind: str) -> None:
    """Raise BadDestination where the manifest of what stands under a name speaks of another kind than ``kind``."""
    if (kind_there := kind_of(fields)) != kind:
        raise BadDestination(
            f"{name} is {_CALLED.get(kind_there, 'something else that setanon wrote')}, not {_CALLED.get(kind, kind)}",
            "choose another name: <overwrite> replaces only what is of the same kind",
        )


def refuse_read(path: Path, inputs: Iterable[Path]) -> None:
    """Raise BadDestination where a path is one of those that are read, or lies in one."""
    if any(_within(path, source) for source in inputs):
        raise BadDestination(f"{path.name} is also what is read", "choose another name; sources are never written")


def refuse_twice(path: Path, written: Iterable[Path]) -> None:
    """Raise BadDestination where a path is one of those that the same run writes, or lies in one."""
    for other in written:
        if _within(path, other):
            inside = other.resolve() in path.resolve().parents
            problem = (
                f"would stand in {other.name}, which the same run writes"
                if inside
                else "would be written twice: two outputs have this name"
            )
            hint = "the release, its ledger, its report and all else that a run writes need names of their own"
            raise BadDestination(f"{path.name} {problem}", hint)


def refuse_shared(*outputs: Collection[Path]) -> None:
    """Raise BadDestination where two outputs of a run, each of some files, have the name of a file in common."""
    for output, other in permutations(outputs, 2):
        for path in output:
            refuse_twice(path, other)


def with_manifest(path: Path) -> list[Path]:
    """Return the files of an output that is one file with its manifest beside it."""
    return [path, manifest_path(path)]


def check_release_free(
    path: Path, *, overwrite: bool, inputs: Iterable[Path] = (), kind: str = RELEASE
) -> Fields | None:
    """Check a release's data and manifest; returns the manifest of what is replaced, None where nothing is.

    ``kind``: what is to be written, where that is no release. A manifest alone, left by a killed run, may be replaced.
    """
    inputs = tuple(inputs)
    old = check_free(path, manifest_of_file, overwrite=overwrite, inputs=inputs)
    if old is not None:
        refuse_other_kind(path.name, old, kind)
    check_manifest_free(path, old, overwrite=overwrite, inputs=inputs)
    return old


def check_manifest_free(path: Path, old: Fields | None, *, overwrite: bool, inputs: Iterable[Path] = ()) -> None:
    """Check the manifest of a release, which is replaced with the ``old`` one, or where a killed run left it alone."""
    is_replaced = old is not None or is_orphan(path)
    check_free(manifest_of(path), lambda _: is_replaced, overwrite=overwrite or is_replaced, inputs=inputs)


def _within(path: Path, folder: Path) -> bool:
    if os.path.exists(path) and os.path.exists(folder) and path.samefile(folder):  # noqa: PTH110 (any name may be asked for)
        return True
    whole = path.resolve()
    whole_folder = folder.resolve()
    if not os.path.exists(folder) and fnmatch(str(whole), str(folder.absolute()).replace("**/", "*")):  # noqa: PTH110
        return True  # one of the files that a pattern stands for
    return whole == whole_folder or (whole_folder in whole.parents and folder.is_dir())
