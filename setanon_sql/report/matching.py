"""The maximum and the average risk of a report: one over the records that match, before and after."""

from dataclasses import dataclass

from setanon_sql.audit import KAnonymityAudit, KmAudit
from setanon_sql.guarantees import KAnonymity
from setanon_sql.report.parts import ReportParts


@dataclass(frozen=True)
class MatchingTexts:
    """The ``maximum`` and the ``average`` risk as text; empty where they were not counted, or are not for all."""

    maximum: str = ""
    average: str = ""


def threshold(k: int) -> str:
    """Return the maximum risk that a k allows, as text."""
    return _risk(1 / k)


def matching_before(parts: ReportParts) -> MatchingTexts:
    """Return the risk in the source, for an internal report."""
    audit = parts.before
    if parts.tier == "public":
        return MatchingTexts()
    if isinstance(audit, KmAudit) and audit.matching:
        return _texts(audit.matching.maximum, audit.matching.average)
    if isinstance(audit, KAnonymityAudit) and audit.persons is None:
        return _of_groups(audit.groups, audit.smallest_group, audit.records)
    return MatchingTexts()


def matching_after(parts: ReportParts) -> MatchingTexts:
    """Return the risk in the release, which anybody can count in it; that of persons only their owner can."""
    if parts.tier == "public" and parts.by_person:
        return MatchingTexts()
    if parts.matching:
        return _texts(parts.matching.maximum, parts.matching.average)
    answer = parts.verification
    if answer is None or not answer.satisfied or answer.model != KAnonymity.name or parts.by_person:
        return MatchingTexts()
    checks = answer.checks
    return _of_groups(*(int(checks.get(name, 0)) for name in ("groups", "smallest_group", "records")))


def _of_groups(groups: int, smallest: int, records: int) -> MatchingTexts:
    """Return the risk where those that match are equal: the mean of one over them is groups by records."""
    return _texts(1 / smallest, groups / records) if smallest and records else MatchingTexts()


def _texts(maximum: float, average: float) -> MatchingTexts:
    return MatchingTexts(_risk(maximum), _risk(average))


def _risk(value: float) -> str:
    """Return a risk with four digits, rounded up: none reads as lower than it is."""
    steps = -int(-round(value * 10_000, 6) // 1)
    return f"{steps / 10_000:.4f}".rstrip("0").rstrip(".")
