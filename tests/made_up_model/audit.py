"""How many items do too few records hold?"""

from dataclasses import dataclass
from typing import Annotated

from setanon_sql.display import Listing, Summary
from setanon_sql.fields import Name
from setanon_sql.options.reading import FromSource
from setanon_sql.pipeline.case import Case
from setanon_sql.results import Audit, size_of
from tests.made_up_model.parameters import Floor


@dataclass(frozen=True)
class FloorAudit(Audit):
    """The findings of an audit: ``violations`` are items."""

    model: Floor
    violations: int
    at_risk: Annotated[int, Name("records_at_risk"), "that hold a rare item"]

    @property
    def satisfied(self) -> bool:
        """Return whether no item is too rare."""
        return self.violations == 0

    @property
    def share_at_risk(self) -> float:
        """Return the share of the records at risk."""
        return self.at_risk / max(self.records, 1)

    def summary(self) -> Summary:
        """Return the records at risk in one row."""
        listing = Listing(("rare_items", "records_at_risk"), ((self.violations, self.at_risk),))
        return Summary(f"floor with k = {self.model.k}", listing, self.satisfied, (size_of(self),))


def audit(case: Case[Floor, FromSource]) -> FloorAudit:
    """Count the items that fewer than k records hold."""
    dataset, model = case.dataset, case.model
    engine = dataset.engine
    supports = engine.table("counting/single_items/supports", transactions=dataset.transactions)
    rare = engine.table("counting/single_items/threats", supports=supports, k=model.k)
    holders = engine.table(
        "counting/single_items/at_risk", transactions=dataset.transactions, supports=supports, k=model.k
    )
    return FloorAudit(model, dataset.records, dataset.rows, engine.count(rare), engine.count(holders))
