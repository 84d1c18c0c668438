"""Where a release goes, how it is written, and the report beside it: the same for all methods."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any, Literal, TypedDict, Unpack

from setanon_sql import __version__
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse, is_warehouse
from setanon_sql.errors import BadParameter
from setanon_sql.files import stopping
from setanon_sql.measures.records import utility
from setanon_sql.query.templates import Table
from setanon_sql.release import (
    Destination,
    Form,
    Published,
    TableDestination,
    WarehouseDestination,
    WriteOptions,
    check_destination,
    check_in,
    write_release,
)
from setanon_sql.release.places import manifest_of
from setanon_sql.release.shape import check_lines_hold_ids
from setanon_sql.report import Parts, Tier, check_report, write_report
from setanon_sql.settings import Settings
from setanon_sql.sources.database import database_file
from setanon_sql.taxonomy import Nodes
from setanon_sql.verify import Verification, VerificationInputs, read_promise, read_relation, read_release, verify_in
from setanon_sql.verify import verify as verify_release
from setanon_sql.verify.prefixed import Prefixed
from setanon_sql.verify.promise import Promise
from setanon_sql.verify.reader import is_basket

#: Endings of file names that a release may have; anything else is a table name where there is a database.
_FILES = {".parquet", ".csv", ".tsv", ".dat", ".txt"}


@dataclass(frozen=True)
class Report:
    """Where to write an HTML report, and for whom: ``internal`` has exact counts, ``public`` none from 1 to k-1."""

    path: Path
    tier: Tier = "internal"

    def check(self, *others: Any) -> None:
        """Raise BadDestination where it cannot be written, before the work starts; no other file is replaced."""
        stopping.owed.add(self.path)
        check_report(self.path, [Path(one) for one in others if isinstance(one, str | Path) and one])

    def write(self, parts: Parts) -> None:
        """Write it, in place of an older one."""
        parts = replace(parts, tier=self.tier, made_on=f"{date.today()}", made_by=f"setanon {__version__}")
        write_report(parts, self.path)
        stopping.owed.discard(self.path)


@dataclass(frozen=True)
class Release:
    """A published release: its manifest, where it is, and what it cost (the measures of ``utility``)."""

    manifest: dict[str, Any]
    out: str
    utility: dict[str, float] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return one flat object: the manifest (but for labels), ``out`` and the measures."""
        told = {name: value for name, value in self.manifest.items() if name not in {"sensitive", "thresholds"}}
        return told | {"out": self.out} | self.utility


class PublishingFolder(TypedDict, total=False):
    """How to publish, whatever the method: keyword arguments that all of them take.

    ``seed`` makes random choices repeatable (default: unpredictable); ``overwrite`` replaces an existing release;
    ``ledger`` is a file for what was changed and why; ``out_db`` is the database of ``out`` (default: the source's).
    """

    seed: str | None
    overwrite: bool
    ledger: Path | None
    out_db: str


class Publishing(PublishingFolder, total=False):
    """How to publish a table of records: ``record_ids`` are new in random order (``shuffle``) or as they were."""

    record_ids: Literal["shuffle", "keep"]


@dataclass(frozen=True)
class Place:
    """Where a release goes and how it is written."""

    destination: Destination
    write: WriteOptions

    @property
    def files(self) -> list[Path | None]:
        """The files that are written."""
        return files_of(self.destination, self.write.ledger)

    @contextmanager
    def engine(self, db: str, settings: Settings, report: Report | None) -> Iterator[DuckDBEngine | Warehouse]:
        """Open the engine of ``db``; raises BadDestination, before the work starts, where it may not write there."""
        if report:
            report.check(*self.files, *self.write.inputs)
        with settings.engine_for(db) as engine:
            check_in(engine, self.destination, self.write)
            yield engine

    def check_ids(self, dataset: Dataset) -> None:
        """Raise BadDestination, before the work starts, where record ids are to be kept and have no room there."""
        if isinstance(self.destination, Path) and is_basket(self.destination):
            check_lines_hold_ids(dataset, self.write)

    def publish(self, published: Published, out: str | Path, measures: dict[str, float]) -> Release:
        """Write a release and verify it before anybody sees it."""
        published.source.engine.trace.doing("writing the release, and verifying it before it is published")
        written = write_release(published, self.destination, self.write)
        return Release(written.manifest, str(out), measures)


#: Keywords as they were called once.
_RENAMED = dict.fromkeys(("order", "search"), ": it is algorithm now")


def place(source: Any, out: str | Path, source_db: str, *reads: Any, **how: Unpack[Publishing]) -> Place:
    """Return where a release goes; raises BadDestination where it cannot.

    ``reads`` is what is read besides the source: a taxonomy, sensitive items.
    """
    record_ids = how.pop("record_ids", "shuffle")
    destination = place_of(out, how.get("out_db") or source_db, source_db)
    write = replace(write_options(source, reads, source_db, how), record_ids=record_ids)
    check_destination(destination, write)
    return Place(destination, write)


