"""Manifests are read with care: each thing that is not as setanon writes it, by itself."""

import json
from fractions import Fraction
from typing import Any

import pytest

from setanon_sql.errors import BadInput
from setanon_sql.models.adaptive.parameters import AdaptiveRho
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.kanonymity.parameters import KAnonymity
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.verify.promise import AnyPromise, promise_of

COMMON = {
    "format_version": 2, "model": "km", "parameters": {"k": 3, "m": 2}, "method": "lra", "records": 4, "rows": 9,
    "created_by": "me", "sha256": {"r.csv": "abc"}, "guarantee": "g", "verified": {},
}  # fmt: skip
RHO = {"model": "rho", "parameters": {"rho": 0.5, "m": 2, "epsilon": None, "delta": None}}
ADAPTIVE = {
    "model": AdaptiveRho.name, "parameters": {"rho": 0.5, "m": 2}, "sensitive": ["s", "t"],
    "thresholds": {"s": "1/2", "t": "0.7"},
}  # fmt: skip
PIECES: dict[str, Any] = {
    "model": Disassociation.name,
    "parameters": {"k": 3, "m": 2, "cluster_size": 30, "refine": True, "safe": False, "sensitive": True},
    "sha256": {"clusters.parquet": "a", "subrecords.parquet": "b", "terms.parquet": "c"},
}

PARAMETERS: dict[str, Any] = PIECES["parameters"]


def read(*changes: dict[str, Any], pieces: bool = False) -> AnyPromise:
    fields = dict(COMMON)
    for change in changes:
        fields |= change
    return promise_of(json.dumps({name: value for name, value in fields.items() if value != "absent"}), pieces=pieces)


def test_what_setanon_writes_is_read() -> None:
    km = read()
    assert (km.model, km.method, km.records, km.rows) == (KmAnonymity(3, 2), "lra", 4, 9)
    assert (km.sha256, km.separator, km.sensitive, km.columns, km.named_labels) == ({"": "abc"}, " ", None, (), None)
    assert read({"format_version": 1}) and read({"parameters": {"k": 3, "m": None}}).model == KmAnonymity(3, None)
    assert read({"sensitive": ["s"]}).named_labels is None
    assert read(RHO, {"parameters": {"rho": 0.5, "m": None}}).model == RhoUncertainty(Fraction(1, 2))
    rho = read(RHO, {"sensitive": ["s"]})
    assert rho.model == RhoUncertainty(Fraction(1, 2), 2) and rho.named_labels == ("s",)
    sampled = read(RHO, {"parameters": {"rho": "1/3", "m": 2, "epsilon": 0.05, "delta": "0.1"}})
    assert sampled.model == RhoUncertainty(Fraction(1, 3), 2, Fraction(1, 20), Fraction(1, 10))
    adaptive = read(ADAPTIVE)
    shares = {"s": Fraction(1, 2), "t": Fraction(7, 10)}
    assert adaptive.model == AdaptiveRho(Fraction(1, 2), 2, shares) and adaptive.named_labels == ("s", "t")
    pieces = read(PIECES, {"sensitive": ["s"], "occurrences_before_safe": 0}, pieces=True)
    assert pieces.model == Disassociation(3, 2, 30, refine=True, safe=False, sensitive=True)
    assert pieces.sha256 == {"clusters": "a", "subrecords": "b", "terms": "c"}
    assert (pieces.sensitive, getattr(pieces, "occurrences_before_safe", None)) == (("s",), 0)
    assert read(PIECES, {"parameters": {**PIECES["parameters"], "diversity": 4}}, pieces=True).model.parameters


def test_k_anonymity_has_one_parameter() -> None:
    whole = read({"model": KAnonymity.name, "parameters": {"k": 3}, "sensitive": ["s"]})
    assert whole.model == KAnonymity(3) and whole.named_labels is None
    assert [promise.recodes_locally for promise in (whole, read(), read(ADAPTIVE))] == [True, False, True]
    for parameters, told in (
        ({}, "incomplete or no numbers"),
        ({"k": True}, "incomplete or no numbers"),
        ({"k": 1}, "are no model"),
        ({"k": 3, "m": 2}, "not known here: 'm'"),
    ):
        with pytest.raises(BadInput, match=told):
            read({"model": KAnonymity.name, "parameters": parameters})


