"""What was computed of the originals that two releases in pieces both allow."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from setanon_sql.fields import LIKEWISE, ComputedKey, Fields, Name
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
class CommonOriginals(Fields):
    """Sets of up to ``m`` known items, and whether an original that both releases allow hides each among k records.

    ``sets_broken_by_size``, ``sets_not_known_by_size``: minimal ones, of the sizes that have any. ``reason``: why
    something is not known; empty where all is.
    """

    m: int
    sets_checked: Annotated[int, "looked at"] = 0
    sets_broken_by_size: Mapping[int, int] = field(default_factory=dict, hash=False)
    sets_not_known_by_size: Mapping[int, int] = field(default_factory=dict, hash=False)
    persons_at_risk: Annotated[int, "linked persons who may hold a broken set"] = 0
    persons_not_known: Annotated[int, "others, who may hold a set that is not known"] = 0
    reason: Reason = ""
    complete = ComputedKey[bool]("for all sets of known items?", lambda originals: not originals.reason)
    why_not = ComputedKey[str | None](
        "why not: `size`, `time`, `other_records`, `safe`, `mixed` (one release is not in pieces)",
        lambda originals: originals.reason or None,
        Name("reason"),
    )
    sets_broken = ComputedKey[int](
        "minimal sets that fewer than k records hold in every original that both allow",
        lambda originals: sum(originals.sets_broken_by_size.values()),
    )
    sets_not_known = ComputedKey[int](
        "those of which that is not known", lambda originals: sum(originals.sets_not_known_by_size.values())
    )
    broken_by_all_sizes = ComputedKey[Mapping[int, int]](
        "", lambda originals: originals.of_all_sizes(originals.sets_broken_by_size), Name("sets_broken_by_size")
    )
    not_known_by_all_sizes = ComputedKey[Mapping[int, int]](
        LIKEWISE,
        lambda originals: originals.of_all_sizes(originals.sets_not_known_by_size),
        Name("sets_not_known_by_size"),
    )

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

    def of_all_sizes(self, sets: Mapping[int, int]) -> Mapping[int, int]:
        """Return sets by each size up to m."""
        return {size: sets.get(size, 0) for size in range(1, self.m + 1)}
