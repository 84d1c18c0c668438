"""Where SQL runs: one module an engine, and what they share in :mod:`setanon_sql.engine.base`."""

from setanon_sql.engine.base import Abilities, Engine
from setanon_sql.engine.duckdb.engine import DuckDBEngine
from setanon_sql.engine.opening import (
    copy_in_address,
    is_address,
    is_remote,
    is_warehouse,
    open_warehouse,
    warehouse_dialect,
    warehouse_name,
    work_here,
)
from setanon_sql.engine.scopes import scoped
from setanon_sql.engine.spark.session import is_spark_frame, session_db
from setanon_sql.engine.warehouse import Warehouse
from setanon_sql.engine.workspace import Workspace

__all__ = [
    "Abilities", "DuckDBEngine", "Engine", "Warehouse", "Workspace", "copy_in_address",
    "is_address", "is_remote", "is_spark_frame", "is_warehouse", "open_warehouse", "scoped", "session_db",
    "warehouse_dialect", "warehouse_name", "work_here",
]  # fmt: skip
