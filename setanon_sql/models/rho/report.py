"""What a report says of rho-uncertainty, with one threshold or with several."""

from pathlib import Path

from setanon_sql.models.rho.found import RhoAudit
from setanon_sql.report.of_models import ListTable, ModelReport, Risk, risk_by_category
from setanon_sql.text import count, share
from setanon_sql.verify import Verification


class RhoReport(ModelReport):
    """The records about which a rule is too sure."""

    template = Path(__file__).with_name("rho.html.j2")

    def risk(self, audit: RhoAudit) -> Risk:
        """Return who is at risk by an audit of the model."""
        by_person = audit.persons is not None
        return Risk(
            audit.records if audit.persons is None else audit.persons,
            persons=audit.persons_at_risk if by_person else audit.at_risk,
            rules=audit.by_size,
            highest=audit.max_confidence,
            percentile=audit.percentile,
            complete=audit.complete,
            unit="person" if by_person else "record",
        )

    def lists(self, audit: RhoAudit, where: str, *, shows_items: bool) -> list[ListTable]:
        """Return the surest rules, and the risk by category."""
        lists = [_surest_rules(audit, where)] if shows_items else []
        return [*lists, risk_by_category(audit.by_category, where, "Rules", shows_items)]

    def risk_kept(self, whole: int, unit: str, before: Risk | None, answer: Verification) -> Risk:
        """Return what an audit of a release counts that keeps its promise."""
        return Risk(whole, unit=unit)

    def highest(self, audit: RhoAudit) -> float | None:
        """Return the highest confidence of a sensitive item after; None where it was not counted in full."""
        return audit.max_confidence if audit.complete else None


def _surest_rules(audit: RhoAudit, where: str) -> ListTable:
    rules = [
        (", ".join(rule.known), rule.sensitive_item, share(rule.support_with_sensitive, rule.support),
         f"{count(rule.support_with_sensitive)} of {count(rule.support)}")
        for rule in audit.worst
    ]  # fmt: skip
    columns = ("Known items", "Sensitive item", "Confidence", "Records")
    return ListTable(f"Surest rules {where}, of each size", columns, rules, texts=2)


REPORT = RhoReport()
