"""A setting of k-anonymity, tried in a comparison."""

from setanon_sql.comparing.bench import Trial
from setanon_sql.comparing.results import Figures
from setanon_sql.errors import BadParameter
from setanon_sql.measures import Measures
from setanon_sql.measures.local import measure_local
from setanon_sql.models.kanonymity.audit import audit_kanonymity
from setanon_sql.models.kanonymity.method import anonymize_kanonymity, refuse_too_few
from setanon_sql.models.kanonymity.parameters import KAnonymity


def try_setting(trial: Trial) -> tuple[Figures, Measures]:
    """Generalize the records and measure that; raises BadParameter where it cannot be."""
    dataset = trial.inputs.dataset
    nodes = trial.inputs.nodes
    assert nodes is not None and trial.setting.k is not None
    if not trial.inputs.has_taxonomy:
        raise BadParameter("items are generalized along a taxonomy, and none was given")
    if trial.inputs.dropped:
        raise BadParameter("k-anonymity drops no items")
    model = KAnonymity(trial.setting.k, trial.setting.person)
    refuse_too_few(dataset, model)
    with trial.timer():
        result = anonymize_kanonymity(dataset, model.k, nodes)
    measures = measure_local(dataset, result.rows, result.occurrences, nodes, request=trial.request)
    before = None if trial.plan.losses_only else audit_kanonymity(dataset, model).share_at_risk
    return trial.figures_of(result.rows, measures, Figures(at_risk_before=before))
