"""What a release may cost at most, and what its manifest tells of the cost."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.measures.public import public_loss
from setanon_sql.numbers import fraction_of
from setanon_sql.pipeline.publishing import Draft
from setanon_sql.policy.model import Limits
from setanon_sql.release.manifest import counts_in_steps
from setanon_sql.text import count, share

#: The measure that a limit is about.
_MEASURES = {"max_ncp": "ncp", "max_suppressed": "suppressed_ratio"}
#: A manifest rounds shares to four digits.
_ROUNDED = Fraction(1, 20_000)
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
    """Return what a manifest may tell of the cost: counts in steps of k from k on, and shares computed from these.

    ``records`` are those with no item left, ``rows`` the pairs of record and item that are not there any more (not of
    pieces, where terms have no number).
    """
    k, loss = draft.smallest_public_count, public_loss(draft.measures, draft.smallest_public_count)
    counts = {"records": draft.dataset.records - draft.counts["records"]}
    counts |= {"rows": draft.dataset.rows - draft.counts["rows"]} if loss else {}
    told: dict[str, Any] = dict(counts_in_steps(counts, k))
    told |= {"ncp": round(loss.ncp, 4)} if loss else {}
    return told | ({"suppressed_ratio": round(loss.suppressed_ratio, 4)} if loss and loss.suppressed else {})


@dataclass(frozen=True)
class Bounds:
    """What a share that a manifest tells in public may be exactly: ``low`` to ``high``."""

    low: Fraction
    high: Fraction


def bounds_of(measure: str, told: Mapping[str, Any], rows: int, k: int) -> Bounds:
    """Return what NCP or the share suppressed of a release may be, by what its manifest tells as ``lost``.

    ``rows``: of the release, so many are gone besides, and fewer than ``k`` more. Each of those was suppressed, or
    stood under a label beside another item, where it lost less.
    """
    share = _number(told.get(measure, 0 if measure == "suppressed_ratio" else None))
    if share is None:
        return Bounds(Fraction(0), Fraction(1))
    gone = int(_number(told.get("rows", 0)) or 0) + k - 1
    least, most = max(Fraction(0), share - _ROUNDED) * rows, min(Fraction(1), share + _ROUNDED) * rows
    whole = max(rows + gone, 1)
    return Bounds(least / whole, min(Fraction(1), (most + gone) / whole))


def _number(value: object) -> Fraction | None:
    return fraction_of("a share", value) if isinstance(value, int | float) and not isinstance(value, bool) else None
