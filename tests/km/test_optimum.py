"""The least cost that is proved is what trying everything finds, and a bound is never over it."""

import random
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.km.methods import anonymize_km
from setanon_sql.models.km.methods import proof as room
from setanon_sql.models.km.methods.arrays import Ints
from setanon_sql.models.km.methods.data import Data
from setanon_sql.models.km.methods.proof import Optimum, Problem, Proof, optimum
from setanon_sql.models.km.methods.rounds import kept_nodes
from setanon_sql.models.km.methods.search import search
from setanon_sql.models.km.methods.threats import Supporters
from setanon_sql.models.km.methods.tree import read_tree
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.options.words import LabelCost
from setanon_sql.taxonomy import Taxonomy, encode
from tests import lent
from tests.data import dataset_of, skewed
from tests.oracle import km
from tests.strategies import baskets, examples, taxonomies

Records = list[set[str]]
Found = tuple[Optimum | None, float, set[str]]


def found(
    engine: DuckDBEngine,
    data: Records,
    taxonomy: Taxonomy,
    k: int,
    m: int | None,
    cost: LabelCost = "ncp",
    many: int = 0,
) -> Found:
    """Return what is said of the optimum, the cost of the search, and the labels to keep at the end."""
    source = dataset_of(engine, data)
    nodes = encode(engine, taxonomy, source)
    supporters = Supporters(engine, source.transactions, nodes.ancestors, k, len(data), many=many)
    tree = read_tree(supporters, nodes.nodes, source.items, cost)
    run = Data(supporters, tree, search, m)
    kept, last = kept_nodes(run, m)
    nearest = optimum(run, last, kept, 20) if kept else None
    labels = nearest.better.nodes() if nearest and nearest.better else kept
    return nearest, 1 - int(tree.weights[kept].sum()) / tree.total, {str(label) for label in tree.labels[labels]}


def least_cost(data: Records, taxonomy: Taxonomy, k: int, m: int | None, cost: LabelCost) -> float:
    """Try all sets of labels, none over another."""
    return min(
        loss(data, taxonomy, set(kept), cost) for kept in antichains(taxonomy) if safe(data, taxonomy, kept, k, m)
    )


def antichains(taxonomy: Taxonomy) -> list[tuple[str, ...]]:
    labels = sorted(taxonomy.depth)
    above = {label: set(taxonomy.path(label)[1:]) for label in labels}
    sets: list[tuple[str, ...]] = [()]
    for label in labels:
        sets += [(*kept, label) for kept in sets if not any(a in above[label] or label in above[a] for a in kept)]
    return sets


def safe(data: Records, taxonomy: Taxonomy, kept: Sequence[str], k: int, m: int | None) -> bool:
    return bool(kept) and km.is_km_anonymous(released(data, taxonomy, set(kept)), k, m or len(kept))


def released(data: Records, taxonomy: Taxonomy, kept: set[str]) -> Records:
    return [{over for item in record for over in taxonomy.path(item) if over in kept} for record in data]


def loss(data: Records, taxonomy: Taxonomy, kept: set[str], cost: LabelCost) -> float:
    items = set().union(*data)
    after = {item: next((label for label in taxonomy.path(item) if label in kept), None) for item in items}
    return km.loss(data, after, taxonomy, cost)


@pytest.mark.slow
@given(
    baskets, taxonomies(), st.integers(2, 3), st.sampled_from([1, 2, 3, None]), st.sampled_from(["ncp", "lm", "bits"])
)
@examples(100, deadline=None)
def test_nothing_costs_less_than_what_is_proved(
    data: Records, taxonomy: Taxonomy, k: int, m: int | None, cost: LabelCost
) -> None:
    if len(data) < k or not any(data):
        return
    for many in (0, 1_000):  # counted anew, and what the search had counted
        with lent.engine() as engine:
            nearest, searched, labels = found(engine, data, taxonomy, k, m, cost, many)
        if not nearest:
            continue
        least = least_cost(data, taxonomy, k, m, cost)
        assert nearest.proved
        assert nearest.bound == pytest.approx(least, abs=1e-7)
        assert (nearest.better is not None) == (searched > least + 1e-6)
        assert loss(data, taxonomy, labels, cost) == pytest.approx(least, abs=1e-7)
        assert safe(data, taxonomy, sorted(labels), k, m)


