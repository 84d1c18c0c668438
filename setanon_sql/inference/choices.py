"""Choices of labels of a small taxonomy: all that could be released, and what they cost.

Some nodes are chosen, none over another; with exceptions, leaves may stand beside a label over them. Leaves are bits of
a mask, in the order of the taxonomy's leaves.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import product
from math import prod

from setanon_sql.errors import BadInput
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.taxonomy.inner import with_own_leaves_of
from setanon_sql.taxonomy.others import narrowed_labels, other_name

#: Numbers beyond this are told as being beyond it.
COUNTLESS = 10**18


@dataclass(frozen=True)
class Block:
    """A label with the leaves that it stands for, as a mask; others that stand for the same are the same.

    ``saved``: what an occurrence under it saves, of ``scale``, against being suppressed.
    """

    label: str = field(compare=False)
    leaves: int
    saved: int
    scale: int


Choice = frozenset[Block]


def number_of_choices(taxonomy: Taxonomy, exceptions: bool) -> int:
    """Return how many choices of labels there are, or 10^18 where they are more."""
    numbers: dict[str, int] = {}
    for label in reversed(list(taxonomy.depth)):
        children = taxonomy.children.get(label, ())
        by_itself = 2 ** min(taxonomy.leaf_count[label], 64) - 1 if exceptions and children else 1
        numbers[label] = min(prod(numbers[child] for child in children) + by_itself, COUNTLESS)
    return numbers[taxonomy.root]


def choices_of(taxonomy: Taxonomy, cost: str, exceptions: bool) -> set[Choice]:
    """Return all choices of labels, the one of no label among them."""
    blocks = _Blocks(taxonomy, cost)
    choices: dict[str, set[Choice]] = {}
    for label in reversed(list(taxonomy.depth)):
        below = [choices[child] for child in taxonomy.children.get(label, ())]
        whole = blocks.leaves[label]
        choices[label] = {frozenset[Block]().union(*parts) for parts in product(*below)}
        choices[label] |= {
            frozenset({blocks.block(label, whole & ~out), *blocks.alone(out)})
            for out in (masks_within(whole) if exceptions and below else [0])
            if out != whole
        }
    return choices[taxonomy.root]


def masks_within(mask: int) -> Iterator[int]:
    """Yield every mask of bits of one, that of none first."""
    part = 0
    while True:
        yield part
        part = (part - mask) & mask
        if not part:
            return


def released_blocks(taxonomy: Taxonomy, labels: Collection[str], cost: str) -> dict[str, Block]:
    """Return the label that each released one is, with its leaves; raises BadInput where they are none of one choice.

    ``dairy (other)`` stands for the leaves under it that do not stand beside it.
    """
    taxonomy = with_own_leaves_of(taxonomy, labels)
    blocks = _Blocks(taxonomy, cost)
    narrowed = narrowed_labels(taxonomy, labels)
    if strange := sum(narrowed.get(label, label) not in taxonomy.depth for label in labels):
        raise BadInput(f"labels of the release are not in the taxonomy: {strange:,}", "is it that of the release?")
    outside = sum(blocks.leaves[label] for label in labels if label in blocks.place)
    stands_for: dict[str, Block] = {}
    covered = 0
    for label in labels:
        over = narrowed.get(label, label)
        leaves = blocks.leaves[over] & ~(outside if label in narrowed else 0)
        if leaves & covered:
            raise BadInput("labels of the release stand over others of it", "is the taxonomy that of the release?")
        covered |= leaves
        stands_for[label] = blocks.block(over, leaves)
    return stands_for


class _Blocks:
    """Labels with their leaves and what they save."""

    def __init__(self, taxonomy: Taxonomy, cost: str) -> None:
        self.place = {leaf: at for at, leaf in enumerate(taxonomy.leaves)}
        self.labels = taxonomy.depth.keys()
        self.whole = len(taxonomy.leaves)
        self.cost = cost
        self.leaves: dict[str, int] = {}
        for label in reversed(list(taxonomy.depth)):
            below = taxonomy.children.get(label, ())
            self.leaves[label] = sum(self.leaves[child] for child in below) or 1 << self.place[label]

    def block(self, label: str, leaves: int) -> Block:
        """Return a label, from which leaves may have been taken out."""
        scale = max(self.whole - 1, 1) if self.cost == "lm" else self.whole
        below = leaves.bit_count()
        lost = 0 if label in self.place else below - 1 if self.cost == "lm" else below
        name = label if leaves == self.leaves[label] else other_name(label, self.labels)
        return Block(name, leaves, scale - min(lost, scale), scale)

    def alone(self, leaves: int) -> Iterator[Block]:
        """Yield the leaves of a mask, each by itself."""
        return (self.block(leaf, 1 << at) for leaf, at in self.place.items() if leaves >> at & 1)
