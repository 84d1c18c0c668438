"""Who is behind each record, where a column of the source says so: one person for each record, several records each."""

from dataclasses import dataclass, replace

import sqlglot

from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import BadInput
from setanon_sql.query.templates import Table
from setanon_sql.sources.columns import Column, Wide, missing_columns
from setanon_sql.sources.options import BLANKS, UNSEEN, SourceOptions
from setanon_sql.text import count_of


def person_column(wide: Wide, options: SourceOptions) -> Column | None:
    """Return the column of the person; None where nobody asks for persons. Raises BadInput where it is not there."""
    if not options.person:
        return None
    column = wide.column(options.person)
    if column is None:
        raise missing_columns(wide, options.person).with_hint("<person> names a column of the source")
    if column.holds_lists:
        raise BadInput(f'the column "{column.label}" of {wide.name} holds lists', "<person> names one person a record")
    return column


def without_person(wide: Wide, options: SourceOptions) -> Wide:
    """Return a source with the columns that may be items or ids of records."""
    if options.person in {"", options.record_id}:
        return wide
    other_columns = tuple(column for column in wide.columns if column.label != options.person)
    return replace(wide, columns=other_columns)


def named_persons(engine: Engine, wide: Wide, record: Column | None, person: Column) -> Table:
    """Return ``record, person`` of a source with a row for each record; without a ``record`` that is its row."""
    columns = [person.expression().as_("person"), *([record.expression().as_("record")] if record else [])]
    named = engine.view(sqlglot.select(*columns).from_(wide.table.expression()))
    return named if record else engine.view("sources/persons/numbered", named=named)


@dataclass(frozen=True)
class CodedPersons:
    """The persons of records by numbers, as :class:`~setanon_sql.dataset.Dataset` has them; None: none are named."""

    persons: Table | None = None
    n_persons: int = 0
    person_names: Table | None = None


@scoped
def code_persons(engine: Engine, named: Table | None, records: Table | None) -> CodedPersons:
    """Return numbers for the persons, how many there are, and their names; nothing where none are named.

    ``named``: ``record, person`` as the source calls them. ``records``: the numbers of the records, None where they are
    known by these. Raises BadInput where a record has no person, or several.
    """
    if named is None:
        return CodedPersons()
    if records:
        of_records = engine.table("sources/persons/of_named_records", named=named, records=records)
    else:
        of_records = engine.table("sources/persons/of_numbered_records", named=named)
    _refuse_faults(*engine.answer("sources/persons/faults", persons=of_records, blanks=BLANKS))
    persons = engine.table("sources/persons/numbers", persons=of_records)
    names = engine.table("sources/persons/names", named=of_records, persons=persons)
    _warn_of_near(engine, engine.number("sources/persons/near_names", person_names=names, blanks=UNSEEN))
    return CodedPersons(persons, engine.number("sources/persons/highest", persons=persons), names)


def _warn_of_near(engine: Engine, near: int) -> None:
    if near:
        engine.trace.warn(
            f"{count_of(near, 'person differs', 'persons differ')} from another one in case or blanks only, and are "
            "counted apart; where the same is meant, mend the source"
        )


def _refuse_faults(without: int, several: int) -> None:
    if several:
        have = "record has" if several == 1 else "records have"
        raise BadInput(f"{several} {have} more than one person", "<person> names a column with one person a record")
    if without:
        have = "record has" if without == 1 else "records have"
        raise BadInput(f"{without} {have} no person", 'leave them out: <where> "COL IS NOT NULL"')
