"""Whoever knows the method: which data sets could have given a release, without secret floors and with them?"""

from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.taxonomy import Taxonomy
from tests import lent
from tests.recoding.oracle import fitting
from tests.recoding.runs import recoded
from tests.strategies import examples, taxonomies

TREE = Taxonomy({"a": "AB", "b": "AB", "AB": "top", "x": "top"}, "top")
ALONE, BESIDE_X = frozenset({"AB"}), frozenset({"AB", "x"})


def subsets(items: Iterable[str], largest: int) -> list[frozenset[str]]:
    """Return sets of these items, of one and up to so many."""
    return [frozenset(chosen) for size in range(1, largest + 1) for chosen in combinations(sorted(items), size)]


@pytest.mark.whole
def test_without_floors_some_data_sets_that_fit_would_have_given_another_release() -> None:
    """The records {a, b}, {a, x} and {b, x} show AB once and AB beside x twice: only the first can have held {a, b}."""
    could_hold = set()
    for data in combinations_with_replacement(subsets("abx", 3), 3):
        with lent.engine() as engine:
            released = recoded(engine, [{*record} for record in data], TREE, 2, 2)
        shown = [frozenset(released.get(at, {}).values()) for at in range(3)]
        if sorted(shown, key=len) == [ALONE, BESIDE_X, BESIDE_X]:
            could_hold |= {labels for record, labels in zip(data, shown, strict=True) if {"a", "b"} <= record}
    assert could_hold == {ALONE}


@pytest.mark.whole
def test_with_floors_each_of_them_could_have_given_it() -> None:
    could_hold = set()
    for stands in product(*([*fitting(shown, TREE.parent, {*"abx"})] for shown in (ALONE, BESIDE_X, BESIDE_X))):
        data = [{*record} for record in stands]
        if set().union(*data) == {*"abx"}:
            start = dict(enumerate(stands))
            with lent.engine() as engine:
                assert recoded(engine, data, TREE, 2, 2, start=start) == start
            could_hold |= {at for at, record in enumerate(data) if {"a", "b"} <= record}
    assert could_hold == {0, 1, 2}


few_baskets = st.lists(st.sets(st.sampled_from("aaabbcde"), min_size=1, max_size=4), min_size=3, max_size=7)


@pytest.mark.whole
@given(few_baskets, taxonomies(), st.integers(2, 3), st.none() | st.integers(1, 3), st.booleans(), st.data())
@examples(300)
def test_with_floors_whoever_knows_the_method_rules_no_data_set_out(
    data: list[set[str]], tree: Taxonomy, k: int, m: int | None, by_persons: bool, draw: st.DataObject
) -> None:
    """Any data set that fits a release, with its floors at the release, gives this release."""
    persons = [at * 2 // 3 for at in range(len(data))] if by_persons else None
    items = set().union(*data)
    with lent.engine() as engine:
        release = recoded(engine, data, tree, k, m, floor=0.3, persons=persons)
    start = {}
    for at in range(len(data)):
        labels = frozenset(release.get(at, {}).values())
        start[at] = draw.draw(st.sampled_from([*fitting(labels, tree.parent, items)]))
    gone = [draw.draw(st.sets(st.sampled_from(sorted(items)))) for _ in data]
    fits = [{*start[at]} | gone[at] for at in range(len(data))]
    fits[0] |= items - set().union(*fits)
    with lent.engine() as engine:
        again = recoded(engine, fits, tree, k, m, start=start, persons=persons)
    assert again == {at: labels for at, labels in start.items() if labels}


@given(few_baskets, taxonomies(), st.integers(2, 3), st.none() | st.integers(1, 2), st.sampled_from([0, 0.3]))
@examples(300)
def test_what_somebody_holds_k_records_can_hold(
    data: list[set[str]], tree: Taxonomy, k: int, m: int | None, floor: float
) -> None:
    """Of data sets that fit, and of which nothing was left out: k records can hold what is known of one."""
    items = set().union(*data)
    with lent.engine() as engine:
        release = recoded(engine, data, tree, k, m, floor=floor)
    shown = [frozenset(labels.values()) for labels in release.values()]
    could_hold = [
        {known for stands in fitting(labels, tree.parent, items) for known in subsets(stands, m or len(items))}
        for labels in shown
    ]
    for known in set().union(*could_hold):
        assert sum(known in held for held in could_hold) >= k
