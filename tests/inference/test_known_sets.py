"""Who knows how labels were lifted, and items of a person: against each data set that fits a release, one by one."""

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement, product
from pathlib import Path
from random import Random
from typing import Any

import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.inference.known_sets import KnownSetsRequest, attack_known_sets
from setanon_sql.inference.known_sets_results import KnownSetsAttack
from setanon_sql.methods.recoding import PRICES
from setanon_sql.taxonomy import Taxonomy
from tests import lent
from tests.data import dataset_of
from tests.recoding.oracle import over
from tests.recoding.runs import recoded
from tests.strategies import baskets, examples, taxonomies

Shown = frozenset[str]
TREES = [
    Taxonomy({"a": "AB", "b": "AB", "AB": "top", "x": "top"}, "top"),
    Taxonomy({"a": "top", "b": "top", "x": "top"}, "top"),
    Taxonomy({"a": "AB", "b": "AB", "x": "over", "AB": "over"}, "over"),
]


def held_by(tree: Taxonomy) -> list[set[str]]:
    """Return all that a record can hold."""
    return [{*held} for size in range(1, len(tree.leaves) + 1) for held in combinations(tree.leaves, size)]


def is_shown(known: Sequence[str], shown: Shown, tree: Taxonomy) -> bool:
    return all(shown & {*over(tree.parent, item)} for item in known)


class Outcomes:
    """What lifting shows of each data set of three records, one by one."""

    def __init__(self, tree: Taxonomy, k: int, m: int) -> None:
        self.tree = tree
        self.m = m
        self.shown: dict[tuple[str, ...], list[Shown]] = {}
        for data in combinations_with_replacement(["".join(held) for held in held_by(tree)], 3):
            with lent.engine() as engine:
                records = recoded(engine, [{*held} for held in data], tree, k, m)
            self.shown[data] = [frozenset(records.get(at, {}).values()) for at in range(3)]

    def left(self, data: tuple[str, ...], known: str) -> tuple[int, int]:
        """Return how many records show labels for what is known, and how many of them can hold it.

        In any data set that gives this release; records that show the same take each other's places.
        """
        labels = self.shown[data]
        fitting = [shown for shown in labels if is_shown(known, shown, self.tree)]
        could = {
            shown
            for other, found in self.shown.items()
            if sorted(map(sorted, found)) == sorted(map(sorted, labels))
            for held, shown in zip(other, found, strict=True)
            if {*known} <= {*held}
        }
        return len(fitting), sum(shown in could for shown in fitting)

    def known(self, data: tuple[str, ...]) -> list[str] | None:
        """Return what is known of each record, all that it holds; None where one holds more, or shows nothing."""
        if all(self.shown[data]) and all(len(held) <= self.m for held in data):
            return [*data]
        return None


def attacked(
    data: Sequence[str], labels: Sequence[Shown], tree: Taxonomy, request: KnownSetsRequest
) -> KnownSetsAttack:
    """Attack a release that kept its ids; each record is drawn."""
    with lent.engine() as engine:
        rows = [(str(at), label) for at, shown in enumerate(labels, 1) for label in sorted(shown)]
        release = engine.load_rows("release", {"record_id": str, "item": str}, rows)
        pairs = [(at, str(at)) for at in range(1, len(data) + 1)]
        truth = engine.load_rows("truth", {"record_id": int, "released_id": str}, pairs)
        return attack_known_sets(dataset_of(engine, [{*held} for held in data]), release, truth, tree, request)


def requested(k: int, m: int, *, most: int = 10**7, floor: float = 0.0) -> KnownSetsRequest:
    return KnownSetsRequest(k, m, floor, PRICES["balanced"], 100, "0", most)


@pytest.mark.whole
@pytest.mark.parametrize(("tree", "k"), [*product(TREES, (2,)), (TREES[0], 3)])
def test_it_leaves_what_all_data_sets_leave_that_give_the_release(tree: Taxonomy, k: int) -> None:
    """And where they are not asked, it rules out none of these, and counts none as sure that is not one of them."""
    outcomes = Outcomes(tree, k, 2)
    tried = [data for data in outcomes.shown if outcomes.known(data)]
    assert len(tried) >= 10
    for data in Random(7).sample(tried, 10):
        counts = [outcomes.left(data, known) for known in data]
        found = attacked(data, outcomes.shown[data], tree, requested(k, 2))
        assert (found.argument, found.sets) == ("originals", 3)
        assert found.sets_under_k == sum(left < k for shown, left in counts if shown)
        assert found.fewest_left == min((left for shown, left in counts if shown), default=None)
        blind = attacked(data, outcomes.shown[data], tree, requested(k, 2, most=20))
        assert blind.argument == "equal_records" and not blind.sets_under_k
        assert blind.sets_enough <= sum(left >= k for _, left in counts)


