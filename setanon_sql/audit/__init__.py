"""Audits: counting what breaks a model in any table. They change nothing."""

from setanon_sql.audit.by_size import KmBySizeAudit, SizeRisk, audit_km_by_size
from setanon_sql.audit.coherence import CoherenceAudit, audit_coherence
from setanon_sql.audit.kanonymity import KAnonymityAudit, audit_kanonymity
from setanon_sql.audit.km import AverageCase, ItemShare, KmAudit, Threat, audit_km
from setanon_sql.audit.rho import audit_rho, watch_rho
from setanon_sql.audit.rho_results import RhoAudit, Rule
from setanon_sql.audit.who import CategoryRisk

#: What an audit of the source of a release of one table finds.
AnyAudit = KmAudit | KAnonymityAudit | CoherenceAudit | RhoAudit

__all__ = [
    "AnyAudit",
    "AverageCase",
    "CategoryRisk",
    "CoherenceAudit",
    "ItemShare",
    "KAnonymityAudit",
    "KmAudit",
    "KmBySizeAudit",
    "RhoAudit",
    "Rule",
    "SizeRisk",
    "Threat",
    "audit_coherence",
    "audit_kanonymity",
    "audit_km",
    "audit_km_by_size",
    "audit_rho",
    "watch_rho",
]
