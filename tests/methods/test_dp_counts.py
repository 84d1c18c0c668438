"""Counts with differential privacy: what is counted, how far one record or person reaches, and what noise does.

Noise is looked at by its distribution: a test fails by chance about once in a million runs.
"""

import random
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from io import StringIO
from math import exp, floor, log, sqrt
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadParameter
from setanon_sql.methods.dp import CountedKind, KindRequest, NoisyCount, NoisyCounting, drawing
from setanon_sql.methods.dp.noise import BudgetPart, Mechanism, mechanisms
from setanon_sql.options.words import CountKind, Noise
from setanon_sql.query.templates import columns_of
from setanon_sql.taxonomy import Taxonomy
from tests.oracle import dp as oracle
from tests.strategies import examples

ITEMS = "abcdef"
PARENT = {"a": "ab", "b": "ab", "ab": "left", "c": "left", "d": "de", "e": "de", "de": "right", "f": "right"}
TREE = Taxonomy(PARENT | {"left": "top", "right": "top"}, "top")
ABOVE = {item: [(f"label {TREE.depth[node]}", node) for node in TREE.path(item)[1:-1]] for item in ITEMS}
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

    def changed(self: NoisyCounting, kind_request: KindRequest, *more: Any) -> Any:
        counts, *rest = counts_of(self, kind_request, *more)
        table = columns_of(self.dataset.items, "item")
        items = self.engine.columns(table)["item"].tolist() if kind_request.kind == "items" else []
        return dict.fromkeys(items, 0) | counts, *rest

    return changed