def test_a_basket_has_a_separator_and_a_table_its_columns() -> None:
    assert read({"format": {"separator": "|"}}).separator == "|"
    strange = read({"format": 7})
    assert (strange.separator, strange.columns) == (" ", ())
    named = read({"format": {"columns": ["who", "what"]}})
    assert named.columns == ("who", "what") and named.shape.as_written() == ("who", "what")
    assert not named.grouped and read(ADAPTIVE).grouped


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ([{"format_version": 3}], "format version 3"),
        ([{"format_version": True}], "'format_version' in the manifest"),
        *(([{name: "absent"}], f"lacks {name!r}") for name in COMMON if name != "model"),
        ([{"model": "absent"}], "names no model"),
        *(([{name: []}], f"{name!r} in the manifest") for name in COMMON),
        *(([{name: True}], f"{name!r} in the manifest") for name in ("records", "rows")),
        ([{"model": "trust me"}], "a model that cannot be checked"),
        ([{"sha256": {}}], "one sha256"),
        ([{"sha256": {"a": "x", "b": "y"}}], "one sha256"),
        ([{"sha256": {"a": 1}}], "one sha256"),
        ([{"format": {"separator": ""}}], "separator"),
        ([{"format": {"separator": 7}}], "separator"),
        ([{"format": {"columns": ["who"]}}], "columns in the manifest"),
        ([{"format": {"columns": ["who", "who"]}}], "columns in the manifest"),
        ([{"format": {"columns": []}}], "columns in the manifest"),
        ([{"sensitive": "s"}], "'sensitive' in the manifest"),
        ([{"sensitive": [1]}], "'sensitive' in the manifest"),
        ([{"sensitive": ["s", 1]}], "'sensitive' in the manifest"),
        *(([{"parameters": {"k": k, "m": 2}}], "incomplete or no numbers") for k in (None, "3", True)),
        *(([{"parameters": {"k": 3, "m": m}}], "incomplete or no numbers") for m in ("2", True, 2.0)),
        ([{"parameters": {"k": 3}}], "incomplete or no numbers"),
        ([{"parameters": {"k": 1, "m": 2}}], "are no model"),
        ([{"parameters": {"k": 3, "m": 2, "rho": 1}}], "not known here: 'rho'"),
        *(([RHO, {"parameters": {"rho": rho, "m": 2}}], "incomplete or no numbers") for rho in (None, 1, True, [])),
        *(([RHO, {"parameters": {"rho": 0.5, "m": m}}], "incomplete or no numbers") for m in ("2", True)),
        ([RHO, {"parameters": {"rho": 0.5}}], "incomplete or no numbers"),
        ([RHO, {"parameters": {"rho": 0.5, "m": 2, "epsilon": 1}}], "incomplete or no numbers"),
        ([RHO, {"parameters": {"rho": 2.0, "m": 2}}], "are no model"),
        ([ADAPTIVE, {"sensitive": "absent"}], "a threshold for each"),
        ([ADAPTIVE, {"thresholds": "absent"}], "a threshold for each"),
        ([ADAPTIVE, {"thresholds": {"s": "1/2"}}], "a threshold for each"),
        ([ADAPTIVE, {"thresholds": {"s": "1/2", "t": 0.7}}], "a threshold for each"),
        ([ADAPTIVE, {"thresholds": {"s": "1/2", "t": "0.4"}}], "no fraction from rho to 1"),
        ([ADAPTIVE, {"thresholds": {"s": "1/2", "t": "most"}}], "no fraction from rho to 1"),
    ],
)  # fmt: skip
def test_what_is_not_as_it_should_be_cannot_be_checked(changes: list[Any], told: str) -> None:
    with pytest.raises(BadInput, match=told):
        read(*changes)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"model": "km"}, "not that of a disassociated release"),
        *(
            ({"parameters": {n: v for n, v in PARAMETERS.items() if n != name}}, "of the wrong kind")
            for name in PARAMETERS
        ),
        *(({"parameters": {**PARAMETERS, name: "3"}}, "of the wrong kind") for name in PARAMETERS),
        ({"parameters": {**PARAMETERS, "k": True}}, "of the wrong kind"),
        ({"parameters": {**PARAMETERS, "safe": 1}}, "of the wrong kind"),
        ({"parameters": {**PARAMETERS, "more": 1}}, "of the wrong kind"),
        ({"parameters": {**PARAMETERS, "diversity": "4"}}, "'diversity' in the manifest"),
        ({"parameters": {**PARAMETERS, "diversity": True}}, "'diversity' in the manifest"),
        ({"parameters": {**PARAMETERS, "k": 1}}, "are no model"),
        ({"occurrences_before_safe": -1}, "'occurrences_before_safe'"),
        ({"occurrences_before_safe": True}, "'occurrences_before_safe'"),
        ({"occurrences_before_safe": "1"}, "'occurrences_before_safe'"),
    ],
)
def test_so_it_is_with_pieces(change: dict[str, Any], told: str) -> None:
    with pytest.raises(BadInput, match=told):
        read(PIECES, change, pieces=True)


@pytest.mark.parametrize("deep", [99, 100, 101])
def test_a_manifest_is_only_so_deep(deep: int) -> None:
    """One hundred objects and lists inside of each other, in ``made``, are the most."""
    value: Any = {}
    for at in range(deep - 1):
        value = [value] if at % 2 else {"x": value}
    if deep <= 100:
        assert read({"made": value})
    else:
        with pytest.raises(BadInput, match="nested too deeply"):
            read({"made": value})


@pytest.mark.parametrize(
    ("text", "told"),
    [("{", "not JSON"), ("[]", "not a JSON object"), ("3", "not a JSON object"), ('{"a": 1, "a": 2}', "a field twice"),
     ("[" * 200_000, "nested too deeply|not JSON"), ('{"x": {"a": 1, "a": 2}}', "a field twice")],
)  # fmt: skip
def test_what_is_no_manifest_cannot_be_checked(text: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        promise_of(text, pieces=False)
