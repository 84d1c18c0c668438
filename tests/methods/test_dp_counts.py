"""Counts with differential privacy: what is counted, how far one record or person reaches, and what noise does.

Noise is looked at by its distribution: a test fails by chance about once in a million runs.
"""

import random
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import pairwise
from math import exp, log, sqrt
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.methods.dp import NoisyCounting
from setanon_sql.methods.dp.noise import BudgetPart, Mechanism, mechanisms
from setanon_sql.methods.dp.sizes import Losses, SizeClasses, size_classes
from setanon_sql.options.words import CountKind, Noise
from setanon_sql.query.templates import columns_of
from setanon_sql.taxonomy import Taxonomy
from tests.oracle import dp as oracle
from tests.strategies import examples

ITEMS = "abcdef"
ABOVE = {item: ["left" if item < "d" else "right"] for item in ITEMS}
TREE = Taxonomy({item: labels[0] for item, labels in ABOVE.items()} | {"left": "top", "right": "top"}, "top")
CHOSEN = [["a", "b"], ["c"], ["a", "d", "e"]]

#: So many standard deviations happen once in a million times.
FAR = 5.0

people = st.lists(
    st.tuples(st.sampled_from("pqrs"), st.sets(st.sampled_from(ITEMS), min_size=1, max_size=6)), min_size=1, max_size=9
)
#: Records (or persons) by name, and what they hold.
Named = Mapping[str, tuple[str, set[str]]]


def _with_all_items(counts_of: Callable[..., Any]) -> Callable[..., Any]:
    """Let all items be published: which ones are, noise decides, and of neighbours these are the same here."""

    def changed(self: NoisyCounting, kind: str, *more: Any) -> Any:
        counts, *rest = counts_of(self, kind, *more)
        items = self.engine.columns(columns_of(self.dataset.items, "item"))["item"].tolist() if kind == "items" else []
        return dict.fromkeys(items, 0) | counts, *rest

    return changed


@contextmanager
def noiseless() -> Iterator[None]:
    """Counts stay as they are, and the lot of a secret that is always the same is drawn."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Mechanism, "counts_with_noise", lambda _, counts: dict(counts))
        patch.setattr(NoisyCounting, "_counts_of", _with_all_items(NoisyCounting._counts_of))
        patch.setattr(SizeClasses, "losses", lambda *_: Losses())
        patch.setattr(secrets, "token_hex", lambda _: "0")
        yield


def exact(data: Named, most: int, *, person: bool) -> Counter[tuple[str, str]]:
    """Return the counts that get noise, by kind and items."""
    rows = [(name, item, who) for name, (who, items) in data.items() for item in sorted(items)]
    source = pd.DataFrame(rows, columns=["record_id", "item", "who"])
    kinds: list[CountKind] = ["items", "labels", "pairs"]
    with noiseless():
        published = api.publish_counts(
            source, epsilon=1, most=most, taxonomy=TREE, itemsets=CHOSEN, person="who" if person else "", count=kinds
        )
    return Counter({(row.kind, row.items): row.count for row in published.counts})


def all_counts(data: Named, *, person: bool) -> oracle.Counts:
    names = [who if person else name for name, (who, _) in data.items()]
    counts = oracle.counts([items for _, items in data.values()], names, ABOVE, CHOSEN)
    return counts + Counter({("all", ""): len(set(names))})


def named(data: list[tuple[str, set[str]]]) -> Named:
    return {f"r{at}": row for at, row in enumerate(data)}


@pytest.mark.slow
@given(people, st.booleans())
@examples(100)
def test_what_gets_noise_is_what_plain_python_counts(data: list[tuple[str, set[str]]], person: bool) -> None:
    assert +exact(named(data), 99, person=person) == all_counts(named(data), person=person)


@pytest.mark.slow
@given(people, st.booleans(), st.integers(1, 4), st.data())
@examples(100)
def test_one_more_changes_so_many_counts_by_one(
    data: list[tuple[str, set[str]]], person: bool, most: int, drawn: st.DataObject
) -> None:
    """Neighbours: all records of one person are there or not, or one record; nobody else's lot changes."""
    whole = named(data)
    name, (leaver, _) = drawn.draw(st.sampled_from(sorted(whole.items(), key=str)))
    rest = {other: row for other, row in whole.items() if (row[0] != leaver if person else other != name)}
    if not rest:
        return
    counts, fewer = exact(whole, most, person=person), exact(rest, most, person=person)
    changes = {key: counts[key] - fewer[key] for key in counts | fewer}
    assert set(changes.values()) <= {0, 1} and changes["all", ""] == 1
    for kind, n in Counter(kind for (kind, _), change in changes.items() if change).items():
        assert n <= most or kind == "all"
    held = all_counts({name: row for name, row in whole.items() if name not in rest}, person=True)
    for kind in ("item", "label", "pair", "itemset"):  # as many as the limit allows
        expected = min(most, sum(1 for other, _ in held if other == kind))
        assert sum(change for (other, _), change in changes.items() if other == kind) == expected


PARTS = [BudgetPart("few", 0.3, 3, False), BudgetPart("keys", 0.5, 7, True), BudgetPart("more", 0.2, 2, True)]


