"""Where a release goes, how it is written, and the report beside it: the same for all methods."""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse, copy_in_address, is_address, is_remote, is_warehouse, work_here
from setanon_sql.errors import BadParameter
from setanon_sql.keys import secret_of_file
from setanon_sql.layout import (
    LONG,
    Destination,
    FileDestination,
    ReleaseShape,
    RemoteDestination,
    TableDestination,
    WarehouseDestination,
    delimiter_of,
)
from setanon_sql.measures import Measures
from setanon_sql.measures.counts import MadeUp
from setanon_sql.measures.details import MeasureRequest
from setanon_sql.measures.examples import ExampleRequest, example_request
from setanon_sql.measures.public import public_loss, public_sentences
from setanon_sql.measures.queries import Itemsets
from setanon_sql.numbers import share_of
from setanon_sql.options.publishing import Publishing, PublishingFolder
from setanon_sql.pipeline.opening import Tree, one_state, workload_of
from setanon_sql.pipeline.previous import Previous
from setanon_sql.pipeline.released import Release, Standing, TemporaryRelease, make_temporary
from setanon_sql.pipeline.report_page import Report
from setanon_sql.release import Form, LongRelease, WriteOptions, Written, check_destination, check_in
from setanon_sql.release import publish as write_release
from setanon_sql.release.ledgers import Write
from setanon_sql.release.manifest import counts_in_steps
from setanon_sql.release.record_ids import check_keyed, check_lines_hold_ids
from setanon_sql.release.writer import ReleaseContent
from setanon_sql.report import ReportParts
from setanon_sql.settings import Settings
from setanon_sql.sources import SourceOptions
from setanon_sql.sources.database import database_file, database_to_write
from setanon_sql.sources.files import paths_in
from setanon_sql.sources.personal import likely_personal
from setanon_sql.verify import ReadInputs, Verification, verify_at

#: Endings of file names that a release may have; anything else is a table name where there is a database.
FILES = {".parquet", ".csv", ".tsv", ".dat", ".txt"}


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

    def personal_items(self) -> int:
        """Return how many items of the source look like data of persons."""
        return sum(kind.items for kind in likely_personal(self.dataset))

    @property
    def records_gone_ratio(self) -> float:
        """Return the share of the source's records of which nothing is released."""
        return 1 - self.counts["records"] / self.dataset.records if self.dataset.records else 0.0

    def lost(self) -> dict[str, Any]:
        """Return what a manifest may tell of the cost: counts in steps of k from k on, and shares computed from these.

        ``records`` are those with no item left, ``rows`` the pairs of record and item that are not there any more (not
        of pieces, where terms have no number). ``rows_unchanged`` are those that the release holds as they were, which
        whoever has it counts himself.
        """
        k = self.smallest_public_count
        loss = public_loss(self.measures, k)
        counts = {"records": self.dataset.records - self.counts["records"]}
        counts |= {"rows": self.dataset.rows - self.counts["rows"]} if loss else {}
        fields: dict[str, Any] = dict(counts_in_steps(counts, k))
        unchanged = self.measures.rows_unchanged
        fields |= {} if unchanged is None or 1 <= unchanged < k else {"rows_unchanged": unchanged}
        fields |= {"ncp": round(loss.ncp, 4)} if loss else {}
        return fields | ({"suppressed_ratio": round(loss.suppressed_ratio, 4)} if loss and loss.suppressed else {})


#: Returns what else the manifest of a draft tells; raises where it must not be published.
Terms = Callable[[Draft], Mapping[str, Any]]