def write_options(source: Any, reads: Sequence[Any], source_db: str, how: PublishingFolder) -> WriteOptions:
    """Return how to write a release of ``source``; what is read besides it is protected, too.

    Raises TypeError for a keyword that there is not.
    """
    for name in sorted(how.keys() - PublishingFolder.__annotations__.keys()):
        raise TypeError(f"there is no keyword {name}{_RENAMED.get(name, '')}")
    return WriteOptions(
        seed=how.get("seed") or secrets.token_hex(16),
        overwrite=how.get("overwrite", False),
        ledger=how.get("ledger"),
        inputs=input_files(source, reads, source_db),
        input_tables=tuple(str(one) for one in (source, *reads) if isinstance(one, str | Path)) if source_db else (),
    )


def form_of(dataset: Dataset) -> Form:
    """The form of a release: as its source has it."""
    return Form("basket", dataset.separator) if dataset.separator else Form()


def measured(
    dataset: Dataset, published: Table, labels: Table, nodes: Nodes | None = None, *, grouped: bool = False
) -> dict[str, float]:
    """Measure what is about to be published: a failure here must not come after it.

    ``grouped``: generalized group by group.
    """
    dataset.engine.trace.doing("measuring what the release is worth")
    rows = dataset.engine.table("release/shapes/labelled", published=published, labels=labels)
    measures = utility(dataset, rows, nodes, grouped=grouped)
    dataset.engine.drop(rows)
    return measures


def place_of(out: str | Path, database: str, source_db: str) -> Destination:
    """Where a release is or goes; raises BadParameter where that is not the engine of its source."""
    if not is_warehouse(database) and not is_warehouse(source_db):
        return destination_of(out, database)
    if database != source_db:
        raise BadParameter(
            "a release stands in the engine of its source",
            "name the same database for both, or export them and work on files",
        )
    return WarehouseDestination(database, str(out))


def destination_of(out: str | Path, database: str) -> Path | TableDestination:
    """Return the file, or with a database the table, that ``out`` names."""
    text = str(out)
    if database and "/" not in text and Path(text).suffix.lower() not in _FILES:
        return TableDestination(database_file(database), text)
    return Path(out)


def folder_place(release: str | Path, database: str) -> Path | Prefixed:
    """Return where a disassociated release is: a folder, or with a database the tables that begin with that name."""
    destination = destination_of(release, database)
    if isinstance(destination, TableDestination):
        return Prefixed(destination.database, destination.name)
    return destination


def files_of(destination: Destination, ledger: Path | None = None) -> list[Path | None]:
    """The files that a release is or goes to."""
    if isinstance(destination, WarehouseDestination):
        return [ledger]
    if isinstance(destination, TableDestination):
        return [destination.database, ledger]
    return [destination, *([manifest_of(destination)] if destination.name else []), ledger]


def input_files(source: Any, reads: Sequence[Any], database: str) -> tuple[Path, ...]:
    """Return the files that are read: they are never overwritten."""
    named = [source] if not database else [] if is_warehouse(database) else [database_file(database)]
    return tuple(Path(one) for one in [*named, *reads] if isinstance(one, str | Path))


def released(engine: DuckDBEngine | Warehouse, destination: Destination) -> tuple[Table, Promise]:
    """The rows of a release in an engine, and what it promises."""
    if isinstance(engine, Warehouse):
        assert isinstance(destination, WarehouseDestination)
        promise = read_promise(engine, destination.name)
        return read_relation(engine, destination.name, grouped=promise.grouped), promise
    assert not isinstance(destination, WarehouseDestination)
    name, database = _name(destination)
    return read_release(engine, name, database=database)


def verified(
    destination: Destination,
    settings: Settings,
    inputs: Callable[[DuckDBEngine | Warehouse], VerificationInputs] | None = None,
) -> Verification:
    """Re-check a release where it stands."""
    if isinstance(destination, WarehouseDestination):
        with settings.warehouse(destination.db) as engine:
            engine.trace.doing("verifying the release as it was published")
            return verify_in(engine, destination.name, inputs)
    name, database = _name(destination)
    memory, threads, trace = settings.memory_limit, settings.threads, settings.trace()
    trace.doing("verifying the release as it was published")
    return verify_release(name, database=database, memory_limit=memory, threads=threads, trace=trace, inputs=inputs)


def _name(destination: Path | TableDestination) -> tuple[str | Path, str | Path]:
    """Return the name and the database (empty for a file) of a release."""
    if isinstance(destination, TableDestination):
        return destination.name, destination.database
    return destination, ""


def release_parts(
    title: str,
    release: Release,
    destination: Destination,
    settings: Settings,
    inputs: Callable[[DuckDBEngine | Warehouse], VerificationInputs] | None = None,
) -> Parts:
    """What a report tells of a release: its promise, what verification finds, what it costs."""
    checked = verified(destination, settings, inputs)
    return Parts(title, manifest=release.manifest, verification=checked.to_json(), utility=release.utility)
