"""(h, k, p)-coherence by local recoding, from a source to a release."""

from dataclasses import replace
from typing import Any

from setanon_sql.decisions import ItemConstraints
from setanon_sql.errors import BadParameter
from setanon_sql.measures import Measures
from setanon_sql.measures.local import measure_local
from setanon_sql.models.coherence.options import AnonymizeCoherence
from setanon_sql.models.coherence.parameters import Coherence, LocalCoherence
from setanon_sql.models.coherence.sensitive import (
    hidden_items,
    inputs_of,
    open_labels,
    open_rows,
    sensitive_labels,
    sensitive_rows,
)
from setanon_sql.pipeline.local import (
    RecodingResult,
    at_risk_from,
    known_items,
    local_release,
    local_result,
    recoded,
    refuse_without_taxonomy,
)
from setanon_sql.pipeline.released import Release
from setanon_sql.pipeline.run import Pipeline
from setanon_sql.query.templates import Table
from setanon_sql.release import LongRelease
from setanon_sql.release.labels import LabelSource


class LocalCoherencePipeline(Pipeline[AnonymizeCoherence, RecodingResult]):
    """A coherent release by local recoding in the making."""

    title = "Release with (h, k, p)-coherence by local recoding"
    promise = Coherence
    model: LocalCoherence

    def check(self) -> None:
        """Refuse what local recoding does not do."""
        refuse_without_taxonomy(self.given)
        known_items(self.given.m)

    def run(self, constraints: ItemConstraints) -> RecodingResult:
        """Lift labels until each set that is shown is shown by k, and tells nothing sensitive too surely.

        Raises BadParameter where there are too few records, or what is sensitive is too frequent anyway.
        """
        self._refuse_too_few()
        beside = sensitive_rows(self.case)
        hidden = hidden_items(self.case, beside, self.model.h)
        others = open_rows(self.dataset, self.dataset.transactions, self.case.sensitive_items)
        sets = (self.model.k, known_items(self.model.m))
        how: dict[str, Any] = {"cost": self.given.cost or "balanced", "floor": float(self.model.floor)}
        occurrences = recoded(others, self.case.needed_nodes, *sets, hidden=hidden, **how)
        return local_result(others, occurrences, beside)

    def _refuse_too_few(self) -> None:
        """Raise BadParameter where there are fewer than k."""
        persons = self.dataset.persons is not None
        whole = self.dataset.n_persons if persons else self.dataset.records
        if whole < self.model.k:
            unit = "persons" if persons else "records"
            raise BadParameter(f"<k> is {self.model.k}, and there are only {whole:,} {unit}", "use a smaller <k>")

    def measure(self, result: RecodingResult) -> Measures:
        """Measure a result: its loss exactly, by what stands for each occurrence."""
        request = replace(self.requested, sensitive=self.case.sensitive_items)
        tables = (self.dataset, result.rows, result.occurrences, self.case.needed_nodes)
        return measure_local(*tables, suppressed=result.suppressed, request=request)

    def publish(self, result: RecodingResult, measures: Measures) -> Release:
        """Publish a result; count who is at risk from one known item more, as local recoding leaves little to spare."""
        at_risk = self._at_risk_beyond(result.rows)
        return replace(self.target.publish(self._content(result), measures), at_risk_beyond=at_risk)

    def _at_risk_beyond(self, rows: Table) -> int | None:
        self.engine.trace.begin_phase("counting who is at risk from one known item more")
        others = open_rows(self.dataset, rows, self.case.sensitive_items)
        return at_risk_from(self.dataset, others.transactions, self.model.k, known_items(self.model.m) + 1)

    def _content(self, result: RecodingResult) -> LongRelease:
        assert self.case.taxonomy is not None
        narrowed = open_labels(self.case.taxonomy, sensitive_labels(self.case))
        labels = LabelSource(self.case.taxonomy, narrowed, self.with_meaning)
        release = local_release(self.dataset, self.case.needed_nodes, self.model, result, labels)
        return replace(release, verification_inputs=inputs_of(self.case))
