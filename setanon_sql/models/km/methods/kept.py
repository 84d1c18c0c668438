"""A set of kept nodes that holds no threat, changed a node at a time, with everything it needs to know kept up to date.

Nodes are named by their index among the nodes in play, from 0. Pairs that must not be kept together (threats of size
2, and a node with one over it) are *conflicts*; larger threats count how many of their members are missing.

Items that must stay are kept in any case. What is left of a threat without them is what must not be kept whole: so they
are in no conflict and in no threat here, and a node that only they make a threat with is not allowed.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np

from setanon_sql.models.km.methods.arrays import Flags, Ints
from setanon_sql.models.km.methods.tree import Tree

#: Numbers under this fit 16 bits.
_SHORT = 2**16


class ConflictGraph:
    """The nodes in play and the threats over them: which of them must not be kept together.

    Nodes are renumbered 0..n-1 in the order of their ids; ``index`` has the new number by id, -1 for all other nodes.
    ``threats`` holds arrays of node ids, one row a threat, one array a size. ``rank`` orders nodes for trial: larger
    weight, more occurrences, deeper, label; the nodes' own numbers never decide. ``shortened``: the threats with items
    that must stay, whole.
    """

    def __init__(self, tree: Tree, nodes: Iterable[int], threats: Sequence[Ints]) -> None:
        self.tree = tree
        self.ids: Ints = np.array(sorted(nodes), dtype=np.int64)
        self.size = len(self.ids)
        self.index: Ints = np.full(len(tree.parent), -1)
        self.index[self.ids] = np.arange(self.size)
        self.weight = tree.weights[self.ids]
        self.loss = tree.loss[self.ids]
        self.allowed: Flags = tree.allowed[self.ids]
        self.shortened: list[Ints] = []
        order = np.lexsort((tree.labels[self.ids], -tree.depth[self.ids], -tree.occurrences[self.ids], -self.weight))
        self.rank: Ints = np.empty(self.size, dtype=np.int64)
        self.rank[order] = np.arange(self.size)
        self.by_rank = order.tolist()
        self.children = [self._children(int(node)) for node in self.ids]
        self._connect(threats)

    def _children(self, node: int) -> list[int]:
        below = self.index[self.tree.children[node]] if self.tree.children[node] else np.array([], dtype=np.int64)
        return sorted(below[below >= 0].tolist(), key=self.rank.__getitem__)

    def _connect(self, threats: Sequence[Ints]) -> None:
        pairs: list[Ints] = [self.related]
        larger: list[Ints] = []
        for array in threats:
            indexed = self.index[array]
            indexed = indexed[(indexed >= 0).all(axis=1)]
            for remaining in self._without_those_that_stay(indexed):
                if remaining.shape[1] == 1:
                    self.allowed[remaining.ravel()] = False
                elif len(remaining):
                    (pairs if remaining.shape[1] == 2 else larger).append(remaining)
        edges = np.concatenate(pairs) if not self.shortened else np.unique(np.concatenate(pairs), axis=0)
        self.conflicts = _grouped(
            np.concatenate([edges[:, 0], edges[:, 1]]), np.concatenate([edges[:, 1], edges[:, 0]]), self.size
        )
        self.larger = _padded(larger, self.size)
        members = self.larger.ravel()
        real = members < self.size
        rows = np.repeat(np.arange(len(self.larger)), self.larger.shape[1])
        self.holds = _grouped(members[real], rows[real], self.size)

    def _without_those_that_stay(self, threats: Ints) -> list[Ints]:
        """Return what is left of threats without the items that must stay, one array a size, each threat once."""
        if not self.tree.constraints.keep:
            return [threats]
        stay: Flags = np.isin(self.ids, list(self.tree.constraints.keep))[threats]
        touched: Flags = stay.sum(axis=1) > 0
        if not touched.any():
            return [threats]
        self.shortened.append(self.ids[threats[touched]])
        sizes = (~stay[touched]).sum(axis=1)
        parts = [(np.flatnonzero(touched)[sizes == size], int(size)) for size in np.unique(sizes)]
        rest = [threats[rows][~stay[rows]].reshape(-1, size) for rows, size in parts if size]
        return [threats[~touched], *(np.unique(np.sort(rows, axis=1), axis=0) for rows in rest)]

    @cached_property
    def related(self) -> Ints:
        """Return the pairs of a node and one over it."""
        above = [
            (index, int(self.index[above]))
            for index, node in enumerate(self.ids.tolist())
            if node not in self.tree.standing
            for above in self.tree.over(node)
        ]
        return np.array([pair for pair in above if pair[1] >= 0], dtype=np.int64).reshape(-1, 2)

    @property
    def larger_by_size(self) -> list[Ints]:
        """Return the threats of three nodes or more by their indexes, one array a size."""
        sizes = (self.larger < self.size).sum(axis=1)
        return [self.larger[sizes == size][:, :size] for size in np.unique(sizes)]

    @property
    def threats(self) -> list[Ints]:
        """Return all threats as sets of node ids, one array a size, without items that must stay."""
        first = np.repeat(np.arange(self.size), [len(others) for others in self.conflicts])
        codes = first * self.size + np.concatenate([*self.conflicts, np.zeros(0, dtype=np.int64)])
        over = self.related @ np.array([[self.size, 1], [1, self.size]])
        codes = np.setdiff1d(codes, over.ravel())
        codes = codes[codes // self.size < codes % self.size]
        pairs = np.stack([codes // self.size, codes % self.size], axis=1)
        alone = np.flatnonzero(self.tree.allowed[self.ids] & ~self.allowed)
        return [self.ids[alone].reshape(-1, 1), self.ids[pairs], *(self.ids[rows] for rows in self.larger_by_size)]


def _grouped(keys: Ints, values: Ints, size: int) -> list[Ints]:
    """Return for each key 0..size-1 the values that come with it."""
    short = keys.astype(np.uint16) if size <= _SHORT else keys  # sorted several times as fast
    order = np.argsort(short, kind="stable")
    return np.split(values[order], np.searchsorted(keys[order], np.arange(1, size)))


def _padded(threats: Sequence[Ints], blank: int) -> Ints:
    width = max((array.shape[1] for array in threats), default=3)
    rows = [np.pad(array, ((0, 0), (0, width - array.shape[1])), constant_values=blank) for array in threats]
    return np.concatenate(rows) if rows else np.zeros((0, width), dtype=np.int64)


class KeptSet:
    """The nodes in play that are kept: never two in conflict, never all members of a threat.

    ``value`` is the weight of all kept nodes (larger is better), ``against[x]`` the weight of the kept nodes that x is
    in conflict with, ``last[x]`` the number of larger threats of which x alone is missing. Every change is logged, so
    that it can be taken back.
    """

    def __init__(self, graph: ConflictGraph) -> None:
        self.graph = graph
        self.kept: Flags = np.zeros(graph.size + 1, dtype=bool)
        self.kept[graph.size] = True  # the blank that pads short threats
        self.value = 0
        self.against: Ints = np.zeros(graph.size, dtype=np.int64)
        self.last: Ints = np.zeros(graph.size + 1, dtype=np.int64)
        real = graph.larger < graph.size
        self._missing: Ints = real.sum(axis=1)
        self._missing_sum: Ints = np.where(real, graph.larger, 0).sum(axis=1)
        self._log: list[int] = []

    def members(self) -> list[int]:
        """Return the indexes of the kept nodes."""
        return [int(index) for index in np.flatnonzero(self.kept[:-1])]

    def nodes(self) -> list[int]:
        """Return the ids of the kept nodes."""
        return [int(node) for node in self.graph.ids[self.kept[:-1]]]

    def mark(self) -> int:
        """Return where the log stands, for :meth:`back_to`."""
        return len(self._log)

    def forget(self) -> None:
        """Let the log go: what was done stays."""
        self._log.clear()

    def back_to(self, mark: int) -> None:
        """Take back everything since ``mark``."""
        while len(self._log) > mark:
            self._flip(self._log.pop())

    def flip(self, index: int) -> None:
        """Keep a node that is not kept (nothing may stand against it), or let a kept one go."""
        self._flip(index)
        self._log.append(index)

    def _flip(self, index: int) -> None:
        sign = -1 if self.kept[index] else 1
        self.kept[index] = sign > 0
        self.value += sign * int(self.graph.weight[index])
        self.against[self.graph.conflicts[index]] += sign * self.graph.weight[index]
        held_by = self.graph.holds[index]
        if len(held_by):
            self._recount(index, held_by, sign)

    def _recount(self, index: int, threats: Ints, sign: int) -> None:
        """Bring the counts of the larger threats up to date that hold the flipped node."""
        if sign < 0:
            np.subtract.at(self.last, self._missing_sum[threats[self._missing[threats] == 1]], 1)
        self._missing[threats] -= sign
        self._missing_sum[threats] -= sign * index
        now = threats[self._missing[threats] == 1]
        np.add.at(self.last, self._missing_sum[now], 1)

    def in_the_way(self, index: int) -> list[int]:
        """Return the kept nodes that must go for one to be kept: all in conflict, a cheap hitting set of threats."""
        conflicts = self.graph.conflicts[index]
        out: list[int] = conflicts[self.kept[conflicts]].tolist()
        if self.last[index]:
            threats_of = self.graph.holds[index]
            threats = self.graph.larger[threats_of[self._missing[threats_of] == 1]]
            threats = threats[~np.isin(threats, out).any(axis=1)]
            while len(threats):
                out.append(self._cheapest(threats, index))
                threats = threats[~(threats == out[-1]).any(axis=1)]
        return out

    def _cheapest(self, threats: Ints, index: int) -> int:
        """Return the node that is in many of the threats for its weight."""
        times = np.bincount(threats.ravel(), minlength=self.graph.size + 1)
        times[[index, self.graph.size]] = 0
        nodes = np.flatnonzero(times)
        best = np.lexsort((self.graph.rank[nodes], self.graph.weight[nodes] / times[nodes]))[0]
        return int(nodes[best])

    def force(self, index: int) -> None:
        """Keep a node and let go what is in the way."""
        for other in self.in_the_way(index):
            self.flip(other)
        self.flip(index)

    def insert(self, index: int) -> bool:
        """Keep a node where it outweighs what is in the way; say whether it did."""
        if self.kept[index] or not self.graph.allowed[index] or self.graph.weight[index] <= self.against[index]:
            return False
        out = self.in_the_way(index)
        if self.graph.weight[index] <= self.graph.weight[out].sum():
            return False
        for other in out:
            self.flip(other)
        self.flip(index)
        return True

    def saturate(self, but: int = -1) -> None:
        """Keep, the most gain first, every node that outweighs its conflicts and completes no larger threat."""
        weight = self.graph.weight
        rank = self.graph.rank
        while True:
            open_ = self.graph.allowed & ~self.kept[:-1] & (self.last[:-1] == 0)
            gain = np.where(open_, weight - self.against, 0)
            if but >= 0:
                gain[but] = 0
            most = gain.max(initial=0)
            if most <= 0:
                return
            best = np.flatnonzero(gain == most)
            self.force(int(best[np.argmin(rank[best])]))
