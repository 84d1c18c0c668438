"""How many records equal too few others?"""

from dataclasses import dataclass
from typing import Any

from setanon_sql.dataset import ALL, Dataset, Selection, cap_fields
from setanon_sql.display import Displayable, Listing, Summary
from setanon_sql.engine import scoped
from setanon_sql.models import KAnonymity
from setanon_sql.results import size_of, verdict


@dataclass(frozen=True)
class KAnonymityAudit(Displayable):
    """The findings of an audit.

    ``model``: what was looked for. ``records``: of the source. ``rows``: pairs of record and item.
    ``groups``: different sets of items. ``smallest_group``: records that hold the rarest of them.
    ``violations``: sets that fewer than k records hold. ``at_risk``: these records.
    ``singled_out``: records that equal no other. ``selection``: what of the source was read.
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

    @property
    def satisfied(self) -> bool:
        """Does the data satisfy the model as it is?"""
        return self.violations == 0

    def summary(self) -> Summary:
        """Return the records at risk in one row."""
        columns = ("different_records", "singled_out", "records_at_risk", "share")
        share = self.at_risk / self.records if self.records else 0.0
        listing = Listing(columns, ((self.groups, self.singled_out, self.at_risk, share),), frozenset({"share"}))
        meaning = f"Records at risk hold the same items as fewer than {self.model.k - 1} others."
        return Summary(f"k-anonymity with k = {self.model.k}", listing, self.satisfied, (size_of(self), meaning))

    def to_json(self, *, show_values: bool = False) -> dict[str, Any]:
        """Return the object of the contract; it has no labels."""
        counts = {
            "groups": self.groups,
            "smallest_group": self.smallest_group,
            "records_at_risk": self.at_risk,
            "singled_out": self.singled_out,
        }
        return verdict(self) | counts | cap_fields(self.selection)


@scoped
def audit_kanonymity(dataset: Dataset, model: KAnonymity) -> KAnonymityAudit:
    """Count the records that hold the same items as fewer than k - 1 others.

    Cost: one pass over the rows, and one over the records.
    """
    groups, smallest, violations, at_risk, singled_out = dataset.engine.answer(
        "kanonymity/audit/equal_records", transactions=dataset.transactions, k=model.k
    )
    return KAnonymityAudit(
        model, dataset.records, dataset.rows, groups, smallest, violations, at_risk, singled_out, dataset.selection
    )
