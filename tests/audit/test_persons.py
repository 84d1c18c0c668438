"""Where k counts persons, the audit equals brute force over persons."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql.api import audit_km
from setanon_sql.dataset import Dataset
from setanon_sql.models.km.audit import KmAudit
from setanon_sql.models.km.audit import audit_km as audit_dataset
from setanon_sql.models.km.options import KmExtras
from setanon_sql.models.km.parameters import KmAnonymity
from tests import lent
from tests.data import dataset_of
from tests.strategies import baskets, examples

Records = list[set[str]]


def audited(data: Records, persons: Sequence[int], k: int, m: int | None) -> KmAudit:
    with lent.engine() as engine:
        dataset: Dataset = dataset_of(engine, data)
        table = engine.load("persons", {"record_id": int, "person": int}, [[*range(1, len(data) + 1)], [*persons]])
        dataset = replace(dataset, persons=table, n_persons=len(set(persons)))
        return audit_dataset(dataset, KmAnonymity(k, m), extras=KmExtras(unicity=True, worst=1000))


def behind(data: Records, persons: Sequence[int], m: int) -> dict[frozenset[str], set[int]]:
    """The persons of every itemset of at most m items."""
    found: dict[frozenset[str], set[int]] = {}
    for record, person in zip(data, persons, strict=True):
        for size in range(1, m + 1):
            for itemset in combinations(sorted(record), size):
                found.setdefault(frozenset(itemset), set()).add(person)
    return found


def at_risk(data: Records, persons: Sequence[int], threats: set[frozenset[str]], size: int) -> tuple[int, int]:
    small = [threat for threat in threats if len(threat) <= size]
    hit = [p for record, p in zip(data, persons, strict=True) if any(threat <= record for threat in small)]
    return len(hit), len(set(hit))


def check(data: Records, persons: Sequence[int], k: int, m: int | None) -> None:
    found = audited(data, persons, k, m)
    held = behind(data, persons, m or max(map(len, data)))
    rare = {x for x, who in held.items() if len(who) < k}
    threats = {x for x in rare if all(len(held[x - {y}]) >= k for y in x if len(x) > 1)}
    alone = {x for x, who in held.items() if len(who) == 1}
    assert found.violations == len(threats)
    assert {frozenset(one.labels): one.support for one in found.worst} == {x: len(held[x]) for x in threats}
    assert found.persons == len(set(persons))
    for size in found.sizes:
        assert found.threats_by_size()[size] == sum(len(x) == size for x in threats)
        risk = found.at_risk_by_size()[size], found.persons_at_risk_by_size()[size]
        assert risk == at_risk(data, persons, threats, size)
        if m:
            unique = found.unique_by_size()[size], found.unique_persons_by_size()[size]
            assert unique == at_risk(data, persons, alone, size)
    if not m:
        assert found.singled_out == at_risk(data, persons, alone, max(map(len, data)))[1]


#: a and b are together in records of the same two persons as a alone, but not in all of their records: {a, b, c} is a
#: threat, of one person, whose parts are of two. By persons {a, b} would seem no generator, and be dropped with it.
PRUNED = [{"a", "b", "c"}, {"a", "b"}, {"a", "c"}, {"b", "c"}, {"b"}, {"c"}]
OF_PERSONS = [1, 2, 2, 2, 3, 3]


@pytest.mark.slow
@given(baskets.filter(any), st.data(), st.integers(2, 4), st.none() | st.integers(1, 5))
@examples(150)
def test_the_audit_equals_brute_force_by_persons(data: Records, draw: Any, k: int, m: int | None) -> None:
    data = [record for record in data if record]
    kind = draw.draw(st.sampled_from(["any", "one", "each", "alternate"]))
    n = len(data)
    drawn = draw.draw(st.lists(st.integers(1, max(1, n // 2)), min_size=n, max_size=n))
    persons = {"any": drawn, "one": [1] * n, "each": [*range(1, n + 1)], "alternate": [at % 2 + 1 for at in range(n)]}
    check(data, persons[kind], k, m)


@pytest.mark.slow
@given(baskets.filter(any), st.integers(2, 4), st.none() | st.integers(1, 4))
@examples(60)
@example([{"a", "b"}] * 3, 2, 2)
def test_one_record_each_is_the_audit_of_records(data: Records, k: int, m: int | None) -> None:
    by_person = audited(data, [*range(1, len(data) + 1)], k, m)
    with lent.engine() as engine:
        by_record = audit_dataset(dataset_of(engine, data), KmAnonymity(k, m))
    assert by_person.threats_by_size() == by_record.threats_by_size()
    assert by_person.at_risk_by_size() == by_person.persons_at_risk_by_size() == by_record.at_risk_by_size()


@pytest.mark.slow
@pytest.mark.parametrize("m", [3, 4, None])
def test_sets_of_as_many_persons_as_a_part_are_not_dropped(m: int | None) -> None:
    held = behind(PRUNED, OF_PERSONS, 3)
    assert held[frozenset("ab")] == held[frozenset("a")]
    assert held[frozenset("abc")] == {1}
    check(PRUNED, OF_PERSONS, 2, m)
    assert audited(PRUNED, OF_PERSONS, 2, m).threats_by_size() == {1: 0, 2: 0, 3: 1} | ({4: 0} if m == 4 else {})


@pytest.mark.datasets
@pytest.mark.whole
def test_pairs_of_complete_journey_are_as_plain_sql_counts_them(datasets: Path) -> None:
    path = datasets / "completejourney.parquet"
    found = audit_km(path, k=5, m=2, person="person_id")
    with duckdb.connect() as connection:
        connection.execute(f"CREATE TABLE t AS SELECT DISTINCT person_id p, record_id r, item i FROM '{path}'")
        connection.execute("CREATE TABLE f AS SELECT i FROM t GROUP BY i HAVING count(DISTINCT p) >= 5")
        (pairs,) = connection.execute(
            "SELECT count(*) FILTER (WHERE n < 5) FROM (SELECT x, y, count(*) AS n FROM ("
            "SELECT DISTINCT a.i x, b.i y, a.p FROM t a JOIN t b ON a.r = b.r AND a.i < b.i "
            "WHERE a.i IN (FROM f) AND b.i IN (FROM f)) GROUP BY x, y)"
        ).fetchone() or (0,)
        (singles,) = connection.execute(
            "SELECT count(*) FROM (SELECT i FROM t GROUP BY i HAVING count(DISTINCT p) < 5)"
        ).fetchone() or (0,)
    assert found.threats_by_size() == {1: singles, 2: pairs}
