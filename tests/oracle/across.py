"""Two releases of the same people by looking at everybody and every set of known items."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from setanon_sql.taxonomy import Taxonomy

#: What is known of a person by one item: a label of the old record, of the new one, or both (None: not that).
Fact = tuple[str | None, str | None]
Fits = Callable[[str, str], bool]


def facts(old: set[str], new: set[str], fits: Fits) -> set[Fact]:
    both = {(one, other) for one in old for other in new if fits(one, other)}
    return both | {(one, None) for one in old} | {(None, other) for other in new}


def leaves_of(label: str, tree: Taxonomy, release: Sequence[set[str]]) -> set[str]:
    """What a label stands for: one from which items were taken out not for those that the release shows."""
    plain = label.removesuffix(" (other)")
    below = {leaf for leaf in tree.leaves if plain in tree.path(leaf)}
    return below if plain == label else below - set().union(*release)


@dataclass(frozen=True)
class Both:
    """Two releases of the same records, and whose these are (one each, where nobody says).

    ``columns``: what is known of each besides, of either release.
    """

    olds: Sequence[set[str]]
    news: Sequence[set[str]]
    whose: Sequence[int] = ()
    columns: Sequence[Any] = ()

    @classmethod
    def of(
        cls, olds: Sequence[set[str]], news: Sequence[set[str]], whose: Sequence[int], columns: Sequence[Any] = ()
    ) -> "Both":
        """Return those who have a label in both."""
        there = [at for at in range(len(olds)) if olds[at] and news[at]]
        beside = [columns[at] for at in there] if columns else []
        return cls([olds[at] for at in there], [news[at] for at in there], [whose[at] for at in there], beside)

    def fit(self, tree: Taxonomy | None) -> Fits:
        """Return whether an old and a new label can be one item's; without a tree only equal ones can."""

        def fits(one: str, other: str) -> bool:
            if tree is None or one == other:
                return one == other
            return not leaves_of(one, tree, self.olds).isdisjoint(leaves_of(other, tree, self.news))

        return fits

    def candidates(self, known: Sequence[Fact], of: int | None = None) -> int:
        """Persons with a record that fits all that is known, with the columns of one (``of``)."""
        alike = [
            at for at in range(len(self.olds)) if of is None or not self.columns or self.columns[at] == self.columns[of]
        ]
        return len({self.person(at) for at in alike if self._fits(at, known)})

    def person(self, at: int) -> int:
        return self.whose[at] if self.whose else at

    def _fits(self, at: int, known: Sequence[Fact]) -> bool:
        old, new = self.olds[at], self.news[at]
        return all((one is None or one in old) and (other is None or other in new) for one, other in known)


def at_risk(both: Both, k: int, m: int, fits: Fits) -> int:
    """Persons with a record of which some set of at most m facts leaves fewer than k candidates."""
    return len({both.person(at) for at in range(len(both.olds)) if _threats(both, at, k, m, fits)})


def minimal(both: Both, k: int, m: int, fits: Fits) -> dict[int, int]:
    """Minimal sets of facts that leave somebody fewer than k candidates, by size; one item is one fact."""
    found = {frozenset(one) for at in range(len(both.olds)) for one in _threats(both, at, k, m, fits)}
    once = {one for one in found if not _twice(one, fits)}
    least = [one for one in once if not any(both.candidates([*one - {fact}]) < k for fact in one if len(one) > 1)]
    return {size: sum(len(one) == size for one in least) for size in range(1, m + 1)}


def _twice(known: frozenset[Fact], fits: Fits) -> bool:
    alone = [one for one, other in known if one is not None and other is None]
    others = [other for one, other in known if one is None and other is not None]
    return any(fits(one, other) for one in alone for other in others)


def _threats(both: Both, at: int, k: int, m: int, fits: Fits) -> list[tuple[Fact, ...]]:
    able = sorted(facts(both.olds[at], both.news[at], fits), key=repr)
    sets = [some for size in range(1, m + 1) for some in combinations(able, size)]
    return [some for some in sets if both.candidates(some, at) < k]
