"""DiffPart in plain Python, without noise: parts of records, opened one by one along a tree."""

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import md5
from itertools import pairwise
from math import ceil, sqrt
from typing import Any

#: An item, or the labels below a label.
Tree = Any


def tree_of(children: Mapping[str, Sequence[str]], label: str, fan_out: int) -> Tree:
    """Return a label and all below it, with at most ``fan_out`` labels under each, none of them alone."""
    if label not in children:
        return label
    below = [tree_of(children, child, fan_out) for child in sorted(children[label])]
    while len(below) > fan_out:
        pieces = ceil(len(below) / fan_out)
        ends = [len(below) * at // pieces for at in range(pieces + 1)]
        runs = [below[begin:end] for begin, end in pairwise(ends)]
        below = [run[0] if len(run) == 1 else tuple(run) for run in runs]
    return below[0] if len(below) == 1 else tuple(below)


def items(tree: Tree) -> set[str]:
    return {tree} if isinstance(tree, str) else set().union(*map(items, tree))


def height(tree: Tree) -> int:
    return 0 if isinstance(tree, str) else 1 + max(map(height, tree))


def inner(tree: Tree) -> Counter[int]:
    """Return how many labels of a tree are no items, by height."""
    if isinstance(tree, str):
        return Counter()
    return sum(map(inner, tree), Counter([height(tree)]))


def left(name: str, record: set[str], public: set[str], most: int) -> set[str]:
    """Return which items of a record are left by the lot with the secret 0."""

    def place(item: str) -> tuple[str, str]:
        return md5(f"0:{name}:{item}".encode()).hexdigest(), item

    return set(sorted(record & public, key=place)[:most])


def published(
    records: Mapping[str, set[str]], tree: Tree, epsilon: float, most: int, on_the_way: float, last: float
) -> dict[frozenset[str], int]:
    """Return the sets that are published where all noise is 0, and how many records hold each."""
    whole = [kept for name, record in records.items() if (kept := left(name, record, items(tree), most))]
    done: dict[frozenset[str], int] = {}
    parts = [((tree,), whole, epsilon / 2)]
    while parts:
        cut, members, way = parts.pop()
        threshold = last * sqrt(2) / (epsilon / 2 + way)
        inner_labels = [label for label in cut if not isinstance(label, str)]
        if not inner_labels:
            if len(members) >= max(1, threshold):
                done[frozenset(cut)] = len(members)
            continue
        counts = sum(map(inner, cut), Counter())
        openings = sum(min(most, count) for count in counts.values())
        label = max(inner_labels, key=height)
        if openings > 1:
            share = way / (openings - 1)
            threshold = on_the_way * height(label) * sqrt(2) / share
        groups: dict[tuple[Tree, ...], list[set[str]]] = {}
        for record in members:
            groups.setdefault(tuple(child for child in label if items(child) & record), []).append(record)
        for below, group in groups.items():
            rest = tuple(other for other in cut if other is not label) + below
            if openings == 1 and len(group) >= max(1, threshold):
                done[frozenset(rest)] = len(group)
            elif openings > 1 and len(group) >= threshold:
                parts.append((rest, group, way - share))
    return done
