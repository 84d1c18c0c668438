"""What is asked of any release: does its guarantee hold, and what is it still worth."""

import secrets
from pathlib import Path

from setanon_sql.api.disassociation import remaining
from setanon_sql.api.opening import Tree, nodes_of, open_nodes, opened, reader_of_inputs
from setanon_sql.api.publishing import Report, files_of, place_of, released, verified
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadParameter
from setanon_sql.measures.cover import safe_utility
from setanon_sql.measures.disassociated import Compared, folder_utility
from setanon_sql.measures.records import rule_losses
from setanon_sql.measures.records import utility as measure
from setanon_sql.models import Disassociation
from setanon_sql.query.templates import Table
from setanon_sql.release import Destination, TableDestination
from setanon_sql.report import Parts
from setanon_sql.sensitive.constraint import Source as Wishes
from setanon_sql.settings import Settings
from setanon_sql.sources import Source, SourceOptions
from setanon_sql.verify import Verification
from setanon_sql.verify.disassociation import FolderTables
from setanon_sql.verify.folder import FolderPromise, Place, read_folder, read_folder_manifest
from setanon_sql.verify.folder_tables import is_disassociated, read_tables, read_tables_promise
from setanon_sql.verify.prefixed import Prefixed, is_prefixed
from setanon_sql.verify.promise import Promise, manifest_beside


def verify(
    release: str | Path,
    *,
    db: str = "",
    source: Source | None = None,
    sensitive: Wishes | None = None,
    options: SourceOptions | None = None,
    settings: Settings | None = None,
    report: Report | None = None,
) -> Verification:
    """Re-check the guarantee in a release's manifest from the released files (or tables) alone.

    Only personal wishes need more, which their owner knows: ``source`` and ``sensitive``, read with ``options``.
    """
    if (source is None) != (sensitive is None):
        raise BadParameter("--source and --sensitive belong together", "give both, or neither")
    destination = place_of(release, db, db)
    if report:
        report.check(*files_of(destination))
    known = None
    if source is not None and sensitive is not None:
        known = reader_of_inputs(source, sensitive, options or SourceOptions())
    settings = settings or Settings()
    answer = verified(destination, settings, known)
    if report:
        disassociated = answer.model == Disassociation.name
        pieces, attack = remaining(release, db, settings) if disassociated else (None, None)
        report.write(Parts("Verification of a release", verification=answer.to_json(), pieces=pieces, attack=attack))
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
    destination = place_of(release, release_db or options.db, options.db)
    with settings.engine_for(options.db) as engine:
        dataset = opened(engine, source, options)
        engine.trace.doing("measuring what the release is worth")
        if (read := _disassociated(engine, destination, str(release))) is not None:
            nodes = nodes_of(engine, dataset, taxonomy, options) if taxonomy is not None else None
            tables, made = read
            how = Compared(samples, seed or secrets.token_hex(16))
            measured = folder_utility(dataset, tables, made.model.k, nodes, how)
            return measured | safe_utility(engine, tables, made.occurrences_before_safe, measured)
        rows, promise = released(engine, destination)
        if promise.grouped:
            return _of_groups(dataset, rows, promise, taxonomy, options)
        nodes = nodes_of(engine, dataset, taxonomy, options) if taxonomy is not None else None
        return measure(dataset, rows, nodes) | ({} if nodes else rule_losses(dataset, rows))


def _disassociated(
    engine: DuckDBEngine | Warehouse, destination: Destination, name: str
) -> tuple[FolderTables, FolderPromise] | None:
    """The tables and the promise of a disassociated release; None for another release."""
    if not isinstance(engine, Warehouse):
        folder = _folder(engine, destination)
        return None if folder is None else (read_folder(engine, folder), read_folder_manifest(engine, folder))
    if is_disassociated(engine, name):
        return read_tables(engine, name), read_tables_promise(engine, name)
    return None


def _folder(engine: DuckDBEngine | Warehouse, destination: Destination) -> Place | None:
    """Where a disassociated release is; None for another release."""
    if isinstance(destination, TableDestination) and isinstance(engine, DuckDBEngine):
        database, name = destination.database, destination.name
        return Prefixed(database, name) if is_prefixed(engine, database, name) else None
    if not isinstance(destination, Path) or not destination.is_dir():
        return None
    return None if manifest_beside(destination).is_file() else destination  # one table in parts, as Spark writes it


def _of_groups(
    dataset: Dataset, rows: Table, promise: Promise, taxonomy: Tree | None, options: SourceOptions
) -> dict[str, float]:
    if taxonomy is None:
        raise BadParameter(
            "a release with groups is measured with the taxonomy it was made with", "give that as --taxonomy"
        )
    named = dataset.engine.load("named", {"label": str}, [promise.sensitive or ()])
    sensitive = dataset.engine.table("rho/constraint/sensitive_for_all", named=named, items=dataset.items)
    nodes = open_nodes(dataset, sensitive, taxonomy, options)
    return measure(dataset, rows, nodes, grouped=True) | rule_losses(dataset, rows)
