"""Parameters as a manifest spells them, read with care."""

from collections.abc import Mapping
from typing import Any

from setanon_sql.errors import BadInput


def edited_manifest(problem: str) -> BadInput:
    """Return the error for a manifest that setanon did not write so."""
    return BadInput(problem, "it may have been edited; get the release again")


def no_numbers() -> BadInput:
    """Return the error for parameters that are missing, or no numbers."""
    return edited_manifest("the parameters in the manifest are incomplete or no numbers")


def is_kind(value: object, kind: type) -> bool:
    """Return whether a value is of a kind; true and false are no numbers."""
    return isinstance(value, kind) and not isinstance(value, bool)


def is_bound(parameters: Mapping[str, Any], name: str) -> bool:
    """Return whether a parameter is there that is a whole number, or null for no bound."""
    return name in parameters and (parameters[name] is None or is_kind(parameters[name], int))


def is_set(parameters: Mapping[str, Any], name: str) -> bool:
    """Return whether a parameter is there, which can only be true; raises BadInput where it is something else."""
    if parameters.get(name, True) is not True:
        raise edited_manifest(f"{name!r} in the manifest is not true")
    return name in parameters


def columns_named(parameters: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the columns that parameters name, between commas; raises BadInput where they name none, or one twice."""
    value = parameters.get("columns", "")
    columns = tuple(value.split(",")) if isinstance(value, str) else ("",)
    if value != "" and (not all(columns) or len(set(columns)) < len(columns)):
        raise edited_manifest("'columns' in the manifest names none, or one twice")
    return columns if value else ()


def labels_listed(labels: object, field: str = "sensitive") -> tuple[str, ...] | None:
    """Return the labels that a manifest lists in a field, None where it lists none; raises BadInput if no list."""
    if labels is None:
        return None
    if not isinstance(labels, list) or not all(isinstance(label, str) for label in labels):
        raise edited_manifest(f"{field!r} in the manifest is not a list of labels")
    return tuple(labels)
