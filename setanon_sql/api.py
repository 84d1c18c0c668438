"""What the command line does, as functions: one a command, with the same words and defaults.

Each opens an engine of its own and closes it. Errors are :class:`setanon_sql.errors.SetanonError`. A ``taxonomy`` is a
path, a table name (where the source is one), a pandas DataFrame or a :class:`~setanon_sql.taxonomy.Taxonomy`.
"""

import secrets as _random
import secrets as _secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from setanon_sql import __version__
from setanon_sql.audit import KmAudit, KmExtras
from setanon_sql.audit import audit_km as _audit_km
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse, is_warehouse
from setanon_sql.errors import BadParameter
from setanon_sql.methods.km import KmResult, Search
from setanon_sql.methods.km import anonymize_km as _anonymize_km
from setanon_sql.methods.km.tree import Cost
from setanon_sql.models import KmAnonymity
from setanon_sql.release import (
    Destination,
    Form,
    Published,
    TableDestination,
    WarehouseDestination,
    WriteOptions,
    check_destination,
    check_place,
    write_release,
)
from setanon_sql.release.places import manifest_of
from setanon_sql.report import Parts, Tier, check_report, write_report
from setanon_sql.settings import Settings
from setanon_sql.sources import Source, SourceOptions, open_source
from setanon_sql.sources.database import database_file
from setanon_sql.sql import Table
from setanon_sql.taxonomy import (
    Fault,
    Nodes,
    Reading,
    Taxonomy,
    TaxonomyOptions,
    check,
    encode,
    flat,
    load_taxonomy,
    read_taxonomy,
    read_taxonomy_for,
    refuse,
)
from setanon_sql.utility import rule_losses as _rule_losses
from setanon_sql.utility import utility as _utility
from setanon_sql.utility_folder import Compared, folder_utility
from setanon_sql.verify import Secrets, Verification, read_relation, read_release, verify_in
from setanon_sql.verify import verify as _verify
from setanon_sql.verify.folder import read_folder, read_folder_manifest

Tree = Source | Taxonomy

#: Endings of file names that a release may have; anything else is a table name where there is a database.
_FILES = {".parquet", ".csv", ".tsv", ".dat", ".txt"}


@dataclass(frozen=True)
class Report:
    """Where to write an HTML report, and for whom: ``internal`` has exact counts, ``public`` none from 1 to k-1."""

    path: Path
    tier: Tier = "internal"


