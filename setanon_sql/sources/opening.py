"""Open a source of any kind: find out what it is, read its rows, code them."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse, is_elsewhere
from setanon_sql.errors import BadInput
from setanon_sql.files.watching import watch
from setanon_sql.sources.capping import capped
from setanon_sql.sources.coding import code
from setanon_sql.sources.columns import Wide
from setanon_sql.sources.csv import open_csv, text_format
from setanon_sql.sources.database import open_table
from setanon_sql.sources.elsewhere import open_elsewhere
from setanon_sql.sources.faults import reading
from setanon_sql.sources.files import existing_file, is_parquet
from setanon_sql.sources.frames import Frame, called, is_frame, open_frame
from setanon_sql.sources.lakes import one_snapshot, open_beside, read_once
from setanon_sql.sources.narrowing import QUERIED, narrowed, queried
from setanon_sql.sources.options import SourceOptions
from setanon_sql.sources.parquet import open_parquet
from setanon_sql.sources.rows import Rows
from setanon_sql.sources.selecting import is_file
from setanon_sql.sources.text import Text, open_text, read_lines
from setanon_sql.sources.warehouse import open_relation
from setanon_sql.sources.wide import wide_format, wide_rows

#: The name of a file or a table, something with columns, or the items of each record; None where a query says it all.
Source = str | Path | Frame | Sequence[Collection[Any]] | None

_LINES = {"basket", "spmf"}


def open_source(engine: DuckDBEngine | Warehouse, source: Source, options: SourceOptions | None = None) -> Dataset:
    """Read, check, code and count a source; it is never written.

    ``source`` is a path, a table name (with ``options.db``, or of a database that ``--setup`` attached), a pattern of
    Parquet files, a frame of pandas, Polars or Arrow (long, one-hot or with a column of lists), a relation of DuckDB,
    anything else with ``__arrow_c_stream__``, or a list of the items of each record; None where ``options.query`` reads
    tables by their names. Raises BadInput, which tells what is wrong and where, with no value of the source in its
    message.
    """
    options = options or SourceOptions()
    if source is None and not options.query:
        raise BadInput("there is nothing to read", "name a SOURCE, or say with --query what to read")
    if isinstance(engine, Warehouse):
        found = open_relation(engine, source, options)
    else:
        place = "" if is_elsewhere(options.db) else options.db
        with reading(QUERIED if source is None else called(source, place)):
            with one_snapshot(engine) as snapshot:
                rows = _rows(engine, source, options)
            found = code(engine, replace(rows, selection=replace(rows.selection, snapshot=snapshot)), options)
    return capped(found, options.cap, options.seed)


def _rows(engine: DuckDBEngine, source: Source, options: SourceOptions) -> Rows:
    if is_elsewhere(options.db) and (source is None or not is_frame(source)):
        wide = open_elsewhere(engine, None if source is None else str(source), options)
        return _wide(engine, wide, options, selected=True)
    found = None if source is None else _found(engine, source, options)
    for name in filter(is_file, options.reads if options.query or options.where else ()):
        watch(Path(name))
    if options.query:
        base = open_csv(engine, found, options) if isinstance(found, Text) else found
        return _wide(engine, queried(engine, base, options), options)
    assert found is not None
    return _text(engine, found, options) if isinstance(found, Text) else _wide(engine, found, options)


def _found(engine: DuckDBEngine, source: Source, options: SourceOptions) -> Wide | Text:
    if is_frame(source):
        wide = open_frame(engine, source, options, ids_in_index=True)
        if isinstance(source, list | tuple | set | frozenset) and not any(column.listed for column in wide.columns):
            raise BadInput(f"{wide.name} does not hold the items of each record", "give one list of items a record")
        return wide
    if options.db:
        return open_table(engine, str(source), options.db)
    if beside := open_beside(engine, str(source)):
        return beside
    path = existing_file(Path(str(source)))
    return open_parquet(engine, path) if is_parquet(path) else open_text(engine, path)


def _wide(engine: DuckDBEngine, wide: Wide, options: SourceOptions, *, selected: bool = False) -> Rows:
    """The rows of a source with columns; ``selected``: they are those that meet ``where`` already."""
    if options.format in _LINES:
        raise BadInput(f"{wide.name} has columns, so it is not {options.format}", "leave --format out")
    kind = options.format or wide_format(engine, wide, options)
    if not options.where:
        wide = read_once(engine, wide, kind, options)
    rows = wide_rows(engine, wide, kind, options) if selected else _selected(engine, wide, kind, options)
    return _told(rows, kind, options)


def _text(engine: DuckDBEngine, text: Text, options: SourceOptions) -> Rows:
    if options.format == "list":
        raise BadInput(f"{text.name} is a text file, which holds no lists", "--format basket reads lines of items")
    kind = options.format or text_format(text, options)
    if kind in _LINES:
        if options.where:
            raise BadInput(f"{text.name} has no columns that --where could name", "leave it out, or read a table")
        return _told(read_lines(engine, text, options, spmf=kind == "spmf"), kind, options)
    return _told(_selected(engine, open_csv(engine, text, options), kind, options), kind, options)


def _selected(engine: DuckDBEngine, wide: Wide, kind: str, options: SourceOptions) -> Rows:
    """The rows of a source with columns that meet ``where``."""
    if not options.where:
        return wide_rows(engine, wide, kind, options)
    needed = () if kind == "onehot" else (options.record_id, options.item)
    kept = narrowed(engine, wide, options, needed)
    rows = wide_rows(engine, kept, kind, options)
    return replace(rows, unit="selected row", scratch=(*rows.scratch, kept.table))


def _told(rows: Rows, kind: str, options: SourceOptions) -> Rows:
    rows = replace(rows, selection=options.selection(public=kind != "onehot"))
    return rows if options.format else replace(rows, notes=(f"format: {kind}", *rows.notes))
