"""What is left of the risk in a setting of coherence, where one item more is known."""

from dataclasses import replace

from setanon_sql.comparing.bench import Trial
from setanon_sql.comparing.results import Figures
from setanon_sql.measures import Measures
from setanon_sql.models.coherence.audit import audit_coherence
from setanon_sql.query.templates import Table


def risks(trial: Trial, rows: Table, measures: Measures) -> Figures:
    """Return the risk before, and what is left of it."""
    case = trial.pipeline.case
    if trial.plan.losses_only or case.model.m is None:
        return trial.risk_before()
    beyond = replace(case.model, m=case.model.m + 1)
    after = audit_coherence(trial.released(rows), beyond, case.sensitive_items)
    return replace(trial.risk_before(), residual_risk=after.at_risk / (measures.records_after or 1))
