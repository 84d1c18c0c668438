"""Long records are settled as brute force says, and with work that grows no faster than the data."""

from collections.abc import Mapping
from contextlib import ExitStack
from fractions import Fraction
from random import Random
from unittest import mock

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from setanon_sql.counting.personal import PersonalConstraint
from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.rho.method import long_records
from setanon_sql.models.rho.method.long_records import settle_long_records
from setanon_sql.models.rho.method.run import Run
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.query.templates import Bind, Table
from setanon_sql.sensitive.limits import limits_for
from tests import lent
from tests.data import dataset_of
from tests.rho.data import fixed, personal
from tests.strategies import examples, records

RHO = st.sampled_from([Fraction(1, 100), Fraction(1, 4), Fraction(1, 2), Fraction(9, 10)])
#: Rows that a comparison may take: looked at item by item to the end, from the third item on, and at once.
AT_ONCE = st.sampled_from([0, 20, 10**6])


def forced(
    data: list[frozenset[int]], hidden: Mapping[int, set[int]], rho: Fraction, long: int
) -> set[tuple[int, str]]:
    """Which sensitive items must leave which records (from 1) that have more than so many items?"""
    return {
        (at + 1, str(item))
        for at, record in enumerate(data)
        for item in record & hidden.get(at, set())
        if len(record) > long and sum(record - {item} <= other for other in data) * rho < 1
    }


def settled(run: Run, items: Table) -> set[tuple[int, str]]:
    settle_long_records(run)
    found = run.engine.rows("release/shapes/labelled", published=run.suppressed, labels=items)
    assert len(set(found)) == len(found) == run.engine.count(run.original) - run.engine.count(run.present)
    return set(found)


@given(records, st.sets(st.integers(0, 6), min_size=1), RHO, st.integers(2, 4), AT_ONCE)
@examples(60)
def test_long_records_lose_what_brute_force_says(
    data: list[frozenset[int]], hidden: set[int], rho: Fraction, long: int, at_once: int
) -> None:
    assume(any(hidden & record for record in data))
    with ExitStack() as stack:
        stack.enter_context(mock.patch.multiple(long_records, LONG=long, AT_ONCE=at_once, MANY=at_once))
        engine = stack.enter_context(lent.engine())
        dataset, model = dataset_of(engine, data), RhoUncertainty(rho)
        limits = limits_for(dataset, fixed(dataset, hidden).sensitive, model)
        found = settled(Run(engine, dataset.transactions, model, limits, "seed"), dataset.items)
    assert found == forced(data, dict.fromkeys(range(len(data)), hidden), rho, long)


@given(records, st.sets(st.integers(0, 6), min_size=1), RHO, st.integers(2, 4), st.integers(2, 3))
@examples(40)
def test_what_words_tell_is_what_brute_force_says_or_less(
    data: list[frozenset[int]], hidden: set[int], rho: Fraction, long: int, m: int
) -> None:
    assume(any(hidden & record for record in data))
    with ExitStack() as stack:
        stack.enter_context(mock.patch.multiple(long_records, LONG=long, AT_ONCE=0, MANY=0))
        engine = stack.enter_context(lent.engine())
        dataset, model = dataset_of(engine, data), RhoUncertainty(rho, m=m)
        limits = limits_for(dataset, fixed(dataset, hidden).sensitive, model)
        found = settled(Run(engine, dataset.transactions, model, limits, "seed"), dataset.items)
    assert found <= forced(data, dict.fromkeys(range(len(data)), hidden), rho, long)


@pytest.mark.slow
@pytest.mark.parametrize("items", [60, 5_000])
def test_words_tell_nearly_all_that_brute_force_says(items: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AT_ONCE", "MANY"):
        monkeypatch.setattr(long_records, name, 0)
    lots = Random(items)
    data = [frozenset(int(items * lots.random() ** 3) for _ in range(12)) for _ in range(600)]
    data += data[:50]
    hidden, rho = set(range(0, items, 10)), Fraction(1, 2)
    with lent.engine() as engine:
        dataset, model = dataset_of(engine, data), RhoUncertainty(rho, m=2)
        limits = limits_for(dataset, fixed(dataset, hidden).sensitive, model)
        found = settled(Run(engine, dataset.transactions, model, limits, "seed"), dataset.items)
    expected = forced(data, dict.fromkeys(range(len(data)), hidden), rho, long_records.LONG)
    assert found <= expected
    assert len(found) > 0.9 * len(expected) > 100


@given(records, st.dictionaries(st.integers(0, 14), st.sets(st.integers(0, 6), min_size=1), min_size=1), RHO, AT_ONCE)
@examples(40)
def test_a_long_record_loses_only_what_its_person_wants_hidden(
    data: list[frozenset[int]], hidden: Mapping[int, set[int]], rho: Fraction, at_once: int
) -> None:
    items = {item for record in data for item in record}
    assume(any(record and hidden.get(at, set()) & items for at, record in enumerate(data)))
    with ExitStack() as stack:
        stack.enter_context(mock.patch.multiple(long_records, LONG=2, AT_ONCE=at_once, MANY=at_once))
        engine = stack.enter_context(lent.engine())
        dataset, model = dataset_of(engine, data), RhoUncertainty(rho)
        asked = personal(dataset, hidden)
        assert asked.wishes is not None
        wishes = PersonalConstraint(engine, asked.wishes)
        limits = limits_for(dataset, asked.sensitive, model)
        run = Run(engine, dataset.transactions, model, limits, "seed", personal=wishes)
        found = settled(run, dataset.items)
    assert found == forced(data, hidden, rho, 2)


def _rows_made(records: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many rows does the largest table hold that is made to settle so many random records of ten items?"""
    lots = Random(records)
    made = [0]
    with DuckDBEngine() as engine:
        dataset = dataset_of(engine, [{int(200 * lots.random() ** 2) for _ in range(10)} for _ in range(records)])
        limits = limits_for(dataset, fixed(dataset, range(0, 200, 10)).sensitive, RhoUncertainty(Fraction(1, 2)))
        run = Run(engine, dataset.transactions, RhoUncertainty(Fraction(1, 2)), limits, "seed")
        make = engine.table

        def counted(query: str, /, **binds: Bind) -> Table:
            table = make(query, **binds)
            made.append(engine.count(table))
            return table

        monkeypatch.setattr(engine, "table", counted)
        settle_long_records(run)
    return max(made)


@pytest.mark.slow
def test_four_times_the_records_take_four_times_the_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_records, "AT_ONCE", 10_000)
    assert _rows_made(8_000, monkeypatch) < 6 * _rows_made(2_000, monkeypatch)
