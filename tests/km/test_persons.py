"""Where k counts persons: what is published, the pairs, the least cost and the mapping, against brute force."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.models.km.methods import KmResult, anonymize_km, apply_mapping
from setanon_sql.models.km.methods.data import Data
from setanon_sql.models.km.methods.pairs import Pairs
from setanon_sql.models.km.methods.proof import optimum
from setanon_sql.models.km.methods.rounds import kept_nodes
from setanon_sql.models.km.methods.search import search
from setanon_sql.models.km.methods.threats import supporters_of
from setanon_sql.models.km.methods.tree import read_tree
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.options.words import Algorithm, LabelCost
from setanon_sql.taxonomy import Nodes, Taxonomy, encode, flat_nodes
from tests import lent
from tests.data import above, dataset_of
from tests.oracle.km import generalized, loss
from tests.oracle.persons import behind, is_km_anonymous
from tests.strategies import ITEMS, baskets, examples, persons_of, taxonomies

Records = list[set[str]]
M = st.none() | st.integers(1, 4)


def opened(
    engine: DuckDBEngine, data: Records, persons: Sequence[int], taxonomy: Taxonomy | None
) -> tuple[Dataset, Nodes]:
    source = dataset_of(engine, data, persons=persons)
    return source, encode(engine, taxonomy, source) if taxonomy else flat_nodes(engine, source)


def published(engine: DuckDBEngine, result: KmResult, records: int) -> Records:
    found: Records = [set() for _ in range(records)]
    for record, label in engine.rows("release/shapes/labelled", published=result.rows, labels=result.labels):
        assert label not in found[record - 1]
        found[record - 1].add(label)
    return found


def released(data: Records, taxonomy: Taxonomy, kept: set[str]) -> Records:
    return [{over for item in record for over in taxonomy.path(item) if over in kept} for record in data]


@given(
    baskets.filter(any), st.data(), st.integers(2, 3), M, st.none() | taxonomies(),
    st.sampled_from(["ncp", "lm", "bits"]), st.sampled_from(["improved", "improved", "paper"]),
)  # fmt: skip
@examples(150)
def test_what_is_published_is_anonymous(
    data: Records, draw: Any, k: int, m: int | None, taxonomy: Taxonomy | None, cost: LabelCost, algorithm: Algorithm
) -> None:
    persons = draw.draw(persons_of(len(data)))
    model = KmAnonymity(k, m, person=True)
    with lent.engine() as engine:
        source, nodes = opened(engine, data, persons, taxonomy)
        try:
            result = anonymize_km(source, model, nodes.nodes, nodes.ancestors, cost=cost, algorithm=algorithm)
        except (BadParameter, NotReached):
            assert len(set(persons)) < k or every_item_is_of_fewer_than(k, data, persons, taxonomy)
            return
        records = published(engine, result, len(data))
    assert is_km_anonymous(records, persons, k, m)


def every_item_is_of_fewer_than(k: int, data: Records, persons: Sequence[int], taxonomy: Taxonomy | None) -> bool:
    """Nothing can be published but labels over all items, which say nothing."""
    wide = generalized(data, above(taxonomy) if taxonomy else {})
    leaves = taxonomy.leaf_count if taxonomy else {}
    idle = {frozenset({node}) for node, under in leaves.items() if under == len(ITEMS)}
    return all(len(who) < k or node in idle for node, who in behind(wide, persons, 1).items())


@pytest.mark.slow
@given(baskets.filter(any), st.integers(2, 3), M, st.none() | taxonomies())
@examples(60)
def test_one_record_each_is_the_release_of_records(
    data: Records, k: int, m: int | None, taxonomy: Taxonomy | None
) -> None:
    if len(data) < k:
        return
    with lent.engine() as engine:
        source, nodes = opened(engine, data, range(1, len(data) + 1), taxonomy)
        answers = [answer(source, nodes, KmAnonymity(k, m, person=person)) for person in (False, True)]
    assert answers[0] == answers[1]


def answer(source: Dataset, nodes: Nodes, model: KmAnonymity) -> object:
    try:
        found = anonymize_km(source, model, nodes.nodes, nodes.ancestors, seconds=20)
    except NotReached as error:
        return error.message.replace("persons", "records")
    assert found.nearest
    return found.kept, found.cost, found.nearest.bound, found.nearest.proved


def antichains(taxonomy: Taxonomy) -> list[tuple[str, ...]]:
    labels = sorted(taxonomy.depth)
    over = {label: set(taxonomy.path(label)[1:]) for label in labels}
    sets: list[tuple[str, ...]] = [()]
    for label in labels:
        sets += [(*kept, label) for kept in sets if not any(a in over[label] or label in over[a] for a in kept)]
    return sets


def cost_of(data: Records, taxonomy: Taxonomy, kept: set[str]) -> float:
    items = set().union(*data)
    after = {item: next((label for label in taxonomy.path(item) if label in kept), None) for item in items}
    return loss(data, after, taxonomy, "ncp")


def safe_cuts(data: Records, persons: Sequence[int], taxonomy: Taxonomy, k: int, m: int | None) -> list[set[str]]:
    cuts = [set(kept) for kept in antichains(taxonomy) if kept]
    return [kept for kept in cuts if is_km_anonymous(released(data, taxonomy, kept), persons, k, m)]


@pytest.mark.slow
@given(baskets.filter(any), st.data(), taxonomies(), st.integers(2, 3), st.sampled_from([1, 2, 3, None]))
@examples(80, deadline=None)
def test_nothing_costs_less_than_what_is_proved(
    data: Records, draw: Any, taxonomy: Taxonomy, k: int, m: int | None
) -> None:
    persons = draw.draw(persons_of(len(data)))
    for many in (0, 1_000):  # counted anew, and what the search had counted
        with lent.engine() as engine:
            source, nodes = opened(engine, data, persons, taxonomy)
            supporters = supporters_of(source, nodes.ancestors, KmAnonymity(k, m, person=True), many)
            tree = read_tree(supporters, nodes.nodes, source.items, "ncp")
            run = Data(supporters, tree, search, m)
            kept, last = kept_nodes(run, m)
            nearest = optimum(run, last, kept, 20) if kept else None
        if not nearest:
            continue
        labels = {str(label) for label in tree.labels[nearest.better.nodes() if nearest.better else kept]}
        least = min(cost_of(data, taxonomy, cut) for cut in safe_cuts(data, persons, taxonomy, k, m))
        assert nearest.proved
        assert nearest.bound == pytest.approx(least, abs=1e-4)
        assert cost_of(data, taxonomy, labels) == pytest.approx(least, abs=1e-4)
        assert is_km_anonymous(released(data, taxonomy, labels), persons, k, m)


def rare_pairs(data: Records, persons: Sequence[int], taxonomy: Taxonomy, k: int) -> set[frozenset[str]]:
    wide = [{over for item in record for over in taxonomy.path(item)} for record in data]
    who = behind(wide, persons, 2)
    frequent = sorted(next(iter(one)) for one, held in who.items() if len(one) == 1 and len(held) >= k)
    return {
        frozenset(pair)
        for pair in combinations(map(str, frequent), 2)
        if frozenset(pair) in who and len(who[frozenset(pair)]) < k
    }


@pytest.mark.slow
@given(baskets.filter(any), st.data(), taxonomies(), st.integers(2, 4), st.booleans())
@examples(80)
def test_every_pair_is_found_once(data: Records, draw: Any, taxonomy: Taxonomy, k: int, sparing: bool) -> None:
    persons = draw.draw(persons_of(len(data)))
    size = draw.draw(st.integers(1, 5))
    with lent.engine() as engine:
        found = pairs_found(engine, data, persons, taxonomy, k, size, 0 if sparing else 10**6)
    assert len(found) == len(set(found))
    assert set(found) == rare_pairs(data, persons, taxonomy, k)


def pairs_found(
    engine: DuckDBEngine, data: Records, persons: Sequence[int], taxonomy: Taxonomy, k: int, size: int, many: int
) -> list[frozenset[str]]:
    """Let the frequent nodes into play, from the top, so many at a time."""
    source, nodes = opened(engine, data, persons, taxonomy)
    supporters = supporters_of(source, nodes.ancestors, KmAnonymity(k, 2, person=True), many)
    tree = read_tree(supporters, nodes.nodes, source.items, "ncp")
    order = sorted((node for node in range(1, len(tree.parent)) if tree.frequent[node]), key=tree.depth.__getitem__)
    pairs = Pairs(supporters, tree)
    found = [pair for at in range(0, len(order), size) for pair in pairs.open(order[at : at + size])]
    pairs.close()
    return [frozenset(tree.labels[pair].tolist()) for pair in found]


#: Two items of as many persons as there are lots, and one more: two of these are of one lot.
LOTS = 62


@pytest.mark.parametrize(("persons", "threat"), [([1, 63], False), ([1, 1], True), ([1, 2], False), ([63, 63], True)])
def test_persons_of_one_lot_are_told_apart(persons: list[int], threat: bool) -> None:
    data: Records = [{"a", "b"}, {"a", "b"}, *[{"a"}] * LOTS, *[{"b"}] * LOTS]
    of = [*persons, *range(100, 100 + 2 * LOTS)]
    flat = Taxonomy({"a": "top", "b": "top"}, "top")
    with lent.engine() as engine:
        found = pairs_found(engine, data, of, flat, 2, 3, 10**6)
    assert (frozenset("ab") in found) == threat


@pytest.mark.slow
@given(baskets.filter(any), st.data(), taxonomies(), st.integers(2, 3), st.integers(3, 4))
@examples(60)
def test_rounds_that_go_down_are_as_safe(data: Records, draw: Any, taxonomy: Taxonomy, k: int, m: int) -> None:
    persons = draw.draw(persons_of(len(data)))
    with lent.engine() as engine:
        source, nodes = opened(engine, data, persons, taxonomy)
        supporters = supporters_of(source, nodes.ancestors, KmAnonymity(k, m, person=True), 0)
        tree = read_tree(supporters, nodes.nodes, source.items, "ncp")
        kept, _ = kept_nodes(Data(supporters, tree, search, m, 0), m)
    labels = {str(tree.labels[node]) for node in kept}
    assert is_km_anonymous(released(data, taxonomy, labels), persons, k, m)


@pytest.mark.slow
@given(baskets.filter(any), st.data(), taxonomies(), st.integers(2, 3), st.sampled_from([1, 2, None]))
@examples(60)
def test_a_mapping_is_mended_with_the_fewest_changes(
    data: Records, draw: Any, taxonomy: Taxonomy, k: int, m: int | None
) -> None:
    persons = draw.draw(persons_of(len(data)))
    mapping = {item: draw.draw(st.sampled_from([item, ""]), label=item) for item in sorted(set().union(*data))}
    before = {label for label in mapping.values() if label}
    if not before or len(set(persons)) < k:
        return
    safe = safe_cuts(data, persons, taxonomy, k, m)
    with lent.engine() as engine:
        kept = mended(engine, data, persons, taxonomy, mapping, KmAnonymity(k, m, person=True))
    if kept is None:
        return
    assert is_km_anonymous(released(data, taxonomy, kept), persons, k, m)
    able = {over for label in before for over in taxonomy.path(label)}
    assert len(kept & before) == max([0, *(len(cut & before) for cut in safe if cut <= able)])


def mended(
    engine: DuckDBEngine, data: Records, persons: Sequence[int], taxonomy: Taxonomy, mapping: Mapping[str, str],
    model: KmAnonymity,
) -> set[str] | None:  # fmt: skip
    source, nodes = opened(engine, data, persons, taxonomy)
    try:
        found = apply_mapping(source, model, nodes.nodes, nodes.ancestors, mapping, extension=True, seconds=20)
    except NotReached:
        return None
    return {str(found.tree.labels[node]) for node in found.kept}


def test_a_mapping_that_does_not_do_tells_persons() -> None:
    shop = Taxonomy({"a": "top", "b": "top"}, "top")
    with lent.engine() as engine:
        source, nodes = opened(engine, [{"a"}, {"a"}, {"b"}, {"b"}], [1, 1, 2, 3], shop)
        with pytest.raises(NotReached, match="fewer than k persons hold each of 1") as error:
            apply_mapping(source, KmAnonymity(2, 1, person=True), nodes.nodes, nodes.ancestors, {"a": "a", "b": "b"})
    assert "held by fewer than k persons: a" in error.value.details


def test_fewer_persons_than_k_are_refused() -> None:
    with lent.engine() as engine:
        source, nodes = opened(engine, [{"a"}] * 9, [1, 2, 1, 2, 1, 2, 1, 2, 1], None)
        with pytest.raises(BadParameter, match="only 2 persons"):
            anonymize_km(source, KmAnonymity(3, 1, person=True), nodes.nodes, nodes.ancestors)


def test_the_most_frequent_item_of_one_person_does_not_make_a_label_frequent() -> None:
    """The label over a has nine records of one person, and two of another: of k = 3 persons it is none."""
    shop = Taxonomy({"a": "A", "b": "A", "c": "C", "A": "top", "C": "top"}, "top")
    data: Records = [{"a"}] * 9 + [{"b"}] * 2 + [{"c"}] * 3
    with lent.engine() as engine:
        source, nodes = opened(engine, data, [1] * 9 + [2] * 2 + [3, 4, 5], shop)
        found = anonymize_km(source, KmAnonymity(3, 1, person=True), nodes.nodes, nodes.ancestors)
        labels = {str(found.tree.labels[node]) for node in found.kept}
    assert labels == {"c"}
