"""Keywords that there are not: refused, with the one that is spelled most like it."""

import difflib
import inspect
from collections.abc import Callable, Collection, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C")


def refuse_unknown(function: str, parameters: Collection[str], keywords: Mapping[str, Any]) -> None:
    """Raise TypeError for a keyword that there is not, with the one that is spelled most like it."""
    for name in keywords:
        if name not in parameters:
            nearest = difflib.get_close_matches(name, parameters, n=1)
            raise TypeError(f"{function}() has no keyword {name}{f'; did you mean {nearest[0]}?' if nearest else ''}")


def suggests_keywords(name: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Make a function, called ``name``, refuse unknown keywords with a suggestion."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        parameters = inspect.signature(function).parameters

        @wraps(function)
        def call(*args: P.args, **keywords: P.kwargs) -> R:
            refuse_unknown(name, parameters, keywords)
            return function(*args, **keywords)

        return call

    return decorate


def suggests_options(owner: type[C]) -> type[C]:
    """Make a class of options refuse unknown keywords with a suggestion."""
    owner.__init__ = suggests_keywords(owner.__name__)(owner.__init__)  # type: ignore[method-assign]
    return owner
