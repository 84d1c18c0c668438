"""The list of models. A model is one room, ``models/<model>``; whoever needs something of it asks here for it.

Nothing imports a room statically: rooms are above whoever walks over the list, and are loaded when they are asked for.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, get_args

from setanon_sql.errors import BadInput
from setanon_sql.registry.parameters import ModelParameters

if TYPE_CHECKING:
    from setanon_sql.registry.entry import Model

#: The models, in the order in which they are told.
ModelName = Literal["km", "kanonymity", "coherence", "rho", "adaptive", "disassociation"]

#: The model that is meant where none is named.
DEFAULT: ModelName = "km"

_packages = {name: f"setanon_sql.models.{name}" for name in get_args(ModelName)}


def register(name: str, package: str) -> None:
    """Add a model to the list: its name, and the package that holds its ``MODEL``."""
    _packages[name] = package


def names() -> tuple[str, ...]:
    """Return the names of all models."""
    return tuple(_packages)


def model(name: str) -> "Model":
    """Return what a model says of itself; raises BadInput for a name that is not in the list."""
    if name not in _packages:
        raise BadInput(f"there is no model {name!r}", f"there are {', '.join(_packages)}")
    entry: Model = import_module(_packages[name]).MODEL
    return entry


def models() -> Iterator["Model"]:
    """Yield all models."""
    return map(model, _packages)


def promises() -> dict[str, type[ModelParameters]]:
    """Return the types of what models promise, by name."""
    return {each.name: each.promise for each in models()}


def families() -> list[tuple[str, ...]]:
    """Return the models that protect against the same attack, together."""
    attacks = ("singling out", "both", "inference")
    return [tuple(each.name for each in models() if each.protects_from == attack) for attack in attacks]


def varied(axis: str) -> tuple[str, ...]:
    """Return the names of the models of which a comparison varies a parameter."""
    return tuple(each.name for each in models() if axis in each.axes)


def taking(option: str) -> tuple[str, ...]:
    """Return the names of the models whose releases are made with an option."""
    return tuple(each.name for each in models() if option in each.anonymize.options.__dataclass_fields__)


def promising(trait: str) -> tuple[str, ...]:
    """Return the names of the models whose promise has a trait, such as ``hides_whole_records``."""
    return tuple(name for name, promise in promises().items() if getattr(promise, trait))


def in_pieces() -> tuple[str, ...]:
    """Return the names of the models whose releases are pieces."""
    return tuple(name for name, promise in promises().items() if promise.records == "pieces")


def generalizing_known_items() -> tuple[str, ...]:
    """Return the names of the models that generalize all items, as far as some number of known items asks for it."""
    return tuple(each.name for each in models() if each.generalizes == "items" and "m" in each.axes)


def protecting_from_both() -> tuple[str, ...]:
    """Return the names of the models that keep somebody from finding a record, and from inferring what is sensitive."""
    return tuple(each.name for each in models() if each.protects_from == "both")


def covering_known_items() -> tuple[str, ...]:
    """Return the names of the models that promise records, whole in one table, to whoever knows some of their items."""
    return tuple(each.name for each in models() if {"k", "m"} <= set(each.axes) and each.promise.records == "long")


def policies() -> dict[str, tuple["Model", Mapping[str, Any]]]:
    """Return the models by the names that policies have for them, each with the options that such a name means."""
    return {name: (each, means) for each in models() for name, means in (each.policies or {each.name: {}}).items()}


def part(name: str, module: str) -> ModuleType:
    """Return a module of the room of a model: ``audit``, ``recount``, ...; what it holds is told in ``entry.py``."""
    return import_module(f"{_packages[name]}.{module}")


def has_part(name: str, module: str) -> bool:
    """Return whether the room of a model has a module, where it need not."""
    return find_spec(f"{_packages[name]}.{module}") is not None


def functions_of_sources(name: str) -> list[Callable[..., Any]]:
    """Return the functions of a model that take a source, to audit or to anonymize it."""
    exported = part(name, "api")
    functions = [getattr(exported, each) for each in exported.__all__ if each.startswith(("audit_", "anonymize_"))]
    return [each for each in functions if next(iter(signature(each).parameters)) == "source"]


def function(name: str, module: str, called: str) -> Any:
    """Return a function of a module of the room of a model."""
    return getattr(part(name, module), called)