@dataclass(frozen=True)
class ReleaseTarget:
    """The place where a release goes, and all that says how it is written."""

    out: str
    destination: Destination
    write: WriteOptions
    shape: ReleaseShape = LONG
    terms: Terms | None = None
    previous: Previous | None = None
    temporary: TemporaryRelease | None = None
    workload: Itemsets | None = None
    examples: ExampleRequest | None = None

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
        """Read everything meanwhile in one state, the link to the release before this one among it."""
        with one_state(engine, *self.write.inputs):
            yield
            if self.previous:
                self.previous.read_link(engine)

    def check_link(self, dataset: Dataset) -> None:
        """Raise BadInput, before the work starts, where the link and the source disagree whose a record is."""
        if self.previous:
            self.previous.check_persons(dataset)

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
        """Raise BadDestination or BadParameter, before the work, where record ids have no room or do not last."""
        if self.write.record_ids == "keyed":
            check_keyed(dataset, lines=self.destination.lines)
        elif self.destination.lines:
            check_lines_hold_ids(dataset, self.write)

    def publish(self, published: LongRelease, measures: Measures) -> Release:
        """Write a release and verify it before anybody sees it."""
        written = self.written(published, published.source, measures)
        return self.released(written, measures)

    def released(self, written: Written, measures: Measures) -> Release:
        """Return the release that was written."""
        parts = (written.manifest, self.out, measures, written.verification)
        return Release(*parts, where=self.destination, kept=self.temporary)

    def written(
        self, content: ReleaseContent, dataset: Dataset, measures: Measures, write_ledger: Write | None = None
    ) -> Written:
        """Write a release of any shape, made from ``dataset``, that has these ``measures``."""
        if self.previous:
            self.previous.check_new_ids(content, self.write, lines=self.destination.lines)
            self.previous.check(content)
        content.engine.trace.begin_phase("writing the release, and verifying it before it is published")
        smallest = content.model.smallest_public_count
        write = replace(self.write, losses=tuple(public_sentences(measures, smallest)))
        terms = self.terms
        if terms:
            write = replace(
                write,
                filing=lambda counts, verification: terms(Draft(dataset, measures, counts, smallest, verification)),
            )
        return write_release(content, self.destination, write, write_ledger)


def target_of(
    request: PublishingFolder,
    options: SourceOptions,
    *reads: Any,
    shape: ReleaseShape = LONG,
    tree: Tree | None = None,
) -> ReleaseTarget:
    """Return where a release of a ``shape`` goes; raises BadDestination where it cannot.

    ``options``: how its source is read. ``reads``: what is read besides the source and what ``options`` and the options
    of publishing name: a taxonomy, sensitive items. ``tree``: the taxonomy of the labels of the release. Without an
    ``out`` it goes to a private folder that goes with the release.
    """
    examples = example_request(request.examples)
    out = request.out
    out_db = request.out_db
    temporary = None
    if out is None:
        temporary = make_temporary(options.db, out_db)
        out = temporary.place(shape)
        out_db = ""
    database = out_db or options.db
    destination = place_of(out, database, options.db)
    reads = (*reads, *options.reads, request.previous, request.link, request.workload)
    write = write_options(request, reads, options.db)
    if isinstance(destination, RemoteDestination) and not is_remote(options.db):
        write = replace(write, input_tables=())  # they are those of another database
    _refuse_escapes(write, destination)
    check_destination(destination, write, shape)
    previous = _previous(request, database, options, tree)
    return ReleaseTarget(
        str(out), destination, write, shape, request.terms, previous, temporary, request.workload, examples
    )


def _refuse_escapes(write: WriteOptions, destination: Destination) -> None:
    """Raise BadParameter where formulas are to be escaped in what no spreadsheet program reads as text."""
    if write.escape_formulas and not (isinstance(destination, FileDestination) and delimiter_of(destination.path)):
        raise BadParameter("<escape_formulas> is for releases as .csv and .tsv", "leave it out, or end <out> so")


def control_of(request: PublishingFolder) -> Fraction | None:
    """Return the share to hold out; raises BadParameter for none, and where nobody could draw it again."""
    if request.control is None:
        return None
    share = share_of("<control>", request.control, "10% is a usual choice")
    if request.seed is None and request.ledger is None:
        raise BadParameter(
            "nobody could say again who was held out by <control>", "give a <seed>, or a <ledger>, which tells it"
        )
    return share


def _previous(request: PublishingFolder, db: str, options: SourceOptions, tree: Tree | None) -> Previous | None:
    """Return the release to keep to, which stands in ``db``; raises BadParameter for half of what that needs."""
    linkable = isinstance(request, Publishing) and request.linkable
    if (request.previous is None) != (request.link is None) or (linkable and request.previous is None):
        raise BadParameter(
            "<previous> and <link> belong together",
            "name the release, and the table that links its record ids with the new ones",
        )
    if request.previous is None or request.link is None:
        return None
    record_ids = request.record_ids if isinstance(request, Publishing) else "shuffle"
    by_person = bool(getattr(request, "person", ""))
    source_db = options.db
    place = place_of(request.previous, db, source_db)
    return Previous(
        place, request.link, source_db, record_ids, linkable, tree, by_person, tree=options.tree, item=options.item
    )


