"""A function of the API, made from the options that it takes: its signature, its docstring, and what it refuses."""

import inspect
import warnings
from collections.abc import Callable, Container, Mapping
from dataclasses import Field
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from setanon_sql.choices import check_choice
from setanon_sql.naming import refuse_address, refuse_empty
from setanon_sql.numbers import whole_of
from setanon_sql.options.keywords import refuse_unknown
from setanon_sql.options.option import Option, explained, is_required, options_of
from setanon_sql.spelling import said

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
            refuse_unknown(function.__name__, signature.parameters, keywords)
            arguments = signature.bind(*args, **keywords).arguments
            refuse_wrong(options, arguments)
            _warn_of_the_past(options, arguments)
            return function(options(*args, **keywords))

        call.__signature__ = signature  # type: ignore[attr-defined]
        template = inspect.cleandoc(function.__doc__ or "")
        call.__doc__ = with_options(template, options)
        call.__annotations__ = {name: parameter.annotation for name, parameter in signature.parameters.items()}
        call.__annotations__["return"] = signature.return_annotation
        call.options = options  # type: ignore[attr-defined]
        call.template = template  # type: ignore[attr-defined]
        return call

    return decorate


def with_options(template: str, options: Any, leave_out: Container[str] = ()) -> str:
    """Return the docstring of a function with what its options mean; some can be left out."""
    return template.replace(PLACE, explained(options, leave_out))


def signature_of(options: Any, returned: Any) -> inspect.Signature:
    """Return the signature of a function that takes the options of a class."""
    return inspect.Signature([_parameter(field) for field, _ in options_of(options)], return_annotation=returned)


def _parameter(field: "Field[Any]") -> inspect.Parameter:
    kind = inspect.Parameter.KEYWORD_ONLY if field.kw_only else inspect.Parameter.POSITIONAL_OR_KEYWORD
    default = inspect.Parameter.empty if is_required(field) else field.default
    return inspect.Parameter(field.name, kind, default=default, annotation=Annotation(str(field.type)))


class Annotation(str):
    """A type as it is written, which a signature shows without quotes."""

    def __repr__(self) -> str:
        return str(self)


def refuse_wrong(options: Any, values: Mapping[str, Any]) -> None:
    """Raise BadParameter for a value that an option of a class cannot take."""
    for field, option in options_of(options):
        if field.name in values:
            _refuse_value(field, option, values[field.name])


def _warn_of_the_past(options: Any, values: Mapping[str, Any]) -> None:
    """Warn of options that go with the next minor version, where one is given."""
    for field, option in options_of(options):
        if option.instead and values.get(field.name, field.default) != field.default:
            text = said(f"<{field.name}> is deprecated, and goes with the next minor version: use {option.instead}")
            warnings.warn(text, DeprecationWarning, stacklevel=3)


def _refuse_value(field: "Field[Any]", option: Option, value: Any) -> None:
    called = f"<{field.name}>"
    if option.kind in {"name", "file"} and isinstance(value, str | Path):
        refuse_empty(called, value)
        refuse_address(called, value, files_only=option.kind == "file")
    if option.words and not option.repeated:
        check_choice(called, value, option.words)
    if option.least is not None and option.kind == "whole number" and not (value is None and field.default is None):
        whole_of(called, value, option.hint or "use 0 to leave it out", least=int(option.least))
