"""Audits: counting what breaks a model in any table. They change nothing."""

from setanon_sql.audit.km import AverageCase, ItemShare, KmAudit, KmExtras, Threat, audit_km

__all__ = ["AverageCase", "ItemShare", "KmAudit", "KmExtras", "Threat", "audit_km"]
