"""What is told of a setting of k^m-anonymity in a comparison."""

from dataclasses import replace

from setanon_sql.comparing.bench import Trial
from setanon_sql.comparing.inputs import Inputs
from setanon_sql.comparing.results import Figures
from setanon_sql.comparing.settings import Setting
from setanon_sql.counting.known_sets import share_at_risk
from setanon_sql.dataset import Dataset
from setanon_sql.measures import Measures
from setanon_sql.models.km.audit import audit_km, audit_km_records
from setanon_sql.models.km.audit.absent import absent_levels
from setanon_sql.models.km.options import KmExtras
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.query.templates import Table


def risks(trial: Trial, rows: Table, measures: Measures) -> Figures:
    """Return the risk before, and what is left of it where one item more is known."""
    model = trial.pipeline.case.model
    key = (model, trial.setting.columns)
    if trial.plan.losses_only:
        return Figures()
    if model.m is None:
        return Figures(at_risk_before=trial.shared.risk(key, lambda: _of_whole_records(trial.source(), model)))
    released = trial.released(rows)
    if model.absent:
        at_risk = trial.shared.risk(key, lambda: found_with_absent(trial.shared.dataset, model))
        singled = _found_with_absent(released, replace(model, m=model.m + 1))
        return Figures(at_risk_before=at_risk, residual_risk=singled / max(trial.persons_behind(rows, measures), 1))
    after = audit_km(released, replace(model, m=model.m + 1))
    whole = trial.persons_behind(rows, measures)
    residual = share_at_risk(after.levels, model.m + 1, whole, by_person=after.persons is not None)
    before = trial.shared.risk_by_known_items(model.k, model.m, trial.setting.columns, trial.source)
    return Figures(at_risk_before=before, residual_risk=residual)


def _of_whole_records(dataset: Dataset, model: KmAnonymity) -> float:
    """Return the share of a source's records, or persons, that fewer than k match, whatever is known of them."""
    audit = audit_km_records(dataset, model)
    return audit.at_risk / max(audit.records if audit.persons is None else audit.persons, 1)


def found_with_absent(dataset: Dataset, model: KmAnonymity) -> float:
    """Return the share of records, or persons, that somebody finds among fewer than k, also by what they lack."""
    whole = dataset.records if dataset.persons is None else dataset.n_persons
    return _found_with_absent(dataset, model) / max(whole, 1)


def _found_with_absent(dataset: Dataset, model: KmAnonymity) -> int:
    dataset.engine.trace.begin_phase("counting who lacks an item")
    last = absent_levels(dataset, dataset.transactions, model)[-1]
    return last.at_risk if dataset.persons is None else last.persons_at_risk


def blamed_items(inputs: Inputs, setting: Setting, most: int) -> list[tuple[int, str]]:
    """Return the items that are in most threats, with their labels."""
    assert setting.k is not None
    audit = audit_km(inputs.dataset, KmAnonymity(setting.k, setting.m), extras=KmExtras(top_items=most))
    return [(suspect.rank, suspect.label) for suspect in audit.top_items]
