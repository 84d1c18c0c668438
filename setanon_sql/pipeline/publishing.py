"""Where a release goes, how it is written, and the report beside it: the same for all methods."""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from setanon_sql import __version__
from setanon_sql.choices import check_choice
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse, is_address, is_elsewhere, is_warehouse, worked_here
from setanon_sql.errors import BadParameter
from setanon_sql.files import stopping
from setanon_sql.layout import (
    LONG,
    Destination,
    ElsewhereDestination,
    FileDestination,
    Shape,
    TableDestination,
    WarehouseDestination,
)
from setanon_sql.measures import Measures
from setanon_sql.measures.counts import MadeUp
from setanon_sql.measures.details import MeasureRequest
from setanon_sql.measures.examples import Wanted, wanted
from setanon_sql.measures.queries import Itemsets
from setanon_sql.options.publishing import Publishing, PublishingFolder
from setanon_sql.options.words import Tier
from setanon_sql.pipeline.opening import Tree, one_state, workload_of
from setanon_sql.pipeline.previous import Previous
from setanon_sql.pipeline.released import Kept, Release, Standing, keep
from setanon_sql.release import Form, Published, WriteOptions, Written, check_destination, check_in
from setanon_sql.release import publish as write_release
from setanon_sql.release.free import refuse_twice
from setanon_sql.release.ledgers import Write
from setanon_sql.release.long import check_lines_hold_ids
from setanon_sql.release.places import Content
from setanon_sql.report import Parts, check_report, write_report
from setanon_sql.settings import Settings
from setanon_sql.sources import SourceOptions
from setanon_sql.sources.database import database_file, database_to_write
from setanon_sql.sources.files import paths_in
from setanon_sql.verify import ReadInputs, Verification, verify_at

#: Endings of file names that a release may have; anything else is a table name where there is a database.
FILES = {".parquet", ".csv", ".tsv", ".dat", ".txt"}
#: How to say where a report goes.
_REPORTS = 'write report="report.html", or report=Report("report.html", tier="public")'


@dataclass(frozen=True)
class Report:
    """A report to write beside the result.

    ``path``: the HTML file; an older report there is replaced, another file is not.
    ``tier``: for whom: ``internal`` has exact counts, ``public`` none from 1 to k-1.
    ``valid_until``: the last day on which the release is approved, as it should read; empty: left open.
    """

    path: str | Path
    tier: Tier = "internal"
    valid_until: str = ""

    def __post_init__(self) -> None:
        """Raise BadParameter for what is no path, and for a tier that there is not."""
        if not isinstance(self.path, str | Path) or self.path == "":
            raise BadParameter("report is neither a Report nor a path", _REPORTS)
        check_choice("Report.tier", self.tier, Tier)

    @property
    def file(self) -> Path:
        """The HTML file."""
        return Path(self.path)

    def check(self, *others: Any, written: Sequence[Any] = ()) -> None:
        """Raise BadDestination where it cannot be written, before the work starts; no other file is replaced.

        ``others`` are read, and ``written`` by the same run.
        """
        stopping.owed.add(self.file)
        refuse_twice(self.file, paths_in(written))
        check_report(self.file, paths_in(others))

    def write(self, parts: Parts) -> None:
        """Write it, in place of an older one."""
        parts = replace(parts, tier=self.tier, made_on=f"{date.today()}", made_by=f"setanon {__version__}")
        parts = replace(parts, valid_until=self.valid_until)
        write_report(parts, self.file)
        stopping.owed.discard(self.file)


#: A report, or where an internal one goes.
Page = Report | str | Path


def report_of(given: Page | None) -> Report | None:
    """Return the report that is wanted, if any; raises BadParameter for what is neither a report nor a path."""
    return given if given is None or isinstance(given, Report) else Report(given)


@dataclass(frozen=True)
class Draft:
    """A release that is worked out, measured and recounted, right before it is published.

    ``dataset``: what was read of the source. ``measures``: what the release cost. ``counts``: what the recount found,
    ``records`` and ``rows`` among it. ``smallest_public_count``: a manifest tells no count below it, and no other count
    of the source finer than in steps of it. ``manifest``: what the manifest says by now, the sha256 of the data
    among it.
    """

    dataset: Dataset
    measures: Measures
    counts: Mapping[str, int]
    smallest_public_count: int
    manifest: Mapping[str, Any] = field(default_factory=dict)


