"""How a run behaves, whatever it does: memory, threads, what it shows."""

import time
from dataclasses import dataclass, field
from pathlib import Path

from setanon_sql.engine import DuckDBEngine, Warehouse, is_warehouse, open_warehouse, warehouse_name
from setanon_sql.engine.setup import set_up
from setanon_sql.errors import BadParameter
from setanon_sql.numbers import whole_of
from setanon_sql.trace import Statement, Trace


@dataclass(frozen=True)
class Settings:
    """Options that every command has.

    ``memory_limit`` such as ``4GB`` bounds what the whole process takes, DuckDB, Python and its arrays: past it, DuckDB
    spills to disk. Empty: half of the machine's memory (of the container's, if less) beside what the process held
    before. ``threads`` bounds the engine (0: all cores, but no more than one for each 50 MB that DuckDB may take).

    ``quiet`` silences progress and notes, ``show_sql`` prints each statement, ``debug`` its time; ``show_values`` lets
    item labels and record ids of the source into messages. Progress counts seconds from ``began``. ``statements``,
    where it is given, collects the statements of all engines.

    ``setup`` names a file of SQL statements (LOAD, CREATE SECRET, ATTACH) that DuckDB runs before anything is read.

    ``scratch`` is where Spark keeps the steps of a run, so that one goes on that loses an executor: a folder or an
    object store that all executors see (``/mnt/shared``, ``hdfs:///tmp``, ``s3a://bucket/tmp``), or a schema of the
    catalog (``catalog.schema``). Nothing of the run is left there.
    """

    memory_limit: str = ""
    threads: int = 0
    quiet: bool = True
    show_sql: bool = False
    debug: bool = False
    show_values: bool = False
    began: float = field(default_factory=time.monotonic, compare=False, repr=False)
    setup: str | Path = ""
    scratch: str | Path = ""
    statements: list[Statement] | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        whole_of("--threads", self.threads, "use 1 or more, or leave it out to use all cores", least=0)

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

    def engine_for(self, db: str) -> DuckDBEngine | Warehouse:
        """Open the engine that ``--db`` names (empty: DuckDB); the caller closes it."""
        return self.warehouse(db) if is_warehouse(db) else self.engine()

    def warehouse(self, db: str) -> Warehouse:
        """Open the warehouse that ``--db`` names; the caller closes it."""
        if self.setup:
            raise BadParameter(f"--setup is for DuckDB, and {warehouse_name(db)} works itself", "say --work here")
        if self.scratch and warehouse_name(db) != "Spark":
            raise _without_scratch(f"{warehouse_name(db)} has its own place")
        return open_warehouse(db, self.memory_limit, self.threads, self.trace(), str(self.scratch))

    def trace(self) -> Trace:
        """Return a new trace that shows what these settings want to see."""
        kept = [] if self.statements is None else self.statements
        return Trace(quiet=self.quiet, show_sql=self.show_sql, debug=self.debug, started=self.began, statements=kept)


def _without_scratch(why: str) -> BadParameter:
    return BadParameter(f"--scratch is where Spark keeps its steps, and {why}", "leave --scratch out")
