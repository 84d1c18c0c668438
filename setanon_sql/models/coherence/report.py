"""What a report says of (h, k, p)-coherence."""

from pathlib import Path

from setanon_sql.models.coherence.audit import CoherenceAudit
from setanon_sql.report.of_models import ListTable, ModelReport, Risk
from setanon_sql.text import count


class CoherenceReport(ModelReport):
    """The records that hold a mole."""

    template = Path(__file__).with_name("coherence.html.j2")

    def risk(self, audit: CoherenceAudit) -> Risk:
        """Return who is at risk by an audit of the model."""
        if audit.persons is None:
            return Risk(audit.records, persons=audit.at_risk)
        return Risk(audit.persons, persons=audit.persons_at_risk, unit="person")

    def lists(self, audit: CoherenceAudit, where: str, *, shows_items: bool) -> list[ListTable]:
        """Return the smallest sets at fault, by size."""
        rows = [(str(level.size), count(level.rare), count(level.sure)) for level in audit.levels]
        whose = "records" if audit.persons is None else "persons"
        heads = ("Items known", f"In too few {whose}", "Tell a sensitive item too surely")
        return [ListTable(f"Smallest sets of known items at fault {where}", heads, rows)]


REPORT = CoherenceReport()
