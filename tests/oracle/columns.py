"""Classes of records that are alike in columns, and sets in them, by counting every one."""

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Any


def known(items: Collection[str], m: int) -> list[frozenset[str]]:
    """Every set of up to m items, the empty one among them."""
    return [frozenset(some) for size in range(m + 1) for some in combinations(sorted(items), size)]


def holders(
    records: Sequence[Collection[str]], classes: Sequence[Any], units: Sequence[Any], at: int, some: Collection[str]
) -> set[Any]:
    """Who has a record of the class of one record that holds some of its items."""
    return {
        unit
        for record, of, unit in zip(records, classes, units, strict=True)
        if of == classes[at] and set(some) <= set(record)
    }


def at_risk(
    records: Sequence[Collection[str]], classes: Sequence[Any], units: Sequence[Any], k: int, m: int
) -> set[Any]:
    """Who is found among fewer than k by the columns of a record, and up to m of its items."""
    return {
        units[at]
        for at, record in enumerate(records)
        if any(len(holders(records, classes, units, at, some)) < k for some in known(record, m))
    }


def keeps(records: Sequence[Collection[str]], classes: Sequence[Any], units: Sequence[Any], k: int, m: int) -> bool:
    """Is nobody found so?"""
    return not at_risk(records, classes, units, k, m)


def sizes(classes: Sequence[Any], units: Sequence[Any]) -> dict[Any, int]:
    """How many records, or persons, are in each class."""
    return {one: len({unit for of, unit in zip(classes, units, strict=True) if of == one}) for one in set(classes)}


def minimal_threats(
    records: Sequence[Collection[str]], classes: Sequence[Any], units: Sequence[Any], k: int, m: int
) -> set[tuple[Any, frozenset[str]]]:
    """The sets of a class of k and more that fewer than k hold, and all parts of which k and more do."""
    rare = set()
    for at, record in enumerate(records):
        for some in known(record, m):
            parts = [some - {one} for one in some]
            counts = [len(holders(records, classes, units, at, part)) for part in parts]
            if some and len(holders(records, classes, units, at, some)) < k <= min(counts):
                rare.add((classes[at], some))
    return rare


def smallest(
    records: Sequence[Collection[str]], classes: Sequence[Any], units: Sequence[Any], k: int, m: int
) -> dict[int, tuple[int, int]]:
    """The fewest items of each record at risk that find fewer than k, and how few these are."""
    found = {}
    for at, record in enumerate(records):
        counts = [(len(some), len(holders(records, classes, units, at, some))) for some in known(record, m)]
        if rare := [one for one in counts if one[1] < k]:
            found[at] = min(rare)
    return found


def every_minimal_threat(
    records: Sequence[Collection[str]], classes: Sequence[Any], units: Sequence[Any], k: int, m: int
) -> set[tuple[Any, frozenset[str]]]:
    """The same, with the set of no item for each class of fewer than k."""
    small = {(one, frozenset[str]()) for one, size in sizes(classes, units).items() if size < k}
    return small | minimal_threats(records, classes, units, k, m)
