"""The functions and results of all models, for type checkers and editors: nothing imports this when it runs.

Made by .ci/typed_api.py from the list of models.
"""

from setanon_sql.api.opened import method
from setanon_sql.models.adaptive.api import (
    anonymize_adaptive,
    audit_adaptive,
)
from setanon_sql.models.coherence.api import (
    CoherenceAudit,
    anonymize_coherence,
    audit_coherence,
    sql_gate_coherence,
)
from setanon_sql.models.disassociation.api import (
    CoverAttacks,
    DisassociationAudit,
    anonymize_disassociation,
    attack_cover,
    audit_disassociation,
    sql_audit_disassociation,
    sql_gate_disassociation,
)
from setanon_sql.models.kanonymity.api import (
    KAnonymityAudit,
    anonymize_kanonymity,
    audit_kanonymity,
)
from setanon_sql.models.km.api import (
    KmAudit,
    KmBySizeAudit,
    KmExtras,
    SizeRisk,
    anonymize_km,
    audit_km,
    audit_km_by_size,
    sql_audit_km,
    sql_gate_km,
    sql_release_km,
)
from setanon_sql.models.rho.api import (
    RhoAudit,
    Sampling,
    anonymize_rho,
    audit_rho,
    sql_audit_rho,
    sql_gate_rho,
)

__all__ = [
    "CoherenceAudit",
    "CoverAttacks",
    "DisassociationAudit",
    "KAnonymityAudit",
    "KmAudit",
    "KmBySizeAudit",
    "KmExtras",
    "RhoAudit",
    "Sampling",
    "SizeRisk",
    "SourceMethods",
    "anonymize_adaptive",
    "anonymize_coherence",
    "anonymize_disassociation",
    "anonymize_kanonymity",
    "anonymize_km",
    "anonymize_rho",
    "attack_cover",
    "audit_adaptive",
    "audit_coherence",
    "audit_disassociation",
    "audit_kanonymity",
    "audit_km",
    "audit_km_by_size",
    "audit_rho",
    "sql_audit_disassociation",
    "sql_audit_km",
    "sql_audit_rho",
    "sql_gate_coherence",
    "sql_gate_disassociation",
    "sql_gate_km",
    "sql_gate_rho",
    "sql_release_km",
]


class SourceMethods:
    """The functions of models, as methods of a source that is opened once."""

    anonymize_km = method(anonymize_km)
    audit_km = method(audit_km)
    audit_km_by_size = method(audit_km_by_size)
    anonymize_kanonymity = method(anonymize_kanonymity)
    audit_kanonymity = method(audit_kanonymity)
    anonymize_coherence = method(anonymize_coherence)
    audit_coherence = method(audit_coherence)
    anonymize_rho = method(anonymize_rho)
    audit_rho = method(audit_rho)
    anonymize_adaptive = method(anonymize_adaptive)
    audit_adaptive = method(audit_adaptive)
    anonymize_disassociation = method(anonymize_disassociation)
