"""What the command line does, as functions: one a command, with the same words and defaults.

Each opens an engine of its own and closes it. Errors are :class:`setanon_sql.errors.SetanonError`. A ``taxonomy`` is a
path, a table name (where the source is one), a pandas DataFrame or a :class:`~setanon_sql.taxonomy.Taxonomy`.
"""

import secrets
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from setanon_sql import __version__
from setanon_sql.audit import KmAudit, KmExtras
from setanon_sql.audit import audit_km as _audit_km
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine
from setanon_sql.methods.km import KmResult, Search
from setanon_sql.methods.km import anonymize_km as _anonymize_km
from setanon_sql.methods.km.tree import Cost
from setanon_sql.models import KmAnonymity
from setanon_sql.release import Form, Published, TableDestination, WriteOptions, check_destination, write_release
from setanon_sql.release.places import manifest_of
from setanon_sql.report import Parts, Tier, check_report, write_report
from setanon_sql.settings import Settings
from setanon_sql.sources import Source, SourceOptions, open_source
from setanon_sql.sources.database import database_file
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
    refuse,
)
from setanon_sql.trace import Trace
from setanon_sql.utility import utility as _utility
from setanon_sql.utility_folder import Compared, folder_utility
from setanon_sql.verify import Verification, read_release
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
        """Return one flat object: the manifest, ``out`` and the measures."""
        return self.manifest | {"out": self.out} | self.utility


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
    with settings.engine() as engine:
        dataset = open_dataset(engine, source, options)
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
    destination = _destination(out, out_db or options.db)
    write = WriteOptions(
        seed=seed or secrets.token_hex(16),
        record_ids=record_ids,
        overwrite=overwrite,
        ledger=ledger,
        inputs=_input_files(source, taxonomy, options.db),
        input_tables=(str(source),) if options.db else (),
    )
    check_destination(destination, write)
    _check_report(report, *_outputs(destination, ledger), *write.inputs)
    with settings.engine() as engine:
        dataset = open_dataset(engine, source, options)
        nodes = _nodes(engine, dataset, taxonomy, options)
        if taxonomy is None:
            _warn_of_suppression(dataset, model)
        result = _anonymize_km(dataset, model, nodes.nodes, nodes.ancestors, cost=cost, how=search)
        rows = engine.table("release/labelled", published=result.rows, labels=result.labels)
        measures = _utility(dataset, rows, None if taxonomy is None else nodes)
        engine.drop(rows)
        engine.trace.progress("writing and verifying the release")
        written = write_release(_published(dataset, model, result), destination, write)
        release = Release(written.manifest, str(out), measures)
        if report:
            before = _audit(dataset, model, None, None)
            parts = _release_parts(release, before, _verified(destination, settings))
            _write_report(report, parts)
    return release


def verify(
    release: str | Path, *, db: str = "", settings: Settings | None = None, report: Report | None = None
) -> Verification:
    """Re-check the guarantee in a release's manifest from the released files (or tables) alone."""
    destination = _destination(release, db)
    _check_report(report, *_outputs(destination, None))
    answer = _verified(destination, settings or Settings())
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
    destination = _destination(release, release_db or options.db)
    with settings.engine() as engine:
        dataset = open_dataset(engine, source, options)
        nodes = _nodes(engine, dataset, taxonomy, options) if taxonomy is not None else None
        name, database = _place(destination)
        if not database and Path(name).is_dir():
            tables, k = read_folder(engine, Path(name)), read_folder_manifest(Path(name)).model.k
            return folder_utility(dataset, tables, k, nodes, Compared(samples, seed or secrets.token_hex(16)))
        return _utility(dataset, read_release(engine, name, database=database), nodes)


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
    with settings.engine() as engine:
        reading = _reading(engine, taxonomy, taxonomy_options or TaxonomyOptions())
        faults = list(reading.faults)
        if reading.taxonomy is not None:
            labels = _labels(open_dataset(engine, source, options)) if source is not None else None
            faults = [fault for fault in faults if fault.severity == "error"] + check(reading.taxonomy, labels)
        return reading, list(dict.fromkeys([*faults, *reading.faults]))


def read_tree(taxonomy: Tree, options: TaxonomyOptions | None = None, settings: Settings | None = None) -> Taxonomy:
    """Read a taxonomy for use; raises BadInput that names what is wrong with it."""
    if isinstance(taxonomy, Taxonomy):
        return taxonomy
    with (settings or Settings()).engine() as engine:
        return load_taxonomy(engine, taxonomy, options or TaxonomyOptions())


def _reading(engine: DuckDBEngine, taxonomy: Tree, options: TaxonomyOptions) -> Reading:
    if isinstance(taxonomy, Taxonomy):
        return Reading(taxonomy, (), "taxonomy")
    return read_taxonomy(engine, taxonomy, options)


def _labels(dataset: Dataset) -> list[str]:
    return [label for _, label in dataset.engine.rows("taxonomy/labels", items=dataset.items)]


def open_dataset(engine: DuckDBEngine, source: Source, options: SourceOptions) -> Dataset:
    """Read a source and tell on stderr what was read."""
    engine.trace.progress("reading the source")
    dataset = open_source(engine, source, options)
    for note in dataset.notes:
        engine.trace.note(note)
    engine.trace.progress(
        f"{dataset.records:,} records, {dataset.rows:,} rows, {dataset.distinct_items:,} different items"
    )
    return dataset


def _nodes(
    engine: DuckDBEngine,
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
        reading = read_taxonomy(engine, taxonomy, TaxonomyOptions(db=options.db if table else ""))
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


def _outputs(destination: Path | TableDestination, ledger: Path | None) -> list[Path | None]:
    """The files that a release is or goes to."""
    if isinstance(destination, TableDestination):
        return [destination.database, ledger]
    return [destination, *([manifest_of(destination)] if destination.name else []), ledger]


def _destination(out: str | Path, database: str) -> Path | TableDestination:
    text = str(out)
    if database and "/" not in text and Path(text).suffix.lower() not in _FILES:
        return TableDestination(database_file(database), text)
    return Path(out)


def _place(destination: Path | TableDestination) -> tuple[str | Path, str | Path]:
    """Return the name and the database (empty for a file) of a release."""
    if isinstance(destination, TableDestination):
        return destination.name, destination.database
    return destination, ""


def _verified(destination: Path | TableDestination, settings: Settings) -> Verification:
    name, database = _place(destination)
    trace = Trace(quiet=settings.quiet, show_sql=settings.show_sql, debug=settings.debug)
    return _verify(name, database=database, memory_limit=settings.memory_limit, threads=settings.threads, trace=trace)


def _input_files(source: Source, taxonomy: Tree | None, database: str) -> tuple[Path, ...]:
    named = [database_file(database)] if database else [source]
    return tuple(Path(one) for one in [*named, taxonomy] if isinstance(one, str | Path))