@contextmanager
def noiseless() -> Iterator[None]:
    """Counts stay as they are, and the lot of a secret that is always the same is drawn."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Mechanism, "counts_with_noise", lambda _, counts: dict(counts))
        patch.setattr(Mechanism, "distance", lambda *_: 0.0)
        patch.setattr(NoisyCounting, "_counts_of", _with_all_items(NoisyCounting._counts_of))
        patch.setattr(secrets, "token_hex", lambda _: "0")
        yield


def exact(data: Named, most: int, *, person: bool) -> tuple[oracle.Counts, dict[str, int]]:
    """Return the counts that get noise, by kind and names, and of each kind the units over the limit."""
    rows = [(name, item, who) for name, (who, items) in data.items() for item in sorted(items)]
    source = pd.DataFrame(rows, columns=["record_id", "item", "who"])
    kinds: list[CountKind] = ["items", "labels", "pairs"]
    with noiseless():
        published = api.publish_counts(
            source, epsilon=1, most=most, taxonomy=TREE, itemsets=CHOSEN, person="who" if person else "", count=kinds
        )
    counts = Counter({_key(row, published.itemsets): row.count for row in published.counts})
    return counts, {kind.name: kind.over_most for kind in published.kinds}


def _key(row: NoisyCount, itemsets: Mapping[str, tuple[str, ...]]) -> oracle.Key:
    kind = f"label {TREE.depth[row.item]}" if row.kind == "label" else row.kind
    items = itemsets[row.itemset] if row.itemset else filter(None, (row.item, row.item2))
    return kind, *items


def all_counts(data: Named, *, person: bool) -> oracle.Counts:
    names = [who if person else name for name, (who, _) in data.items()]
    counts = oracle.counts([items for _, items in data.values()], names, ABOVE, CHOSEN)
    return counts + Counter({("all",): len(set(names))})


def over(data: Named, most: int, *, person: bool) -> dict[str, int]:
    """Return of each kind how many units hold more keys than they may count for."""
    held: dict[str, set[oracle.Key]] = {}
    for name, (who, items) in data.items():
        unit = who if person else name
        held[unit] = held.get(unit, set()) | {*oracle.counts([items], [unit], ABOVE, CHOSEN)}
    sizes = [Counter(kind for kind, *_ in keys) for keys in held.values()]
    names = {"item": "items", "pair": "pairs", "itemset": "itemsets"}
    names |= {f"label {level}": f"labels at level {level}" for level in (1, 2)}
    return {"all": 0} | {name: sum(size[kind] > most for size in sizes) for kind, name in names.items()}


def named(data: list[tuple[str, set[str]]]) -> Named:
    return {f"r{at}": row for at, row in enumerate(data)}


@pytest.mark.slow
@given(people, st.booleans())
@examples(100)
def test_what_gets_noise_is_what_plain_python_counts(data: list[tuple[str, set[str]]], person: bool) -> None:
    counts, over_most = exact(named(data), 99, person=person)
    assert +counts == all_counts(named(data), person=person) and not any(over_most.values())


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
    (counts, above), (fewer, above_fewer) = exact(whole, most, person=person), exact(rest, most, person=person)
    assert above == over(whole, most, person=person)
    assert {above[name] - above_fewer[name] for name in above} <= {0, 1}
    changes = {key: counts[key] - fewer[key] for key in counts | fewer}
    assert set(changes.values()) <= {0, 1} and changes["all",] == 1
    for kind, n in Counter(kind for (kind, *_), change in changes.items() if change).items():
        assert n <= most or kind == "all"
    held = all_counts({name: row for name, row in whole.items() if name not in rest}, person=True)
    for kind in ("item", "label 1", "label 2", "pair", "itemset"):  # as many as the limit allows
        expected = min(most, sum(1 for other, *_ in held if other == kind))
        assert sum(change for (other, *_), change in changes.items() if other == kind) == expected


PARTS = [BudgetPart("few", 0.3, 3, False), BudgetPart("keys", 0.5, 7, True), BudgetPart("more", 0.2, 2, True)]


@pytest.mark.slow
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


@pytest.mark.parametrize("noise", ["gaussian", "laplace"])
@pytest.mark.parametrize("scale", [0.2, 0.7, 2.0, 9.0])
@pytest.mark.parametrize("threshold", [None, 3, 30])
def test_an_interval_of_95_percent_holds_so_often_whatever_is_true(
    noise: Noise, scale: float, threshold: int | None
) -> None:
    """By the distribution of the noise itself, of what is published; over it a count's own noise has 1.5 %."""
    mechanism = Mechanism(BudgetPart("keys", 1.0, 1, threshold is not None), noise, scale, threshold, 1.0, 1e-6)
    kind = CountedKind("keys", mechanism, 1)
    chances = oracle.noise_chances(noise, scale)
    lowest = cache(lambda count: floor(mechanism.lowest(count)))
    for true in {0, 1, 2, *range(max(0, (threshold or 0) - 20), (threshold or 0) + 20), 1000}:
        published = {true + z: chance for z, chance in chances.items() if true + z >= (threshold or true + z)}
        whole = sum(published.values())
        too_high = sum(chance for count, chance in published.items() if lowest(count) > true)
        too_low = sum(chance for count, chance in published.items() if count + kind.above < true)
        assert too_high <= 0.0250001 * whole and too_low <= 0.0150001 * whole


@pytest.mark.slow
@pytest.mark.parametrize("noise", ["gaussian", "laplace"])
@pytest.mark.parametrize(
    ("person", "most"),
    [
        ("", 2),
        pytest.param("", 20, marks=pytest.mark.whole),
        pytest.param("who", 2, marks=pytest.mark.whole),
        ("who", 8),
    ],
)
def test_intervals_hold_with_a_limit_by_records_and_persons(noise: Noise, person: str, most: int) -> None:
    """Few hold many keys, and rare ones: those whose keys are left out differ from all others."""
    draw = random.Random(7)
    sizes = [draw.choice([1, 1, 2, 3, 40]) for _ in range(2000)]
    baskets = [
        {f"i{min(int(draw.expovariate(1 / 6)), 39) if size < 40 else draw.randrange(60)}" for _ in range(size)}
        for size in sizes
    ]
    rows = [(f"r{at}", item, f"p{at // 3}") for at, basket in enumerate(baskets) for item in sorted(basket)]
    source = pd.DataFrame(rows, columns=["record_id", "item", "who"])
    names = [f"p{at // 3}" if person else f"r{at}" for at in range(len(baskets))]
    true = oracle.counts(baskets, names, {item: [] for _, item, _ in rows})
    wrong: Counter[str] = Counter()
    n: Counter[str] = Counter()
    for _ in range(6):
        published = api.publish_counts(source, epsilon=1, most=most, noise=noise, person=person, delta="0.001")
        whole, *counts = published.counts
        assert all(0 <= row.low <= row.count <= row.high <= whole.high for row in counts)
        assert all(row.count <= whole.count for row in counts)
        n.update(row.kind for row in counts)
        wrong.update(row.kind for row in counts if not row.low <= true[_key(row, {})] <= row.high)
    assert n["item"] > 10
    for kind in n:
        assert wrong[kind] <= 0.05 * n[kind] + FAR * sqrt(0.05 * n[kind])