def test_the_example_without_floors_is_found() -> None:
    """The records {a, b}, {a, x} and {b, x} show AB once, and AB beside x twice: only the first can hold {a, b}."""
    labels = [frozenset({"AB"}), frozenset({"AB", "x"}), frozenset({"AB", "x"})]
    found = attacked(["ab", "ax", "bx"], labels, TREES[0], requested(2, 2))
    assert (found.fewest_shown, found.fewest_left, found.sets_under_k, found.sets_enough) == (2, 1, 1, 2)


@pytest.mark.slow
@examples(200, deadline=None)
@given(baskets, taxonomies(), st.integers(2, 3), st.integers(1, 3))
def test_with_floors_no_known_set_leaves_fewer_than_k(data: list[set[str]], tree: Taxonomy, k: int, m: int) -> None:
    """Every data set that fits could have given the release (tests/recoding/test_downcoding.py): labels tell all."""
    data = [record for record in data if record] or [{"a"}]
    with lent.engine() as engine:
        released = recoded(engine, data, tree, k, m, floor=0.3)
    labels = [frozenset(released.get(at, {}).values()) for at in range(len(data))]
    assume(any(labels))
    found = attacked(["".join(sorted(held)) for held in data], labels, tree, requested(k, m, floor=0.3))
    assert (found.argument, found.sets_under_k, found.sets_open) == ("floors", 0, 0)
    assert found.fewest_shown is None or found.fewest_left == found.fewest_shown >= k


TREE = [("a", "AB"), ("b", "AB"), ("AB", "all"), ("x", "all")]
SOURCE = {"1": ["a", "b"], "2": ["a", "x"], "3": ["b", "x"]}


def released(out: Path, **options: Any) -> Path:
    how: dict[str, Any] = {"k": 2, "m": 2, "taxonomy": TREE, "recoding": "local"} | options
    api.anonymize_km(SOURCE, out, **how)
    return out


@pytest.mark.slow
def test_from_a_release_to_what_is_left(tmp_path: Path) -> None:
    """And with more items that could be in each record, two of three originals more give the release."""
    out = released(tmp_path / "r.csv", floor=0)
    asked: dict[str, Any] = {"known_sets": 100, "source": SOURCE}
    attack = api.attack_downcode(out, taxonomy=TREE, **asked)
    assert isinstance(attack, KnownSetsAttack)
    assert (attack.argument, attack.sets, attack.sets_under_k, attack.fewest_left) == ("originals", 3, 1, 1)
    many = api.attack_downcode(out, taxonomy=TREE, most=100, **asked)
    assert isinstance(many, KnownSetsAttack)
    assert (many.argument, many.allowed, many.sets_open) == ("equal_records", None, 3)
    kept = api.attack_downcode(
        released(tmp_path / "kept.csv", floor=0, record_ids="keep"), taxonomy=TREE, most=100, **asked
    )
    assert isinstance(kept, KnownSetsAttack)
    assert (kept.sets_enough, kept.sets_open) == (2, 1)


@pytest.mark.slow
def test_what_it_does_not_try_is_refused(tmp_path: Path) -> None:
    def refused(text: str, name: str, kind: type[Exception] = BadParameter, **how: Any) -> None:
        with pytest.raises(kind, match=text):
            api.attack_downcode(tmp_path / name, **{"taxonomy": TREE, "known_sets": 3, "source": SOURCE, **how})

    released(tmp_path / "local.csv", floor=0)
    refused("belong together", "local.csv", source=None)
    refused("belong together", "local.csv", known_sets=None)
    refused("have no leaf", "local.csv", BadInput, taxonomy=[("a", "all")])
    refused("not in the taxonomy: 1", "local.csv", BadInput, taxonomy=[(item, "all") for item in "abx"])
    released(tmp_path / "cut.csv", recoding="cut")
    refused("whose labels are lifted", "cut.csv")
    persons = pd.DataFrame(
        [(record, item, record) for record, items in SOURCE.items() for item in items],
        columns=["record_id", "item", "who"],
    )
    how: dict[str, Any] = {"k": 2, "m": 2, "taxonomy": TREE, "recoding": "local", "person": "who"}
    api.anonymize_km(persons, tmp_path / "persons.csv", **how)
    refused("counts persons", "persons.csv")
