"""What a report says of k^m-anonymity."""

from pathlib import Path

from setanon_sql.models.km.audit import KmAudit
from setanon_sql.report.of_models import (
    ListTable,
    MatchingTexts,
    ModelReport,
    Risk,
    matching_texts,
    risk_by_category,
)
from setanon_sql.text import count, count_of, share
from setanon_sql.verify import Verification


class KmReport(ModelReport):
    """The records that known items single out, by the number of these."""

    template = Path(__file__).with_name("km.html.j2")

    def risk(self, audit: KmAudit) -> Risk:
        """Return who is at risk by an audit of the model."""
        at_risk = None if audit.sizes else audit.at_risk
        if audit.persons is not None:
            by_size = (audit.persons_at_risk_by_size(), audit.unique_persons_by_size())
            return Risk(audit.persons, *by_size, persons=at_risk, alone=audit.singled_out, unit="person")
        hint = audit.person_hint.sentence(audit.records) if audit.person_hint else ""
        by_size = (audit.at_risk_by_size(), audit.unique_by_size())
        return Risk(audit.records, *by_size, persons=at_risk, alone=audit.singled_out, hint=hint)

    def lists(self, audit: KmAudit, where: str, *, shows_items: bool) -> list[ListTable]:
        """Return the average case, the items in most threats, the rarest sets, and the risk by category."""
        lists = [_average(audit, where), _absent(audit, where), _top_items(audit, where, shows_items)]
        if shows_items:
            heads = ("Items", *audit.known_columns, "Persons" if audit.persons is not None else "Records")
            rows = [(", ".join(threat.labels), *threat.columns, count(threat.support)) for threat in audit.worst]
            lists.append(ListTable(f"Rarest sets of items {where}, of each size", heads, rows))
        return [*lists, risk_by_category(audit.by_category, where, "Minimal threats", shows_items)]

    def risk_kept(self, whole: int, unit: str, before: Risk | None, answer: Verification) -> Risk:
        """Return what an audit of a release counts that keeps its promise, at each size of known sets."""
        largest = answer.parameters.get("m")
        if largest is None:
            return Risk(whole, persons=0, alone=0, unit=unit)
        sizes = before.at_risk if before else [int(largest)]
        unique = before.unique if before else []
        return Risk(whole, dict.fromkeys(sizes, 0), dict.fromkeys(unique, 0), unit=unit)

    def matching_before(self, audit: KmAudit) -> MatchingTexts:
        """Return the risk as one over the records that match, in the source."""
        matching = audit.matching
        return matching_texts(matching.maximum, matching.average) if matching else MatchingTexts()


def _average(audit: KmAudit, where: str) -> ListTable:
    rows = []
    if audit.average:
        low, high = audit.average.interval
        share_below = share(audit.average.below_k, audit.average.sampled)
        interval = f"{share(low, 1)} to {share(high, 1)}"
        sets = f"{count(audit.average.sampled)} random sets of {count_of(audit.average.size, 'item')}"
        rows = [(sets, share_below, interval)]
    heads = ("Average case", f"Too rare (under {audit.model.k})", "95 % confidence interval")
    return ListTable(f"Random known items {where}", heads, rows)


def _absent(audit: KmAudit, where: str) -> ListTable:
    rows = []
    if risk := audit.absent:
        most = audit.sizes[-1]
        at_risk = risk.at_risk_by_size(most)
        rows = [(str(size), count(n), count(at_risk[size])) for size, n in risk.threats_by_size(most).items()]
    unit = "Records" if audit.persons is None else "Persons"
    heads = ("Items known", "Minimal threats", f"{unit} at risk")
    return ListTable(f"With {count_of(audit.model.absent, 'absent item')} known, too, {where}", heads, rows)


def _top_items(audit: KmAudit, where: str, shows_items: bool) -> ListTable:
    rows = [
        (item.label if shows_items else f"No. {item.rank} by frequency", count(item.threats),
         share(item.threats, audit.threats_present))
        for item in audit.top_items
    ]  # fmt: skip
    return ListTable(f"Items in most threats {where}", ("Item", "Minimal threats", "Share"), rows)


REPORT = KmReport()
