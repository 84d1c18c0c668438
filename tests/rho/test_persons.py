"""SUPPRESSOR where persons count: both shares of every rule pass the look at all subsets."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from setanon_sql.dataset import Dataset
from setanon_sql.decisions import NO_CONSTRAINTS, ItemConstraints
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import NotReached
from setanon_sql.models.rho.method import RhoResult, anonymize_rho
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.options.words import Algorithm
from setanon_sql.sensitive.constraint import Constraint
from tests import lent
from tests.data import dataset_of
from tests.rho import oracle
from tests.rho.data import fixed, personal
from tests.strategies import examples, persons_of, records

RHO = st.sampled_from([Fraction(1, 3), Fraction(1, 2), Fraction(7, 10)])
BOUND = st.sampled_from([None, 1, 2, 3])
HALF = Fraction(1, 2)

#: Ten persons with a record {0, 1} and nine of {0} each: 1 follows from 0 for a tenth of the records, and all persons.
ONLY_PERSONS = [frozenset(record) for _ in range(10) for record in [{0, 1}, *[{0}] * 9]]
OF_TEN = [at // 10 for at in range(100)]
KEEP_BOTH = ItemConstraints(keep=frozenset({1, 2}))
#: Item 0 must stay: it is the most frequent one.
KEEP_0 = ItemConstraints(keep=frozenset({1}))
#: Three persons hold 0 with 1, one of them in three records. A fourth has 0 alone: two have to lose something.
TWICE = [frozenset(record) for record in [{0, 1}] * 5 + [{0}]]
OF_TWICE = [1, 1, 1, 2, 3, 4]


def rows_left(
    engine: DuckDBEngine, data: Sequence[frozenset[int]], dataset: Dataset, result: RhoResult
) -> list[set[int]]:
    rows = engine.table("release/shapes/labelled", published=result.rows, labels=dataset.items)
    left: list[set[int]] = [set() for _ in data]
    for record, label in engine.execute("test", f"FROM {rows.expression().sql('duckdb')}").fetchall():
        left[record - 1].add(int(label))
    return left


def published(
    data: Sequence[frozenset[int]],
    persons: Sequence[int] | None,
    hidden: set[int] | Mapping[int, set[int]],
    model: RhoUncertainty,
    algorithm: Algorithm = "improved",
    constraints: ItemConstraints = NO_CONSTRAINTS,
) -> list[set[int]]:
    with lent.engine() as engine:
        dataset = dataset_of(engine, data, persons=persons)
        constraint: Constraint = (fixed if isinstance(hidden, set) else personal)(dataset, hidden)  # type: ignore[operator]
        result = anonymize_rho(dataset, model, constraint, "seed", algorithm=algorithm, constraints=constraints)
        return rows_left(engine, data, dataset, result)


@pytest.mark.slow
@given(
    records,
    st.data(),
    st.sets(st.integers(0, 6), min_size=1),
    RHO,
    BOUND,
    st.sampled_from(["improved"] * 3 + ["paper"]),
)
@examples(150)
def test_every_release_passes_the_oracle(
    data: list[frozenset[int]],
    drawn: st.DataObject,
    hidden: set[int],
    rho: Fraction,
    m: int | None,
    algorithm: Algorithm,
) -> None:
    assume(any(hidden & record for record in data))
    persons = drawn.draw(persons_of(len(data)))
    after = published(data, persons, hidden, RhoUncertainty(rho, m), algorithm)
    assert all(new <= old for new, old in zip(after, data, strict=True))
    assert not oracle.check_persons(data, after, dict.fromkeys(range(len(data)), hidden), persons, rho, m).rules


@pytest.mark.slow
@given(
    records,
    st.data(),
    st.dictionaries(st.integers(0, 14), st.sets(st.integers(0, 6), min_size=1), min_size=1),
    RHO,
    BOUND,
)
@examples(120)
def test_personal_wishes_hold_for_all_records_of_a_person(
    data: list[frozenset[int]], drawn: st.DataObject, hidden: Mapping[int, set[int]], rho: Fraction, m: int | None
) -> None:
    items = {item for record in data for item in record}
    hidden = {at: wishes for at, wishes in hidden.items() if at < len(data) and data[at]}
    assume(any(wishes & items for wishes in hidden.values()))
    persons = drawn.draw(persons_of(len(data)))
    after = published(data, persons, hidden, RhoUncertainty(rho, m))
    assert all(new <= old for new, old in zip(after, data, strict=True))
    assert not oracle.check_persons(data, after, hidden, persons, rho, m).rules


@pytest.mark.slow
@given(records, st.sets(st.integers(0, 6), min_size=1), RHO, BOUND)
@examples(60)
@example([frozenset({0, 1, 2}), frozenset({0}), frozenset({1})], {2}, HALF, None)
def test_one_record_each_is_the_release_of_records(
    data: list[frozenset[int]], hidden: set[int], rho: Fraction, m: int | None
) -> None:
    assume(any(hidden & record for record in data))
    model = RhoUncertainty(rho, m)
    assert published(data, range(1, len(data) + 1), hidden, model) == published(data, None, hidden, model)


@pytest.mark.parametrize("m", [None, 1])
def test_where_only_the_share_of_persons_is_above(m: int | None) -> None:
    """Five of ten persons lose what is sensitive; of records a tenth had it."""
    model = RhoUncertainty(HALF, m)
    assert published(ONLY_PERSONS, None, {1}, model) == [set(record) for record in ONLY_PERSONS]
    after = published(ONLY_PERSONS, OF_TEN, {1}, model)
    assert len(oracle.persons_behind(after, OF_TEN, {0, 1})) == 5
    assert sum(map(len, after)) == sum(map(len, ONLY_PERSONS)) - 5


def test_those_lose_an_item_who_lose_it_in_the_fewest_records() -> None:
    after = published(TWICE, OF_TWICE, {1}, RhoUncertainty(HALF, 1), constraints=KEEP_0)
    everybody = {at: {1} for at in range(6)}
    assert not oracle.check_persons(TWICE, after, everybody, OF_TWICE, HALF, 1).rules
    assert sum(map(len, TWICE)) - sum(map(len, after)) == 2


def test_items_that_stay_are_refused_where_persons_share_them_too_much(engine: DuckDBEngine) -> None:
    dataset = dataset_of(engine, ONLY_PERSONS, persons=OF_TEN)
    with pytest.raises(NotReached, match="not all of the 2 items"):
        anonymize_rho(dataset, RhoUncertainty(HALF, 1), fixed(dataset, {1}), "seed", constraints=KEEP_BOTH)
