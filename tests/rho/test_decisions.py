"""Items that must stay, or go, where rules are mended: rules lose another item, and what cannot be is told."""

import re
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from setanon_sql.dataset import Dataset
from setanon_sql.decisions import ItemConstraints, items_of, read_decisions, resolve
from setanon_sql.errors import NotReached
from setanon_sql.models.rho.method import anonymize_rho, prices_of
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.options.words import Algorithm
from setanon_sql.sensitive.constraint import Constraint
from tests import lent
from tests.data import dataset_of
from tests.rho import oracle
from tests.rho.data import fixed, personal
from tests.strategies import examples, records

RHO = st.sampled_from([Fraction(1, 3), Fraction(1, 2), Fraction(7, 10)])
Records = list[frozenset[int]]


def wanted(dataset: Dataset, keep: set[int], drop: set[int], weights: dict[int, str]) -> ItemConstraints:
    rows = [(str(one), "keep") for one in keep] + [(str(one), "drop") for one in drop]
    asked = read_decisions(dataset.engine, rows or None, [(str(one), two) for one, two in weights.items()] or None)
    return resolve(asked, items_of(dataset.engine, dataset.items))


def published(
    dataset: Dataset,
    model: RhoUncertainty,
    constraint: Constraint,
    asked: ItemConstraints,
    algorithm: Algorithm = "improved",
) -> list[set[int]]:
    result = anonymize_rho(dataset, model, constraint, "seed", algorithm=algorithm, constraints=asked)
    rows = dataset.engine.table("release/shapes/labelled", published=result.rows, labels=dataset.items)
    found: list[set[int]] = [set() for _ in range(dataset.records)]
    for record, label in dataset.engine.execute("test", f"FROM {rows.expression().sql('duckdb')}").fetchall():
        found[record - 1].add(int(label))
    assert sum(map(len, found)) == dataset.rows - dataset.engine.count(result.suppressed)
    return found


def fewest(data: Records, keep: set[int], hidden: dict[int, set[int]], rho: Fraction, m: int | None) -> int:
    """How many items have to be given up, by trying all sets of them."""
    for size in range(len(keep) + 1):
        for gone in combinations(sorted(keep), size):
            stay = [record & (keep - set(gone)) for record in data]
            if not oracle.check(data, stay, hidden, rho, m).rules:
                return size
    raise AssertionError("nothing published tells nothing")


@pytest.mark.slow
@given(
    records.filter(any),
    st.sets(st.integers(0, 6), min_size=1, max_size=3),
    st.dictionaries(st.integers(0, 14), st.sets(st.integers(0, 6), min_size=1), min_size=1) | st.none(),
    st.sets(st.integers(0, 6), max_size=3),
    st.sets(st.integers(0, 6), max_size=1),
    RHO,
    st.sampled_from([None, 1, 2, 3]),
    st.sampled_from(["improved", "paper"]),
)
@examples(80, deadline=None)
def test_a_release_keeps_and_drops_what_it_should_and_is_refused_only_where_none_can(
    data: Records,
    secret: set[int],
    wishes: dict[int, set[int]] | None,
    keep: set[int],
    drop: set[int],
    rho: Fraction,
    m: int | None,
    algorithm: Algorithm,
) -> None:
    there = set().union(*data)
    keep, drop = (keep - drop) & there, drop & there
    assume(there - drop)
    hidden = wishes or dict.fromkeys(range(len(data)), secret)
    assume(any(items & there for person, items in hidden.items() if person < len(data) and data[person]))
    with lent.engine() as engine:
        dataset = dataset_of(engine, data)
        constraint = personal(dataset, hidden) if wishes else fixed(dataset, secret)
        asked = wanted(dataset, keep, drop, {min(there): "2.5"})
        try:
            after = published(dataset, RhoUncertainty(rho, m), constraint, asked, algorithm)
        except NotReached as error:
            least = fewest(data, keep, hidden, rho, m)
            assert least
            told = re.search(r"items to give up has (\d+)", str(error))
            assert told and int(told[1]) == least
            return
    assert not fewest(data, keep, hidden, rho, m)
    assert all(new <= old - drop and old & keep <= new for new, old in zip(after, data, strict=True))
    assert not oracle.check(data, after, hidden, rho, m).rules


def test_what_stays_in_a_long_record_costs_another_item() -> None:
    """One record of eight items tells its sensitive one, which long records lose first: here the rest goes."""
    data = [frozenset(range(8)), *[frozenset({0, 1})] * 4, *[frozenset({1, 2})] * 4, *[frozenset({1})] * 4]
    with lent.engine() as engine:
        dataset = dataset_of(engine, data)
        asked = wanted(dataset, {0}, set(), {})
        after = published(dataset, RhoUncertainty(Fraction(1, 2)), fixed(dataset, {0}), asked)
    assert all(0 in new for new, old in zip(after, data, strict=True) if 0 in old)
    assert not oracle.check(data, after, {person: {0} for person in range(len(data))}, Fraction(1, 2)).rules


def test_weights_decide_which_item_of_a_rule_goes() -> None:
    data = [frozenset({0, 1})] * 6 + [frozenset({0})] * 2 + [frozenset({1})] * 2
    lost = []
    for weights in ({0: "100"}, {1: "100"}):
        with lent.engine() as engine:
            dataset = dataset_of(engine, data)
            asked = wanted(dataset, set(), set(), weights)
            after = published(dataset, RhoUncertainty(Fraction(1, 2)), fixed(dataset, {0}), asked)
        lost.append([sum(item in old - new for new, old in zip(after, data, strict=True)) for item in (0, 1)])
    assert lost[0][0] == 0 < lost[0][1] and lost[1][1] == 0 < lost[1][0]


def test_no_weights_no_prices() -> None:
    assert prices_of(ItemConstraints(), 3) is None
    prices = prices_of(ItemConstraints(weights={2: Fraction(5, 2)}), 3)
    assert np.array_equal(prices, [1000, 1000, 2500, 1000])


def test_dropping_everything_publishes_nothing() -> None:
    with lent.engine() as engine:
        dataset = dataset_of(engine, [frozenset({0})] * 3)
        with pytest.raises(NotReached, match="all items are dropped"):
            published(dataset, RhoUncertainty(Fraction(1, 2)), fixed(dataset, {0}), wanted(dataset, set(), {0}, {}))
