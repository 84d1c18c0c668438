"""The kinds of records that two releases both allow, each a column of the program.

A *filling* of a cluster says which content (or none) a record takes of each chunk: disjoint ones, so that an item is
there once. Two fillings fit each other where each item that only one of them gives is a term of the other's cluster.
The record then holds what either gives, and the terms that both clusters have. These last ones it need not hold; but
where an original exists in which it does not, one exists in which it does, and no set has fewer records there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import monotonic

from setanon_sql.inference.originals.parts import Cluster, Content, ReleaseParts

#: Fillings of one cluster, and kinds of records, that are looked at.
_FILLINGS, _KINDS = 20_000, 200_000


class TooLarge(Exception):
    """The program would be too large, or the time is over before it is made."""


@dataclass(frozen=True)
class Filling:
    """What a record takes of the chunks of its cluster: the numbers of the ``contents``, and their ``items``."""

    contents: tuple[int, ...]
    items: int


@dataclass(frozen=True)
class Kind:
    """A kind of record: its cluster in either release, what it takes there, and what it holds."""

    old: Cluster
    new: Cluster
    old_filling: Filling
    new_filling: Filling
    items: int


def kinds_of(old: ReleaseParts, new: ReleaseParts, until: float) -> list[Kind]:
    """Return all kinds of records that both releases allow; raises TooLarge where they are too many, or too late."""
    new_fillings = [_fillings(cluster) for cluster in new.clusters]
    kinds: list[Kind] = []
    for cluster in old.clusters:
        fillings = _fillings(cluster)
        for other, other_fillings in zip(new.clusters, new_fillings, strict=True):
            kinds += _joined(cluster, fillings, other, other_fillings, _KINDS - len(kinds))
            if monotonic() > until:
                raise TooLarge
    return kinds


def _fillings(cluster: Cluster) -> list[Filling]:
    """Return all fillings of a cluster; raises TooLarge where they are too many."""
    fillings = [Filling((), 0)]
    for chunk in cluster.chunks:
        fillings = [filled for filling in fillings for filled in _with_chunk(filling, chunk)]
        if len(fillings) > _FILLINGS:
            raise TooLarge
    return fillings


def _with_chunk(filling: Filling, chunk: Sequence[Content]) -> Iterator[Filling]:
    """Yield the filling without the chunk, and with each content of it that has none of its items."""
    yield filling
    for content in chunk:
        if not filling.items & content.items:
            yield Filling((*filling.contents, content.number), filling.items | content.items)


def _joined(
    old: Cluster, fillings: Sequence[Filling], new: Cluster, others: Sequence[Filling], most: int
) -> list[Kind]:
    """Return the kinds of records of two clusters; raises TooLarge where they are more than ``most``."""
    settled = ~(old.terms | new.terms)
    by_settled: dict[int, list[Filling]] = {}
    for other in others:
        by_settled.setdefault(other.items & settled, []).append(other)
    kinds = []
    for filling in fillings:
        for other in by_settled.get(filling.items & settled, ()):
            items = filling.items | other.items | (old.terms & new.terms)
            if items and _fit(old, filling, new, other):
                kinds.append(Kind(old, new, filling, other, items))
        if len(kinds) > most:
            raise TooLarge
    return kinds


def _fit(old: Cluster, filling: Filling, new: Cluster, other: Filling) -> bool:
    """Say whether what only one of them gives is a term in the other."""
    return not (filling.items & ~other.items & ~new.terms or other.items & ~filling.items & ~old.terms)
