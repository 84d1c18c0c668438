"""Association rules before and after, equal to those that every set and every item give."""

from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.commands import losses
from setanon_sql.counting.association import rule_changes
from setanon_sql.engine import DuckDBEngine
from setanon_sql.measures.records import rule_losses
from setanon_sql.sources import open_source
from setanon_sql.trace import Trace
from tests import lent
from tests.data import dataset_of, transactions_of
from tests.strategies import examples, records

Data = list[frozenset[int]]
Rules = set[tuple[frozenset[int], int]]


def brute(data: Data, min_records: int, confidence: Fraction, largest: int = 7) -> Rules:
    def support(items: frozenset[int]) -> int:
        return sum(items <= record for record in data)

    found = set()
    for size in range(2, largest + 1):
        for some in {frozenset(some) for record in data for some in combinations(record, size)}:
            if support(some) >= min_records:
                found |= {(some - {one}, one) for one in some if support(some) >= confidence * support(some - {one})}
    return found


def sizes(before: Rules, after: Rules) -> tuple[int, int, int]:
    return len(before & after), len(before - after), len(after - before)


@given(records, records, st.integers(1, 4), st.sampled_from([Fraction(3, 10), Fraction(1, 2), Fraction(1)]))
@examples(60)
def test_rules_equal_brute_force(original: Data, released: Data, min_records: int, confidence: Fraction) -> None:
    with lent.engine() as engine:
        before, after = (transactions_of(engine, data) for data in (original, released))
        found = rule_changes(engine, before, after, min_records, confidence)
    expected = sizes(brute(original, min_records, confidence), brute(released, min_records, confidence))
    assert (found.kept, found.lost, found.spurious, found.complete) == (*expected, True)


@given(records, records, st.integers(0, 60))
@examples(60)
def test_where_it_ends_early_both_sides_end_at_the_same_size(original: Data, released: Data, work: int) -> None:
    half = Fraction(1, 2)
    with lent.engine() as engine:
        before, after = (transactions_of(engine, data) for data in (original, released))
        found = rule_changes(engine, before, after, 1, half, most_work=work)
    expected = sizes(brute(original, 1, half, found.items), brute(released, 1, half, found.items))
    assert (found.kept, found.lost, found.spurious) == expected
    if found.complete:
        assert expected == sizes(brute(original, 1, half), brute(released, 1, half))


def test_losses_are_told_apart(engine: DuckDBEngine) -> None:
    source = dataset_of(engine, [{1, 2}, {1, 2}, {3, 4}, {3, 4}, {1, 3}, {1, 3}])
    rows = [(1, "1"), (1, "2"), (2, "1"), (2, "2"), (3, "3"), (5, "1"), (5, "3"), (6, "1"), (6, "3")]
    release = engine.load("r", {"record_id": int, "item": str}, [[r for r, _ in rows], [i for _, i in rows]])
    lost = rule_losses(source, release)
    assert (lost["rules_lost"], lost["rules_spurious"]) == (2, 0)
    assert lost["rules_jaccard_distance"] == pytest.approx(2 / 6)
    assert "rules_up_to_items" not in lost


@pytest.mark.parametrize(("copies", "length"), [(6, 40), (2, 161)])
def test_long_equal_records_end_and_say_so(
    copies: int, length: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert rule_changes.__kwdefaults__
    monkeypatch.setitem(rule_changes.__kwdefaults__, "most_work", 1_000_000)
    with DuckDBEngine(threads=2, trace=Trace(quiet=False)) as engine:
        source = dataset_of(engine, [set(range(1, length + 1))] * copies)
        rows = [(record, str(item)) for record in range(copies) for item in range(2, length + 1)]
        release = engine.load("r", {"record_id": int, "item": str}, [[r for r, _ in rows], [i for _, i in rows]])
        lost = rule_losses(source, release)
    size = int(lost["rules_up_to_items"])
    assert size >= 2 and str(size) in losses.measures(lost).splitlines()[-1]
    assert f"more than {size} items are too many" in capsys.readouterr().err


@pytest.mark.slow
def test_hostile_data_end_with_the_bound_that_users_get(engine: DuckDBEngine) -> None:
    copies, length = 300, 161
    data = [set(range(1, length + 1)) - {1 + record % length} for record in range(copies)]
    found = rule_changes(engine, dataset_of(engine, data).transactions, transactions_of(engine, []), 2, Fraction(3, 10))
    assert not found.complete and found.items >= 2 and found.lost > 0


@pytest.mark.whole
@pytest.mark.datasets
def test_real_data_end(engine: DuckDBEngine, datasets: Path) -> None:
    source = open_source(engine, datasets / "bms-webview-2.txt")
    min_records = -(-source.records * 5 // 10_000)
    found = rule_changes(engine, source.transactions, source.transactions, min_records, Fraction(3, 10))
    assert (found.items, found.kept, found.lost, found.spurious) == (14, 714_688, 0, 0)
