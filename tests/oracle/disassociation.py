"""Disassociation in plain Python: what a release must be, and an original that hides any m items of a record."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

Subrecord = frozenset[str]


@dataclass(frozen=True)
class Chunk:
    """A record or shared chunk: the cluster it belongs to and its subrecords, none empty."""

    cluster: int
    subrecords: tuple[Subrecord, ...]

    @property
    def domain(self) -> frozenset[str]:
        return frozenset().union(*self.subrecords)


@dataclass(frozen=True)
class Folder:
    """A release: parents and sizes by cluster, chunks, and the terms by simple cluster."""

    parent: Mapping[int, int | None]
    kind: Mapping[int, str]
    size: Mapping[int, int]
    chunks: Sequence[Chunk]
    terms: Mapping[int, frozenset[str]]

    def of(self, cluster: int) -> list[Chunk]:
        return [chunk for chunk in self.chunks if chunk.cluster == cluster]

    def above(self, cluster: int) -> Iterator[int]:
        """The cluster and all over it."""
        at: int | None = cluster
        while at is not None:
            yield at
            at = self.parent[at]

    def leaves(self, cluster: int) -> list[int]:
        return [c for c in self.kind if self.kind[c] == "simple" and cluster in self.above(c)]


def folder_of(
    clusters: Sequence[tuple[int, int | None, str, int]],
    subrecords: Sequence[tuple[int, int, int, str]],
    terms: Sequence[tuple[int, str]],
) -> Folder:
    """Build a release from the rows of its tables."""
    grouped: dict[tuple[int, int], dict[int, set[str]]] = {}
    for cluster, chunk, subrecord, item in subrecords:
        grouped.setdefault((cluster, chunk), {}).setdefault(subrecord, set()).add(item)
    chunks = [Chunk(cluster, tuple(map(frozenset, rows.values()))) for (cluster, _), rows in sorted(grouped.items())]
    held: dict[int, set[str]] = {}
    for cluster, item in terms:
        held.setdefault(cluster, set()).add(item)
    return Folder(
        {c: parent for c, parent, _, _ in clusters},
        {c: kind for c, _, kind, _ in clusters},
        {c: size for c, _, _, size in clusters},
        chunks,
        {c: frozenset(held.get(c, ())) for c, _, kind, _ in clusters if kind == "simple"},
    )


def broken_chunks(folder: Folder, k: int, m: int) -> int:
    """Chunks that are not k^m-anonymous."""
    return sum(not _km(chunk, k, m) for chunk in folder.chunks)


def _km(chunk: Chunk, k: int, m: int) -> bool:
    counts = Counter(s for row in chunk.subrecords for n in range(1, m + 1) for s in combinations(sorted(row), n))
    return all(count >= k for count in counts.values())


def starved_clusters(folder: Folder, k: int, m: int) -> int:
    """Simple clusters that do not meet Lemma 2."""
    return sum(not _filled(folder, c, k, m) for c, kind in folder.kind.items() if kind == "simple")


def _filled(folder: Folder, cluster: int, k: int, m: int) -> bool:
    chunks = folder.of(cluster)
    total = sum(len(chunk.subrecords) for chunk in chunks)
    enough = bool(chunks) and total >= folder.size[cluster] + k * (min(m, len(chunks)) - 1)
    return enough or bool(folder.terms[cluster])


def conflicting_chunks(folder: Folder, k: int) -> int:
    """Shared chunks that break Property 1."""
    return sum(not _property_1(folder, chunk, k) for chunk in folder.chunks if folder.kind[chunk.cluster] == "joint")


def _property_1(folder: Folder, chunk: Chunk, k: int) -> bool:
    below = [c for c in folder.chunks if c.cluster != chunk.cluster and chunk.cluster in folder.above(c.cluster)]
    if not any(chunk.domain & other.domain for other in below):
        return True
    return min(Counter(chunk.subrecords).values()) >= k


def vulnerable_chunks(folder: Folder) -> int:
    """Record chunks with a covered item, in clusters with two record chunks or more."""
    return sum(
        _covered(chunk)
        for cluster, kind in folder.kind.items()
        if kind == "simple" and len(folder.of(cluster)) > 1
        for chunk in folder.of(cluster)
    )


def _covered(chunk: Chunk) -> bool:
    full = sum(row == chunk.domain for row in chunk.subrecords)
    return len(chunk.domain) > 1 and any(sum(x in row for row in chunk.subrecords) == full for x in chunk.domain)


class Original:
    """An original that a release allows: records by simple cluster, filled subrecord by subrecord.

    No more than one in ``one_in`` records of a cluster hold each of the ``secret`` items.
    """

    def __init__(self, folder: Folder, secret: frozenset[str] = frozenset(), one_in: int = 1) -> None:
        self.folder, self.secret, self.one_in = folder, secret, one_in
        self.records: dict[int, list[set[str]]] = {
            c: [set() for _ in range(folder.size[c])] for c, kind in folder.kind.items() if kind == "simple"
        }

    def holding(self, cluster: int, itemset: frozenset[str], k: int) -> bool:
        """Fill it so that k records of a simple cluster hold an itemset; False where this way does not get there.

        The first k records are to hold it, and so have something. All other subrecords go to other records as long as
        there is room: a chunk without any of these items, taken first, would otherwise fill the k records, and leave
        others empty that Lemma 2 counts on.
        """
        todo = sorted(self.folder.chunks, key=lambda chunk: len(list(self.folder.above(chunk.cluster))), reverse=True)
        for chunk in todo:
            part = itemset & chunk.domain if cluster in self.folder.leaves(chunk.cluster) else frozenset()
            if self.folder.kind[chunk.cluster] == "joint" and part <= self._elsewhere(cluster, chunk):
                part = frozenset()
            if not self._place(chunk, cluster, part, k):
                return False
        return self._terms(cluster, itemset, k)

    def _elsewhere(self, cluster: int, chunk: Chunk) -> frozenset[str]:
        """Items that a chunk further down, or the term chunk, gives to the records of the cluster."""
        below = [c for c in self.folder.above(cluster) if c != chunk.cluster and chunk.cluster in self.folder.above(c)]
        return frozenset().union(self.folder.terms[cluster], *(c.domain for b in below for c in self.folder.of(b)))

    def _place(self, chunk: Chunk, cluster: int, part: frozenset[str], k: int) -> bool:
        having = [row for row in chunk.subrecords if part and part <= row]
        if part and len(having) < k:
            return False
        first, rest = having[:k], list(chunk.subrecords)
        for row in first:
            rest.remove(row)
        target = self.records[cluster][: len(first)]
        if any(row & record for row, record in zip(first, target, strict=True)):
            return False
        for row, record in zip(first, target, strict=True):
            record.update(row)
        holders = {id(record) for record in self.records[cluster][:k]}
        used = {id(record) for record in target}
        free = [r for c in self.folder.leaves(chunk.cluster) for r in self.records[c] if id(r) not in used]
        return self._spread(rest, sorted(free, key=lambda record: (id(record) in holders, len(record))))

    def _spread(self, rows: list[Subrecord], free: list[set[str]]) -> bool:
        """Give each subrecord a record of its own that has none of its items, emptier ones first (a matching)."""
        owner: dict[int, int] = {}

        def give(row: int, seen: set[int]) -> bool:
            for at, record in enumerate(free):
                if at not in seen and not rows[row] & record:
                    seen.add(at)
                    if at not in owner or give(owner[at], seen):
                        owner[at] = row
                        return True
            return False

        if not all(give(row, set()) for row in range(len(rows))):
            return False
        for at, row in owner.items():
            free[at].update(rows[row])
        return True

    def _terms(self, cluster: int, itemset: frozenset[str], k: int) -> bool:
        for c, terms in self.folder.terms.items():
            for record in self.records[c]:
                record.update(() if record else terms - self.secret)
            for record in self.records[c][: k if c == cluster else 1]:
                record.update(terms)
        held = sum(itemset <= record for record in self.records[cluster])
        filled = all(record for records in self.records.values() for record in records)
        return held >= k and filled and self._few()

    def _few(self) -> bool:
        """Does no cluster have too many holders of a secret item?"""
        return all(
            sum(item in record for record in records) * self.one_in <= len(records)
            for records in self.records.values()
            for item in self.secret
        )


def possible(folder: Folder, itemset: frozenset[str]) -> bool:
    """Can any record of an original hold an itemset, its parts from one chunk being in one subrecord of it?"""
    return any(_fits(folder, cluster, itemset) for cluster, kind in folder.kind.items() if kind == "simple")


def _fits(folder: Folder, cluster: int, itemset: frozenset[str]) -> bool:
    places, items = _places(folder, cluster), sorted(itemset)
    homes = [[at for at, place in enumerate(places) if item in place.domain] for item in items]
    for choice in product(*homes):
        parts = [{item for item, home in zip(items, choice, strict=True) if home == at} for at in range(len(places))]
        if all(any(part <= row for row in places[at].subrecords) for at, part in enumerate(parts) if part):
            return True
    return False


def _places(folder: Folder, cluster: int) -> list[Chunk]:
    """What a record of a simple cluster draws on: its terms, as one subrecord, and the chunks at and over it."""
    return [Chunk(cluster, (folder.terms[cluster],)), *(c for at in folder.above(cluster) for c in folder.of(at))]
