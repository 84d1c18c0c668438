"""A setting of rho-uncertainty, tried in a comparison."""

from dataclasses import replace

from setanon_sql.audit.who import Categories, Who
from setanon_sql.comparing.bench import Trial
from setanon_sql.comparing.inputs import Inputs
from setanon_sql.comparing.results import Figures
from setanon_sql.comparing.settings import Setting
from setanon_sql.dataset import Dataset
from setanon_sql.measures import Measures
from setanon_sql.models.rho.audit import audit_rho
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.registry.parameters import BoundsConfidence


def risks(trial: Trial, rows: Table, measures: Measures) -> Figures:
    """Return the risk before, and what is left of it where one item more is known.

    Whom a personal wish speaks of depends on the records as they were: then the second is not told.
    """
    case = trial.pipeline.case
    model = case.model
    if trial.plan.losses_only or model.m is None:
        return Figures()
    before = trial.shared.risk(model, lambda: audit_rho(case.dataset, model, case.constraint).share_at_risk)
    residual = None
    if not case.constraint.personal:
        residual = audit_rho(trial.released(rows), replace(model, m=model.m + 1), case.constraint).share_at_risk
    return Figures(at_risk_before=before, residual_inference=residual)


def blamed_items(inputs: Inputs, setting: Setting, most: int) -> list[tuple[int, str]]:
    """Return the items by which most records are at risk, with their labels."""
    assert setting.rho is not None
    return items_of_rules(inputs, RhoUncertainty(setting.rho, setting.m, person=setting.person), most)


def items_of_rules(inputs: Inputs, model: BoundsConfidence, most: int) -> list[tuple[int, str]]:
    """Return the items of rules that are too sure, those first of whose rules most records are, with their labels."""
    assert inputs.constraint is not None
    who = Who(inputs.dataset.engine, categories=_each_item(inputs.dataset))
    risks = audit_rho(inputs.dataset, model, inputs.constraint, who=who).by_category
    return [(suspect.category, suspect.label) for suspect in risks[:most]]


def _each_item(dataset: Dataset) -> Categories:
    """Return each item as a category of its own."""
    labels = tuple(str(label) for _, label in dataset.engine.rows("taxonomy/nodes/labels", items=dataset.items))
    return Categories(dataset.engine.table(columns_of(dataset.items, item="item", category="item")), labels)
