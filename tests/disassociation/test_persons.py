"""Disassociation where k counts persons: random data against brute force, and cases that records would not show."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.models.disassociation.method import (
    Disassociated,
    Split,
    disassociate,
    disassociate_clusters,
    horpart,
    make_safe,
    no_sensitive_items,
    publish,
    verpart,
)
from setanon_sql.models.disassociation.method.rows import cluster_rows
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.disassociation.recount_faults import count_folder
from setanon_sql.options.words import Infeasible
from setanon_sql.query.templates import all_rows
from setanon_sql.verify.pieces import FolderTables, PieceOwners
from tests import lent
from tests.data import dataset_of
from tests.disassociation_data import Records, assert_some_original_hides, folder
from tests.oracle import pieces_persons as oracle
from tests.strategies import examples

Persons = Sequence[int]
#: Baskets over few items, so that many hold the same.
BASKETS = st.lists(st.frozensets(st.sampled_from("aaabbbccdefg"), min_size=1, max_size=5), min_size=8, max_size=60)
#: Whose they are: one each, drawn from few, mostly of one, in turns.
KINDS = st.sampled_from(["one each", "few", "mostly one", "in turns"])
WAYS = [None, "best", *(pytest.param(way, marks=pytest.mark.slow) for way in ("demote", "separate", "suppress"))]


def with_persons(engine: DuckDBEngine, records: Records, persons: Persons) -> Dataset:
    numbers = {"record_id": int, "person": int}
    table = engine.load("persons", numbers, [list(range(1, len(records) + 1)), list(persons)])
    return replace(dataset_of(engine, records), persons=table, n_persons=len(set(persons)))


def persons_of(kind: str, count: int, rng: random.Random) -> Persons:
    if kind == "one each":
        return list(range(1, count + 1))
    if kind == "in turns":
        return [at % 4 + 1 for at in range(count)]
    return [1 if kind == "mostly one" and rng.random() < 0.7 else rng.randint(2, 9) for _ in range(count)]


def held_by(engine: DuckDBEngine, result: Disassociated, persons: Persons, m: int) -> list[Mapping[Any, set[int]]]:
    """For each chunk, who holds each set of up to m items in it; ghosts are nobody."""
    rows = result.chunk_rows(engine, result.chunks, result.refined.chunks)
    subrecords: dict[tuple[int, int], dict[int, list[int]]] = {}
    for cluster, chunk, record, item in sorted(engine.rows(all_rows(rows))):
        subrecords.setdefault((cluster, chunk), {}).setdefault(record, []).append(item)
    return [_holders(chunk, persons, m) for chunk in subrecords.values()]


def _holders(chunk: Mapping[int, Sequence[int]], persons: Persons, m: int) -> Mapping[Any, set[int]]:
    found: dict[Any, set[int]] = {}
    for record, items in chunk.items():
        for itemset in (s for size in range(1, m + 1) for s in combinations(items, size)):
            found.setdefault(itemset, set()).update([persons[record - 1]] if record > 0 else [])
    return found


def cluster_persons(engine: DuckDBEngine, result: Disassociated, persons: Persons) -> list[set[int]]:
    found: dict[int, set[int]] = {}
    for record, cluster in engine.rows(all_rows(result.clusters)):
        found.setdefault(cluster, set()).add(persons[record - 1])
    return list(found.values())


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@examples(60)
@given(records=BASKETS, kind=KINDS, seed=st.integers(0, 9), k=st.sampled_from([2, 3]), m=st.sampled_from([1, 2, 3]))
def test_k_persons_are_in_each_cluster_and_behind_each_set(
    way: Infeasible | None, records: Records, kind: str, seed: int, k: int, m: int
) -> None:
    with lent.engine() as engine:
        check(engine, way, records, kind, seed, k, m)


def check(engine: DuckDBEngine, way: Infeasible | None, records: Records, kind: str, seed: int, k: int, m: int) -> None:
    rng = random.Random(seed)
    persons = persons_of(kind, len(records), rng)
    data = with_persons(engine, records, persons)
    model = Disassociation(k, m, rng.choice([k + 1, 2 * k + 1, 12]), safe=way is not None, person=True)
    if len(set(persons)) < k:
        with pytest.raises(BadParameter, match="persons"):
            disassociate(data, model)
        return
    result = disassociate(data, model, algorithm=rng.choice(["improved", "exact"]))
    if way:
        result, _ = make_safe(engine, result, way, "a secret")
    assert all(len(held) >= k for held in cluster_persons(engine, result, persons))
    assert all(len(who) >= k for chunk in held_by(engine, result, persons, m) for who in chunk.values())
    tables, release = folder(engine, result, data.items)
    assert count_folder(engine, tables, replace(model, person=False)).violations(safe=model.safe) == 0
    if not way:
        assert_some_original_hides(engine, result, data.items, records, release, k, m)


@pytest.mark.slow
@pytest.mark.parametrize("way", [None, pytest.param("best", marks=pytest.mark.slow)])
@examples(60)
@given(records=BASKETS, kind=KINDS, seed=st.integers(0, 9), k=st.sampled_from([2, 3]), m=st.sampled_from([1, 2, 3]))
def test_the_recount_finds_what_records_hide(
    way: Infeasible | None, records: Records, kind: str, seed: int, k: int, m: int
) -> None:
    """A release by records, of which the persons are counted."""
    persons = persons_of(kind, len(records), random.Random(seed))
    model = Disassociation(k, m, 2 * k + 1, safe=way is not None)
    with lent.engine() as engine:
        data = with_persons(engine, records, persons)
        result = disassociate(data, model)
        result = make_safe(engine, result, way, "a secret")[0] if way else result
        by_persons = replace(model, person=True)
        made = publish(engine, replace(result, model=by_persons, persons=data.persons), data.items, "a secret")
        assert made.subrecord_persons and made.record_persons
        owners = PieceOwners(made.subrecord_persons, made.record_persons)
        tables = FolderTables(made.clusters, made.subrecords, made.terms)
        counts = count_folder(engine, tables, by_persons, owners=owners)
        whose = dict(engine.rows(all_rows(made.subrecord_persons)))
        parent = {cluster: over for cluster, over, _, _ in engine.rows(all_rows(made.clusters))}
        chunks = oracle.chunks_of(engine.rows(all_rows(made.subrecords)))
        few = [cluster for cluster in cluster_persons(engine, result, persons) if len(cluster) < k]
        assert counts.by_check["cluster_persons"] == len(few)
        assert counts.by_check["chunk_persons"] == oracle.bad_chunks(chunks, whose, k, m)
        assert counts.by_check["joint_persons"] == oracle.exposed_chunks(chunks, parent, whose, k)
        assert counts.counts["persons"] == len(set(persons))


@pytest.mark.slow
@examples(20)
@given(records=BASKETS, seed=st.integers(0, 9), algorithm=st.sampled_from(["improved", "exact"]))
def test_with_a_record_each_it_is_what_it_is_for_records(records: Records, seed: int, algorithm: Any) -> None:
    persons = random.Random(seed).sample(range(1, len(records) + 1), len(records))
    model = Disassociation(2 + seed % 2, 1 + seed % 3, 7, safe=True)
    with lent.engine() as engine:
        data = with_persons(engine, records, persons)
        made = [disassociate(data, replace(model, person=person), algorithm=algorithm) for person in (False, True)]
        safe = [make_safe(engine, result, "best", "a secret")[0] for result in made]
        assert contents(engine, safe[0]) == contents(engine, safe[1])


def contents(engine: DuckDBEngine, result: Disassociated) -> list[Any]:
    refined = result.refined
    rows = [engine.rows(all_rows(table)) for table in (result.rows, refined.rows)]
    tables = (result.clusters, result.chunks, refined.chunks, refined.terms, refined.joints)
    whole = [sorted(engine.rows(all_rows(table))) for table in tables]
    return [*whole, *(sorted(row[:3] for row in table) for table in rows)]


# -- what records would not show


@pytest.mark.slow
def test_two_baskets_of_a_person_are_no_basket_with_both(engine: DuckDBEngine) -> None:
    """All ten have a basket with a and one with b; both in one have three baskets, of two persons."""
    records = [frozenset(one) for _ in range(10) for one in ("a", "b")] + [frozenset("ab")] * 3
    persons = [at for at in range(1, 11) for _ in range(2)] + [1, 1, 2]
    data = with_persons(engine, records, persons)
    chunks = [chunks_of(engine, data, replace(Disassociation(3, 2, 30), person=person)) for person in (False, True)]
    assert chunks == [[{"a", "b"}], [{"a"}, {"b"}]]


def test_what_few_persons_have_often_is_a_term(engine: DuckDBEngine) -> None:
    records = [frozenset("ax")] * 9 + [frozenset("a")] * 3
    data = with_persons(engine, records, [1] * 5 + [2] * 4 + [3, 4, 5])
    assert chunks_of(engine, data, Disassociation(3, 2, 30, person=True)) == [{"a"}]


def chunks_of(engine: DuckDBEngine, data: Dataset, model: Disassociation) -> list[set[str]]:
    """The record chunks of all records as one cluster."""
    return sorted(_domains(engine, data, _one_cluster(engine, data, model)), key=sorted)


def _one_cluster(engine: DuckDBEngine, data: Dataset, model: Disassociation) -> Disassociated:
    ids = list(range(1, data.records + 1))
    clusters = engine.load("clusters", {"record_id": int, "cluster_id": int}, [ids, [1] * data.records])
    return disassociate_clusters(data, model, clusters, no_sensitive_items(engine), "by hand")


def _domains(engine: DuckDBEngine, data: Dataset, result: Disassociated) -> list[set[str]]:
    label = {item: name for item, name, _ in engine.rows(all_rows(data.items))}
    found: dict[int, set[str]] = {}
    for _, item, chunk, _ in engine.rows(all_rows(result.chunks)):
        found.setdefault(chunk, set()).add(label[item])
    return list(found.values())


@pytest.mark.parametrize("m", [2, 3])
def test_chunks_are_the_greedy_ones_in_clusters_of_many_words(engine: DuckDBEngine, m: int) -> None:
    """Persons of 1 to 32 records: none is in two words."""
    rng = random.Random(m)
    persons = [at for at, times in enumerate((32, 17, 16, 9, 8, 5, 4, 3, 2, 2, 1, 1, 1, 1), 1) for _ in range(times)]
    rng.shuffle(persons)
    records = [frozenset(rng.sample("abcdefghij", rng.randint(1, 4))) for _ in persons]
    data = with_persons(engine, [*records, frozenset("x")], [*persons, 1])
    number = {name: item for item, name, _ in engine.rows(all_rows(data.items))}
    made = chunks_of(engine, data, Disassociation(8, m, 30, person=True))
    assert made == sorted(greedy(records, persons, number, 8, m), key=sorted)
    assert len(made) > 1


def greedy(records: Records, persons: Persons, number: Mapping[str, int], k: int, m: int) -> list[set[str]]:
    """The paper's VERPART, where a set that occurs needs k persons."""
    support = Counter(item for record in records for item in record)
    chunks: list[set[str]] = []
    for item in sorted(support, key=lambda item: (-support[item], number[item])):
        for chunk in [*chunks, set()]:
            sets = [{item, *some} for size in range(m) for some in combinations(sorted(chunk), size)]
            holders = [{p for p, record in zip(persons, records, strict=True) if some <= record} for some in sets]
            if all(len(who) not in range(1, k) for who in holders):
                chunk.add(item)
                chunks += [chunk] if len(chunk) == 1 else []
                break
    return chunks


