"""Transactions in the order of the tree: a record that holds several items under a node is found once without a search.

Items have places, so that those under any node stand next to each other. An item of a record brings in those nodes over
it that begin behind the item before it; the others the record has by that one. So nothing has to be compared with what
was found before, which is most of the work where records are many.
"""

from dataclasses import dataclass

import numpy as np

from setanon_sql.engine import Engine, scoped
from setanon_sql.models.km.methods.arrays import Ints
from setanon_sql.query.templates import Table, columns_of


@dataclass(frozen=True)
class Ordered:
    """The table ``record_id, item, place_before`` (-1: the first of its record).

    ``starts``: the first place under each node, by its id.
    """

    rows: Table
    starts: Ints

    def records_of(self, engine: Engine, ancestors: Table, nodes: Ints, numbers: Ints) -> Table:
        """Return ``record_id, item``: which record supports which of some nodes, under their ``numbers``."""
        kinds: dict[str, type[int] | type[str]] = {"node": int, "number": int, "start": int}
        named_nodes = engine.load("asked", kinds, [nodes, numbers, self.starts[nodes]])
        return engine.table(
            "km/anonymize/supporting_in_order", ordered=self.rows, ancestors=ancestors, asked=named_nodes
        )


@scoped
def ordered(engine: Engine, transactions: Table, ancestors: Table) -> Ordered:
    """Put transactions into the order of the tree that is told by which nodes are over which items."""
    pairs = engine.columns(columns_of(ancestors, "item", "node"))
    items, starts = places(pairs["item"].astype(np.int64), pairs["node"].astype(np.int64))
    placed = engine.load("places", {"item": int, "place": int}, [items, np.arange(len(items))])
    return Ordered(engine.table("km/anonymize/in_order", transactions=transactions, places=placed), starts)


def places(items: Ints, nodes: Ints) -> tuple[Ints, Ints]:
    """Return the items in the order of the tree, and the first place under each node.

    ``items``, ``nodes``: which is over which. The larger of two nodes over an item is over the other one; of two that
    are over the same items either may be.
    """
    size = np.bincount(nodes)
    path: dict[int, list[tuple[int, int]]] = {}
    for at in np.lexsort((nodes, -size[nodes])).tolist():
        path.setdefault(int(items[at]), []).append((-int(size[nodes[at]]), int(nodes[at])))
    order = np.array(sorted(path, key=path.__getitem__), dtype=np.int64)
    place = np.zeros(int(order.max(initial=0)) + 1, dtype=np.int64)
    place[order] = np.arange(len(order))
    starts: Ints = np.full(len(size), len(order), dtype=np.int64)
    np.minimum.at(starts, nodes, place[items])
    return order, starts