@dataclass(frozen=True)
class Release:
    """A published release: its manifest, where it is, and what it cost (the measures of ``utility``)."""

    manifest: dict[str, Any]
    out: str
    utility: dict[str, float] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return one flat object: the manifest (but for labels), ``out`` and the measures."""
        told = {name: value for name, value in self.manifest.items() if name != "sensitive"}
        return told | {"out": self.out} | self.utility


def audit_km(
    source: Source,
    *,
    k: int,
    m: int | None = None,
    taxonomy: Tree | None = None,
    extras: KmExtras | None = None,
    options: SourceOptions | None = None,
    settings: Settings | None = None,
    report: Report | None = None,
) -> KmAudit:
    """Count what breaks k^m-anonymity in a source; ``m`` None means every size. Changes nothing."""
    options, settings, model = options or SourceOptions(), settings or Settings(), KmAnonymity(k, m)
    _check_report(report, source, taxonomy, options.db)
    with settings.engine_for(options.db) as engine:
        dataset = opened(engine, source, options)
        nodes = _nodes(engine, dataset, taxonomy, options, allow_inner=True) if taxonomy is not None else None
        found = _audit(dataset, model, nodes, extras)
    if report:
        _write_report(report, Parts("Audit of k^m-anonymity", before=found.to_json()))
    return found


def anonymize_km(
    source: Source,
    out: str | Path,
    *,
    k: int,
    m: int | None = None,
    taxonomy: Tree | None = None,
    cost: Cost = "ncp",
    search: Search = "improved",
    seed: str | None = None,
    record_ids: Literal["shuffle", "keep"] = "shuffle",
    overwrite: bool = False,
    ledger: Path | None = None,
    out_db: str = "",
    options: SourceOptions | None = None,
    settings: Settings | None = None,
    report: Report | None = None,
) -> Release:
    """Publish a source k^m-anonymous by generalization and suppression; it is verified first, or not published.

    ``out`` is a file (.parquet, .csv, .tsv, .dat, .txt) or a table of ``out_db`` (default: the source's database).
    """
    options, settings, model = options or SourceOptions(), settings or Settings(), KmAnonymity(k, m)
    destination = _release_place(out, out_db or options.db, options.db)
    write = WriteOptions(
        seed=seed or _secrets.token_hex(16),
        record_ids=record_ids,
        overwrite=overwrite,
        ledger=ledger,
        inputs=input_files(source, taxonomy, options.db),
        input_tables=(str(source),) if options.db else (),
    )
    check_destination(destination, write)
    _check_report(report, *_outputs(destination, ledger), *write.inputs)
    with settings.engine_for(options.db) as engine:
        if isinstance(destination, WarehouseDestination) and isinstance(engine, Warehouse):
            check_place(engine, destination, write)
        dataset = opened(engine, source, options)
        nodes = _nodes(engine, dataset, taxonomy, options)
        if taxonomy is None:
            _warn_of_suppression(dataset, model)
        result = _anonymize_km(dataset, model, nodes.nodes, nodes.ancestors, cost=cost, how=search)
        measures = measured(dataset, result.rows, result.labels, None if taxonomy is None else nodes)
        engine.trace.progress("writing and verifying the release")
        written = write_release(_published(dataset, model, result), destination, write)
        release = Release(written.manifest, str(out), measures)
        if report:
            before = _audit(dataset, model, None, None)
            _write_report(report, _release_parts(release, before, _verified(destination, settings)))
    return release


def measured(dataset: Dataset, published: Table, labels: Table, nodes: Nodes | None = None) -> dict[str, float]:
    """Measure what is about to be published: a failure here must not come after it."""
    rows = dataset.engine.table("release/labelled", published=published, labels=labels)
    measures = _utility(dataset, rows, nodes)
    dataset.engine.drop(rows)
    return measures


def verify(
    release: str | Path,
    *,
    db: str = "",
    settings: Settings | None = None,
    report: Report | None = None,
    secrets: Callable[[DuckDBEngine], Secrets] | None = None,
) -> Verification:
    """Re-check the guarantee in a release's manifest from the released files (or tables) alone.

    Only personal wishes need ``secrets`` besides: see :func:`setanon_sql.api_rho.verify`.
    """
    destination = _release_place(release, db, db)
    _check_report(report, *_outputs(destination, None))
    answer = _verified(destination, settings or Settings(), secrets)
    if report:
        _write_report(report, Parts("Verification of a release", verification=answer.to_json()))
    return answer


def utility(
    source: Source,
    release: str | Path,
    *,
    taxonomy: Tree | None = None,
    options: SourceOptions | None = None,
    release_db: str = "",
    samples: int = 1,
    seed: str | None = None,
    settings: Settings | None = None,
) -> dict[str, float]:
    """Measure what a release is still worth: every measure that applies, by name.

    ``samples`` and ``seed`` are for a disassociated release: how many originals are made up to compare with.
    """
    options, settings = options or SourceOptions(), settings or Settings()
    destination = _release_place(release, release_db or options.db, options.db)
    with settings.engine_for(options.db) as engine:
        dataset = opened(engine, source, options)
        nodes = _nodes(engine, dataset, taxonomy, options) if taxonomy is not None else None
        if isinstance(destination, Path) and destination.is_dir():
            assert isinstance(engine, DuckDBEngine)
            tables, k = read_folder(engine, destination), read_folder_manifest(destination).model.k
            return folder_utility(dataset, tables, k, nodes, Compared(samples, seed or _random.token_hex(16)))
        rows = _released(engine, destination)
        return _utility(dataset, rows, nodes) | ({} if nodes else _rule_losses(dataset, rows))


def check_taxonomy(
    taxonomy: Tree,
    source: Source | None = None,
    *,
    options: SourceOptions | None = None,
    taxonomy_options: TaxonomyOptions | None = None,
    settings: Settings | None = None,
) -> tuple[Reading, list[Fault]]:
    """Return a taxonomy as it was read and all its faults, those against the items of ``source`` among them."""
    options, settings = options or SourceOptions(), settings or Settings()
    with settings.engine_for(options.db) as engine:
        reading = _reading(engine, taxonomy, taxonomy_options or TaxonomyOptions())
        faults = list(reading.faults)
        if reading.taxonomy is not None:
            labels = _labels(opened(engine, source, options)) if source is not None else None
            faults = [fault for fault in faults if fault.severity == "error"] + check(reading.taxonomy, labels)
        return reading, list(dict.fromkeys([*faults, *reading.faults]))


def read_tree(taxonomy: Tree, options: TaxonomyOptions | None = None, settings: Settings | None = None) -> Taxonomy:
    """Read a taxonomy for use; raises BadInput that names what is wrong with it."""
    if isinstance(taxonomy, Taxonomy):
        return taxonomy
    with (settings or Settings()).engine() as engine:
        return load_taxonomy(engine, taxonomy, options or TaxonomyOptions())


def _reading(engine: DuckDBEngine | Warehouse, taxonomy: Tree, options: TaxonomyOptions) -> Reading:
    if isinstance(taxonomy, Taxonomy):
        return Reading(taxonomy, (), "taxonomy")
    if isinstance(engine, Warehouse):
        return read_taxonomy_for(engine, taxonomy, options)
    return read_taxonomy(engine, taxonomy, options)


def _labels(dataset: Dataset) -> list[str]:
    return [label for _, label in dataset.engine.rows("taxonomy/labels", items=dataset.items)]


def opened(engine: DuckDBEngine | Warehouse, source: Source, options: SourceOptions) -> Dataset:
    """Open a source and tell what was found."""
    engine.trace.progress("reading the source")
    dataset = open_source(engine, source, options)
    for note in dataset.notes:
        engine.trace.note(note)
    engine.trace.progress(
        f"{dataset.records:,} records, {dataset.rows:,} rows, {dataset.distinct_items:,} different items"
    )
    return dataset


def _nodes(
    engine: DuckDBEngine | Warehouse,
    dataset: Dataset,
    taxonomy: Tree | None,
    options: SourceOptions,
    *,
    allow_inner: bool = False,
) -> Nodes:
    if taxonomy is None:
        return flat(engine, dataset)
    if not isinstance(taxonomy, Taxonomy):
        table = options.db and isinstance(taxonomy, str | Path) and not Path(taxonomy).exists()
        reading = _reading(engine, taxonomy, TaxonomyOptions(db=options.db if table else ""))
        for note in reading.notes:
            engine.trace.note(note)
        refuse(reading.faults)
        assert reading.taxonomy is not None
        taxonomy = reading.taxonomy
    return encode(engine, taxonomy, dataset, allow_inner=allow_inner)


def _audit(dataset: Dataset, model: KmAnonymity, nodes: Nodes | None, extras: KmExtras | None) -> KmAudit:
    if nodes is None:
        return _audit_km(dataset, model, extras=extras)
    labels = dataset.engine.table("km/node_labels", nodes=nodes.nodes)
    return _audit_km(dataset, model, nodes.ancestors, labels, extras)


def _warn_of_suppression(dataset: Dataset, model: KmAnonymity) -> None:
    """Tell before the work what suppression alone is up against."""
    seen = _audit(dataset, replace(model, m=min(model.m or 2, 2)), None, None)
    at_risk = seen.levels[-1].at_risk
    dataset.engine.trace.note(
        f"without a taxonomy items can only be suppressed: {seen.violations:,} sets of up to {seen.levels[-1].size} "
        f"items must be broken up, {at_risk:,} of {dataset.records:,} records hold one"
    )


def _published(dataset: Dataset, model: KmAnonymity, result: KmResult) -> Published:
    form = Form("basket", dataset.separator) if dataset.separator else Form()
    return Published(dataset, result.rows, result.labels, model, result.method, form=form, changes=result.changes)


def _release_parts(release: Release, before: KmAudit, checked: Verification) -> Parts:
    return Parts(
        "Release with k^m-anonymity",
        before=before.to_json(),
        manifest=release.manifest,
        verification=checked.to_json(),
        utility=release.utility,
    )


def _check_report(report: Report | None, *others: Any) -> None:
    """Raise BadDestination where a report cannot be written, before the work starts; no other file is replaced."""
    if report is not None:
        check_report(report.path, [Path(one) for one in others if isinstance(one, str | Path) and one])


def _write_report(report: Report, parts: Parts) -> None:
    parts = replace(parts, tier=report.tier, made_by=f"setanon {__version__}")
    write_report(parts, report.path, overwrite=True)


def _outputs(destination: Destination, ledger: Path | None) -> list[Path | None]:
    """The files that a release is or goes to."""
    if isinstance(destination, WarehouseDestination):
        return [ledger]
    if isinstance(destination, TableDestination):
        return [destination.database, ledger]
    return [destination, *([manifest_of(destination)] if destination.name else []), ledger]


def destination_of(out: str | Path, database: str) -> Path | TableDestination:
    """Return the file, or with a database the table, that ``out`` names."""
    text = str(out)
    if database and "/" not in text and Path(text).suffix.lower() not in _FILES:
        return TableDestination(database_file(database), text)
    return Path(out)


def _release_place(out: str | Path, database: str, source_db: str) -> Destination:
    """Where a release is or goes; raises BadParameter where that is not the engine of its source."""
    if not is_warehouse(database) and not is_warehouse(source_db):
        return destination_of(out, database)
    if database != source_db:
        raise BadParameter(
            "a release stands in the engine of its source",
            "name the same database for both, or export them and work on files",
        )
    return WarehouseDestination(database, str(out))


def _released(engine: DuckDBEngine | Warehouse, destination: Destination) -> Table:
    """The rows of a release in an engine."""
    if isinstance(engine, Warehouse):
        return read_relation(engine, str(getattr(destination, "name", destination)))
    assert not isinstance(destination, WarehouseDestination)
    name, database = _place(destination)
    return read_release(engine, name, database=database)


def _place(destination: Path | TableDestination) -> tuple[str | Path, str | Path]:
    """Return the name and the database (empty for a file) of a release."""
    if isinstance(destination, TableDestination):
        return destination.name, destination.database
    return destination, ""


def _verified(
    destination: Destination,
    settings: Settings,
    secrets: Callable[[DuckDBEngine], Secrets] | None = None,
) -> Verification:
    if isinstance(destination, WarehouseDestination):
        with settings.warehouse(destination.db) as engine:
            return verify_in(engine, destination.name)
    name, database = _place(destination)
    memory, threads, trace = settings.memory_limit, settings.threads, settings.trace()
    return _verify(name, database=database, memory_limit=memory, threads=threads, trace=trace, secrets=secrets)


def input_files(source: Source, taxonomy: Tree | None, database: str) -> tuple[Path, ...]:
    """Return the files that are read: they are never overwritten."""
    named = [source] if not database else [] if is_warehouse(database) else [database_file(database)]
    return tuple(Path(one) for one in [*named, taxonomy] if isinstance(one, str | Path))
