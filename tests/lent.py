"""DuckDB for tests that need nothing special of it: one for a worker, for opening it takes longer than many a test."""

from collections.abc import Iterator
from contextlib import contextmanager

from setanon_sql.engine import DuckDBEngine

#: By their threads: those at hand, and those that nobody has at the moment.
_opened: dict[int, DuckDBEngine] = {}
_free: set[int] = set()


@contextmanager
def engine(threads: int = 1) -> Iterator[DuckDBEngine]:
    """Lend the worker's DuckDB with so many threads; afterwards it is as it was, also after an error."""
    if threads not in _opened:
        _opened[threads] = DuckDBEngine(threads=threads)
        _free.add(threads)
    assert threads in _free, "it is lent already: its scratch tables would be dropped"
    _free.remove(threads)
    try:
        yield _opened[threads]
    finally:
        _clear(_opened[threads])
        _free.add(threads)


def _clear(one: DuckDBEngine) -> None:
    for alias in list(one._attached.values()):
        one.detach(alias)
    one.connection.execute(f"DROP SCHEMA {one.scratch_schema} CASCADE; CREATE SCHEMA {one.scratch_schema}")


def close() -> None:
    """Close them all: at the end of a run."""
    while _opened:
        threads, one = _opened.popitem()
        _free.discard(threads)
        one.close()
