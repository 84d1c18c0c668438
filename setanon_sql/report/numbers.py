"""Numbers as a report shows them, in either tier.

In the public tier a number of people, rows or sets is rounded to a multiple of k, and one from 1 to k-1 reads as fewer
than k: a small count, or the difference of two exact ones, would itself point at somebody. Shares are computed from the
rounded numbers, so they give no more away.
"""

from dataclasses import dataclass

from setanon_sql.options.words import Tier


@dataclass(frozen=True)
class Numbers:
    """How to show numbers in ``tier``, where ``k`` is the largest k that any part of the report speaks of."""

    tier: Tier
    k: int

    def rounded(self, number: int) -> int:
        """Return the number itself (internal), or its nearest multiple of k (public; at least k unless it is 0)."""
        if self.tier == "internal" or number == 0:
            return number
        return max(self.k, (number + self.k // 2) // self.k * self.k)

    def count(self, number: int) -> str:
        """Return a number of people, rows or sets as text."""
        if self._small(number):
            return f"fewer than {self.k}"
        return f"{self.rounded(number):,}"

    def exact(self, number: int) -> str:
        """Return a number that the release itself tells (its records, its rows), as it is unless it is a small one."""
        return f"fewer than {self.k}" if self._small(number) else f"{number:,}"

    def of(self, part: int, whole: int) -> str:
        """Return a part of a whole, with its share."""
        return f"{self.count(part)} of {self.count(whole)} ({self.share(part, whole)})"

    def share(self, part: int, whole: int) -> str:
        """Return a part of a whole in percent; nothing is 0 %, and what is not nothing never reads as 0 %."""
        if not whole:
            return "–"
        percent = self.percent(part, whole)
        if self._small(part):
            return f"under {_percent(max(percent, 0.01))}"
        if self.tier == "public" and 0 < whole - part < self.k:
            return f"over {_percent(100 * max(0, whole - self.k) / whole)}"
        return "< 0.01 %" if 0 < percent < 0.005 else _percent(percent)

    def percent(self, part: int, whole: int) -> float:
        """Return a share in percent (0..100), from the numbers as they are shown."""
        return min(100.0, 100 * self.rounded(part) / max(1, self.rounded(whole))) if whole else 0.0

    def _small(self, number: int) -> bool:
        return self.tier == "public" and 1 <= number < self.k


def _percent(percent: float) -> str:
    return f"{percent:.2f} %" if percent < 10 else f"{percent:.1f} %"
