"""Open a source of any kind: find out what it is, read its rows, code them."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Union

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadInput
from setanon_sql.sources.coding import code
from setanon_sql.sources.csv import open_csv, text_format
from setanon_sql.sources.database import open_table
from setanon_sql.sources.faults import reading
from setanon_sql.sources.files import existing_file, is_parquet
from setanon_sql.sources.frames import is_frame, open_frame
from setanon_sql.sources.options import SourceOptions
from setanon_sql.sources.parquet import open_parquet
from setanon_sql.sources.rows import Rows
from setanon_sql.sources.text import Text, open_text, read_lines
from setanon_sql.sources.warehouse import open_relation
from setanon_sql.sources.wide import Wide, wide_format, wide_rows

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

Source = Union[str, Path, "pd.DataFrame", "pd.Series[list[str]]", "pa.Table"]

_LINES = {"basket", "spmf"}


def open_source(engine: DuckDBEngine | Warehouse, source: Source, options: SourceOptions | None = None) -> Dataset:
    """Read, check, code and count a source; it is never written.

    ``source`` is a path, a table name (with ``options.db``), a pandas DataFrame (long, one-hot or with a column of
    lists), a Series of lists or an Arrow table. Raises BadInput, which tells what is wrong and where, with no value of
    the source in its message.
    """
    options = options or SourceOptions()
    if isinstance(engine, Warehouse):
        return open_relation(engine, str(source), options)
    place = "the frame" if is_frame(source) else f"{source} of {options.db}" if options.db else str(source)
    with reading(place):
        return code(engine, _rows(engine, source, options), options)


def _rows(engine: DuckDBEngine, source: Source, options: SourceOptions) -> Rows:
    if is_frame(source):
        return _wide(engine, open_frame(engine, source, options), options)
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