#: Returns what else the manifest of a draft tells; raises where it must not be published.
Terms = Callable[[Draft], Mapping[str, Any]]


@dataclass(frozen=True)
class ReleaseTarget:
    """Where a release goes and how it is written."""

    out: str
    destination: Destination
    write: WriteOptions
    shape: Shape = LONG
    terms: Terms | None = None
    previous: Previous | None = None
    kept: Kept | None = None
    workload: Itemsets | None = None
    examples: Wanted | None = None

    @contextmanager
    def engine(self, db: str, settings: Settings, report: Report | None) -> Iterator[DuckDBEngine | Warehouse]:
        """Open the engine of ``db``; raises BadDestination, before the work starts, where it may not write there."""
        if report:
            report.check(*self.write.inputs, written=[*self.destination.files, self.write.ledger])
        with settings.engine_for(db) as engine:
            check_in(engine, self.destination, self.write, self.shape)
            if self.previous:
                self.previous.check_ids(engine)
            yield engine

    @contextmanager
    def one_state(self, engine: DuckDBEngine | Warehouse) -> Iterator[None]:
        """Read everything meanwhile in one state, and with it who is who in the release before this one."""
        with one_state(engine, *self.write.inputs):
            yield
            if self.previous:
                self.previous.read_link(engine)

    def reading(self, options: SourceOptions) -> SourceOptions:
        """Return how the source is read: where it is read by lot, as the seed of the release says."""
        return replace(options, seed=options.seed or self.write.seed)

    def requested(self, dataset: Dataset, options: SourceOptions) -> MeasureRequest:
        """Return what to measure besides, read before the work starts; raises BadInput where it cannot be read."""
        return MeasureRequest(
            made_up=MadeUp(seed=self.write.seed),
            examples=self.examples,
            workload=workload_of(dataset, self.workload, options),
        )

    def check_ids(self, dataset: Dataset) -> None:
        """Raise BadDestination, before the work starts, where record ids are to be kept and have no room there."""
        if self.destination.lines:
            check_lines_hold_ids(dataset, self.write)

    def publish(self, published: Published, measures: Measures) -> Release:
        """Write a release and verify it before anybody sees it."""
        written = self.written(published, published.source, measures)
        return self.released(written, measures)

    def released(self, written: Written, measures: Measures) -> Release:
        """Return the release that was written."""
        told = (written.manifest, self.out, measures, written.verification)
        return Release(*told, where=self.destination, kept=self.kept)

    def written(
        self, content: Content, dataset: Dataset, measures: Measures, write_ledger: Write | None = None
    ) -> Written:
        """Write a release of any shape, made from ``dataset``, that has these ``measures``."""
        if self.previous:
            self.previous.check_new_ids(content, self.write, lines=self.destination.lines)
            self.previous.check(content)
        content.engine.trace.doing("writing the release, and verifying it before it is published")
        write, terms = self.write, self.terms
        if terms:
            smallest = content.model.smallest_public_count
            write = replace(write, filing=lambda counts, told: terms(Draft(dataset, measures, counts, smallest, told)))
        return write_release(content, self.destination, write, write_ledger)


def target_of(
    given: PublishingFolder, options: SourceOptions, *reads: Any, shape: Shape = LONG, tree: Tree | None = None
) -> ReleaseTarget:
    """Return where a release of a ``shape`` goes; raises BadDestination where it cannot.

    ``options``: how its source is read. ``reads``: what is read besides the source and what ``options`` and the options
    of publishing name: a taxonomy, sensitive items. ``tree``: the taxonomy of the labels of the release. Without an
    ``out`` it goes to a private folder that goes with the release.
    """
    examples = wanted(given.examples)
    out, out_db, kept = given.out, given.out_db, None
    if out is None:
        kept = keep(options.db, out_db)
        out, out_db = kept.place(shape), ""
    database = out_db or options.db
    destination = place_of(out, database, options.db)
    reads = (*reads, *options.reads, given.previous, given.link, given.workload)
    write = write_options(given, reads, options.db)
    if isinstance(destination, ElsewhereDestination) and not is_elsewhere(options.db):
        write = replace(write, input_tables=())  # they are those of another database
    check_destination(destination, write, shape)
    previous = _previous(given, database, options.db, tree)
    return ReleaseTarget(str(out), destination, write, shape, given.terms, previous, kept, given.workload, examples)


