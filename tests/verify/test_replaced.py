"""A manifest that carries another one: which of them was checked, and whether one promises less, is always said."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from setanon_sql import api
from setanon_sql.layout import manifest_path
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.verify.claims import BEFORE_SAFE, EARLIER, MAKING, REPLACING, Claims, claims_of
from setanon_sql.verify.promise import LongPromise
from setanon_sql.verify.replaced import CARRIED, told_of_other

SOURCE = [["a", "b"], ["a", "b"], ["b", "c"], ["b", "c"], ["a", "b", "c"]] * 3


@pytest.fixture
def release(tmp_path: Path) -> Path:
    api.anonymize_km(SOURCE, tmp_path / "r.csv", k=2, m=2)
    return tmp_path / "r.csv"


def fields_of(release: Path) -> dict[str, Any]:
    return dict(json.loads(manifest_path(release).read_text()))


def promising(fields: Mapping[str, Any], k: int, m: int | None) -> dict[str, Any]:
    """Return a manifest with another promise."""
    model = KmAnonymity(k, m)
    return {**fields, "parameters": {**model.parameters}, "guarantee": model.guarantee}


@pytest.mark.parametrize(("k", "m", "how"), [(5, 2, "more"), (2, 3, "more"), (2, None, "more"), (5, 1, "more"),
                                             (2, 1, "something else")])  # fmt: skip
def test_a_release_that_takes_the_place_of_another_promise_says_so(
    release: Path, k: int, m: int | None, how: str
) -> None:
    fields = fields_of(release)
    older = promising(fields, k, m) | {"sha256": {"r.csv": "0" * 64}}
    manifest_path(release).write_text(json.dumps(fields | {"replaces": older}))
    answer = api.verify(release)
    told = f"{REPLACING}; that was {how} (km with k = {k}, m = {m or 'any'}, not km with k = 2, m = 2)"
    assert answer.satisfied
    assert told in answer.not_checked
    manifest_path(release).write_text(json.dumps(fields | {"replaces": fields}))
    assert REPLACING in api.verify(release).not_checked


@pytest.mark.parametrize(("k", "m", "how"), [(5, 2, "more"), (2, 1, "something else")])
def test_a_promise_that_another_manifest_carries_is_told(release: Path, k: int, m: int | None, how: str) -> None:
    fields = fields_of(release)
    outer = promising(fields, k, m) | {"sha256": {"r.csv": "0" * 64}, "replaces": fields}
    manifest_path(release).write_text(json.dumps(outer))
    answer = api.verify(release)
    assert answer.satisfied
    assert answer.parameters == {"k": 2, "m": 2}
    told = f"{CARRIED}; it promises {how} (km with k = {k}, m = {m}, not km with k = 2, m = 2)"
    assert told in answer.not_checked


def promise(model: Any, **more: Any) -> LongPromise:
    return LongPromise(model, "method", 1, 1, {"": "sum"}, Claims(""), **more)


RHO = RhoUncertainty.from_shares
PAIRS: list[tuple[Any, Any, str]] = [
    (RHO("0.5", 2), RHO("0.4", 2), "more"),
    (RHO("0.4", 2), RHO("0.5", 2), "something else"),
    (RHO("0.5", 2, "0.05", "0.05"), RHO("0.5", 2), "more"),
    (RHO("0.5", 2), RHO("0.5", 2, "0.05", "0.05"), "something else"),
    (KmAnonymity(2, 2), KmAnonymity(2, 2, person=True), "more"),
    (KmAnonymity(2, 2, known=True), KmAnonymity(2, 2), "more"),
    (KmAnonymity(2, 2), KmAnonymity(2, 2, known=True), "something else"),
    (KmAnonymity(2, 2), RHO("0.5", 2), "something else"),
]


@pytest.mark.parametrize(("checked", "other", "how"), PAIRS)
def test_promises_are_compared(checked: Any, other: Any, how: str) -> None:
    (told,) = told_of_other(promise(checked, carried_by=promise(other)))
    assert told.startswith(f"{CARRIED}; it promises {how} ({other.name} with ")


def test_fewer_labels_to_hide_are_less() -> None:
    model = RHO("0.5", 2)
    carried = promise(model, sensitive=("a",), carried_by=promise(model, sensitive=("a", "b")))
    (told,) = told_of_other(carried)
    assert "promises more" in told
    assert told_of_other(promise(model, sensitive=("a",), carried_by=promise(model, sensitive=("a",)))) == (CARRIED,)
    assert told_of_other(promise(model)) == ()


def test_whatever_a_manifest_says_besides_is_told(release: Path) -> None:
    fields = fields_of(release)
    told = claims_of(fields | {"not_checked": ["Mary"], "occurrences_before_safe": 3}).not_checked(
        KmAnonymity(2, 2), {}
    )
    assert {EARLIER, BEFORE_SAFE, MAKING} <= set(told)
    assert MAKING in api.verify(release).not_checked
    assert not any("Mary" in sentence for sentence in told)
