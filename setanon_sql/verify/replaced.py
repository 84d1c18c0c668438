"""A manifest that carries another one: which promise was checked, and does the other one promise more?

While a release is replaced, two manifests stand in one file (:mod:`.standing`). Nobody signs them, so one that is
carried may have been put there to promise less.
"""

import json
from math import inf
from typing import Any

from setanon_sql.errors import BadInput
from setanon_sql.verify.claims import REPLACING
from setanon_sql.verify.promise import AnyPromise, Promise, promise_of
from setanon_sql.verify.standing import REPLACES

#: The parameters of models: 1 where a larger one promises more, -1 where a smaller one does.
_STRONGER = {
    "k": 1, "m": 1, "h": -1, "rho": -1, "epsilon": -1, "delta": -1, "diversity": 1, "person": 1, "safe": 1,
    "sensitive": 1, "known": -1,
}  # fmt: skip
#: What a parameter is that is not there.
_NONE = {"m": inf}

CARRIED = "the manifest itself, which speaks of other data: checked was the one that it carries ('replaces')"


def told_of_other(promise: AnyPromise) -> tuple[str, ...]:
    """Return what is told of another promise that came with this one."""
    if promise.carried_by is not None:
        return (CARRIED + _compared(promise.carried_by, promise, "it promises"),)
    older = _older(promise)
    return (REPLACING + _compared(older, promise, "that was"),) if promise.claims.replacing else ()


def _older(promise: AnyPromise) -> Promise | None:
    """Return the promise that a manifest carries; None where it cannot be read."""
    try:
        return promise_of(json.dumps(promise.claims.fields.get(REPLACES)), pieces=not promise.shape.single)
    except BadInput:
        return None


def _compared(other: Promise | None, promise: AnyPromise, verb: str) -> str:
    """Return how another promise compares with the one that was checked, where it is not the same."""
    if other is None or (other.model == promise.model and other.named_labels == promise.named_labels):
        return ""
    how = "more" if _is_less(promise, other) else "something else"
    return f"; {verb} {how} ({_in_words(other)}, not {_in_words(promise)})"


def _is_less(promise: Promise, other: Promise) -> bool:
    """Return whether a promise is weaker than another one in anything that both speak of."""
    if type(promise.model) is not type(other.model):
        return False
    hidden = set(other.named_labels or ()) - set(promise.named_labels or ())
    names = [name for name in _STRONGER if hasattr(promise.model, name)]
    return bool(hidden) or any(_strength(promise.model, name) < _strength(other.model, name) for name in names)


def _strength(model: Any, name: str) -> float:
    value = getattr(model, name)
    return _STRONGER[name] * float(_NONE.get(name, 0) if value is None else value)


def _in_words(promise: Promise) -> str:
    parameters = promise.model.parameters.items()
    values = ", ".join(f"{name} = {'any' if value is None else value}" for name, value in parameters)
    return f"{promise.model.name} with {values}"
