"""Audits: counting what breaks a model in any table. They change nothing."""

from setanon_sql.audit.rho import audit_rho, watch_rho
from setanon_sql.audit.rho_results import RhoAudit, Rule
from setanon_sql.audit.who import CategoryRisk

__all__ = [
    "CategoryRisk",
    "RhoAudit",
    "Rule",
    "audit_rho",
    "watch_rho",
]
