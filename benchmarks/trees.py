"""Baskets and a taxonomy in plain Python, read apart from the package: what the references and measures stand on."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, pairwise
from pathlib import Path


@dataclass(frozen=True)
class Tree:
    """A taxonomy: the parent of each node but the root, and how many leaves each node has (1 for a leaf)."""

    parent: Mapping[str, str]
    leaves: Mapping[str, int]
    items: frozenset[str]

    def upwards(self, node: str) -> list[str]:
        """Return a node and its ancestors, the root last."""
        path = [node]
        while path[-1] in self.parent:
            path.append(self.parent[path[-1]])
        return path


def read_baskets(path: Path) -> list[frozenset[str]]:
    """Read basket lines with items separated by commas or blanks."""
    with path.open(encoding="utf-8") as lines:
        return [frozenset(filter(None, re.split(r"[,\s]+", line))) for line in lines]


def read_tree(path: Path) -> Tree:
    """Read a taxonomy in ARX form: ``leaf;…;root``; equal labels on consecutive levels are one node."""
    parent: dict[str, str] = {}
    leaves: Counter[str] = Counter()
    items = set()
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            levels = list(dict.fromkeys(line.rstrip("\n").split(";")))
            parent.update(pairwise(levels))
            leaves.update(levels)
            items.add(levels[0])
    return Tree(parent, leaves, frozenset(items))


def flat_tree(items: Iterable[str]) -> Tree:
    """Return the taxonomy of items that have none: every item a leaf right under the root."""
    found = frozenset(items)
    return Tree(dict.fromkeys(found, "*"), {**dict.fromkeys(found, 1), "*": len(found)}, found)


def supports(baskets: Iterable[frozenset[str]]) -> Counter[str]:
    """Count in how many records each item is."""
    return Counter(item for basket in baskets for item in basket)


def ncp(support: Mapping[str, int], published: frozenset[str], tree: Tree) -> dict[str, float]:
    """Return what a global recoding to ``published`` labels costs, in percent, and what it leaves.

    Each occurrence in the source costs 0 where its item is published itself, leaves(label) / items where an ancestor
    is, 1 where neither is (suppressed).
    """
    cost = lost = kept = 0.0
    for item, count in support.items():
        label = next((node for node in tree.upwards(item) if node in published), None)
        kept += label == item
        lost += count if label is None else 0
        cost += count * (1 if label is None else 0 if label == item else tree.leaves[label] / len(tree.items))
    total = sum(support.values())
    return {
        "ncp_%": 100 * cost / total,
        "suppressed_%": 100 * lost / total,
        "items_kept": kept,
        "labels": len(published),
    }


def balanced_lines(baskets: Iterable[frozenset[str]], fan_out: int) -> str:
    """Return a taxonomy in ARX form over the items in their order: each ``fan_out`` neighbours under one label."""
    groups = [[item] for item in sorted(frozenset[str]().union(*baskets))]
    paths = {item: [item] for (item,) in groups}
    while len(groups) > 1:
        groups = [list(chain.from_iterable(groups[at : at + fan_out])) for at in range(0, len(groups), fan_out)]
        for group in groups:
            label = f"{group[0]}-{group[-1]}" if len(groups) > 1 else "*"
            for item in group:
                paths[item].append(label)
    return "".join(";".join(path) + "\n" for path in paths.values())
