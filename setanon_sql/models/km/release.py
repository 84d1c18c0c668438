"""A k^m-anonymous release in the making, however its labels are found: the audits of its report."""

from dataclasses import replace
from typing import Any

from setanon_sql.audit.person_share import PersonShare, person_share
from setanon_sql.columns import by_class
from setanon_sql.models.km.audit import audit_km_protected, audit_source
from setanon_sql.models.km.audit.release import ReleaseRisk, audited_release, known_labels_of
from setanon_sql.models.km.options import AnonymizeKm
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.pipeline.released import Release
from setanon_sql.pipeline.run import Pipeline, RowsType
from setanon_sql.query.templates import Table


class KmRelease(Pipeline[AnonymizeKm, RowsType]):
    """A k^m-anonymous release in the making."""

    promise = KmAnonymity
    model: KmAnonymity
    #: ``node``: those that somebody may know; None: all.
    known_nodes: Table | None = None
    #: ``record_id, class``, by the columns that are released; None: there are none.
    classes: Table | None = None
    _risk: ReleaseRisk | None = None

    def known_rows_of(self, rows: Table) -> Table:
        """Return the rows that somebody may know, where columns are known with labels of their own in each class."""
        rows = known_labels_of(self.engine, rows, self.known_nodes)
        return rows if self.classes is None else by_class(self.engine, rows, self.classes)

    def find_known_nodes(self) -> Table | None:
        """Return the nodes that somebody may know; None: all."""
        if self.case.known_items is None:
            return None
        tables = {"ancestors": self.case.needed_nodes.ancestors, "known": self.case.known_items}
        return self.engine.table("sets/known/nodes", **tables)

    def count_person_share(self, rows: Table) -> PersonShare | None:
        """Count how much of the rows of the release is of one person; None where persons do not count."""
        if self.dataset.persons is None:
            return None
        self.engine.trace.begin_phase("counting how much of what is shown is of one person")
        shares = person_share(self.engine, self.known_rows_of(rows), self.dataset.persons, pairs=self.model.m != 1)
        if shares and shares.sets_over_half:
            what = "labels" if self.model.m == 1 else "labels and pairs of labels"
            self.engine.trace.note(
                f"of {shares.sets_over_half:,} of {shares.sets:,} {what} one person has over half of the records"
            )
        return shares

    def audits_before(self) -> dict[str, Any]:
        """Audit the source for the report."""
        self.engine.trace.begin_phase("auditing the source for the report, before anything is changed")
        if self.case.protected is not None:
            return {"before": audit_km_protected(self.dataset, self.model, self.case.protected.named, unicity=True)}
        source = self.case.known_rows
        if classes := self.case.classes:
            source = source.with_rows(by_class(self.engine, source.transactions, classes.of(classes.finest)))
        return {"before": replace(audit_source(source, self.model), rows=self.dataset.rows)}

    def audits_after(self, result: RowsType, release: Release) -> dict[str, Any]:
        """Count in the release what matches, and what one known item more than it protects against finds."""
        risk = self.audited(result)
        return {"matching": risk.matching, "beyond": risk.beyond, "person_share": release.person_share}

    def audited(self, result: RowsType) -> ReleaseRisk:
        """Audit the release for the report, once."""
        if self._risk is None:
            self.engine.trace.begin_phase("auditing the release for the report")
            self._risk = (
                ReleaseRisk(None, None)
                if self.model.protect
                else audited_release(self.dataset, result.rows, self.model, self.known_nodes, self.classes)
            )
        return self._risk
