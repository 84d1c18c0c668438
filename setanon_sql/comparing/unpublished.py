"""A setting as a release that is not published: the pipeline of its model, and the case that it is tried on."""

from dataclasses import fields, replace
from typing import Any

from setanon_sql import registry
from setanon_sql.columns import Classes
from setanon_sql.comparing.inputs import Inputs, Plan
from setanon_sql.comparing.settings import Setting
from setanon_sql.errors import BadParameter
from setanon_sql.pipeline.case import Case
from setanon_sql.pipeline.refusing import refuse_personal
from setanon_sql.pipeline.run import Pipeline
from setanon_sql.query.templates import columns_of

#: What the options of trials say of the source, and of a release.
_OF_SOURCE = ("source", "options", "settings", "person", "sensitive", "sensitive_groups")
_OF_COLUMNS = ("columns_from", "max_gone")
_OF_TAXONOMY = ("taxonomy", "levels", "qualify", "parents", "missing", "inner_items")


def pipeline_of(setting: Setting, inputs: Inputs, plan: Plan) -> Pipeline[Any, Any]:
    """Return what would publish a setting; raises BadParameter where that cannot be."""
    entry = registry.model(setting.model)
    wishes = {"person": setting.person, "any m": setting.m is None and "m" in entry.axes}
    for wish, reason in entry.without.items():
        if wishes.get(wish):
            raise BadParameter(*reason)
    along = entry.generalizes_by(setting.algorithm, setting.recoding) != "nothing"
    names = (*_OF_SOURCE, *(_OF_TAXONOMY if along else ()), *(_OF_COLUMNS if setting.columns else ()))
    values = {name: getattr(inputs.request, name) for name in names}
    values |= {name: getattr(setting, name) for name in entry.axes} | {"columns": setting.column_texts or None}
    values |= {"seed": plan.seed, "optimum": plan.optimum}
    options = entry.anonymize.options
    option_names = {field.name for field in fields(options)}
    request = options(**{name: value for name, value in values.items() if name in option_names})
    pipeline: Pipeline[Any, Any] = registry.function(setting.model, "pipeline", "pipeline_of")(request)
    return pipeline


def case_of(setting: Setting, inputs: Inputs, pipeline: Pipeline[Any, Any]) -> Case[Any, Any]:
    """Return the case that a pipeline is tried on; raises BadParameter for personal wishes it does not know of."""
    refuse_personal(pipeline.model.name, pipeline.given, inputs.constraint)
    case = Case(
        request=pipeline.given,
        model=pipeline.model,
        dataset=inputs.dataset,
        reading=pipeline.reading,
        sensitive=inputs.constraint,
        classes=_classes_of(setting, inputs),
    )
    if pipeline.generalizes == "nothing":
        return case
    with_tree = replace(case, taxonomy=inputs.taxonomy, dropped=inputs.dropped)
    if pipeline.generalizes == "items":
        return replace(with_tree, nodes=inputs.nodes)
    return replace(with_tree, nodes=inputs.open_nodes, dropped=_not_sensitive(inputs))


def _classes_of(setting: Setting, inputs: Inputs) -> Classes | None:
    """Return the columns of a setting, each at its step alone."""
    if inputs.classes is None or not setting.columns:
        return None
    return replace(inputs.classes, ladders=[column.alone for column in setting.columns])


def _not_sensitive(inputs: Inputs) -> frozenset[int]:
    """Return the items that are to go; what is sensitive needs no place in the taxonomy."""
    if not inputs.dropped or inputs.constraint is None:
        return inputs.dropped
    rows = inputs.dataset.engine.rows(columns_of(inputs.constraint.sensitive, "item"))
    return inputs.dropped - {int(item) for (item,) in rows}
