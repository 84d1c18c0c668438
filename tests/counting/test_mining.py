"""Minimal threats, equal to brute force on small random data and to the known figures on real data."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.counting import Level, mine
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


@given(records, st.integers(2, 5))
@examples(50)
def test_without_a_bound_it_covers_every_size(data: list[frozenset[int]], k: int) -> None:
    with lent.engine() as engine:
        levels = list(mine(engine, transactions_of(engine, data), k, keep=True))
        assert threats_of(engine, levels) == km.minimal_threats(data, k, 7)
        assert levels[-1].generators == 0


def test_scratch_tables_are_gone_afterwards(engine: DuckDBEngine) -> None:
    data = [{1, 2, 3, 4}, {1, 2, 3}, {2, 3, 4}, {1, 3, 4}, {1, 2, 4}] * 3
    table = transactions_of(engine, data)
    for m in (1, 2, 3, 4, None):
        list(mine(engine, table, 5, m))
        left = engine.execute("test", "SELECT table_name FROM information_schema.tables").fetchall()
        assert left == [(table.name,)]
