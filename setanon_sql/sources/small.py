"""Small tables beside a source, which tell something about its items: what is sensitive, factors, constraints."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import sqlglot

from setanon_sql.engine import DuckDBEngine, Engine, Warehouse
from setanon_sql.engine.warehouse import name_parts
from setanon_sql.errors import BadInput
from setanon_sql.sources.columns import Wide
from setanon_sql.sources.csv import open_csv
from setanon_sql.sources.elsewhere import named_table
from setanon_sql.sources.faults import reading
from setanon_sql.sources.files import existing_file, is_parquet
from setanon_sql.sources.frames import called, is_frame, is_local, open_frame
from setanon_sql.sources.lakes import open_beside
from setanon_sql.sources.options import SourceOptions
from setanon_sql.sources.parquet import open_parquet
from setanon_sql.sources.text import open_text

#: A row: a text for each column, None where there is none.
Row = tuple[str | None, ...]


def open_wide(engine: DuckDBEngine, source: Any, options: SourceOptions, *more: str) -> Wide:
    """Open a file, a frame, or with ``options.db`` a table, that tells something about items.

    ``more`` are columns that are needed besides those of items and record ids.
    """
    if is_frame(source):
        return open_frame(engine, source, options)
    path = Path(str(source))
    if options.db and not path.exists():
        return named_table(engine, str(source), options.db, (options.item, options.record_id, *more))
    if beside := open_beside(engine, str(source)):
        return beside
    path = existing_file(path)
    if is_parquet(path):
        return open_parquet(engine, path)
    return open_csv(engine, open_text(engine, path), SourceOptions(record_id=options.record_id, item=options.item))


def small_rows(
    engine: Engine, source: Any, options: SourceOptions, wanted: Sequence[str], optional: Sequence[str] = ()
) -> list[Row]:
    """Return the rows of a file, a frame, or with ``options.db`` a table, in the order of the columns that are named.

    ``wanted``, ``optional``: names of columns; one of the latter that is missing has no value in any row.
    Raises BadInput where it cannot be read or lacks a column.
    """
    if isinstance(engine, Warehouse):
        return _of_warehouse(engine, source, options, wanted, optional)
    assert isinstance(engine, DuckDBEngine)
    with reading(called(source)):
        wide = open_wide(engine, source, options, *wanted, *optional)
        there = {column.label for column in wide.columns}
        _refuse_missing(wide.name, wanted, there)
        named = [name for name in (*wanted, *optional) if name in there]
        found = [wide.column(name) for name in named]
        texts = [one.text().as_(f"c{at}") for at, one in enumerate(found) if one]
        rows = engine.rows(sqlglot.select(*texts).from_(wide.table.expression()))
    return _in_order(rows, named, (*wanted, *optional))


def _of_warehouse(
    engine: Warehouse, source: Any, options: SourceOptions, wanted: Sequence[str], optional: Sequence[str]
) -> list[Row]:
    """A file of this machine is read by DuckDB; all else is a table of the warehouse."""
    held = engine.frame(source)
    if held is None and is_local(source):
        with DuckDBEngine(threads=1) as reader:
            return small_rows(reader, source, replace(options, db=""), wanted, optional)
    relation = held or engine.relation(name_parts(str(source)))
    _refuse_missing(called(source), wanted, set(relation.columns))
    named = [name for name in (*wanted, *optional) if name in relation.columns]
    texts = [engine.text_of(relation, name).as_(f"c{at}") for at, name in enumerate(named)]
    rows = engine.rows(sqlglot.select(*texts).from_(relation.table.expression()))
    return _in_order(rows, named, (*wanted, *optional))


def _refuse_missing(name: str, wanted: Sequence[str], there: set[str]) -> None:
    if missing := [f'"{one}"' for one in wanted if one not in there]:
        header = " and ".join(f'"{one}"' for one in wanted)
        raise BadInput(f"{name} lacks the column {' and '.join(missing)}", f"it needs a header with {header}")


def _in_order(rows: Sequence[tuple[Any, ...]], named: Sequence[str], asked: Sequence[str]) -> list[Row]:
    places = [named.index(name) if name in named else None for name in asked]
    return [tuple(None if at is None or row[at] is None else str(row[at]) for at in places) for row in rows]
