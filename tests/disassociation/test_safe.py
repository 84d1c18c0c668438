"""Safe disassociation: an example by hand, each way out where partial suppression cannot be, random data."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import get_args

import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.inference.attack import cover_attack
from setanon_sql.models.disassociation.method import (
    disassociate,
    make_safe,
)
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.disassociation.recount_faults import count_folder
from setanon_sql.options.words import Infeasible
from setanon_sql.verify.cover import count_implied
from setanon_sql.verify.pieces import FolderTables, covers_of
from tests.data import dataset_of, few
from tests.disassociation_data import assert_some_original_hides
from tests.oracle import cover
from tests.oracle import disassociation as oracle
from tests.safe_data import ROOM, Made, folder_of, tables_of

WAYS: Sequence[Infeasible] = get_args(Infeasible)


@pytest.mark.slow
def test_partial_suppression_as_in_the_paper(engine: DuckDBEngine) -> None:
    made = Made(engine, ROOM, "suppress")
    assert [sorted(chunk.domain) for chunk in cover.cover(made.before)] == [["a", "b", "c"]]
    (chunk,) = (one for one in made.release.chunks if "a" in one.domain)
    single = {item: cover.support(chunk, frozenset(item)) for item in "abc"}
    assert single == {"a": 5, "b": 4, "c": 4}
    assert cover.support(chunk, frozenset("abc")) == 2
    assert len(chunk.subrecords) == 5 + 2
    assert all(cover.support(chunk, frozenset(pair)) < 4 for pair in ("ab", "ac", "bc"))
    assert made.found.violations(safe=True) == 0
    assert made.occurrences == sum(supports(made.release).values())
    assert made.method == "by hand, safe (suppress)"


def test_a_subrecord_that_held_nothing_but_its_pair_is_gone(engine: DuckDBEngine) -> None:
    made = Made(engine, ["ab"] * 3 + ["abd", "d", "d", "d", "dz"], "suppress")
    (chunk,) = (one for one in made.release.chunks if "a" in one.domain)
    assert Counter(chunk.subrecords) == {frozenset("ab"): 3, frozenset("a"): 1, frozenset("b"): 1}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("infeasible", "domains", "terms"),
    [
        ("best", ["a", "bc", "d"], ""),
        ("separate", ["a", "b", "c", "d"], ""),
        ("demote", ["a", "d"], "bc"),
        ("suppress", ["d"], "c"),
    ],
)
def test_where_an_item_in_all_records_leaves_no_room(
    engine: DuckDBEngine, infeasible: Infeasible, domains: list[str], terms: str
) -> None:
    made = Made(engine, ["abc"] * 4 + ["abd", "ad", "ad", "ad"], infeasible)
    assert [sorted(chunk.domain) for chunk in cover.cover(made.before)] == [["a", "b", "c"]]
    assert made.found.violations(safe=True) == 0
    assert (made.domains, "".join(sorted(made.release.terms[1]))) == (domains, terms)


@pytest.mark.slow
def test_room_is_for_both_ghosts(engine: DuckDBEngine) -> None:
    """Seven subrecords of a cluster of eight leave room for one, six for two."""
    tight, wide = (
        Made(engine, ["abc"] * 4 + more, "separate") for more in (["abd", "ad", "ad", "d"], ["abd", "ad", "d", "d"])
    )
    assert (tight.domains, wide.domains) == (["a", "b", "c", "d"], ["abc", "d"])
    assert tight.found.violations(safe=True) == wide.found.violations(safe=True) == 0


@pytest.mark.slow
def test_an_item_that_leaves_room_for_one_ghost_does_not_help(engine: DuckDBEngine) -> None:
    """Without a, alone in one, seven of eight subrecords are left; without b, alone in three, five."""
    made = Made(engine, ["abcd"] * 4 + ["ae", "be", "b", "b"], "best")
    assert [sorted(chunk.domain) for chunk in cover.cover(made.before)] == [["a", "b", "c", "d"]]
    assert made.domains == ["acd", "b", "e"]
    assert made.found.violations(safe=True) == 0


def test_no_more_items_leave_than_precondition_4_asks_for(engine: DuckDBEngine) -> None:
    made = Made(engine, ["abcdef"] * 3 + ["abcdefg"] + ["g"] * 5 + ["gz"], "separate")
    assert made.domains == ["abcd", "e", "f", "g"]
    assert made.found.violations(safe=True) == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("records", "infeasible", "domains", "terms"),
    [
        (["axy", "axy", "a", "a", "bxy", "bxy", "b", "b"], "suppress", ["a", "b", "xy"], ["", ""]),
        (["axy", "axy", "a", "a", "bxy", "b", "b", "b"], "best", ["a", "b", "x", "y"], ["", ""]),
        (["axy", "axy", "a", "a", "bxy", "b", "b", "b"], "demote", ["a", "b", "x"], ["y", "y"]),
        (["axy", "axy", "a", "a", "bxy", "b", "b", "b"], "suppress", ["a", "b"], ["", ""]),
    ],
)
def test_shared_chunks(
    engine: DuckDBEngine, records: list[str], infeasible: Infeasible, domains: list[str], terms: list[str]
) -> None:
    made = Made(engine, records, infeasible, k=3, clusters="11112222")
    assert [sorted(chunk.domain) for chunk in cover.cover(made.before)] == [["x", "y"]]
    assert made.found.violations(safe=True) == 0
    assert made.domains == domains
    assert sorted("".join(sorted(held)) for held in made.release.terms.values()) == terms


def random_records(rng: random.Random) -> list[frozenset[str]]:
    """Records of which many are equal, so that many chunks have covered items."""
    items = "aaaaabbbccdefgh"[: rng.randint(8, 15)]
    return [frozenset(rng.choices(items, k=rng.randint(1, 7))) for _ in range(rng.choice([6, 15, 25]))] * 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", few(16))
def test_random_data(engine: DuckDBEngine, seed: int) -> None:
    rng = random.Random(seed)
    records, k, m = random_records(rng), rng.choice([2, 3]), rng.choice([1, 2, 3, 4])
    data = dataset_of(engine, records)
    model = Disassociation(k, m, rng.choice([4, 7, 12]), refine=rng.random() < 0.7, safe=True)
    result = disassociate(data, model)
    tables = tables_of(engine, result, data)
    before = folder_of(engine, tables)
    assert_counted(engine, tables, before, m)
    assert count_folder(engine, tables, model).by_check["cover"] == len(cover.cover(before))
    infeasible = WAYS[seed % 4]
    safe, occurrences = make_safe(engine, result, infeasible, "a secret")
    tables = tables_of(engine, safe, data)
    after = folder_of(engine, tables)
    assert count_folder(engine, tables, model).violations(safe=True) == 0
    assert_safe(before, after, k, m)
    assert_counted(engine, tables, after, m)
    assert occurrences == sum(map(len, rows_of(before)))
    if infeasible in {"best", "separate"}:
        assert supports(after) == supports(before)
    if infeasible != "suppress":
        assert_some_original_hides(engine, safe, data.items, records, after, k, m)


@pytest.mark.slow
def test_the_ways_out_lose_less_than_suppression(engine: DuckDBEngine) -> None:
    for seed in range(2):
        data, lost = dataset_of(engine, random_records(random.Random(seed))), {}
        for infeasible in WAYS:
            model = Disassociation(2, 2, 7, safe=True)
            safe, occurrences = make_safe(engine, disassociate(data, model), infeasible, "a secret")
            lost[infeasible] = occurrences - engine.count(tables_of(engine, safe, data).subrecords)
        assert lost["best"] == lost["separate"] == 0 <= lost["demote"] <= lost["suppress"]


def rows_of(release: oracle.Folder) -> list[frozenset[str]]:
    return [row for chunk in release.chunks for row in chunk.subrecords]


def assert_safe(before: oracle.Folder, after: oracle.Folder, k: int, m: int) -> None:
    """Nothing is covered, everything else holds, and no item has become more frequent."""
    assert cover.cover(after) == []
    assert oracle.broken_chunks(after, k, m) == 0
    assert oracle.starved_clusters(after, k, m) == 0
    assert oracle.conflicting_chunks(after, k) == 0
    assert all(len(chunk.subrecords) <= after.size[chunk.cluster] for chunk in after.chunks)
    assert supports(after) <= supports(before)


def supports(release: oracle.Folder) -> Counter[str]:
    return Counter(item for row in rows_of(release) for item in row)


def assert_counted(engine: DuckDBEngine, tables: FolderTables, release: oracle.Folder, m: int) -> None:
    """The audit of pairs and the attack count what plain Python counts."""
    pairs = cover.implied(release)
    found = count_implied(engine, covers_of(engine, tables), tables.subrecords)
    assert found.items == len({(at, x) for at, x, _ in pairs})
    assert found.pairs == len(pairs)
    assert found.chunks == len({at for at, _, _ in pairs})
    attack = cover_attack(engine, tables, m + 1)
    assert attack.subrecords == sum(len(chunk.subrecords) for chunk in cover.drawing(release))
    for one in attack.links:
        wanted = cover.linked(release, one.known)
        assert one.linked == sum(learned > 0 for learned, _, _ in wanted)
        assert one.whole_chunk == sum(whole for _, whole, _ in wanted)
        assert one.items_learned == sum(learned for learned, _, _ in wanted)
        assert one.mean_chance == pytest.approx(sum(chance for *_, chance in wanted) / max(1, len(wanted)))


@pytest.mark.slow
def test_the_seed_decides_which_subrecords_lose_a_pair(engine: DuckDBEngine) -> None:
    made = [sorted(Made(engine, ROOM, "best", seed=seed).rows) for seed in ("x", "x", "y", "z")]
    assert made[0] == made[1]
    assert made[0] != made[2] or made[0] != made[3]
