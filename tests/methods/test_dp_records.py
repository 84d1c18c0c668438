"""Made-up records with differential privacy: which parts there are, what one record changes, and what noise does.

Noise is looked at by its distribution: a test fails by chance about once in a million runs.
"""

import random
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from math import exp, sqrt
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.differential import DifferentialPrivacy
from setanon_sql.errors import SetanonError
from setanon_sql.methods.dp import RecordRequest, records
from setanon_sql.methods.dp.noise import Mechanism
from setanon_sql.methods.dp.records import OpeningPlan, RecordPart
from setanon_sql.methods.dp.tree import public_tree
from setanon_sql.taxonomy import Taxonomy
from tests.oracle import diffpart as oracle
from tests.strategies import examples

ITEMS = "abcdefg"
ROOT = "top"
#: So many standard deviations happen once in a million times.
FAR = 5.0

data = st.lists(st.sets(st.sampled_from(ITEMS + "yz"), min_size=1, max_size=6), min_size=1, max_size=40)


@st.composite
def taxonomies(draw: st.DrawFn) -> Taxonomy:
    """Items under up to three labels, or right below the root."""
    above = {item: draw(st.sampled_from(["left", "right", "other", ROOT])) for item in ITEMS}
    between = {"left": ROOT, "right": ROOT, "other": draw(st.sampled_from(["left", ROOT]))}
    used = {"left", "right", "other"} & set(above.values())
    used |= {between[label] for label in used} - {ROOT}
    return Taxonomy(above | {label: between[label] for label in used}, ROOT)


