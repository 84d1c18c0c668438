"""Ways of publishing counts side by side: their figures are those of plain Python."""

from collections import Counter
from itertools import combinations

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.pipeline.count_trials import CountsRow
from setanon_sql.pipeline.safe_counts import SafeCounts
from tests.count_tables import oracle
from tests.strategies import examples

Records = list[frozenset[str]]


def source_of(records: Records, per_person: int = 1) -> pd.DataFrame:
    """Return records as a source, so many of them of each person."""
    rows = [(f"r{at}", item, f"p{at // per_person}") for at, items in enumerate(records) for item in sorted(items)]
    return pd.DataFrame(rows, columns=["record_id", "item", "who"])


def pairs_of(records: Records, k: int, per_person: int = 1) -> dict[tuple[str, ...], int]:
    """Return the pairs that k records (persons) hold, with how many do."""
    held = {(at // per_person, pair) for at, items in enumerate(records) for pair in combinations(sorted(items), 2)}
    return {pair: n for pair, n in Counter(pair for _, pair in held).items() if n >= k}


def assert_figures(row: CountsRow, true: dict[tuple[str, ...], int], shown: dict[tuple[str, ...], int]) -> None:
    """Hold the figures of a way against those of plain Python."""
    common = [abs(shown[pair] - n) / n for pair, n in true.items() if pair in shown]
    assert row.pairs == len(true)
    assert row.shown == row.top_shown == pytest.approx(len(common) / len(true) if true else 0)
    assert row.error == row.top_error == (pytest.approx(sum(common) / len(common)) if common else None)


@pytest.mark.slow
@examples(20)
@given(
    st.lists(st.frozensets(st.sampled_from("abcd"), min_size=1), min_size=5, max_size=20),
    st.integers(2, 4),
    st.sampled_from([1, 2]),
)
def test_figures_are_those_of_plain_python(records: Records, k: int, per_person: int) -> None:
    options = {"person": "who"} if per_person > 1 else {}
    source = source_of(records, per_person)
    rule, rounded, exact = api.compare_counts(source, k=[k], **options).rows
    true = pairs_of(records, k, per_person)
    assert_figures(rule, true, true)
    for row, means in ((rounded, {}), (exact, {"exact": True})):
        try:
            counts = api.publish_counts(source, k=k, **means, **options)
        except NotReached:
            assert row.shown == 0
            continue
        assert isinstance(counts, SafeCounts)
        shown = {(str(a), str(b)): int(n or 0) for a, b, n in counts.counts if b}
        assert_figures(row, true, shown)
        assert row.derivable_cells == row.differences == 0
    if per_person == 1:
        cells = oracle.cells_of([("", items) for items in records], [], 2, {})
        kinds = oracle.follows({cell: n for cell, n in cells.items() if n >= k}, [], k, {}, k - 1)
        assert rule.derivable_cells == sum(len(found) for found in kinds.values())
        assert rule.differences == len(kinds["difference"])


@pytest.mark.slow
def test_noise_is_compared_with_the_counts_of_the_smallest_k() -> None:
    pytest.importorskip("opendp")
    rows = api.compare_counts(source_of([frozenset("ab")] * 90 + [frozenset("ac")] * 6), k=[7, 5], epsilon=[9]).rows
    assert [(row.way, row.k, row.pairs) for row in rows[:2]] == [("rule", 5, 2), ("rounded", 5, 2)]
    assert rows[3].k == 7 and rows[-1].way == "noise"
    noise = rows[-1]
    assert (noise.k, noise.pairs, noise.derivable_cells, noise.epsilon) == (5, 2, None, 9)
    assert noise.shown >= 0.5 and noise.error is not None and noise.error < 0.5


def test_an_epsilon_that_cannot_be_is_refused_before_the_work() -> None:
    with pytest.raises(BadParameter, match="epsilon"):
        api.compare_counts("no.csv", epsilon=[0])
