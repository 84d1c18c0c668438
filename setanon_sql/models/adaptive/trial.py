"""What is told of a setting of sensitivity-adaptive rho-uncertainty: as of rho-uncertainty."""

from setanon_sql.comparing.inputs import Inputs
from setanon_sql.comparing.settings import Setting
from setanon_sql.models.adaptive.parameters import AdaptiveRho
from setanon_sql.models.adaptive.thresholds import USUAL_FACTOR, public_model, thresholds_of
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.models.rho.trial import items_of_rules, risks

__all__ = ["blamed_items", "risks"]


def blamed_items(inputs: Inputs, setting: Setting, most: int) -> list[tuple[int, str]]:
    """Return the items by which most records are at risk, with their labels."""
    return items_of_rules(inputs, _model(inputs, setting), most)


def _model(inputs: Inputs, setting: Setting) -> AdaptiveRho:
    """Return what a setting promises of a dataset."""
    assert inputs.constraint is not None and setting.rho is not None
    thresholds = thresholds_of(inputs.dataset, inputs.constraint, setting.rho, USUAL_FACTOR)
    base = RhoUncertainty(setting.rho, setting.m, person=setting.person)
    return public_model(inputs.dataset.engine, thresholds, base)
