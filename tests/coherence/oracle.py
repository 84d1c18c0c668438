"""(h, k, p)-coherence in plain Python: all moles by brute force, and MM as Xu and others describe it."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import combinations

Item = int | str
Records = Sequence[Collection[Item]]


def moles(
    records: Records,
    k: int,
    m: int | None,
    h: Fraction,
    private: Collection[Item],
    persons: Sequence[int] | None = None,
    groups: Sequence[tuple[Collection[Item], Fraction]] = (),
) -> set[frozenset[Item]]:
    """Return all sets of at most m public items that too few hold, or that tell a private one too surely.

    Records hold them; with ``persons``, whose the records are, k of these, and neither share is above h.
    ``groups``: of private items, each with its h.
    """
    held: dict[frozenset[Item], list[int]] = {}
    for at, record in enumerate(records):
        known = sorted(set(record) - set(private), key=str)
        for size in range(1, (len(known) if m is None else min(m, len(known))) + 1):
            for itemset in combinations(known, size):
                held.setdefault(frozenset(itemset), []).append(at)
    secrets = [*[({item}, h) for item in private], *[({*items}, most) for items, most in groups]]
    ways = [range(len(records)), *([] if persons is None else [persons])]

    def is_mole(those: list[int]) -> bool:
        of_last = {ways[-1][at] for at in those}
        return len(of_last) < k or any(
            Fraction(len({who[at] for at in those if secret & set(records[at])}), len({who[at] for at in those})) > most
            for secret, most in secrets
            for who in ways
        )

    return {itemset for itemset, those in held.items() if is_mole(those)}


def minimal(found: set[frozenset[Item]]) -> set[frozenset[Item]]:
    """Return the moles of which no part is one."""
    return {mole for mole in found if not any(other < mole for other in found)}


def surety(
    records: Records,
    k: int,
    m: int | None,
    found: set[frozenset[Item]],
    secret: Collection[Item],
    h: Fraction,
    as_one: bool,
    persons: Sequence[int] | None = None,
) -> tuple[float, float, int]:
    """Return how surely a secret follows: over all, at most from a set, and from how many sets too surely.

    The secret is each item, or (``as_one``) any of them. Sets are those that k hold and of which no part is a mole.
    """
    ways = [range(len(records)), *([] if persons is None else [persons])]
    secrets = [set(secret)] if as_one else [{item} for item in secret]

    def shares(those: list[int], each: set[Item]) -> Fraction:
        holders = [at for at in those if each & set(records[at])]
        return max(Fraction(len({who[at] for at in holders}), len({who[at] for at in those})) for who in ways)

    private = set(secret)
    sets = {frozenset(c) for record in records for size in range(1, (m or len(record)) + 1)
            for c in combinations(sorted(set(record) - private, key=str), size)}  # fmt: skip
    held = {s: [at for at, record in enumerate(records) if s <= set(record)] for s in sets}
    looked_at = {s for s in sets if len({ways[-1][at] for at in held[s]}) >= k and not any(mole < s for mole in found)}
    confidences = [shares(held[s], each) for s in looked_at for each in secrets]
    over_all = [shares([*range(len(records))], each) for each in secrets]
    too_sure = sum(share > h for share in confidences)
    return float(max(over_all, default=0)), float(max(confidences, default=0)), too_sure


def suppressed(records: Records, found: set[frozenset[Item]]) -> list[Item]:
    """Return the items that MM suppresses, in their order, where these moles are ``found``; numbers break ties."""
    left = minimal(found)
    support = {item: sum(item in record for record in records) for record in records for item in record}
    gone: list[Item] = []
    while left:
        counts = {item: sum(item in mole for mole in left) for mole in left for item in mole}
        best = max(counts, key=lambda item: (Fraction(counts[item], support[item]), support[item], -int(item)))
        gone.append(best)
        left = {mole for mole in left if best not in mole}
    return gone
