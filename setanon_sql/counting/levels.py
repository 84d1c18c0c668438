"""Findings at one size, and at one size for every k of a range at once."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from setanon_sql.query.templates import Table

#: The smallest k: below it a set is held by one alone.
ALONE = 2


@dataclass(frozen=True)
class Level:
    """The findings at one size.

    ``size``: items of each set.
    ``threats``: minimal threats of that size.
    ``generators``: frequent generators of that size; 0: no larger threat can exist.
    ``at_risk``: records that hold a threat of at most that size.
    ``persons_at_risk``: persons with such a record, where persons are counted (:mod:`setanon_sql.counting.persons`).
    ``items``: the threats themselves, on request: a table ``threat_id, position, item, support``, a row for each item.
    """

    size: int
    threats: int
    generators: int
    at_risk: int
    items: Table | None = None
    persons_at_risk: int = 0


@dataclass(frozen=True)
class SizeCounts:
    """Counts of the sets of one size by support, from which the findings for each k of a range follow.

    ``sets``: by their support, and by that of their part that the fewest hold. ``generators``: by support.
    ``records``, ``persons``: by the support of the set of at most that size that the fewest hold, as far as it is low.
    The lowest support stands for all lower ones, the highest of the range for all higher ones.
    """

    sets: Mapping[tuple[int, int], int]
    generators: Mapping[int, int]
    records: Mapping[int, int]
    persons: Mapping[int, int] = field(default_factory=dict)

    def level(self, size: int, k: int) -> Level:
        """Return the findings for one k of the range."""
        return Level(
            size,
            sum(n for (support, part), n in self.sets.items() if support < k <= part),
            sum(n for support, n in self.generators.items() if support >= k),
            _under(self.records, k),
            persons_at_risk=_under(self.persons, k),
        )


@dataclass(frozen=True)
class RangeCounts:
    """Counts for each k from ``least`` to ``most``, size by size from 1 on.

    ``whole``: records and persons are told apart by all supports from ``least`` on, not only those under ``most``.
    """

    least: int
    most: int
    sizes: tuple[SizeCounts, ...]
    whole: bool = False

    def levels(self, k: int, m: int | None) -> tuple[Level, ...] | None:
        """Return the findings for k and m, as they would be counted for these alone; None: these do not tell them."""
        if not self.least <= k <= self.most:
            return None
        levels: list[Level] = []
        for size, counts in enumerate(self.sizes, 1):
            levels.append(counts.level(size, k))
            if size == m or not levels[-1].generators:
                return tuple(levels)
        return None

    def fewest(self, m: int, *, by_person: bool) -> Mapping[int, int] | None:
        """Return records, or persons, by how many match up to m items of them at worst; None: these do not tell it."""
        is_last = not sum(n for support, n in self.sizes[-1].generators.items() if support >= self.least)
        if self.least > ALONE or not self.whole or not (is_last or len(self.sizes) >= m):
            return None
        counts = self.sizes[min(m, len(self.sizes)) - 1]
        return counts.persons if by_person else counts.records

    def covers(self, other: "RangeCounts") -> bool:
        """Return whether these tell whatever the other ones do."""
        reach = len(self.sizes) >= len(other.sizes) and self.whole >= other.whole
        return self.least <= other.least and self.most >= other.most and reach


def _under(by_support: Mapping[int, int], k: int) -> int:
    return sum(n for support, n in by_support.items() if support < k)
