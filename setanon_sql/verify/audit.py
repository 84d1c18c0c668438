"""Audit a disassociated release: what breaks its model, counted from its tables alone."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from setanon_sql.engine import DuckDBEngine, Engine, Warehouse
from setanon_sql.errors import BadInput
from setanon_sql.layout import PIECES, Destination, destination_at
from setanon_sql.query.templates import Table
from setanon_sql.verify.cover import count_implied, listed_covers
from setanon_sql.verify.disassociation import FolderCounts, FolderTables, clusters_above, count_folder, covers_of
from setanon_sql.verify.folder_audit import DisassociationAudit
from setanon_sql.verify.inputs import VerificationInputs
from setanon_sql.verify.pieces_persons import owners_by_ledger
from setanon_sql.verify.promise import PiecesPromise
from setanon_sql.verify.readers import reader_at
from setanon_sql.verify.recount import unknown_of_pieces


def read_pieces(engine: DuckDBEngine | Warehouse, where: Path | Destination) -> tuple[FolderTables, PiecesPromise]:
    """Return the tables of a disassociated release as scratch tables, unchecked, and its promise.

    Raises BadInput where it cannot be read.
    """
    reader = reader_at(engine, destination_at(where), pieces=True)
    promise = reader.promise()
    assert isinstance(promise, PiecesPromise)
    return FolderTables(**reader.read(PIECES)), promise


def audit_folder(
    engine: DuckDBEngine | Warehouse,
    where: Path | Destination,
    listed: int = 0,
    owner: Callable[[DuckDBEngine | Warehouse], VerificationInputs] | None = None,
) -> DisassociationAudit:
    """Count what breaks the model that a release promises, from its tables and its manifest alone.

    ``where``: the folder, or the tables of a database.
    ``listed``: also name the items that cover each other, in so many chunks (0: in none). ``owner``: reads whose the
    pieces are; then k counts persons.

    Cost: that of :func:`setanon_sql.verify.disassociation.count_folder`.
    Raises BadInput where the release or its manifest cannot be read.
    """
    inputs = owner and owner(engine)
    tables, promise = read_pieces(engine, where)
    if inputs is None:
        return audit_tables(engine, promise, tables, listed)
    promise, folder = count_with_persons(engine, promise, tables, inputs)
    return audit_tables(engine, promise, tables, listed, folder)


def count_with_persons(
    engine: Engine, promise: PiecesPromise, tables: FolderTables, inputs: VerificationInputs
) -> tuple[PiecesPromise, FolderCounts]:
    """Count what breaks the model of a promise as one of persons; return also that promise.

    ``inputs``: the persons of the source, and the ledger. Raises BadInput where these are not those of the release.
    """
    assert inputs.source_persons is not None
    assert inputs.ledger is not None
    promise = replace(promise, model=replace(promise.model, person=True))
    above, _ = clusters_above(engine, tables.clusters)
    owners = owners_by_ledger(
        engine, tables.clusters, tables.subrecords, above,
        persons=inputs.source_persons, ledger=inputs.ledger, safe=promise.model.safe,
    )  # fmt: skip
    if owners.faults:
        raise BadInput(
            "the ledger, or the source, is not that of the release: persons cannot be counted by it",
            "give the ledger that was written with the release, and the source that it was made from",
        )
    return promise, count_folder(engine, tables, promise.model, listed_labels(engine, promise), owners=owners)


def listed_labels(engine: Engine, promise: PiecesPromise) -> Table | None:
    """Return a scratch table ``label`` of what a manifest lists as sensitive; None where it does not."""
    return None if promise.sensitive is None else engine.load("sensitive", {"label": str}, [promise.sensitive])


def audit_tables(
    engine: Engine, promise: PiecesPromise, tables: FolderTables, listed: int = 0, folder: FolderCounts | None = None
) -> DisassociationAudit:
    """Count what breaks the model of a promise in the tables of a release: see :func:`audit_folder`.

    ``folder``: what was counted of them, if that was done.
    """
    model = promise.model
    covers = covers_of(engine, tables)
    folder = folder or count_folder(engine, tables, model, listed_labels(engine, promise))
    return DisassociationAudit(
        model,
        folder.counts["records"],
        folder.counts["rows"],
        folder.violations(safe=model.safe),
        folder.by_check,
        folder.covers,
        count_implied(engine, covers, tables.subrecords),
        folder.counts["clusters"],
        folder.counts["joint_clusters"],
        folder.counts["smallest_cluster"],
        folder.counts["largest_cluster"],
        unknown_of_pieces(folder, model, is_listed=promise.sensitive is not None),
        listed_covers(engine, covers, tables.subrecords, listed) if listed else None,
        folder.counts.get("persons"),
        folder.counts.get("smallest_cluster_persons", 0),
    )
