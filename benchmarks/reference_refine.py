"""REFINE in plain Python, as the paper has it, and the tables that the whole algorithm would publish.

Pairs of clusters that are next to each other, ordered by their term chunks anew in each round, are joined where
criterion (1) holds, until none is. Source: Terrovitis et al., section 4, algorithm REFINE, and section 5, Property 1.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.reference_disassociation import verpart

Item = Hashable
Records = list[frozenset[Any]]
Split = tuple[list[list[Any]], list[Any]]
#: For each term: the simple clusters that have it in their term chunk, with its support there.
Terms = dict[Any, list[tuple[int, int]]]


@dataclass
class Top:
    """A cluster at the top, simple or joint: its simple clusters, records, virtual term chunk and items in chunks."""

    id: int
    leaves: list[int]
    size: int
    terms: Terms
    chunked: set[Any]


@dataclass
class Joint:
    """A joint cluster: what it joins, the terms that moved to it, the items of the chunks further down."""

    id: int
    children: list[int]
    leaves: list[int]
    moved: Terms
    below: set[Any] = field(default_factory=set)


def refine(clusters: Sequence[Records], splits: Sequence[Split], k: int) -> tuple[list[Joint], list[Top]]:
    """Return the joint clusters, those further down first, and the clusters at the top."""
    tops = [_leaf(at, group, split) for at, (group, split) in enumerate(zip(clusters, splits, strict=True))]
    sizes = [len(group) for group in clusters]
    joints: list[Joint] = []
    while True:
        tops, fresh = _join_pairs(_ordered(tops), sizes, k, len(clusters) + len(joints))
        if not fresh:
            return joints, tops
        joints += fresh


def _leaf(at: int, group: Records, split: Split) -> Top:
    support = Counter(item for record in group for item in record)
    terms = {item: [(at, support[item])] for item in split[1]}
    return Top(at, [at], len(group), terms, {item for chunk in split[0] for item in chunk})


def _ordered(tops: list[Top]) -> list[Top]:
    chunks = Counter(item for top in tops for item in top.terms)
    return sorted(tops, key=lambda top: sorted((-chunks[item], item) for item in top.terms))


def _join_pairs(tops: list[Top], sizes: list[int], k: int, first: int) -> tuple[list[Top], list[Joint]]:
    left: list[Top] = []
    joints: list[Joint] = []
    for at in range(0, len(tops), 2):
        pair = tops[at : at + 2]
        shared = _refining(pair, sizes, k) if len(pair) == 2 else set()
        if not shared:
            left += pair
            continue
        moved = {item: [place for top in pair for place in top.terms[item]] for item in shared}
        leaves, below = [leaf for top in pair for leaf in top.leaves], set().union(*(top.chunked for top in pair))
        joints.append(Joint(first + len(joints), [top.id for top in pair], leaves, moved, below))
        terms: Terms = defaultdict(list)
        for top in pair:
            for item in top.terms.keys() - shared:
                terms[item] += top.terms[item]
        left.append(Top(joints[-1].id, leaves, sum(top.size for top in pair), dict(terms), below | shared))
    return left, joints


def _refining(pair: list[Top], sizes: list[int], k: int) -> set[Any]:
    """Return the terms that two clusters share where criterion (1) holds; else none."""
    both = pair[0].terms.keys() & pair[1].terms.keys()
    shared = {item for item in both if sum(n for top in pair for _, n in top.terms[item]) >= k}
    places = [place for item in shared for top in pair for place in top.terms[item]]
    size, held = sum(top.size for top in pair), sum(sizes[leaf] for leaf in {leaf for leaf, _ in places})
    return shared if sum(n for _, n in places) * held >= len(places) * size else set()


def shared_chunks(clusters: Sequence[Records], joint: Joint, k: int, m: int) -> Iterator[list[frozenset[Any]]]:
    """Yield the subrecords of each shared chunk of a joint cluster."""
    own: dict[int, set[Any]] = defaultdict(set)
    for item, places in joint.moved.items():
        for leaf, _ in places:
            own[leaf].add(item)
    rows = [record & items for leaf, items in own.items() for record in clusters[leaf] if record & items]
    fresh = frozenset(joint.moved.keys() - joint.below)
    chunks = verpart([row & fresh for row in rows if row & fresh], k, m)
    domains = [*chunks[0], chunks[1], *([item] for item in joint.moved.keys() & joint.below)]
    for domain in filter(None, map(frozenset, domains)):
        yield [row & domain for row in rows if row & domain]


def tables(
    clusters: Sequence[Records], splits: Sequence[Split], refined: tuple[list[Joint], list[Top]], k: int, m: int
) -> dict[str, list[tuple[Any, ...]]]:
    """Return the rows of ``clusters``, ``subrecords`` and ``terms``, as a release has them."""
    joints, tops = refined
    parent = {child: joint.id for joint in joints for child in joint.children}
    sizes = [(at, "simple", len(group)) for at, group in enumerate(clusters)]
    sizes += [(joint.id, "joint", sum(len(clusters[leaf]) for leaf in joint.leaves)) for joint in joints]
    chunks = [(at, _projected(group, chunk)) for at, group in enumerate(clusters) for chunk in splits[at][0]]
    chunks += [(joint.id, rows) for joint in joints for rows in shared_chunks(clusters, joint, k, m)]
    numbered = ((at, number, row) for number, (at, rows) in enumerate(chunks) for row in rows)
    return {
        "clusters": [(at, parent.get(at, -1), kind, size) for at, kind, size in sizes],
        "subrecords": [(at, chunk, n, item) for n, (at, chunk, row) in enumerate(numbered) for item in row],
        "terms": [(leaf, item) for top in tops for item, places in top.terms.items() for leaf, _ in places],
    }


def _projected(group: Records, chunk: list[Any]) -> list[frozenset[Any]]:
    return [row for record in group if (row := record & frozenset(chunk))]
