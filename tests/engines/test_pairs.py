"""Pairs of nodes counted from long words of bits, where PostgreSQL has them: the pairs that DuckDB finds."""

import pytest

from setanon_sql.engine import Engine, open_warehouse
from setanon_sql.models.km.methods import pairs
from setanon_sql.models.km.methods.threats import Supporters
from setanon_sql.models.km.methods.tree import read_tree
from setanon_sql.sources import open_source
from setanon_sql.taxonomy import Taxonomy, encode
from tests import lent
from tests.data import skewed
from tests.engines.places import PostgresPlace, table_of

#: 4,500 records: more than two words hold.
DATA, PARENT = skewed(5, items=40, records=4500, longest=6, flat=1)
K = 40


def found(engine: Engine, source: object) -> list[set[frozenset[str]]]:
    """Let the frequent nodes into play, from the top, seven at a time; return the new threats of each time."""
    dataset = open_source(engine, source)
    nodes = encode(engine, Taxonomy(PARENT, "top"), dataset)
    supporters = Supporters(engine, dataset.transactions, nodes.ancestors, K, len(DATA))
    tree = read_tree(supporters, nodes.nodes, dataset.items, "ncp")
    frequent = sorted((node for node in range(1, len(tree.parent)) if tree.frequent[node]), key=tree.depth.__getitem__)
    run = pairs.Pairs(supporters, tree)
    groups = [frequent[at : at + 7] for at in range(0, len(frequent), 7)]
    threats = [{frozenset(tree.labels[pair].tolist()) for pair in run.open(group)} for group in groups]
    run.close()
    return threats


@pytest.mark.parametrize("words", [True, False])
def test_words_and_joins_find_the_same(postgres: PostgresPlace, monkeypatch: pytest.MonkeyPatch, words: bool) -> None:
    monkeypatch.setattr(pairs, "_AND", 0 if words else 10**9)
    monkeypatch.setattr(pairs, "_MAKE", 0)
    table = table_of([sorted(record) for record in DATA])
    with lent.engine() as engine:
        expected = found(engine, table)
    with open_warehouse(postgres.db) as engine:
        assert found(engine, postgres.put(table)) == expected
        asked = {statement.name for statement in engine.trace.statements}
    assert sum(bool(threats) for threats in expected) > 2
    assert words == ({"km/pairs/counted_in_words", "km/pairs/counted_with_known_in_words"} <= asked)
    assert words != ({"km/pairs/counted", "km/pairs/counted_with_known"} <= asked)
