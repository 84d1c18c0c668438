"""What an audit lists besides its counts, on request: items, threats, an average case."""

from dataclasses import dataclass
from typing import Any

from setanon_sql.numbers import tried_share, wilson_interval


@dataclass(frozen=True)
class ItemShare:
    """An item and what it contributes.

    ``rank``: its place by frequency; 1 is the most frequent item.
    ``label``: its label.
    ``threats``: minimal threats that it is in.
    """

    rank: int
    label: str
    threats: int


@dataclass(frozen=True)
class Threat:
    """A minimal threat.

    ``labels``: of its items.
    ``support``: records that hold it, or persons with such a record where these are counted.
    """

    labels: tuple[str, ...]
    support: int


@dataclass(frozen=True)
class AverageCase:
    """The average case: random known items that are too rare.

    ``size``: items in each random set.
    ``sampled``: random sets of items of random records.
    ``below_k``: of these, held by fewer than k records, or by records of fewer than k persons where these are counted.
    """

    size: int
    sampled: int
    below_k: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share (Wilson's score interval)."""
        return wilson_interval(self.below_k, self.sampled)

    def to_json(self) -> dict[str, Any]:
        """Return a flat object of counts and shares; None for the shares where no record holds so many items."""
        share, low, high = tried_share(self.below_k, self.sampled)
        return {
            "size": self.size,
            "sampled": self.sampled,
            "below_k": self.below_k,
            "share": share,
            "low": low,
            "high": high,
        }
