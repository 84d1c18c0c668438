"""Two releases of the same people by looking at everybody and every set of known items."""

from collections.abc import Callable, Sequence
from itertools import combinations

#: What is known of a person by one item: a label of the old record, of the new one, or both (None: not that).
Fact = tuple[str | None, str | None]
Fits = Callable[[str, str], bool]


def facts(old: set[str], new: set[str], fits: Fits) -> set[Fact]:
    both = {(one, other) for one in old for other in new if fits(one, other)}
    return both | {(one, None) for one in old} | {(None, other) for other in new}


def candidates(known: Sequence[Fact], olds: Sequence[set[str]], news: Sequence[set[str]]) -> int:
    return sum(
        all((one is None or one in old) and (other is None or other in new) for one, other in known)
        for old, new in zip(olds, news, strict=True)
    )


def at_risk(olds: Sequence[set[str]], news: Sequence[set[str]], k: int, m: int, fits: Fits) -> int:
    """Persons of whom some set of at most m facts leaves fewer than k candidates."""
    return sum(bool(_threats(old, new, olds, news, k, m, fits)) for old, new in zip(olds, news, strict=True))


def minimal(olds: Sequence[set[str]], news: Sequence[set[str]], k: int, m: int, fits: Fits) -> dict[int, int]:
    """Minimal sets of facts that leave somebody fewer than k candidates, by size; one item is one fact."""
    found = set()
    for old, new in zip(olds, news, strict=True):
        found |= {frozenset(one) for one in _threats(old, new, olds, news, k, m, fits)}
    once = {one for one in found if not _twice(one, fits)}
    least = [
        one for one in once if not any(candidates([*one - {fact}], olds, news) < k for fact in one if len(one) > 1)
    ]
    return {size: sum(len(one) == size for one in least) for size in range(1, m + 1)}


def _twice(known: frozenset[Fact], fits: Fits) -> bool:
    alone = [one for one, other in known if one is not None and other is None]
    others = [other for one, other in known if one is None and other is not None]
    return any(fits(one, other) for one in alone for other in others)


def _threats(
    old: set[str],
    new: set[str],
    olds: Sequence[set[str]],
    news: Sequence[set[str]],
    k: int,
    m: int,
    fits: Fits,
) -> list[tuple[Fact, ...]]:
    able = sorted(facts(old, new, fits), key=repr)
    sets = [some for size in range(1, m + 1) for some in combinations(able, size)]
    return [some for some in sets if candidates(some, olds, news) < k]
