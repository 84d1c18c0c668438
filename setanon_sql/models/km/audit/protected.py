"""The k^m audit of sets that are protected by name: who is found among fewer than k by some items of one of them.

Whoever knows more of what a record holds of a set finds fewer. So a set is broken where fewer than k records hold all
that some record holds of it (:mod:`setanon_sql.audit.containment`); no smaller sets are searched.
"""

from dataclasses import dataclass
from typing import Annotated

from setanon_sql.audit.containment import RecordSets
from setanon_sql.dataset import Dataset
from setanon_sql.display import Listing, Summary
from setanon_sql.engine import Engine, scoped
from setanon_sql.models.km.audit.records import KmRecordsAudit
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.query.templates import Table
from setanon_sql.results import size_of


@dataclass(frozen=True)
class KmProtectedAudit(KmRecordsAudit):
    """Findings of an audit of sets that are protected by name."""

    protected_sets: Annotated[int, "`--protect`: sets of items"] = 0
    broken_sets: Annotated[int, "of which some items that a record holds are held by fewer than k"] = 0

    @property
    def complete(self) -> bool:
        """Nothing is told of other sets."""
        return False

    def summary(self) -> Summary:
        """Return one row: how many sets are broken, and how many are at risk by them."""
        summary = super().summary()
        listing = Listing(
            ("protected_sets", "broken_sets", *summary.listing.columns),
            tuple((self.protected_sets, self.broken_sets, *row) for row in summary.listing.rows),
            summary.listing.shares,
        )
        title = f"k^m-anonymity of protected sets with k = {self.model.k}"
        return Summary(title, listing, self.satisfied, (size_of(self), *self.sentences_of_singled_out()))


@scoped
def audit_km_protected(
    dataset: Dataset, model: KmAnonymity, named: Table, *, unicity: bool = False
) -> KmProtectedAudit:
    """Count who is at risk by the sets ``named`` (``set_id, label``); see the module.

    ``unicity``: also count those singled out. Cost: for each record and set, those with the rarest item of both.
    """
    engine = dataset.engine
    holdings = held_of_sets(engine, dataset.transactions, named, dataset.items)
    persons = dataset.persons and engine.table("sets/protected/persons", held=holdings, persons=dataset.persons)
    risks = _Risks(engine, holdings, persons)
    n_broken, at_risk = risks.at_risk(model.k)
    alone = risks.at_risk(2)[1] if unicity else None
    sets = engine.number("sets/protected/number", named=named)
    return KmProtectedAudit(
        model, dataset.records, dataset.rows, (), selection=dataset.selection, person_hint=dataset.person_hint,
        persons=dataset.n_persons if persons else None, at_risk=at_risk, singled_out=alone, protected_sets=sets,
        broken_sets=n_broken,
    )  # fmt: skip


def held_of_sets(engine: Engine, transactions: Table, named: Table, items: Table) -> Table:
    """Return what each record holds of each set, as records of their own: ``record_id, item`` and more."""
    numbers = engine.table("sets/protected/numbers", named=named, items=items)
    return engine.table("sets/protected/held", transactions=transactions, numbers=numbers)


class _Risks:
    """Records of sets, and who is at risk by them."""

    def __init__(self, engine: Engine, holdings: Table, persons: Table | None) -> None:
        self.engine = engine
        self.holdings = holdings
        self.persons = persons
        self.records = RecordSets(engine, holdings, persons)

    def at_risk(self, k: int) -> tuple[int, int]:
        """Return how many sets are broken at a k, and how many records, or persons, are at risk."""
        tables = {"members": self.records.members, "at_risk": self.records.at_risk(k)}
        n_broken, n_records = self.engine.answer("sets/protected/at_risk", held=self.holdings, **tables)
        if self.persons is None:
            return n_broken, n_records
        return n_broken, self.engine.number("sets/protected/persons_at_risk", persons=self.persons, **tables)
