"""Nakagawa, Arai, Nakagawa, the examples of Tables 1 and 2, number by number.

Who hides what in Table 1 follows from what the paper suppressed: medicine is hidden by those who bought it, bread by
Carol.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np
import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.rho.audit import audit_rho
from setanon_sql.models.rho.found import RhoAudit
from setanon_sql.models.rho.method import anonymize_rho
from setanon_sql.models.rho.method.choice import BrokenRules, needed
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.options.words import Algorithm
from tests.data import dataset_of
from tests.rho import oracle
from tests.rho.data import TABLE_1, personal

HALF = Fraction(1, 2)
ALICE, BOB, CAROL, DAVE, ELLEN, FRANK = range(6)
TABLE_1C = [
    ["bread", "medicine"],
    ["apple"],
    ["milk", "coffee"],
    ["milk", "medicine"],
    ["coffee", "bread", "apple"],
    ["orange"],
]
WISHES = {ALICE: {"medicine"}, CAROL: {"bread"}, DAVE: {"medicine"}, FRANK: {"medicine"}}
TABLE_2 = {
    "a": [["x", "y"], ["x", "y"], ["x", "y"], ["x"]],
    "b": [["x"], ["x", "y"], ["x", "y"], ["x"]],
    "c": [["y"], ["y"], ["x", "y"], ["x"]],
}


def audited(engine: DuckDBEngine, data: Sequence[list[str]], wishes: Mapping[int, set[str]]) -> RhoAudit:
    dataset = dataset_of(engine, data)
    return audit_rho(dataset, RhoUncertainty(HALF), personal(dataset, wishes), worst=50)


def test_what_table_1a_tells(engine: DuckDBEngine) -> None:
    found = audited(engine, TABLE_1, WISHES)
    assert {(one.known, one.sensitive_item, one.support_with_sensitive, one.support) for one in found.worst} == {
        (("milk",), "medicine", 2, 3),
        (("orange",), "medicine", 1, 1),
        (("milk",), "bread", 2, 3),
        (("coffee",), "bread", 2, 2),
        (("coffee", "milk"), "bread", 1, 1),
    }
    assert found.at_risk == 4  # Alice, Carol, Dave, Frank


def test_table_1c_tells_nothing(engine: DuckDBEngine) -> None:
    found = audited(engine, TABLE_1C, WISHES)
    assert found.satisfied
    assert found.max_confidence == 0.5
    assert not oracle.check(TABLE_1, TABLE_1C, WISHES, HALF).rules


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["improved", "paper"])
def test_table_1_is_mended(engine: DuckDBEngine, algorithm: Algorithm) -> None:
    dataset = dataset_of(engine, TABLE_1)
    result = anonymize_rho(dataset, RhoUncertainty(HALF), personal(dataset, WISHES), "seed", algorithm=algorithm)
    left: list[set[str]] = [set() for _ in TABLE_1]
    for record, item in engine.rows("release/shapes/labelled", published=result.rows, labels=dataset.items):
        left[record - 1].add(item)
    assert all(part <= set(whole) for part, whole in zip(left, TABLE_1, strict=True))
    assert not oracle.check(TABLE_1, left, WISHES, HALF).rules


@pytest.mark.slow
def test_the_confidences_of_table_2(engine: DuckDBEngine) -> None:
    found = {name: audited(engine, data, {person: {"y"} for person in range(4)}) for name, data in TABLE_2.items()}
    assert found["a"].by_size == {1: 1}
    assert [found[name].max_confidence for name in "abc"] == [0.75, 0.5, 0.5]
    assert [found[name].satisfied for name in "abc"] == [False, True, True]


def test_the_suppression_numbers_of_table_2() -> None:
    """N_s(y) = 1 and N_s(x) = 2 (7), where x -> y holds for three of four."""
    x, y = 1, 2
    rule = BrokenRules(*(np.array([one]) for one in (1, y, 3, 4, 1)), np.array([[x, y]]), *[np.array([0])] * 2)
    assert needed(rule, np.array([0, 1, 1]), np.array([1, 2, 2])).tolist() == [[2, 1]]


def test_table_2_is_mended_in_one_of_the_two_ways(engine: DuckDBEngine) -> None:
    """F (8) is 0 for x and for y, since nothing is suppressed yet."""
    dataset = dataset_of(engine, TABLE_2["a"])
    wishes = personal(dataset, {person: {"y"} for person in range(4)})
    result = anonymize_rho(dataset, RhoUncertainty(HALF), wishes, "seed")
    lost = [sum(map(len, TABLE_2["a"])) - sum(map(len, TABLE_2[name])) for name in "bc"]
    assert (dataset.rows - result.rows_after) in lost
