"""Where SQL runs: one module an engine, and what they share in :mod:`setanon_sql.engine.base`."""

from setanon_sql.engine.base import Abilities, Engine
from setanon_sql.engine.duckdb import DuckDBEngine

__all__ = ["Abilities", "DuckDBEngine", "Engine"]
