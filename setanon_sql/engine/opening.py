"""Which engine a ``--db`` names: a DuckDB file (or nothing), PostgreSQL, Spark. Drivers are imported when needed."""

from setanon_sql.engine.duckdb import DuckDBEngine
from setanon_sql.engine.warehouse import Warehouse
from setanon_sql.trace import Trace

_POSTGRES = ("postgresql://", "postgres://")
#: Spark in this process or on a cluster, and Spark Connect.
_SPARK = ("spark:", "sc://")


def warehouse_name(db: str) -> str:
    """Return which engine holds the tables of the user that ``--db`` names; empty for DuckDB."""
    if db.lower().startswith(_POSTGRES):
        return "PostgreSQL"
    return "Spark" if db.lower().startswith(_SPARK) else ""


def warehouse_dialect(db: str) -> str:
    """Return the dialect of the SQL that ``--db`` understands."""
    return {"PostgreSQL": "postgres", "Spark": "spark"}.get(warehouse_name(db), "duckdb")


def is_warehouse(db: str) -> bool:
    """Whether ``--db`` names an engine that holds the tables of the user itself."""
    return bool(warehouse_name(db))


def open_engine(
    db: str, memory_limit: str = "", threads: int = 0, trace: Trace | None = None
) -> DuckDBEngine | Warehouse:
    """Open the engine that works on the tables of ``db``; without one, and for a DuckDB file, DuckDB in this process.

    Raises BadInput where its driver is not installed (naming the extra) or it cannot be reached.
    """
    if not is_warehouse(db):
        return DuckDBEngine(memory_limit, threads, trace)
    return open_warehouse(db, memory_limit, threads, trace)


def open_warehouse(db: str, memory_limit: str = "", threads: int = 0, trace: Trace | None = None) -> Warehouse:
    """Open PostgreSQL or Spark; raises BadInput as :func:`open_engine` does."""
    if warehouse_name(db) == "PostgreSQL":
        from setanon_sql.engine.postgres import PostgresEngine  # noqa: PLC0415

        return PostgresEngine(db, memory_limit, trace)
    from setanon_sql.engine.spark import SparkEngine  # noqa: PLC0415

    return SparkEngine(db, memory_limit, threads, trace)