def write_options(request: PublishingFolder, reads: Sequence[Any], source_db: str) -> WriteOptions:
    """Return how to write a release of a source; what is read besides it is protected, too."""
    id_key = request.id_key if isinstance(request, Publishing) else None
    return WriteOptions(
        seed=request.seed or secrets.token_hex(16),
        record_ids=request.record_ids if isinstance(request, Publishing) else "shuffle",
        escape_formulas=isinstance(request, Publishing) and request.escape_formulas,
        id_secret=_id_secret(request),
        overwrite=request.overwrite,
        ledger=_ledger(request.ledger),
        inputs=input_files(request.source, [*reads, *([id_key] if id_key else [])], source_db),
        input_tables=input_tables(request.source, reads, source_db),
    )


def _id_secret(request: PublishingFolder) -> str:
    """Return what keyed record ids are made with; raises BadParameter for a key that is not asked for, or lacks."""
    if not isinstance(request, Publishing):
        return ""
    if (request.record_ids == "keyed") != (request.id_key is not None):
        raise BadParameter(
            "<record_ids=keyed> and <id_key> belong together",
            "name a file of 16 random bytes or more, such as openssl rand -out FILE 32 writes",
        )
    return secret_of_file(request.id_key) if request.id_key else ""


def _ledger(ledger: str | Path | None) -> Path | None:
    """Return where the ledger goes, if anywhere; raises BadParameter for what is no path."""
    if ledger is None:
        return None
    if not isinstance(ledger, str | Path) or ledger == "":
        raise BadParameter("<ledger> is no path", "name a file such as ledger.csv")
    return Path(ledger)


def form_of(dataset: Dataset) -> Form:
    """Return the form of a release: as its source has it."""
    return Form("basket", dataset.separator) if dataset.separator else Form()


def place_of(out: Standing, database: str, source_db: str) -> Destination:
    """Return where a release is or goes; raises BadParameter where that is not the engine of its source."""
    if isinstance(out, Release) and out.where:
        return out.where
    if is_remote(source_db):
        database = copy_in_address(database)
    if not is_warehouse(database) and not is_warehouse(source_db):
        return destination_of(out, database)
    if database != source_db:
        raise BadParameter(
            "a release stands in the engine of its source",
            f"name the same database for both, or {work_here(source_db)}",
        )
    return WarehouseDestination(database, str(out))


def destination_of(out: Standing, database: str) -> FileDestination | TableDestination | RemoteDestination:
    """Return the file, or with a database the table, that ``out`` names."""
    if isinstance(out, Release):
        if isinstance(out.where, TableDestination | RemoteDestination):
            return out.where
        return FileDestination(Path(out.out))
    if not isinstance(out, str | Path):
        raise BadParameter(
            f"{type(out).__name__} is no release", "name a file or a table, or give what anonymize_... returned"
        )
    text = str(out)
    if database and "/" not in text and Path(text).suffix.lower() not in FILES:
        if is_remote(database):
            return RemoteDestination(database, text)
        return TableDestination(database_to_write(database), text)
    path = Path(out)
    return FileDestination(path if path.name not in ("", "..") else path.resolve())  # ".", ".." and "/" have no names


def input_files(source: Any, reads: Sequence[Any], database: str) -> tuple[Path, ...]:
    """Return the files that are read: they are never overwritten."""
    named = [source] if not database else [] if is_address(database) else [database_file(database)]
    return tuple(paths_in([*named, *reads]))


def input_tables(source: Any, reads: Sequence[Any], database: str) -> tuple[str, ...]:
    """Return the names of what is read that may be tables of a database: they are never overwritten."""
    return tuple(str(place) for place in (source, *reads) if isinstance(place, str | Path)) if database else ()


def verified(destination: Destination, settings: Settings, inputs: ReadInputs | None = None) -> Verification:
    """Re-check a release where it stands."""
    with settings.engine_for(destination.engine) as engine:
        engine.trace.begin_phase("verifying the release as it was published")
        return verify_at(engine, destination, inputs)


def release_parts(
    title: str, release: Release, settings: Settings, inputs: ReadInputs | None = None, **audits: Any
) -> ReportParts:
    """Return what a report tells of a release: its promise, what verification finds, what it costs, and ``audits``.

    What was verified right before it was published is not verified again.
    """
    assert release.where is not None
    return ReportParts(
        title,
        manifest=release.manifest,
        verification=release.verification or verified(release.where, settings, inputs),
        utility=release.utility,
        show_values=settings.show_values,
        **audits,
    )
