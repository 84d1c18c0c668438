"""A field of a result is described once: what its class says of it is what ``--json`` prints."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import pytest

from setanon_sql.fields import ABSENT, ALWAYS, INLINE, LIKEWISE, By, ComputedKey, Fields, Name, in_json, keys_of


@dataclass(frozen=True)
class Share(Fields):
    of: Annotated[Fraction, "of all"]
    number: int = 0


@dataclass(frozen=True)
class Counts(Fields):
    model: Any
    rows: Annotated[int, "pairs"]
    items: Annotated[tuple[str, ...], "†"]
    hint: Annotated[str, "where there is one"] = ""
    least: Annotated[int | None, ALWAYS, "null: nobody looked"] = None
    at_depth: Annotated[Mapping[int, int], Name("at_depth_N"), LIKEWISE] = field(default_factory=dict)
    shares: Annotated[tuple[Share, ...], By("number"), "by number"] = ()
    share: Annotated[Share | None, INLINE] = None
    name = ComputedKey[str]("what it is called", lambda counts: str(counts.model), Name("model"))
    double = ComputedKey[int | None]("where there are rows", lambda counts: 2 * counts.rows or None, ABSENT)

    @property
    @in_json("place")
    def where(self) -> Path:
        """Return where it stands."""
        return Path("a") / "b"


@dataclass(frozen=True)
class MoreCounts(Counts):
    @property
    def double(self) -> int | None:  # type: ignore[override]
        return 7


EMPTY: dict[str, Any] = {"model": "m", "rows": 0, "least": None, "place": "a/b"}


@pytest.mark.parametrize(
    ("changes", "more"),
    [
        ({}, {}),
        ({"rows": 2}, {"rows": 2, "double": 4}),
        ({"hint": "so", "at_depth": {0: 3, 2: 1}}, {"hint": "so", "at_depth_0": 3, "at_depth_2": 1}),
        ({"shares": (Share(Fraction(1, 3), 5),)}, {"shares": {"5": {"of": "1/3"}}}),
        ({"share": Share(Fraction(1, 4))}, {"of": 0.25}),
    ],
)
def test_a_result_prints_what_its_fields_say(changes: dict[str, Any], more: dict[str, Any]) -> None:
    result = Counts(**{"model": "m", "rows": 0, "items": ("x",)} | changes)
    assert result.to_json() == EMPTY | more
    assert result.to_json(show_values=True) == EMPTY | more | {"items": ["x"]}


def test_a_key_says_what_it_means_and_whether_it_may_be_absent() -> None:
    keys = {key.name: key for key in keys_of(Counts)}
    assert keys["place"].meaning == "where it stands" and keys["model"].meaning == "what it is called"
    optional = {name for name, key in keys.items() if key.optional and not key.inline}
    assert optional == {"items", "hint", "at_depth_N", "shares", "double"}


def test_what_a_class_says_anew_keeps_its_key() -> None:
    assert MoreCounts("m", 0, ()).to_json() == EMPTY | {"double": 7}
