"""Where persons count, both shares of a rule are bounded: of records, and of persons. The audit equals brute force."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from math import ceil
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from setanon_sql.api import audit_rho as audit
from setanon_sql.audit.who import Categories, Who
from setanon_sql.models.rho.audit import audit_rho
from setanon_sql.models.rho.found import RhoAudit
from setanon_sql.models.rho.parameters import RhoUncertainty
from tests import lent
from tests.data import dataset_of
from tests.rho import oracle
from tests.rho.data import fixed, personal
from tests.strategies import examples, persons_of, records

RHO = st.sampled_from([Fraction(1, 3), Fraction(1, 2), Fraction(7, 10)])
M = st.sampled_from([None, 1, 2, 3])

#: Ten persons with a record {0, 1} and nine of {0} each: 1 follows from 0 for a tenth of the records, and all persons.
ONLY_PERSONS = [record for _ in range(10) for record in [{0, 1}, *[{0}] * 9]]
OF_TEN = [at // 10 for at in range(100)]


def agrees(found: RhoAudit, expected: oracle.FoundOfPersons, persons: int) -> None:
    assert {size: n for size, n in found.by_size.items() if n} == expected.by_size()
    assert found.satisfied == (not expected.rules)
    assert found.max_confidence == pytest.approx(float(expected.max_confidence))
    assert (found.at_risk, found.persons_at_risk) == (len(expected.records_at_risk), len(expected.at_risk))
    ranked = sorted(expected.highest.values())
    assert found.percentile == pytest.approx(float(ranked[ceil(Fraction(95, 100) * persons) - 1]))


@pytest.mark.slow
@given(records, st.data(), st.sets(st.integers(0, 6), min_size=1), RHO, M, st.sampled_from([0, 1000]))
@examples(150)
def test_what_is_sensitive_for_all_equals_brute_force(
    data: list[frozenset[int]], drawn: st.DataObject, hidden: set[int], rho: Fraction, m: int | None, worst: int
) -> None:
    """Where rules are listed, and where they are only counted."""
    assume(any(hidden & record for record in data))
    persons = drawn.draw(persons_of(len(data)))
    with lent.engine() as engine:
        dataset = dataset_of(engine, data, persons=persons)
        found = audit_rho(dataset, RhoUncertainty(rho, m), fixed(dataset, hidden), worst=worst)
    expected = oracle.check_persons(data, data, dict.fromkeys(range(len(data)), hidden), persons, rho, m)
    agrees(found, expected, len(set(persons)))
    for rule in found.worst:
        known = {int(label) for label in rule.known}
        both = known | {int(rule.sensitive_item)}
        assert (rule.support_with_sensitive, rule.support) == (oracle.support(data, both), oracle.support(data, known))
        behind = [len(oracle.persons_behind(data, persons, items)) for items in (both, known)]
        assert [rule.persons_with_sensitive, rule.persons] == behind
    assert len(found.worst) == (found.violations if worst else 0)


@pytest.mark.slow
@given(
    records,
    st.data(),
    st.dictionaries(st.integers(0, 14), st.sets(st.integers(0, 6), min_size=1), min_size=1),
    RHO,
    M,
)
@examples(120)
def test_personal_wishes_hold_for_all_records_of_a_person(
    data: list[frozenset[int]], drawn: st.DataObject, hidden: Mapping[int, set[int]], rho: Fraction, m: int | None
) -> None:
    items = {item for record in data for item in record}
    hidden = {at: wishes for at, wishes in hidden.items() if at < len(data)}
    assume(any(data[at] and wishes & items for at, wishes in hidden.items()))
    persons = drawn.draw(persons_of(len(data)))
    hidden = {at: wishes for at, wishes in hidden.items() if data[at]}  # a record without items has no name here
    with lent.engine() as engine:
        dataset = dataset_of(engine, data, persons=persons)
        found = audit_rho(dataset, RhoUncertainty(rho, m), personal(dataset, hidden))
    agrees(found, oracle.check_persons(data, data, hidden, persons, rho, m), len(set(persons)))


@pytest.mark.slow
@given(records, st.sets(st.integers(0, 6), min_size=1), RHO, M)
@examples(60)
@example([frozenset({0, 1}), frozenset({0})], {1}, Fraction(1, 2), None)
def test_one_record_each_is_the_audit_of_records(
    data: list[frozenset[int]], hidden: set[int], rho: Fraction, m: int | None
) -> None:
    assume(any(hidden & record for record in data))
    with lent.engine() as engine:
        dataset = dataset_of(engine, data, persons=range(1, len(data) + 1))
        by_person = audit_rho(dataset, RhoUncertainty(rho, m), fixed(dataset, hidden))
    with lent.engine() as engine:
        dataset = dataset_of(engine, data)
        by_record = audit_rho(dataset, RhoUncertainty(rho, m), fixed(dataset, hidden))
    sizes = [{size: n for size, n in found.by_size.items() if n} for found in (by_person, by_record)]
    assert sizes[0] == sizes[1]
    assert by_person.persons_at_risk == by_person.at_risk == by_record.at_risk
    assert (by_person.max_confidence, by_person.percentile) == (by_record.max_confidence, by_record.percentile)


@pytest.mark.parametrize("m", [None, 1, 2])
def test_a_tenth_of_the_records_may_be_all_persons(m: int | None) -> None:
    with lent.engine() as engine:
        dataset = dataset_of(engine, ONLY_PERSONS, persons=OF_TEN)
        found = audit_rho(dataset, RhoUncertainty(Fraction(1, 2), m), fixed(dataset, {1}))
    assert (found.violations, found.max_confidence) == (1, 1.0)
    assert (found.at_risk, found.persons_at_risk, found.persons) == (100, 10, 10)


def test_the_audit_says_whom_it_counts() -> None:
    rows = pd.DataFrame(
        [(at, who, item) for at, who, items in [(1, 1, "ab"), (2, 1, "a"), (3, 2, "a")] for item in items]
    )
    rows.columns = ["record_id", "who", "item"]
    found = audit(rows, rho=0.4, m=1, sensitive=["b"], person="who", worst=1)
    told = found.to_json(show_values=True)
    assert (told["unit"], told["persons"], told["persons_at_risk"], told["records_at_risk"]) == ("person", 2, 2, 3)
    assert told["share_at_risk"] == 1.0
    assert told["worst"] == [
        {"known": ["a"], "sensitive_item": "b", "support_with_sensitive": 1, "support": 3, "persons_with_sensitive": 1,
         "persons": 2}
    ]  # fmt: skip
    assert "2 of 2 persons" in " ".join(found.summary().sentences)


def is_generator(data: list[frozenset[int]], known: frozenset[int]) -> bool:
    """Does no smaller set with the same records stand for a set?"""
    support = oracle.support(data, known)
    return len(known) == 1 or all(oracle.support(data, known - {item}) > support for item in known)


def rules_about(
    data: list[frozenset[int]], persons: list[int], hidden: set[int], rho: Fraction, m: int
) -> dict[tuple[frozenset[int], int], Fraction]:
    """Return the rules above rho, with the larger of both shares."""
    found: dict[tuple[frozenset[int], int], Fraction] = {}
    sets = {frozenset(x) for record in data for size in range(1, m + 1) for x in combinations(sorted(record), size)}
    for known in sets:
        for item in hidden - known:
            both = known | {item}
            behind = [len(oracle.persons_behind(data, persons, items)) for items in (both, known)]
            share = max(Fraction(oracle.support(data, both), oracle.support(data, known)), Fraction(*behind))
            if share > rho:
                found[known, item] = share
    return found


@pytest.mark.slow
@given(records, st.data(), st.sets(st.integers(0, 6), min_size=1), RHO, st.integers(1, 3))
@examples(60)
def test_who_is_listed_equals_brute_force(
    data: list[frozenset[int]], drawn: st.DataObject, hidden: set[int], rho: Fraction, m: int
) -> None:
    """Of each record the surest rule about it; and by category the records and the persons."""
    assume(any(hidden & record for record in data))
    persons = drawn.draw(persons_of(len(data)))
    rules = rules_about(data, list(persons), hidden, rho, m)
    with lent.engine() as engine:
        dataset = dataset_of(engine, data, persons=persons)
        items = engine.rows("taxonomy/nodes/labels", items=dataset.items)
        columns = [[item for item, _ in items], [1 + int(label) % 2 for _, label in items]]
        halves = Categories(engine.load("categories", {"item": int, "category": int}, columns), ("even", "odd"))
        who = Who(engine, records=True, categories=halves, persons=dataset.persons)
        found = audit_rho(dataset, RhoUncertainty(rho, m), fixed(dataset, hidden), who=who)
        listed = {}
        if "found" in who.tables:
            table = who.worst(dataset, "rules/who/surest_rules").expression().sql("duckdb")
            listed = {
                int(name): tuple(more) for name, *more in engine.execute("test", f"SELECT * FROM {table}").fetchall()
            }
    expected = {}
    for at, record in enumerate(data, 1):
        of_record = [(-share, len(known)) for (known, _), share in rules.items() if known <= record]
        if of_record:
            share, size = min(of_record)
            expected[at] = (size, pytest.approx(float(-share)))
    assert listed == expected
    generators = {known for known, _ in rules if is_generator(data, known)}
    for category in found.by_category:
        about = [
            known
            for known, item in rules
            if known in generators and any(i % 2 + 1 == category.category for i in (*known, item))
        ]
        hit = [who for record, who in zip(data, persons, strict=True) if any(known <= record for known in about)]
        assert (category.records_at_risk, category.persons_at_risk) == (len(hit), len(set(hit)))


def test_the_list_names_records_and_persons(tmp_path: Path) -> None:
    rows = pd.DataFrame(
        [(at, who, item) for at, who, items in [(1, "ann", "ab"), (2, "ann", "a"), (3, "bob", "a")] for item in items],
        columns=["record_id", "who", "item"],
    )
    out = tmp_path / "risk.csv"
    audit(rows, rho=0.4, m=1, sensitive=["b"], person="who", records_out=out)
    listed = pd.read_csv(out)
    assert [*listed.columns] == ["record_id", "who", "size", "confidence"]
    assert listed.to_numpy().tolist() == [[1, "ann", 1, 0.5], [2, "ann", 1, 0.5], [3, "bob", 1, 0.5]]