@pytest.mark.parametrize("noise", ["gaussian", "laplace"])
@pytest.mark.parametrize(("epsilon", "delta"), [(0.1, 1e-8), (1.0, 1e-6), (5.0, 0.01)])
def test_all_parts_together_cost_the_budget_and_no_more(noise: Noise, epsilon: float, delta: float) -> None:
    costs = [mechanism.cost() for mechanism in mechanisms(PARTS, noise, epsilon, delta).values()]
    spent = sum(cost for cost, _ in costs)
    if noise == "gaussian":  # the classical conversion is above the exact one, and not far
        classical = spent + 2 * sqrt(spent * log(2 / delta))
        assert epsilon < classical < 1.5 * epsilon
    else:
        assert 0.999 * epsilon < spent <= epsilon
    thresholds = sum(cost for _, cost in costs)
    assert delta / 10 < thresholds <= (delta / 2 if noise == "gaussian" else delta)


@pytest.mark.parametrize("noise", ["gaussian", "laplace"])
def test_noise_has_the_spread_that_is_told(noise: Noise) -> None:
    mechanism = mechanisms([BudgetPart("few", 1.0, 4, False)], noise, 1.0, 1e-5)["few"]
    draws = 20_000
    counts = mechanism.counts_with_noise(dict.fromkeys(range(draws), 50))
    errors = [count - 50 for count in counts.values()]
    deviation = mechanism.scale * (1 if noise == "gaussian" else sqrt(2))
    assert abs(sum(errors)) < FAR * deviation * sqrt(draws)
    assert 0.9 < sum(error**2 for error in errors) / draws / deviation**2 < 1.1
    outside = sum(abs(error) > mechanism.spread for error in errors)
    assert abs(outside - 0.05 * draws) < FAR * sqrt(0.05 * draws) + 0.01 * draws  # whole numbers: about 0.05


@pytest.mark.slow
def test_no_number_is_much_likelier_with_one_more() -> None:
    """Of pure noise with epsilon 1: the chance of each number changes by a factor of e at most."""
    mechanism = mechanisms([BudgetPart("few", 1.0, 1, False)], "laplace", 1.0, 0.0)["few"]
    draws = 40_000
    with_one, without = (
        Counter(mechanism.counts_with_noise(dict.fromkeys(range(draws), count)).values()) for count in (1, 0)
    )
    common = [number for number in with_one if min(with_one[number], without[number]) > 500]
    assert len(common) >= 5
    for number in common:
        tolerance = 1 + FAR * sqrt(1 / with_one[number] + 1 / without[number])
        assert exp(-1) / tolerance < with_one[number] / without[number] < exp(1) * tolerance
    assert any(with_one[number] > 2 * without[number] for number in common)  # and not by less: nothing is given away


@pytest.mark.parametrize("noise", ["gaussian", "laplace"])
def test_a_key_of_one_alone_is_published_as_rarely_as_delta_says(noise: Noise) -> None:
    mechanism = mechanisms([BudgetPart("keys", 1.0, 1, True)], noise, 1.0, 0.1)["keys"]
    draws = 20_000
    published = len(mechanism.counts_with_noise(dict.fromkeys(range(draws), 1)))
    assert published < mechanism.delta * draws + FAR * sqrt(mechanism.delta * draws)
    assert published > mechanism.delta * draws / 5
    counts = mechanism.counts_with_noise(dict.fromkeys(range(1000), 10**6))
    assert len(counts) == 1000 and min(counts.values()) >= (mechanism.threshold or 0)


@pytest.mark.parametrize("noise", ["gaussian", "laplace"])
@pytest.mark.parametrize("far", [-2.0, 0.0, 2.0, 6.0])
def test_the_lower_end_holds_for_what_was_published(noise: Noise, far: float) -> None:
    """Also of counts that reached the threshold by luck alone."""
    mechanism = mechanisms([BudgetPart("keys", 1.0, 5, True)], noise, 1.0, 1e-4)["keys"]
    true = round((mechanism.threshold or 0) + far * mechanism.scale)
    published = mechanism.counts_with_noise(dict.fromkeys(range(5000), true)).values()
    wrong = sum(mechanism.lowest(count) > true + 1 for count in published)
    assert len(published) > 30 and wrong <= 0.025 * len(published) + FAR * sqrt(0.025 * len(published)) + 1


def test_classes_part_at_the_limit_and_are_whole() -> None:
    for limit in (1, 2, 7, 20, 100):
        classes = size_classes(limit)
        rows = classes.rows
        assert rows[0][1] == 1 and all(row[2] + 1 == after[1] for row, after in pairwise(rows))
        assert limit in {most for _, _, most in rows} and [number for number, *_ in rows] == [*range(1, len(rows) + 1)]
        assert [classes.is_capped(number) for number, *_ in rows] == [least > limit for _, least, _ in rows]
        assert not classes.is_capped(0)


@pytest.mark.slow
def test_counts_are_made_larger_by_what_was_left_out() -> None:
    """5,000 records hold 40 of 50 items each and count for 10: of each item about 4,000 hold it, 1,000 are counted."""
    records = [[f"i{(at + step) % 50:02}" for step in range(40)] for at in range(5000)]
    published = api.publish_counts(records, epsilon=10, most=10, count=["items"])
    _, items = published.kinds
    assert 0.2 < items.counted_share < 0.3
    assert len(items.counts) == 50
    assert all(3300 < row.count < 4700 and row.low <= 1200 and row.low < 4000 < row.high for row in items.counts)


def test_all_stand_in_their_intervals_where_nothing_is_left_out() -> None:
    draw = random.Random(5)
    records = [draw.sample(range(300), 10) for _ in range(2000)]
    chosen = [[str(item)] for item in range(300)]
    published = api.publish_counts([[*map(str, r)] for r in records], epsilon=1, itemsets=chosen, most=300)
    support = Counter(str(item) for record in records for item in record)
    inside = sum(row.low <= support[row.items] <= row.high for row in published.kinds[1].counts)
    assert len(published.kinds[1].counts) == 300 and inside > 285 - FAR * sqrt(15)
