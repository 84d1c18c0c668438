"""What a person lacks: audits, releases and their recount equal brute force."""

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.api import audit_km
from setanon_sql.errors import BadParameter
from setanon_sql.models.km.audit.absent import absent_levels
from setanon_sql.models.km.parameters import KmAnonymity
from tests import lent
from tests.data import dataset_of
from tests.oracle import absent
from tests.strategies import baskets, examples, persons_of


@given(baskets.filter(any), st.integers(2, 5), st.integers(1, 3), st.integers(1, 2), st.data())
@examples(300)
def test_the_audit_equals_brute_force(data: list[set[str]], k: int, m: int, n: int, more: st.DataObject) -> None:
    persons = more.draw(st.none() | persons_of(len(data)))
    with lent.engine() as engine:
        source = dataset_of(engine, data, persons=persons)
        model = KmAnonymity(k, m, person=persons is not None, absent=n)
        levels = absent_levels(source, source.transactions, model, source.items, worst=1000)
    found = absent.threats(data, persons, k, m, n)
    least = [cell for cell in absent.minimal(found) if cell[1]]
    for level in levels:
        assert level.threats == sum(len(present) == level.size for present, _ in least)
        who, records = absent.at_risk(data, persons, found, level.size)
        assert level.at_risk == len(records)
        assert level.persons_at_risk == (len(who) if persons else 0)
    told = {(frozenset(one.labels), frozenset(one.absent)): one.support for level in levels for one in level.worst}
    assert told == {cell: len(found[cell]) for cell in least}
    assert sum(level.threats for level in levels) == len(least)


def frame(data: list[set[str]]) -> pd.DataFrame:
    rows = [(at, item) for at, record in enumerate(data, 1) for item in sorted(record)]
    return pd.DataFrame(rows, columns=["record_id", "item"])


def test_of_some_known_items_all_records_count_that_lack_one() -> None:
    source = frame([{"a", "x"}] * 5 + [{"x"}] * 3 + [{"a", "b"}] * 4)
    found = audit_km(source, k=4, m=1, absent=1, known=["a", "b"])
    assert found.satisfied is False and found.violations == 1  # three lack a, and have no item that is known
    assert found.absent and found.absent.at_risk_by_size(1) == {0: 3, 1: 3}
    assert audit_km(source, k=3, m=1, absent=1, known=["a", "b"]).satisfied


def test_with_a_taxonomy_labels_and_items_may_be_known() -> None:
    source = frame([{"a"}] * 6 + [{"b"}] * 2 + [{"c"}] * 6)
    tree = [("a", "ab"), ("b", "ab"), ("ab", "all"), ("c", "all")]
    found = audit_km(source, k=3, m=1, absent=1, taxonomy=tree)
    assert found.absent and found.absent.threats_by_size(1) == {
        0: 0,
        1: 1,
    }  # who has ab and lacks a; b by itself is too rare


@pytest.mark.parametrize("others", [{"by": 1}, {"records_out": "risk.csv"}, {"count": "records"}])
def test_what_knows_of_present_items_alone_is_refused(others: dict[str, object]) -> None:
    with pytest.raises(BadParameter, match="do not know of absent yet"):
        audit_km(frame([{"a"}]), k=2, m=1, absent=1, **others)  # type: ignore[arg-type]


def test_absent_items_need_m_and_are_one_or_two() -> None:
    for wrong in ({"m": None, "absent": 1}, {"m": 1, "absent": 3}, {"m": 1, "absent": -1}):
        with pytest.raises(BadParameter, match="absent"):
            audit_km(frame([{"a"}]), k=2, **wrong)  # type: ignore[arg-type]
