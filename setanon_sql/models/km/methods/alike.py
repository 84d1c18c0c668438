"""Labels that must not be kept together since too few of some class of alike records have them.

Counted in the data over the labels that are kept, as what is lacked is (:mod:`.lacking`): a label of one class is
another one than that of another class. Labels are the same in all classes, so no class may have them together.
"""

from collections.abc import Collection

import numpy as np

from setanon_sql.counting import mine, mine_persons
from setanon_sql.engine import scoped
from setanon_sql.models.km.methods.arrays import Ints
from setanon_sql.models.km.methods.data import Data
from setanon_sql.query.templates import Table, columns_of


@scoped
def few_alike(data: Data, kept_nodes: Collection[int]) -> list[tuple[int, ...]]:
    """Return sets of kept nodes, with items taken out of them, that too few of a class hold; none without classes."""
    if data.classes is None:
        return []
    standing = [item for items in data.tree.lifted_out(kept_nodes).values() for item in items]
    return data.tree.with_taken_out(kept_nodes, _threats_in(data, data.classes, kept_nodes, standing))


def _threats_in(
    data: Data, classes: Table, kept_nodes: Collection[int], standing: Collection[int]
) -> set[tuple[int, ...]]:
    """Return the nodes of each minimal threat of a class."""
    engine = data.engine
    supporters = data.supporters.beside(standing)
    shown = data.shown_nodes(kept_nodes)
    knowable = shown if supporters.known is None else supporters.known.intersection(shown)
    tables = {"held": supporters.records_of(knowable), "classes": classes}
    numbers = engine.table("columns/classes/numbers", **tables)
    rows = engine.table("columns/classes/numbered", numbers=numbers, **tables)
    if supporters.persons is None:
        levels = mine(engine, rows, supporters.k, data.m, keep=True, risk=False)
    else:
        levels = mine_persons(engine, rows, supporters.persons, supporters.k, data.m, keep=True, risk=False)
    node_of = _nodes_of(engine.columns(columns_of(numbers, "number", "item")))
    threats = set[tuple[int, ...]]()
    for level in levels:
        assert level.items is not None
        items = engine.columns("km/anonymize/threat_rows", threat_items=level.items)["item"].astype(np.int64)
        threats.update(map(tuple, np.sort(node_of[items].reshape(-1, level.size), axis=1).tolist()))
        engine.drop(level.items)
    return threats


def _nodes_of(numbers: dict[str, Ints]) -> Ints:
    """Return the node of each number."""
    nodes: Ints = np.zeros(len(numbers["number"]) + 1, dtype=np.int64)
    nodes[numbers["number"]] = numbers["item"]
    return nodes