def _previous(given: PublishingFolder, db: str, source_db: str, tree: Tree | None) -> Previous | None:
    """Return the release to keep to, which stands in ``db``; raises BadParameter for half of what that needs."""
    linkable = isinstance(given, Publishing) and given.linkable
    if (given.previous is None) != (given.link is None) or (linkable and given.previous is None):
        raise BadParameter("--previous and --link belong together", "say which release, and who is who in it")
    if given.previous is None or given.link is None:
        return None
    keeps_ids = isinstance(given, Publishing) and given.record_ids == "keep"
    return Previous(place_of(given.previous, db, source_db), given.link, source_db, keeps_ids, linkable, tree)


def write_options(given: PublishingFolder, reads: Sequence[Any], source_db: str) -> WriteOptions:
    """Return how to write a release of a source; what is read besides it is protected, too."""
    source = given.source
    named = [str(one) for one in (source, *reads) if isinstance(one, str | Path)]
    return WriteOptions(
        seed=given.seed or secrets.token_hex(16),
        record_ids=given.record_ids if isinstance(given, Publishing) else "shuffle",
        overwrite=given.overwrite,
        ledger=_ledger(given.ledger),
        inputs=input_files(source, reads, source_db),
        input_tables=tuple(named) if source_db else (),
    )


def _ledger(given: str | Path | None) -> Path | None:
    """Return where the ledger goes, if anywhere; raises BadParameter for what is no path."""
    if given is None:
        return None
    if not isinstance(given, str | Path) or given == "":
        raise BadParameter("--ledger is no path", "name a file such as ledger.csv")
    return Path(given)


def form_of(dataset: Dataset) -> Form:
    """The form of a release: as its source has it."""
    return Form("basket", dataset.separator) if dataset.separator else Form()


def place_of(out: Standing, database: str, source_db: str) -> Destination:
    """Return where a release is or goes; raises BadParameter where that is not the engine of its source."""
    if isinstance(out, Release) and out.where:
        return out.where
    if is_elsewhere(source_db):
        database = worked_here(database)
    if not is_warehouse(database) and not is_warehouse(source_db):
        return destination_of(out, database)
    if database != source_db:
        raise BadParameter(
            "a release stands in the engine of its source",
            "name the same database for both, or say --work here",
        )
    return WarehouseDestination(database, str(out))


def destination_of(out: Standing, database: str) -> FileDestination | TableDestination | ElsewhereDestination:
    """Return the file, or with a database the table, that ``out`` names."""
    if isinstance(out, Release):
        if isinstance(out.where, TableDestination | ElsewhereDestination):
            return out.where
        return FileDestination(Path(out.out))
    if not isinstance(out, str | Path):
        raise BadParameter(
            f"{type(out).__name__} is no release", "name a file or a table, or give what anonymize_... returned"
        )
    text = str(out)
    if database and "/" not in text and Path(text).suffix.lower() not in FILES:
        if is_elsewhere(database):
            return ElsewhereDestination(database, text)
        return TableDestination(database_to_write(database), text)
    path = Path(out)
    return FileDestination(path if path.name not in ("", "..") else path.resolve())  # ".", ".." and "/" have no names


def input_files(source: Any, reads: Sequence[Any], database: str) -> tuple[Path, ...]:
    """Return the files that are read: they are never overwritten."""
    named = [source] if not database else [] if is_address(database) else [database_file(database)]
    return tuple(paths_in([*named, *reads]))


def verified(destination: Destination, settings: Settings, inputs: ReadInputs | None = None) -> Verification:
    """Re-check a release where it stands."""
    with settings.engine_for(destination.engine) as engine:
        engine.trace.doing("verifying the release as it was published")
        return verify_at(engine, destination, inputs)


def release_parts(
    title: str, release: Release, settings: Settings, inputs: ReadInputs | None = None, **audits: Any
) -> Parts:
    """Return what a report tells of a release: its promise, what verification finds, what it costs, and ``audits``.

    What was verified right before it was published is not verified again.
    """
    assert release.where is not None
    return Parts(
        title,
        manifest=release.manifest,
        verification=release.verification or verified(release.where, settings, inputs),
        utility=release.utility,
        show_values=settings.show_values,
        **audits,
    )
