"""Audit a disassociated release: what breaks its model, counted from its tables alone."""

from pathlib import Path

from setanon_sql.engine import DuckDBEngine, Engine, Warehouse
from setanon_sql.layout import PIECES, Destination, destination_at
from setanon_sql.query.templates import Table
from setanon_sql.verify.claims import UNLISTED
from setanon_sql.verify.cover import implied, listed_covers
from setanon_sql.verify.disassociation import FolderCounts, FolderTables, count_folder, covers_of
from setanon_sql.verify.folder_audit import DisassociationAudit
from setanon_sql.verify.places import place_at
from setanon_sql.verify.promise import PiecesPromise
from setanon_sql.verify.recount import unknown_holders


def read_pieces(engine: DuckDBEngine | Warehouse, where: Path | Destination) -> tuple[FolderTables, PiecesPromise]:
    """Return the tables of a disassociated release as scratch tables, unchecked, and its promise.

    Raises BadInput where it cannot be read.
    """
    place = place_at(engine, destination_at(where), pieces=True)
    promise = place.promise()
    assert isinstance(promise, PiecesPromise)
    return FolderTables(**place.read(PIECES)), promise


def audit_folder(engine: DuckDBEngine | Warehouse, where: Path | Destination, listed: int = 0) -> DisassociationAudit:
    """Count what breaks the model that a release promises, from its tables and its manifest alone.

    ``where``: the folder, or the tables of a database.
    ``listed``: also name the items that cover each other, in so many chunks (0: in none).

    Cost: that of :func:`setanon_sql.verify.disassociation.count_folder`.
    Raises BadInput where the release or its manifest cannot be read.
    """
    tables, promise = read_pieces(engine, where)
    return audited(engine, promise, tables, listed)


def listed_labels(engine: Engine, promise: PiecesPromise) -> Table | None:
    """Return a scratch table ``label`` of what a manifest lists as sensitive; None where it does not."""
    return None if promise.sensitive is None else engine.load("sensitive", {"label": str}, [promise.sensitive])


def audited(
    engine: Engine, promise: PiecesPromise, tables: FolderTables, listed: int = 0, found: FolderCounts | None = None
) -> DisassociationAudit:
    """Count what breaks the model of a promise in the tables of a release: see :func:`audit_folder`.

    ``found``: what was counted of them, if that was done.
    """
    model, covers = promise.model, covers_of(engine, tables)
    found = found or count_folder(engine, tables, model, listed_labels(engine, promise))
    return DisassociationAudit(
        model,
        found.counts["records"],
        found.counts["rows"],
        found.violations(safe=model.safe),
        found.by_check,
        found.covers,
        implied(engine, covers, tables.subrecords),
        found.counts["clusters"],
        found.counts["joint_clusters"],
        found.counts["smallest_cluster"],
        found.counts["largest_cluster"],
        (UNLISTED,) if model.sensitive and promise.sensitive is None else unknown_holders(found, model),
        listed_covers(engine, covers, tables.subrecords, listed) if listed else None,
    )
