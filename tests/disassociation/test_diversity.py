"""No more than one in L records of a cluster hold a sensitive item: held to plain Python on random small data."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import NotReached
from setanon_sql.models.disassociation.method import Disassociated, disassociate, make_safe
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.disassociation.recount_faults import count_folder
from setanon_sql.models.disassociation.recount_holders import count_holders
from setanon_sql.query.templates import all_rows
from setanon_sql.verify.pieces import Holders
from tests import lent
from tests.data import dataset_of
from tests.disassociation_data import folder
from tests.oracle import disassociation as oracle
from tests.strategies import examples

SECRET = frozenset("ST")

Record = frozenset[str]
#: Cluster and what is left of the record, by record; records that are in no cluster are missing.
Released = dict[int, tuple[int, Record]]

#: Records over six items, two of them sensitive, and these more often than not.
baskets = st.lists(
    st.frozensets(st.sampled_from("SSSTTaaabbcd"), min_size=1, max_size=4), min_size=3, max_size=26
)  # fmt: skip


def released(engine: DuckDBEngine, result: Disassociated, records: Sequence[Record], label: dict[int, str]) -> Released:
    gone: dict[int, set[str]] = defaultdict(set)
    for record, item in engine.rows(all_rows(result.taken_out(engine))):
        gone[record].add(label[item])
    clusters = engine.rows(all_rows(result.clusters))
    return {record: (cluster, records[record - 1] - gone[record]) for record, cluster in clusters}


def by_cluster(found: Released) -> dict[int, list[Record]]:
    groups: dict[int, list[Record]] = defaultdict(list)
    for cluster, left in found.values():
        groups[cluster].append(left)
    return groups


@pytest.mark.slow
@examples(120)
@given(baskets, st.sampled_from([2, 3]), st.sampled_from([2, 3]), st.booleans(), st.booleans())
@example([frozenset("S")] * 20, 2, 2, True, False)
@example([frozenset("S")] * 6 + [frozenset("T")] * 6, 3, 2, True, True)
@example([frozenset("S")] * 6 + [frozenset("a")] * 6, 3, 2, False, True)
@example([frozenset("Sa"), frozenset("Tb"), frozenset("ab")] * 5, 2, 3, True, True)
@example([frozenset("S")] * 5 + [frozenset("bd"), frozenset("ad"), frozenset("Sab")], 2, 2, False, False)
def test_random_data_keeps_both_promises(records: list[Record], k: int, one_in: int, refine: bool, safe: bool) -> None:
    if len(records) < k:
        return
    with lent.engine() as engine:
        data = dataset_of(engine, records)
        label = {item: name for item, name, _ in engine.rows(all_rows(data.items))}
        secret = engine.load("secret", {"item": int}, [[item for item, name in label.items() if name in SECRET]])
        model = Disassociation(k, 2, 2 * k + 3, refine, safe, True, one_in)
        try:
            result = disassociate(data, model, secret)
        except NotReached:
            assert few_are_left(records, k)
            return
        if safe:
            result = make_safe(engine, result, "suppress", "a secret")[0]
        found = released(engine, result, records, label)
        assert_few_hold(records, found, k, one_in)
        tables, release = folder(engine, result, data.items)
        assert_original_for_all(release, [*records, *(left for _, left in found.values())], k, one_in)
        listed = engine.load("listed", {"label": str}, [sorted(SECRET)])
        assert count_folder(engine, tables, model, listed).violations(safe=safe) == 0


def few_are_left(records: Sequence[Record], k: int) -> bool:
    """Is nothing left of so many records without their sensitive items that fewer than k remain?"""
    return sum(bool(record - SECRET) for record in records) < k


def assert_few_hold(records: Sequence[Record], found: Released, k: int, one_in: int) -> None:
    for group in by_cluster(found).values():
        assert len(group) >= k and all(group)
        held = Counter(item for left in group for item in left & SECRET)
        assert all(n * one_in <= len(group) and k * one_in <= len(group) for n in held.values()), (group, one_in)
    lost = set(range(1, len(records) + 1)) - found.keys()
    assert all(records[record - 1] <= SECRET for record in lost)


def assert_original_for_all(release: oracle.Folder, records: Sequence[Record], k: int, one_in: int) -> None:
    """Whatever two items a record held: k records of some original hold them, as few as may; or none can."""
    simple = [cluster for cluster, kind in release.kind.items() if kind == "simple"]
    for itemset in {frozenset(s) for record in records for n in (1, 2) for s in combinations(sorted(record), n)}:
        hidden = any(oracle.Original(release, SECRET, one_in).holding(at, itemset, k) for at in simple)
        assert hidden or not oracle.possible(release, itemset), (itemset, k, one_in)


#: How many subrecords each chunk of a cluster has.
CHUNK_SIZES = [sizes for n in (1, 2, 3) for sizes in product([2, 3, 4, 5], repeat=n)]


@pytest.mark.parametrize("size", [4, 5])
def test_lemma_2_is_enough_where_all_terms_are_sensitive(size: int) -> None:
    """Chunks of one item each, k = m = L = 2. All assignments of known items are tried; the oracle misses none."""
    for sizes in (sizes for sizes in CHUNK_SIZES if max(sizes) <= size):
        items = "abc"[: len(sizes)]
        chunks = [oracle.Chunk(1, (frozenset(item),) * n) for item, n in zip(items, sizes, strict=True)]
        release = oracle.Folder({1: None}, {1: "simple"}, {1: size}, chunks, {1: frozenset("S")})
        known = [frozenset(some) for n in (1, 2) for some in combinations(items + "S", n)]
        hidden = {itemset: oracle.Original(release, SECRET, 2).holding(1, itemset, 2) for itemset in known}
        assert all(hidden[some] == any_original(size, sizes, some) for some in known if "S" not in some), sizes
        assert all(hidden.values()) or oracle.starved_clusters(replace(release, terms={1: frozenset()}), 2, 2), sizes


def any_original(size: int, sizes: Sequence[int], itemset: frozenset[str]) -> bool:
    """Can two records hold an itemset, while each record holds something beside S? Any two may hold S."""
    some = [at for at, item in enumerate("abc") if item in itemset]
    return any(
        len(frozenset().union(*holders)) == size
        and len(frozenset(range(size)).intersection(*(holders[at] for at in some))) >= 2
        for holders in product(*(combinations(range(size), n) for n in sizes))
    )


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.9, 0.1])
def test_an_item_that_many_hold_and_one_that_few_do(engine: DuckDBEngine, share: float) -> None:
    """300 records, k = 3, clusters under 12."""
    draw = Random(1)
    weights = [1 / (1 + at) for at in range(15)]
    records = [
        frozenset(draw.choices("abcdefghijklmno", weights, k=draw.randint(1, 5)))
        | {*("S" if draw.random() < share else "")}
        for _ in range(300)
    ]
    data = dataset_of(engine, records)
    label = {item: name for item, name, _ in engine.rows(all_rows(data.items))}
    secret = engine.load("secret", {"item": int}, [[item for item, name in label.items() if name == "S"]])
    result = disassociate(data, Disassociation(3, 2, 12, sensitive=True, diversity=2), secret)
    found = released(engine, result, records, label)
    assert_few_hold(records, found, 3, 2)
    assert len(found) == 300 and result.diverse
    held = sum("S" in left for _, left in found.values())
    assert held == sum("S" in record for record in records) if share < 0.5 else held >= 100


@pytest.mark.slow
def test_swaps_alone_do_where_there_is_room(engine: DuckDBEngine) -> None:
    """Records with an item of one kind all hold S, those of the other kind never: clusters by kind would tell it."""
    records = [frozenset({"a", "S"})] * 12 + [frozenset({"b"})] * 20
    data = dataset_of(engine, records)
    label = {item: name for item, name, _ in engine.rows(all_rows(data.items))}
    secret = engine.load("secret", {"item": int}, [[item for item, name in label.items() if name == "S"]])
    result = disassociate(data, Disassociation(2, 2, 12, sensitive=True, diversity=2), secret)
    assert_few_hold(records, released(engine, result, records, label), 2, 2)
    assert result.diverse and result.diverse.moved and not engine.count(result.diverse.taken_out)


def test_where_nothing_else_is_held_nothing_can_be_published(engine: DuckDBEngine) -> None:
    data = dataset_of(engine, [frozenset("S")] * 9)
    secret = engine.load("secret", {"item": int}, [[1]])
    with pytest.raises(NotReached, match="fewer than 2 records are left"):
        disassociate(data, Disassociation(2, 2, 5, sensitive=True, diversity=2), secret)


@examples(60)
@given(
    st.lists(st.tuples(st.integers(1, 9), st.integers(1, 3), st.sampled_from("ST")), max_size=12, unique=True),
    st.lists(st.integers(1, 9), min_size=3, max_size=3), st.sampled_from([2, 3]),
)  # fmt: skip
def test_a_recount_of_holders_is_that_of_plain_python(
    held: list[tuple[int, int, str]], sizes: list[int], one_in: int
) -> None:
    with lent.engine() as engine:
        terms = sorted({(cluster, item) for _, cluster, item in held})
        tables = {
            "clusters": engine.load_rows("clusters", {"cluster_id": int, "size": int}, [*enumerate(sizes, 1)]),
            "terms": engine.load_rows("terms", {"cluster_id": int, "item": str}, terms),
            "sensitive": engine.load("listed", {"label": str}, [["S", "T"]]),
        }
        columns = {"record_id": str, "cluster_id": int, "item": str}
        known = Holders(engine.load_rows("holders", columns, [(f"r{one}", *more) for one, *more in held]))
        model = Disassociation(2, 1, 9, sensitive=True, diversity=one_in)
        found = count_holders(engine, known, model, **tables)
    many = Counter((cluster, item) for _, cluster, item in held)
    records = [{one for one, cluster, _ in held if cluster == at} for at in (1, 2, 3)]
    twice = sum(len({cluster for one, cluster, _ in held if one == record}) > 1 for record in range(1, 10))
    assert found.unknown == 0
    assert found.too_many == sum(n * one_in > sizes[at - 1] for (at, _), n in many.items()) + sum(
        sizes[at - 1] < 2 * one_in for at, _ in terms
    )
    assert found.faults == twice + sum(len(some) > size for some, size in zip(records, sizes, strict=True))
