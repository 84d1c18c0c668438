"""Pairs that are threats, over nodes that come into play in groups: all of them, however few are counted."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.km.methods.ordered import places
from setanon_sql.models.km.methods.pairs import Pairs
from setanon_sql.models.km.methods.threats import Supporters
from setanon_sql.models.km.methods.tree import Tree, read_tree
from setanon_sql.taxonomy import Taxonomy, encode
from tests import lent
from tests.data import dataset_of, skewed
from tests.strategies import baskets, examples, taxonomies

Data = list[set[str]]
Found = set[frozenset[str]]


def in_groups(engine: DuckDBEngine, data: Data, taxonomy: Taxonomy, k: int, sizes: list[int], many: int) -> list[Found]:
    """Let the frequent nodes into play, from the top, in groups of some sizes; return the new threats of each."""
    source = dataset_of(engine, data)
    nodes = encode(engine, taxonomy, source)
    supporters = Supporters(engine, source.transactions, nodes.ancestors, k, len(data), many)
    tree = read_tree(supporters, nodes.nodes, source.items, "ncp")
    pairs, found = Pairs(supporters, tree), []
    for group in groups(tree, sizes):
        threats = pairs.open(group)
        found.append({frozenset(tree.labels[pair].tolist()) for pair in threats})
        assert len(found[-1]) == len(threats)
    pairs.close()
    return found


def groups(tree: Tree, sizes: list[int]) -> list[list[int]]:
    frequent = sorted((node for node in range(1, len(tree.parent)) if tree.frequent[node]), key=tree.depth.__getitem__)
    found, at = [], 0
    while at < len(frequent):
        size = sizes[len(found) % len(sizes)]
        found.append(frequent[at : at + size])
        at += size
    return found


def by_hand(data: Data, taxonomy: Taxonomy, k: int) -> Found:
    """All pairs of labels, none over the other, that k records hold one by one but some and fewer than k together."""
    held: dict[str, set[int]] = {}
    for record, items in enumerate(data):
        for label in {over for item in items for over in taxonomy.path(item)}:
            held.setdefault(label, set()).add(record)
    frequent = [label for label, records in held.items() if len(records) >= k]
    return {frozenset(pair) for pair in combinations(frequent, 2) if 0 < len(held[pair[0]] & held[pair[1]]) < k}


@given(baskets, taxonomies(), st.integers(2, 4), st.lists(st.integers(1, 4), min_size=1, max_size=4), st.booleans())
@examples(60)
def test_every_pair_is_found_once(data: Data, taxonomy: Taxonomy, k: int, sizes: list[int], sparing: bool) -> None:
    if not any(data):
        return
    with lent.engine() as engine:
        found = in_groups(engine, data, taxonomy, k, sizes, 0 if sparing else 10**6)
    assert set().union(*found) == by_hand(data, taxonomy, k)
    assert sum(map(len, found)) == len(set().union(*found))


@pytest.mark.parametrize("sizes", [pytest.param([3], marks=pytest.mark.slow), [5, 20, 90]])
def test_samples_and_lower_nodes_settle_pairs(sizes: list[int]) -> None:
    """600 records over 64 items of very unlike frequency: some pairs are settled at each step, some at none."""
    data, parent = skewed(5, items=64, records=600, longest=9, flat=1)
    taxonomy = Taxonomy(parent, "top")
    with lent.engine() as engine:
        found = in_groups(engine, data, taxonomy, 3, sizes, 0)
    assert set().union(*found) == by_hand(data, taxonomy, 3)


@given(taxonomies())
@examples(60)
def test_items_under_a_node_have_places_next_to_each_other(taxonomy: Taxonomy) -> None:
    labels = sorted({*taxonomy.parent, *taxonomy.parent.values()})
    under = {(item, over) for item in labels for over in taxonomy.path(item)}
    pairs = [(labels.index(item), labels.index(over)) for item, over in under]
    order, starts = places(*np.array(sorted(pairs, key=hash), dtype=np.int64).T)
    place = {labels[item]: at for at, item in enumerate(order.tolist())}
    for node, label in enumerate(labels):
        taken = sorted(place[item] for item, over in under if over == label)
        assert taken == list(range(starts[node], starts[node] + len(taken)))
