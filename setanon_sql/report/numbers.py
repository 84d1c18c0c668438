"""Numbers as a report shows them, in either tier.

In the public tier what is shown is computed from what is public. What the release itself tells is public, and exact. A
number of records, rows or sets of the source is rounded down to a multiple of k, and one under k reads as fewer than k,
also where it is 0: so it stands for k numbers, and nobody knows which. All are rounded in the same steps: of two that
cannot differ in one direction (singled out, at risk, gone) the one narrows the other down to a step at best. Shares are
computed from the rounded numbers, so they give no more away.
"""

from dataclasses import dataclass

from setanon_sql.numbers import round_to_steps
from setanon_sql.options.words import Tier


@dataclass(frozen=True)
class Numbers:
    """Format of numbers in ``tier``, where ``k`` is the largest k that any part of the report speaks of."""

    tier: Tier
    k: int

    def round_down(self, number: int) -> int:
        """Return the number of the source itself (internal), or rounded down to a multiple of k (public)."""
        return number if self.tier == "internal" else round_to_steps(number, self.k)

    def whole(self, source: int, released: int | None) -> int | None:
        """Return how many records the source has, as it may be told: those released, and the others rounded.

        None where nobody knows how many were released: a number rounded by itself, beside a release, would tell more.
        """
        if self.tier == "internal":
            return source
        return None if released is None else released + self.round_down(max(0, source - released))

    def count(self, number: int) -> str:
        """Return a number of records, rows or sets of the source as text."""
        return f"fewer than {self.k}" if self._hidden(number) else f"{self.round_down(number):,}"

    def exact(self, number: int) -> str:
        """Return a number that the release itself tells (its records, its rows), as it is unless it is a small one."""
        return f"fewer than {self.k}" if self._small(number) else f"{number:,}"

    def of(self, part: int, whole: int) -> str:
        """Return a part of a whole that the release itself tells, with its share."""
        return f"{self.exact(part)} of {self.exact(whole)} ({self.exact_share(part, whole)})"

    def share(self, part: int, whole: int) -> str:
        """Return a part of the source in percent of what :meth:`whole` is; what is not nothing never reads as 0 %."""
        if not whole:
            return "–"
        if self._hidden(part):
            return f"under {_percent(min(100.0, max(100 * self.k / whole, 0.01)))}"
        return _share(self.round_down(part), whole)

    def exact_share(self, part: int, whole: int) -> str:
        """Return a part of a whole in percent that the release itself tells."""
        if not whole:
            return "–"
        return f"under {_percent(max(100 * self.k / whole, 0.01))}" if self._small(part) else _share(part, whole)

    def percent(self, part: int, whole: int) -> float:
        """Return a share of the source in percent (0..100), from the numbers as they are shown."""
        return min(100.0, 100 * self.round_down(part) / whole) if whole else 0.0

    def exact_percent(self, part: int, whole: int) -> float:
        """Return a share of the release in percent (0..100); a small one in public as if it were nothing."""
        return 0.0 if self._small(part) or not whole else min(100.0, 100 * part / whole)

    def _hidden(self, number: int) -> bool:
        return self.tier == "public" and number < self.k

    def _small(self, number: int) -> bool:
        return self.tier == "public" and 1 <= number < self.k


def _share(part: int, whole: int) -> str:
    percent = min(100.0, 100 * part / whole)
    return "< 0.01 %" if 0 < percent < 0.005 else _percent(percent)


def _percent(percent: float) -> str:
    return f"{percent:.2f} %" if percent < 10 else f"{percent:.1f} %"
