"""Recounts of disassociated releases at the edge: each check alone, with all others satisfied."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.disassociation.recount import count_pieces, problems
from setanon_sql.models.disassociation.recount_faults import count_folder
from setanon_sql.verify.cover import CoveredChunk, Implied, count_implied, listed_covers
from setanon_sql.verify.pieces import FolderTables, Holders, covers_of
from tests.verify.tables import table, tables_of

K = 3
SUPPORTS = pytest.mark.parametrize("support", [K - 1, K, K + 1])


def folder(engine: DuckDBEngine, clusters: str, chunks: Sequence[tuple[int, str]], terms: str = "") -> FolderTables:
    """Return a release. Chunks are of a cluster, their subrecords are words of one-letter items."""
    rows, subrecord = [], 0
    for number, (cluster, text) in enumerate(chunks, 1):
        for word in text.split():
            subrecord += 1
            rows += [(cluster, number, subrecord, item) for item in word]
    kinds: dict[str, type] = {"cluster_id": int, "chunk_id": int, "subrecord_id": int, "item": str}
    return FolderTables(
        table(engine, f"cluster_id parent_id kind:text size | {clusters}"),
        engine.load_rows("subrecords", kinds, rows),
        table(engine, f"cluster_id item:text | {terms}"),
    )


def faults(engine: DuckDBEngine, made: FolderTables, m: int = 2, **more: Any) -> dict[str, int]:
    """Return the faults by check; what is wrong is told in as many sentences, and nothing else is left."""
    model = Disassociation(K, m, 30, safe=True, **more)
    before = tables_of(engine)
    found = count_folder(engine, made, model)
    assert tables_of(engine) == before
    wrong = {name: n for name, n in found.by_check.items() if n}
    assert len(problems(found, model)) == len(wrong) and found.violations(safe=True) == sum(wrong.values())
    return wrong


def with_one_set(size: int, support: int) -> str:
    """Return subrecords in which one set of so many items has this support, and all smaller ones K or more."""
    items = "abcd"[:size]
    return " ".join([items] * support + ["".join(part) for part in combinations(items, size - 1)] * K)


@SUPPORTS
@pytest.mark.parametrize(("size", "wide"), [(1, False), (2, False), (2, True), (3, False)])
def test_a_set_of_k_subrecords_is_none_too_rare(engine: DuckDBEngine, support: int, size: int, wide: bool) -> None:
    """Also in a chunk of more items than there are powers of two for."""
    many = "".join(chr(0x100 + at) for at in range(60))
    held = with_one_set(size, support) + (f" {many}" * K if wide else "")
    made = folder(engine, "1 - simple 30", [(1, held)], "1 x")
    assert faults(engine, made, size) == ({} if support >= K else {"chunk_km": 1})
    assert support >= K or size == 1 or faults(engine, made, size - 1) == {}


def test_a_chunk_with_several_rare_sets_is_one_fault(engine: DuckDBEngine) -> None:
    made = folder(engine, "1 - simple 30", [(1, "ab ab c c c"), (1, "d de de df df")], "1 x")
    assert faults(engine, made, 1) == {"chunk_km": 2}
    assert count_folder(engine, made, Disassociation(K, 1, 30)).violations(safe=False) == 2
    assert faults(engine, folder(engine, "1 - simple 30", [(1, "abc abc ab ac bc a b c")], "1 x"), 3) == {"chunk_km": 1}


@pytest.mark.parametrize(("size", "wrong"), [(K - 1, {"structure": 1}), (K, {}), (K + 1, {})])
def test_a_cluster_of_k_records_is_none_too_small(engine: DuckDBEngine, size: int, wrong: dict[str, int]) -> None:
    assert faults(engine, folder(engine, f"1 - simple {size}", [], "1 x")) == wrong


@pytest.mark.parametrize(("size", "m", "wrong"), [(6, 1, 0), (7, 1, 1), (6, 2, 1), (4, 2, 1), (3, 2, 0)])
def test_chunks_fill_all_records_or_there_is_a_term(engine: DuckDBEngine, size: int, m: int, wrong: int) -> None:
    """Lemma 2: two chunks of three subrecords each fill 6 records of one known item, 3 of two."""
    chunks = [(1, "a a a"), (1, "b b b")]
    made = folder(engine, f"1 - simple {size}", chunks)
    assert faults(engine, made, m) == ({"subrecord_count": 1} if wrong else {})
    assert faults(engine, folder(engine, f"1 - simple {size}", chunks, "1 x"), m) == {}


@pytest.mark.parametrize(("shared", "wrong"), [("ae ae ae", 0), ("ae ae ae a e", 1), ("e e e", 0)])
def test_a_shared_chunk_that_repeats_an_item_is_k_anonymous(engine: DuckDBEngine, shared: str, wrong: int) -> None:
    """Property 1. The items of the shared chunk have K subrecords each, with or without the pair."""
    held = [(1, "a a a"), (2, "b b b"), (9, shared)]
    made = folder(engine, "1 9 simple 6 | 2 9 simple 6 | 9 - joint 12", held, "1 x | 2 x")
    found = faults(engine, made, 1)
    assert found.pop("joint_property", 0) == wrong and found.keys() <= {"cover"}


@pytest.mark.parametrize(
    ("chunks", "wrong"),
    [
        ([(1, "ab ab ab b")], 0),
        ([(1, "ab ab ab b"), (1, "c c c")], 1),
        ([(1, "ab ab ab a b"), (1, "c c c")], 0),
        ([(1, "ab ab ab b"), (1, "cd cd cd")], 2),
    ],
)
def test_an_item_that_is_never_alone_is_a_fault_of_a_safe_release(
    engine: DuckDBEngine, chunks: list[tuple[int, str]], wrong: int
) -> None:
    made = folder(engine, "1 - simple 9", chunks, "1 x")
    assert faults(engine, made) == ({"cover": wrong} if wrong else {})
    model = Disassociation(K, 2, 30, safe=False)
    found = count_folder(engine, made, model)
    assert (found.violations(safe=False), problems(found, model)) == (0, [])


def test_clusters_may_share_chunks_where_a_release_says_so(engine: DuckDBEngine) -> None:
    made = folder(engine, "1 9 simple 3 | 2 9 simple 3 | 9 - joint 6", [(9, "e e e")], "1 x | 2 x")
    assert faults(engine, made) == {}
    assert faults(engine, made, refine=False) == {"unrefined": 1}
    apart = folder(engine, "1 - simple 3", [], "1 x")
    assert "unrefined" not in count_folder(engine, apart, Disassociation(K, 2, 30, refine=False)).by_check


@pytest.mark.parametrize(("clusters", "wrong"), [("4 5 joint 6 | 5 4 joint 6", True), ("4 - joint 6", False)])
def test_clusters_that_go_round_in_a_circle_are_found(engine: DuckDBEngine, clusters: str, wrong: bool) -> None:
    """The two of the circle have a part each besides, so that nothing else is wrong with them but their sizes."""
    made = folder(engine, f"1 4 simple 3 | 2 4 simple 3 | {clusters}", [], "1 x | 2 x")
    assert ("structure" in faults(engine, made)) == wrong


@pytest.mark.parametrize("depth", [2, 3, 5])
def test_an_item_far_above_a_term_is_found(engine: DuckDBEngine, depth: int) -> None:
    """Clusters are above each other in steps that double: a term repeats an item of the uppermost one."""
    clusters = [f"{at} {100 + at} simple 3 | {200 + at} {100 + at} simple 3" for at in range(1, 2)]
    above = [f"{100 + at} {101 + at if at < depth else '-'} joint {3 + 3 * at}" for at in range(1, depth + 1)]
    beside = [f"{300 + at} {100 + at} simple 3" for at in range(2, depth + 1)]
    top = 100 + depth
    small = " | ".join([*clusters, *above, *beside])
    terms = " | ".join(f"{number} x" for number in (1, 201, *(300 + at for at in range(2, depth + 1))))
    assert faults(engine, folder(engine, small, [(top, "y y y")], terms)) == {}
    assert faults(engine, folder(engine, small, [(top, "y y y")], f"{terms} | 1 y")) == {"structure": 1}


@pytest.mark.parametrize(
    ("size", "holders", "checks", "unknown", "misfits"),
    [
        (12, "ann 1 flu | bob 1 flu | cid 1 flu", {"diversity": 0}, 0, 0),
        (12, "ann 1 flu | bob 1 flu | cid 1 flu | dan 1 flu", {"diversity": 1}, 0, 0),
        (11, "ann 1 flu", {"diversity": 1}, 0, 0),
        (12, "ann 1 hiv", {"diversity": 0}, 0, 2),
        (12, "ann 1 flu | ann 2 flu", {"diversity": 0}, 0, 2),
        (12, None, {}, 1, 0),
        (11, None, {"diversity": 1}, 1, 0),
    ],
)
def test_one_in_four_may_hold_a_sensitive_item(
    engine: DuckDBEngine, size: int, holders: str | None, checks: dict[str, int], unknown: int, misfits: int
) -> None:
    """And k holders of a cluster must not be too many."""
    made = folder(engine, f"1 - simple {size}", [], "1 flu | 1 tea")
    held = Holders(table(engine, f"record_id cluster_id item | {holders}")) if holders else None
    model = Disassociation(K, 2, 30, sensitive=True, diversity=4)
    found = count_folder(engine, made, model, table(engine, "label | flu | hiv"), held)
    assert {name: n for name, n in found.by_check.items() if name == "diversity"} == checks
    assert found.holders and (found.holders.unknown, found.holders.faults) == (unknown, misfits)
    whole = count_pieces(engine, made, model, table(engine, "label | flu | hiv"), held)
    assert bool(whole.problems) == any(checks.values()) and whole.complete == (unknown + misfits == 0)


def test_a_sensitive_term_fills_no_record(engine: DuckDBEngine) -> None:
    """Where few may hold it, it is no term that any record could have: Lemma 2 needs another."""
    model = Disassociation(K, 2, 30, sensitive=True, diversity=4)
    for terms, wrong in (("1 flu", 1), ("1 flu | 1 tea", 0)):
        made = folder(engine, "1 - simple 12", [], terms)
        found = count_folder(engine, made, model, table(engine, "label | flu"))
        assert found.by_check["subrecord_count"] == wrong
        freely = count_folder(engine, made, Disassociation(K, 2, 30, sensitive=True), table(engine, "label | flu"))
        assert (freely.by_check["subrecord_count"], freely.holders) == (0, None)
        unlisted = count_folder(engine, made, model)
        assert (unlisted.by_check["subrecord_count"], unlisted.holders) == (0, None)


def test_sensitive_items_are_in_term_chunks_only(engine: DuckDBEngine) -> None:
    made = folder(engine, "1 - simple 9", [(1, "a a a b b b")], "1 s")
    model = Disassociation(K, 2, 30, sensitive=True)
    assert count_pieces(engine, made, model, table(engine, "label:text | s")).problems == ()
    assert count_pieces(engine, made, model, table(engine, "label:text | s | a | b")).problems == (
        "2 sensitive items are in record or shared chunks (promised: in term chunks only)",
    )
    unlisted = count_pieces(engine, made, model)
    assert (unlisted.complete, unlisted.problems) == (False, ())
    assert count_pieces(engine, made, Disassociation(K, 2, 30)).complete


def test_covers_of_a_release_leave_nothing_else(engine: DuckDBEngine) -> None:
    made = folder(engine, "1 9 simple 9 | 2 9 simple 9 | 9 - joint 18", [(1, "ab ab b"), (9, "c c c")], "1 x | 2 x")
    before = tables_of(engine)
    covers = covers_of(engine, made)
    assert engine.count(covers) == 2 and tables_of(engine) == before + 1
    assert listed_covers(engine, covers, made.subrecords, 9) == (CoveredChunk(1, 1, ("a",), ("b",), 2),)
    assert count_implied(engine, covers, made.subrecords) == Implied(1, 1, 1) and tables_of(engine) == before + 1
    assert listed_covers(engine, covers, made.subrecords, 9)[0].to_json() == {
        "cluster_id": 1, "chunk_id": 1, "covered": ["a"], "covering": ["b"], "support": 2,
    }  # fmt: skip


@pytest.mark.parametrize(("size", "told"), [(29, 1), (30, 2), (31, 2)])
def test_a_cluster_of_more_records_than_asked_for_is_told(engine: DuckDBEngine, size: int, told: int) -> None:
    found = count_pieces(engine, folder(engine, f"1 - simple {size}", [], "1 x"), Disassociation(K, 2, 30))
    assert len(found.not_checked) == told