@pytest.mark.parametrize("many", [0, 1_000])  # counted anew, and what the search had counted
@pytest.mark.parametrize("seed", [79, 208, 293])
def test_the_search_alone_ends_over_the_least_cost(seed: int, many: int) -> None:
    """Made-up data on which the greedy search ends at 3 to 17 % more than the least cost."""
    data, taxonomy = uneven(seed)
    with lent.engine() as engine:
        nearest, searched, labels = found(engine, data, taxonomy, 3, 2, many=many)
    assert nearest
    assert nearest.proved
    assert nearest.better
    assert loss(data, taxonomy, labels, "ncp") == pytest.approx(nearest.bound, abs=1e-7)
    assert nearest.bound < searched / 1.02
    assert safe(data, taxonomy, sorted(labels), 3, 2)


def uneven(seed: int) -> tuple[Records, Taxonomy]:
    """120 records over a tree of uneven depth: groups under groups under the top, items under any of them."""
    chance = random.Random(seed)
    items = [f"i{number:02}" for number in range(chance.choice([14, 20, 30]))]
    groups = [f"g{number}" for number in range(chance.choice([3, 5]))]
    higher = [f"h{number}" for number in range(3)]
    parent = {item: chance.choice([*groups, *higher, "top"]) for item in items}
    parent |= {group: chance.choice([*higher, "top"]) for group in groups} | dict.fromkeys(higher, "top")
    weights = [1 / (1 + number) for number in range(len(items))]
    data = [set(chance.choices(items, weights, k=chance.randint(1, 4))) for _ in range(120)]
    used = set().union(*data)
    for _ in range(2):
        used |= {parent[label] for label in used if label in parent}
    return data, Taxonomy({label: over for label, over in parent.items() if label in used}, "top")


def test_a_proof_that_is_cut_short_claims_nothing() -> None:
    data, taxonomy = uneven(293)
    with lent.engine() as engine:
        source = dataset_of(engine, data)
        nodes = encode(engine, taxonomy, source)
        supporters = Supporters(engine, source.transactions, nodes.ancestors, 3, len(data))
        tree = read_tree(supporters, nodes.nodes, source.items, "ncp")
        kept, last = kept_nodes(Data(supporters, tree, search, 2), 2)
    assert last
    proof = Proof(Problem(last.graph), kept, lambda cut: [], until=0, say=lambda told: None)
    assert proof.run() == Optimum(bound=0.0, proved=False, better=None)


def test_too_many_labels_for_the_time_are_not_begun() -> None:
    data, taxonomy = uneven(293)
    with lent.engine() as engine:
        source = dataset_of(engine, data)
        nodes = encode(engine, taxonomy, source)
        result = anonymize_km(source, KmAnonymity(3, 2), nodes.nodes, nodes.ancestors, seconds=0.01)
    assert result.nearest is None


@pytest.mark.slow
@pytest.mark.parametrize("sets", [pytest.param(150, marks=pytest.mark.slow), 10_000])
def test_larger_threats_are_found_in_the_data(monkeypatch: pytest.MonkeyPatch, sets: int) -> None:
    """Where threes are too many to count them all, those are counted that a solution holds."""
    data, parent = skewed(5, items=20, records=150, longest=5, flat=2)
    monkeypatch.setattr(room, "SETS", sets)
    monkeypatch.setattr(room, "_FEW", 1_000)
    counted: list[Sequence[int]] = []
    monkeypatch.setattr(room, "_threats_in", noted(counted, room._threats_in))
    with lent.engine() as engine:
        nearest, searched, labels = found(engine, data, Taxonomy(parent, "top"), 3, 3)
    assert nearest
    assert nearest.proved
    assert nearest.bound <= searched
    assert bool(counted) == (sets == 150)
    assert safe(data, Taxonomy(parent, "top"), sorted(labels), 3, 3)


def noted(
    counted: list[Sequence[int]], count: Callable[[Data, list[int]], Sequence[Ints]]
) -> Callable[[Data, list[int]], Sequence[Ints]]:
    def called(data: Data, cut: list[int]) -> Sequence[Ints]:
        counted.append(cut)
        return count(data, cut)

    return called
