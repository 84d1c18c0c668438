"""The limits of what a release may cost."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from setanon_sql.api.policies import Draft
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.numbers import fraction_of
from setanon_sql.policy.model import Policy
from setanon_sql.text import count, share

#: The measure that a limit is about.
_MEASURES = {"max_ncp": "ncp", "max_suppressed": "suppressed_ratio"}
#: The limit of items whose labels look like data of persons.
PERSONAL = "max_personal_items"
#: A manifest rounds shares to four digits.
_ROUNDED = Fraction(1, 20_000)
_LOST = {"max_ncp": "of information lost (NCP)", "max_suppressed": "of occurrences suppressed"}


@dataclass(frozen=True)
class Broken:
    """A limit of a policy that a release would break: its name, what it allows, what was found."""

    limit: str
    allowed: float
    measured: float

    def __str__(self) -> str:
        if self.limit in _MEASURES:
            return f"{share(self.measured, 1)} {_LOST[self.limit]}; {self.limit} allows {share(self.allowed, 1)}"
        if self.limit == PERSONAL:
            items = f"{count(int(self.measured))} items look like data of persons"
            return f"{items}; {self.limit} allows {count(int(self.allowed))}"
        return f"{count(int(self.measured))} records; {self.limit} asks for {count(int(self.allowed))}"

    def to_json(self) -> dict[str, Any]:
        """Return the object that ``--json`` prints."""
        return {"limit": self.limit, "allowed": self.allowed, "found": self.measured}


class LimitBroken(NotReached):
    """A release would break a limit of its policy; nothing was published."""

    def __init__(self, broken: Broken) -> None:
        super().__init__(f"a limit of the policy is broken: {broken}; nothing was published")
        self.broken = broken


def check_records(policy: Policy, records: int) -> None:
    """Raise LimitBroken where there are fewer records than the limit asks for."""
    least = policy.value("limits", "min_records")
    if least is not None and records < least:
        raise LimitBroken(Broken("min_records", least, records))


def check_limits(policy: Policy, draft: Draft) -> None:
    """Raise LimitBroken for the first limit that a draft breaks; BadParameter where one cannot be told."""
    for limit, measure in _MEASURES.items():
        if not policy.says("limits", limit):
            continue
        allowed = fraction_of(limit, policy.value("limits", limit))
        value = draft.measures.get(measure)
        if value is None:
            raise BadParameter(f"{limit} cannot be checked: this release has no such measure", "leave it out")
        if Fraction(repr(float(value))) > allowed:  # as it is printed, and was written into the policy
            raise LimitBroken(Broken(limit, float(allowed), value))
    check_records(policy, draft.counts["records"])
    most = policy.value("limits", PERSONAL)
    if most is not None and (n := draft.personal_items()) > most:
        raise LimitBroken(Broken(PERSONAL, most, n))


@dataclass(frozen=True)
class Bounds:
    """The range, ``low`` to ``high``, of a share that a manifest tells in public."""

    low: Fraction
    high: Fraction


def bounds_of(measure: str, lost: Mapping[str, Any], rows: int, k: int) -> Bounds:
    """Return what NCP or the share suppressed of a release may be, by what its manifest tells as ``lost``.

    ``rows``: of the release, so many are gone besides, and fewer than ``k`` more. Each of those was suppressed, or
    stood under a label beside another item, where it lost less.
    """
    share = _number(lost.get(measure, 0 if measure == "suppressed_ratio" else None))
    if share is None:
        return Bounds(Fraction(0), Fraction(1))
    rows_gone = int(_number(lost.get("rows", 0)) or 0) + k - 1
    least = max(Fraction(0), share - _ROUNDED) * rows
    most = min(Fraction(1), share + _ROUNDED) * rows
    whole = max(rows + rows_gone, 1)
    return Bounds(least / whole, min(Fraction(1), (most + rows_gone) / whole))


def _number(value: object) -> Fraction | None:
    return fraction_of("a share", value) if isinstance(value, int | float) and not isinstance(value, bool) else None
