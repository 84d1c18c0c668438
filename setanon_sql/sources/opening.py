"""Open a source of any kind: find out what it is, read its rows, code them."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadInput
from setanon_sql.sources.coding import code
from setanon_sql.sources.columns import Wide
from setanon_sql.sources.csv import open_csv, text_format
from setanon_sql.sources.database import open_table
from setanon_sql.sources.faults import reading
from setanon_sql.sources.files import existing_file, is_parquet
from setanon_sql.sources.frames import Frame, called, is_frame, open_frame
from setanon_sql.sources.options import SourceOptions
from setanon_sql.sources.parquet import open_parquet
from setanon_sql.sources.rows import Rows
from setanon_sql.sources.text import Text, open_text, read_lines
from setanon_sql.sources.warehouse import open_relation
from setanon_sql.sources.wide import wide_format, wide_rows

#: The name of a file or a table, something with columns, or the items of each record.
Source = str | Path | Frame | Sequence[Collection[Any]]

_LINES = {"basket", "spmf"}


def open_source(engine: DuckDBEngine | Warehouse, source: Source, options: SourceOptions | None = None) -> Dataset:
    """Read, check, code and count a source; it is never written.

    ``source`` is a path, a table name (with ``options.db``), a frame of pandas, Polars or Arrow (long, one-hot or with
    a column of lists), a relation of DuckDB, anything else with ``__arrow_c_stream__``, or a list of the items of each
    record. Raises BadInput, which tells what is wrong and where, with no value of the source in its message.
    """
    options = options or SourceOptions()
    if isinstance(engine, Warehouse):
        if is_frame(source):
            raise BadInput(
                f"{called(source)} is in memory, and in {engine.place} tables are read", "name a table or view"
            )
        return open_relation(engine, str(source), options)
    with reading(called(source, options.db)):
        return code(engine, _rows(engine, source, options), options)


def _rows(engine: DuckDBEngine, source: Source, options: SourceOptions) -> Rows:
    if is_frame(source):
        wide = open_frame(engine, source, options)
        if isinstance(source, list | tuple | set | frozenset) and not any(column.listed for column in wide.columns):
            raise BadInput(f"{wide.name} does not hold the items of each record", "give one list of items a record")
        return _wide(engine, wide, options)
    if options.db:
        return _wide(engine, open_table(engine, str(source), options.db), options)
    path = existing_file(Path(str(source)))
    if is_parquet(path):
        return _wide(engine, open_parquet(engine, path), options)
    return _text(engine, open_text(engine, path), options)


def _wide(engine: DuckDBEngine, wide: Wide, options: SourceOptions) -> Rows:
    if options.format in _LINES:
        raise BadInput(f"{wide.name} has columns, so it is not {options.format}", "leave --format out")
    kind = options.format or wide_format(engine, wide, options)
    return _told(wide_rows(engine, wide, kind, options), kind, options)


def _text(engine: DuckDBEngine, text: Text, options: SourceOptions) -> Rows:
    if options.format == "list":
        raise BadInput(f"{text.name} is a text file, which holds no lists", "--format basket reads lines of items")
    kind = options.format or text_format(text, options)
    if kind in _LINES:
        return _told(read_lines(engine, text, options, spmf=kind == "spmf"), kind, options)
    return _told(wide_rows(engine, open_csv(engine, text, options), kind, options), kind, options)


def _told(rows: Rows, kind: str, options: SourceOptions) -> Rows:
    return rows if options.format else replace(rows, notes=(f"format: {kind}", *rows.notes))
