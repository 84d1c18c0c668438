"""k^m-anonymity of persons by counting the persons of every itemset."""

from collections.abc import Collection, Sequence
from itertools import combinations

Item = int | str


def behind(
    records: Sequence[Collection[Item]], persons: Sequence[int], m: int | None = None
) -> dict[frozenset[Item], set[int]]:
    """The persons of every itemset of at most m items that occurs (None: of any size)."""
    found: dict[frozenset[Item], set[int]] = {}
    for record, person in zip(records, persons, strict=True):
        items = sorted(set(record), key=str)
        for size in range(1, (m or len(items)) + 1):
            for itemset in combinations(items, size):
                found.setdefault(frozenset(itemset), set()).add(person)
    return found


def is_km_anonymous(records: Sequence[Collection[Item]], persons: Sequence[int], k: int, m: int | None) -> bool:
    """Is every itemset of at most m items held by no record, or by records of k persons?"""
    return all(len(who) >= k for who in behind(records, persons, m).values())
