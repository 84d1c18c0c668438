"""The sensitive constraint: which items nobody may infer of whom."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import sqlglot
from sqlglot import exp

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Engine, Warehouse
from setanon_sql.engine.warehouse import name_parts as relation_parts
from setanon_sql.errors import BadInput
from setanon_sql.keys import digest_of_numbers
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.sources import SourceOptions
from setanon_sql.sources.columns import Wide
from setanon_sql.sources.faults import reading
from setanon_sql.sources.frames import Frame, called, is_frame, is_local
from setanon_sql.sources.small import open_wide

#: The name of a file or a table, something with columns, or items.
Source = str | Path | Frame | Collection[Any]


@dataclass(frozen=True)
class Constraint:
    """What is to be hidden, in the numbers of a dataset.

    ``sensitive``: ``item``, what somebody wants hidden. ``wishes``: ``record_id, item``, who wants what hidden, whether
    it is in the record or not; None where ``sensitive`` holds for everybody. ``notes`` are sentences for the user.
    ``named`` is the constraint as it was written: ``label``, or ``source_id, label``.
    """

    sensitive: Table
    wishes: Table | None
    named: Table
    notes: tuple[str, ...] = ()

    @property
    def personal(self) -> bool:
        """Does each person have wishes of their own?"""
        return self.wishes is not None

    def digest(self, engine: Engine) -> str:
        """Return what tells it from another constraint of the same dataset."""
        if self.wishes is None:
            return digest_of_numbers(engine, (self.sensitive, "item", "item", "item", "item"))
        return digest_of_numbers(engine, (self.wishes, "record_id", "item", "item", "item"))


def read_constraint(dataset: Dataset, source: Source, options: SourceOptions | None = None) -> Constraint:
    """Read ``--sensitive``: a file, a frame, a list of items, or with ``options.db`` a table.

    One column ``item`` (a text file of one column may do without the header) makes items sensitive for everybody; a
    column ``record_id`` beside it makes the wishes personal (the names of the columns are those of ``options``).
    Raises BadInput where it cannot be read or fits nothing.
    """
    options, engine = options or SourceOptions(), dataset.engine
    with reading(called(source)):
        if isinstance(engine, Warehouse):
            rows = _of_warehouse(engine, source, options)
        else:
            assert isinstance(engine, DuckDBEngine)
            rows = _of_duckdb(engine, source, options)
    if rows.personal:
        return personal(dataset, rows.table)
    found = fixed(dataset, rows.table)
    return replace(found, notes=(*found.notes, _for_all(options))) if rows.beside else found


def _for_all(options: SourceOptions) -> str:
    return (
        f'--sensitive has other columns, but none called "{options.record_id}": its items are sensitive for everybody '
        "(--record-id names the column of persons)"
    )


@dataclass(frozen=True)
class _Rows:
    """What is sensitive, in words: ``label``, or ``source_id, label``. ``beside``: there are columns besides these."""

    table: Table
    personal: bool
    beside: bool = False


def _of_duckdb(engine: DuckDBEngine, source: Source, options: SourceOptions) -> _Rows:
    wide = open_wide(engine, source, options)
    item, person = wide.column(options.item), wide.column(options.record_id)
    if item is None and len(wide.columns) == 1 and wide.passing:
        return _plain_list(engine, wide)
    if item is None:
        raise _no_item(wide.name, options)
    rows = _named(engine, wide.table, item.text(), person.text() if person else None, lasting=not wide.passing)
    return replace(rows, beside=wide.others or len(wide.columns) > 1)


def _plain_list(engine: DuckDBEngine, wide: Wide) -> _Rows:
    """A text file of one column without a header: what was taken for its header is an item, too."""
    (only,) = wide.columns
    rows = _named(engine, wide.table, only.text(), None)
    first = engine.load("first_item", {"label": str}, [[only.label]])
    engine.append(rows.table, all_rows(first))
    engine.drop(first)
    return rows


def _of_warehouse(engine: Warehouse, source: Source, options: SourceOptions) -> _Rows:
    """A file of this machine (unless Spark can read it) is read by DuckDB and sent; all else is a table."""
    held = engine.frame(source)
    if held is None and is_local(source) and not _for_spark(engine, source):
        with DuckDBEngine(threads=1) as reader:
            read = _of_duckdb(reader, source, replace(options, db=""))
            names = ("label", "source_id") if read.personal else ("label",)
            given = [row[: len(names)] for row in reader.rows(all_rows(read.table))]
        return replace(read, table=engine.load_rows("named", dict.fromkeys(names, str), given))
    relation = held or engine.relation(relation_parts(str(source)))
    if options.item not in relation.columns:
        raise _no_item(called(source), options)
    person = engine.text_of(relation, options.record_id) if options.record_id in relation.columns else None
    rows = _named(engine, relation.table, engine.text_of(relation, options.item), person)
    return replace(rows, beside=len(relation.columns) > 1)


def _for_spark(engine: Warehouse, source: Source) -> bool:
    return engine.abilities.writes_folders and not is_frame(source) and Path(str(source)).suffix.lower() == ".parquet"


def _named(engine: Engine, table: Table, item: exp.Expr, person: exp.Expr | None, *, lasting: bool = False) -> _Rows:
    """Name the rows of a table; of one that is ``lasting`` and cheap to read again no copy is made."""
    present = item.copy().is_(exp.null()).not_()
    columns = [item.as_("label")] + ([person.as_("source_id")] if person else [])
    make = engine.view if lasting else engine.table
    rows = make(sqlglot.select(*columns).from_(table.expression()).where(present))
    return _Rows(rows, person is not None)


def _no_item(name: str, options: SourceOptions) -> BadInput:
    return BadInput(
        f'{name} has no column "{options.item}"',
        "it needs a header: a column of items, and a column of record ids where wishes are personal",
    )


def fixed(dataset: Dataset, named: Table) -> Constraint:
    """Hide the items that ``named`` (``label``) lists, for everybody. Raises BadInput where none is in the data."""
    engine = dataset.engine
    notes = _item_notes(dataset, named)
    sensitive = engine.table("rho/constraint/sensitive_for_all", named=named, items=dataset.items)
    if engine.count(sensitive) == dataset.distinct_items:
        notes += ("every item is sensitive: then nearly every record of more than one item loses some",)
    return Constraint(sensitive, None, named, notes)


def personal(dataset: Dataset, named: Table) -> Constraint:
    """Hide for each person what ``named`` (``source_id, label``) lists for that person.

    Raises BadInput where no row names both an item and a person of the data.
    """
    engine = dataset.engine
    notes = _item_notes(dataset, named)
    names = dataset.names()
    count, unknown = engine.row("rho/constraint/unknown_persons", named=named, record_ids=names)
    if unknown:
        notes += (f"{unknown} of the {count} persons in --sensitive have no record in the data; they are passed over",)
    wishes = engine.table("rho/constraint/wishes", named=named, items=dataset.items, record_ids=names)
    if not engine.count(wishes):
        raise BadInput(
            "--sensitive names no person of the data together with an item of the data",
            "are its record ids written as in the source? A basket file's are its line numbers, from 1",
        )
    return Constraint(engine.table("rho/constraint/sensitive_for_somebody", wishes=wishes), wishes, named, notes)


def _item_notes(dataset: Dataset, named: Table) -> tuple[str, ...]:
    count, unknown = dataset.engine.row("rho/constraint/unknown_items", named=named, items=dataset.items)
    if not count:
        raise BadInput("--sensitive names no item", "list at least one item; without any there is nothing to hide")
    if unknown == count:
        raise BadInput(
            f"none of the {count} items in --sensitive occurs in the data",
            "are they written as in the source (case, spaces)? Is it the right file?",
        )
    if unknown:
        return (f"{unknown} of the {count} items in --sensitive do not occur in the data; nothing can be told of them",)
    return ()
