"""Disassociation: the paper's examples, and random data against the oracle."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadParameter
from setanon_sql.models.disassociation.method import (
    Disassociated,
    Split,
    Steps,
    disassociate,
    horpart,
    publish,
    refine,
    verpart,
)
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.disassociation.recount_faults import count_folder
from setanon_sql.options.words import Clustering
from setanon_sql.query.templates import all_rows
from setanon_sql.sensitive.constraint import constraint_for_all
from tests.data import dataset_of, few
from tests.disassociation_data import FIGURE_2, Example, Records, assert_some_original_hides, folder, random_records
from tests.oracle import disassociation as oracle


def test_verpart_gives_figure_2b(engine: DuckDBEngine) -> None:
    example = Example(engine, FIGURE_2, [1] * 5 + [2] * 5)
    split = verpart(engine, example.rows, example.none, 3, 2)
    assert example.chunks(split.chunks) == {
        1: [{"itunes", "flu", "madonna"}, {"audi a4", "sony tv"}],
        2: [{"iphone sdk", "digital camera", "madonna"}],
    }
    assert example.terms(split.terms) == {
        1: {"ikea", "ruby", "viagra"},
        2: {"panic disorder", "playboy", "ikea", "ruby"},
    }


def test_refine_gives_figure_3(engine: DuckDBEngine) -> None:
    example = Example(engine, FIGURE_2, [1] * 5 + [2] * 5)
    split = verpart(engine, example.rows, example.none, 3, 2)
    refined = refine(engine, Steps(example.clusters, example.rows, split, example.none), 3, 2)
    assert list(example.chunks(refined.chunks).values()) == [[{"ikea", "ruby"}]]
    assert example.terms(refined.terms) == {1: {"viagra"}, 2: {"panic disorder", "playboy"}}
    shared = Counter(record for record, _, _ in engine.rows(all_rows(refined.rows)))
    assert shared == {1: 2, 2: 1, 3: 1, 7: 2, 10: 2}


EXAMPLE_1 = [{"a"}, {"a"}, {"b", "c"}, {"b", "c"}, {"a", "b", "c"}]


def test_too_few_subrecords_move_an_item_to_the_term_chunk(engine: DuckDBEngine) -> None:
    example = Example(engine, EXAMPLE_1, [1] * 5)
    split = verpart(engine, example.rows, example.none, 3, 2)
    assert example.chunks(split.chunks) == {1: [{"a"}, {"b"}]}
    assert example.terms(split.terms) == {1: {"c"}}


def test_the_only_term_of_a_starved_cluster_is_not_shared(engine: DuckDBEngine) -> None:
    example = Example(engine, EXAMPLE_1 * 2, [1] * 5 + [2] * 5)
    split = verpart(engine, example.rows, example.none, 3, 2)
    refined = refine(engine, Steps(example.clusters, example.rows, split, example.none), 3, 2)
    assert example.terms(refined.terms) == {1: {"c"}, 2: {"c"}}


@pytest.mark.parametrize("m", [2, 3])
def test_chunks_of_clusters_larger_than_a_word_of_bits(engine: DuckDBEngine, m: int) -> None:
    rng = random.Random(m)
    one, other = ([set(rng.sample("abcdefghij", rng.randint(1, 4))) for _ in range(n)] for n in (150, 70))
    example = Example(engine, [{"x"}, *one, {"y"}, *other], [1] * 151 + [2] * 71)
    split = verpart(engine, example.rows, example.none, 9, m)
    numbers = {label: item for item, label in example.label.items()}
    assert example.chunks(split.chunks) == {1: greedy(one, numbers, 9, m), 2: greedy(other, numbers, 9, m)}
    assert example.terms(split.terms) == {1: {"x"}, 2: {"y"}}


def greedy(records: Sequence[set[str]], numbers: dict[str, int], k: int, m: int) -> list[set[str]]:
    """The paper's VERPART: the most frequent item first, each into the first chunk that stays k^m-anonymous."""
    support = Counter(item for record in records for item in record)
    chunks: list[set[str]] = []
    for item in sorted(support, key=lambda item: (-support[item], numbers[item])):
        for chunk in [*chunks, set()]:
            sets = [{item, *some} for size in range(1, m) for some in combinations(sorted(chunk), size)]
            if all(sum(some <= record for record in records) not in range(1, k) for some in sets):
                chunk.add(item)
                chunks += [chunk] if len(chunk) == 1 else []
                break
    return chunks


