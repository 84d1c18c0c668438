"""DuckDB for tests: opening one takes longer than many a test, so what a test closes another one opens.

Whoever opens a DuckDB in memory, a test or the program, gets one that was used before and is as new: its settings are
those of a new one and nothing is in it. One that cannot be brought there goes for good.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import duckdb
import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.engine.duckdb import engine as program
from setanon_sql.release import ownership_files

#: Those that nobody has at the moment.
_free: list[duckdb.DuckDBPyConnection] = []
#: Engines that are open, and of them those that nobody has at the moment.
_opened: list[DuckDBEngine] = []
_idle: list[DuckDBEngine] = []

#: Threads of a DuckDB that is lent, unless who opens it says otherwise: with two a statement on small data is slower.
#: Slow tests take as many as users do (tests/conftest.py).
threads = 1

_SCRATCH = f"DROP SCHEMA IF EXISTS {DuckDBEngine.scratch_schema} CASCADE"
#: What is refused where a transaction is open, or where files were spilled into the folder of an engine. (How many
#: threads there are is said whenever one is lent.)
_SET = (
    "search_path", "memory_limit", "preserve_insertion_order", "temp_directory",
    "max_temp_directory_size", "autoinstall_known_extensions",
    "enable_progress_bar", "enable_progress_bar_print", "progress_bar_time",
)  # fmt: skip
_AS_NEW = f"BEGIN; {_SCRATCH}; COMMIT; " + "; ".join(f"RESET {name}" for name in _SET)
_LEFT = """
    SELECT table_name FROM duckdb_tables()
    UNION ALL SELECT view_name FROM duckdb_views() WHERE NOT internal
    UNION ALL SELECT database_name FROM duckdb_databases() WHERE NOT internal AND database_name <> 'memory'
"""


class Lent:
    """A connection that goes back when it is closed."""

    def __init__(self, one: duckdb.DuckDBPyConnection) -> None:
        self._one: duckdb.DuckDBPyConnection | None = one
        #: A user's own statements ran here, which may set anything.
        self.spoiled = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._one, name)

    def extract_statements(self, text: str) -> Any:
        """Take a user's own statements apart."""
        self.spoiled = True
        assert self._one
        return self._one.extract_statements(text)

    def __enter__(self) -> "Lent":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Give it back as new, or close it."""
        one, self._one = self._one, None
        if one is not None:
            _free.append(one) if not self.spoiled and _is_as_new(one) else one.close()


def _is_as_new(one: duckdb.DuckDBPyConnection) -> bool:
    try:
        one.execute(_AS_NEW)
        return not one.execute(_LEFT).fetchall()
    except duckdb.Error:
        return False


def connect(database: str = ":memory:", **more: Any) -> Any:
    """What ``duckdb.connect`` does, but for a database in memory that is all by itself."""
    if database != ":memory:" or more:
        return duckdb.connect(database, **more)
    one = _free.pop() if _free else duckdb.connect(database)
    one.execute(f"SET threads = {threads}")
    return Lent(one)


@contextmanager
def lending() -> Iterator[None]:
    """Have the program open what was used before; at the end all of it is closed."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (program, ownership_files):
            patch.setattr(module, "duckdb", SimpleNamespace(**vars(duckdb) | {"connect": connect}))
        yield
    _idle.clear()
    while _opened:
        _opened.pop().close()
    while _free:
        _free.pop().close()


@contextmanager
def engine() -> Iterator[DuckDBEngine]:
    """Lend an engine with one thread, open already; what a test leaves in it besides scratch tables closes it."""
    if not _idle:
        _opened.append(DuckDBEngine(threads=1))
        _idle.append(_opened[-1])
    one = _idle.pop()
    try:
        yield one
    finally:
        one.connection.execute(f"{_SCRATCH}; CREATE SCHEMA {one.scratch_schema}")
        spoiled = isinstance(one.connection, Lent) and one.connection.spoiled
        if spoiled or one.connection.execute(_LEFT).fetchall():
            _opened.remove(one)
            one.close()
        else:
            _idle.append(one)
