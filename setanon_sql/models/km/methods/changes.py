"""What became of each item, and the threat that caused it: the ledger's part of the method."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np

from setanon_sql.engine import Engine
from setanon_sql.models.km.methods.arrays import Ints
from setanon_sql.models.km.methods.kept import KeptSet
from setanon_sql.models.km.methods.tree import Tree
from setanon_sql.query.templates import Table


def changes(
    engine: Engine, tree: Tree, items: int, published: Sequence[int], last: KeptSet | None, *, causes: Mapping[int, str]
) -> Table:
    """Return ``item, action, label, cause`` of each item (ids 1..``items``) that is not published as it is.

    ``last`` is where the last search ended (None where only single nodes were looked at). ``cause`` is the threat as a
    JSON list of labels: one that publishing the item as it is (or, for a generalized one, the next more special label)
    would leave in the data. It is empty where the cost alone decided. ``causes``: those that are known, by node.
    """
    why = Causes(tree, set(published), last, causes)
    rows = [row for item in range(1, items + 1) if (row := why.row(item))]
    return engine.load_rows("changes", {"item": int, "action": str, "label": str, "cause": str}, rows)


class Causes:
    """The threats that stand against nodes, beside those that are kept."""

    def __init__(
        self, tree: Tree, published: set[int], last: KeptSet | None, causes: Mapping[int, str] | None = None
    ) -> None:
        self.tree = tree
        self.kept = published
        self.last = last
        self.found: dict[int, str] = dict(causes or {})

    def row(self, item: int) -> tuple[int, str, str | None, str] | None:
        """Return the change of one item, or None where it stays."""
        if item in self.tree.constraints.drop:
            return item, "suppressed", None, ""
        if item in self.kept:
            return None
        path = [item, *self.tree.over(item)]
        at = next((index for index, node in enumerate(path) if node in self.kept), None)
        if at is None:
            return item, "suppressed", None, next(filter(None, map(self.cause, path)), "")
        return item, "generalized", str(self.tree.labels[path[at]]), self.cause(path[at - 1])

    def cause(self, node: int) -> str:
        """Return a threat that keeping a node would leave, as JSON; empty where there is none."""
        if node not in self.found:
            self.found[node] = self._threat(node)
        return self.found[node]

    def _threat(self, node: int) -> str:
        """Return a threat that keeping ``node`` beside the kept nodes would leave, as JSON; empty if there is none."""
        if not self.tree.frequent[node]:
            return self._text([node])
        if self.last is None or (index := int(self.last.graph.index[node])) < 0:
            return ""
        graph = self.last.graph
        for threat in self._with_those_that_stay(node):
            if self.kept.issuperset(threat[threat != node].tolist()):
                return self._text(threat.tolist())
        larger = graph.larger[graph.holds[index]]
        stays = self.last.kept[larger] | (larger == index)
        for threat in larger[stays.all(axis=1)][:1]:
            others = threat[(threat != index) & (threat < graph.size)]
            return self._text([node, *graph.ids[others].tolist()])
        over = set(self.tree.over(node))
        pairs = graph.conflicts[index]
        neighbours = graph.ids[pairs[self.last.kept[pairs]]].tolist()
        partner = next((other for other in neighbours if self._apart(node, other, over)), None)
        return self._text([node, partner]) if partner else ""

    @cached_property
    def _shortened(self) -> list[tuple[Ints, Ints, Ints]]:
        """Threats with items that must stay, the places of their members by node, and these nodes in order."""
        rows = self.last.graph.shortened if self.last else []
        places = [np.argsort(threats.ravel(), kind="stable") for threats in rows]
        return [(threats, order, threats.ravel()[order]) for threats, order in zip(rows, places, strict=True)]

    def _with_those_that_stay(self, node: int) -> Iterator[Ints]:
        """Return the threats that a node is in with items that must stay."""
        for threats, order, nodes in self._shortened:
            first, last = np.searchsorted(nodes, [node, node + 1])
            yield from threats[order[first:last] // threats.shape[1]]

    def _apart(self, node: int, other: int, over: set[int]) -> bool:
        return other not in over and node not in self.tree.over(other)

    def _text(self, nodes: Sequence[int]) -> str:
        return label_list(self.tree, nodes)


def label_list(tree: Tree, nodes: Sequence[int]) -> str:
    """Return the labels of nodes in order, as JSON."""
    return json.dumps(sorted(str(label) for label in tree.labels[np.array(nodes)]), ensure_ascii=False)
