"""Disassociation from a source to a release, and from a release to possible originals."""

import csv
import secrets
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from setanon_sql.api.opening import opened
from setanon_sql.api.publishing import Release
from setanon_sql.attack import cover_attack
from setanon_sql.engine import DuckDBEngine, Warehouse, is_warehouse
from setanon_sql.errors import BadDestination, BadInput, BadParameter
from setanon_sql.methods.disassociation import Infeasible, Order, disassociate, make_safe, publish
from setanon_sql.models import Disassociation
from setanon_sql.reconstruct import prepare, reconstructions
from setanon_sql.release.files import copy
from setanon_sql.release.folder import FolderRelease, check_folder_free, write_folder
from setanon_sql.release.folder_tables import check_tables_free, write_tables
from setanon_sql.release.options import WriteOptions
from setanon_sql.release.places import check_free
from setanon_sql.release.staging import publish as move
from setanon_sql.release.staging import staging
from setanon_sql.release.warehouse import WarehouseDestination
from setanon_sql.release.write import Written
from setanon_sql.settings import Settings
from setanon_sql.sources import Source, SourceOptions
from setanon_sql.sources.database import database_file
from setanon_sql.verify.disassociation import FolderTables
from setanon_sql.verify.folder import audit_folder, check_folder, read_folder, read_folder_manifest
from setanon_sql.verify.folder_tables import audit_tables

_DELIMITERS = {".csv": ",", ".tsv": "\t"}


def anonymize_disassociation(
    source: Source,
    out: str | Path,
    *,
    k: int,
    m: int,
    cluster_size: int = 30,
    refine: bool = True,
    safe: bool = False,
    infeasible: Infeasible = "best",
    sensitive: str | Path | None = None,
    order: Order = "chosen",
    seed: str | None = None,
    overwrite: bool = False,
    options: SourceOptions | None = None,
    settings: Settings | None = None,
) -> Release:
    """Publish a source disassociated, as the folder ``out``; it is verified first, or not published.

    In a warehouse ``out`` is the prefix of the release's tables, or for Spark also a folder. ``safe`` leaves no covered
    item; ``infeasible`` is what happens to items where partial suppression is not possible:
    see :mod:`setanon_sql.methods.disassociation.safe`. ``sensitive`` is a file with one column ``item``. ``order`` is
    how records are clustered: see :mod:`setanon_sql.methods.disassociation.horpart`.
    """
    options, settings = options or SourceOptions(), settings or Settings()
    model = Disassociation(k, m, cluster_size, refine, safe, sensitive is not None)
    where = _place(source, out, options.db, sensitive, WriteOptions(seed or secrets.token_hex(16), overwrite=overwrite))
    secret = read_sensitive(Path(sensitive)) if sensitive is not None else []
    with settings.engine_for(options.db) as engine:
        where.check(engine)
        dataset = opened(engine, source, options)
        engine.trace.progress("disassociating")
        result = disassociate(dataset, model, secret, order=order)
        if left := dataset.records - result.records:
            engine.trace.note(f"{left:,} records have no item and are in no cluster")
        more: dict[str, int] = {}
        if safe:
            result, occurrences = make_safe(engine, result, infeasible, where.options.seed)
            more["occurrences_before_safe"] = occurrences
        made = publish(engine, result, dataset.items, where.options.seed)
        tables = FolderTables(made.clusters, made.subrecords, made.terms)
        engine.trace.progress("writing and verifying the release")
        written = where.write(FolderRelease(engine, tables, model, result.method, more))
        kept = engine.count(made.subrecords) / dataset.rows if dataset.rows else 1.0
    return Release(written.manifest, str(out), {"kept_share": kept})


@dataclass(frozen=True)
class _Place:
    """Where a release goes, and how it is written."""

    destination: Path | WarehouseDestination
    options: WriteOptions

    def check(self, engine: DuckDBEngine | Warehouse) -> None:
        """Raise BadDestination where it cannot go there, before the work starts."""
        if isinstance(self.destination, WarehouseDestination):
            assert isinstance(engine, Warehouse)
            check_tables_free(engine, self.destination, self.options)

    def write(self, release: FolderRelease) -> Written:
        """Write a release and verify it before anybody sees it."""
        if isinstance(self.destination, WarehouseDestination):
            return write_tables(release, self.destination, self.options)
        return write_folder(release, self.destination, self.options)


