"""Do sensitive items follow more surely than their thresholds? It is counted as for one threshold."""

from dataclasses import replace

from setanon_sql.models.adaptive.options import AuditAdaptive
from setanon_sql.models.adaptive.parameters import AdaptiveRho
from setanon_sql.models.adaptive.thresholds import tell_thresholds, thresholds_in
from setanon_sql.models.rho.audit import audit_rho
from setanon_sql.models.rho.found import RhoAudit
from setanon_sql.pipeline.case import Case


def with_thresholds(case: Case[AdaptiveRho, AuditAdaptive]) -> Case[AdaptiveRho, AuditAdaptive]:
    """Return a case whose model has the threshold of each sensitive item, exactly; tell them."""
    thresholds = thresholds_in(case)
    tell_thresholds(case, thresholds)
    shares = {threshold.label: threshold.share for threshold in thresholds}
    return replace(case, model=replace(case.model, thresholds=shares, person=False))


def audit(case: Case[AdaptiveRho, AuditAdaptive]) -> RhoAudit:
    """Return the audit of a source; shares of persons are looked at where it has persons."""
    return audit_rho(case.dataset, case.model, case.constraint, worst=case.request.worst)
