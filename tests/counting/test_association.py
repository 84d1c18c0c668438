"""Association rules, equal to those that every set and every item give."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.counting.association import association_rules
from setanon_sql.engine import DuckDBEngine
from setanon_sql.utility import rule_losses
from tests import lent
from tests.data import dataset_of, transactions_of
from tests.strategies import examples, records


def brute(data: list[frozenset[int]], least: int, confidence: Fraction) -> set[tuple[frozenset[int], int]]:
    def support(items: frozenset[int]) -> int:
        return sum(items <= record for record in data)

    found = set()
    for size in range(2, 7):
        for some in {frozenset(some) for record in data for some in combinations(record, size)}:
            if support(some) >= least:
                found |= {(some - {one}, one) for one in some if support(some) >= confidence * support(some - {one})}
    return found


@given(records, st.integers(1, 4), st.sampled_from([Fraction(3, 10), Fraction(1, 2), Fraction(1)]))
@examples(60)
def test_rules_equal_brute_force(data: list[frozenset[int]], least: int, confidence: Fraction) -> None:
    with lent.engine() as engine:
        rules = association_rules(engine, transactions_of(engine, data), least, confidence)
        assert rules is not None
        rows = engine.execute("test", f"FROM {rules.expression().sql('duckdb')}").fetchall()
    assert {(frozenset(map(int, known.split(","))), item) for known, item in rows} == brute(data, least, confidence)


def test_losses_are_told_apart(engine: DuckDBEngine) -> None:
    source = dataset_of(engine, [{1, 2}, {1, 2}, {3, 4}, {3, 4}, {1, 3}, {1, 3}])
    rows = [(1, "1"), (1, "2"), (2, "1"), (2, "2"), (3, "3"), (5, "1"), (5, "3"), (6, "1"), (6, "3")]
    release = engine.load("r", {"record_id": int, "item": str}, [[r for r, _ in rows], [i for _, i in rows]])
    losses = rule_losses(source, release)
    assert (losses["rules_lost"], losses["rules_spurious"]) == (2, 0)
    assert losses["rules_jaccard_distance"] == pytest.approx(2 / 6)
