"""A coherent release in the making, however it is reached: its groups of sensitive items, the audits of its report."""

from dataclasses import replace
from typing import Any

from setanon_sql.models.coherence.audit import audit_coherence
from setanon_sql.models.coherence.groups import with_groups
from setanon_sql.models.coherence.hidden import hidden_sets
from setanon_sql.models.coherence.options import AnonymizeCoherence
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.pipeline.case import Case
from setanon_sql.pipeline.released import Release
from setanon_sql.pipeline.run import Pipeline, RowsType

#: With more known items than so many their sets may be too many to be counted.
_MOST_KNOWN = 3


class CoherenceRelease(Pipeline[AnonymizeCoherence, RowsType]):
    """A coherent release in the making."""

    promise = Coherence
    model: Coherence

    def completed(self, case: Case[Any, AnonymizeCoherence]) -> Case[Any, AnonymizeCoherence]:
        """Return a case whose model has the groups of sensitive items."""
        case = with_groups(case)
        self.model = case.model
        return case

    def audits_after(self, result: RowsType, release: Release) -> dict[str, Any]:
        """Count in the release what one known item more finds, or tells; and what it tells by what it does not show."""
        self.engine.trace.begin_phase("auditing the release for the report")
        sensitive = self.case.sensitive_items
        beyond = None
        if self.model.m is not None and self.model.m < _MOST_KNOWN:
            released = self.dataset.with_rows(result.rows)
            beyond = audit_coherence(released, replace(self.model, m=self.model.m + 1), sensitive)
        hidden = hidden_sets(self.dataset, result.rows, self.model, sensitive)
        return {"beyond": beyond, "hidden_sets": hidden}
