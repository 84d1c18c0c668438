"""Write a disassociated release: a folder of three Parquet files and a manifest, whole or not at all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from setanon_sql import __version__
from setanon_sql.engine import DuckDBEngine, Engine
from setanon_sql.errors import BadDestination, NotReached
from setanon_sql.models import Disassociation
from setanon_sql.release.files import copy
from setanon_sql.release.ledgers import Ledger, check_ledger
from setanon_sql.release.manifest import FORMAT_VERSION, as_text, without_small_counts
from setanon_sql.release.options import WriteOptions
from setanon_sql.release.ours import is_release_folder
from setanon_sql.release.places import already_there, not_ours, refuse_read
from setanon_sql.release.salvage import note_of_file
from setanon_sql.release.staging import Step, alone, check_folder, check_name, publish, staging, writing
from setanon_sql.release.write import Written
from setanon_sql.verify.disassociation import FolderCounts, FolderTables, count_folder
from setanon_sql.verify.folder import FILES, MANIFEST, problems, read_folder
from setanon_sql.verify.reader import fingerprint


def check_folder_free(destination: Path, options: WriteOptions) -> bool:
    """Raise BadDestination where a release cannot be put at ``destination``; call it before hours are spent.

    Only a folder that holds a release, as setanon wrote it and nothing else, is ever replaced; returns whether one is.
    """
    check_folder(destination)
    check_name(destination)
    refuse_read(destination, options.inputs)
    if any(destination.resolve() in read.resolve().parents for read in options.inputs):
        raise BadDestination(f"{destination.name} holds what is read", "choose another name")
    if not (destination.exists() or destination.is_symlink()):
        return False
    if not options.overwrite:
        raise already_there(destination.name)
    if destination.is_symlink() or not destination.is_dir() or not is_release_folder(destination):
        raise not_ours(destination.name)
    return True


@dataclass(frozen=True)
class FolderRelease:
    """What a method hands over: the tables in ``engine``, the model that they keep, the method's name.

    ``sensitive`` lists the labels that are in term chunks only; None where the model does not promise that. ``more``
    holds further fields of the manifest.
    """

    engine: Engine
    tables: FolderTables
    model: Disassociation
    method: str
    sensitive: Sequence[str] | None = None
    more: Mapping[str, int] = field(default_factory=dict)


def write_folder(
    release: FolderRelease, destination: Path, options: WriteOptions, ledger: Ledger | None = None
) -> Written:
    """Write a release and its manifest to the folder ``destination``, and its ledger to where that goes.

    What was written is read back and recounted first: NotReached where it does not keep the guarantee, and nothing is
    published. BadDestination where it cannot or must not be written; nothing is left behind then, either.
    """
    check_folder_free(destination, options)
    engine = release.engine
    assert isinstance(engine, DuckDBEngine)
    with staging(destination) as private:
        staged = private / "release"
        with writing(destination):
            staged.mkdir()
        for name, table in FILES.items():
            own = {table: getattr(release.tables, table)}
            copy(engine, f"disassociation/publish/write_{table}", staged / name, **own)
        found = kept_or_refused(release, read_folder(engine, staged))
        fields = folder_manifest(release, found, {name: fingerprint(staged / name).sha256 for name in FILES})
        with writing(destination):
            (staged / MANIFEST).write_text(as_text(fields), encoding="utf-8")
            staged.chmod(0o755)
        publish_folder(staged, destination, options, ledger)
    return Written(fields, tuple(str(destination / name) for name in (*FILES, MANIFEST)))


def publish_folder(staged: Path, destination: Path, options: WriteOptions, ledger: Ledger | None = None) -> None:
    """Move a staged folder, which holds its manifest, to its name: one move decides. The ledger follows."""
    with alone(destination, *((ledger.target,) if ledger else ())):
        steps = [Step(staged, destination, replace=check_folder_free(destination, options))]
        if ledger:
            check_ledger(options, (destination,))
            note = note_of_file(destination / MANIFEST, fingerprint(staged / MANIFEST).sha256)
            ledger.belongs_to(note, staged.parent)
            steps.append(ledger.step())
        publish(steps)


def kept_or_refused(release: FolderRelease, tables: FolderTables) -> FolderCounts:
    """Count what is to be published, ``tables``; raises NotReached where it does not hold."""
    engine, model, listed = release.engine, release.model, None
    if release.sensitive is not None:
        listed = engine.load("sensitive", {"label": str}, [release.sensitive])
    found = count_folder(engine, tables, model, listed)
    engine.drop(listed)
    if broken := problems(found, model):
        raise NotReached(
            f"the result does not keep its guarantee ({broken[0]}); nothing was published",
            "the paper's own HORPART is for comparison only; else this is a fault of the program: please report it",
        )
    return found


def folder_manifest(release: FolderRelease, found: FolderCounts, sha256: dict[str, str]) -> dict[str, Any]:
    """Return the manifest of a folder that was just recounted; it holds no seed and no count from 1 to k-1."""
    model = release.model
    return {
        "format_version": FORMAT_VERSION,
        "model": model.name,
        "parameters": model.parameters,
        "method": release.method,
        "records": found.counts["records"],
        "rows": found.counts["rows"],
        "created_by": f"setanon-sql {__version__}",
        "sha256": sha256,
        "guarantee": model.guarantee,
        "verified": without_small_counts(found.counts, model.k),
        "format": {"kind": "disassociation"},
        **({} if release.sensitive is None else {"sensitive": list(release.sensitive)}),
        **release.more,
    }
