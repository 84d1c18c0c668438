"""Any number of releases of the same people by looking at everybody and every set of known items."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, product

#: What is known of a person by one item: a label in each release, or None: not that.
Fact = tuple[str | None, ...]
#: Can one item be a label of one release (by its place), and another of another one?
Fits = Callable[[int, str, int, str], bool]


@dataclass(frozen=True)
class Several:
    """Releases of the same people: ``records[release][person]``; all have a label in each."""

    records: Sequence[Sequence[set[str]]]
    fits: Fits
    whose: Sequence[int]

    def facts(self, at: int) -> list[Fact]:
        """All that may be known of somebody by one item."""
        choices = [[None, *sorted(release[at])] for release in self.records]
        return [fact for fact in product(*choices) if any(fact) and self.of_one_item(fact)]

    def of_one_item(self, fact: Fact) -> bool:
        labels = [(place, label) for place, label in enumerate(fact) if label is not None]
        return all(self.fits(*one, *other) for one, other in combinations(labels, 2))

    def candidates(self, known: Sequence[Fact]) -> int:
        """How many people fit all that is known?"""
        people = range(len(self.whose))
        return len({self.whose[at] for at in people if all(self._shows(at, fact) for fact in known)})

    def _shows(self, at: int, fact: Fact) -> bool:
        return all(label is None or label in release[at] for label, release in zip(fact, self.records, strict=True))

    def at_risk(self, k: int, m: int) -> int:
        """How many people are left with fewer than k candidates by up to m facts?"""
        return len({self.whose[at] for at in range(len(self.whose)) if any(self._threats(at, k, m))})

    def sets(self, k: int, m: int) -> dict[int, int]:
        """How many minimal sets of facts leave somebody fewer, by size? Two that are of one item are one."""
        threats = {frozenset(some) for at in range(len(self.whose)) for some in self._threats(at, k, m)}
        least = [
            some for some in threats
            if not any(some > other for other in threats) and not any(map(self._one, combinations(some, 2)))
        ]  # fmt: skip
        return {size: sum(len(some) == size for some in least) for size in range(1, m + 1)}

    def _threats(self, at: int, k: int, m: int) -> list[tuple[Fact, ...]]:
        sets = [some for size in range(1, m + 1) for some in combinations(self.facts(at), size)]
        return [some for some in sets if self.candidates(some) < k]

    def _one(self, pair: tuple[Fact, Fact]) -> bool:
        if any(one is not None and other is not None for one, other in zip(*pair, strict=True)):
            return False
        return self.of_one_item(tuple(one or other for one, other in zip(*pair, strict=True)))
