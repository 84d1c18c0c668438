"""The kinds of records that two releases both allow, each a column of the program.

A *filling* of a cluster says which content (or none) a record takes of each chunk: disjoint ones, so that an item is
there once. Two fillings fit each other where each item that only one of them gives is a term of the other's cluster.
The record then holds what either gives, and the terms that both clusters have. These last ones it need not hold; but
where an original exists in which it does not, one exists in which it does, and no set has fewer records there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from time import monotonic

from setanon_sql.inference.originals.parts import ChunkContent, Cluster, ReleaseParts

#: Kinds of records, of all clusters or begun of two, that are looked at.
_KINDS = 200_000


class TooLarge(Exception):
    """The program would be too large, or the time is over before it is made."""


@dataclass(frozen=True)
class ClusterFilling:
    """Choice of a record among the chunks of its cluster: the numbers of the ``contents``, and their ``items``."""

    contents: tuple[int, ...]
    items: int


@dataclass(frozen=True)
class Kind:
    """A kind of record: its cluster in either release, what it takes there, and what it holds."""

    old: Cluster
    new: Cluster
    old_filling: ClusterFilling
    new_filling: ClusterFilling
    items: int


def kinds_of(old: ReleaseParts, new: ReleaseParts, until: float) -> list[Kind]:
    """Return all kinds of records that both releases allow; raises TooLarge where they are too many, or too late."""
    kinds: list[Kind] = []
    for cluster in old.clusters:
        for other in new.clusters:
            kinds += _of_pair(cluster, other, until)
            if len(kinds) > _KINDS:
                raise TooLarge
    return kinds


def _of_pair(old: Cluster, new: Cluster, until: float) -> list[Kind]:
    """Return the kinds of records of two clusters: chunk by chunk, leaving out at once what does not fit."""
    steps = _steps(old, new)
    begun = [(ClusterFilling((), 0), ClusterFilling((), 0))]
    undecided = [reduce(or_, (domain for at, domain, _ in steps if at == side), 0) for side in (0, 1)]
    for place, (side, _, able) in enumerate(steps):
        undecided[side] = reduce(or_, (domain for at, domain, _ in steps[place + 1 :] if at == side), 0)
        decided = ~(undecided[0] | undecided[1])
        more = (_replace_side(pair, side, filled) for pair in begun for filled in _take_chunk(pair[side], able))
        begun = [pair for pair in more if _fit(old, pair[0], new, pair[1], decided)]
        if len(begun) > _KINDS or monotonic() > until:
            raise TooLarge
    both = old.terms & new.terms
    kinds = [
        Kind(old, new, filling, other_filling, filling.items | other_filling.items | both)
        for filling, other_filling in begun
    ]
    return [kind for kind in kinds if kind.items]


def _steps(old: Cluster, new: Cluster) -> list[tuple[int, int, list[ChunkContent]]]:
    """Return the chunks of both: the side, all items, and what a record may take of it; those that meet one another."""
    able = [
        (
            side,
            reduce(or_, (content.items for content in chunk), 0),
            [content for content in chunk if not content.items & ~other.items],
        )
        for side, (cluster, other) in enumerate(((old, new), (new, old)))
        for chunk in cluster.chunks
    ]
    steps: list[tuple[int, int, list[ChunkContent]]] = []
    while able:
        met = reduce(or_, (domain for _, domain, _ in steps), 0)
        best = max(range(len(able)), key=lambda at: (able[at][1] & met).bit_count())
        steps.append(able.pop(best))
    return steps


def _replace_side(
    pair: tuple[ClusterFilling, ClusterFilling], side: int, filled: ClusterFilling
) -> tuple[ClusterFilling, ClusterFilling]:
    """Return the fillings with another one for one side."""
    return (pair[0], filled) if side else (filled, pair[1])


def _take_chunk(filling: ClusterFilling, chunk: Sequence[ChunkContent]) -> Iterator[ClusterFilling]:
    """Yield the filling without the chunk, and with each content of it that has none of its items."""
    yield filling
    for content in chunk:
        if not filling.items & content.items:
            yield ClusterFilling((*filling.contents, content.number), filling.items | content.items)


def _fit(old: Cluster, filling: ClusterFilling, new: Cluster, other: ClusterFilling, decided: int) -> bool:
    """Say whether, of the items that are decided, those that only one of them gives are terms in the other."""
    only_old = filling.items & ~other.items
    only_new = other.items & ~filling.items
    return not (only_old & ~new.terms & decided or only_new & ~old.terms & decided)
