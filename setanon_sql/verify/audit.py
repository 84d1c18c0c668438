"""Audit a disassociated release: what breaks its model, counted from its tables alone."""

from pathlib import Path
from typing import Any

from setanon_sql.engine import DuckDBEngine, Engine, Warehouse
from setanon_sql.layout import PIECES, Destination, destination_at
from setanon_sql.query.templates import Table
from setanon_sql.verify.claims import UNLISTED
from setanon_sql.verify.cover import implied, listed_covers
from setanon_sql.verify.disassociation import FolderCounts, FolderTables, count_folder, covers_of
from setanon_sql.verify.places import place_at
from setanon_sql.verify.promise import PiecesPromise


def read_pieces(engine: DuckDBEngine | Warehouse, where: Path | Destination) -> tuple[FolderTables, PiecesPromise]:
    """Return the tables of a disassociated release as scratch tables, unchecked, and its promise.

    Raises BadInput where it cannot be read.
    """
    place = place_at(engine, destination_at(where), pieces=True)
    promise = place.promise()
    assert isinstance(promise, PiecesPromise)
    return FolderTables(**place.read(PIECES)), promise


def audit_folder(engine: DuckDBEngine | Warehouse, where: Path | Destination, listed: int = 0) -> dict[str, Any]:
    """Return what breaks the model of a release, as the JSON object of ``audit disassociation``.

    ``listed`` also names the items that cover each other, in so many chunks.
    """
    tables, promise = read_pieces(engine, where)
    return audited(engine, promise, tables, listed)


def listed_labels(engine: Engine, promise: PiecesPromise) -> Table | None:
    """Return a scratch table ``label`` of what a manifest lists as sensitive; None where it does not."""
    return None if promise.sensitive is None else engine.load("sensitive", {"label": str}, [promise.sensitive])


def audited(
    engine: Engine, promise: PiecesPromise, tables: FolderTables, listed: int = 0, found: FolderCounts | None = None
) -> dict[str, Any]:
    """Return what breaks the model of a promise in the tables of a release: see :func:`audit_folder`.

    ``found`` is what was counted of them, if that was done.
    """
    model, covers = promise.model, covers_of(engine, tables)
    found = found or count_folder(engine, tables, model, listed_labels(engine, promise))
    violations = found.violations(safe=model.safe)
    sizes = ("clusters", "joint_clusters", "smallest_cluster", "largest_cluster")
    return {
        "model": model.name,
        "parameters": model.parameters,
        "records": found.counts["records"],
        "rows": found.counts["rows"],
        "satisfied": violations == 0,
        "violations": violations,
        "by_check": found.by_check,
        "vulnerable_record_chunks": found.covers.vulnerable_record_chunks,
        "record_chunks": found.covers.record_chunks,
        "vulnerable_shared_chunks": found.covers.vulnerable_shared_chunks,
        "shared_chunks": found.covers.shared_chunks,
        "implied": implied(engine, covers, tables.subrecords),
        **{name: found.counts[name] for name in sizes},
        **({"not_checked": [UNLISTED]} if model.sensitive and promise.sensitive is None else {}),
        **({"covered": listed_covers(engine, covers, tables.subrecords, listed)} if listed else {}),
    }
