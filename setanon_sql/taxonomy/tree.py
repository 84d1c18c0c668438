"""A taxonomy as a tree of labels."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType


@dataclass(frozen=True)
class Taxonomy:
    """A tree over labels.

    Two taxonomies are equal when their trees are; the order of ``parent`` changes nothing, and all that is derived from
    it is in the order of labels. It is a tree by construction: see :func:`setanon_sql.taxonomy.building.build`.

    ``parent``: the label above each label but the root's.
    ``root``: the label over all others.
    """

    parent: Mapping[str, str]
    root: str

    @cached_property
    def children(self) -> Mapping[str, tuple[str, ...]]:
        """Return the labels right below each inner node, sorted."""
        below: dict[str, list[str]] = {}
        for label in sorted(self.parent):
            below.setdefault(self.parent[label], []).append(label)
        return MappingProxyType({label: tuple(labels) for label, labels in below.items()})

    @cached_property
    def depth(self) -> Mapping[str, int]:
        """Return the number of edges between the root (0) and each label, from the root down."""
        depths = {self.root: 0}
        level = [self.root]
        while level:
            level = [child for label in level for child in self.children.get(label, ())]
            depths |= {label: depths[self.parent[label]] + 1 for label in level}
        return MappingProxyType(depths)

    @cached_property
    def leaves(self) -> tuple[str, ...]:
        """Return the labels with nothing below them, sorted."""
        return tuple(label for label in sorted(self.depth) if label not in self.children)

    @cached_property
    def leaf_count(self) -> Mapping[str, int]:
        """Return how many leaves each label stands for (1 for a leaf)."""
        counts = {label: int(label not in self.children) for label in self.depth}
        for label in reversed(list(self.depth)):
            if label != self.root:
                counts[self.parent[label]] += counts[label]
        return MappingProxyType(counts)

    def path(self, label: str) -> tuple[str, ...]:
        """Return the label and all above it, the root last."""
        steps = [label]
        while steps[-1] != self.root:
            steps.append(self.parent[steps[-1]])
        return tuple(steps)


def with_leaves(taxonomy: Taxonomy, labels: Iterable[str]) -> Taxonomy:
    """Return a taxonomy with these labels, none of which it has, right below its root."""
    added = dict.fromkeys(labels, taxonomy.root)
    return Taxonomy({**taxonomy.parent, **added}, taxonomy.root) if added else taxonomy
