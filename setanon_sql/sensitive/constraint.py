"""The sensitive constraint: which items nobody may infer of whom."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import sqlglot
from sqlglot import exp

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Engine, Warehouse, scoped
from setanon_sql.engine.warehouse import name_parts as relation_parts
from setanon_sql.errors import BadInput
from setanon_sql.keys import digest_of_numbers
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.sources import SourceOptions
from setanon_sql.sources.columns import Wide
from setanon_sql.sources.faults import explain_faults
from setanon_sql.sources.frames import Frame, is_frame, is_local, source_name
from setanon_sql.sources.options import UNSEEN
from setanon_sql.sources.small import list_column, open_wide
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.text import count_of

#: The name of a file or a table, something with columns, or items.
Source = str | Path | Frame | Collection[Any]


@dataclass(frozen=True)
class Constraint:
    """Items to be hidden, in the numbers of a dataset.

    ``sensitive``: ``item``, what somebody wants hidden. ``wishes``: ``record_id, item``, who wants what hidden, whether
    it is in the record or not; None where ``sensitive`` holds for everybody. ``notes`` are sentences for the user.
    ``named`` is the constraint as it was written, with items in the places of labels of a taxonomy: ``label``, or
    ``source_id, label``. ``near``: items of the data that differ from a named one in case and blanks only.
    """

    sensitive: Table
    wishes: Table | None
    named: Table
    notes: tuple[str, ...] = ()
    near: tuple[str, ...] = ()

    @property
    def personal(self) -> bool:
        """Return whether each person has wishes of their own."""
        return self.wishes is not None

    def for_persons(self, dataset: Dataset) -> "Constraint":
        """Return the constraint with what is to be hidden in one record of a person in all records of that person."""
        if self.wishes is None or dataset.persons is None:
            return self
        wishes = dataset.engine.table("rules/persons/wishes", wishes=self.wishes, persons=dataset.persons)
        return replace(self, wishes=wishes)

    def digest(self, engine: Engine) -> str:
        """Return what tells it from another constraint of the same dataset."""
        if self.wishes is None:
            return digest_of_numbers(engine, (self.sensitive, "item", "item", "item", "item"))
        return digest_of_numbers(engine, (self.wishes, "record_id", "item", "item", "item"))


def read_constraint(
    dataset: Dataset, source: Source, options: SourceOptions | None = None, taxonomy: Taxonomy | None = None
) -> Constraint:
    """Read ``--sensitive``: a file, a frame, a list of items, or with ``options.db`` a table.

    One column ``item`` (a text file of one column may do without the header) makes items sensitive for everybody; a
    column ``record_id`` beside it makes the wishes personal. The columns may also be called as those of the source.
    A label of the ``taxonomy`` stands for all items under it. Raises BadInput where it cannot be read or fits nothing.
    """
    options = options or SourceOptions()
    engine = dataset.engine
    rows = in_words_of(dataset, read_named(engine, source, options))
    named = items_of_labels(dataset, rows, taxonomy) if taxonomy else rows.table
    constraint = personal_constraint(dataset, named) if rows.personal else constraint_for_all(dataset, named)
    constraint = replace(constraint, near=near_items(engine, named, dataset.items))
    if rows.personal or not rows.beside:
        return constraint
    return replace(constraint, notes=(*constraint.notes, _note_for_all(options)))


def read_named(engine: Engine, source: Source, options: SourceOptions) -> "NamedRows":
    """Read ``--sensitive`` as it is written; raises BadInput where it cannot be read."""
    with explain_faults(source_name(source)):
        if isinstance(engine, Warehouse):
            return _of_warehouse(engine, source, options)
        assert isinstance(engine, DuckDBEngine)
        return _of_duckdb(engine, source, options)


def in_words_of(dataset: Dataset, rows: "NamedRows") -> "NamedRows":
    """Return listed items by their labels, also those whose spelling the source takes for equal to these."""
    if dataset.spellings is None:
        return rows
    query = "rules/constraint/items_for_persons" if rows.personal else "rules/constraint/items_for_all"
    return replace(rows, table=dataset.engine.table(query, named=rows.table, under=dataset.spellings))


@scoped
def items_of_labels(dataset: Dataset, rows: "NamedRows", taxonomy: Taxonomy) -> Table:
    """Return listed items in words, with all items under a label of a taxonomy in its place."""
    engine = dataset.engine
    below = [(over, label) for label in taxonomy.depth for over in taxonomy.path(label) if over in taxonomy.children]
    loaded = engine.load_rows("below", {"label": str, "item": str}, below)
    under = engine.table("rules/constraint/under_labels", named=rows.table, below=loaded, items=dataset.items)
    if not engine.count(under):
        return rows.table
    query = "rules/constraint/items_for_persons" if rows.personal else "rules/constraint/items_for_all"
    return engine.table(query, named=rows.table, under=under)


def near_items(engine: Engine, named: Table, items: Table) -> tuple[str, ...]:
    """Return those ``items`` (``label``) that are not ``named`` (``label``), but for case and blanks are called so."""
    rows = engine.rows("rules/constraint/near_items", named=named, items=items, blanks=UNSEEN)
    return tuple(sorted(str(label) for (label,) in rows))


def none_occurs(items: int, option: str) -> str:
    """Say that no item of a list is in the data."""
    if items == 1:
        return f"the 1 item in {option} does not occur in the data"
    return f"none of the {items:,} items in {option} occurs in the data"


def near_message(near: Collection[str], option: str) -> str:
    """Say that items are not meant that differ from those of a list in their spelling only."""
    items = count_of(len(near), "item of the data differs", "items of the data differ")
    return (
        f"{items} from one in {option} in case or blanks only, and {option} does not apply there; "
        "where the same is meant, list each spelling or mend the source"
    )


def _note_for_all(options: SourceOptions) -> str:
    return (
        f'<sensitive> has other columns, but none called "{options.record_id}": its items are sensitive for everybody '
        "(<record_id> names the column of persons)"
    )


@dataclass(frozen=True)
class NamedRows:
    """Sensitive items in words: ``label``, or ``source_id, label``. ``beside``: there are columns besides these."""

    table: Table
    personal: bool
    beside: bool = False


def _of_duckdb(engine: DuckDBEngine, source: Source, options: SourceOptions) -> NamedRows:
    wide = open_wide(engine, source, options)
    labels = {column.label for column in wide.columns}
    item = wide.column(list_column("item", labels, options))
    person = wide.column(list_column("record_id", labels, options))
    if item is None and len(wide.columns) == 1 and wide.passing:
        return _plain_list(engine, wide)
    if item is None:
        raise _no_item(wide.name, options)
    lasting = not wide.passing and not wide.table.catalog  # a database file is let go once all is read
    rows = _named_rows(engine, wide.table, item.text(), person.text() if person else None, lasting=lasting)
    return replace(rows, beside=bool(wide.not_read) or len(wide.columns) > 1)


@scoped
def _plain_list(engine: DuckDBEngine, wide: Wide) -> NamedRows:
    """Read a text file of one column without a header: what was taken for its header is an item, too."""
    (only,) = wide.columns
    rows = _named_rows(engine, wide.table, only.text(), None)
    first = engine.load("first_item", {"label": str}, [[only.label]])
    engine.append(rows.table, all_rows(first))
    return rows


def _of_warehouse(engine: Warehouse, source: Source, options: SourceOptions) -> NamedRows:
    """Read a file of this machine (unless Spark can) by DuckDB and send it; all else is a table."""
    relation_of_frame = engine.frame(source)
    if relation_of_frame is None and is_local(source) and not _for_spark(engine, source):
        with DuckDBEngine(threads=1) as reader:
            file_rows = _of_duckdb(reader, source, replace(options, db=""))
            names = ("label", "source_id") if file_rows.personal else ("label",)
            labels = [row[: len(names)] for row in reader.rows(all_rows(file_rows.table))]
        return replace(file_rows, table=engine.load_rows("named", dict.fromkeys(names, str), labels))
    relation = relation_of_frame or engine.relation(relation_parts(str(source)))
    item = list_column("item", relation.columns, options)
    if item not in relation.columns:
        raise _no_item(source_name(source), options)
    person = list_column("record_id", relation.columns, options)
    person_text = engine.text_of(relation, person) if person in relation.columns else None
    rows = _named_rows(engine, relation.table, engine.text_of(relation, item), person_text)
    return replace(rows, beside=len(relation.columns) > 1)


def _for_spark(engine: Warehouse, source: Source) -> bool:
    return engine.abilities.writes_folders and not is_frame(source) and Path(str(source)).suffix.lower() == ".parquet"


def _named_rows(
    engine: Engine, table: Table, item: exp.Expr, person: exp.Expr | None, *, lasting: bool = False
) -> NamedRows:
    """Name the rows of a table; of one that is ``lasting`` and cheap to read again no copy is made."""
    present = item.copy().is_(exp.null()).not_()
    columns = [item.as_("label")] + ([person.as_("source_id")] if person else [])
    make = engine.view if lasting else engine.table
    rows = make(sqlglot.select(*columns).from_(table.expression()).where(present))
    return NamedRows(rows, person is not None)


def _no_item(name: str, options: SourceOptions) -> BadInput:
    return BadInput(
        f'{name} has no column "{options.item}"',
        "it needs a header: a column of items, and a column of record ids where wishes are personal",
    )


def constraint_for_all(dataset: Dataset, named: Table) -> Constraint:
    """Hide the items that ``named`` (``label``) lists, for everybody. Raises BadInput where none is in the data."""
    engine = dataset.engine
    notes = _item_notes(dataset, named)
    sensitive = engine.table("rules/constraint/sensitive_for_all", named=named, items=dataset.items)
    if engine.count(sensitive) == dataset.distinct_items:
        notes += ("every item is sensitive: then nearly every record of more than one item loses some",)
    return Constraint(sensitive, None, named, notes)


def personal_constraint(dataset: Dataset, named: Table) -> Constraint:
    """Hide for each person what ``named`` (``source_id, label``) lists for that person.
    Raises BadInput where no row names both an item and a person of the data.
    """
    engine = dataset.engine
    notes = _item_notes(dataset, named)
    names = dataset.names()
    count, unknown = engine.row("rules/constraint/unknown_persons", named=named, record_ids=names)
    if unknown:
        notes += (f"{unknown} of the {count} persons in <sensitive> have no record in the data; they are passed over",)
    wishes = engine.table("rules/constraint/wishes", named=named, items=dataset.items, record_ids=names)
    if not engine.count(wishes):
        raise BadInput(
            "<sensitive> names no person of the data together with an item of the data",
            "are its record ids written as in the source? A basket file's are its line numbers, from 1",
        )
    return Constraint(engine.table("rules/constraint/sensitive_for_somebody", wishes=wishes), wishes, named, notes)


def _item_notes(dataset: Dataset, named: Table) -> tuple[str, ...]:
    count, unknown = dataset.engine.row("rules/constraint/unknown_items", named=named, items=dataset.items)
    if not count:
        raise BadInput("<sensitive> names no item", "list at least one item; without any there is nothing to hide")
    if unknown == count:
        raise BadInput(
            none_occurs(count, "<sensitive>"),
            "are they written as in the source (case, spaces)? Is it the right file? "
            "Labels of a taxonomy count where one is given",
        )
    if unknown:
        return (
            f"{unknown} of the {count} items in <sensitive> {'does' if unknown == 1 else 'do'} not occur in the data; "
            "nothing can be told of them (labels of a taxonomy count where one is given)",
        )
    return ()
