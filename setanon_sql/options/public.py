"""A function of the API, made from the options that it takes: its signature, its docstring, and what it refuses."""

import difflib
import inspect
from collections.abc import Callable, Mapping
from dataclasses import Field
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from setanon_sql.choices import check_choice
from setanon_sql.naming import refuse_address, refuse_empty
from setanon_sql.numbers import whole_of
from setanon_sql.options.option import Option, explained, is_required, options_of, spelled

P = ParamSpec("P")
Q = TypeVar("Q")
R = TypeVar("R")

#: Where the docstring of a function says what its options mean.
PLACE = "OPTIONS"


def public(options: Callable[P, Q]) -> Callable[[Callable[[Q], R]], Callable[P, R]]:
    """Make a function of one object that holds options into one that takes each option as a keyword.

    ``options``: the class of this object. In the docstring of the function the word OPTIONS stands for what they mean.
    The function refuses, before any work, names that can be none, words that are not known, and numbers out of range.
    """

    def decorate(function: Callable[[Q], R]) -> Callable[P, R]:
        signature = signature_of(options, inspect.signature(function).return_annotation)

        @wraps(function)
        def call(*args: P.args, **keywords: P.kwargs) -> R:
            refuse_unknown(function.__name__, signature, keywords)
            given = signature.bind(*args, **keywords).arguments
            refuse_wrong(options, given)
            return function(options(*args, **keywords))

        call.__signature__ = signature  # type: ignore[attr-defined]
        call.__doc__ = (function.__doc__ or "").replace(f"    {PLACE}", explained(options))
        call.__annotations__ = {name: one.annotation for name, one in signature.parameters.items()}
        call.__annotations__["return"] = signature.return_annotation
        call.options = options  # type: ignore[attr-defined]
        call.template = function.__doc__  # type: ignore[attr-defined]
        return call

    return decorate


def signature_of(options: Any, returned: Any) -> inspect.Signature:
    """Return the signature of a function that takes the options of a class."""
    return inspect.Signature([_parameter(one) for one, _ in options_of(options)], return_annotation=returned)


def _parameter(one: "Field[Any]") -> inspect.Parameter:
    kind = inspect.Parameter.KEYWORD_ONLY if one.kw_only else inspect.Parameter.POSITIONAL_OR_KEYWORD
    default = inspect.Parameter.empty if is_required(one) else one.default
    return inspect.Parameter(one.name, kind, default=default, annotation=Annotation(str(one.type)))


class Annotation(str):
    """A type as it is written, which a signature shows without quotes."""

    def __repr__(self) -> str:
        return str(self)


def refuse_unknown(function: str, signature: inspect.Signature, keywords: Mapping[str, Any]) -> None:
    """Raise TypeError for a keyword that there is not, with the one that is spelled most like it."""
    for name in keywords:
        if name not in signature.parameters:
            nearest = difflib.get_close_matches(name, signature.parameters, n=1)
            raise TypeError(f"{function}() has no keyword {name}{f'; did you mean {nearest[0]}?' if nearest else ''}")


def refuse_wrong(options: Any, given: Mapping[str, Any]) -> None:
    """Raise BadParameter for a value that an option of a class cannot take."""
    for one, described in options_of(options):
        if one.name in given:
            _refuse_value(one, described, given[one.name])


def _refuse_value(one: "Field[Any]", described: Option, value: Any) -> None:
    called = spelled(one)
    if described.kind in {"name", "file"} and isinstance(value, str | Path):
        refuse_empty(called, value)
        refuse_address(called, value, files_only=described.kind == "file")
    if described.words and not described.repeated:
        check_choice(called, value, described.words)
    if described.least is not None and not (value is None and one.default is None):
        whole_of(called, value, described.hint or "use 0 to leave it out", least=int(described.least))
