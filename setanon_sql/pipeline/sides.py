"""What a release shows of linked persons, as it stands or as it is about to be published."""

from collections.abc import Mapping
from dataclasses import dataclass

from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadInput
from setanon_sql.inference.across import labels_of, labels_of_pieces, side_persons
from setanon_sql.pipeline.links import NEW
from setanon_sql.query.templates import Table
from setanon_sql.registry.parameters import ModelParameters
from setanon_sql.release import LongRelease, Pieces
from setanon_sql.verify.classes import classes_of
from setanon_sql.verify.pieces import FolderTables
from setanon_sql.verify.promise import AnyPromise


@dataclass(frozen=True)
class Side:
    """A release: its ``model`` and ``method``, its tables where it is in pieces, and ``person, label``.

    ``classes`` (``person, class``): by its columns beside the items; None: it has none.
    """

    model: ModelParameters
    method: str
    labels: Table
    pieces: FolderTables | None = None
    classes: Table | None = None


def side_of(engine: DuckDBEngine | Warehouse, persons: Table, tables: Mapping[str, Table], promise: AnyPromise) -> Side:
    """Return a release that stands; ``persons``: ``person, released_id``."""
    labels = labels_of(engine, persons, tables)
    classes = classes_in(engine, persons, tables, promise)
    return Side(promise.model, promise.method, labels, _pieces(promise, tables), classes)


def classes_in(
    engine: DuckDBEngine | Warehouse, persons: Table, tables: Mapping[str, Table], promise: AnyPromise
) -> Table | None:
    """Return ``person, class`` by the columns beside the items of a release; None where it has none.

    Raises BadInput where a record has several values of one.
    """
    if not promise.model.columns:
        return None
    classes = classes_of(engine, tables[""], len(promise.model.columns))
    if classes.problems:
        raise BadInput(f"a release cannot be told by its columns: {classes.problems[0]}", "get the release again")
    return engine.table("inference/across/record_classes", persons=persons, classes=classes.rows)


def _pieces(promise: AnyPromise, tables: Mapping[str, Table]) -> FolderTables | None:
    """Return the tables of a release in pieces; None for another one."""
    return None if promise.shape.single else FolderTables(**tables)


def side_to_be(content: LongRelease | Pieces, persons: Table) -> tuple[Side, Table]:
    """Return the release to be, and the link with its clusters in place of the record ids of the source.

    Raises BadInput where nobody of the link is in the source.
    """
    engine = content.engine
    if isinstance(content, Pieces):
        clusters = content.record_clusters
        assert clusters is not None
        persons = engine.table("inference/originals/in_new_clusters", persons=persons, record_clusters=clusters)
        labels = labels_of_pieces(engine, side_persons(persons, "new"), vars(content.tables))
        side = Side(content.model, content.method, labels, content.tables)
    else:
        ids = side_persons(persons, "new")
        side = Side(content.model, content.method, _of_records(content, ids), classes=_classes_of(content, ids))
    if not engine.count(side.labels):
        raise BadInput(f"no {NEW} of the link is in the source", "the link has the record ids of the source")
    return side, persons


def _of_records(content: LongRelease, persons: Table) -> Table:
    engine = content.engine
    source = content.source
    ids = source.names()
    tables = {"record_ids": ids, "published": content.rows, "labels": content.labels}
    return engine.table("inference/across/published_labels", persons=persons, **tables)


def _classes_of(content: LongRelease, persons: Table) -> Table | None:
    """Return ``person, class`` by the columns that are released beside the items; None where there are none."""
    if content.classes is None:
        return None
    tables = {"record_ids": content.source.names(), "classes": content.classes.records}
    return content.engine.table("inference/across/published_classes", persons=persons, **tables)
