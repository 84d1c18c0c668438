"""DuckDB for tests that need nothing special of it: one for a worker, for opening it takes longer than many a test."""

from collections.abc import Iterator
from contextlib import contextmanager

from setanon_sql.engine import DuckDBEngine

#: Those that are open, and of them those that nobody has at the moment.
_opened: list[DuckDBEngine] = []
_free: list[DuckDBEngine] = []


@contextmanager
def engine() -> Iterator[DuckDBEngine]:
    """Lend a DuckDB with one thread. Its scratch tables are dropped afterwards, and what it holds besides closes it."""
    if not _free:
        _opened.append(DuckDBEngine(threads=1))
        _free.append(_opened[-1])
    one = _free.pop()
    try:
        yield one
    finally:
        if _cleared(one):
            _free.append(one)
        else:
            _opened.remove(one)
            one.close()


def _cleared(one: DuckDBEngine) -> bool:
    """Drop the scratch tables; False where a test left other tables, views or attached files."""
    one.connection.execute(f"DROP SCHEMA {one.scratch_schema} CASCADE; CREATE SCHEMA {one.scratch_schema}")
    views = "SELECT view_name FROM duckdb_views() WHERE NOT internal"
    left = one.connection.execute(f"SELECT table_name FROM duckdb_tables() UNION ALL {views}").fetchall()
    return not left and not one._attached


def close() -> None:
    """Close them all: at the end of a run."""
    _free.clear()
    while _opened:
        _opened.pop().close()
