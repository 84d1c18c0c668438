"""The link between the record ids of two releases of the same people."""

from pathlib import Path

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadInput
from setanon_sql.query.templates import Table
from setanon_sql.sources import SourceOptions, open_source
from setanon_sql.sources.frames import Frame, is_local, without_index
from setanon_sql.text import count_of

#: The link between the record ids of two releases: a file, the name of a table, or a frame.
Link = str | Path | Frame

#: The columns of a link.
OLD = "old_record_id"
NEW = "new_record_id"
PERSON = "person_id"
#: That of a release after these, by its place.
FURTHER = "record_id_{}"


def read_link(engine: DuckDBEngine | Warehouse, link: Link, db: str, *, pieces: bool = False) -> tuple[Table, int]:
    """Read the link between the record ids of both releases: ``person, old_id, new_id``, and how many they are.

    ``pieces``: one of the releases is disassociated; its ids are clusters, and the link also names persons.
    Raises BadInput where a person is linked twice.
    """
    if not isinstance(engine, Warehouse) and is_local(link):
        db = ""
    if pieces:
        old, new = (_open_link(engine, link, db, PERSON, column) for column in (OLD, NEW))
        persons = engine.table(
            "inference/across/persons",
            old_rows=old.transactions, old_persons=_ids(old), old_ids=old.items,
            new_rows=new.transactions, new_persons=_ids(new), new_ids=new.items,
        )  # fmt: skip
        twice = old.rows - old.records + new.rows - new.records
    else:
        both = _open_link(engine, link, db, OLD, NEW)
        persons = engine.table(
            "inference/across/pairs", transactions=both.transactions, record_ids=_ids(both), items=both.items
        )
        twice = 2 * both.rows - both.records - both.distinct_items
    if twice:
        raise BadInput(
            f"the link names {count_of(twice, 'record')} twice", "each person has one record in each release"
        )
    return persons, engine.count(persons)


def read_further(engine: DuckDBEngine | Warehouse, link: Link, db: str, persons: Table, at: int) -> Table:
    """Read which record of the ``at``-th release is each linked person's: ``person, released_id``.

    ``persons``: what :func:`read_link` gives. Raises BadInput where a person is linked twice.
    """
    if not isinstance(engine, Warehouse) and is_local(link):
        db = ""
    further = _open_link(engine, link, db, OLD, FURTHER.format(at))
    if twice := 2 * further.rows - further.records - further.distinct_items:
        raise BadInput(
            f"the link names {count_of(twice, 'record')} twice", "each person has one record in each release"
        )
    tables = {"transactions": further.transactions, "record_ids": _ids(further), "items": further.items}
    return engine.table("inference/across/further", persons=persons, **tables)


def read_whose(engine: DuckDBEngine | Warehouse, link: Link, db: str, person: str, *, pieces: bool = False) -> Table:
    """Read whose the linked records are: ``record_id`` (what :func:`read_link` calls ``person``), ``person``."""
    if not isinstance(engine, Warehouse) and is_local(link):
        db = ""
    persons = _open_link(engine, link, db, *((PERSON, OLD) if pieces else (OLD, NEW)), person=person).persons
    assert persons is not None
    return persons


def _open_link(
    engine: DuckDBEngine | Warehouse, link: Link, db: str, record_id: str, item: str, *, person: str = ""
) -> Dataset:
    """Open two columns of a link, and that of persons; who has no record in one of the releases is not in both."""
    engine.trace.begin_phase("reading the link between old and new record ids")
    try:
        dataset = open_source(
            engine,
            without_index(link),
            SourceOptions(db=db, format="long", record_id=record_id, item=item, on_null="drop", person=person),
        )
    except BadInput as error:
        further = FURTHER.format(3)
        columns = f"it has the columns {OLD} and {NEW}, {further} of a third release, {PERSON} with a disassociated one"
        raise BadInput(f"the link cannot be read: {error.marked_message}", columns, error.details) from error
    for note in dataset.notes:
        engine.trace.note(f"link: {note}")
    return dataset


def _ids(dataset: Dataset) -> Table:
    assert dataset.record_ids is not None
    return dataset.record_ids