def _place(source: Source, out: str | Path, db: str, sensitive: str | Path | None, options: WriteOptions) -> _Place:
    if is_warehouse(db):
        tables = (str(source),)
        return _Place(WarehouseDestination(db, str(out)), replace(options, input_tables=tables))
    read = [database_file(db) if db else source, sensitive]
    place = _Place(Path(out), replace(options, inputs=tuple(Path(one) for one in read if isinstance(one, str | Path))))
    check_folder_free(Path(out), place.options)
    return place


def audit_disassociation(
    release: str | Path, *, db: str = "", worst: int = 20, settings: Settings | None = None
) -> dict[str, Any]:
    """Count what breaks the model of a disassociated release, from its files (or its tables in ``db``) alone.

    With ``show_values`` also which items cover which, in at most ``worst`` chunks.
    """
    settings = settings or Settings()
    listed = worst if settings.show_values else 0
    if is_warehouse(db):
        with settings.warehouse(db) as warehouse:
            return audit_tables(warehouse, str(release), listed)
    with settings.engine() as engine:
        return audit_folder(engine, Path(release), listed)


def attack_cover(
    release: str | Path, *, m: int | None = None, before: str | Path | None = None, settings: Settings | None = None
) -> dict[str, Any]:
    """Return what somebody who knows ``m`` items of a record (default: as the manifest says) links in a release.

    ``before`` is another release to compare with, such as the one that was not made safe. Raises BadParameter where
    ``m`` is under 2: one item of a chunk and one of another are needed.
    """
    with (settings or Settings()).engine() as engine:
        known = read_folder_manifest(Path(release)).model.m if m is None else m
        if known < 2:
            raise BadParameter(f"--m is {known}; items of two chunks are linked", "use --m 2 or more")
        named = {"before": before, "release": release} if before else {"release": release}
        return {"model": Disassociation.name, "m": known} | {
            name: cover_attack(engine, read_folder(engine, Path(one)), known).to_json() for name, one in named.items()
        }


def reconstruct(
    release: str | Path,
    out: str | Path,
    *,
    samples: int = 1,
    seed: str | None = None,
    overwrite: bool = False,
    settings: Settings | None = None,
) -> dict[str, Any]:
    """Make up possible originals of a disassociated release and write them to one file.

    The file (.parquet, .csv or .tsv) has the columns ``record_id, item``, and ``sample_id`` before them where there is
    more than one original. Raises BadInput for a release that does not verify.
    """
    destination, folder = Path(out), Path(release)
    if destination.suffix.lower() not in {".parquet", *_DELIMITERS}:
        raise BadDestination(f"an original cannot be written to {destination.name}", "use .parquet, .csv or .tsv")
    check_free(destination, overwrite=overwrite)
    with (settings or Settings()).engine() as engine:
        if check_folder(engine, folder).messages:
            raise BadInput("the release does not keep its promise", "setanon verify tells what is wrong")
        ready = prepare(engine, read_folder(engine, folder))
        made = reconstructions(engine, ready, samples, seed or secrets.token_hex(16))
        rows = engine.count(made)
        with staging(destination) as private:
            staged = private / f"original{destination.suffix.lower()}"
            separator = _DELIMITERS.get(destination.suffix.lower())
            name = f"reconstruct/write_{'delimited' if separator else 'parquet'}{'' if samples > 1 else '_one'}"
            copy(engine, name, staged, samples=made, **({"separator": separator} if separator else {}))
            move([(staged, destination)], overwrite=overwrite)
    return {"out": str(out), "samples": samples, "rows": rows}


def read_sensitive(path: Path) -> list[str]:
    """Return the items that a file names: one column, with or without the header ``item``.

    Raises BadInput where it cannot be read, or has more columns.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            lines = [line for line in csv.reader(file) if line]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"{path.name} cannot be read as a list of sensitive items", "one item a line") from error
    if any(len(line) > 1 for line in lines):
        raise BadInput(
            f"{path.name} has more than one column", "disassociation protects items for everybody: one column item"
        )
    items = [line[0].strip() for line in lines]
    return list(dict.fromkeys(items[1:] if items[:1] == ["item"] else items))
