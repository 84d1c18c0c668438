"""Where SQL runs: one module an engine, and what they share in :mod:`setanon_sql.engine.base`."""

from setanon_sql.engine.base import Abilities, Engine
from setanon_sql.engine.duckdb.engine import DuckDBEngine
from setanon_sql.engine.opening import (
    is_address,
    is_elsewhere,
    is_warehouse,
    open_warehouse,
    warehouse_dialect,
    warehouse_name,
    worked_here,
)
from setanon_sql.engine.spark.session import is_spark_frame, session_db
from setanon_sql.engine.warehouse import Warehouse

__all__ = [
    "Abilities", "DuckDBEngine", "Engine", "Warehouse",
    "is_address", "is_elsewhere", "is_spark_frame", "is_warehouse", "open_warehouse", "session_db",
    "warehouse_dialect", "warehouse_name", "worked_here",
]  # fmt: skip
