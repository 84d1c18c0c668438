"""What a report says of k-anonymity of whole records."""

from pathlib import Path

from setanon_sql.models.kanonymity.audit import KAnonymityAudit
from setanon_sql.report.of_models import MatchingTexts, ModelReport, Risk, matching_texts
from setanon_sql.verify import Verification


class KAnonymityReport(ModelReport):
    """The records that too few others equal."""

    template = Path(__file__).with_name("kanonymity.html.j2")

    def risk(self, audit: KAnonymityAudit) -> Risk:
        """Return who is at risk by an audit of the model."""
        if audit.persons is None:
            return Risk(audit.records, persons=audit.at_risk, alone=audit.singled_out)
        return Risk(audit.persons, persons=audit.persons_at_risk, alone=audit.singled_out, unit="person")

    def risk_kept(self, whole: int, unit: str, before: Risk | None, answer: Verification) -> Risk:
        """Return what an audit of a release counts that keeps its promise."""
        return Risk(whole, persons=0, alone=0, unit=unit)

    def matching_before(self, audit: KAnonymityAudit) -> MatchingTexts:
        """Return the risk as one over the records that match, in the source."""
        if audit.persons is not None:
            return MatchingTexts()
        return _of_groups(audit.groups, audit.smallest_group, audit.records)

    def matching_after(self, answer: Verification) -> MatchingTexts:
        """Return the same in a release, as its recount tells."""
        checks = answer.checks
        return _of_groups(*(int(checks.get(name, 0)) for name in ("groups", "smallest_group", "records")))


def _of_groups(groups: int, smallest: int, records: int) -> MatchingTexts:
    """Return the risk where those that match are equal: the mean of one over them is groups by records."""
    return matching_texts(1 / smallest, groups / records) if smallest and records else MatchingTexts()


REPORT = KAnonymityReport()
