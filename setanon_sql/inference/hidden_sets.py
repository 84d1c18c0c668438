"""Frequent sets of items that no record of a release shows, and which of them told something sensitive too surely."""

from dataclasses import dataclass
from typing import Any

#: What an adversary makes of such sets.
HIDDEN = (
    "Whoever knows the method may take a frequent set of items that no record shows for one that told something "
    "sensitive too surely."
)


@dataclass(frozen=True)
class HiddenSets:
    """Sets of ``size`` items that are not sensitive, and that k records (persons) of the source hold.

    ``sets``: all of them. ``telling``: from which something sensitive follows too surely, in the source. ``hidden``:
    that no record of the release shows. ``hidden_telling``: both.
    """

    size: int
    sets: int
    telling: int
    hidden: int
    hidden_telling: int

    @property
    def share_telling(self) -> float | None:
        """Return how often a guess is right that a frequent set told something too surely; None without such sets."""
        return self.telling / self.sets if self.sets else None

    @property
    def share_hidden_telling(self) -> float | None:
        """Return how often that guess is right of a set that no record shows; None where each is shown."""
        return self.hidden_telling / self.hidden if self.hidden else None

    def to_json(self) -> dict[str, Any]:
        """Return the counts, and how often each guess is right."""
        return {
            "sets": self.sets,
            "telling": self.telling,
            "hidden": self.hidden,
            "hidden_telling": self.hidden_telling,
            "share_telling": self.share_telling,
            "share_hidden_telling": self.share_hidden_telling,
        }
