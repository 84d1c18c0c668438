"""Disassociation from a source to a release, its audit, and the attack on it."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Unpack

from setanon_sql.api.deciding import Asked, decided, forest_over, resolved, without_constraints, without_dropped
from setanon_sql.api.diverse import cost_of, diversity_of, holders_in
from setanon_sql.api.km import audited_before
from setanon_sql.api.opening import only_in_duckdb, opened, opened_with_wishes
from setanon_sql.api.publishing import (
    Page,
    Place,
    PublishingFolder,
    destination_of,
    place,
    place_of,
    release_parts,
    report_of,
)
from setanon_sql.api.released import Release, Standing
from setanon_sql.dataset import Dataset
from setanon_sql.decisions import NOTHING, Decided, Resolved
from setanon_sql.decisions import Source as Constraints
from setanon_sql.engine import DuckDBEngine, Engine, Warehouse
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.inference.attack import CoverAttack, CoverAttacks, cover_attack
from setanon_sql.layout import PIECES
from setanon_sql.measures import Measures
from setanon_sql.measures.details import Asked as Listed
from setanon_sql.measures.details import Details
from setanon_sql.measures.examples import Wanted, changes_of, examples_of_pieces
from setanon_sql.measures.workload import of_pieces
from setanon_sql.methods.disassociation import (
    Algorithm,
    Disassociated,
    Infeasible,
    disassociate,
    key_of_choices,
    key_of_ids,
    ledger,
    make_safe,
    publish,
    record_clusters,
)
from setanon_sql.models import Disassociation, KmAnonymity
from setanon_sql.naming import checked
from setanon_sql.numbers import NO_LIST, in_steps, whole_of
from setanon_sql.query.templates import Table, all_rows, columns_of
from setanon_sql.release import Pieces, Written
from setanon_sql.release.files import copy_ledger
from setanon_sql.release.manifest import as_text
from setanon_sql.release.places import duckdb_of
from setanon_sql.report import Parts
from setanon_sql.sensitive.constraint import Constraint
from setanon_sql.sensitive.constraint import Source as Wishes
from setanon_sql.settings import Settings
from setanon_sql.sources import Source, SourceOptions, options_for
from setanon_sql.verify import Verification
from setanon_sql.verify.audit import audit_folder, audited, read_pieces
from setanon_sql.verify.disassociation import FolderCounts, FolderTables
from setanon_sql.verify.folder_audit import DisassociationAudit
from setanon_sql.verify.promise import PiecesPromise, parse_manifest_of_pieces


@checked
def anonymize_disassociation(
    source: Source,
    out: str | Path | None = None,
    *,
    k: int,
    m: int,
    cluster_size: int = 30,
    refine: bool = True,
    safe: bool = False,
    infeasible: Infeasible = "best",
    sensitive: Wishes | None = None,
    diversity: int | None = None,
    algorithm: Algorithm = "improved",
    constraints: Constraints | None = None,
    options: SourceOptions | None = None,
    settings: Settings | None = None,
    report: Page | None = None,
    **how: Unpack[PublishingFolder],
) -> Release:
    """Publish a source disassociated: every item stays, but records are cut into pieces. Verified, or not published.

    ``out``: a folder or, in a database, the beginning of the names of three tables; None: as the module says.
    ``k``: records of a possible original that known items must match, 2 or more.
    ``m``: items an attacker may know, 1 or more.
    ``cluster_size``: clusters hold fewer records than this, where merging allows it.
    ``refine``: join clusters that share terms.
    ``safe``: leave no item covered, that is, never without all the other items of its chunk.
    ``infeasible``: with ``safe``, what happens to covered items that cannot be suppressed in part; see
    :mod:`setanon_sql.methods.disassociation.safe`.
    ``sensitive``: items that go to term chunks only: one column ``item``; None: none are.
    ``diversity``: with ``sensitive``, no more than one in so many records of a cluster hold each of these items, 2 or
    more; None: 2. Records move to other clusters for that, and where that does not do, occurrences are taken out.
    ``algorithm``: how records are clustered; see :mod:`setanon_sql.methods.disassociation.horpart`.
    ``constraints``: as for :func:`setanon_sql.api.anonymize_km`; rules are ``drop``, and ``keep``, which spares items
    the term chunks where k^m-anonymity allows. The result tells how many it could not spare.

    Search: clusters are split by the item whose records hold most pairs with other items; chunks are filled greedily by
    falling support.
    Cost: clustering takes as many levels as splits lie one in another, each a few queries over the rows that are left;
    chunks count the sets of up to m items in each cluster.
    Raises BadParameter for fewer than k records, for ``infeasible`` without ``safe`` and ``diversity`` without
    ``sensitive``; BadInput for personal wishes; NotReached where sensitive items leave fewer than k records.
    Source: Terrovitis, Mamoulis, Liagouris, Skiadopoulos (PVLDB 2012), section 4; safe: Awad, al Bouna, Couchot and
    Philippe (2019), sections 3.3 and 4.
    """
    report = report_of(report)
    options, settings = options_for(source, options), settings or Settings()
    if infeasible != "best" and not safe:
        raise BadParameter("--infeasible is for safe releases only", "say --safe, too")
    one_in = diversity_of(diversity, sensitive)
    model = Disassociation(k, m, cluster_size, refine, safe, sensitive is not None, one_in)
    asked = Asked(constraints)
    where = place(source, out, options, sensitive, *asked.reads, shape=PIECES, **how)
    options = where.reading(options)
    with where.engine(options.db, settings, report) as engine:
        with where.one_state(engine):
            dataset, constraint = _opened(engine, source, sensitive, options)
            listed = where.asked(dataset, options)
            wanted = _wanted(dataset, constraint, asked, options)
        before = audited_before(dataset, KmAnonymity(k, m)) if report else None
        work = _Work(dataset, constraint, wanted, model, algorithm, infeasible, where)
        result, more = work.result(wanted)
        content = work.content(result, more, once=not report)
        measures = work.measures(result, content.tables, listed)
        told = _decided(dataset, wanted, result, settings, work.kept_without())
        if not where.write.ledger:
            result.drop(engine)
        written = work.publish(content, result, measures)
        release = replace(where.released(written, measures), constraints=told)
        pieces, attack = _remaining_in(engine, written, content.tables) if report else (None, None)
    if report:
        title = "Disassociated release"
        report.write(release_parts(title, release, settings, before=before, pieces=pieces, attack=attack))
    return release


def remaining(
    release: Standing, db: str, settings: Settings, listed: int = 0
) -> tuple[DisassociationAudit, CoverAttack | None]:
    """Audit a disassociated release, and attack it with m known items (None where m is 1).

    ``listed``: which items cover which, in so many chunks.
    """
    with settings.engine_for(db) as engine:
        tables, promise = read_pieces(engine, place_of(release, db, db))
        return _remaining(engine, promise, tables, listed)


def _remaining_in(
    engine: Engine, written: Written, tables: FolderTables
) -> tuple[DisassociationAudit, CoverAttack | None]:
    """Audit and attack what was just written, whose faults are counted already."""
    promise = parse_manifest_of_pieces(as_text(written.manifest))
    return _remaining(engine, promise, tables, found=written.found.pieces)


def _remaining(
    engine: Engine, promise: PiecesPromise, tables: FolderTables, listed: int = 0, found: FolderCounts | None = None
) -> tuple[DisassociationAudit, CoverAttack | None]:
    m = promise.model.m
    return audited(engine, promise, tables, listed, found), cover_attack(engine, tables, m) if m > 1 else None


@dataclass(frozen=True)
class _Work:
    """What is to be disassociated, what is promised of it, how, and where it goes."""

    dataset: Dataset
    constraint: Constraint | None
    wanted: Resolved
    model: Disassociation
    algorithm: Algorithm
    infeasible: Infeasible
    where: Place

    def result(self, wanted: Resolved = NOTHING) -> tuple[Disassociated, dict[str, int]]:
        """Disassociate; returns also what a safe release adds to its manifest."""
        engine = self.dataset.engine
        secret = _secret(engine, self.constraint)
        keep = engine.load("keep", {"item": int}, [sorted(wanted.keep)])
        left_over = without_dropped(self.dataset, wanted)
        result = disassociate(left_over, self.model, secret, algorithm=self.algorithm, keep=keep)
        if not self.model.safe:
            return result, {}
        key = key_of_choices(self.dataset, result, self.infeasible, self.where.write.seed)
        result, occurrences = make_safe(engine, result, self.infeasible, key)
        return result, {"occurrences_before_safe": occurrences}

    def kept_without(self) -> float | None:
        """Return the share of the rows in record and shared chunks where nothing is asked for of single items."""

        def work() -> float:
            made = self._pieces(self.result()[0])
            return self.dataset.engine.count(made.subrecords) / self.dataset.rows

        return without_constraints(self.dataset, self.wanted, work)

    def _pieces(self, result: Disassociated) -> FolderTables:
        made = publish(self.dataset.engine, result, self.dataset.items, self._key(result))
        return FolderTables(made.clusters, made.subrecords, made.terms)

    def _key(self, result: Disassociated) -> str:
        """The key of all published numbers."""
        return key_of_ids(self.dataset, result, self.where.write.seed)

    def content(self, result: Disassociated, more: dict[str, int], *, once: bool) -> Pieces:
        """Return what is published, its tables to be read ``once``; tell of records that have no place in it."""
        dataset, constraint = self.dataset, self.constraint
        if left := dataset.records - result.records:
            dataset.engine.trace.note(f"{left:,} records have no item and are in no cluster")
        tables = self._pieces(result)
        listed = _sensitive_labels(dataset.engine, constraint.named, tables.terms) if constraint else None
        key, secret = self._key(result), constraint and constraint.sensitive
        clusters = record_clusters(dataset, result, key) if self.where.previous else None
        held = holders_in(dataset, self.wanted, secret, result, key) if secret else None
        return Pieces(
            dataset.engine,
            tables,
            result.model,
            result.method,
            sensitive=listed,
            more=_in_public(more, dataset.engine.count(tables.subrecords), result.model.k) if more else {},
            selection=dataset.selection,
            record_clusters=clusters,
            holders=held,
            decisions=self.wanted.asked,
            once=once,
            source_digest=dataset.digest,
        )

    def measures(self, result: Disassociated, tables: FolderTables, listed: Listed) -> Measures:
        """Measure what is published, also records before and after where these are wanted."""
        dataset = self.dataset
        kept = dataset.engine.count(tables.subrecords)
        found = Measures(kept_share=kept / dataset.rows if dataset.rows else 1.0)
        if result.diverse:
            found |= cost_of(dataset.engine, result.diverse)
        if listed.workload:
            found |= of_pieces(dataset, listed.workload, tables, listed.made_up)
        if listed.examples:
            found |= self._examples(result, listed.examples)
        return found

    def _examples(self, result: Disassociated, how: Wanted) -> Measures:
        """Return records before and after, as the ledger tells them."""
        dataset = self.dataset
        rows = ledger(dataset, result, self.where.write.seed, self._key(result))
        found = examples_of_pieces(dataset, replace(how, changes=changes_of(dataset, rows)))
        dataset.engine.drop(rows)
        return Measures(details=Details(examples=found))

    def publish(self, content: Pieces, result: Disassociated, measures: Measures) -> Written:
        """Write the release, verified before anybody sees it, and its ledger."""

        def write_ledger(path: Path) -> None:
            engine = duckdb_of(self.dataset.engine)
            rows = ledger(self.dataset, result, self.where.write.seed, self._key(result))
            copy_ledger(engine, rows, path)
            engine.drop(rows)

        return self.where.written(content, self.dataset, measures, write_ledger)


def _in_public(before: dict[str, int], now: int, k: int) -> dict[str, int]:
    """Return how many items chunks held before, as it may be public: what they hold now, and what is gone in steps."""
    return {name: now + in_steps(max(0, number - now), k) for name, number in before.items()}


def _wanted(dataset: Dataset, constraint: Constraint | None, asked: Asked, options: SourceOptions) -> Resolved:
    """Read what is asked for of single items."""
    decisions = asked.read(dataset, options)
    decisions.refuse("disassociation", "keep", "drop")
    wanted = resolved(dataset, decisions, forest_over(dataset))
    _refuse_both(dataset, wanted, constraint)
    return wanted


def _refuse_both(dataset: Dataset, wanted: Resolved, constraint: Constraint | None) -> None:
    """Raise BadInput where an item is to be kept out of term chunks and, since it is sensitive, to be in them only."""
    if constraint and wanted.keep:
        secret = dataset.engine.columns(columns_of(constraint.sensitive, "item"))["item"].tolist()
        if both := wanted.keep.intersection(secret):
            raise BadInput(
                f"{len(both):,} items to keep are sensitive: these are in term chunks only",
                "take them out of --constraints or of --sensitive",
            )


def _secret(engine: Engine, constraint: Constraint | None) -> Table | None:
    """Return what goes to term chunks only (``item``), as a table of its own: disassociating drops it."""
    return engine.table(all_rows(constraint.sensitive)) if constraint else None


def _decided(
    dataset: Dataset, wanted: Resolved, result: Disassociated, settings: Settings, without: float | None
) -> Decided | None:
    """Say what became of what was asked for: an item is kept where it is in no term chunk."""
    if not wanted.any:
        return None
    engine = dataset.engine
    in_terms = engine.columns("rho/long_records/item_counts", transactions=result.refined.terms)["item"].tolist()
    if (missed := wanted.keep.intersection(in_terms)) and settings.show_values:
        rows = engine.rows("taxonomy/nodes/labels", items=dataset.items)
        names = ", ".join(str(label) for item, label in rows if item in missed)
        engine.trace.note(f"items to keep that are in some term chunk: {names}")
    return decided(wanted, set(range(1, dataset.distinct_items + 1)).difference(in_terms), kept_share_without=without)


def _sensitive_labels(engine: Engine, named: Table, terms: Table) -> list[str]:
    """The labels that are sensitive and published, sorted: what a check of the release needs."""
    return sorted(
        str(label) for (label,) in engine.rows("disassociation/publish/sensitive_terms", terms=terms, sensitive=named)
    )


def _opened(
    engine: DuckDBEngine | Warehouse, source: Source, sensitive: Wishes | None, options: SourceOptions
) -> tuple[Dataset, Constraint | None]:
    """Open a source and what is sensitive in it, if anything is."""
    if sensitive is None:
        return opened(engine, source, options), None
    dataset, constraint = opened_with_wishes(engine, source, sensitive, options)
    if constraint.personal:
        raise BadInput("--sensitive names persons", "disassociation protects items for everybody: one column item")
    return dataset, constraint


@checked
def audit_disassociation(
    release: Standing,
    *,
    db: str = "",
    worst: int = 20,
    settings: Settings | None = None,
    report: Page | None = None,
) -> DisassociationAudit:
    """Count what breaks the model of a disassociated release, from its tables and its manifest alone.

    ``release``: the folder, or with ``db`` the beginning of the names of its tables.
    ``db``: the database of its tables; empty: it is a folder.
    ``worst``: with ``settings.show_values``, name which items cover which in so many chunks.

    Cost: counts the sets of up to m items in each chunk, all chunks at once; linear in the rows for m = 1.
    Raises BadInput where the release or its manifest cannot be read.
    Source: Terrovitis et al., section 5; covered items: Awad et al., Definition 3.
    """
    report = report_of(report)
    settings, worst = settings or Settings(), whole_of("--worst", worst, NO_LIST, least=0)
    if report:
        report.check(*place_of(release, db, db).files)
    listed = worst if settings.show_values else 0
    if not report:
        return _audited(release, db, settings, listed)
    found, attack = remaining(release, db, settings, listed)
    answer = Verification(
        found.satisfied,
        found.model.name,
        {**found.model.parameters},
        checks={**found.by_check, **found.sizes},
        not_checked=found.not_checked,
    )
    report.write(Parts("Audit of a disassociated release", verification=answer, pieces=found, attack=attack))
    return found


def _audited(release: Standing, db: str, settings: Settings, listed: int) -> DisassociationAudit:
    with settings.engine_for(db) as engine:
        return audit_folder(engine, place_of(release, db, db), listed)


@checked
def attack_cover(
    release: Standing,
    *,
    db: str = "",
    m: int | None = None,
    before: Standing | None = None,
    settings: Settings | None = None,
) -> CoverAttacks:
    """Carry out on a release what somebody who knows m items of a record can link.

    ``release``: the folder, or with ``db`` the beginning of the names of its tables.
    ``db``: a DuckDB file with its tables; empty: it is a folder.
    ``m``: items that are known, 2 or more: one of another chunk, the others of the chunk that is attacked. None: as the
    manifest says.
    ``before``: another release to compare with, such as the one that was not made safe.

    Cost: grows with the sets of up to m - 1 items that each subrecord holds.
    Raises BadParameter where ``m`` is under 2, and for a warehouse; BadInput where a release cannot be read.
    Source: Awad, al Bouna, Couchot and Philippe (2019), Lemma 1 and section 5.2.1.
    """
    only_in_duckdb("attack cover", db)
    if m is not None:
        whole_of("--m", m, "items of two chunks are linked: use 2 or more", least=2)
    with (settings or Settings()).engine() as engine:
        tables, promise = read_pieces(engine, destination_of(release, db))
        known = promise.model.m if m is None else m
        if known < 2:
            raise BadParameter(f"--m is {known}; items of two chunks are linked", "use --m 2 or more")
        other = read_pieces(engine, destination_of(before, db))[0] if before else None
        earlier = cover_attack(engine, other, known) if other else None
        return CoverAttacks(known, cover_attack(engine, tables, known), earlier)
