"""The taxonomy as arrays, with what each node costs.

A solution keeps a set of nodes, none over another; an item goes to the kept node at or over it, or is suppressed. With
an additive cost such as LM or NCP every occurrence costs 1 when suppressed and ``loss`` of its node when kept, so that
``cost = occurrences - sum of O(x) * (1 - loss(x)) over kept x``. That last product is the *weight* of a node; weights
are whole numbers here (scaled by ``scale``), so that sums are exact and ties are ties.

Where items have weights, each occurrence counts as often as its item weighs. Labels within which generalizing is free
lose nothing. Labels that are too general for some item are *forbidden*: with each of them, all that are over it. So
what may be kept is a forest, whose ``tops`` take the place of the root. Items that are dropped are not in the data.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from setanon_sql.decisions import NOTHING, Resolved
from setanon_sql.errors import BadParameter
from setanon_sql.methods.km.arrays import Flags, Ints
from setanon_sql.methods.km.threats import Supporters
from setanon_sql.options.words import KmCost
from setanon_sql.query.templates import Table


@dataclass(frozen=True)
class Tree:
    """A taxonomy over the items, arrays by node id (index 0 is not used).

    ``parent`` is 0 at the root. ``leaves`` counts the leaves under a node, ``occurrences`` those of its items in the
    data (Liu and Wang: O(x)), ``frequent`` says whether k records or more support it. ``priced`` is what it costs to
    suppress them all, ``lost`` what the items cost that are dropped, both in units of ``scale``. ``wanted``: what the
    analyst asks for.
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
    items: int = 0
    lost: int = 0
    wanted: Resolved = NOTHING

    @cached_property
    def forbidden(self) -> Flags:
        """Return which nodes are too general for some item: with each of them, all that are over it."""
        flags = np.zeros(len(self.parent), dtype=bool)
        flags[list(self.wanted.forbidden)] = True
        return flags

    @cached_property
    def allowed(self) -> Flags:
        """Return which nodes may be kept, as far as a node by itself can tell."""
        return self.frequent & ~self.forbidden

    @cached_property
    def tops(self) -> list[int]:
        """The most general nodes that are not forbidden: the root, if it is not."""
        over = sorted(self.wanted.forbidden)
        below = [child for node in over for child in self.children[node] if not self.forbidden[child]]
        return below if over else [self.root]

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
        lost: Ints = self.priced * self.scale - self.weights
        return lost

    @property
    def lowest(self) -> list[int]:
        """The leaves, whether they occur in the data or not."""
        return [node for node in range(1, len(self.parent)) if not self.children[node]]

    @property
    def total(self) -> int:
        """The weight of keeping every occurrence as it is."""
        return (int(self.priced[self.root]) + self.lost) * self.scale

    def cost(self, kept: Iterable[int]) -> float:
        """The share of the information that is lost where some nodes are kept, none over another, 0..1."""
        return 1 - int(self.weights[list(kept)].sum()) / self.total

    def over(self, node: int) -> list[int]:
        """The nodes over one, the nearest first."""
        nodes = []
        while node := int(self.parent[node]):
            nodes.append(node)
        return nodes

    def at_or_over(self, nodes: Iterable[int]) -> set[int]:
        """Some nodes and all that are over them."""
        nodes = set(nodes)
        return nodes.union(*(self.over(node) for node in nodes))

    def uncovered(self, kept: Iterable[int]) -> list[int]:
        """The topmost nodes that have no kept node at, over or under them: what a cut through ``kept`` suppresses."""
        kept = set(kept)
        opened = self.at_or_over(kept) - kept if kept else {self.root}
        opened |= self.wanted.forbidden
        return [child for node in opened for child in self.children[node] if child not in opened | kept]


def read_tree(supporters: Supporters, nodes: Table, items: Table, cost: KmCost, wanted: Resolved = NOTHING) -> Tree:
    """Read ``nodes (node, parent, label, leaves, depth)`` of a taxonomy and what the data has of each node.

    ``wanted``: what the analyst asks for; ``supporters`` know nothing of items that are dropped.
    """
    read = supporters.engine.columns("km/anonymize/nodes", nodes=nodes, items=items)
    order = np.argsort(read["node"])
    parent, leaves, occurrences, depth = (
        np.concatenate([[0], read[name][order].astype(np.int64)]) for name in ("parent", "leaves", "support", "depth")
    )
    root = int(np.flatnonzero(parent[1:] == 0)[0]) + 1
    factors = _factors(wanted, len(parent))
    _refuse_huge(int(occurrences.sum()) * int(factors.max()), int(leaves[root]))
    lost = int((occurrences * factors)[list(wanted.drop)].sum())
    occurrences[list(wanted.drop)] = 0
    heaviest, priced = occurrences.copy(), occurrences * factors
    for node in np.argsort(-depth[1:], kind="stable") + 1:
        if over := parent[node]:
            occurrences[over] += occurrences[node]
            priced[over] += priced[node]
            heaviest[over] = max(heaviest[over], heaviest[node])
    frequent = _frequent(supporters, heaviest, occurrences)
    labels = np.concatenate([[""], read["label"][order]])
    lossless = ~np.isin(np.arange(len(parent)), parent)
    lossless[list(wanted.free)] = True
    weights, scale = weigh(np.where(lossless, 0, leaves), priced, int(leaves[root]), cost)
    held = int((read["support"] > 0).sum())
    return Tree(
        root, parent, depth, leaves, occurrences, labels, frequent, weights, scale, priced, held, lost, wanted
    )  # fmt: skip


def _frequent(supporters: Supporters, heaviest: Ints, occurrences: Ints) -> Flags:
    """Return which nodes k records support, by the occurrences of each one's most frequent item and of all its items.

    A node is frequent where one of its items is; only for the others are the records counted: see the query
    ``km/anonymize/node_supports``.
    """
    frequent: Flags = heaviest >= supporters.k
    frequent[0] = False
    frequent[supporters.frequent(np.flatnonzero(~frequent & (occurrences >= supporters.k)))] = True
    return frequent


def _factors(wanted: Resolved, size: int) -> Ints:
    """Return what an occurrence of each item costs, in parts that make all weights whole numbers."""
    unit = lcm(*(weight.denominator for weight in wanted.weights.values()))
    factors = np.full(size, unit, dtype=np.int64)
    for item, weight in wanted.weights.items():
        factors[item] = int(weight * unit)
    return factors


def _refuse_huge(priced: int, leaves: int) -> None:
    if priced * leaves >= 2**62:
        raise BadParameter("the weights of so many rows cannot be added exactly", "use smaller ones, or fewer digits")


def weigh(leaves: Ints, priced: Ints, everything: int, cost: KmCost) -> tuple[Ints, int]:
    """Return the weight of each node and its scale.

    ``leaves`` is 0 for a leaf, that is an item as it is. LM loses (leaves - 1) / (all - 1) an occurrence and NCP
    leaves / all, neither anything for a leaf.
    """
    if cost == "lm":
        scale = max(everything - 1, 1)
        return priced * (scale - np.clip(leaves - 1, 0, scale)), scale
    return priced * (everything - leaves), everything
