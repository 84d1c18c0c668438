"""How many records equal too few others?"""

from dataclasses import dataclass, replace
from typing import Annotated

from setanon_sql.audit.columns import ENTRIES, KnownColumnsRisk, classes_at, points_of
from setanon_sql.columns import Classes, Point, by_class
from setanon_sql.dataset import ALL, Dataset, Selection
from setanon_sql.display import Listing, Summary
from setanon_sql.engine import scoped
from setanon_sql.fields import INLINE, Name
from setanon_sql.models.kanonymity.options import AuditKAnonymity
from setanon_sql.models.kanonymity.parameters import KAnonymity
from setanon_sql.pipeline.case import Case
from setanon_sql.results import UNIT, Audit, size_of


@dataclass(frozen=True, kw_only=True)
class WholeRecordsRisk(KnownColumnsRisk):
    """Risk from somebody who knows columns, and all items of a record."""

    at_risk: Annotated[int, Name("at_risk_by_columns"), "records, or persons, at risk by these columns alone"]
    at_risk_by_all: Annotated[int, "by these and all items of a record"]


@dataclass(frozen=True)
class KAnonymityAudit(Audit):
    """The findings of an audit. ``violations``: sets of items that fewer than k records (persons) hold.

    ``risks``: from who knows columns, too; all that is counted is of the first.
    """

    model: KAnonymity
    groups: Annotated[int, "different sets of items"]
    smallest_group: Annotated[int, "records (`--person`: persons) that hold the rarest of them"]
    violations: int
    at_risk: Annotated[int, Name("records_at_risk"), "that hold the same items as fewer than k - 1 others, or persons"]
    singled_out: Annotated[int, "as no other; `--person`: persons with such a record"]
    selection: Annotated[Selection, INLINE] = ALL
    persons: Annotated[int | None, "`--person`: of the source"] = None
    persons_at_risk: Annotated[int | None, "`--person`: with a record at risk"] = None
    risks: Annotated[tuple[WholeRecordsRisk, ...], Name("columns"), ENTRIES] = ()
    unit = UNIT

    @property
    def satisfied(self) -> bool:
        """Does the data satisfy the model as it is?"""
        return self.violations == 0

    @property
    def share_at_risk(self) -> float:
        """Return the share of the records at risk, or of the persons where these are counted, 0..1."""
        at_risk, whole = (
            (self.at_risk, self.records) if self.persons is None else (self.persons_at_risk or 0, self.persons)
        )
        return at_risk / max(whole, 1)

    def summary(self) -> Summary:
        """Return the records at risk in one row."""
        of_persons = [] if self.persons is None else [("persons_at_risk", self.persons_at_risk)]
        cells = dict([("different_records", self.groups), ("singled_out", self.singled_out),
                      ("records_at_risk", self.at_risk), *of_persons, ("share", self.share_at_risk)])  # fmt: skip
        listing = Listing(tuple(cells), (tuple(cells.values()),), frozenset({"share"}))
        meaning = f"Records at risk hold the same items as fewer than {self.model.k - 1} others."
        if self.persons is not None:
            meaning = f"Persons at risk have a record that fewer than {self.model.k} persons have."
        beside = (f"Known besides: {', '.join(self.risks[0].columns)}.",) if self.risks else ()
        sentences = (size_of(self), meaning, *beside)
        return Summary(f"k-anonymity with k = {self.model.k}", listing, self.satisfied, sentences)


def audit(case: Case[KAnonymity, AuditKAnonymity]) -> KAnonymityAudit:
    """Return the audit of a source."""
    if case.classes:
        return _audit_columns(case.dataset, case.model, case.classes)
    return audit_kanonymity(case.dataset, case.model)


@scoped
def _audit_columns(dataset: Dataset, model: KAnonymity, classes: Classes) -> KAnonymityAudit:
    """Count records that are the same in columns, too: in all, without each, and with each coarser."""
    risks = []
    audits = []
    for left_out, point in points_of(classes):
        audits.append(_audit_at(dataset, model, classes, point))
        counts, alone = classes_at(classes, point, model.k)
        at_risk = audits[-1].at_risk if dataset.persons is None else audits[-1].persons_at_risk or 0
        columns = classes.called(point)
        more = {"at_risk": alone, "at_risk_by_all": at_risk}
        risks.append(WholeRecordsRisk(columns=columns, left_out=left_out, classes=counts, **more))
    return replace(audits[0], rows=dataset.rows, risks=tuple(risks))


def _audit_at(dataset: Dataset, model: KAnonymity, classes: Classes, point: Point) -> KAnonymityAudit:
    """Return the audit of records that are alike in the columns of a point."""
    if not point:
        return audit_kanonymity(dataset, model)
    return audit_kanonymity(dataset.with_rows(by_class(dataset.engine, dataset.transactions, classes.of(point))), model)


@scoped
def audit_kanonymity(dataset: Dataset, model: KAnonymity) -> KAnonymityAudit:
    """Count the records that hold the same items as fewer than k - 1 others.

    Cost: one pass over the rows, and one over the records.
    """
    groups, smallest, violations, at_risk, persons_at_risk, singled_out = dataset.engine.answer(
        "kanonymity/audit/equal_records",
        transactions=dataset.transactions, persons=dataset.owners(), k=model.k,
    )  # fmt: skip
    size = (dataset.records, dataset.rows)
    counts = (groups, smallest, violations, at_risk, singled_out)
    persons = (dataset.n_persons, persons_at_risk) if model.person else ()
    return KAnonymityAudit(model, *size, *counts, dataset.selection, *persons)
