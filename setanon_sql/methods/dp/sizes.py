"""How many keys units hold, in classes, as noise leaves it; and what was left out of counts by lot."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

#: Sizes over this many times the limit are one class.
_FAR = 64
_ANY = 2147483647
#: Where nothing is known of those whose keys were drawn, they hold at most so many times the limit.
_GUESS = 4.0


@dataclass(frozen=True)
class Losses:
    """Shares that the lot did not leave out: ``counted_share`` of all that units hold.

    ``drawn_share``: of what those hold whose keys were drawn. ``drawn_units``: so many units are these, at most.
    """

    counted_share: float = 1.0
    drawn_share: float = 1.0
    drawn_units: float = 0.0

    def at_most(self, count: float) -> float:
        """Return how many units hold a key of which at most so many were counted."""
        return min(count / self.drawn_share, count + self.drawn_units)


@dataclass(frozen=True)
class SizeClasses:
    """Classes of sizes: ``class, least, most`` each, from 1; no class reaches over ``limit``, but those above it."""

    limit: int
    rows: tuple[tuple[int, int, int], ...]

    def is_capped(self, number: int) -> bool:
        """Return whether units of a class hold more keys than they count for."""
        return number > 0 and self.rows[number - 1][1] > self.limit

    def any_capped(self, by_size: Mapping[int, int]) -> bool:
        """Return whether any unit holds more keys than it counts for; ``by_size``: units by class."""
        return any(units for number, units in by_size.items() if self.is_capped(number))

    def losses(self, seen: Mapping[int, int], spread: float) -> Losses:
        """Return what was left out, from the units ``seen`` in each class, of which noise hides up to ``spread``."""
        units = {number: count for number, count in seen.items() if number and count > 1.5 * spread}
        occurrences = sum(count * self._middle(number) for number, count in units.items())
        drawn = sum(count * min(self._middle(number), self.limit) for number, count in units.items())
        capped = {number: count for number, count in units.items() if self.is_capped(number)}
        classes = [number for number in seen if self.is_capped(number)]
        drawn_units = sum(seen[number] for number in classes) + spread * sqrt(len(classes))
        held_at_most = sum(count * self._far_end(number) for number, count in capped.items())
        return Losses(
            drawn / occurrences if occurrences else 1.0,
            self.limit * sum(capped.values()) / held_at_most if capped else 1 / _GUESS,
            max(0.0, drawn_units),
        )

    def _middle(self, number: int) -> float:
        _, least, _ = self.rows[number - 1]
        return sqrt(least * self._far_end(number))

    def _far_end(self, number: int) -> int:
        _, least, most = self.rows[number - 1]
        return min(most, 2 * least)


def size_classes(limit: int) -> SizeClasses:
    """Return classes of sizes, each about a quarter wider than the one before, that part at ``limit``."""
    ends: list[int] = []
    last = 0
    while last < limit * _FAR:
        end = max(last + 1, last + last // (4 if last < limit else 2))
        last = limit if last < limit <= end else end
        ends.append(last)
    ends.append(_ANY)
    rows = [(number, least + 1, most) for number, (least, most) in enumerate(zip([0, *ends], ends, strict=False), 1)]
    return SizeClasses(limit, tuple(rows))
