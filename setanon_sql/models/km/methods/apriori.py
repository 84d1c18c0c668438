"""Apriori anonymization (AA): k^m-anonymity by generalization alone, of all items, by whole subtrees.

1. Every item is published as it is.
2. For sizes 1 to m: find, over what is published and all labels over it, the sets of that size that fewer than k
   records (persons) hold (in SQL; smaller ones there are none any more).
3. Walk those of what is published, the most frequent nodes first. If what a set has become by now is still rare, lift
   its nodes: to the labels over them that lose least and are frequent together. Whatever is below these goes with them.

A set whose labels are lifted is held by no fewer records than before, so that a size stays in order once it is. Sets of
what was lifted come of sets that were rare before, so that one walk a size is enough.

Source: Terrovitis, Mamoulis and Kalnis, Privacy-preserving Anonymization of Set-valued Data (PVLDB 2008), Algorithm AA.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heappop, heappush

import numpy as np

from setanon_sql.errors import NotReached
from setanon_sql.models.km.methods.arrays import Ints
from setanon_sql.models.km.methods.changes import label_list
from setanon_sql.models.km.methods.data import Data
from setanon_sql.models.km.methods.tree import Tree


def generalized_cut(data: Data) -> list[int]:
    """Return the nodes that Apriori anonymization publishes; notes in ``data.causes`` the sets that lifted them.

    Cost: that of mining the sets of m nodes that few hold, over what is published and all that is over it; each set is
    walked once. Raises NotReached where fewer than k records (persons) have any item.
    """
    _refuse_rare_root(data)
    recoding = Recoding(data.tree)
    for node in data.tree.lowest:
        if data.tree.occurrences[node]:
            recoding.publish(node)
    data.begin(1)
    recoding.mend([(node,) for node in _by_support(data, recoding.cut) if not data.tree.frequent[node]], data.causes)
    size = 1
    complete = False
    while size != data.m and not complete:
        size += 1
        data.begin(size)
        complete = _mend_size(data, recoding, size)
    return sorted(recoding.cut)


def _refuse_rare_root(data: Data) -> None:
    if not data.tree.frequent[data.tree.root]:
        raise NotReached(
            f"fewer than k {data.supporters.unit} have any item: not even the root of the taxonomy can stand for all",
            "use a smaller <k>, or the usual <algorithm>, which suppresses",
        )


def _mend_size(data: Data, recoding: "Recoding", size: int) -> bool:
    """Lift what sets of one size need; return whether no larger set can be rare."""
    mined = data.supporters.threats(data.tree.at_or_over(recoding.cut), size)
    assert mined is not None
    threats, complete = mined
    rare = threats[-1] if threats and threats[-1].shape[1] == size else np.empty((0, size), dtype=np.int64)
    recoding.rare = set(map(tuple, np.sort(rare, axis=1).tolist()))
    recoding.mend(_walk(rare, _by_support(data, recoding.cut), len(data.tree.parent)), data.causes)
    data.engine.trace.progress(
        f"{len(recoding.rare):,} sets of {size} labels that too few {data.supporters.unit} hold, "
        f"{len(recoding.cut):,} labels are left of these"
    )
    return complete


def _by_support(data: Data, nodes: set[int]) -> list[int]:
    """Return nodes in the order of the walk: by how many records (persons) hold them, most first."""
    supporting = data.supporters.of(nodes)
    counted = data.engine.columns("counting/single_items/supports", transactions=supporting)
    supports = dict(zip(counted["item"].tolist(), counted["support"].tolist(), strict=True))
    data.engine.drop(supporting)
    return sorted(nodes, key=lambda node: (-supports.get(node, 0), node))


def _walk(rare: Ints, order: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Yield the sets of nodes in ``order`` alone, as a tree of these is walked, each node before what follows it."""
    place = np.full(size, -1, dtype=np.int64)
    place[list(order)] = np.arange(len(order))
    places = np.sort(place[rare], axis=1)
    places = places[(places >= 0).all(axis=1)]
    nodes = np.array(order, dtype=np.int64)
    for row in places[np.lexsort(places.T[::-1])]:
        yield tuple(nodes[row].tolist())


@dataclass
class Recoding:
    """A recoding in the making, by whole subtrees.

    ``cut``: the nodes that are published. ``stands_for``: which of them stands for a node. ``lost``: what they lose at
    and under each node, in units of the weights. ``rare``: sets of the size that is looked at, in the order of their
    numbers, that too few hold, of the cut and of what is over it.
    """

    tree: Tree
    cut: set[int] = field(default_factory=set)
    stands_for: dict[int, int] = field(default_factory=dict)
    lost: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    rare: set[tuple[int, ...]] = field(default_factory=set)

    @cached_property
    def over(self) -> list[list[int]]:
        """Return the nodes over each one, the nearest first."""
        return [self.tree.over(node) for node in range(len(self.tree.parent))]

    @cached_property
    def loss(self) -> list[int]:
        """Return what publishing each node loses."""
        return list(map(int, self.tree.loss))

    def publish(self, node: int) -> None:
        """Publish a node instead of all that is under it."""
        more = self.loss[node] - self.lost[node]
        for over in (node, *self.over[node]):
            self.lost[over] += more
        open_ = [node]
        while open_:
            below = open_.pop()
            self.cut.discard(below)
            self.stands_for[below] = node
            open_ += self.tree.children[below]
        self.cut.add(node)

    def mend(self, sets: Iterable[tuple[int, ...]], causes: dict[int, str]) -> None:
        """Lift what each set needs that is still rare by then; note it as the cause, by node."""
        for itemset in sets:
            now = tuple(sorted({self.stands_for[node] for node in itemset}))
            if self._is_rare(now):
                text = label_list(self.tree, now)
                for node in self._cheapest(now):
                    causes.update((child, text) for child in self.tree.children[node])
                    self.publish(node)

    def _is_rare(self, nodes: tuple[int, ...]) -> bool:
        return nodes in self.rare or not all(self.tree.frequent[node] for node in nodes)

    def _cheapest(self, nodes: tuple[int, ...]) -> tuple[int, ...]:
        """Return what to lift a set to: what loses least, of that the fewest steps, of that the first by number.

        They are looked at in that order: one step up never loses less.
        """
        open_ = [(0, 0, nodes, nodes)]
        seen = {nodes}
        while True:
            _, steps, top, place = heappop(open_)
            if not self._is_rare(top):
                return top
            for index, node in enumerate(place):
                higher = (*place[:index], int(self.tree.parent[node]), *place[index + 1 :])
                if higher[index] and higher not in seen:
                    seen.add(higher)
                    top = self._topmost(higher)
                    heappush(open_, (self._price(top), steps + 1, top, higher))

    def _topmost(self, nodes: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(node for node in set(nodes) if not set(nodes).intersection(self.over[node])))

    def _price(self, nodes: Iterable[int]) -> int:
        """Return what lifting to nodes loses besides what is lost already."""
        return sum(self.loss[node] - self.lost[node] for node in nodes)
