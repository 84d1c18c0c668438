"""Originals that two disassociated releases both allow, against a program that goes record by record."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.engine import DuckDBEngine
from setanon_sql.inference.originals import CommonOriginals, decide, decisions, kinds
from setanon_sql.models.disassociation.method import disassociate, disassociate_clusters, no_sensitive_items
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.verify.pieces import FolderTables
from tests import lent
from tests.data import dataset_of
from tests.disassociation_data import folder
from tests.oracle import common_originals as oracle
from tests.oracle.disassociation import Folder
from tests.strategies import examples

Records = Sequence[frozenset[str]]
Released = tuple[FolderTables, Folder]

#: Clusters of 2, and of 4 and 2, hide each set of two items among 2 records; together they leave one holder of b and e.
PEOPLE = [frozenset(held) for held in ("bde", "cde", "d", "de", "ac", "c")]


def disassociated(engine: DuckDBEngine, records: Records, k: int, m: int, size: int) -> Released:
    data = dataset_of(engine, records)
    return folder(engine, disassociate(data, Disassociation(k, m, size)), data.items)


def in_groups(engine: DuckDBEngine, records: Records, k: int, m: int, groups: Sequence[int]) -> Released:
    """Disassociate with clusters that are given: the number of each record's cluster."""
    data = dataset_of(engine, records)
    clusters = engine.load_rows("clusters", {"record_id": int, "cluster_id": int}, list(enumerate(groups, 1)))
    result = disassociate_clusters(data, Disassociation(k, m, 20), clusters, no_sensitive_items(engine), "given")
    return folder(engine, result, data.items)


def decided(engine: DuckDBEngine, old: Released, new: Released, k: int, m: int, seconds: float = 60) -> CommonOriginals:
    """Decide, where each cluster of one may have records in each cluster of the other."""
    pairs = [(one, other) for one in old[1].terms for other in new[1].terms]
    rows = [(str(at), str(one), str(other)) for at, (one, other) in enumerate(pairs)]
    persons = engine.load_rows("persons", {"person": str, "old_id": str, "new_id": str}, rows)
    return decide(engine, old[0], new[0], persons, k=k, m=m, seconds=seconds)


def by_size(sets: set[frozenset[str]], m: int) -> dict[int, int]:
    return {size: sum(len(one) == size for one in sets) for size in range(1, m + 1)}


@pytest.mark.whole
def test_two_releases_that_hide_everybody_leave_one_together(engine: DuckDBEngine) -> None:
    old, new = (disassociated(engine, PEOPLE, 2, 2, size) for size in (3, 5))
    for alone in (old, new):
        found = decided(engine, alone, alone, 2, 2)
        assert found.complete and not found.sets_broken
    assert oracle.broken(old[1], old[1], 2, 2) == oracle.broken(new[1], new[1], 2, 2) == set()
    broken = oracle.broken(old[1], new[1], 2, 2)
    assert broken == {frozenset("be")}
    found = decided(engine, old, new, 2, 2)
    assert found.complete and found.sets_broken_by_size == {1: 0, 2: 1} and found.persons_at_risk
    assert "1 set of up to 2 known items is held by fewer than 2 records in every original" in found.sentences(2)[0]


@st.composite
def groupings(draw: st.DrawFn) -> tuple[Records, int, int, list[list[int]]]:
    """Records, k, m, and the clusters of each record in two releases, of k records or more."""
    k, m = draw(st.integers(2, 3)), draw(st.integers(1, 3))
    held = st.frozensets(st.sampled_from("abcde"), min_size=1, max_size=4)
    records = draw(st.lists(held, min_size=2 * k, max_size=8))
    turns = [draw(st.permutations(range(len(records)))) for _ in range(2)]
    cuts = [draw(st.integers(k, len(records) - k)) for _ in range(2)]
    return records, k, m, [[1 + (at >= cut) for at in turn] for turn, cut in zip(turns, cuts, strict=True)]


@pytest.mark.slow
@given(groupings())
@examples(60)
def test_random_releases_against_the_oracle(drawn: tuple[Records, int, int, list[list[int]]]) -> None:
    records, k, m, groups = drawn
    with lent.engine() as engine:
        old, new = (in_groups(engine, records, k, m, one) for one in groups)
        found = decided(engine, old, new, k, m)
    broken = oracle.broken(old[1], new[1], k, m)
    assert broken is not None and found.complete
    assert found.sets_broken_by_size == by_size(broken, m)


@pytest.mark.whole
@pytest.mark.parametrize(
    "others",
    [
        PEOPLE[1:],  # fewer records
        [*PEOPLE[1:], frozenset("x")],  # another item
        [frozenset(held) for held in ("bde", "cde", "d", "de", "acd", "c")],  # an item more often
    ],
)
def test_releases_of_other_records_are_not_compared(engine: DuckDBEngine, others: Records) -> None:
    old, new = disassociated(engine, PEOPLE, 2, 2, 3), disassociated(engine, others, 2, 2, 5)
    found = decided(engine, old, new, 2, 2)
    assert (found.complete, found.reason, found.sets_checked) == (False, "other_records", 0)
    assert "not of the same records" in found.sentences(2)[0]


@pytest.mark.whole
def test_what_is_not_known_is_told(engine: DuckDBEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = (disassociated(engine, PEOPLE, 2, 2, size) for size in (3, 5))
    assert decided(engine, old, new, 2, 2, seconds=0).reason == "time"
    monkeypatch.setattr(kinds, "_KINDS", 3)
    assert decided(engine, old, new, 2, 2).reason == "size"
    monkeypatch.setattr(decisions, "_PAIRS", 1)
    found = decided(engine, old, new, 2, 2)
    assert (found.complete, found.reason) == (False, "size")
    assert "is not known: the releases are too large" in found.sentences(2)[0]
