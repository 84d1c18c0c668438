"""A source with columns (CSV, Parquet, a table, a frame), and how its rows become (record, item)."""

from dataclasses import replace
from typing import Any

import sqlglot
from sqlglot import exp

from setanon_sql.dataset import COLUMNS
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.sources.columns import Column, Wide, missing_columns
from setanon_sql.sources.equality import with_equal_as_one
from setanon_sql.sources.hints import hints_in
from setanon_sql.sources.onehot import flag_columns, read_onehot, record_column
from setanon_sql.sources.options import SourceOptions
from setanon_sql.sources.persons import named_persons, person_column, without_person
from setanon_sql.sources.rows import Rows
from setanon_sql.sources.splitting import split_cells


def wide_format(engine: DuckDBEngine, wide: Wide, options: SourceOptions) -> str:
    """Return ``long``, ``list`` or ``onehot``; raises BadInput where the columns are those of none of them."""
    item = wide.column(options.item)
    if item and item.holds_lists:
        return "list"
    if item and wide.column(options.record_id):
        return "long"
    may_be_items = without_person(wide, options)
    flags = flag_columns(engine, may_be_items)
    if not item and len(flags) >= max(2, len(may_be_items.columns) - 1):
        return "onehot"
    raise missing_columns(wide, options.record_id, options.item)


def wide_rows(engine: DuckDBEngine, wide: Wide, kind: str, options: SourceOptions) -> Rows:
    """Return the rows of a source with columns, read as ``long``, ``list`` or ``onehot``."""
    if options.split:
        wide = split_cells(engine, wide, kind, options)
        kind = "list"
    wide = with_equal_as_one(engine, wide, options, kind)
    return replace(_rows_of_kind(engine, wide, kind, options), spellings=wide.spellings)


def _rows_of_kind(engine: DuckDBEngine, wide: Wide, kind: str, options: SourceOptions) -> Rows:
    if kind == "long":
        return _rows_of_pairs(engine, wide, options)
    person = person_column(wide, options)
    if kind == "onehot":
        wide = without_person(wide, options)
        record = record_column(engine, wide, options)
        rows = read_onehot(engine, wide, record)
    else:
        record = wide.column(options.record_id)
        rows = replace(_rows_of_lists(engine, wide, options), **_hints(engine, wide, record, options))
    if person:
        rows = replace(rows, persons=named_persons(engine, wide, record, person))
    return _with_column_names(rows, record, options)


def _with_column_names(rows: Rows, record: Column | None, options: SourceOptions) -> Rows:
    return replace(rows, columns=(record.label if record else COLUMNS[0], options.item))


def _rows_of_pairs(engine: DuckDBEngine, wide: Wide, options: SourceOptions) -> Rows:
    record = wide.column(options.record_id)
    item = wide.column(options.item)
    if not record or not item:
        raise missing_columns(wide, options.record_id, options.item)
    if item.holds_lists or record.holds_lists:
        raise BadInput(f"{wide.name} holds lists in these columns, so it is not long", "read it with <format=list>")
    person = person_column(wide, options)
    tree = sqlglot.select(record.expression().as_("record"), item.expression().as_("item"))
    if person:
        tree = tree.select(person.expression().as_("person"))
    pairs = engine.view(tree.from_(wide.table.expression()))
    numbered = engine.view("sources/rows/numbered", pairs=pairs)
    hints = _hints(engine, wide, record, options)
    if wide.passing:
        pairs = engine.table(all_rows(pairs))
    columns = (record.label, item.label)
    scratch = (pairs,) if wide.passing else ()
    rows = Rows(pairs=pairs, numbered=numbered, scratch=scratch, columns=columns, **hints)
    return replace(rows, persons=pairs) if person else rows


def _hints(engine: DuckDBEngine, wide: Wide, record: Column | None, options: SourceOptions) -> dict[str, Any]:
    """Return what columns tell of records, by the names that rows have for it."""
    hints = hints_in(engine, wide, record, options)
    return {"person_hint": hints.person, "columns_hint": hints.columns}


def _rows_of_lists(engine: DuckDBEngine, wide: Wide, options: SourceOptions) -> Rows:
    item = wide.column(options.item)
    record = wide.column(options.record_id)
    if not item:
        raise missing_columns(wide, options.item)
    if not item.holds_lists:
        raise BadInput(
            f'the column "{item.label}" of {wide.name} holds no lists',
            "read it with <format=long>, or name the column of lists with <item>",
        )
    return _unnest(engine, wide.table, item.expression(), record)


def _unnest(engine: DuckDBEngine, table: Table, items: exp.Expr, record: Column | None) -> Rows:
    columns = [items.as_("items"), *([record.expression().as_("record")] if record else [])]
    lists = engine.view(sqlglot.select(*columns).from_(table.expression()))
    if record:
        rows = engine.table("sources/rows/unlisted", lists=lists)
        return Rows(pairs=rows, numbered=rows, keys=lists, scratch=(rows,))
    pairs = engine.table("sources/rows/unlisted_numbered", lists=lists)
    numbered = Table(pairs.name, pairs.schema, columns={"row": "record", "record": "record", "item": "item"})
    count = engine.count(lists)
    return Rows(pairs=pairs, numbered=numbered, lines=count, scratch=(pairs,))
