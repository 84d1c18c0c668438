"""Audits: counting what breaks a model in any table. They change nothing."""

from setanon_sql.audit.who import CategoryRisk

__all__ = [
    "CategoryRisk",
]