@pytest.mark.slow
@pytest.mark.parametrize("start", few(48, step=3))
def test_random_data_keeps_the_guarantee(engine: DuckDBEngine, start: int) -> None:
    for seed in range(start, start + 3):
        rng = random.Random(seed)
        records, k, m = random_records(rng), rng.choice([2, 3]), rng.choice([1, 2, 3])
        data = dataset_of(engine, records)
        model = Disassociation(k, m, rng.choice([k + 1, 2 * k + 1, 12]), refine=rng.random() < 0.8)
        result = disassociate(data, model, algorithm=rng.choice(["improved", "exact"]))
        tables, release = folder(engine, result, data.items)
        assert_structure(records, release, k)
        assert oracle.broken_chunks(release, k, m) == 0
        assert oracle.starved_clusters(release, k, m) == 0
        assert oracle.conflicting_chunks(release, k) == 0
        found = count_folder(engine, tables, model)
        assert found.violations(safe=False) == 0
        assert found.covers.vulnerable_record_chunks == oracle.vulnerable_chunks(release)
        assert_projections(engine, result, records, release)
        assert_some_original_hides(engine, result, data.items, records, release, k, m)


def assert_structure(records: Records, release: oracle.Folder, k: int) -> None:
    simple = [cluster for cluster, kind in release.kind.items() if kind == "simple"]
    assert sum(release.size[cluster] for cluster in simple) == len(records)
    assert all(release.size[cluster] >= k for cluster in simple)
    support = Counter(item for record in records for item in record)
    seen = Counter(item for chunk in release.chunks for row in chunk.subrecords for item in row)
    terms = Counter(item for held in release.terms.values() for item in held)
    assert set(seen) | set(terms) == set(support)
    assert all(seen[item] + terms[item] <= n and (terms[item] or seen[item] == n) for item, n in support.items())


def assert_projections(engine: DuckDBEngine, result: Disassociated, records: Records, release: oracle.Folder) -> None:
    """The subrecords are the original records cut down to the items of their chunk: nothing is made up."""
    own = dict(engine.rows(all_rows(result.clusters)))
    by_cluster: dict[int, list[frozenset[str]]] = {}
    for record, cluster in own.items():
        by_cluster.setdefault(cluster, []).append(records[record - 1])
    made: Counter[tuple[oracle.Subrecord, ...]] = Counter()
    for group in by_cluster.values():
        for chunk in _chunks_of_like(group, release):
            made[chunk] += 1
    simple = [chunk for chunk in release.chunks if release.kind[chunk.cluster] == "simple"]
    wanted = Counter(tuple(sorted(chunk.subrecords, key=sorted)) for chunk in simple)
    assert all(made[rows] >= n for rows, n in wanted.items())


def _chunks_of_like(group: list[frozenset[str]], release: oracle.Folder) -> set[tuple[oracle.Subrecord, ...]]:
    domains = {chunk.domain for chunk in release.chunks if release.kind[chunk.cluster] == "simple"}
    return {tuple(sorted((r & d for r in group if r & d), key=sorted)) for d in domains}


# -- HORPART


