"""Sets that are protected by name, by counting all of their parts."""

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import Any

Sets = Sequence[Collection[str]]


def parts(items: Collection[str]) -> Iterable[frozenset[str]]:
    """Every part of a set but the empty one."""
    return (frozenset(some) for size in range(1, len(items) + 1) for some in combinations(sorted(items), size))


def holders(records: Sequence[Collection[str]], units: Sequence[Any], some: frozenset[str]) -> set[Any]:
    """Who has a record that holds all of some items."""
    return {unit for record, unit in zip(records, units, strict=True) if some <= set(record)}


def broken(records: Sequence[Collection[str]], units: Sequence[Any], items: Collection[str], k: int) -> set[Any]:
    """Who holds a part of a set that somebody holds, but fewer than k."""
    found = [holders(records, units, some) for some in parts(set(items))]
    return set().union(*(who for who in found if 0 < len(who) < k))


def at_risk(records: Sequence[Collection[str]], units: Sequence[Any], sets: Sets, k: int) -> set[Any]:
    """Who holds such a part of any of some sets."""
    return set().union(*(broken(records, units, items, k) for items in sets))
