"""Small tables beside a source, which tell something about its items: what is sensitive, factors, constraints."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import sqlglot

from setanon_sql.dataset import COLUMNS
from setanon_sql.engine import DuckDBEngine, Engine, Warehouse
from setanon_sql.engine.warehouse import name_parts
from setanon_sql.errors import BadInput
from setanon_sql.sources.columns import Wide
from setanon_sql.sources.csv import open_csv
from setanon_sql.sources.faults import explain_faults
from setanon_sql.sources.files import existing_file, is_parquet
from setanon_sql.sources.frames import is_frame, is_local, open_frame, source_name
from setanon_sql.sources.lakes import open_beside
from setanon_sql.sources.options import SourceOptions
from setanon_sql.sources.parquet import open_parquet
from setanon_sql.sources.remote import named_table
from setanon_sql.sources.text import open_text

#: A row: a text for each column, None where there is none.
Row = tuple[str | None, ...]


def list_column(name: str, labels: Collection[str], options: SourceOptions) -> str:
    """Return what a list with the columns ``labels`` calls its column ``name``.

    Of ``item`` and ``record_id`` that is what the source calls it, or else just that.
    """
    others = {"item": options.item, "record_id": options.record_id}
    name_of_source = others.pop(name, name)
    is_plain = name in labels and name not in others.values()
    return name if is_plain and name_of_source not in labels else name_of_source


def open_wide(engine: DuckDBEngine, source: Any, options: SourceOptions, *more: str) -> Wide:
    """Open a file, a frame, or with ``options.db`` a table, that tells something about items.

    ``more`` are columns that are needed besides those of items and record ids.
    """
    if is_frame(source):
        return open_frame(engine, source, options)
    path = Path(str(source))
    if options.db and not path.exists():
        return named_table(engine, str(source), options.db, {options.item, options.record_id, *COLUMNS, *more})
    if beside := open_beside(engine, str(source)):
        return beside
    path = existing_file(path)
    if is_parquet(path):
        return open_parquet(engine, path)
    return open_csv(
        engine, open_text(engine, path, str(source)), SourceOptions(record_id=options.record_id, item=options.item)
    )


def small_rows(
    engine: Engine, source: Any, options: SourceOptions, needed: Sequence[str], optional: Sequence[str] = ()
) -> list[Row]:
    """Return the rows of a file, a frame, or with ``options.db`` a table, in the order of the columns that are named.

    ``needed``, ``optional``: names of columns, as :func:`list_column` has them; one of the latter that is missing has
    no value in any row. Raises BadInput where it cannot be read or lacks a column.
    """
    if isinstance(engine, Warehouse):
        return _of_warehouse(engine, source, options, needed, optional)
    assert isinstance(engine, DuckDBEngine)
    with explain_faults(source_name(source)):
        wide = open_wide(engine, source, options, *needed, *optional)
        labels = {column.label for column in wide.columns}
        names = _names_there(wide.name, labels, options, needed, optional)
        texts = [column.text().as_(name) for name, label in names.items() if (column := wide.column(label))]
        rows = engine.rows(sqlglot.select(*texts).from_(wide.table.expression()))
    return _in_order(rows, [*names], (*needed, *optional))


def small_table(
    engine: Engine, source: Any, options: SourceOptions, needed: Sequence[str], optional: Sequence[str] = ()
) -> Any:
    """Return the same rows as an Arrow table, which can be read again, whatever becomes of the source."""
    import pyarrow as pa  # noqa: PLC0415

    names = (*needed, *optional)
    rows = small_rows(engine, source, options, needed, optional)
    columns = zip(*rows, strict=True) if rows else ((),) * len(names)
    return pa.table({name: pa.array(column, pa.string()) for name, column in zip(names, columns, strict=True)})


def _of_warehouse(
    engine: Warehouse, source: Any, options: SourceOptions, needed: Sequence[str], optional: Sequence[str]
) -> list[Row]:
    """Read a file of this machine with DuckDB, all else as a table of the warehouse."""
    frame = engine.frame(source)
    if frame is None and is_local(source):
        with DuckDBEngine(threads=1) as reader:
            return small_rows(reader, source, replace(options, db=""), needed, optional)
    relation = frame or engine.relation(name_parts(str(source)))
    names = _names_there(source_name(source), relation.columns, options, needed, optional)
    texts = [engine.text_of(relation, label).as_(name) for name, label in names.items()]
    rows = engine.rows(sqlglot.select(*texts).from_(relation.table.expression()))
    return _in_order(rows, [*names], (*needed, *optional))


def _names_there(
    list_name: str, labels: Collection[str], options: SourceOptions, needed: Sequence[str], optional: Sequence[str]
) -> dict[str, str]:
    """Return what a list calls those columns that it has; raises BadInput where it lacks one that is ``needed``."""
    names = {name: list_column(name, labels, options) for name in (*needed, *optional)}
    if missing := [f'"{names[name]}"' for name in needed if names[name] not in labels]:
        header = " and ".join(f'"{names[name]}"' for name in needed)
        raise BadInput(f"{list_name} lacks the column {' and '.join(missing)}", f"it needs a header with {header}")
    return {name: label for name, label in names.items() if label in labels}


def _in_order(rows: Sequence[tuple[Any, ...]], names: Sequence[str], needed: Sequence[str]) -> list[Row]:
    places = [names.index(name) if name in names else None for name in needed]
    return [tuple(None if at is None or row[at] is None else str(row[at]) for at in places) for row in rows]
