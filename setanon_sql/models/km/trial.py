"""A setting of k^m-anonymity, tried in a comparison."""

from dataclasses import replace
from typing import cast

from setanon_sql.comparing.bench import Trial
from setanon_sql.comparing.inputs import Inputs
from setanon_sql.comparing.results import Figures
from setanon_sql.comparing.settings import Setting
from setanon_sql.counting.known_sets import share_at_risk
from setanon_sql.decisions import ItemConstraints
from setanon_sql.errors import BadParameter
from setanon_sql.measures import Measures
from setanon_sql.measures.records import measure_release
from setanon_sql.models.km.audit import audit_km
from setanon_sql.models.km.methods import anonymize_km
from setanon_sql.models.km.options import KmAlgorithm, KmExtras
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.taxonomy.coding import without_items


def try_setting(trial: Trial) -> tuple[Figures, Measures]:
    """Generalize and suppress, and measure that; raises BadParameter where it cannot be."""
    setting = trial.setting
    dataset = trial.inputs.dataset
    nodes = trial.inputs.nodes
    assert nodes is not None and setting.k is not None
    if setting.algorithm == "aa" and not trial.inputs.has_taxonomy:
        raise BadParameter("aa suppresses nothing: it generalizes items along a taxonomy, and none was given")
    model = KmAnonymity(setting.k, setting.m, setting.person)
    with trial.timer():
        result = anonymize_km(
            dataset,
            model,
            nodes.nodes,
            nodes.ancestors,
            cost=setting.cost,
            algorithm=cast(KmAlgorithm, setting.algorithm),
            seconds=trial.plan.optimum,
            exceptions=trial.inputs.has_taxonomy and setting.with_exceptions(trial.inputs.dataset.records),
            constraints=ItemConstraints(drop=trial.inputs.dropped),
        )
    used = None
    if trial.inputs.has_taxonomy:
        ancestors = without_items(dataset.engine, nodes.ancestors, trial.inputs.dropped)
        used = replace(nodes, ancestors=ancestors)
    measures = measure_release(dataset, result.rows, result.labels, used, request=trial.request)
    residual = None
    if setting.m is not None and not trial.plan.losses_only:
        after = audit_km(trial.released(result.rows), replace(model, m=setting.m + 1))
        whole = trial.persons_behind(result.rows, measures)
        residual = share_at_risk(after.levels, setting.m + 1, whole, by_person=after.persons is not None)
    before = None if trial.plan.losses_only else trial.shared.risk_by_known_items(setting.k, setting.m)
    figures = Figures(at_risk_before=before, residual_risk=residual)
    return trial.figures_of(result.rows, measures, figures)


def blamed_items(inputs: Inputs, setting: Setting, most: int) -> list[tuple[int, str]]:
    """Return the items that are in most threats, with their labels."""
    assert setting.k is not None
    audit = audit_km(inputs.dataset, KmAnonymity(setting.k, setting.m), extras=KmExtras(top_items=most))
    return [(suspect.rank, suspect.label) for suspect in audit.top_items]
