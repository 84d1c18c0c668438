"""What is known of an audit that is not done yet."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from setanon_sql.audit.known_triples import OF_TRIPLES, count_at_risk_of_three, is_dense
from setanon_sql.audit.matching import MatchingRisk, count_whatever_is_known
from setanon_sql.audit.so_far import SoFar
from setanon_sql.counting import Level
from setanon_sql.dataset import Dataset
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.query.templates import Table


@dataclass
class KnownSoFar:
    """Findings of an audit that is not done: the sizes that are, and how many are at risk at most."""

    dataset: Dataset
    transactions: Table
    model: KmAnonymity
    levels: list[Level] = field(default_factory=list)
    at_most: int | None = None
    bound_is_told: bool = False

    def count_at_most(self, risk: MatchingRisk | None = None) -> None:
        """Count how many are at risk at most: whatever is known, or in dense data by three items.

        ``risk``: without m, where that was counted.
        """
        dataset = self.dataset
        counted = (dataset.engine, self.transactions, self.model.k)
        if self.model.m == OF_TRIPLES and dataset.persons is None and is_dense(dataset.engine, self.transactions):
            self.at_most = count_at_risk_of_three(*counted)
        else:
            self.at_most = count_whatever_is_known(*counted, dataset.persons, risk)

    def tell_at_most(self) -> None:
        """Tell that, once: a size will take long."""
        if self.bound_is_told:
            return
        if self.at_most is None:
            self.count_at_most()
        self.bound_is_told = True
        so_far = self.so_far(self.levels)
        trace = self.dataset.engine.trace
        trace.note(so_far.bound())
        if trace.so_far:
            trace.so_far(so_far)

    def so_far(self, levels: Sequence[Level]) -> SoFar:
        """Return what is known after some sizes."""
        dataset = self.dataset
        by_size = {
            "minimal_threats_by_size": {level.size: level.threats for level in levels},
            "records_at_risk_by_size": {level.size: level.at_risk for level in levels},
        }
        if dataset.persons is not None:
            by_size["persons_at_risk_by_size"] = {level.size: level.persons_at_risk for level in levels}
        return SoFar(self.model, dataset.records, dataset.rows, by_size, self.at_most)
