"""The conditions of local recoding in plain Python, by brute force."""

from collections.abc import Iterator, Mapping, Sequence, Set
from fractions import Fraction
from itertools import combinations, product

#: Of each record what stands for each of its items: an item, a label over it, or nothing (it is missing).
Records = Mapping[int, Mapping[str, str]]


def over(parent: Mapping[str, str], node: str) -> list[str]:
    """Return a node and all nodes over it."""
    path = [node]
    while path[-1] in parent:
        path.append(parent[path[-1]])
    return path


def known_of(shown: frozenset[str], parent: Mapping[str, str], items: set[str]) -> frozenset[str]:
    """Return what a record says: what it shows, and the items without which its labels would stand for nothing."""
    labels = [{item for item in items - shown if label in over(parent, item)} for label in sorted(shown - items)]
    return shown | {item for item in set().union(*labels) if not _each_has_one([those - {item} for those in labels])}


def _each_has_one(labels: Sequence[Set[str]]) -> bool:
    """Return whether each label can stand for an item of its own."""
    if not labels:
        return True
    return any(_each_has_one([those - {item} for those in labels[1:]]) for item in labels[0])


def fitting(shown: frozenset[str], parent: Mapping[str, str], items: set[str]) -> Iterator[dict[str, str]]:
    """Yield what a record may have held that shows this, and what stands for each item; nothing was left out."""
    under = [[node for node in over(parent, item) if node in shown - items] for item in sorted(items - shown)]
    for chosen in product(*([None, *labels] for labels in under)):
        if shown - items <= {*chosen}:
            stands = {item: node for item, node in zip(sorted(items - shown), chosen, strict=True) if node}
            yield stands | {item: item for item in shown & items}


def too_few(
    records: Records, parent: Mapping[str, str], items: set[str], k: int, m: int | None,
    persons: Sequence[int] | None = None, known: Set[str] | None = None,
) -> set[frozenset[str]]:  # fmt: skip
    """Return the sets of up to m labels (None: any number) that records say, and fewer than k records, or persons, do;
    ``known``: only of these labels and items.
    """
    holders = holders_of(records, parent, items, m, persons=persons, known=known)
    return {chosen for chosen, those in holders.items() if len(those) < k}


def holders_of(
    records: Records, parent: Mapping[str, str], items: set[str], m: int | None,
    persons: Sequence[int] | None = None, known: Set[str] | None = None,
) -> dict[frozenset[str], set[int]]:  # fmt: skip
    """Return each set of up to m labels that records say, with the records, or persons, who do."""
    says = {at: known_of(frozenset(labels.values()), parent, items) for at, labels in records.items()}
    says = {at: labels if known is None else labels & known for at, labels in says.items()}
    sets = {frozenset(chosen) for known in says.values() for size in range(1, (m or len(known)) + 1)
            for chosen in combinations(sorted(known), size)}  # fmt: skip
    return {
        chosen: {persons[at] if persons else at for at, known in says.items() if chosen <= known} for chosen in sets
    }


def too_sure(
    records: Records, parent: Mapping[str, str], items: set[str], limits: Mapping[str, Fraction], m: int,
    held: Sequence[Set[str]] | Mapping[int, Set[str]], persons: Sequence[int] | None = None,
) -> set[frozenset[str]]:  # fmt: skip
    """Return the sets of up to m labels that records say, and from which something sensitive follows too surely.

    ``held``: what of it each record holds. ``limits``: of the records that say a set, and of the persons, at most this
    share may hold it.
    """
    found = set()
    for whose in [None, persons] if persons else [None]:
        says = holders_of(records, parent, items, m, persons=whose)
        for secret, limit in limits.items():
            those = {at: labels for at, labels in records.items() if secret in held[at]}
            beside = holders_of(those, parent, items, m, persons=whose)
            found |= {chosen for chosen, told in beside.items() if Fraction(len(told), len(says[chosen])) > limit}
    return found


def told_anyway(
    limits: Mapping[str, Fraction], held: Mapping[int, Set[str]], persons: Sequence[int] | None = None
) -> set[str]:
    """Return what is sensitive and held by too large a share of all records, or persons: nothing need be known."""
    shares = {
        secret: max(
            Fraction(len({whose(at) for at, secrets in held.items() if secret in secrets}), len({*map(whose, held)}))
            for whose in ((lambda at: at), (lambda at: persons[at] if persons else at))
        )
        for secret in limits
    }
    return {secret for secret, share in shares.items() if share > limits[secret]}
