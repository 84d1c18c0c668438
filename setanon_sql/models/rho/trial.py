"""A setting of rho-uncertainty, tried in a comparison."""

from dataclasses import replace
from typing import cast

from setanon_sql.audit.who import Categories, Who
from setanon_sql.comparing.bench import Trial
from setanon_sql.comparing.inputs import Inputs
from setanon_sql.comparing.results import Figures
from setanon_sql.comparing.settings import Setting
from setanon_sql.dataset import Dataset
from setanon_sql.errors import BadParameter
from setanon_sql.measures import Measures
from setanon_sql.measures.records import measure_release
from setanon_sql.models.rho.audit import audit_rho
from setanon_sql.models.rho.method import anonymize_rho
from setanon_sql.models.rho.options import RhoAlgorithm
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.models.rho.tdcontrol import anonymize_tdcontrol
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.registry.parameters import BoundsConfidence
from setanon_sql.sensitive.constraint import Constraint


def try_setting(trial: Trial) -> tuple[Figures, Measures]:
    """Suppress, or generalize and suppress, and measure that; raises BadParameter where it cannot be."""
    setting = trial.setting
    dataset = trial.inputs.dataset
    constraint = trial.inputs.constraint
    assert constraint is not None
    model = _model(setting)
    if setting.algorithm in {"dist", "tdcontrol"} and (constraint.personal or setting.person):
        raise BadParameter(f"{setting.algorithm} hides items for everybody, and does not count persons")
    if setting.algorithm == "tdcontrol":
        return _control(trial, model, constraint)
    with trial.timer():
        result = anonymize_rho(
            dataset, model, constraint, trial.plan.seed, algorithm=cast(RhoAlgorithm, setting.algorithm)
        )
    measures = measure_release(dataset, result.rows, dataset.items, request=trial.request)
    return trial.figures_of(result.rows, measures, figures_of_rules(trial, model, constraint, result.rows))


def _model(setting: Setting) -> RhoUncertainty:
    assert setting.rho is not None
    return RhoUncertainty(setting.rho, setting.m, person=setting.person)


def _control(trial: Trial, model: RhoUncertainty, constraint: Constraint) -> tuple[Figures, Measures]:
    dataset = trial.inputs.dataset
    nodes = trial.inputs.open_nodes
    if nodes is None:
        raise BadParameter("tdcontrol generalizes items along a taxonomy, and none was given")
    if trial.inputs.dropped:
        raise BadParameter("tdcontrol drops no items", "use <missing=root>: they stand right below the root")
    with trial.timer():
        result = anonymize_tdcontrol(dataset, model, constraint, nodes)
    labels = nodes.labels(dataset.engine)
    measures = measure_release(dataset, result.rows, labels, nodes, request=trial.request)
    return trial.figures_of(result.rows, measures, figures_of_rules(trial, model, constraint, result.rows))


def figures_of_rules(trial: Trial, model: BoundsConfidence, constraint: Constraint, rows: Table) -> Figures:
    """Return the risk before, and what is left of it where one item more is known.

    Whom a personal wish speaks of depends on the records as they were: then the second is not told.
    """
    if trial.plan.losses_only:
        return Figures()
    if model.m is None:
        return Figures()
    before = trial.shared.risk(model, lambda: audit_rho(trial.inputs.dataset, model, constraint).share_at_risk)
    residual = None
    if not constraint.personal:
        released = trial.released(rows)
        after = audit_rho(released, replace(model, m=model.m + 1), constraint)
        residual = after.share_at_risk
    return Figures(at_risk_before=before, residual_inference=residual)


def blamed_items(inputs: Inputs, setting: Setting, most: int) -> list[tuple[int, str]]:
    """Return the items by which most records are at risk, with their labels."""
    return items_of_rules(inputs, _model(setting), most)


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
