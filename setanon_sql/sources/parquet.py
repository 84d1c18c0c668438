"""A Parquet file."""

from pathlib import Path

from setanon_sql.engine import DuckDBEngine
from setanon_sql.sources.columns import Wide, wide_of
from setanon_sql.sources.files import literal_path


def open_parquet(engine: DuckDBEngine, path: Path) -> Wide:
    """Return a Parquet file as a Wide; nothing but its footer is read."""
    table = engine.view("sources/read/parquet", path=literal_path(path))
    (_, width), *columns = engine.rows("sources/read/parquet_names", path=literal_path(path))
    # Columns of columns are listed, too; then the names are taken as DuckDB has them.
    labels = [name for name, _ in columns] if len(columns) == width else []
    return wide_of(engine, str(path), table, labels)