@pytest.mark.slow
def test_what_the_limit_left_out_makes_no_count_larger() -> None:
    """2,000 records {a, b} and 200 that hold 30 items: what many hold was once made larger by what few of them lost."""
    records = [["a", "b"]] * 2000 + [[f"c{at:02}" for at in range(30)]] * 200
    published = api.publish_counts(records, epsilon=9)
    whole, *counts = published.counts
    likely = {(row.item, row.item2): row for row in counts}
    for key in [("a", ""), ("b", ""), ("a", "b")]:
        assert abs(likely[key].count - 2000) < 60 and likely[key].high >= 2190
    assert all(row.low <= row.count <= row.high <= whole.high and row.count <= whole.count for row in counts)
    assert all(row.count < 200 < row.high for row in counts if row.item.startswith("c"))
    assert all(180 < kind.over_most < 240 for kind in published.kinds[1:])


@pytest.mark.slow
def test_each_kind_has_a_limit_of_its_own_and_levels_are_chosen() -> None:
    def limits(**more: Any) -> dict[str, int]:
        published = api.publish_counts([["a", "d"]], epsilon=1, taxonomy=TREE, **more)
        return {kind.name: kind.most for kind in published.kinds[1:]}

    each = {"items": 5, "labels at level 1": 5, "labels at level 2": 5, "pairs": 5}
    assert limits(most=5) == each
    chosen = limits(most=5, most_pairs=9, most_labels=2, label_levels=[2])
    assert chosen == {"items": 5, "labels at level 2": 2, "pairs": 9}
    with pytest.raises(BadParameter, match="labels stand at levels 1 to 2 only"):
        limits(label_levels=[3])
    with pytest.raises(BadParameter, match="tells of labels, and none are counted"):
        api.publish_counts([["a"]], epsilon=1, label_levels=[1])


def test_a_pair_is_two_items_whatever_they_are_called() -> None:
    records = [["a & b", "c"], ["a", "b & c"]] * 300
    published = api.publish_counts(records, epsilon=9, count=["items", "pairs"], most=1)
    assert {(row.item, row.item2) for row in published.counts if row.kind == "pair"} == {("a & b", "c"), ("a", "b & c")}


@pytest.mark.parametrize("publish", [api.publish_counts, api.publish_records])
def test_no_statement_holds_the_secret_of_a_lot(publish: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "secrets", SimpleNamespace(token_hex=lambda _: "0123secret4567"))
    shown = StringIO()
    monkeypatch.setattr("sys.stderr", shown)
    more: dict[str, Any] = {} if publish is api.publish_counts else {"items": list("abc")}
    publish([["a", "b", "c"]] * 9, epsilon=1, most=1, settings=api.Settings(show_sql=True), **more)
    assert "MD5" in shown.getvalue() and "0123secret4567" not in shown.getvalue()


def test_a_seed_that_would_do_nothing_is_refused() -> None:
    with pytest.raises(BadParameter, match="drawn anew each time"):
        api.publish_counts([["a"]], epsilon=1, options=api.SourceOptions(seed="7"))


def test_all_stand_in_their_intervals_where_nothing_is_left_out() -> None:
    draw = random.Random(5)
    records = [draw.sample(range(300), 10) for _ in range(2000)]
    chosen = [[str(item)] for item in range(300)]
    published = api.publish_counts([[*map(str, r)] for r in records], epsilon=1, itemsets=chosen, most=300)
    support = Counter(str(item) for record in records for item in record)
    rows = [(row, support[published.itemsets[row.itemset][0]]) for row in published.kinds[1].counts]
    inside = sum(row.low <= true <= row.high for row, true in rows)
    assert len(rows) == 300 and inside > 285 - FAR * sqrt(15)
