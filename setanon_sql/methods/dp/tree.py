"""A tree over a public list of items, with few labels under each: all that DiffPart may know before it looks."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil

from setanon_sql.taxonomy import Taxonomy
from setanon_sql.taxonomy.balanced import by_label

#: Labels of a tree by their numbers.
Cut = tuple[int, ...]


@dataclass(frozen=True)
class PublicTree:
    """A tree whose labels are numbers, the ``root`` the last of them.

    ``items``: what each leaf is called; empty for other labels. ``children``: the labels right below each.
    ``heights``: how far each is from the farthest item below it.
    """

    items: tuple[str, ...]
    children: tuple[Cut, ...]
    heights: tuple[int, ...]

    @property
    def root(self) -> int:
        """Return the label over all others."""
        return len(self.items) - 1

    @cached_property
    def leaves(self) -> list[tuple[int, str]]:
        """Return each item's number and what it is called."""
        return [(leaf, self.items[leaf]) for leaf, children in enumerate(self.children) if not children]

    @cached_property
    def below(self) -> list[tuple[int, int, int]]:
        """Return each label that is no item, each leaf under it, and the bit of its child on the way there."""
        under: list[list[int]] = []
        rows: list[tuple[int, int, int]] = []
        for label, children in enumerate(self.children):
            rows += [(label, leaf, 1 << place) for place, child in enumerate(children) for leaf in under[child]]
            under.append([leaf for child in children for leaf in under[child]] if children else [label])
        return rows

    @cached_property
    def _inner(self) -> list[Counter[int]]:
        """Return how many labels of each subtree are no items, by height."""
        inner: list[Counter[int]] = []
        for children, height in zip(self.children, self.heights, strict=True):
            inner.append(Counter([height]) if children else Counter())
            for child in children:
                inner[-1] += inner[child]
        return inner

    def most_openings(self, cut: Cut, most: int) -> int:
        """Return how many labels at most have to be opened until only items are left of a cut.

        ``most``: items of a record. Of labels of one height none lies under another, so that so many items are under
        at most so many of them.
        """
        by_height: Counter[int] = Counter()
        for label in cut:
            by_height += self._inner[label]
        return sum(min(most, count) for count in by_height.values())

    def to_open(self, cut: Cut) -> int | None:
        """Return the label of a cut that is opened next, the highest; None where all are items."""
        label = max(cut, key=lambda label: (self.heights[label], -label))
        return label if self.children[label] else None


class _Planting:
    def __init__(self, fan_out: int) -> None:
        self.fan_out = fan_out
        self.items: list[str] = []
        self.children: list[Cut] = []
        self.heights: list[int] = []

    def leaf(self, item: str) -> int:
        return self._add(item, (), 0)

    def over(self, labels: Sequence[int]) -> int:
        """Return a label over others: with more between where they are many, none where there is only one."""
        while len(labels) > self.fan_out:
            labels = [self.over(run) for run in _runs(labels, ceil(len(labels) / self.fan_out))]
        if len(labels) == 1:
            return labels[0]
        return self._add("", tuple(labels), 1 + max(self.heights[label] for label in labels))

    def _add(self, item: str, children: Cut, height: int) -> int:
        self.items.append(item)
        self.children.append(children)
        self.heights.append(height)
        return len(self.items) - 1


def _runs(labels: Sequence[int], count: int) -> Iterator[Sequence[int]]:
    """Cut labels into so many runs of almost the same length."""
    ends = [len(labels) * place // count for place in range(count + 1)]
    yield from (labels[begin:end] for begin, end in pairwise(ends))


def public_tree(taxonomy: Taxonomy, fan_out: int) -> PublicTree:
    """Return a taxonomy with at most ``fan_out`` labels under each.

    Where there are more, neighbours in the order of their names get labels between. A label over one alone goes.

    Cost: linear in the labels.
    """
    planting = _Planting(fan_out)
    numbers: dict[str, int] = {}
    for label in reversed(list(taxonomy.depth)):
        children = taxonomy.children.get(label, ())
        below = [numbers[child] for child in by_label(children)]
        numbers[label] = planting.over(below) if below else planting.leaf(label)
    return PublicTree(tuple(planting.items), tuple(planting.children), tuple(planting.heights))


def edges_text(taxonomy: Taxonomy) -> str:
    """Return a taxonomy as one text, by which it is known again."""
    return "\n".join(f"{label}\t{above}" for label, above in sorted(_edges(taxonomy)))


def _edges(taxonomy: Taxonomy) -> Iterable[tuple[str, str]]:
    yield from taxonomy.parent.items()
    yield taxonomy.root, ""
