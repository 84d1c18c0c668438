"""What a report says of disassociation; its source is audited as one of k^m-anonymity is."""

from pathlib import Path
from typing import Any

from setanon_sql.models.disassociation.audit import DisassociationAudit, audit_and_attack
from setanon_sql.report.of_models import ListTable, ModelReport, Risk
from setanon_sql.settings import Settings
from setanon_sql.text import count
from setanon_sql.verify import Verification


class DisassociationReport(ModelReport):
    """Records in pieces; what an attack links is a part of its own."""

    template = Path(__file__).with_name("disassociation.html.j2")

    def risk_kept(self, whole: int, unit: str, before: Risk | None, answer: Verification) -> Risk:
        """Return what an audit of a release counts that keeps its promise, at each size of known sets."""
        sizes, unique = (before.at_risk, before.unique) if before else ([], [])
        return Risk(whole, dict.fromkeys(sizes, 0), dict.fromkeys(unique, 0), unit=unit)

    def lists(self, audit: DisassociationAudit, where: str, *, shows_items: bool) -> list[ListTable]:
        """Return which items cover which, where these may be shown."""
        if not audit.covered or not shows_items:
            return []
        rows = [
            (f"{chunk.cluster_id}, chunk {chunk.chunk_id}", ", ".join(chunk.covered), ", ".join(chunk.covering),
             count(chunk.support))
            for chunk in audit.covered
        ]  # fmt: skip
        heads = ("Cluster", "Covered items", "Never without", "Pieces")
        return [ListTable("Chunks with an item that implies all others", heads, rows, texts=3)]

    def of_release(self, release: Any, db: str, settings: Settings) -> dict[str, Any]:
        """Return what an audit counts in the pieces, and what an attack links."""
        pieces, attack = audit_and_attack(release, db, settings)
        return {"pieces": pieces, "attack": attack}


REPORT = DisassociationReport()
