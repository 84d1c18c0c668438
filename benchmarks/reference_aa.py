"""Apriori anonymization in plain Python: k^m-anonymity by generalization alone, the yardstick for information loss.

Own implementation of the idea in Terrovitis, Mamoulis and Kalnis (VLDB 2008; VLDB Journal 2011): for sizes 1 to m, look
at the sets of that size that fewer than k records hold, and lift some of their items to ancestors, whole subtrees at a
time, at the least NCP that makes the set frequent. A node's support is a bit mask over the records.

``python -m benchmarks.reference_aa BASKETS TAXONOMY K M`` prints NCP, labels and items kept as JSON.
"""

import json
import sys
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path

from benchmarks.trees import Tree, ncp, read_baskets, read_tree, supports


class Recoding:
    """A global recoding by whole subtrees: which node of the cut stands for each node under it."""

    def __init__(self, baskets: list[frozenset[str]], tree: Tree) -> None:
        self.tree = tree
        self.support = supports(baskets)
        self.mask = _masks(baskets, tree)
        self.children: dict[str, list[str]] = {}
        for child, parent in tree.parent.items():
            self.children.setdefault(parent, []).append(child)
        self.cut: set[str] = {item for item in tree.items if item in self.mask}
        self.stands_for = {item: item for item in self.cut}
        self.occurrences = {node: self._occurrences(node) for node in self.mask}
        self.cost = {node: self._cost(node) for node in self.mask}

    def _occurrences(self, node: str) -> int:
        return sum(self.support.get(leaf, 0) for leaf in self.under(node) if leaf in self.tree.items)

    def _cost(self, node: str) -> float:
        """NCP of publishing a node, in occurrences: nothing for a leaf."""
        leaf = node in self.tree.items
        return 0.0 if leaf else self.occurrences[node] * self.tree.leaves[node] / len(self.tree.items)

    def under(self, node: str) -> Iterator[str]:
        """Yield a node and everything under it."""
        yield node
        for child in self.children.get(node, ()):
            yield from self.under(child)

    def together(self, nodes: frozenset[str] | tuple[str, ...]) -> int:
        """Count the records that hold all nodes."""
        common = -1
        for node in nodes:
            common &= self.mask[node]
        return common.bit_count()

    def lift(self, node: str) -> None:
        """Publish ``node`` instead of everything under it."""
        self.cut -= set(self.under(node))
        self.cut.add(node)
        self.stands_for.update((each, node) for each in self.under(node))

    def price(self, nodes: frozenset[str]) -> float:
        """Return what lifting to ``nodes`` adds to the cost of the cut."""
        gone = {each for node in nodes for each in self.under(node) if each in self.cut}
        return sum(self.cost[node] for node in nodes) - sum(self.cost[node] for node in gone)

    def repair(self, itemset: tuple[str, ...], k: int) -> None:
        """Lift items of a set so that k records hold what it becomes, at the least cost."""
        choices = {self._topmost(nodes) for nodes in product(*map(self.tree.upwards, itemset))}
        prices = sorted((self.price(nodes), sorted(nodes)) for nodes in choices if self.together(nodes) >= k)
        for node in prices[0][1]:
            self.lift(node)

    def _topmost(self, nodes: tuple[str, ...]) -> frozenset[str]:
        chosen = set(nodes)
        return frozenset(node for node in chosen if not chosen & set(self.tree.upwards(node)[1:]))


def _masks(baskets: list[frozenset[str]], tree: Tree) -> dict[str, int]:
    """Return for each node the records that hold something under it, as bits."""
    rows: dict[str, set[int]] = {}
    for number, basket in enumerate(baskets):
        for item in basket:
            for node in tree.upwards(item):
                rows.setdefault(node, set()).add(number)
    return {node: _bits(numbers, len(baskets)) for node, numbers in rows.items()}


def _bits(numbers: set[int], size: int) -> int:
    bits = bytearray(size // 8 + 1)
    for number in numbers:
        bits[number // 8] |= 1 << (number % 8)
    return int.from_bytes(bits, "little")


def rare_sets(recoding: Recoding, k: int, size: int) -> list[tuple[str, ...]]:
    """Return the sets of ``size`` nodes of the cut that some but fewer than k records hold; frequent nodes first."""
    order = sorted(recoding.cut, key=lambda node: (-recoding.mask[node].bit_count(), node))
    return [nodes for nodes in combinations(order, size) if 0 < recoding.together(nodes) < k]


def anonymize(recoding: Recoding, k: int, m: int) -> None:
    """Make the recoding k^m-anonymous, size by size; each size again until no rare set is left."""
    for size in range(1, m + 1):
        while rare := rare_sets(recoding, k, size):
            for itemset in rare:
                now = tuple(sorted({recoding.stands_for[node] for node in itemset}))
                if 0 < recoding.together(now) < k:
                    recoding.repair(now, k)


def main(baskets: str, taxonomy: str, k: str, m: str) -> None:
    """Anonymize a file and print the measures."""
    recoding = Recoding(read_baskets(Path(baskets)), read_tree(Path(taxonomy)))
    anonymize(recoding, int(k), int(m))
    print(json.dumps(ncp(recoding.support, frozenset(recoding.cut), recoding.tree)))


if __name__ == "__main__":
    main(*sys.argv[1:])
