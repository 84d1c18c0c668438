"""The link between the record ids of two releases of the same people.

A row has a record of each release that is one person's. Where persons have several records, a record is in several
rows, and a column, or the source, says whose each is: then k counts the persons behind the rows.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadInput
from setanon_sql.inference.across import side_persons
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

#: What to do where a record is in two rows and nobody says whose.
_ONCE = "each record is in one row; where persons have several, say with <person> whose each is"


def read_link(
    engine: DuckDBEngine | Warehouse,
    link: Link,
    db: str,
    *,
    pieces: Sequence[bool] = (False, False),
    several: bool = False,
    mend: str = _ONCE,
) -> tuple[Table, int]:
    """Read the rows of the link between the record ids of both releases: ``person, old_id, new_id``, and their number.

    ``pieces``: which releases are in pieces; their ids are clusters, and the link also has an id for each row.
    ``several``: a record may be in several rows, for a person may have several records in each release.
    Raises BadInput where a record is named twice otherwise; ``mend`` says what to do then.
    """
    db = _db_of(engine, link, db)
    if any(pieces):
        old, new = (_open_link(engine, link, db, PERSON, column) for column in (OLD, NEW))
        persons = engine.table(
            "inference/across/persons",
            old_rows=old.transactions, old_persons=_ids(old), old_ids=old.items,
            new_rows=new.transactions, new_persons=_ids(new), new_ids=new.items,
        )  # fmt: skip
        twice = old.rows - old.records + new.rows - new.records
        _refuse_twice(twice, (f"id in {PERSON}", f"ids in {PERSON}"), f"number its rows in {PERSON}")
    else:
        both = _open_link(engine, link, db, OLD, NEW)
        persons = engine.table(
            "inference/across/pairs", transactions=both.transactions, record_ids=_ids(both), items=both.items
        )
    if not several:
        sides = [
            side_persons(persons, which)
            for which, of_pieces in zip(("old", "new"), pieces, strict=True)
            if not of_pieces
        ]
        _refuse_twice(sum(_named_again(engine, side) for side in sides), ("record", "records"), mend)
    return persons, engine.count(persons)


def with_further(
    engine: DuckDBEngine | Warehouse, link: Link, db: str, sides: Sequence[Table], *, several: bool
) -> list[Table]:
    """Return the rows of the link, ``person, released_id`` for each release, with the records of one release more.

    ``sides``: those of the releases before, the oldest first. There is then a row for each record that the link has
    beside the old one. Raises BadInput where a record is named twice that may not (``several``).
    """
    further = _open_link(engine, link, _db_of(engine, link, db), OLD, FURTHER.format(len(sides) + 1))
    tables = {"transactions": further.transactions, "record_ids": _ids(further), "items": further.items}
    rows = engine.table("inference/across/further", persons=sides[0], **tables)
    if not several:
        _refuse_twice(2 * further.rows - further.records - further.distinct_items, ("record", "records"), _ONCE)
    before = [engine.table("inference/across/in_further_rows", persons=side, further=rows) for side in sides]
    return [*before, replace(rows, columns={"person": "further_row", "released_id": "released_id"})]


def read_whose(
    engine: DuckDBEngine | Warehouse,
    link: Link,
    db: str,
    person: str,
    sides: Sequence[Table],
    *,
    pieces: Sequence[bool],
) -> Table:
    """Read who is behind each row of the link: ``record_id`` (what :func:`read_link` calls ``person``), ``person``.

    ``sides``: its rows for each release, ``person, released_id``. ``pieces``: which of these are in pieces.
    Raises BadInput where a record would be of several persons.
    """
    columns = (PERSON, OLD) if any(pieces) else (OLD, NEW)
    dataset = _open_link(engine, link, _db_of(engine, link, db), *columns, person=person)
    whose = dataset.persons
    assert whose is not None
    if not any(pieces):
        tables = {"record_ids": _ids(dataset), "source_persons": whose}
        whose = engine.table("inference/across/whose", persons=sides[0], **tables)
    for side, of_pieces in zip(sides, pieces, strict=True):
        if not of_pieces:
            refuse_shared(engine, side, whose)
    return whose


def refuse_shared(engine: DuckDBEngine | Warehouse, side: Table, whose: Table) -> None:
    """Raise BadInput where a record of a release (``person, released_id``) would be of several persons (``whose``)."""
    if shared := engine.number("inference/across/of_several_persons", persons=side, whose=whose):
        records = count_of(shared, "record", "records")
        raise BadInput(f"the link gives {records} to more than one person", "a record is of one person: mend the link")


def warn_of_lacking_rows(engine: DuckDBEngine | Warehouse, persons: Table, whose: Table) -> None:
    """Warn where a person (``whose``) has an old and a new record that no row links (``person, old_id, new_id``)."""
    if lacking := engine.number("inference/across/lacking_rows", persons=persons, whose=whose):
        pairs = count_of(lacking, "pair", "pairs")
        engine.trace.warn(
            f"the link lacks {pairs} of an old and a new record of one person: what somebody knows of both is not "
            "counted; link each old record of a person with each new one"
        )


def _db_of(engine: DuckDBEngine | Warehouse, link: Link, db: str) -> str:
    return "" if not isinstance(engine, Warehouse) and is_local(link) else db


def _named_again(engine: DuckDBEngine | Warehouse, side: Table) -> int:
    return engine.number("inference/across/named_again", persons=side)


def records_linked(engine: DuckDBEngine | Warehouse, persons: Table, rows: int) -> int:
    """Return how many records of one release the rows of a link have at least one of, in the release with fewer."""
    return rows - max(_named_again(engine, side_persons(persons, which)) for which in ("old", "new"))


def _refuse_twice(times: int, nouns: tuple[str, str], mend: str) -> None:
    """Raise BadInput where so many of what the link names (one, several of them) stand there a second time."""
    if times:
        raise BadInput(f"the link names {count_of(times, *nouns)} twice", mend)


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
        hint = error.hint if person and error.hint else columns
        raise BadInput(f"the link cannot be read: {error.marked_message}", hint, error.details) from error
    for note in dataset.notes:
        engine.trace.note(f"link: {note}")
    return dataset


def _ids(dataset: Dataset) -> Table:
    assert dataset.record_ids is not None
    return dataset.record_ids
