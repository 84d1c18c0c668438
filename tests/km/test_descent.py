"""Rounds that go down from a coarse cut, for more records than can be counted over all nodes: as safe as the others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.km.methods import rounds
from setanon_sql.models.km.methods.data import Data
from setanon_sql.models.km.methods.kept import KeptSet
from setanon_sql.models.km.methods.rounds import kept_nodes
from setanon_sql.models.km.methods.search import search
from setanon_sql.models.km.methods.threats import Supporters
from setanon_sql.models.km.methods.tree import read_tree
from setanon_sql.taxonomy import Taxonomy, encode
from tests import lent
from tests.data import dataset_of, skewed
from tests.oracle import km
from tests.strategies import baskets, examples, taxonomies

Records = list[set[str]]


def descended(
    engine: DuckDBEngine, data: Records, taxonomy: Taxonomy, k: int, m: int | None, most_sets: int | None = 0
) -> tuple[Records, float, Data]:
    """Return what is published of each record, and its share of the cost."""
    source = dataset_of(engine, data)
    nodes = encode(engine, taxonomy, source)
    supporters = Supporters(engine, source.transactions, nodes.ancestors, k, len(data), many=0)
    tree = read_tree(supporters, nodes.nodes, source.items, "ncp")
    run = Data(supporters, tree, search, m, most_sets)
    kept, _ = kept_nodes(run, m)
    published: Records = [set() for _ in data]
    for record, node in engine.rows("km/anonymize/supporting", **held(engine, supporters, kept)):
        published[record - 1].add(str(tree.labels[node]))
    return published, 1 - int(tree.weights[kept].sum()) / tree.total, run


def held(engine: DuckDBEngine, supporters: Supporters, kept: list[int]) -> dict[str, object]:
    asked = engine.load("asked", {"node": int, "number": int}, [kept, kept])
    return {"transactions": supporters.transactions, "ancestors": supporters.ancestors, "asked": asked}


@given(baskets, taxonomies(), st.integers(2, 4), st.integers(3, 4))
@examples(80)
def test_what_is_published_is_anonymous(data: Records, taxonomy: Taxonomy, k: int, m: int) -> None:
    if len(data) < k or not any(data):
        return
    with lent.engine() as engine:
        published, _, _ = descended(engine, data, taxonomy, k, m)
    assert km.is_km_anonymous(published, k, m)
    for labels in published:
        assert not any(over in labels for label in labels for over in taxonomy.path(label)[1:])


@pytest.mark.slow
def test_rounds_without_a_bound_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """No more known items count than a record has labels."""
    data, parent = skewed(3, items=12, records=80, longest=6, flat=3)
    rounds_run = list[int]()

    def later_round(run: Data, before: KeptSet, round_: int) -> tuple[KeptSet, bool]:
        rounds_run.append(round_)
        assert round_ <= max(map(len, data))
        return original(run, before, round_)

    original = rounds._later_round
    monkeypatch.setattr(rounds, "_later_round", later_round)
    with lent.engine() as engine:
        published, _, _ = descended(engine, data, Taxonomy(parent, "top"), 3, None, -1)
    assert rounds_run and km.is_km_anonymous(published, 3, 6)


@pytest.mark.slow
def test_many_steps_on_larger_data() -> None:
    """The steps go down until nothing gains; the cost is near that of counting everything, and causes are told."""
    data, parent = skewed(3, items=48, records=800, longest=8, flat=3)
    with lent.engine() as engine:
        published, cost, run = descended(engine, data, Taxonomy(parent, "top"), 3, 3)
        exact, least, _ = descended(engine, data, Taxonomy(parent, "top"), 3, 3, None)
    assert km.is_km_anonymous(published, 3, 3)
    assert km.is_km_anonymous(exact, 3, 3)
    assert cost <= least * 1.25
    assert run.causes
