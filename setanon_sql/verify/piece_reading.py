"""A release in pieces is read: its tables, its promise, and what that lists as sensitive."""

from pathlib import Path

from setanon_sql.engine import DuckDBEngine, Engine, Warehouse
from setanon_sql.layout import PIECES, Destination, destination_at
from setanon_sql.query.templates import Table
from setanon_sql.verify.pieces import FolderTables
from setanon_sql.verify.promise import PiecesPromise
from setanon_sql.verify.readers import reader_at


def read_pieces(engine: DuckDBEngine | Warehouse, where: Path | Destination) -> tuple[FolderTables, PiecesPromise]:
    """Return the tables of a release in pieces as scratch tables, unchecked, and its promise.

    Raises BadInput where it cannot be read.
    """
    reader = reader_at(engine, destination_at(where), pieces=True)
    promise = reader.promise()
    assert isinstance(promise, PiecesPromise)
    return FolderTables(**reader.read(PIECES)), promise


def listed_labels(engine: Engine, promise: PiecesPromise) -> Table | None:
    """Return a scratch table ``label`` of what a manifest lists as sensitive; None where it does not."""
    return None if promise.sensitive is None else engine.load("sensitive", {"label": str}, [promise.sensitive])
