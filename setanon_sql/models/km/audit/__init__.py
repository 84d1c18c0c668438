"""Audits: which sets of items too few records hold, with one k or a k for each size; how many records are at risk."""

from setanon_sql.models.km.audit.by_size import KmBySizeAudit, SizeRisk, audit_km_by_size
from setanon_sql.models.km.audit.of_case import audit
from setanon_sql.models.km.audit.records import KmRecordsAudit, audit_km_records, audit_source
from setanon_sql.models.km.audit.threats import AverageCase, ItemShare, KmAudit, Threat, audit_km

__all__ = [
    "AverageCase",
    "ItemShare",
    "KmAudit",
    "KmBySizeAudit",
    "KmRecordsAudit",
    "SizeRisk",
    "Threat",
    "audit",
    "audit_km",
    "audit_km_by_size",
    "audit_km_records",
    "audit_source",
]