@pytest.mark.slow
def test_a_person_of_more_records_than_a_word_has_room_for_is_left_out_of_sets(engine: DuckDBEngine) -> None:
    """a and b are together in records of five persons, one of whom has 40: with k = 4 they may, with 5 they do not."""
    records = [frozenset("ab")] * 44 + [frozenset("a"), frozenset("b")] * 6
    data = with_persons(engine, records, [1] * 40 + [2, 3, 4, 5] + list(range(6, 18)))
    assert chunks_of(engine, data, Disassociation(4, 2, 30, person=True)) == [{"a", "b"}]
    assert chunks_of(engine, data, Disassociation(5, 2, 30, person=True)) == [{"a"}, {"b"}]


@pytest.mark.slow
def test_partial_suppression_leaves_all_items_to_k_persons(engine: DuckDBEngine) -> None:
    """Of the four baskets with a and b two are of one person: only in one of these may they be suppressed."""
    records = [frozenset(one) for one in ("ab", "ab", "ab", "ab", "a", "ac", "c", "c", "c", "cz")]
    persons = [1, 1, 2, 3, 4, 5, 6, 7, 8, 8]
    data = with_persons(engine, records, persons)
    for secret in "abcdefgh":
        result = _one_cluster(engine, data, Disassociation(3, 2, 30, safe=True, person=True))
        safe, _ = make_safe(engine, result, "best", secret)
        assert sorted(_domains(engine, data, safe), key=sorted) == [{"a", "b"}, {"c"}]
        assert [record for record, *_ in engine.rows(all_rows(safe.rows))].count(-1) == 1
        assert all(len(who) >= 3 for chunk in held_by(engine, safe, persons, 2) for who in chunk.values())


