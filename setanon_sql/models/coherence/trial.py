"""A setting of coherence, tried in a comparison."""

from dataclasses import replace

from setanon_sql.comparing.bench import Trial
from setanon_sql.comparing.results import Figures
from setanon_sql.errors import BadParameter
from setanon_sql.measures import Measures
from setanon_sql.measures.records import measure_release
from setanon_sql.models.coherence.audit import audit_coherence
from setanon_sql.models.coherence.method import anonymize_coherence
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.query.templates import Table


def try_setting(trial: Trial) -> tuple[Figures, Measures]:
    """Suppress items and measure that.

    Raises BadParameter where persons are counted, or what is sensitive is so for some records only.
    """
    dataset = trial.inputs.dataset
    model = _model(trial)
    sensitive = _sensitive(trial)
    with trial.timer():
        result = anonymize_coherence(dataset, model, sensitive)
    measures = measure_release(dataset, result.rows, dataset.items, request=trial.request)
    if trial.plan.losses_only:
        return trial.figures_of(result.rows, measures, Figures())
    residual = None
    if model.m is not None:
        after = audit_coherence(trial.released(result.rows), replace(model, m=model.m + 1), sensitive)
        residual = after.at_risk / (measures.records_after or 1)
    dataset.engine.trace.begin_phase("auditing the source")
    before = audit_coherence(dataset, model, sensitive).at_risk / (dataset.records or 1)
    return trial.figures_of(result.rows, measures, Figures(at_risk_before=before, residual_risk=residual))


def _model(trial: Trial) -> Coherence:
    setting = trial.setting
    assert setting.k is not None and setting.h is not None
    if setting.person:
        raise BadParameter("coherence counts records, not persons")
    return Coherence(setting.k, setting.m, setting.h)


def _sensitive(trial: Trial) -> Table:
    """Return what is private (``item``)."""
    constraint = trial.inputs.constraint
    if constraint is None:
        return trial.inputs.dataset.engine.empty("sensitive", "item")
    if constraint.personal:
        raise BadParameter("coherence hides items for everybody, and <sensitive> names persons")
    return constraint.sensitive
