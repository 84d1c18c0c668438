"""A Parquet file, or several."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from sqlglot import exp

from setanon_sql.engine import DuckDBEngine
from setanon_sql.query import templates
from setanon_sql.sources.columns import INEXACT, Column, Wide, wide_of
from setanon_sql.sources.files import literal_path

#: Decimals of more digits are read as floating-point numbers.
_MOST_DIGITS = 38


def open_parquet(engine: DuckDBEngine, path: Path) -> Wide:
    """Return a Parquet file as a Wide; nothing but its footer is read."""
    table = engine.view("sources/read/parquet", path=literal_path(path))
    (_, width, _), *columns = engine.rows("sources/read/parquet_names", path=literal_path(path))
    # Columns of columns are listed, too; then the names are taken as DuckDB has them.
    labels = [name for name, _, _ in columns] if len(columns) == width else []
    return _without_long_decimals(engine, wide_of(engine, str(path), table, labels), literal_path(path))


def open_parquets(engine: DuckDBEngine, name: str) -> Wide:
    """Return the Parquet files that a pattern or an address names as a Wide."""
    wide = wide_of(engine, name, engine.view("sources/read/parquet_files", path=name))
    return replace(_without_long_decimals(engine, wide, name), shared=True)


def _without_long_decimals(engine: DuckDBEngine, wide: Wide, path: str) -> Wide:
    """Return a Wide that makes an error of whoever reads decimals that DuckDB would round."""
    if not any("DOUBLE" in column.kind for column in wide.columns):
        return wide
    rounded = {name.casefold() for name in _rounded(engine.rows("sources/read/parquet_names", path=path))}
    if not any(column.label.casefold() in rounded for column in wide.columns):
        return wide
    columns = [_error(column) if column.label.casefold() in rounded else column.name for column in wide.columns]
    outputs = [templates.column(column) if isinstance(column, str) else column for column in columns]
    return replace(wide, table=engine.view(exp.select(*outputs).from_(wide.table.expression())))


def _error(column: Column) -> exp.Expr:
    error = exp.Anonymous(this="error", expressions=[exp.Literal.string(INEXACT)])
    return exp.cast(error, exp.DataType.build(column.kind, dialect="duckdb")).as_(column.name, quoted=True)


def _rounded(elements: Iterable[tuple[str, int, int]]) -> Iterator[str]:
    """Yield the columns of files with decimals of too many digits; the elements of each file follow its root."""
    following = iter(elements)
    for _, width, _ in following:
        for _ in range(width):
            name, is_long = _column(following)
            if is_long:
                yield name


def _column(following: Iterator[tuple[str, int, int]]) -> tuple[str, bool]:
    """Take a column and all that is in it; return its name, and whether a decimal in it is too long."""
    name, width, digits = next(following)
    inner = [_column(following)[1] for _ in range(width)]
    return name, digits > _MOST_DIGITS or any(inner)
