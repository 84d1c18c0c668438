"""What a release may cost at most, and what its manifest tells of the cost."""

from dataclasses import dataclass, fields
from typing import Any

from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.numbers import fraction_of
from setanon_sql.pipeline.publishing import Draft
from setanon_sql.policy.model import Limits
from setanon_sql.text import count, share

#: The measure that a limit is about.
_MEASURES = {"max_ncp": "ncp", "max_suppressed": "suppressed_ratio"}
_LOST = {"max_ncp": "of information lost (NCP)", "max_suppressed": "of occurrences suppressed"}


@dataclass(frozen=True)
class Broken:
    """A limit of a policy that a release would break: its name, what it allows, what was found."""

    limit: str
    allowed: float
    found: float

    def __str__(self) -> str:
        if self.limit in _MEASURES:
            return f"{share(self.found, 1)} {_LOST[self.limit]}; {self.limit} allows {share(self.allowed, 1)}"
        return f"{count(int(self.found))} records; {self.limit} asks for {count(int(self.allowed))}"

    def to_json(self) -> dict[str, Any]:
        """Return the object that ``--json`` prints."""
        return {"limit": self.limit, "allowed": self.allowed, "found": self.found}


class LimitBroken(NotReached):
    """A release would break a limit of its policy; nothing was published."""

    def __init__(self, broken: Broken) -> None:
        super().__init__(f"a limit of the policy is broken: {broken}; nothing was published")
        self.broken = broken


def check_records(limits: Limits, records: int) -> None:
    """Raise LimitBroken where there are fewer records than the limit asks for."""
    if limits.min_records is not None and records < limits.min_records:
        raise LimitBroken(Broken("min_records", limits.min_records, records))


def check_limits(limits: Limits, draft: Draft) -> None:
    """Raise LimitBroken for the first limit that a draft breaks; BadParameter where one cannot be told."""
    for one in fields(limits):
        if one.name not in _MEASURES or (allowed := getattr(limits, one.name)) is None:
            continue
        found = draft.measures.get(_MEASURES[one.name])
        if found is None:
            raise BadParameter(f"{one.name} cannot be checked: this release has no such measure", "leave it out")
        if found > fraction_of(one.name, allowed):
            raise LimitBroken(Broken(one.name, float(fraction_of(one.name, allowed)), found))
    check_records(limits, draft.counts["records"])


def lost(draft: Draft) -> dict[str, Any]:
    """Return what a manifest may tell of the cost: no count from 1 to k-1, and no share that would tell one.

    ``records`` are those with no item left, ``rows`` the pairs of record and item that are not there any more.
    """
    source, released = draft.dataset, draft.counts
    counts = {"records": source.records - released["records"], "rows": source.rows - released["rows"]}
    told: dict[str, Any] = {name: n for name, n in counts.items() if not 1 <= n < draft.smallest_public_count}
    for name in ("ncp", "suppressed_ratio"):
        value = draft.measures.get(name)
        if value is not None and not 0 < value * source.rows < draft.smallest_public_count:
            told[name] = round(value, 4)
    return told
