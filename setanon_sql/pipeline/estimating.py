"""A release of which supports are estimated, in pieces or of whole records: read, verified, and asked."""

from abc import ABC, abstractmethod

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.inference.reconstruct import estimate, unknown_supports
from setanon_sql.inference.whole_records import WholeRecords, estimate_whole, read_whole_records
from setanon_sql.layout import Destination, destination_at
from setanon_sql.query.templates import Table
from setanon_sql.verify import verify_at
from setanon_sql.verify.piece_reading import read_pieces
from setanon_sql.verify.pieces import FolderTables
from setanon_sql.verify.promise import PiecesPromise
from setanon_sql.verify.readers import reader_at


class EstimatedRelease(ABC):
    """A release of which supports are estimated; ``labels`` (``item, label``): the items that it may have.

    ``askable`` (``label``): these, and the labels over some.
    """

    model: str
    labels: Table
    askable: Table

    @abstractmethod
    def estimates(self, itemsets: Table) -> Table:
        """Return ``itemset_id, certain, expected, at_most`` of itemsets."""

    @abstractmethod
    def certain_rows(self) -> Table:
        """Return ``record_id, item`` (a number of ``labels``): what is certain, to find the most frequent itemsets."""


class PiecesToEstimate(EstimatedRelease):
    """A release in pieces."""

    def __init__(self, engine: DuckDBEngine, tables: FolderTables, promise: PiecesPromise) -> None:
        self.engine = engine
        self.tables = tables
        self.promise = promise
        self.model = promise.model.name
        self.parts = {"subrecords": tables.subrecords, "terms": tables.terms}
        self.labels = self.askable = engine.table("inference/estimate/certain_labels", **self.parts)

    def estimates(self, itemsets: Table) -> Table:
        """Return what all originals tell; of a sensitive item the most that is possible."""
        estimates = estimate(self.engine, self.tables, itemsets)
        sensitive = self.promise.sensitive or ()
        unknown = unknown_supports(self.engine, self.tables, itemsets, sensitive, self.promise.model.diversity)
        return self.engine.table("inference/estimate/with_unknown", estimates=estimates, unknown=unknown)

    def certain_rows(self) -> Table:
        """Return the subrecords, and a row for each term."""
        return self.engine.table("measures/pieces/certain_rows", items=self.labels, **self.parts)


class RecordsToEstimate(EstimatedRelease):
    """A release of whole records."""

    def __init__(self, engine: DuckDBEngine, release: WholeRecords, model: str) -> None:
        self.engine = engine
        self.release = release
        self.model = model
        self.labels = engine.table("inference/estimate/meant_items", meaning=release.meaning)
        self.askable = engine.table("inference/estimate/askable", meaning=release.meaning, under=release.under)

    def estimates(self, itemsets: Table) -> Table:
        """Return what labels may stand for."""
        return estimate_whole(self.engine, self.release, itemsets)

    def certain_rows(self) -> Table:
        """Return the items that stand there themselves."""
        return self.engine.table("inference/estimate/own_items", lines=self.release.lines, items=self.labels)


def estimated_release(engine: DuckDBEngine, where: Destination) -> EstimatedRelease:
    """Read a release that keeps its promise; raises BadInput for others."""
    reader = reader_at(engine, destination_at(where))
    promise = reader.promise()
    if isinstance(promise, PiecesPromise):
        return PiecesToEstimate(engine, *read_verified(engine, where))
    release = read_whole_records(engine, reader, promise)
    _refuse_broken(engine, where)
    return RecordsToEstimate(engine, release, promise.model.name)


def read_verified(engine: DuckDBEngine, where: Destination) -> tuple[FolderTables, PiecesPromise]:
    """Return the tables of a release that keeps its promise, and the promise; raises BadInput for others."""
    tables, promise = read_pieces(engine, where)
    _refuse_broken(engine, where)
    return tables, promise


def _refuse_broken(engine: DuckDBEngine, where: Destination) -> None:
    """Raise BadInput for a release that does not keep its promise."""
    if verify_at(engine, where).messages:
        raise BadInput("the release does not keep its promise", "<verify> tells what is wrong")
