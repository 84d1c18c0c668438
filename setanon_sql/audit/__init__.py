"""Audits: counting what breaks a model in any table. They change nothing."""

from setanon_sql.audit.km import AverageCase, ItemShare, KmAudit, KmExtras, Threat, audit_km
from setanon_sql.audit.rho import RhoAudit, Rule, audit_rho

__all__ = [
    "AverageCase",
    "ItemShare",
    "KmAudit",
    "KmExtras",
    "RhoAudit",
    "Rule",
    "Threat",
    "audit_km",
    "audit_rho",
]
