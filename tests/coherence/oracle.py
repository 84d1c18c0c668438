"""(h, k, p)-coherence in plain Python: all moles by brute force, and MM as Xu and others describe it."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import combinations

Item = int | str
Records = Sequence[Collection[Item]]


def moles(records: Records, k: int, m: int | None, h: Fraction, private: Collection[Item]) -> set[frozenset[Item]]:
    """Return all sets of at most m public items that too few records hold, or that tell a private one too surely."""
    held: dict[frozenset[Item], list[Collection[Item]]] = {}
    for record in records:
        known = sorted(set(record) - set(private), key=str)
        for size in range(1, (len(known) if m is None else min(m, len(known))) + 1):
            for itemset in combinations(known, size):
                held.setdefault(frozenset(itemset), []).append(record)
    return {
        itemset
        for itemset, those in held.items()
        if len(those) < k or any(Fraction(sum(item in r for r in those), len(those)) > h for item in private)
    }


def minimal(found: set[frozenset[Item]]) -> set[frozenset[Item]]:
    """Return the moles of which no part is one."""
    return {mole for mole in found if not any(other < mole for other in found)}


def suppressed(records: Records, k: int, m: int | None, h: Fraction, private: Collection[Item]) -> list[Item]:
    """Return the items that MM suppresses, in their order; items are numbers, by which ties are broken at last."""
    left = minimal(moles(records, k, m, h, private))
    support = {item: sum(item in record for record in records) for record in records for item in record}
    gone: list[Item] = []
    while left:
        counts = {item: sum(item in mole for mole in left) for mole in left for item in mole}
        best = max(counts, key=lambda item: (Fraction(counts[item], support[item]), support[item], -int(item)))
        gone.append(best)
        left = {mole for mole in left if best not in mole}
    return gone
