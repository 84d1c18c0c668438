"""Local recoding: each set of up to m labels that a record shows is shown by k records, or by records of k persons."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.methods.recoding import PRICES, parts, sets
from setanon_sql.taxonomy import Taxonomy
from tests import lent
from tests.recoding.oracle import over, too_few
from tests.recoding.runs import recoded
from tests.strategies import baskets, examples, persons_of, taxonomies

#: Up to how many items may be known; None: any number.
known_items = st.none() | st.integers(1, 3)


@pytest.mark.slow
@given(baskets, taxonomies(), st.integers(2, 4), known_items, st.sampled_from([*PRICES]), st.sampled_from([0, 0.3]))
@examples(500)
def test_what_records_show_is_shown_by_k(
    data: list[set[str]], tree: Taxonomy, k: int, m: int | None, cost: str, floor: float
) -> None:
    with lent.engine() as engine:
        records = recoded(engine, data, tree, k, m, cost=cost, floor=floor)
    items = set().union(*data)
    assert not too_few(records, tree.parent, items, k, m)
    assert all(label in over(tree.parent, item) for labels in records.values() for item, label in labels.items())
    assert all(item in data[at] for at, labels in records.items() for item in labels)


@pytest.mark.slow
@given(baskets, taxonomies(), st.integers(2, 4), known_items, st.data())
@examples(500)
def test_what_records_show_is_shown_by_records_of_k_persons(
    data: list[set[str]], tree: Taxonomy, k: int, m: int | None, draw: st.DataObject
) -> None:
    persons = draw.draw(persons_of(len(data)))
    with lent.engine() as engine:
        records = recoded(engine, data, tree, k, m, persons=persons)
    assert not too_few(records, tree.parent, set().union(*data), k, m, persons)


@pytest.mark.slow
@given(baskets, taxonomies(), st.integers(2, 4), st.integers(2, 3), st.booleans(), st.data())
@examples(60)
def test_how_sets_are_counted_changes_nothing(
    data: list[set[str]], tree: Taxonomy, k: int, m: int, by_persons: bool, draw: st.DataObject
) -> None:
    """Part by part or at once, anew in each round or by what it changed, all broken ones or those that became rare."""
    how: dict[str, Any] = {"persons": draw.draw(persons_of(len(data))) if by_persons else None}
    if draw.draw(st.booleans()):
        how |= {"held": [{"flu"} if at % 3 else set() for at in range(len(data))], "limits": {"flu": Fraction(3, 4)}}
    with lent.engine() as engine:
        records = recoded(engine, data, tree, k, m, **how)
    with pytest.MonkeyPatch.context() as patch, lent.engine() as engine:
        patch.setattr(parts, "_PART", draw.draw(st.integers(30, 100)))
        patch.setattr(sets, "_MOST", draw.draw(st.sampled_from([0, 1000])))
        patch.setattr(sets, "_MANY", draw.draw(st.sampled_from([0, 1000])))
        assert recoded(engine, data, tree, k, m, **how) == records


def test_an_item_stays_where_enough_share_it_and_is_a_label_elsewhere() -> None:
    tree = Taxonomy(dict.fromkeys("ab", "AB") | dict.fromkeys("xy", "XY") | {"AB": "all", "XY": "all"}, "all")
    data = [{"a", "x"}] * 3 + [{"b", "x"}] * 2 + [{"a", "y"}, {"b", "y"}] + [{"y"}] * 5
    with lent.engine() as engine:
        records = recoded(engine, data, tree, 2, 2)
    assert [{*records[at].values()} for at in range(12)] == [*data[:5], {"AB", "y"}, {"AB", "y"}, *data[7:]]


def test_a_set_that_comes_back_is_counted_for_all_its_persons() -> None:
    """Pairs of G3 and top: too few show them, all are lifted, and then other records show them again."""
    parent = dict.fromkeys("abg", "G1") | dict.fromkeys("de", "G3") | dict.fromkeys("cf", "top")
    tree = Taxonomy(parent | {"G1": "G3", "G3": "top"}, "top")
    data = [{*record} for record in ("ad", "abf", "abce", "cg", "", "", "a", "cd", "d", "", "", "ab", "ac")]
    persons = [3, 4, 2, 3, 1, 1, 1, 1, 4, 1, 1, 5, 1]
    with lent.engine() as engine:
        records = recoded(engine, data, tree, 4, 2, persons=persons)
    assert not too_few(records, tree.parent, set().union(*data), 4, 2, persons)


def test_labels_that_say_all_items_under_them_go_up() -> None:
    """AB and top beside c stand for a and b: one record alone would say so, however many show each two of the three."""
    tree = Taxonomy({"a": "AB", "b": "AB", "AB": "top", "c": "top"}, "top")
    start = {
        0: {"a": "AB", "b": "top", "c": "c"},
        1: {"a": "AB", "c": "top"},
        2: {"a": "AB", "c": "c"},
        3: {"b": "top", "c": "c"},
    }
    with lent.engine() as engine:
        records = recoded(engine, [{*labels} for labels in start.values()], tree, 2, 2, start=start)
    assert not too_few(records, tree.parent, {*"abc"}, 2, 2)


def test_only_records_that_lie_in_no_other_one_at_risk_go_up() -> None:
    """Of {a}, {a, x} and {a, x, y} only the last one is lifted; then k hold what the others hold."""
    tree = Taxonomy(dict.fromkeys("xyz", "XYZ") | {"a": "all", "XYZ": "all"}, "all")
    data = [{"a"}, {"a", "x"}, {"a", "x", "y"}, {"a", "x", "z"}]
    with lent.engine() as engine:
        records = recoded(engine, data, tree, 2, None)
    assert [{*records[at].values()} for at in range(4)] == [{"a"}, {"a", "x"}, {"a", "x", "XYZ"}, {"a", "x", "XYZ"}]
