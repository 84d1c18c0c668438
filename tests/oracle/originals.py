"""All originals that reconstruct may make up of a disassociated release, in plain Python, and supports on average."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, prod

from tests.oracle.disassociation import Chunk, Folder

Records = list[frozenset[str]]
Place = tuple[int, int]


def leaves(folder: Folder) -> list[int]:
    return [cluster for cluster, kind in folder.kind.items() if kind == "simple"]


def admitting(folder: Folder, chunk: Chunk) -> list[int]:
    """The simple clusters whose records may hold a chunk: none of its items is nearer to them."""
    return [leaf for leaf in folder.leaves(chunk.cluster) if not _nearer(folder, chunk, leaf) & chunk.domain]


def _nearer(folder: Folder, chunk: Chunk, leaf: int) -> frozenset[str]:
    if chunk.cluster == leaf:
        return frozenset()
    below = [c for c in folder.above(leaf) if c != chunk.cluster and chunk.cluster in folder.above(c)]
    return folder.terms[leaf].union(*(c.domain for at in below for c in folder.of(at)))


def filled_together(folder: Folder, leaf: int) -> bool:
    """Whether the record chunks of a cluster have to fill it together."""
    full = any(len(chunk.subrecords) == folder.size[leaf] for chunk in folder.of(leaf))
    return not folder.terms[leaf] and not full


def every_original(folder: Folder) -> Iterator[tuple[Fraction, Records]]:
    """Each original with its weight: by brute force, for a handful of records."""
    for seats in product(*(_seats(folder, chunk) for chunk in folder.chunks)):
        rows: dict[Place, set[str]] = {(leaf, at): set() for leaf in leaves(folder) for at in range(folder.size[leaf])}
        for chunk, taken in zip(folder.chunks, seats, strict=True):
            for row, place in zip(chunk.subrecords, taken, strict=True):
                rows[place] |= row
        if all(_filled(folder, leaf, seats) for leaf in leaves(folder)):
            yield from _with_terms(folder, rows)


def _seats(folder: Folder, chunk: Chunk) -> Iterator[tuple[Place, ...]]:
    places = [(leaf, at) for leaf in admitting(folder, chunk) for at in range(folder.size[leaf])]
    return permutations(places, len(chunk.subrecords))


def _filled(folder: Folder, leaf: int, seats: tuple[tuple[Place, ...], ...]) -> bool:
    inner = [taken for chunk, taken in zip(folder.chunks, seats, strict=True) if chunk.cluster == leaf]
    return bool(folder.terms[leaf]) or len({place for taken in inner for place in taken}) == folder.size[leaf]


def _with_terms(folder: Folder, rows: dict[Place, set[str]]) -> Iterator[tuple[Fraction, Records]]:
    terms = [(leaf, term) for leaf in leaves(folder) for term in sorted(folder.terms[leaf])]
    for seats in product(*(range(folder.size[leaf]) for leaf, _ in terms)):
        records = {place: set(row) for place, row in rows.items()}
        for (leaf, term), at in zip(terms, seats, strict=True):
            records[leaf, at].add(term)
        empty = [place for place, row in records.items() if not row]
        weight = Fraction(1, prod(len(folder.terms[leaf]) for leaf, _ in empty))
        for given in product(*(sorted(folder.terms[leaf]) for leaf, _ in empty)):
            last = {place: {term} for place, term in zip(empty, given, strict=True)}
            yield weight, [frozenset(row) for row in (records | last).values()]


def enumerated_supports(folder: Folder, itemsets: list[frozenset[str]]) -> dict[frozenset[str], Fraction]:
    """Supports on average over :func:`every_original`."""
    total, weights = Fraction(0), Counter[frozenset[str]]()
    for weight, records in every_original(folder):
        total += weight
        for record in records:
            weights[record] += weight  # type: ignore[assignment]
    return {
        itemset: sum((weight for record, weight in weights.items() if itemset <= record), Fraction(0)) / total
        for itemset in itemsets
    }


def mean_support(folder: Folder, itemset: frozenset[str]) -> Fraction:
    """The same, from the chance that the first record of each cluster holds the itemset."""
    return sum((folder.size[leaf] * _chance(folder, leaf, itemset) for leaf in leaves(folder)), Fraction(0))


def _chance(folder: Folder, leaf: int, itemset: frozenset[str]) -> Fraction:
    chunks = [chunk for chunk in folder.chunks if leaf in admitting(folder, chunk) and chunk.domain & itemset]
    terms = folder.terms[leaf] & itemset
    if frozenset(terms).union(*(chunk.domain for chunk in chunks)) & itemset != itemset:
        return Fraction(0)
    size = folder.size[leaf]
    chance = Fraction(1, size ** len(terms)) + (_last(folder, leaf) if len(itemset) == len(terms) == 1 else 0)
    for chunk in chunks:
        having = sum(itemset & chunk.domain <= row for row in chunk.subrecords)
        chance *= Fraction(having, sum(folder.size[c] for c in admitting(folder, chunk)))
    if filled_together(folder, leaf):
        inner = [chunk for chunk in chunks if chunk.cluster == leaf]
        chance *= _filling(folder, leaf, inner) / _filling(folder, leaf, [])
    return chance


def _last(folder: Folder, leaf: int) -> Fraction:
    """The chance that a record holds nothing, and so gets this term of its cluster."""
    terms, size = len(folder.terms[leaf]), folder.size[leaf]
    chance = Fraction(size - 1, size) ** terms / terms
    for chunk in folder.chunks:
        if leaf in admitting(folder, chunk):
            chance *= 1 - Fraction(len(chunk.subrecords), sum(folder.size[c] for c in admitting(folder, chunk)))
    return chance


def _filling(folder: Folder, leaf: int, inner: list[Chunk]) -> Fraction:
    """How likely the chunks of a cluster fill it, where its first record has a subrecord of the inner ones."""
    size = folder.size[leaf]
    reached: dict[frozenset[int], Fraction] = {frozenset(): Fraction(1)}
    for chunk in folder.of(leaf):
        fixed = frozenset([0]) if any(chunk is one for one in inner) else frozenset[int]()
        rest, free = len(chunk.subrecords) - len(fixed), [at for at in range(size) if at not in fixed]
        after: dict[frozenset[int], Fraction] = {}
        for filled, chance in reached.items():
            for more in combinations(free, rest):
                key = filled | fixed | frozenset(more)
                after[key] = after.get(key, Fraction(0)) + chance / comb(len(free), rest)
        reached = after
    return reached.get(frozenset(range(size)), Fraction(0))