@contextmanager
def noiseless(on_the_way: float = 6.75, last: float = 2.75) -> Iterator[None]:
    """Counts stay as they are, thresholds are as given, and the lot of a secret that is always the same is drawn."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Mechanism, "counts_with_noise", lambda _, counts: dict(counts))
        patch.setattr(records, "ON_THE_WAY", on_the_way)
        patch.setattr(records, "LAST", last)
        patch.setattr(secrets, "token_hex", lambda _: "0")
        yield


@pytest.mark.slow
@given(data, taxonomies(), st.sampled_from([2, 3, 10]), st.integers(1, 7), st.sampled_from([1, 8, 20]), st.booleans())
@examples(200)
def test_without_noise_the_parts_are_those_of_plain_python(
    baskets: list[set[str]], taxonomy: Taxonomy, fan_out: int, most: int, epsilon: int, strict: bool
) -> None:
    constants = (0.2, 0.5) if strict else (0.01, 0.01)
    tree = oracle.tree_of(taxonomy.children, ROOT, fan_out)
    names = {str(number): basket for number, basket in enumerate(baskets, 1)}
    expected = oracle.published(names, tree, epsilon, most, *constants)
    with noiseless(*constants):
        published = api.publish_records(
            [sorted(basket) for basket in baskets], epsilon=epsilon, taxonomy=taxonomy, fan_out=fan_out, most=most
        )
    assert {frozenset(made_up.items): made_up.records for made_up in published.sets} == expected


def losses(baskets: list[set[str]], taxonomy: Taxonomy, most: int, epsilon: int) -> list[tuple[float, dict[int, int]]]:
    """What gets noise where all sets become parts, count by count: what is spent for it, and the true counts."""
    calls: list[tuple[float, dict[int, int]]] = []

    def note(mechanism: Mechanism, counts: Mapping[int, int]) -> dict[int, int]:
        calls.append((mechanism.spent, dict(counts)))
        assert mechanism.cost()[0] <= mechanism.spent
        return dict.fromkeys(counts, 10**9)

    with noiseless(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(Mechanism, "counts_with_noise", note)
        source = pd.DataFrame(
            [(f"r{at}", item) for at, basket in enumerate(baskets) for item in basket], columns=["record_id", "item"]
        )
        api.publish_records(source, epsilon=epsilon, taxonomy=taxonomy, fan_out=3, most=most)
    return calls


@pytest.mark.slow
@given(data, taxonomies(), st.integers(1, 4), st.sampled_from([1, 7]))
@examples(60)
def test_one_record_more_costs_epsilon_at_most_on_all_ways_together(
    baskets: list[set[str]], taxonomy: Taxonomy, most: int, epsilon: int
) -> None:
    """The sum, over all that gets noise, of what is spent times what one record changes; and that is not far below."""
    whole = losses([*baskets, {"a", "z"}], taxonomy, most, epsilon)
    fewer = losses(baskets, taxonomy, most, epsilon)
    assert [counts.keys() for _, counts in whole] == [counts.keys() for _, counts in fewer]
    changes = [
        (spent, abs(counts[subset] - before[subset]))
        for (spent, counts), (_, before) in zip(whole, fewer, strict=True)
        for subset in counts
        if counts[subset] != before[subset]
    ]
    assert {change for _, change in changes} == {1}
    assert epsilon * 0.5 < sum(spent * change for spent, change in changes) <= epsilon
    assert changes[-1][0] > 0.499 * epsilon  # the last count has half of it, and what is left of the way


@given(taxonomies(), st.integers(1, 7), st.sampled_from([2, 3, 10]), st.randoms(use_true_random=False))
@examples(200)
def test_half_is_for_the_way_and_no_way_is_longer_than_planned(
    taxonomy: Taxonomy, most: int, fan_out: int, draw: random.Random
) -> None:
    plan = OpeningPlan(RecordRequest(DifferentialPrivacy(Fraction(1)), public_tree(taxonomy, fan_out), most))
    part = RecordPart((plan.tree.root,))
    longest = plan.tree.most_openings(part.cut, most)
    steps = 0
    while (opening := plan.opening(part)) and not opening.is_last:
        steps += 1
        assert opening.mechanism.spent > 0 and steps < longest
        after = plan.part_of(opening, draw.choice(opening.sets))
        assert after.spent <= Fraction(1, 2) and len(after.cut) <= most
        assert plan.tree.most_openings(after.cut, most) < plan.tree.most_openings(part.cut, most)
        part = after
    last = opening.mechanism if opening else plan.last_count(part)[0]
    assert last.spent >= 0.5 * (1 - 1e-8) and 1 - 1e-8 < part.spent + last.spent <= 1


@pytest.mark.slow
def test_sets_that_nobody_holds_pass_as_often_as_noise_says() -> None:
    """Of 1,023 sets with the count 0: how many reach the threshold, and how far they are above it."""
    runs = 20
    counts = [
        made_up.records
        for _ in range(runs)
        for made_up in api.publish_records([["z"]], epsilon=1, items=[*"abcdefghij"], most=10).sets
    ]
    least, q = 4, exp(-1)  # 2.75 standard deviations of noise with the scale 1
    chance = q**least / (1 + q)
    expected = 1023 * runs * chance
    assert abs(len(counts) - expected) < FAR * sqrt(expected * (1 - chance))
    assert min(counts) == least
    beyond = sum(count - least for count in counts) / len(counts)  # geometric, whatever the threshold
    assert abs(beyond - q / (1 - q)) < FAR * sqrt(q) / (1 - q) / sqrt(len(counts))


def test_a_count_has_the_noise_of_its_budget() -> None:
    """Each of 255 sets is in 50 records: all of epsilon is for their counts."""
    holding = [[item for place, item in enumerate("abcdefgh") if subset >> place & 1] for subset in range(1, 256)]
    rows = [(f"r{subset}-{copy}", item) for subset, items in enumerate(holding) for item in items for copy in range(50)]
    source = pd.DataFrame(rows, columns=["record_id", "item"])
    published = api.publish_records(source, epsilon=1, items=[*"abcdefgh"], most=8)
    errors = [made_up.records - 50 for made_up in published.sets]
    q = exp(-1)
    variance = 2 * q / (1 - q) ** 2
    assert len(errors) == 255 and abs(sum(errors)) < FAR * sqrt(variance * 255)
    assert 0.4 < sum(error**2 for error in errors) / 255 / variance < 2.2


def test_nothing_but_the_records_depends_on_the_data() -> None:
    fields = [
        api.publish_records(source, epsilon=1, items=["b", "a", *"cdef"], fan_out=2).manifest_fields()
        for source in ([["a", "b"]] * 50, [["a", "secret"], ["other"], ["f"] * 3])
    ]
    assert fields[0] == fields[1] and fields[0]["items"] == 6


def test_many_labels_under_one_get_labels_between_and_none_is_alone() -> None:
    parent = {f"i{at}": "many" for at in range(500)} | {"many": "over", "over": ROOT, "x": ROOT}
    tree = public_tree(Taxonomy(parent, ROOT), 10)
    assert {len(children) for children in tree.children} <= {0, *range(2, 11)}
    assert sorted(item for _, item in tree.leaves) == sorted([*(f"i{at}" for at in range(500)), "x"])
    low = [children for label, children in enumerate(tree.children) if tree.heights[label] == 1]
    assert [tree.items[leaf] for leaf in low[0]] == [f"i{at}" for at in range(10)]
    assert len(public_tree(Taxonomy({"a": ROOT}, ROOT), 10).items) == 1


@pytest.mark.parametrize("items", [["a"], ["a", "b"]])
def test_what_all_hold_is_published(items: list[str]) -> None:
    (made_up,) = (
        made_up
        for made_up in api.publish_records([["a", "z"]] * 300, epsilon=2, items=items).sets
        if made_up.records > 100
    )
    assert made_up.items == ("a",) and abs(made_up.records - 300) < 30


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "nobody says which items there may be"),
        ({"items": ["a"], "taxonomy": Taxonomy({"a": ROOT}, ROOT)}, "both say which items"),
        ({"items": ["a"], "levels": ["a"]}, "tell of a taxonomy"),
        ({"items": ["a"], "fan_out": 13}, "12 is the most"),
        ({"items": [" "]}, "lists no item"),
    ],
)
def test_what_makes_no_sense_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(SetanonError, match=message):
        api.publish_records([["a"]], epsilon=1, **given)