# -- sensitive items


@pytest.mark.slow
@pytest.mark.parametrize("safe", [False, pytest.param(True, marks=pytest.mark.slow)])
@examples(60)
@given(
    records=BASKETS,
    kind=KINDS,
    seed=st.integers(0, 9),
    k=st.sampled_from([2, 3]),
    diversity=st.sampled_from([2, 3]),
    secret=st.sampled_from(["a", "ac", "cde"]),
)
def test_few_persons_of_a_cluster_hold_a_sensitive_item(
    records: Records, kind: str, seed: int, k: int, diversity: int, secret: str, *, safe: bool
) -> None:
    persons = persons_of(kind, len(records), random.Random(seed))
    model = Disassociation(k, 2, 4 * k + 1, safe=safe, sensitive=True, diversity=diversity, person=True)
    with lent.engine() as engine:
        data = with_persons(engine, records, persons)
        label = {item: name for item, name, _ in engine.rows(all_rows(data.items))}
        items = [item for item, name in label.items() if name in secret]
        named = engine.load("sensitive", {"item": int}, [items])
        try:
            result = disassociate(data, model, named)
        except (BadParameter, NotReached) as error:
            assert "persons" in error.message
            return
        result = make_safe(engine, result, "best", "a secret")[0] if safe else result
        assert result.diverse is not None
        gone = {(record, label[item]) for record, item in engine.rows(all_rows(result.diverse.taken_out))}
        clusters: dict[int, list[int]] = {}
        for record, cluster in engine.rows(all_rows(result.clusters)):
            clusters.setdefault(cluster, []).append(record)
        for group in clusters.values():
            assert len({persons[at - 1] for at in group}) >= k
            for name in secret:
                holders = [at for at in group if name in records[at - 1] and (at, name) not in gone]
                who, everybody = ({persons[at - 1] for at in some} for some in (holders, group))
                assert len(holders) * diversity <= len(group) and len(who) * diversity <= len(everybody)
                assert not holders or len(everybody) >= k * diversity
        assert all(len(who) >= k for chunk in held_by(engine, result, persons, 2) for who in chunk.values())


