"""The keys of a policy: what each is called, what it takes, what it means, which models it goes with.

The dataclasses of :mod:`setanon_sql.policy.model` are the one table of them: each field carries its :class:`Key`. What
reads a policy, its JSON schema and the table in ``docs/policy.md`` are all made from these.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from datetime import date
from math import isfinite
from typing import Any, Literal

Kind = Literal["text", "whole number", "number", "share", "true or false", "date", "list of texts", "table"]

MODELS = ("km", "rho", "adaptive", "disassociation", "safe")


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


#: Whether a value of a TOML file is of a kind.
FITS: dict[str, Callable[[Any], bool]] = {
    "text": lambda value: isinstance(value, str) and bool(value.strip()),
    "whole number": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: _number(value) and isfinite(value),
    "share": lambda value: _number(value) or (isinstance(value, str) and bool(value.strip())),
    "true or false": lambda value: isinstance(value, bool),
    "date": lambda value: type(value) is date,
    "list of texts": lambda value: isinstance(value, list) and all(FITS["text"](one) for one in value),
    "table": lambda value: isinstance(value, dict),
}


@dataclass(frozen=True)
class Key:
    """What a key of a policy takes.

    ``choices`` are the only values it takes (empty: any of its ``kind``), ``least`` is the smallest number. ``models``
    are those it goes with. ``needed_for`` are the models that cannot do without it. ``secret``: ``${NAME}`` in it
    stands for a variable of the environment. ``only_for``: of some choices, the models that these go with.
    """

    kind: Kind
    meaning: str
    choices: tuple[str, ...] = ()
    least: float | None = None
    models: tuple[str, ...] = MODELS
    needed_for: tuple[str, ...] = ()
    secret: bool = False
    only_for: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)

    def refuses(self, value: Any, model: str) -> bool:
        """Return whether a value is a choice of other models only."""
        return isinstance(value, str) and model not in self.only_for.get(value, MODELS)


def key(kind: Kind, meaning: str, *, default: Any = MISSING, **more: Any) -> Any:
    """Return the field of a key; without a ``default`` the table cannot do without it."""
    told = {"key": Key(kind, meaning, **more)}
    return field(metadata=told) if default is MISSING else field(default=default, metadata=told)


def keys_of(table: Any) -> dict[str, tuple[Key, "Field[Any]"]]:
    """Return the keys of a table (a dataclass, or one of its instances) by name, in their order."""
    return {one.name: (one.metadata["key"], one) for one in fields(table) if "key" in one.metadata}


def is_required(one: "Field[Any]") -> bool:
    """Return whether a table cannot do without a field."""
    return one.default is MISSING and one.default_factory is MISSING
