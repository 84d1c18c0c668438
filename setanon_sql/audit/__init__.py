"""Audits: counting what breaks a model in any table. They change nothing."""

from setanon_sql.audit.by_size import KmBySizeAudit, SizeRisk, audit_km_by_size
from setanon_sql.audit.km import AverageCase, ItemShare, KmAudit, Threat, audit_km
from setanon_sql.audit.rho import audit_rho, watch_rho
from setanon_sql.audit.rho_results import RhoAudit, Rule
from setanon_sql.audit.who import CategoryRisk

__all__ = [
    "AverageCase",
    "CategoryRisk",
    "ItemShare",
    "KmAudit",
    "KmBySizeAudit",
    "RhoAudit",
    "Rule",
    "SizeRisk",
    "Threat",
    "audit_km",
    "audit_km_by_size",
    "audit_rho",
    "watch_rho",
]
