"""The condition of local recoding in plain Python, by brute force."""

from collections.abc import Mapping, Sequence
from itertools import combinations

#: Of each record what stands for each of its items: an item, a label over it, or nothing (it is missing).
Records = Mapping[int, Mapping[str, str]]


def over(parent: Mapping[str, str], node: str) -> list[str]:
    """Return a node and all nodes over it."""
    path = [node]
    while path[-1] in parent:
        path.append(parent[path[-1]])
    return path


def known_of(shown: frozenset[str], parent: Mapping[str, str], items: set[str]) -> frozenset[str]:
    """Return what a record says: what it shows, and the item that a label must stand for beside all others of it."""
    known = set(shown)
    for label in shown - items:
        hidden = {item for item in items if label in over(parent, item)} - shown
        if len(hidden) == 1:
            known |= hidden
    return frozenset(known)


def too_few(
    records: Records, parent: Mapping[str, str], items: set[str], k: int, m: int, persons: Sequence[int] | None = None
) -> set[frozenset[str]]:
    """Return the sets of up to m labels that records say, and fewer than k records, or persons, do."""
    says = {at: known_of(frozenset(labels.values()), parent, items) for at, labels in records.items()}
    sets = {frozenset(chosen) for known in says.values() for size in range(1, m + 1)
            for chosen in combinations(sorted(known), size)}  # fmt: skip
    holders = {
        chosen: {persons[at] if persons else at for at, known in says.items() if chosen <= known} for chosen in sets
    }
    return {chosen for chosen, those in holders.items() if len(those) < k}
