"""The taxonomy over the items that are not sensitive, and sensitive items beside it, with what each costs."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from setanon_sql.engine import Engine
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.taxonomy import Nodes


@dataclass(frozen=True)
class CostTree:
    """Nodes by number (0 is not used).

    ``parent`` is 0 at the root and for sensitive items. ``loss``: what all occurrences under a node lose where it
    stands for them, in parts of an occurrence (``unit`` of them each); ``price``: where they are suppressed.
    """

    root: int
    unit: int
    parent: list[int]
    labels: list[str]
    loss: list[int]
    price: list[int]
    sensitive: frozenset[int]

    @cached_property
    def children(self) -> list[list[int]]:
        """Return what is right below each node and occurs in the data."""
        below: list[list[int]] = [[] for _ in self.parent]
        for node, over in enumerate(self.parent):
            if over and self.price[node]:
                below[over].append(node)
        return below

    @cached_property
    def items(self) -> list[int]:
        """Return the items of the data."""
        leaves = set(range(1, len(self.parent))) - set(self.parent)
        return sorted(node for node in leaves if self.price[node])

    def path(self, node: int) -> list[int]:
        """Return a node and all that are over it, the root last."""
        nodes = [node]
        while over := self.parent[nodes[-1]]:
            nodes.append(over)
        return nodes


def read_tree(engine: Engine, nodes: Nodes, items: Table, sensitive: Table) -> CostTree:
    """Read ``nodes`` (those of sensitive items, too), and how many records hold which of the ``items``."""
    columns = engine.columns("taxonomy/nodes/with_supports", nodes=nodes.nodes, items=items)
    size = int(columns["node"].max()) + 1
    parent, leaves, occurrences, depth = (np.zeros(size, dtype=np.int64) for _ in range(4))
    for array, name in ((parent, "parent"), (leaves, "leaves"), (occurrences, "support"), (depth, "depth")):
        array[columns["node"]] = columns[name]
    labels = [""] * size
    for node, label in zip(columns["node"].tolist(), columns["label"].tolist(), strict=True):
        labels[node] = str(label)
    is_label = np.isin(np.arange(size), parent)
    for node in np.argsort(-depth, kind="stable"):
        occurrences[parent[node]] += occurrences[node]
    loss = np.where(is_label, occurrences * leaves, 0)
    price = occurrences * nodes.leaves
    hidden = engine.columns(columns_of(sensitive, "item"))["item"].tolist()
    arrays = (parent.tolist(), labels, loss.tolist(), price.tolist())
    return CostTree(nodes.root, nodes.leaves, *arrays, sensitive=frozenset(hidden))
