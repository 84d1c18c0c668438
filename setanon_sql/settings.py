"""How a run behaves, whatever it does: memory, threads, what it shows."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import field
from pathlib import Path
from typing import Any

from setanon_sql.engine import DuckDBEngine, Warehouse, is_warehouse, open_warehouse, warehouse_name, work_here
from setanon_sql.engine.duckdb.setup import set_up
from setanon_sql.errors import BadParameter
from setanon_sql.numbers import whole_of
from setanon_sql.options.option import described
from setanon_sql.options.reading import RunFields
from setanon_sql.trace import Statement, Trace


@described
class Settings(RunFields):
    """Options that every command has.

    Progress counts seconds from ``began``. ``statements``, where it is given, collects the statements of all engines.
    ``so_far`` is called after each size of an audit, with all that it has found until then (``to_json()``).
    """

    began: float = field(default_factory=time.monotonic, compare=False, repr=False)
    statements: list[Statement] | None = field(default=None, compare=False, repr=False)
    so_far: Callable[[Any], None] | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        whole_of("<threads>", self.threads, "use 1 or more, or leave it out to use all cores", least=0)

    def engine(self) -> DuckDBEngine:
        """Open an engine with these settings; the caller closes it."""
        if self.scratch:
            raise _without_scratch("the work is done in DuckDB")
        engine = DuckDBEngine(self.memory_limit, self.threads, self.trace())
        if self.setup:
            try:
                set_up(engine, Path(self.setup))
            except BaseException:
                engine.close()
                raise
        return engine

    def engine_for(self, db: str) -> AbstractContextManager[DuckDBEngine | Warehouse]:
        """Open the engine that ``--db`` names (empty: DuckDB); the caller closes it."""
        return self.warehouse(db) if is_warehouse(db) else self.engine()

    def warehouse(self, db: str) -> Warehouse:
        """Open the warehouse that ``--db`` names; the caller closes it."""
        if self.setup:
            raise BadParameter(f"<setup> is for DuckDB, and {warehouse_name(db)} works itself", work_here(db))
        if self.scratch and warehouse_name(db) != "Spark":
            raise _without_scratch(f"{warehouse_name(db)} has its own place")
        return open_warehouse(db, self.memory_limit, self.threads, self.trace(), str(self.scratch))

    def trace(self) -> Trace:
        """Return a new trace that shows what these settings want to see."""
        statements = [] if self.statements is None else self.statements
        return Trace(
            quiet=self.quiet,
            show_values=self.show_values,
            show_sql=self.show_sql,
            debug=self.debug,
            started=self.began,
            statements=statements,
            so_far=self.so_far,
        )


def _without_scratch(why: str) -> BadParameter:
    return BadParameter(f"<scratch> is where Spark keeps its steps, and {why}", "leave <scratch> out")
