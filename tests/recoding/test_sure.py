"""Local recoding where something is sensitive: no set of labels that records show tells it too surely."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.methods.recoding import PRICES
from setanon_sql.taxonomy import Taxonomy
from tests import lent
from tests.recoding.oracle import fitting, over, too_few, too_sure
from tests.recoding.runs import recoded
from tests.strategies import baskets, examples, persons_of, taxonomies

#: Two sensitive items with limits of their own.
LIMITS = st.fixed_dictionaries(
    {"flu": st.sampled_from([Fraction(1, 2), Fraction(2, 5), Fraction(1, 3)]), "hiv": st.sampled_from([Fraction(1, 4)])}
)


@st.composite
def secrets_of(draw: st.DrawFn, data: list[set[str]]) -> list[set[str]]:
    """What records hold that is sensitive: often what follows from an item."""
    told = draw(st.sampled_from("abc"))
    return [draw(st.sets(st.sampled_from(["flu", "hiv"]))) | ({"flu"} & {"flu" if told in at else ""}) for at in data]


@pytest.mark.slow
@given(
    baskets, taxonomies(), st.integers(2, 3), st.integers(1, 3), st.sampled_from([*PRICES]),
    st.sampled_from([0, 0.3]), LIMITS, st.data(),
)  # fmt: skip
@examples(500)
def test_k_records_show_a_set_and_few_of_them_hold_what_is_sensitive(
    data: list[set[str]], tree: Taxonomy, k: int, m: int, cost: str, floor: float,
    limits: dict[str, Fraction], draw: st.DataObject,
) -> None:  # fmt: skip
    held = draw.draw(secrets_of(data))
    with lent.engine() as engine:
        records = recoded(engine, data, tree, k, m, cost=cost, floor=floor, held=held, limits=limits)
    items = set().union(*data)
    assert not too_few(records, tree.parent, items, k, m)
    assert not too_sure(records, tree.parent, items, limits, m, held)
    assert all(label in over(tree.parent, item) for labels in records.values() for item, label in labels.items())
    assert all(item in data[at] for at, labels in records.items() for item in labels)


@pytest.mark.slow
@given(baskets, taxonomies(), st.integers(2, 3), st.integers(1, 3), LIMITS, st.data())
@examples(500)
def test_the_same_of_persons(
    data: list[set[str]], tree: Taxonomy, k: int, m: int, limits: dict[str, Fraction], draw: st.DataObject
) -> None:
    persons = draw.draw(persons_of(len(data)))
    held = draw.draw(secrets_of(data))
    with lent.engine() as engine:
        records = recoded(engine, data, tree, k, m, persons=persons, held=held, limits=limits)
    items = set().union(*data)
    assert not too_few(records, tree.parent, items, k, m, persons)
    assert not too_sure(records, tree.parent, items, limits, m, held, persons)


def test_a_set_that_tells_is_broken_in_all_records_that_show_it() -> None:
    """Of six records with a and x three hold it: all six show less, and a alone, in two of twelve, stays."""
    tree = Taxonomy(dict.fromkeys("ab", "AB") | dict.fromkeys("xy", "XY") | {"AB": "all", "XY": "all"}, "all")
    data = [{"a", "x"}] * 6 + [{"a"}] * 6 + [{"b", "x"}] * 6 + [{"y"}] * 6
    held = [{"flu"}] * 3 + [set()] * 21
    with lent.engine() as engine:
        records = recoded(engine, data, tree, 2, 2, held=held, limits={"flu": Fraction(1, 3)})
    assert len({frozenset(records[at].values()) for at in range(6)}) == 1
    assert {*records[0].values()} != {"a", "x"}
    assert all({*records[at].values()} == {"a"} for at in range(6, 12))


@pytest.mark.slow
@given(
    st.lists(st.sets(st.sampled_from("aaabbcde"), min_size=1, max_size=4), min_size=3, max_size=7),
    taxonomies(), st.integers(2, 3), st.integers(1, 3), LIMITS, st.booleans(), st.data(),
)  # fmt: skip
@examples(300)
def test_with_floors_whoever_knows_the_method_rules_no_data_set_out(
    data: list[set[str]], tree: Taxonomy, k: int, m: int, limits: dict[str, Fraction], by_persons: bool,
    draw: st.DataObject,
) -> None:  # fmt: skip
    """Any data set that fits a release, with its floors at the release, gives this release."""
    how = {"persons": [at * 2 // 3 for at in range(len(data))] if by_persons else None, "limits": limits}
    held = draw.draw(secrets_of(data))
    items = set().union(*data)
    with lent.engine() as engine:
        release = recoded(engine, data, tree, k, m, floor=0.3, held=held, **how)
    start = {}
    for at in range(len(data)):
        labels = frozenset(release.get(at, {}).values())
        start[at] = draw.draw(st.sampled_from([*fitting(labels, tree.parent, items)]))
    gone = [draw.draw(st.sets(st.sampled_from(sorted(items)))) for _ in data]
    fits = [{*start[at]} | gone[at] for at in range(len(data))]
    fits[0] |= items - set().union(*fits)
    with lent.engine() as engine:
        again = recoded(engine, fits, tree, k, m, start=start, held=held, **how)
    assert again == {at: labels for at, labels in start.items() if labels}


@pytest.mark.slow
@given(
    st.lists(st.sets(st.sampled_from("aaabbcde"), min_size=1, max_size=4), min_size=3, max_size=7),
    taxonomies(), st.integers(2, 3), st.integers(1, 2), st.sampled_from([0, 0.3]), LIMITS, st.data(),
)  # fmt: skip
@examples(300)
def test_of_those_who_can_hold_what_somebody_holds_few_hold_what_is_sensitive(
    data: list[set[str]], tree: Taxonomy, k: int, m: int, floor: float, limits: dict[str, Fraction],
    draw: st.DataObject,
) -> None:  # fmt: skip
    """All data sets that fit, as nothing was left out: whatever a record shows for what is known of it, by each way.

    Each record that shows these labels can hold what is known, and at most the share holds anything sensitive.
    """
    held = draw.draw(secrets_of(data))
    items = set().union(*data)
    with lent.engine() as engine:
        release = recoded(engine, data, tree, k, m, floor=floor, held=held, limits=limits)
    shown = {at: frozenset(labels.values()) for at, labels in release.items()}
    fits = {at: [*fitting(labels, tree.parent, items)] for at, labels in shown.items()}
    ways = {
        (frozenset(known), frozenset(stands[item] for item in known))
        for each in fits.values() for stands in each for size in range(1, m + 1)
        for known in combinations(sorted(stands), size)
    }  # fmt: skip
    for known, labels in ways:
        candidates = [at for at in shown if labels <= shown[at]]
        assert all(any(known <= {*stands} for stands in fits[at]) for at in candidates)
        for secret, limit in limits.items():
            assert Fraction(sum(secret in held[at] for at in candidates), len(candidates)) <= limit


def test_what_several_labels_of_an_item_tell_together_is_not_bounded() -> None:
    """a, shown as a or as ABC: of two records that show either one holds flu, and of the three that can hold it two."""
    tree = Taxonomy(dict.fromkeys("abc", "ABC") | {"ABC": "all", "d": "all"}, "all")
    start = {0: {"a": "a", "b": "ABC"}, 1: {"a": "a"}, 2: {"c": "ABC"}, 3: {"d": "d"}, 4: {"d": "d"}}
    held = [set(), {"flu"}, {"flu"}, set(), set()]
    limits = {"flu": Fraction(1, 2)}
    with lent.engine() as engine:
        release = recoded(
            engine, [{*stands} for stands in start.values()], tree, 2, 1, start=start, held=held, limits=limits
        )
    assert release == start and not too_sure(release, tree.parent, {*"abcd"}, limits, 1, held)
    can_hold_a = [
        at for at, labels in start.items()
        if any("a" in stands for stands in fitting(frozenset(labels.values()), tree.parent, {*"abcd"}))
    ]  # fmt: skip
    assert can_hold_a == [0, 1, 2] and sum(bool(held[at]) for at in can_hold_a) == 2
