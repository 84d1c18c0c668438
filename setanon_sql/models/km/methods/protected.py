"""Sets of items that are protected by name, over a taxonomy: no other threat counts.

Whoever knows some items of a set knows a label over each. So a set of nodes is a threat only where some protected set
has an item at or under each of them. All parts of such a threat are, too, so that of all minimal threats those that
are of such nodes are the minimal ones that count.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from setanon_sql.engine import Engine
from setanon_sql.models.km.methods.arrays import Flags, Ints
from setanon_sql.query.templates import Table, columns_of

#: Threats are looked at in parts of so many bytes.
_PART = 50_000_000


@dataclass(frozen=True)
class ProtectedNodes:
    """Protected sets with an item at or under each node, ``over``: a bit a set, a row a node (0 is none).

    ``longest``: the number of items of the largest set.
    """

    over: npt.NDArray[np.uint8]
    longest: int

    @property
    def nodes(self) -> frozenset[int]:
        """Return the nodes at or over an item of a set."""
        return frozenset(np.flatnonzero(self.over.any(axis=1)).tolist())

    def concerned(self, threats: Ints) -> Flags:
        """Return which threats (rows of nodes) are of nodes over items of one set."""
        concerned: Flags = np.zeros(len(threats), dtype=bool)
        step = max(1, _PART // max(1, self.over.shape[1]))
        for begin in range(0, len(threats), step):
            part = threats[begin : begin + step]
            concerned[begin : begin + step] = np.bitwise_and.reduce(self.over[part], axis=1).any(axis=1)
        return concerned


def protected_nodes(engine: Engine, nodes: Table, sets: Mapping[int, Iterable[str]]) -> ProtectedNodes:
    """Return where sets of items (their labels) stand in a taxonomy, ``nodes`` (``node, parent, label``).

    What has no place there, and is in no data, may stand under the root.
    """
    parent: dict[int, int] = {}
    number: dict[str, int] = {}
    for node, over, label in engine.rows(columns_of(nodes, "node", "parent", "label")):
        number[str(label)] = int(node)
        parent[int(node)] = int(over or 0)
    root = next(node for node, over in parent.items() if not over)
    flags = np.zeros((max(parent) + 1, len(sets)), dtype=bool)
    for at, items in enumerate(sets.values()):
        for item in items:
            node = number.get(item, root)
            while node:
                flags[node, at] = True
                node = parent[node]
    return ProtectedNodes(np.packbits(flags, axis=1), max(map(len, map(set, sets.values())), default=1))
