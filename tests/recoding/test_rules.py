"""Local recoding where only some items may be known, and where it is decided what becomes of single items."""

from collections.abc import Iterable, Sequence
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from setanon_sql.methods.recoding import PRICES
from setanon_sql.taxonomy import Taxonomy
from tests import lent
from tests.recoding.oracle import Records, fitting, over, too_few
from tests.recoding.runs import recoded
from tests.strategies import ITEMS, baskets, examples, persons_of, taxonomies

some_items = st.sets(st.sampled_from(ITEMS))
Rows = list[tuple[str, str, str]]


#: Up to how many items may be known; None: any number.
known_items = st.none() | st.integers(1, 3)


def knowable(records: Records, parent: dict[str, str], known: Iterable[str]) -> set[str]:
    """Return the labels over known items, and what may be one: items of which a label over a known one is the lowest
    that is shown.
    """
    shown = {label for labels in records.values() for label in labels.values()}
    over_known = {label for item in known for label in over(parent, item)}
    lowest = {item: next((label for label in over(parent, item) if label in shown), "") for item in ITEMS}
    return over_known | {item for item, label in lowest.items() if label in over_known}


@pytest.mark.slow
@given(baskets, taxonomies(), st.integers(2, 4), known_items, some_items, st.sampled_from([0, 0.3]), st.data())
@examples(600)
def test_sets_of_known_items_are_shown_by_k_and_nothing_else_is_lifted(
    data: list[set[str]], tree: Taxonomy, k: int, m: int | None, known: set[str], floor: float, draw: st.DataObject
) -> None:
    persons = draw.draw(st.none() | persons_of(len(data)))
    known &= set().union(*data)
    with lent.engine() as engine:
        records = recoded(engine, data, tree, k, m, floor=floor, persons=persons, known=known)
    items = set().union(*data)
    assert not too_few(records, tree.parent, items, k, m, persons, knowable(records, tree.parent, known))
    if not floor:
        unknown = [(at, item) for at, record in enumerate(data) for item in record - known]
        assert all(records[at][item] == item for at, item in unknown)


def test_where_nothing_below_it_may_go_up_the_label_does() -> None:
    """AB beside a, which nobody can know, is b."""
    tree = Taxonomy(dict.fromkeys("ab", "AB") | {"AB": "top", "c": "top"}, "top")
    start = {0: {"a": "a", "b": "AB"}, 1: {"b": "AB"}, 2: {"b": "AB", "c": "c"}, 3: {"a": "a", "c": "c"}}
    data = [{*labels} for labels in start.values()]
    with lent.engine() as engine:
        records = recoded(engine, data, tree, 2, 1, start=start, known={*"bc"})
    assert records[0] == {"a": "a"} and records[1] == {"b": "AB"}


def test_where_nothing_may_be_known_all_stays() -> None:
    tree = Taxonomy(dict.fromkeys("ab", "AB"), "AB")
    with lent.engine() as engine:
        records = recoded(engine, [{"a", "b"}, {"b"}], tree, 2, 2, known=set())
    assert records == {0: {"a": "a", "b": "b"}, 1: {"b": "b"}}


def feasible(
    data: Sequence[set[str]], keep: set[str], k: int, m: int | None, persons: Sequence[int] | None
) -> set[str]:
    """Return those of some items that may all stay: without the ones of a set that too few hold."""
    stay = set(keep)
    for item in sorted(keep):
        records = {at: {each: each for each in record & stay} for at, record in enumerate(data)}
        if any(item in chosen for chosen in too_few(records, {}, {*ITEMS}, k, m, persons)):
            stay.discard(item)
    return stay


