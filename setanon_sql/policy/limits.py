"""The limits of what a release may cost."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from setanon_sql.api.policies import CountsDraft, Draft
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.fields import LIKEWISE, Fields, Name
from setanon_sql.numbers import fraction_of
from setanon_sql.policy.model import Policy
from setanon_sql.text import count, count_of, share

#: The limit of items whose labels look like data of persons.
PERSONAL = "max_personal_items"
#: A manifest rounds shares to four digits.
_ROUNDED = Fraction(1, 20_000)


@dataclass(frozen=True)
class Bounds:
    """The range, ``low`` to ``high``, of a share that a manifest tells in public."""

    low: Fraction = Fraction(0)
    high: Fraction = Fraction(1)


@dataclass(frozen=True)
class Told:
    """A release as its manifest tells of it: what is ``lost``, and its own ``rows`` and ``records``.

    ``k``: counts of the source are told in steps of it.
    """

    lost: Mapping[str, Any]
    rows: int
    records: int
    k: int

    def number(self, name: str) -> Fraction | None:
        """Return what it tells of what is lost; None where it does not."""
        value = self.lost.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        return fraction_of("a share", value)

    def most_gone(self, name: str) -> int:
        """Return how many records, or rows, may be gone at most."""
        return int(self.number(name) or 0) + self.k - 1


@dataclass(frozen=True)
class ShareLimit:
    """A limit of a share.

    ``sentence``: what is said of a release, with the share as ``{}``. ``measured``: returns the share; None where a
    release has no such measure. ``bounds``: returns what it may be by what a manifest tells; None where that is
    nothing. ``least``: the share must be as high as the limit, else as low.
    """

    name: str
    sentence: str
    measured: Callable[[Any], float | None]
    bounds: Callable[[Told], Bounds | None]
    least: bool = False

    @property
    def verb(self) -> str:
        """Return what the limit does to a share."""
        return "asks for" if self.least else "allows"

    def breaks(self, value: Fraction, allowed: Fraction) -> bool:
        """Return whether a share breaks the limit."""
        return value < allowed if self.least else value > allowed


def loss_bounds(measure: str, manifest: Told) -> Bounds:
    """Return what NCP or the share suppressed of a release may be.

    Rows are gone besides, and fewer than ``k`` more than is told. Each of those was suppressed, or stood under a label
    beside another item, where it lost less.
    """
    lost_share = manifest.number(measure)
    if lost_share is None:
        if measure != "suppressed_ratio":
            return Bounds()
        lost_share = Fraction(0)
    rows_gone = manifest.most_gone("rows")
    least = max(Fraction(0), lost_share - _ROUNDED) * manifest.rows
    most = min(Fraction(1), lost_share + _ROUNDED) * manifest.rows
    whole = max(manifest.rows + rows_gone, 1)
    return Bounds(least / whole, min(Fraction(1), (most + rows_gone) / whole))


def unchanged_bounds(manifest: Told) -> Bounds:
    """Return what share of the source's rows may be in a release as they were."""
    unchanged = manifest.number("rows_unchanged")
    if unchanged is None:  # a count under k is not told
        return Bounds()
    fewest = manifest.rows + int(manifest.number("rows") or 0)
    most = manifest.rows + manifest.most_gone("rows")
    return Bounds(unchanged / max(most, 1), min(Fraction(1), unchanged / max(fewest, 1)))


def gone_bounds(manifest: Told) -> Bounds:
    """Return what share of the source's records may be gone."""
    fewest = int(manifest.number("records") or 0)
    most = manifest.most_gone("records")
    return Bounds(Fraction(fewest, max(manifest.records + fewest, 1)), Fraction(most, max(manifest.records + most, 1)))


def _measure(name: str) -> Callable[[Draft], float | None]:
    return lambda draft: draft.measures.get(name)


#: The limits of shares, those first that say most to somebody who will use the release.
SHARES = (
    ShareLimit(
        "min_rows_unchanged", "{} of the rows stay as they are",
        lambda draft: draft.measures.shares().get("rows_unchanged_ratio"), unchanged_bounds, least=True,
    ),
    ShareLimit("max_records_gone", "{} of the records are gone", lambda draft: draft.records_gone_ratio, gone_bounds),
    ShareLimit(
        "max_workload_error", "the workload is {} off on average", _measure("workload_relative_error_mean"),
        lambda _: None,
    ),
    ShareLimit(
        "max_suppressed", "{} of the occurrences are suppressed", _measure("suppressed_ratio"),
        lambda manifest: loss_bounds("suppressed_ratio", manifest),
    ),
    ShareLimit(
        "min_counts_shown", "{} of the counts of k and more are shown", lambda draft: draft.shown_ratio, lambda _: None,
        least=True,
    ),
    ShareLimit(
        "max_count_error", "the counts that are shown are {} off on average", lambda draft: draft.error, lambda _: None
    ),
    ShareLimit("max_ncp", "the NCP is {}", _measure("ncp"), lambda manifest: loss_bounds("ncp", manifest)),
)  # fmt: skip
_BY_NAME = {limit.name: limit for limit in SHARES}


@dataclass(frozen=True)
class Broken(Fields):
    """A limit of a policy that a release would break."""

    limit: Annotated[str, "its key in `[limits]`"]
    allowed: Annotated[float, "what the policy says; what the release would have had"]
    measured: Annotated[float, Name("found"), LIKEWISE]

    def __str__(self) -> str:
        if limit := _BY_NAME.get(self.limit):
            sentence = limit.sentence.format(share(self.measured, 1))
            return f"{sentence}; {self.limit} {limit.verb} {share(self.allowed, 1)}"
        if self.limit == PERSONAL:
            items = f"{count_of(int(self.measured), 'item looks', 'items look')} like data of persons"
            return f"{items}; {self.limit} allows {count(int(self.allowed))}"
        return f"{count_of(int(self.measured), 'record')}; {self.limit} asks for {count(int(self.allowed))}"


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


def check_limits(policy: Policy, draft: Draft | CountsDraft) -> None:
    """Raise LimitBroken for the first limit that a draft breaks; BadParameter where one cannot be manifest."""
    for limit in SHARES:
        if policy.says("limits", limit.name):
            _check_share(limit, fraction_of(limit.name, policy.value("limits", limit.name)), draft)
    if isinstance(draft, Draft):
        check_records(policy, draft.counts["records"])
    most = policy.value("limits", PERSONAL)
    if most is not None and (n := draft.personal_items()) > most:
        raise LimitBroken(Broken(PERSONAL, most, n))


def _check_share(limit: ShareLimit, allowed: Fraction, draft: Draft | CountsDraft) -> None:
    value = limit.measured(draft)
    if value is None:
        raise BadParameter(f"{limit.name} cannot be checked: this release has no such measure", "leave it out")
    if limit.breaks(Fraction(repr(float(value))), allowed):  # as it is printed, and was written into the policy
        raise LimitBroken(Broken(limit.name, float(allowed), value))
