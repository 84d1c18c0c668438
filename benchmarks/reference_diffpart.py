"""DiffPart in plain Python, to compare with: made-up records with differential privacy; its noise is OpenDP's.

Chen, Mohammed, Fung, Desai and Xiong, "Publishing Set-Valued Data via Differential Privacy" (PVLDB 2011): all records
are one part under the root of a taxonomy that does not depend on the data. A label of a part is opened; its records go
by the set of children that they hold. Of each of the 2^f - 1 sets a count with noise decides whether it is a part. Half
of the budget is for the way down, half (and what is left of the way) for the counts of whole parts.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from setanon_sql.methods.dp.noise import library

FAN_OUT = 10
#: Of a part on the way, and of a whole one: how many standard deviations of noise its count has to be.
ON_THE_WAY = 6.75
WHOLE = 2.75

Label = tuple[int, int]
"""A label: its height over the items (0: an item), and its number there."""


@dataclass(frozen=True)
class Part:
    """Records that hold the same labels: ``labels``, those that are no items yet first, and ``budget`` for the way."""

    labels: tuple[Label, ...]
    records: list[tuple[int, ...]]
    budget: float


@dataclass(frozen=True)
class Domain:
    """The items, by number, and the balanced tree over them."""

    items: int

    @property
    def height(self) -> int:
        """Return how high the root stands over the items."""
        height = 0
        while FAN_OUT**height < self.items:
            height += 1
        return height

    def children(self, label: Label) -> list[Label]:
        """Return the labels right below a label."""
        height, number = label
        first = number * FAN_OUT
        last = -(-self.items // FAN_OUT ** (height - 1))
        return [(height - 1, child) for child in range(first, min(first + FAN_OUT, last))]

    def inner(self, label: Label) -> int:
        """Return how many labels of a subtree are no items."""
        height, number = label
        whole = 0
        for level in range(1, height + 1):
            width = FAN_OUT ** (height - level)
            last = -(-self.items // FAN_OUT**level)
            whole += max(0, min((number + 1) * width, last) - number * width)
        return whole


def made_up(records: Sequence[Sequence[int]], items: int, epsilon: float) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield sets of items (numbers from 0), each with how many records of it are made up."""
    domain = Domain(items)
    whole = [tuple(sorted(record)) for record in records]
    parts = [Part(((domain.height, 0),), whole, epsilon / 2)]
    while parts:
        part = parts.pop()
        top = max(part.labels)
        if top[0] == 0:
            scale = 1 / (epsilon / 2 + part.budget)
            (count,) = _with_noise([len(part.records)], scale)
            if count >= WHOLE * sqrt(2) * scale:
                yield tuple(number for _, number in part.labels), count
            continue
        parts += _opened(domain, part, top)


def _opened(domain: Domain, part: Part, label: Label) -> Iterator[Part]:
    """Yield the parts that come of opening a label, as noise lets them be."""
    share = part.budget / sum(domain.inner(other) for other in part.labels)
    children = domain.children(label)
    width = FAN_OUT ** (label[0] - 1)
    by_set = defaultdict[int, list[tuple[int, ...]]](list)
    bits = {number: 1 << at for at, (_, number) in enumerate(children)}
    for record in part.records:
        mask = 0
        for item in record:
            mask |= bits.get(item // width, 0)
        by_set[mask].append(record)
    masks = range(1, 1 << len(children))
    counts = _with_noise([len(by_set[mask]) if mask in by_set else 0 for mask in masks], 1 / share)
    rest = tuple(other for other in part.labels if other != label)
    for mask, count in zip(masks, counts, strict=True):
        if count >= ON_THE_WAY * sqrt(2) * label[0] / share:
            below = tuple(child for at, child in enumerate(children) if mask >> at & 1)
            yield Part(rest + below, by_set.get(mask, []), part.budget - share)


def _with_noise(counts: list[int], scale: float) -> list[int]:
    dp: Any = library()
    space = dp.vector_domain(dp.atom_domain(T="i64")), dp.l1_distance(T="i64")
    noisy: list[int] = dp.m.make_laplace(*space, scale=scale)(counts)
    return noisy
