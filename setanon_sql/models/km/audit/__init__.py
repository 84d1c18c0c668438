"""Audits: which sets of items too few records hold, with one k or a k for each size; how many records are at risk."""

from setanon_sql.models.km.audit.absent import AbsentRisk
from setanon_sql.models.km.audit.by_size import KmBySizeAudit, SizeRisk, audit_km_by_size
from setanon_sql.models.km.audit.listed import AverageCase, ItemShare, Threat
from setanon_sql.models.km.audit.of_case import audit
from setanon_sql.models.km.audit.protected import KmProtectedAudit, audit_km_protected
from setanon_sql.models.km.audit.records import KmRecordsAudit, audit_km_records, audit_source
from setanon_sql.models.km.audit.threats import KmAudit, audit_km

__all__ = [
    "AbsentRisk",
    "AverageCase",
    "ItemShare",
    "KmAudit",
    "KmBySizeAudit",
    "KmProtectedAudit",
    "KmRecordsAudit",
    "SizeRisk",
    "Threat",
    "audit",
    "audit_km",
    "audit_km_by_size",
    "audit_km_protected",
    "audit_km_records",
    "audit_source",
]
