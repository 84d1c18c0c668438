"""Make a balanced taxonomy where there is none: items in an order, and neighbours under one label, level by level."""

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from setanon_sql.errors import BadParameter
from setanon_sql.numbers import whole_of
from setanon_sql.taxonomy.building import ADDED_ROOT
from setanon_sql.taxonomy.tree import Taxonomy

#: An edge: two items and how alike they are.
Edge = tuple[str, str, float]


def balanced_tree(order: Sequence[str], fan_out: int, *, ranges: bool) -> Taxonomy:
    """Return a tree whose leaves are the items in that order, about ``fan_out`` children under each label.

    ``order``: the items. ``ranges``: a label names its first and its last item; else labels are numbered.

    Cost: linear in the items.
    Raises BadParameter for a ``fan_out`` under 2, or where there are fewer than two items.
    """
    fan_out = whole_of("<fan_out>", fan_out, "4 is a usual choice", least=2)
    if len(order) < 2:
        raise BadParameter("a taxonomy needs two items or more", "is this the right source?")
    labels = set(order)
    parent: dict[str, str] = {}
    level = [(label, label, label) for label in order]
    height = 0
    while len(level) > 1:
        height += 1
        above = []
        runs = _runs(level, max(1, round(len(level) / fan_out - 0.01)))
        for number, run in enumerate(runs, 1):
            first = run[0][1]
            last = run[-1][2]
            text = f"{first} .. {last}" if ranges else f"group {height}.{number}"
            label = unused_label(ADDED_ROOT if len(runs) == 1 else text, labels)
            labels.add(label)
            parent |= {child: label for child, _, _ in run}
            above.append((label, first, last))
        level = above
    return Taxonomy(parent, level[0][0])


Level = Sequence[tuple[str, str, str]]


def _runs(level: Level, count: int) -> list[Level]:
    """Cut a level into so many runs of almost the same length."""
    ends = [len(level) * at // count for at in range(count + 1)]
    return [level[begin:end] for begin, end in pairwise(ends)]


def unused_label(label: str, labels: Collection[str]) -> str:
    """Return a label that is none of ``labels``: itself, or with stars behind it."""
    while label in labels:
        label += "*"
    return label


def by_label(items: Iterable[str]) -> list[str]:
    """Return items in the order of their labels, numbers in them by value: ``item 9`` before ``item 10``."""
    return sorted(items, key=lambda label: ([_part(part) for part in re.split(r"([0-9]+)", label)], label))


def _part(text: str) -> tuple[int, int, str]:
    return (0, int(text), "") if re.fullmatch(r"[0-9]+", text) else (1, 0, text)


def by_likeness(items: Iterable[str], edges: Iterable[Edge]) -> list[str]:
    """Return items in an order where those that are alike stand side by side.

    The edges, the strongest first, join ends of chains; chains follow each other by the order of their labels.
    """
    chain = {item: [item] for item in by_label(items)}
    for item, other, _ in sorted(edges, key=lambda edge: (-edge[2], edge[0], edge[1])):
        chain_of_item = chain[item]
        chain_of_other = chain[other]
        if (
            chain_of_item is chain_of_other
            or item not in (chain_of_item[0], chain_of_item[-1])
            or other not in (chain_of_other[0], chain_of_other[-1])
        ):
            continue
        joined = (chain_of_item if chain_of_item[-1] == item else chain_of_item[::-1]) + (
            chain_of_other if chain_of_other[0] == other else chain_of_other[::-1]
        )
        chain |= dict.fromkeys(joined, joined)
    chains = {id(items_of_chain): items_of_chain for items_of_chain in chain.values()}
    return [item for items_of_chain in chains.values() for item in items_of_chain]
