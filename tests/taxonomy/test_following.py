"""Which column follows from which, against plain Python."""

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql.engine import DuckDBEngine
from setanon_sql.taxonomy.following import ColumnPairs, Following
from tests import lent
from tests.strategies import examples

CELL = st.sampled_from(["", "p", "q", "r"])


@pytest.fixture(scope="module")
def shared() -> Iterator[DuckDBEngine]:
    """An engine for many examples."""
    with lent.engine() as engine:
        yield engine


def by_hand(clues: list[str], told: list[str], least: int, *, blanks: bool) -> Following | None:
    lines = [(clue, label) for clue, label in zip(clues, told, strict=True) if clue and (label or blanks)]
    often = Counter(clue for clue, _ in lines)
    lines = [line for line in lines if often[line[0]] >= least]
    if not lines:
        return None
    beside = {clue: Counter(label for other, label in lines if other == clue) for clue, _ in lines}
    return Following(
        n_lines=len(lines),
        best=sum(max(labels.values()) for labels in beside.values()),
        usual=max(Counter(label for _, label in lines).values()),
        split=sum(len(set(labels) - {""}) > 1 for labels in beside.values()),
        partly=sum("" in labels and len(labels) > 1 for labels in beside.values()),
    )


@given(st.lists(st.tuples(CELL, CELL, CELL), max_size=9), st.sampled_from([1, 2]), st.booleans())
@example([("p", "q", ""), ("p", "", "q"), ("p", "r", "q"), ("q", "q", "q"), ("", "p", "q")], 2, False)
@example([("p", "q", ""), ("p", "", "q"), ("p", "r", "q"), ("q", "q", "q"), ("", "p", "q")], 1, True)
@examples(100)
def test_what_follows_is_counted_as_by_hand(
    shared: DuckDBEngine, rows: list[tuple[str, str, str]], least: int, blanks: bool
) -> None:
    columns = [[row[at] for row in rows] for at in range(3)]
    with shared.scope():
        pairs = ColumnPairs(shared, columns)
        found = pairs.followings(least, blanks=blanks)
        groups = pairs.groups(0)
    expected = {
        (clue, told): counted
        for clue in range(3)
        for told in range(3)
        if clue != told and (counted := by_hand(columns[clue], columns[told], least, blanks=blanks)) is not None
    }
    assert found == expected
    for at in (1, 2):
        under: dict[str, set[str]] = {}
        for row in rows:
            if row[at]:
                under.setdefault(row[at], set()).add(row[0])
        items = [len(leaves) for leaves in under.values()]
        assert groups.get(at, (0, 0, 0)) == (len(items), sum(items), sum(n for n in items if n > 1))