def clusters_of(
    engine: DuckDBEngine, records: Records, k: int, size: int, algorithm: Clustering
) -> list[list[frozenset[str]]]:
    data = dataset_of(engine, records)
    none = engine.load("sensitive", {"item": int}, [[]])
    found: dict[int, list[frozenset[str]]] = {}
    for record, cluster in engine.rows(all_rows(horpart(engine, data.transactions, none, Split(k, size, algorithm)))):
        found.setdefault(cluster, []).append(records[record - 1])
    return list(found.values())


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["improved", "exact"])
def test_no_cluster_is_under_k_and_every_record_is_in_one(engine: DuckDBEngine, algorithm: Clustering) -> None:
    for seed in range(6):
        rng = random.Random(seed)
        records = [*random_records(rng), *random_records(rng)]
        clusters = clusters_of(engine, records, 3, 7, algorithm)
        assert Counter(record for group in clusters for record in group) == Counter(records)
        assert all(3 <= len(group) < 7 + 3 for group in clusters)


@pytest.mark.slow
@pytest.mark.parametrize(
    "algorithm", ["improved", *(pytest.param(one, marks=pytest.mark.slow) for one in ("exact", "paper"))]
)
def test_items_that_can_split_nothing_change_no_cluster(
    engine: DuckDBEngine, algorithm: Clustering, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(4):
        rng = random.Random(seed)
        records = [record for _ in range(4) for record in random_records(rng)]
        found = []
        for rows in (0, 10**6):
            monkeypatch.setitem(horpart.__globals__, "_MANY_ROWS", rows)
            monkeypatch.setitem(horpart.__globals__, "_SMALL_STEPS", 1)
            found.append([Counter(group) for group in clusters_of(engine, records, 3, 7, algorithm)])
        assert all(found[0].count(group) == found[1].count(group) for group in found[0] + found[1])


def test_the_literal_algorithm_leaves_clusters_under_k(engine: DuckDBEngine) -> None:
    records = [frozenset("a")] * 6 + [frozenset("b")] * 6 + [frozenset("c")]
    assert min(map(len, clusters_of(engine, records, 3, 6, "paper"))) == 1
    assert min(map(len, clusters_of(engine, records, 3, 6, "exact"))) >= 3


def test_similar_records_come_together(engine: DuckDBEngine) -> None:
    records = [frozenset("ax"), frozenset("by"), frozenset("ay"), frozenset("bx")] * 5
    groups = clusters_of(engine, records, 5, 12, "improved")
    assert sorted(sorted({item for record in group for item in record} & set("ab")) for group in groups) == [
        ["a"],
        ["b"],
    ]


def test_records_with_most_pairs_in_common_come_together(engine: DuckDBEngine) -> None:
    """Most records hold f, but on its own or with one other item; a splits off a part that keeps more pairs whole."""
    records = [frozenset(one) for one in ("f", "f", "f", "af", "abc", "abd", "bg") for _ in range(4)]
    by_pairs = clusters_of(engine, records, 4, 13, "improved")
    assert Counter(map(frozenset, ["af", "abc", "abd"] * 4)) in [Counter(group) for group in by_pairs]
    paper = clusters_of(engine, records, 4, 13, "exact")
    assert all(not (frozenset("af") in group and frozenset("abc") in group) for group in paper)


@pytest.mark.slow
@pytest.mark.parametrize("by_pairs", [0, 1])
def test_pairs_with_sensitive_items_do_not_count(engine: DuckDBEngine, by_pairs: int) -> None:
    for seed in range(20):
        records = [*random_records(random.Random(seed)), frozenset("a")]
        data = dataset_of(engine, records)
        label = {item: name for item, name, _ in engine.rows(all_rows(data.items))}
        secret = engine.load("sensitive", {"item": int}, [[item for item, name in label.items() if name in "ac"]])
        signatures = engine.table("disassociation/horpart_start/signatures", transactions=data.transactions)
        distinct = engine.table("disassociation/horpart_start/distinct_records", signatures=signatures)
        rows = engine.rows(
            "disassociation/horpart_start/open_rows",
            transactions=data.transactions,
            distinct_records=distinct,
            sensitive=secret,
            by_pairs=by_pairs,
        )
        found = {(records[kind - 1], label[item]): (n, pairs) for kind, _, item, n, pairs in rows}
        assert found == {
            (record, item): (n, len(record - set("ac")) - 1 if by_pairs else 1)
            for record, n in Counter(records).items()
            for item in record - set("ac")
        }


def test_items_of_billions_of_pairs_split_too(engine: DuckDBEngine) -> None:
    """Item 1 is in a billion records of 50 items and item 2 in ten of two."""
    held = [[1, 2], [0, 0], [1, 2], [10**9, 10], [49, 1]]
    rows = engine.load("open_rows", dict.fromkeys(("distinct_id", "group_id", "item", "records", "pairs"), int), held)
    group_splits = engine.load("group_splits", {"part_id": int, "size": int}, [[0], [2 * 10**9]])
    found = engine.rows(
        "disassociation/horpart_split/splitting_items",
        open_rows=rows,
        group_splits=group_splits,
        min_records=5,
        percent=90,
    )
    assert sorted(found) == [(0, 1, 2**31 - 1, 1), (0, 2, 10, 0)]


def test_records_that_hold_the_same_stay_together_where_nothing_is_cut(engine: DuckDBEngine) -> None:
    records = [frozenset(one) for one in ("ab", "abc", "cd", "d") for _ in range(4)]
    clusters = clusters_of(engine, records, 3, 7, "improved")
    assert len(clusters) > 1
    assert all(Counter(group)[record] in (0, 4) for group in clusters for record in records)


@pytest.mark.slow
@pytest.mark.parametrize("size", [7, 30])
def test_kinds_that_look_alike_keep_their_own_items(engine: DuckDBEngine, size: int) -> None:
    """1 + 5 + 6 = 2 + 3 + 7, and the squares of both make 62: what HORPART tells records apart by is the same."""
    records = [frozenset("aef"), frozenset("bcg"), frozenset("d")] * 5
    data = dataset_of(engine, records)
    assert {label: item for item, label, _ in engine.rows(all_rows(data.items))} == {
        label: at for at, label in enumerate("abcdefg", 1)
    }
    kinds = {row[1:] for row in engine.rows("disassociation/horpart_start/signatures", transactions=data.transactions)}
    assert len(kinds) == 2
    clusters = clusters_of(engine, records, 3, size, "improved")
    assert Counter(record for group in clusters for record in group) == Counter(records)
    result = disassociate(data, Disassociation(3, 2, size))
    tables, release = folder(engine, result, data.items)
    assert_structure(records, release, 3)
    assert oracle.broken_chunks(release, 3, 2) == 0
    assert count_folder(engine, tables, Disassociation(3, 2, size)).violations(safe=False) == 0


# -- what goes in


def test_sensitive_items_are_in_term_chunks_only(engine: DuckDBEngine) -> None:
    data = dataset_of(engine, [frozenset("abs"), frozenset("abs"), frozenset("ab"), frozenset("as")] * 4)
    secret = constraint_for_all(data, engine.load("named", {"label": str}, [["s"]])).sensitive
    result = disassociate(data, Disassociation(2, 2, 5, sensitive=True), secret)
    _, release = folder(engine, result, data.items)
    assert all("s" not in chunk.domain for chunk in release.chunks)
    assert any("s" in terms for terms in release.terms.values())


def test_fewer_records_than_k_are_an_error(engine: DuckDBEngine) -> None:
    with pytest.raises(BadParameter, match="2 records"):
        disassociate(dataset_of(engine, [frozenset("a"), frozenset("b"), frozenset()]), Disassociation(3, 2, 9))


@pytest.mark.parametrize(("k", "m", "size"), [(1, 2, 30), (5, 0, 30), (5, 2, 5), (5, 2, 0)])
def test_parameters_that_promise_nothing_are_refused(k: int, m: int, size: int) -> None:
    with pytest.raises(BadParameter):
        Disassociation(k, m, size)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_release(engine: DuckDBEngine) -> None:
    data = dataset_of(engine, random_records(random.Random(7)))
    made = [publish(engine, disassociate(data, Disassociation(2, 2, 6)), data.items, seed) for seed in ("x", "x", "y")]
    first, second, other = ([sorted(engine.rows(all_rows(one.subrecords)))] for one in made)
    assert first == second != other
