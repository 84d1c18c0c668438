"""Disassociation from a source to a release, its audit, and the attack on it."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Unpack

from setanon_sql.api.km import audited_before
from setanon_sql.api.opening import only_in_duckdb, opened, opened_with_wishes
from setanon_sql.api.publishing import (
    PublishingFolder,
    Release,
    Report,
    files_of,
    folder_place,
    place_of,
    release_parts,
    write_options,
)
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Engine, Warehouse
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.inference.attack import cover_attack
from setanon_sql.methods.disassociation import (
    Algorithm,
    Disassociated,
    Infeasible,
    disassociate,
    ledger,
    make_safe,
    publish,
)
from setanon_sql.models import Disassociation, KmAnonymity
from setanon_sql.query.templates import Table
from setanon_sql.release import Destination, WarehouseDestination
from setanon_sql.release.disassociated import check_disassociated, check_disassociated_in, write_disassociated
from setanon_sql.release.files import copy_ledger
from setanon_sql.release.folder import FolderRelease
from setanon_sql.release.folder_tables import write_tables
from setanon_sql.release.options import WriteOptions
from setanon_sql.report import Parts
from setanon_sql.sensitive.constraint import Constraint
from setanon_sql.sensitive.constraint import Source as Wishes
from setanon_sql.settings import Settings
from setanon_sql.sources import Source, SourceOptions
from setanon_sql.verify.disassociation import FolderTables
from setanon_sql.verify.folder import audit_folder, audited, read_folder, read_folder_manifest
from setanon_sql.verify.folder_tables import audit_tables, read_tables, read_tables_promise


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
    sensitive: Wishes | None = None,
    algorithm: Algorithm = "improved",
    options: SourceOptions | None = None,
    settings: Settings | None = None,
    report: Report | None = None,
    **how: Unpack[PublishingFolder],
) -> Release:
    """Publish a source disassociated, as the folder ``out`` or, in a database, as tables whose names begin with it.

    It is verified first, or not published. ``safe`` leaves no covered item; ``infeasible`` is what happens to items
    where partial suppression is not possible: see :mod:`setanon_sql.methods.disassociation.safe`. ``sensitive`` is a
    file, a frame or a table of ``options.db`` with one column ``item``. ``algorithm`` is how records are clustered: see
    :mod:`setanon_sql.methods.disassociation.horpart`.
    """
    options, settings = options or SourceOptions(), settings or Settings()
    if infeasible != "best" and not safe:
        raise BadParameter("--infeasible is for safe releases only", "say --safe, too")
    model = Disassociation(k, m, cluster_size, refine, safe, sensitive is not None)
    destination = place_of(out, how.get("out_db") or options.db, options.db)
    work = _Work(model, algorithm, infeasible, destination, write_options(source, [sensitive], options.db, how))
    check_disassociated(destination, work.write)
    if report:
        report.check(*files_of(destination, work.write.ledger), *work.write.inputs)
    with settings.engine_for(options.db) as engine:
        check_disassociated_in(engine, destination, work.write)
        dataset, constraint = _opened(engine, source, sensitive, options)
        before = audited_before(dataset, KmAnonymity(k, m)) if report else None
        result, more = work.result(dataset, constraint.sensitive if constraint else None)
        manifest, kept = work.publish(dataset, result, constraint, more)
        release = Release(manifest, str(out), {"kept_share": kept / dataset.rows if dataset.rows else 1.0})
    if report:
        parts = release_parts("Disassociated release", release, destination, settings)
        pieces, attack = remaining(out, how.get("out_db") or options.db, settings)
        report.write(replace(parts, before=before, pieces=pieces, attack=attack))
    return release


def remaining(
    release: str | Path, db: str, settings: Settings, listed: int = 0
) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """Audit a disassociated release, and attack it with m known items (None where m is 1), both as JSON.

    ``listed``: which items cover which, in so many chunks.
    """
    with settings.engine_for(db) as engine:
        if isinstance(engine, Warehouse):
            promise, tables = read_tables_promise(engine, str(release)), read_tables(engine, str(release))
        else:
            place = folder_place(release, db)
            promise, tables = read_folder_manifest(engine, place), read_folder(engine, place)
        found, m = audited(engine, promise, tables, listed), promise.model.m
        return found, cover_attack(engine, tables, m).to_json() if m > 1 else None


@dataclass(frozen=True)
class _Work:
    """What is to be made, how, and where it goes."""

    model: Disassociation
    algorithm: Algorithm
    infeasible: Infeasible
    destination: Destination
    write: WriteOptions

    def result(self, dataset: Dataset, secret: Table | None) -> tuple[Disassociated, dict[str, int]]:
        """Disassociate; returns also what a safe release adds to its manifest."""
        engine = dataset.engine
        result = disassociate(dataset, self.model, secret, algorithm=self.algorithm)
        if left := dataset.records - result.records:
            engine.trace.note(f"{left:,} records have no item and are in no cluster")
        if not self.model.safe:
            return result, {}
        result, occurrences = make_safe(engine, result, self.infeasible, self.write.seed)
        return result, {"occurrences_before_safe": occurrences}

    def publish(
        self, dataset: Dataset, result: Disassociated, constraint: Constraint | None, more: dict[str, int]
    ) -> tuple[dict[str, Any], int]:
        """Write the release, verified before anybody sees it; returns its manifest and the rows of its chunks."""
        engine = dataset.engine
        made = publish(engine, result, dataset.items, self.write.seed)
        tables = FolderTables(made.clusters, made.subrecords, made.terms)
        engine.trace.doing("writing the release, and verifying it before it is published")
        listed = _sensitive_labels(engine, constraint.named, made.terms) if constraint else None
        release = FolderRelease(engine, tables, result.model, result.method, listed, more)
        kept = engine.count(made.subrecords)
        if isinstance(self.destination, WarehouseDestination):
            return write_tables(release, self.destination, self.write).manifest, kept

        def write_ledger(path: Path) -> None:
            assert isinstance(engine, DuckDBEngine)
            rows = ledger(dataset, result, self.write.seed)
            copy_ledger(engine, rows, path)
            engine.drop(rows)

        written = write_disassociated(release, self.destination, self.write, write_ledger)
        return written.manifest, kept


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


def audit_disassociation(
    release: str | Path,
    *,
    db: str = "",
    worst: int = 20,
    settings: Settings | None = None,
    report: Report | None = None,
) -> dict[str, Any]:
    """Count what breaks the model of a disassociated release, from its files (or tables of ``db``) alone.

    With ``show_values`` also which items cover which, in at most ``worst`` chunks.
    """
    settings = settings or Settings()
    if report:
        report.check(*files_of(place_of(release, db, db)))
    listed = worst if settings.show_values else 0
    if not report:
        return _audited(release, db, settings, listed)
    found, attack = remaining(release, db, settings, listed)
    sizes = ("records", "rows", "clusters", "joint_clusters", "smallest_cluster", "largest_cluster")
    answer = {
        "model": found["model"],
        "satisfied": found["satisfied"],
        "parameters": found["parameters"],
        "checks": found["by_check"] | {name: found[name] for name in sizes},
        "messages": [],
        "not_checked": found.get("not_checked", []),
    }
    report.write(Parts("Audit of a disassociated release", verification=answer, pieces=found, attack=attack))
    return found


def _audited(release: str | Path, db: str, settings: Settings, listed: int) -> dict[str, Any]:
    with settings.engine_for(db) as engine:
        if isinstance(engine, Warehouse):
            return audit_tables(engine, str(release), listed)
        return audit_folder(engine, folder_place(release, db), listed)


def attack_cover(
    release: str | Path,
    *,
    db: str = "",
    m: int | None = None,
    before: str | Path | None = None,
    settings: Settings | None = None,
) -> dict[str, Any]:
    """Return what somebody who knows ``m`` items of a record (default: as the manifest says) links in a release.

    ``before`` is another release to compare with, such as the one that was not made safe. Raises BadParameter where
    ``m`` is under 2: one item of a chunk and one of another are needed.
    """
    only_in_duckdb("attack cover", db)
    with (settings or Settings()).engine() as engine:
        known = read_folder_manifest(engine, folder_place(release, db)).model.m if m is None else m
        if known < 2:
            raise BadParameter(f"--m is {known}; items of two chunks are linked", "use --m 2 or more")
        named = {"before": before, "release": release} if before else {"release": release}
        return {"model": Disassociation.name, "m": known} | {
            name: cover_attack(engine, read_folder(engine, folder_place(one, db)), known).to_json()
            for name, one in named.items()
        }
