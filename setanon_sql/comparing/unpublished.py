"""A setting as a release that is not published: the pipeline of its model, and the case that it is tried on."""

from dataclasses import fields
from typing import Any

from setanon_sql import registry
from setanon_sql.comparing.inputs import Inputs, Plan
from setanon_sql.comparing.settings import Setting
from setanon_sql.errors import BadParameter
from setanon_sql.pipeline.case import Case
from setanon_sql.pipeline.refusing import refuse_personal
from setanon_sql.pipeline.run import Pipeline

#: What the options of trials say of the source, and of a release.
_OF_SOURCE = ("source", "options", "settings", "person", "sensitive")
_OF_TAXONOMY = ("taxonomy", "levels", "qualify", "missing", "inner_items")


def pipeline_of(setting: Setting, inputs: Inputs, plan: Plan) -> Pipeline[Any, Any]:
    """Return what would publish a setting; raises BadParameter where that cannot be."""
    entry = registry.model(setting.model)
    if setting.person and "person" in entry.without:
        raise BadParameter(*entry.without["person"])
    names = _OF_SOURCE if entry.generalizes == "nothing" else (*_OF_SOURCE, *_OF_TAXONOMY)
    values = {name: getattr(inputs.request, name) for name in names}
    values |= {name: getattr(setting, name) for name in entry.axes}
    values |= {"seed": plan.seed, "optimum": plan.optimum}
    options = entry.anonymize.options
    option_names = {field.name for field in fields(options)}
    request = options(**{name: value for name, value in values.items() if name in option_names})
    pipeline: Pipeline[Any, Any] = registry.function(setting.model, "pipeline", "pipeline_of")(request)
    return pipeline


def case_of(inputs: Inputs, pipeline: Pipeline[Any, Any]) -> Case[Any, Any]:
    """Return the case that a pipeline is tried on; raises BadParameter for personal wishes it does not know of."""
    name = pipeline.model.name
    refuse_personal(name, inputs.constraint)
    nodes = {"items": inputs.nodes, "open items": inputs.open_nodes}.get(pipeline.generalizes)
    return Case(
        request=pipeline.given,
        model=pipeline.model,
        dataset=inputs.dataset,
        sensitive=inputs.constraint,
        taxonomy=inputs.taxonomy,
        nodes=nodes,
        dropped=inputs.dropped,
    )