@pytest.mark.slow
@given(
    baskets, taxonomies(), st.integers(2, 3), known_items, st.sampled_from([*PRICES]), st.sampled_from([0, 0.3]),
    st.data(),
)  # fmt: skip
@examples(600)
def test_what_is_asked_of_items_holds_in_each_record(
    data: list[set[str]], tree: Taxonomy, k: int, m: int | None, cost: str, floor: float, draw: st.DataObject
) -> None:
    items = set().union(*data)
    persons = draw.draw(st.none() | persons_of(len(data)))
    drop = draw.draw(some_items) & items
    assume(drop < items)
    known = draw.draw(st.none() | some_items.map(lambda chosen: chosen & items))
    keep = feasible(data, draw.draw(some_items) & items - drop, k, m, persons)
    limited = {item: draw.draw(st.sampled_from(over(tree.parent, item))) for item in draw.draw(some_items) & items}
    asked: Rows = [(item, "keep", "") for item in sorted(keep)] + [(item, "drop", "") for item in sorted(drop)]
    asked += [(item, "at_most", label) for item, label in limited.items()]
    asked += [(item, "weight", "7") for item in sorted(draw.draw(some_items) & items)]
    asked += [(group, "together", "") for group in sorted({*tree.parent.values()} - {"top"})[:1]]
    with lent.engine() as engine:
        records = recoded(engine, data, tree, k, m, cost=cost, floor=floor, persons=persons, known=known, asked=asked)
    counted = None if known is None else knowable(records, tree.parent, known)
    assert not too_few(records, tree.parent, items, k, m, persons, counted)
    for at, record in enumerate(data):
        labels = records.get(at, {})
        assert all(labels[item] == item for item in record & keep)
        assert not labels.keys() & drop
        for item, label in limited.items():
            path = over(tree.parent, item)
            assert item not in labels or path.index(labels[item]) <= path.index(label)


@given(baskets, taxonomies(), st.integers(2, 3), known_items, st.sampled_from([0, 0.3]), some_items)
@examples(300)
def test_k_records_can_hold_what_somebody_knows_who_knows_which_items_stay(
    data: list[set[str]], tree: Taxonomy, k: int, m: int | None, floor: float, keep: set[str]
) -> None:
    """Whoever knows the rules knows that no label stands for an item that must stay."""
    data = [record for record in data if len(record) < 5] or [{"a"}]
    items = set().union(*data)
    keep = feasible(data, keep & items, k, m, None)
    asked: Rows = [(item, "keep", "") for item in sorted(keep)]
    with lent.engine() as engine:
        release = recoded(engine, data, tree, k, m, floor=floor, asked=asked)
    could_hold = [
        {frozenset(known) for stands in fitting(frozenset(labels.values()), tree.parent, items)
         if all(stands[item] == item for item in stands.keys() & keep)
         for size in range(1, (m or len(stands)) + 1) for known in combinations(sorted(stands), size)}
        for labels in release.values()
    ]  # fmt: skip
    for chosen in set().union(*could_hold):
        assert sum(chosen in held for held in could_hold) >= k


def test_the_heavier_item_stays() -> None:
    """The pair a, x is of one record: what goes up is a, unless a weighs more."""
    tree = Taxonomy({"a": "AB", "b": "AB", "x": "XY", "y": "XY", "AB": "top", "XY": "top"}, "top")
    data = [{"a", "x"}] + [{"a"}, {"x"}, {"x"}] + [{"b", "x"}, {"a", "y"}] * 3
    rows: list[Rows] = [[], [("a", "weight", "50")]]
    for asked, stays in zip(rows, "xa", strict=True):
        with lent.engine() as engine:
            records = recoded(engine, data, tree, 2, 2, cost="rows", asked=asked)
        assert stays in records[0].values() and len({*records[0].values()} & {"a", "x"}) == 1


def test_a_step_that_costs_nothing_is_the_first() -> None:
    """Of a, x and a, y the rarer a goes up, unless x and y are equally good."""
    tree = Taxonomy({"a": "AB", "b": "AB", "x": "XY", "y": "XY", "AB": "top", "XY": "top"}, "top")
    data = [{"a", "x"}, {"a", "y"}, *[{"x"}, {"y"}] * 3]
    rows: list[Rows] = [[], [("XY", "together", "")]]
    for asked, stays in zip(rows, ({"x"}, {"a", "XY"}), strict=True):
        with lent.engine() as engine:
            records = recoded(engine, data, tree, 2, 2, cost="rows", asked=asked)
        assert stays <= {*records[0].values()} and ("a" in records[0].values()) == ("a" in stays)
