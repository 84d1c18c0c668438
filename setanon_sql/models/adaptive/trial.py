"""A setting of sensitivity-adaptive rho-uncertainty, tried in a comparison."""

from setanon_sql.comparing.bench import Trial
from setanon_sql.comparing.inputs import Inputs
from setanon_sql.comparing.results import Figures
from setanon_sql.comparing.settings import Setting
from setanon_sql.dataset import Dataset
from setanon_sql.errors import BadParameter
from setanon_sql.measures import Measures
from setanon_sql.measures.records import measure_release
from setanon_sql.models.adaptive.method import anonymize_adaptive
from setanon_sql.models.adaptive.parameters import AdaptiveRho
from setanon_sql.models.adaptive.thresholds import USUAL_FACTOR, public_model, thresholds_of
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.models.rho.trial import figures_of_rules, items_of_rules
from setanon_sql.query.templates import columns_of
from setanon_sql.sensitive.constraint import Constraint
from setanon_sql.sources.sampling import other_rows


def try_setting(trial: Trial) -> tuple[Figures, Measures]:
    """Generalize group by group and suppress, and measure that; raises BadParameter where it cannot be."""
    dataset = trial.inputs.dataset
    constraint = trial.inputs.constraint
    nodes = trial.inputs.open_nodes
    assert constraint is not None
    if nodes is None:
        raise BadParameter("items that are not sensitive are generalized along a taxonomy, and none was given")
    if constraint.personal:
        raise BadParameter("thresholds are for items that are sensitive for everybody, and <sensitive> names persons")
    model = _model(trial.inputs, trial.setting)
    with trial.timer():
        result = anonymize_adaptive(_without_dropped(trial, constraint), model, constraint, nodes, trial.plan.seed)
    labels = nodes.labels(dataset.engine)
    measures = measure_release(dataset, result.rows, labels, nodes, grouped=True, request=trial.request)
    measures |= Measures(ncp=float(result.ncp), groups=result.group_count)
    return trial.figures_of(result.rows, measures, figures_of_rules(trial, model, constraint, result.rows))


def blamed_items(inputs: Inputs, setting: Setting, most: int) -> list[tuple[int, str]]:
    """Return the items by which most records are at risk, with their labels."""
    return items_of_rules(inputs, _model(inputs, setting), most)


def _model(inputs: Inputs, setting: Setting) -> AdaptiveRho:
    """Return what a setting promises of a dataset."""
    assert inputs.constraint is not None and setting.rho is not None
    thresholds = thresholds_of(inputs.dataset, inputs.constraint, setting.rho, USUAL_FACTOR)
    base = RhoUncertainty(setting.rho, setting.m, person=setting.person)
    return public_model(inputs.dataset.engine, thresholds, base)


def _without_dropped(trial: Trial, constraint: Constraint) -> Dataset:
    """Return the dataset without the items that are to go; sensitive ones need no place in the taxonomy."""
    dataset = trial.inputs.dataset
    sensitive = {item for (item,) in dataset.engine.rows(columns_of(constraint.sensitive, "item"))}
    dropped = trial.inputs.dropped - sensitive
    return dataset.with_rows(other_rows(dataset.engine, dataset.transactions, dropped)) if dropped else dataset