# -- clusters


@pytest.mark.slow
@examples(60)
@given(sizes=st.lists(st.integers(1, 40), min_size=3, max_size=9), k=st.sampled_from([2, 3]))
@example(sizes=[40, 1, 1], k=3)
@example(sizes=[40, 2, 2, 1], k=3)
def test_records_that_nothing_splits_are_dealt_to_as_many_pieces_as_persons_allow(sizes: list[int], k: int) -> None:
    """n pieces with k persons each can be made where the persons, each at most n times, are k * n or more."""
    persons = [at for at, times in enumerate(sizes, 1) for _ in range(times)]
    clusters = pieces(persons, k)
    assert all(len(set(held)) >= k for held in clusters)
    most = max(n for n in range(1, len(persons) + 1) if sum(min(size, n) for size in sizes) >= k * n)
    assert len(clusters) == (min(most, -(-len(persons) // k)) if len(persons) > k else 1)
    assert max(map(len, clusters)) - min(map(len, clusters)) <= 1


def pieces(persons: Persons, k: int) -> list[list[int]]:
    """The persons of each cluster of as few records as k allows, where all records are equal."""
    found: dict[int, list[int]] = {}
    with lent.engine() as engine:
        data = with_persons(engine, [frozenset("a")] * len(persons), persons)
        none = no_sensitive_items(engine)
        clusters = horpart(engine, data.transactions, none, Split(k, k + 1), data.persons)
        for record, cluster in engine.rows(all_rows(clusters)):
            found.setdefault(cluster, []).append(persons[record - 1])
    return list(found.values())


def test_an_item_of_one_person_splits_nothing(engine: DuckDBEngine) -> None:
    """The baskets with b are all of one person: by records they would be a cluster."""
    records = [frozenset(one) for one in ("ab", "ab", "ac", "ad") for _ in range(3)]
    data = with_persons(engine, records, [1] * 6 + list(range(2, 8)))
    result = disassociate(data, Disassociation(3, 2, 6, person=True))
    assert all(len(held) >= 3 for held in cluster_persons(engine, result, [1] * 6 + list(range(2, 8))))


def test_fewer_persons_than_k_are_an_error(engine: DuckDBEngine) -> None:
    data = with_persons(engine, [frozenset("a")] * 9, [1, 1, 1, 1, 1, 2, 2, 2, 2])
    with pytest.raises(BadParameter, match="2 persons"):
        disassociate(data, Disassociation(3, 2, 9, person=True))


def test_words_tell_persons_apart(engine: DuckDBEngine) -> None:
    """Seven records of persons 1 (four places for three), 2 (two), 3 and 4."""
    data = with_persons(engine, [frozenset("a")] * 7, [1, 2, 1, 3, 2, 4, 1])
    ids = list(range(1, 8))
    clusters = engine.load("clusters", {"record_id": int, "cluster_id": int}, [ids, [1] * 7])
    made = cluster_rows(engine, data.transactions, clusters, data.persons)
    assert made.words is not None
    places = {record: position for record, _, _, position, _ in engine.rows(all_rows(made.rows))}
    assert places == {1: 0, 3: 1, 7: 2, 2: 4, 5: 5, 4: 6, 6: 7}
    assert engine.rows(all_rows(made.words)) == [(0, 0b10011, 0b11100100)]
    assert verpart(engine, made.rows, no_sensitive_items(engine), 4, 2, words=made.words)
