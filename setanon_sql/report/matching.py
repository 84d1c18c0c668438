"""The maximum and the average risk of a report: one over the records that match, before and after."""

from setanon_sql.report.of_models import MatchingTexts, matching_texts, report_of_model, risk_text
from setanon_sql.report.parts import ReportParts


def threshold(k: int) -> str:
    """Return the maximum risk that a k allows, as text."""
    return risk_text(1 / k)


def matching_before(parts: ReportParts) -> MatchingTexts:
    """Return the risk in the source, for an internal report."""
    audit = parts.before
    if parts.tier == "public":
        return MatchingTexts()
    return report_of_model(audit.model.name).matching_before(audit) if audit else MatchingTexts()


def matching_after(parts: ReportParts) -> MatchingTexts:
    """Return the risk in the release, which anybody can count in it; that of persons only their owner can."""
    if parts.tier == "public" and parts.by_person:
        return MatchingTexts()
    if parts.matching:
        return matching_texts(parts.matching.maximum, parts.matching.average)
    answer = parts.verification
    if answer is None or not answer.satisfied or parts.by_person:
        return MatchingTexts()
    return report_of_model(answer.model).matching_after(answer)
