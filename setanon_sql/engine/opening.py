"""Which engine a ``--db`` names: a DuckDB file (or nothing), PostgreSQL, Spark, Snowflake, BigQuery.

Drivers are imported when they are needed.

The tables of a database may also be worked on here, in DuckDB: its address then has ``here:`` before it, which
``--work here`` of the command line puts there. See :mod:`setanon_sql.engine.remote`.
"""

from setanon_sql.addresses import LIBPQ
from setanon_sql.engine.adbc.address import ADBC, dialect_of
from setanon_sql.engine.connecting import with_variables
from setanon_sql.engine.warehouse import Warehouse
from setanon_sql.trace import Trace

_POSTGRES = ("postgresql://", "postgres://")
#: Spark in this process or on a cluster, and Spark Connect.
_SPARK = ("spark:", "sc://")
#: By how the address begins.
_WAREHOUSES = {"snowflake://": "Snowflake", "bigquery://": "BigQuery"}

_DIALECTS = {"PostgreSQL": "postgres", "Spark": "spark", "Snowflake": "snowflake", "BigQuery": "bigquery"}

#: How the address of a database begins whose tables are worked on here.
HERE = "here:"
#: What else to do with a database that cannot be worked on.
PASSING = "export the table and read the file"


def warehouse_name(db: str) -> str:
    """Return which engine holds the tables of the user that ``--db`` names; empty for DuckDB."""
    if db.lower().startswith(_POSTGRES) or LIBPQ.match(db):
        return "PostgreSQL"
    named = next((name for start, name in _WAREHOUSES.items() if db.lower().startswith(start)), "")
    return named or ("Spark" if db.lower().startswith(_SPARK) else "")


def work_here(db: str) -> str:
    """Return how the tables of a warehouse are worked on here, as an option: some come through ADBC only."""
    return (
        "<db=adbc:…> works here"
        if warehouse_name(db.removeprefix(HERE)) in set(_WAREHOUSES.values())
        else "<work here>"
    )


def warehouse_dialect(db: str) -> str:
    """Return the dialect of the SQL that ``--db`` understands."""
    if db.startswith(ADBC):
        return dialect_of(db)
    return _DIALECTS.get(warehouse_name(db.removeprefix(HERE)), "duckdb")


def is_warehouse(db: str) -> bool:
    """Return whether ``--db`` names an engine that works on the tables of the user itself."""
    return bool(warehouse_name(db))


def is_remote(db: str) -> bool:
    """Return whether ``--db`` names a database whose tables are copied here and worked on in DuckDB."""
    return db.startswith((HERE, ADBC))


def is_address(db: str) -> bool:
    """Return whether ``--db`` names a database by an address, not a file."""
    return is_warehouse(db) or is_remote(db)


def copy_in_address(db: str) -> str:
    """Return what names a database so that its tables are worked on here; a DuckDB file always is."""
    return HERE + db if is_warehouse(db) else db


def open_warehouse(
    db: str, memory_limit: str = "", threads: int = 0, trace: Trace | None = None, scratch: str = ""
) -> Warehouse:
    """Open the engine that works on the tables of a warehouse itself: PostgreSQL, Spark, Snowflake or BigQuery.

    ``scratch``: where Spark keeps its steps. Raises BadInput where its driver is not installed (naming the extra) or it
    cannot be reached, or nothing can be kept in that place.
    """
    if warehouse_name(db) == "PostgreSQL":
        from setanon_sql.engine.postgres.engine import PostgresEngine  # noqa: PLC0415

        return PostgresEngine(db, memory_limit, trace)
    if warehouse_name(db) == "Snowflake":
        from setanon_sql.engine.snowflake.engine import SnowflakeEngine  # noqa: PLC0415

        return SnowflakeEngine(db, trace)
    if warehouse_name(db) == "BigQuery":
        from setanon_sql.engine.bigquery.engine import BigQueryEngine  # noqa: PLC0415

        return BigQueryEngine(db, trace)
    if scratch:
        from setanon_sql.engine.spark.checkpointed import KeptSparkEngine  # noqa: PLC0415

        return KeptSparkEngine(with_variables(db), scratch, memory_limit, threads, trace)
    from setanon_sql.engine.spark.engine import SparkEngine  # noqa: PLC0415

    return SparkEngine(with_variables(db), memory_limit, threads, trace)
