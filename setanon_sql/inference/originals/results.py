"""What was computed of the originals that two releases in pieces both allow."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from setanon_sql.text import count_of

#: Why something is not known.
Reason = Literal["", "size", "time", "other_records", "safe", "mixed"]

_REASONS: Mapping[Reason, str] = {
    "": "",
    "size": "the releases are too large for that",
    "time": "the time was over; more seconds may find it",
    "other_records": "no original is allowed by both, so they are not of the same records",
    "safe": "a safe release has subrecords that no record had",
    "mixed": "that is computed for two disassociated releases, and here is one",
}


@dataclass(frozen=True)
class CommonOriginals:
    """Sets of known items, and whether an original that both releases allow hides each among k records.

    ``m``: up to so many items are known. ``sets_checked``: sets that were looked at, one by one.
    ``sets_broken_by_size``: minimal sets that fewer than k records hold in every original that both allow.
    ``sets_not_known_by_size``: minimal sets of which that is not known.
    ``persons_at_risk``: linked persons who may hold a broken set. ``persons_not_known``: the others, who may hold one
    that is not known.
    ``reason``: why something is not known; empty where all is.
    """

    m: int
    sets_checked: int = 0
    sets_broken_by_size: Mapping[int, int] = field(default_factory=dict, hash=False)
    sets_not_known_by_size: Mapping[int, int] = field(default_factory=dict, hash=False)
    persons_at_risk: int = 0
    persons_not_known: int = 0
    reason: Reason = ""

    @property
    def sets_broken(self) -> int:
        """Return the number of minimal sets that fewer than k records hold in every original that both allow."""
        return sum(self.sets_broken_by_size.values())

    @property
    def sets_not_known(self) -> int:
        """Return the number of minimal sets of which that is not known; none where nothing could be looked at."""
        return sum(self.sets_not_known_by_size.values())

    @property
    def complete(self) -> bool:
        """Return whether everything is known."""
        return not self.reason

    def sentences(self, k: int) -> tuple[str, ...]:
        """Return what was found, in words."""
        items = f"up to {count_of(self.m, 'known item')}"
        if not self.complete and not self.sets_checked:
            return (f"Whether both together hide {items} among {k} records is not known: {_REASONS[self.reason]}.",)
        broken = (
            f"{count_of(self.sets_broken, 'set')} of {items} {'is' if self.sets_broken == 1 else 'are'} held by fewer "
            f"than {k} records in every original that both "
            f"releases allow; {count_of(self.persons_at_risk, 'person')} may hold one."
        )
        if self.complete:
            return (broken,)
        unknown = (
            f"Of {count_of(self.sets_not_known, 'more set')} that is not known ({_REASONS[self.reason]}); "
            f"{count_of(self.persons_not_known, 'more person')} may hold one."
        )
        return broken, unknown

    def to_json(self) -> dict[str, Any]:
        """Return the object of ``docs/json.schema.json``."""
        return {
            "complete": self.complete,
            "reason": self.reason or None,
            "sets_checked": self.sets_checked,
            "sets_broken": self.sets_broken,
            "sets_broken_by_size": self._by_size(self.sets_broken_by_size),
            "sets_not_known": self.sets_not_known,
            "sets_not_known_by_size": self._by_size(self.sets_not_known_by_size),
            "persons_at_risk": self.persons_at_risk,
            "persons_not_known": self.persons_not_known,
        }

    def _by_size(self, sets: Mapping[int, int]) -> dict[str, int]:
        return {str(size): sets.get(size, 0) for size in range(1, self.m + 1)}
