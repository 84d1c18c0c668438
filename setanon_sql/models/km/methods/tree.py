"""The taxonomy as arrays, with what each node costs.

A solution keeps a set of nodes, none over another; an item goes to the kept node at or over it, or is suppressed. With
an additive cost such as LM or NCP every occurrence costs 1 when suppressed and ``loss`` of its node when kept, so that
``cost = occurrences - sum of O(x) * (1 - loss(x)) over kept x``. That last product is the *weight* of a node; weights
are whole numbers here (scaled by ``scale``), so that sums are exact and ties are ties. :mod:`.prices` has the measures.

Where items have weights, each occurrence counts as often as its item weighs. Labels within which generalizing is free
lose nothing. Labels that are too general for some item are *forbidden*: with each of them, all that are over it. So
what may be kept is a forest, whose ``tops`` take the place of the root. Items that are dropped are not in the data.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from setanon_sql.decisions import NO_CONSTRAINTS, ItemConstraints
from setanon_sql.engine import Engine
from setanon_sql.errors import BadParameter
from setanon_sql.models.km.methods.arrays import Flags, Ints
from setanon_sql.models.km.methods.prices import prices_of
from setanon_sql.models.km.methods.threats import Supporters
from setanon_sql.options.words import LabelCost
from setanon_sql.query.templates import Table


@dataclass(frozen=True)
class Tree:
    """A taxonomy over the items, arrays by node id (index 0 is not used).

    ``parent`` is 0 at the root. ``leaves`` counts the leaves under a node, ``occurrences`` those of its items in the
    data (Liu and Wang: O(x)), ``frequent`` says whether k records, or persons, support it. ``priced`` is what it costs
    to suppress them all, ``lost`` what the items cost that are dropped, both in units of the weights. ``weighed``: the
    occurrences as often as their items weigh; ``saved``: what a label saves of each, by its leaves and the occurrences
    under it (where ``rows``, those of the source, are not 0), or by the leaves alone. ``taxonomy_parent``: the parent
    also of items that have none here since they stand beside all labels over them. ``standing``: other items that may
    be kept beside a label over them. ``detached``: nodes that another one stands for (:mod:`.settled`).
    """

    root: int
    parent: Ints
    depth: Ints
    leaves: Ints
    occurrences: Ints
    labels: npt.NDArray[Any]
    frequent: Flags
    weights: Ints
    scale: int
    priced: Ints
    weighed: Ints
    saved: Callable[[Ints, Ints], Ints]
    items: int = 0
    lost: int = 0
    rows: int = 0
    taxonomy_parent: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    standing: frozenset[int] = frozenset()
    detached: frozenset[int] = frozenset()
    constraints: ItemConstraints = NO_CONSTRAINTS

    @cached_property
    def forbidden(self) -> Flags:
        """Return which nodes are too general for some item: with each of them, all that are over it."""
        flags = np.zeros(len(self.parent), dtype=bool)
        flags[list(self.constraints.forbidden)] = True
        return flags

    @cached_property
    def allowed(self) -> Flags:
        """Return which nodes may be kept, as far as a node by itself can tell."""
        return self.frequent & ~self.forbidden

    @cached_property
    def tops(self) -> list[int]:
        """The most general nodes that are not forbidden: the root, if it is not."""
        over = sorted(self.constraints.forbidden)
        below = [child for node in over for child in self.children[node] if not self.forbidden[child]]
        return (below if over else [self.root]) + self.apart

    @cached_property
    def apart(self) -> list[int]:
        """The items that stand beside all labels over them, whatever these are."""
        return [node for node in self.children[0] if node != self.root and node not in self.detached]

    @cached_property
    def children(self) -> list[list[int]]:
        """The children of each node."""
        below: list[list[int]] = [[] for _ in self.parent]
        for node in range(1, len(self.parent)):
            below[self.parent[node]].append(node)
        return below

    @cached_property
    def loss(self) -> Ints:
        """Return what keeping each node loses, in units of the weights."""
        lost: Ints = self.priced - self.weights
        return lost

    @property
    def lowest(self) -> list[int]:
        """The leaves, whether they occur in the data or not."""
        return [node for node in range(1, len(self.parent)) if not self.children[node]]

    @property
    def total(self) -> int:
        """The weight of keeping every occurrence as it is."""
        return int(self.priced[[self.root, *self.apart]].sum()) + self.lost

    def cost(self, kept_nodes: Collection[int]) -> float:
        """The share of the information that is lost where some nodes are kept, 0..1.

        None is over another, but labels over items that stand beside them.
        """
        value = int(self.weights[list(kept_nodes)].sum())
        for label, items in self.taken_out(kept_nodes).items():
            value += self.weight_without(label, items) - int(self.weights[label])
        return 1 - value / self.total if self.total else 0.0

    def taken_out(self, kept_nodes: Collection[int]) -> dict[int, list[int]]:
        """Return the kept labels from which kept items were taken out, with these items."""
        kept_nodes = set(kept_nodes)
        items = dict[int, list[int]]()
        for item in sorted(kept_nodes):
            label = (
                None
                if self.children[item]
                else next((over for over in self.labels_over(item) if over in kept_nodes), None)
            )
            if label is not None:
                items.setdefault(label, []).append(item)
        return items

    def lifted_out(self, kept_nodes: Collection[int]) -> dict[int, list[int]]:
        """Return the same without items that have to stay: the search has these under no label."""
        lifted = {
            label: [item for item in items if self.parent[item]] for label, items in self.taken_out(kept_nodes).items()
        }
        return {label: items for label, items in lifted.items() if items}

    def with_taken_out(self, kept_nodes: Collection[int], sets: Iterable[Iterable[int]]) -> list[tuple[int, ...]]:
        """Return sets of kept nodes, each once, with the items that were taken out of these."""
        out = self.lifted_out(kept_nodes)
        whole = ({*nodes, *(item for node in nodes for item in out.get(node, ()))} for nodes in map(set, sets))
        return sorted({tuple(sorted(nodes)) for nodes in whole})

    def visible(self, kept_nodes: Collection[int]) -> list[int]:
        """Return the kept nodes that some row shows where these are kept."""
        out = self.lifted_out(kept_nodes)
        return [node for node in kept_nodes if self.occurrences[node] > self.occurrences[out.get(node, [])].sum()]

    def labels_over(self, item: int) -> list[int]:
        """The labels over an item in the taxonomy, the nearest first, whether it stands beside them or not."""
        return _path(self.taxonomy_parent, item)

    def weight_without(self, label: int, items: Collection[int]) -> int:
        """Return the weight of a label from which some items were taken out."""
        out = [item for item in items if self.parent[item]]
        if label in self.constraints.free:
            return int(self.priced[label]) - int(self.priced[out].sum())
        weighed = int(self.weighed[label]) - int(self.weighed[out].sum())
        under = self.occurrences[[label]] - self.occurrences[out].sum()
        return weighed * int(self.saved(self.leaves[[label]] - len(out), under)[0])

    def over(self, node: int) -> list[int]:
        """The nodes over one, the nearest first."""
        return _path(self.parent, node)

    def at_or_over(self, nodes: Iterable[int]) -> set[int]:
        """Some nodes and all that are over them."""
        nodes = set(nodes)
        return nodes.union(*(self.over(node) for node in nodes))

    def uncovered(self, kept_nodes: Iterable[int]) -> list[int]:
        """The topmost nodes that have no kept node at, over or under them: what a cut through these suppresses."""
        kept_nodes = set(kept_nodes)
        opened = self.at_or_over(kept_nodes) - kept_nodes if kept_nodes else {self.root}
        opened |= self.constraints.forbidden
        return [child for node in opened for child in self.children[node] if child not in opened | kept_nodes]


def read_tree(
    supporters: Supporters,
    nodes: Table,
    items: Table,
    cost: LabelCost,
    constraints: ItemConstraints = NO_CONSTRAINTS,
    *,
    apart: Collection[int] = (),
) -> Tree:
    """Read ``nodes (node, parent, label, leaves, depth)`` of a taxonomy and what the data has of each node.

    ``constraints``: what the analyst asks for; ``supporters`` know nothing of items that are dropped. ``apart``: items
    that stand beside all labels over them; ``supporters`` know of that, too.
    """
    arrays = _read_nodes(supporters.engine, nodes, items)
    root = int(np.flatnonzero(arrays.parent[1:] == 0)[0]) + 1
    prices = prices_of(cost, arrays.occurrences, int(arrays.leaves[root]))
    in_data = int((arrays.occurrences > 0).sum())
    rows = int(arrays.occurrences.sum())
    taxonomy_parent = arrays.parent.copy()
    arrays.set_apart(apart)
    factors = _factors(constraints, len(taxonomy_parent))
    _refuse_huge(rows * int(factors.max()), int(prices.suppressed.max()))
    priced = arrays.occurrences * factors * prices.suppressed
    lost = _drop(constraints.drop, priced, arrays.occurrences)
    weighed = arrays.occurrences * factors
    heaviest = supporters.of_items(arrays.occurrences)
    _carry_up(arrays.parent, arrays.depth, (arrays.occurrences, weighed, priced), heaviest)
    lossless = ~np.isin(np.arange(len(taxonomy_parent)), taxonomy_parent)
    lossless[list(constraints.free)] = True
    return Tree(
        root=root, **vars(arrays), frequent=_frequent(supporters, heaviest, arrays.occurrences),
        weights=np.where(lossless, priced, weighed * prices.saved(arrays.leaves, arrays.occurrences)),
        scale=prices.scale, priced=priced, weighed=weighed, saved=prices.saved, items=in_data, lost=lost,
        rows=rows if cost == "bits" else 0, taxonomy_parent=taxonomy_parent, constraints=constraints,
    )  # fmt: skip


@dataclass(frozen=True)
class _NodeArrays:
    """Fields of a tree as they are read, by node id; ``occurrences`` of items only."""

    parent: Ints
    depth: Ints
    leaves: Ints
    occurrences: Ints
    labels: npt.NDArray[Any]

    def set_apart(self, items: Collection[int]) -> None:
        """Let items stand beside all labels over them, which have these leaves no more."""
        for item in items:
            self.leaves[_path(self.parent, item)] -= 1
        self.parent[list(items)] = 0


def _read_nodes(engine: Engine, nodes: Table, items: Table) -> _NodeArrays:
    columns = engine.columns("taxonomy/nodes/with_supports", nodes=nodes, items=items)
    order = np.argsort(columns["node"])
    parent, depth, leaves, occurrences = (
        np.concatenate([[0], columns[name][order].astype(np.int64)])
        for name in ("parent", "depth", "leaves", "support")
    )
    return _NodeArrays(parent, depth, leaves, occurrences, np.concatenate([[""], columns["label"][order]]))


def _drop(items: Collection[int], priced: Ints, occurrences: Ints) -> int:
    """Take items out of the data; return what they cost."""
    dropped = list(items)
    lost = int(priced[dropped].sum())
    occurrences[dropped] = 0
    priced[dropped] = 0
    return lost


def _carry_up(parent: Ints, depth: Ints, sums: Sequence[Ints], most: Ints) -> None:
    """Add what each node has to those over it, which also get the ``most`` of any below; from the leaves up."""
    for node in np.argsort(-depth[1:], kind="stable") + 1:
        if over := parent[node]:
            for summed in sums:
                summed[over] += summed[node]
            most[over] = max(most[over], most[node])


def _path(parent: Ints, node: int) -> list[int]:
    """Return the nodes over one."""
    nodes = []
    while node := int(parent[node]):
        nodes.append(node)
    return nodes


def _frequent(supporters: Supporters, heaviest: Ints, occurrences: Ints) -> Flags:
    """Return which nodes k records, or persons, support, by those of each one's most frequent item (``heaviest``).

    A node is frequent where one of its items is, and is not where its items occur less often. For the others the
    records, or persons, are counted: see the queries ``node_supports``.
    """
    frequent: Flags = heaviest >= supporters.k
    frequent[0] = False
    frequent[supporters.frequent(np.flatnonzero(~frequent & (occurrences >= supporters.k)))] = True
    if supporters.known is not None:
        unknown = ~np.isin(np.arange(len(occurrences)), list(supporters.known))
        frequent |= unknown & (occurrences > 0)
    return frequent


def _factors(constraints: ItemConstraints, size: int) -> Ints:
    """Return what an occurrence of each item costs, in parts that make all weights whole numbers."""
    unit = lcm(*(weight.denominator for weight in constraints.weights.values()))
    factors = np.full(size, unit, dtype=np.int64)
    for item, weight in constraints.weights.items():
        factors[item] = int(weight * unit)
    return factors


def _refuse_huge(priced: int, most: int) -> None:
    if priced * most >= 2**62:
        raise BadParameter("the weights of so many rows cannot be added exactly", "use smaller ones, or fewer digits")
