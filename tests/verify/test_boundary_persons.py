"""Recounts of persons at the edge: so many persons exactly, each check alone, with all others satisfied."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.adaptive.parameters import AdaptiveRho
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.disassociation.recount import problems
from setanon_sql.models.disassociation.recount_faults import count_folder
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.verify import Recount, VerificationInputs, recount
from setanon_sql.verify.pieces import FolderTables, PieceOwners
from tests.verify.tables import table, tables_of

K = 3
SUPPORTS = pytest.mark.parametrize("support", [K - 1, K, K + 1])

# -- k^m


def counted(engine: DuckDBEngine, held: Sequence[tuple[int, str]], m: int | None) -> Recount:
    """Count records, each a person and a word of one-letter items, against K."""
    lines = " | ".join(f"{at} {item}" for at, (_, word) in enumerate(held, 1) for item in word)
    persons = " | ".join(f"{at} {person}" for at, (person, _) in enumerate(held, 1))
    inputs = VerificationInputs(persons=table(engine, f"record_id:text person | {persons}"))
    before = tables_of(engine)
    found = recount(engine, table(engine, f"record_id item:text | {lines}"), KmAnonymity(K, m, person=True), inputs)
    assert tables_of(engine) == before + 1
    return found


def with_one_set(size: int, support: int, records: int = 1) -> list[tuple[int, str]]:
    """So many persons hold one set of so many items, in so many records each; K other persons each smaller one."""
    items = "abcd"[:size]
    parts = ["".join(part) for part in combinations(items, size - 1)] if size > 1 else []
    holders = [(person, items) for person in range(support) for _ in range(records)]
    return holders + [(100 * at + person, part) for at, part in enumerate(parts, 1) for person in range(K)]


@SUPPORTS
@pytest.mark.parametrize(("size", "records"), [(1, 1), (2, 1), (2, 2), (3, 2)])
def test_a_set_of_k_persons_is_none_too_rare(engine: DuckDBEngine, support: int, size: int, records: int) -> None:
    held = with_one_set(size, support, records)
    found = counted(engine, held, size)
    items = "item" if size == 1 else "items"
    rare = f"1 set of {size} {items} is held by fewer than {K} persons"
    whole = f"1 distinct record has items that, taken all together, are held by fewer than {K} persons"
    assert found.problems == (() if support >= K else (rare if size == 1 else whole,))
    longer = counted(engine, [*held, *[(900 + person, "vwxyz") for person in range(K)]], size)
    assert longer.problems == (() if support >= K else (rare,))
    assert longer.counts.get("longest_record", 5) == 5
    assert size == 1 or counted(engine, held, size - 1).problems == ()


def test_several_rare_sets_are_counted(engine: DuckDBEngine) -> None:
    two = [*with_one_set(2, K - 1), *[(700 + person, word) for person in range(K) for word in ("vw", "v")]]
    two = [*two, (800, "vx"), *[(810 + person, "x") for person in range(K)]]
    long = [*two, *[(900 + person, "mnopq") for person in range(K)]]
    assert counted(engine, long, 2).problems == (f"2 sets of 2 items are held by fewer than {K} persons",)
    assert counted(engine, two, None).problems == (
        f"2 distinct records have items that, taken all together, are held by fewer than {K} persons",
    )
    assert counted(engine, [(1, "a"), (2, "b"), *[(at, "c") for at in range(K)]], 1).problems == (
        f"2 sets of 1 item are held by fewer than {K} persons",
    )


def test_how_much_was_counted_is_told(engine: DuckDBEngine) -> None:
    """Four records of a, b, c and d, each of a person: 4 labels, and no set that may lead to a rarer one."""
    found = counted(
        engine, [*[(person, "abcd") for person in range(K + 1)], *[(person, "a") for person in range(5)]], 3
    )
    assert found.problems == ()
    assert found.counts == {
        "records": 9, "rows": 21, "persons": 5, "labels": 4, "smallest_item_support": 4, "smallest_item_persons": 4,
        "longest_record": 4, "sets_counted": 4,
    }  # fmt: skip
    assert "sets_counted" not in counted(engine, [(person, "ab") for person in range(K)], 2).counts


# -- groups


def adaptive(engine: DuckDBEngine, lines: str, share: Fraction, persons: str = "") -> Recount:
    inputs = VerificationInputs(persons=table(engine, f"record_id:text person {persons}")) if persons else None
    more: dict[str, Any] = {"person": True} if persons else {}
    model = AdaptiveRho(Fraction(1, 9), None, {"a": share}, **more)
    return recount(engine, table(engine, f"record_id item:text group_id:text {lines}"), model, inputs)


#: Of four records with b one has a: one of two in its group.
GROUPS = "| 1 a g | 1 b g | 2 b g | 3 b h | 4 b h"


def test_a_group_is_counted_by_itself_and_all_are_together(engine: DuckDBEngine) -> None:
    above = "1 rule from 1 known item tells a sensitive item with a confidence above its threshold"
    together = {"records": 4, "rows": 5, "groups": 2, "labels": 2, "sets_counted": 2, "largest_set": 1}
    apart = {"labels_in_groups": 3, "sets_counted_in_groups": 3, "largest_set_in_groups": 1}
    for share, counts, told in [
        (Fraction(1, 2), together | apart, ()),
        (Fraction(49, 100), together | apart, (f"{above}, inside of a group",)),
        (Fraction(1, 4), together | apart, (f"{above}, inside of a group",)),
        (Fraction(24, 100), together, (f"{above}, over all groups together",)),
    ]:
        found = adaptive(engine, GROUPS, share)
        assert (found.counts, found.problems) == (counts, told)


def test_rows_records_and_persons_have_one_group(engine: DuckDBEngine) -> None:
    half = Fraction(1, 2)
    assert adaptive(engine, f"{GROUPS} | 5 b -", half).problems == (
        "1 row has no group, 0 records stand in several groups",
    )
    assert adaptive(engine, f"{GROUPS} | 2 a h", half).problems == (
        "0 rows have no group, 1 record stands in several groups",
    )
    assert adaptive(engine, GROUPS, half, "| 1 1 | 2 2 | 3 3 | 4 4").problems == ()
    assert adaptive(engine, GROUPS, half, "| 1 1 | 2 2 | 3 1 | 4 4").problems == (
        "1 person has records in several groups",
    )


# -- pieces


def faults(
    engine: DuckDBEngine, clusters: str, chunks: Sequence[tuple[int, str]], m: int, homes: str = ""
) -> tuple[dict[str, int], dict[str, int]]:
    """Return the faults by check, and the counts, of subrecords ``items`` or ``items:person``; by records all is well.

    ``homes``: a person of each record of each cluster; those of one cluster 1 by default.
    """
    rows: list[tuple[int, int, int, str]] = []
    owners: list[tuple[int, int]] = []
    for number, (cluster, text) in enumerate(chunks, 1):
        for word in text.split():
            items, _, person = word.partition(":")
            subrecord = len(owners) + 1
            owners.append((subrecord, int(person or subrecord)))
            rows += [(cluster, number, subrecord, item) for item in items]
    tables = FolderTables(
        table(engine, f"cluster_id parent_id kind:text size | {clusters}"),
        engine.load_rows("subrecords", {"cluster_id": int, "chunk_id": int, "subrecord_id": int, "item": str}, rows),
        table(engine, "cluster_id item:text | 1 x" + (" | 2 x" if "2 " in clusters else "")),
    )
    records = table(engine, f"cluster_id person {homes or '| 1 1 | 1 2 | 1 3'}")
    model = Disassociation(K, m, 90, person=True)
    pieces = PieceOwners(engine.load_rows("owners", {"subrecord_id": int, "person": int}, owners), records)
    found = count_folder(engine, tables, model, owners=pieces)
    wrong = {name: n for name, n in found.by_check.items() if n and name != "cover"}
    assert [text for text in problems(found, model) if "persons" in text] or not wrong
    assert found.misfits == 0
    return wrong, found.counts


def in_chunk(size: int, support: int, subrecords: int) -> str:
    """Subrecords in which so many persons hold one set of so many items; K others each smaller one."""
    held = with_one_set(size, support, subrecords)
    return " ".join(f"{items}:{person}" for person, items in held)


@SUPPORTS
@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_set_of_a_chunk_is_held_by_k_persons(engine: DuckDBEngine, support: int, size: int) -> None:
    chunks = [(1, in_chunk(size, support, 2)), (1, "vwyz:1 vwyz:2 vwyz:3")]
    wrong, _ = faults(engine, "1 - simple 90", chunks, size)
    assert wrong == ({} if support >= K else {"chunk_persons": 1})
    assert size == 1 or faults(engine, "1 - simple 90", chunks, size - 1)[0] == {}


def test_chunks_of_too_few_persons_are_counted_once_each(engine: DuckDBEngine) -> None:
    chunks = [(1, in_chunk(2, K - 1, 2)), (1, "v:1 v:1 v:1 w:1 w:2 w:2"), (1, "y:1 y:2 y:3")]
    assert faults(engine, "1 - simple 90", chunks, 3)[0] == {"chunk_persons": 2}


@SUPPORTS
def test_a_cluster_has_records_of_k_persons(engine: DuckDBEngine, support: int) -> None:
    homes = "".join(f" | 1 {1 + at % support}" for at in range(5)) + "".join(f" | 2 {at}" for at in range(7, 12))
    wrong, counts = faults(engine, "1 - simple 5 | 2 - simple 5", [], 2, homes)
    assert wrong == ({} if support >= K else {"cluster_persons": 1})
    assert counts["smallest_cluster_persons"] == support and counts["persons"] == 5 + support


@SUPPORTS
def test_subrecords_of_a_shared_chunk_that_repeats_an_item_are_of_k_persons(engine: DuckDBEngine, support: int) -> None:
    """Property 1: the other equal subrecords are of K persons; without an item from below nothing is asked."""
    shared = [f"ae:{1 + at % support}" for at in range(5)] + ["a:11", "a:12", "a:13", "e:11", "e:12", "e:13"]
    homes = "".join(f" | {cluster} {at}" for cluster in (1, 2) for at in range(4))
    clusters = "1 9 simple 8 | 2 9 simple 8 | 9 - joint 16"
    chunks = [(1, "a:1 a:2 a:3"), (2, "b:1 b:2 b:3"), (9, " ".join(shared))]
    assert faults(engine, clusters, chunks, 1, homes)[0] == ({} if support >= K else {"joint_persons": 1})
    below = [(1, "c:1 c:2 c:3"), *chunks[1:]]
    assert faults(engine, clusters, below, 1, homes)[0] == {}
