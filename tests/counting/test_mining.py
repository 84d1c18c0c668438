"""Minimal threats, equal to brute force on small random data and to the known figures on real data."""

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.counting import Level, mine, mining
from setanon_sql.counting.parts import Partition
from setanon_sql.engine import DuckDBEngine
from tests import lent
from tests.data import transactions_of
from tests.oracle import km
from tests.strategies import examples, records


def threats_of(engine: DuckDBEngine, levels: Sequence[Level]) -> set[frozenset[int]]:
    found: dict[tuple[int, int], set[int]] = {}
    for level in levels:
        assert level.items is not None
        for threat, _, item, _ in engine.execute("test", f"FROM {level.items.expression().sql('duckdb')}").fetchall():
            found.setdefault((level.size, threat), set()).add(item)
    assert all(len(items) == size for (size, _), items in found.items())
    assert len(found) == sum(level.threats for level in levels)
    return {frozenset(items) for items in found.values()}


@given(records, st.integers(2, 5), st.integers(1, 6))
@examples(150)
def test_mining_equals_brute_force(data: list[frozenset[int]], k: int, m: int) -> None:
    with lent.engine() as engine:
        levels = list(mine(engine, transactions_of(engine, data), k, m, keep=True))
        expected = km.minimal_threats(data, k, m)
        assert threats_of(engine, levels) == expected
        assert [level.at_risk for level in levels] == [km.records_at_risk(data, expected, lv.size) for lv in levels]


@given(
    records,
    st.integers(2, 5),
    st.integers(2, 3),
    st.sampled_from([Partition(1, 1), Partition(4, 2), Partition(1000, 1)]),
    st.booleans(),
)
@examples(150)
def test_counting_by_parts_equals_brute_force(
    data: list[frozenset[int]], k: int, m: int, cut: Partition, keep: bool
) -> None:
    with lent.engine() as engine:
        levels = list(mine(engine, transactions_of(engine, data), k, m, keep=keep, cut=cut))
        expected = km.minimal_threats(data, k, m)
        if keep:
            assert threats_of(engine, levels) == expected
        assert [level.threats for level in levels] == [sum(len(t) == lv.size for t in expected) for lv in levels]
        assert [level.at_risk for level in levels] == [km.records_at_risk(data, expected, lv.size) for lv in levels]


@given(records, st.integers(2, 5))
@examples(60)
def test_both_ways_find_as_many_generators(data: list[frozenset[int]], k: int) -> None:
    with lent.engine() as engine:
        table = transactions_of(engine, data)
        by_words, by_parts = list(mine(engine, table, k, 3)), list(mine(engine, table, k, 3, cut=Partition(2, 1)))
        assert by_parts == by_words


@given(records, st.integers(2, 5), st.integers(3, 6))
@examples(60)
def test_first_words_apart_equal_brute_force(data: list[frozenset[int]], k: int, m: int) -> None:
    data = data * 9  # some items have more records than a word has bits
    with pytest.MonkeyPatch.context() as patch, lent.engine() as engine:
        patch.setattr(mining, "MANY", 0)
        levels = list(mine(engine, transactions_of(engine, data), 9 * k, m, keep=True))
        expected = km.minimal_threats(data, 9 * k, m)
        assert threats_of(engine, levels) == expected
        assert [level.at_risk for level in levels] == [km.records_at_risk(data, expected, lv.size) for lv in levels]


@given(records, st.integers(2, 5))
@examples(50)
def test_without_a_bound_it_covers_every_size(data: list[frozenset[int]], k: int) -> None:
    with lent.engine() as engine:
        levels = list(mine(engine, transactions_of(engine, data), k, keep=True))
        assert threats_of(engine, levels) == km.minimal_threats(data, k, 7)
        assert levels[-1].generators == 0


@pytest.mark.slow
def test_scratch_tables_are_gone_afterwards(engine: DuckDBEngine) -> None:
    data = [{1, 2, 3, 4}, {1, 2, 3}, {2, 3, 4}, {1, 3, 4}, {1, 2, 4}] * 3
    table = transactions_of(engine, data)
    for m, cut in itertools.product((1, 2, 3, 4, None), (None, Partition(1, 1))):
        list(mine(engine, table, 5, m, cut=cut))
        left = engine.execute("test", "SELECT table_name FROM information_schema.tables").fetchall()
        assert left == [(table.name,)]
