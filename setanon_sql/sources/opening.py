"""Open a source of any kind: find out what it is, read its rows, code them."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse, is_remote
from setanon_sql.errors import BadInput
from setanon_sql.files.watching import watch
from setanon_sql.sources.capping import cap_items, cap_records
from setanon_sql.sources.coding import code
from setanon_sql.sources.columns import Wide
from setanon_sql.sources.control import hold_out
from setanon_sql.sources.csv import open_csv, text_format
from setanon_sql.sources.database import open_table, refuse_database
from setanon_sql.sources.faults import explain_faults
from setanon_sql.sources.files import existing_file, is_parquet
from setanon_sql.sources.frames import Frame, is_frame, open_frame, source_name
from setanon_sql.sources.hints import columns_of_hints
from setanon_sql.sources.lakes import one_snapshot, open_beside, read_once, refuse_table_files
from setanon_sql.sources.narrowing import QUERIED, narrow, run_query
from setanon_sql.sources.options import SourceOptions
from setanon_sql.sources.parquet import open_parquet
from setanon_sql.sources.remote import open_remote
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
        raise BadInput("there is nothing to read", "name a SOURCE, or say with <query> what to read")
    if isinstance(engine, Warehouse):
        dataset = open_relation(engine, source, options)
    else:
        place = "" if is_remote(options.db) else options.db
        with explain_faults(QUERIED if source is None else source_name(source, place)):
            with one_snapshot(engine) as snapshot:
                rows = _rows(engine, source, options)
            dataset = code(engine, replace(rows, selection=replace(rows.selection, snapshot=snapshot)), options)
    dataset = hold_out(dataset, options.control, options.seed)
    dataset = cap_records(dataset, options.cap_records, options.seed)
    return cap_items(dataset, options.cap, options.seed)


def _rows(engine: DuckDBEngine, source: Source, options: SourceOptions) -> Rows:
    if is_remote(options.db) and (source is None or not is_frame(source)):
        wide = open_remote(engine, None if source is None else str(source), options)
        return _rows_of_columns(engine, wide, options, selected=True)
    opened = None if source is None else _open(engine, source, options)
    for name in filter(is_file, options.reads if options.query or options.where else ()):
        watch(Path(name))
    if options.query:
        base = open_csv(engine, opened, options) if isinstance(opened, Text) else opened
        return _rows_of_columns(engine, run_query(engine, base, options), options)
    assert opened is not None
    return (
        _rows_of_text(engine, opened, options)
        if isinstance(opened, Text)
        else _rows_of_columns(engine, opened, options)
    )


def _open(engine: DuckDBEngine, source: Source, options: SourceOptions) -> Wide | Text:
    if is_frame(source):
        wide = open_frame(engine, source, options, ids_in_index=True)
        if isinstance(source, list | tuple | set | frozenset) and not any(
            column.holds_lists for column in wide.columns
        ):
            raise BadInput(f"{wide.name} does not hold the items of each record", "give one list of items a record")
        return wide
    if options.db:
        return open_table(engine, str(source), options.db)
    if beside := open_beside(engine, str(source)):
        return beside
    path = existing_file(Path(str(source)))
    if is_parquet(path):
        refuse_table_files([path])
        return open_parquet(engine, path)
    refuse_database(engine, path)
    return open_text(engine, path, str(source))


def _rows_of_columns(engine: DuckDBEngine, wide: Wide, options: SourceOptions, *, selected: bool = False) -> Rows:
    """Return the rows of a source with columns; ``selected``: they are those that meet ``where`` already."""
    if options.format in _LINES:
        raise BadInput(f"{wide.name} has columns, so it is not {options.format}", "leave <format> out")
    kind = options.format or wide_format(engine, wide, options)
    names = wide.names
    if not options.where:
        wide = read_once(engine, wide, kind, options)
    rows = wide_rows(engine, wide, kind, options) if selected else _rows_selected(engine, wide, kind, options)
    return _with_notes(rows, kind, options, names)


def _rows_of_text(engine: DuckDBEngine, text: Text, options: SourceOptions) -> Rows:
    if options.format == "list":
        raise BadInput(f"{text.name} is a text file, which holds no lists", "<format=basket> reads lines of items")
    kind = options.format or text_format(text, options)
    if kind in _LINES:
        if options.split:
            raise BadInput(f"{text.name} has no cells that <split> could part", "<sep> parts the items of a line")
        if options.where:
            raise BadInput(f"{text.name} has no columns that <where> could name", "leave it out, or read a table")
        if options.person:
            raise BadInput(f"{text.name} has no column that <person> could name", "read a table with such a column")
        return _with_notes(read_lines(engine, text, options, spmf=kind == "spmf"), kind, options)
    wide = open_csv(engine, text, options)
    return _with_notes(_rows_selected(engine, wide, kind, options), kind, options, wide.names)


def _rows_selected(engine: DuckDBEngine, wide: Wide, kind: str, options: SourceOptions) -> Rows:
    """Return the rows of a source with columns that meet ``where``."""
    if not options.where:
        return wide_rows(engine, wide, kind, options)
    kinds = {column.label: column.kind for column in wide.columns}
    needed = () if kind == "onehot" else (*options.columns, *columns_of_hints(kinds, options))
    rows_left = narrow(engine, wide, options, needed)
    rows = wide_rows(engine, rows_left, kind, options)
    return replace(rows, unit="selected row", scratch=(*rows.scratch, rows_left.table))


def _with_notes(rows: Rows, kind: str, options: SourceOptions, names: Sequence[str] = ()) -> Rows:
    """Return rows with what is said of them; ``names``: the columns of the source, which may be its items."""
    others = tuple(name for name in names if name not in rows.columns) if kind in {"long", "list"} else ()
    rows = replace(rows, selection=options.selection(public=kind != "onehot"), other_columns=others)
    return rows if options.format else replace(rows, notes=(f"format: {kind}", *rows.notes))
