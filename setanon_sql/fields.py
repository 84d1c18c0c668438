"""A field of a result, described once: ``--json``, its schema and the page of its keys are made of this.

::

    @dataclass(frozen=True)
    class Matched(Fields):
        size: int                                           # no key
        persons: Annotated[int, "of whom so many items are known"]
        items: Annotated[tuple[str, ...], "†"]              # with <values> only
        hint: Annotated[str, "for whom nobody fits"] = ""   # left out where it is its default: None or empty
        share = ComputedKey[float]("of the persons", lambda matched: matched.persons / matched.size)

        @property
        @in_json()
        def violations(self) -> int:
            '''Return the faults.'''                      # which is its meaning

A field that has another name in JSON is ``Annotated[int, Name("…"), "…"]``; one that is ``INLINE`` gives its own keys.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from inspect import get_annotations, getdoc
from pathlib import Path
from types import NoneType
from typing import Any, Generic, Self, TypeVar, get_args, get_type_hints, overload

from setanon_sql.numbers import number_text

Method = TypeVar("Method", bound=Callable[..., Any])
Value = TypeVar("Value")


class KeyRule(Enum):
    """Ways of a value into JSON: left out where it is None or empty; always there; with its own keys in its place."""

    ABSENT = "absent"
    ALWAYS = "always"
    INLINE = "inline"


ABSENT = KeyRule.ABSENT
ALWAYS = KeyRule.ALWAYS
INLINE = KeyRule.INLINE
#: Values that are left out.
EMPTY: tuple[Any, ...] = (None, "", (), [], {})
#: The meaning of what means the same as the key before it.
LIKEWISE = "likewise"


class Name(str):
    """Another name that a field has in JSON; with ``_N`` at its end: of a key for each number of a mapping."""

    __slots__ = ()


class By(str):
    """The field of the entries of a list by which they are named in JSON: it is an object there."""

    __slots__ = ()


@dataclass(frozen=True)
class FieldKey:
    """A key of JSON: its ``name``, the ``field`` that has its value, the ``type`` and ``meaning`` of it.

    ``inline``: it gives its own keys. ``by``: see :class:`By`. ``left_out``: values that are.
    """

    name: str
    field: str
    type: Any
    meaning: str
    inline: bool = False
    by: str = ""
    left_out: tuple[Any, ...] = ()

    @property
    def hidden(self) -> bool:
        """Return whether it is there for who asks for values only."""
        return "†" in self.meaning

    @property
    def optional(self) -> bool:
        """Return whether it may be absent."""
        return self.hidden or bool(self.left_out)


def in_json(*said: str | KeyRule) -> Callable[[Method], Method]:
    """Mark a method without parameters, or that of a property, as a key; ``said``: its name, where that is another."""

    def mark(method: Method) -> Method:
        method.in_json = said  # type: ignore[attr-defined]
        return method

    return mark


class ComputedKey(Generic[Value]):
    """A key that is computed of the other fields, which Python reads as an attribute."""

    def __init__(self, meaning: str, compute: Callable[[Any], Value], *said: str | KeyRule) -> None:
        self.__doc__ = meaning
        self.compute = compute
        self.said = (meaning, *said)

    @overload
    def __get__(self, result: None, owner: Any) -> Self: ...

    @overload
    def __get__(self, result: object, owner: Any) -> Value: ...

    def __get__(self, result: object, owner: Any) -> Value | Self:
        return self if result is None else self.compute(result)


class Fields:
    """A result, or a part of one, whose fields say what they are in JSON."""

    __slots__ = ()

    def to_json(self, *, show_values: bool = False) -> dict[str, Any]:
        """Return what ``--json`` prints: the keys of ``docs/json.schema.json``; labels only with ``show_values``."""
        values: dict[str, Any] = {}
        owner: Any = type(self)
        for key in keys_of(owner):
            value = getattr(self, key.field)
            value = value() if callable(value) else value
            if key.name.endswith("_N"):
                values |= {f"{key.name[:-1]}{number}": part for number, part in value.items()}
            elif key.inline:
                values |= {} if value is None else plain(value, show_values=show_values)
            elif (show_values or not key.hidden) and value not in key.left_out:
                entries = {getattr(entry, key.by): entry for entry in value} if key.by else value
                values[key.name] = plain(entries, show_values=show_values)
        return values


def plain(value: Any, *, show_values: bool = False) -> Any:
    """Return a value as JSON has it."""
    if isinstance(value, Fields):
        return value.to_json(show_values=show_values)
    if isinstance(value, Mapping):
        return {str(name): plain(part, show_values=show_values) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part, show_values=show_values) for part in value]
    return str(value) if isinstance(value, Path) else number_text(value) if isinstance(value, Fraction) else value


@cache
def keys_of(owner: Any) -> tuple[FieldKey, ...]:
    """Return the keys of a class: of fields that are annotated, in their order, then of methods that are marked."""
    defaults = {each.name: _default(each) for each in fields(owner)} if is_dataclass(owner) else {}
    hints: dict[str, Any] = {}
    for base in reversed(owner.__mro__):
        hints |= {name: hint for name, hint in get_annotations(base).items() if hasattr(hint, "__metadata__")}
    keys = (*(_key(name, hint, defaults.get(name, 0)) for name, hint in hints.items()), *_computed(owner))
    return tuple(sorted(keys, key=lambda key: not key.inline))  # its own win over those of its parts


def _default(field: "Field[Any]") -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


def _key(name: str, hint: Any, default: Any, *said: str | KeyRule) -> FieldKey:
    plain_hint, *extras = get_args(hint) if hasattr(hint, "__metadata__") else (hint,)
    said = (*extras, *said)
    meaning = "".join(each for each in said if type(each) is str)
    in_json_name = next((each for each in said if isinstance(each, Name)), name)
    by = "".join(each for each in said if isinstance(each, By))
    nothing = (None,) if NoneType in get_args(plain_hint) else EMPTY
    left_out = nothing if ABSENT in said else (default,) if default in EMPTY and ALWAYS not in said else ()
    return FieldKey(in_json_name, name, plain_hint, meaning, INLINE in said, by, left_out)


def _computed(owner: Any) -> Iterator[FieldKey]:
    """Yield the keys of methods; one that a class overrides keeps the key of the one that is marked."""
    attributes: dict[str, Any] = {}
    for base in reversed(owner.__mro__):
        attributes |= {name: attribute for name, attribute in vars(base).items() if _is_marked(attribute)}
    for name, attribute in attributes.items():
        if isinstance(attribute, ComputedKey):
            yield _key(name, get_args(vars(attribute)["__orig_class__"])[0], 0, *attribute.said)
            continue
        method = _method_of(attribute)
        meaning = re.sub(r"^Return |\.$", "", " ".join((getdoc(method) or "").split())).replace("``", "`")
        names = [Name(each) if isinstance(each, str) else each for each in method.in_json]
        yield _key(name, get_type_hints(method, include_extras=True)["return"], 0, *names, meaning)


def _is_marked(attribute: Any) -> bool:
    return isinstance(attribute, ComputedKey) or hasattr(_method_of(attribute), "in_json")


def _method_of(attribute: Any) -> Any:
    return attribute.fget if isinstance(attribute, property) else attribute
