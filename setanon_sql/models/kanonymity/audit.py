"""How many records equal too few others?"""

from dataclasses import dataclass
from typing import Any

from setanon_sql.dataset import ALL, Dataset, Selection, cap_fields
from setanon_sql.display import Displayable, Listing, Summary
from setanon_sql.engine import scoped
from setanon_sql.models.kanonymity.options import AuditKAnonymity
from setanon_sql.models.kanonymity.parameters import KAnonymity
from setanon_sql.pipeline.case import Case
from setanon_sql.results import size_of, verdict


@dataclass(frozen=True)
class KAnonymityAudit(Displayable):
    """The findings of an audit.

    ``model``: what was looked for. ``records``: of the source. ``rows``: pairs of record and item.
    ``groups``: different sets of items. ``smallest_group``: records that hold the rarest of them, or persons where
    these are counted. ``violations``: sets that fewer than k of them hold. ``at_risk``: the records that hold one.
    ``singled_out``: records that equal no other, or persons with a record that nobody else has.
    ``selection``: what of the source was read. ``persons``: of the source, where k counts these, and
    ``persons_at_risk``: who have a record at risk; None where it counts records.
    """

    model: KAnonymity
    records: int
    rows: int
    groups: int
    smallest_group: int
    violations: int
    at_risk: int
    singled_out: int
    selection: Selection = ALL
    persons: int | None = None
    persons_at_risk: int | None = None

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
        return Summary(f"k-anonymity with k = {self.model.k}", listing, self.satisfied, (size_of(self), meaning))

    def to_json(self, *, show_values: bool = False) -> dict[str, Any]:
        """Return the object of the contract; it has no labels."""
        counts: dict[str, Any] = {
            "groups": self.groups,
            "smallest_group": self.smallest_group,
            "records_at_risk": self.at_risk,
            "singled_out": self.singled_out,
        }
        if self.persons is not None:
            counts |= {"unit": "person", "persons": self.persons, "persons_at_risk": self.persons_at_risk}
        return verdict(self) | counts | cap_fields(self.selection, show_values=show_values)


def audit(case: Case[KAnonymity, AuditKAnonymity]) -> KAnonymityAudit:
    """Return the audit of a source."""
    return audit_kanonymity(case.dataset, case.model)


@scoped
def audit_kanonymity(dataset: Dataset, model: KAnonymity) -> KAnonymityAudit:
    """Count the records that hold the same items as fewer than k - 1 others.

    Cost: one pass over the rows, and one over the records.
    """
    if model.person:
        return _audit_persons(dataset, model)
    groups, smallest, violations, at_risk, singled_out = dataset.engine.answer(
        "kanonymity/audit/equal_records", transactions=dataset.transactions, k=model.k
    )
    return KAnonymityAudit(
        model, dataset.records, dataset.rows, groups, smallest, violations, at_risk, singled_out, dataset.selection
    )


def _audit_persons(dataset: Dataset, model: KAnonymity) -> KAnonymityAudit:
    assert dataset.persons is not None
    groups, smallest, violations, at_risk, persons_at_risk, singled_out = dataset.engine.answer(
        "kanonymity/audit/equal_records_of_persons",
        transactions=dataset.transactions, persons=dataset.persons, k=model.k,
    )  # fmt: skip
    size = (dataset.records, dataset.rows)
    counts = (groups, smallest, violations, at_risk, singled_out)
    persons = (dataset.n_persons, persons_at_risk)
    return KAnonymityAudit(model, *size, *counts, dataset.selection, *persons)
