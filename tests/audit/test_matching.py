"""The maximum and the average risk equal brute force: one over the records that match what is known at worst."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.api import audit_km
from setanon_sql.audit.matching import matching_risk
from tests import lent
from tests.data import dataset_of
from tests.strategies import baskets, examples, persons_of


def fewest(data: list[set[str]], holders: list[int], record: set[str], m: int | None) -> int:
    """How many holders match the items of a record that somebody may know, at worst."""
    known = [set(some) for some in combinations(sorted(record), min(len(record), m or len(record)))]
    return min(len({holder for other, holder in zip(data, holders, strict=True) if some <= other}) for some in known)


def oracle(data: list[set[str]], holders: list[int], m: int | None) -> tuple[float, float]:
    """The highest risk, and the mean over the holders of the highest of their records."""
    risk: dict[int, float] = {}
    for record, holder in zip(data, holders, strict=True):
        risk[holder] = max(risk.get(holder, 0.0), 1 / fewest(data, holders, record, m))
    return max(risk.values()), sum(risk.values()) / len(risk)


@given(baskets.filter(any), st.none() | st.integers(1, 4))
@examples(150)
def test_the_risk_of_records_equals_brute_force(data: list[set[str]], m: int | None) -> None:
    with lent.engine() as engine:
        source = dataset_of(engine, data)
        found = matching_risk(engine, source.transactions, source.records, m, most=1_000_000)
    assert found is not None
    assert (found.maximum, found.average) == pytest.approx(oracle(data, list(range(len(data))), m))


@given(st.data(), baskets.filter(any), st.none() | st.integers(1, 4))
@examples(100)
def test_the_risk_of_persons_equals_brute_force(drawn: st.DataObject, data: list[set[str]], m: int | None) -> None:
    holders = drawn.draw(persons_of(len(data)))
    number = {person: at for at, person in enumerate(sorted(set(holders)), 1)}
    holders = [number[person] for person in holders]
    with lent.engine() as engine:
        source = dataset_of(engine, data)
        columns = [list(range(1, len(data) + 1)), holders]
        persons = engine.load("persons", {"record_id": int, "person": int}, columns)
        found = matching_risk(engine, source.transactions, len(number), m, persons=persons, most=1_000_000)
    assert found is not None
    assert (found.maximum, found.average) == pytest.approx(oracle(data, holders, m))


@pytest.mark.parametrize("m", [2, None])
def test_what_takes_too_many_sets_is_not_counted(m: int | None) -> None:
    with lent.engine() as engine:
        source = dataset_of(engine, [{"a", "b", "c"}, {"a", "b"}, {"a"}])
        assert matching_risk(engine, source.transactions, source.records, m, most=3) is None


def test_an_audit_tells_both() -> None:
    answer = audit_km([["a", "b"], ["a", "b"], ["a", "c"], ["a"]], k=2, m=2).to_json()
    assert answer["maximum_risk"] == 1.0
    assert answer["average_risk"] == pytest.approx((1 / 2 + 1 / 2 + 1 + 1 / 4) / 4)
