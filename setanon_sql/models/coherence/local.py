"""(h, k, p)-coherence by local recoding, from a source to a release."""

from dataclasses import replace
from typing import Any

from setanon_sql.decisions import ItemConstraints
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.measures import Measures
from setanon_sql.measures.local import measure_local
from setanon_sql.methods.too_few import refuse_too_few
from setanon_sql.models.coherence.parameters import LocalCoherence
from setanon_sql.models.coherence.release import CoherenceRelease
from setanon_sql.models.coherence.sensitive import (
    FREQUENT,
    hidden_items,
    inputs_of,
    known_anyway,
    open_labels,
    open_rows,
    sensitive_labels,
    sensitive_rows,
)
from setanon_sql.pipeline.local import (
    LocalResult,
    at_risk_beyond,
    known_items,
    local_release,
    local_result,
    recoded,
    refuse_without_taxonomy,
    tell_beyond,
)
from setanon_sql.pipeline.released import Release
from setanon_sql.release import LongRelease
from setanon_sql.release.labels import LabelSource

#: What protects from more: whole records do not stand for the sets in them, as a part of one may tell more surely.
_ANY = "how surely each set tells is counted by itself; kanonymity protects from being found by any number"


class LocalCoherencePipeline(CoherenceRelease[LocalResult]):
    """A coherent release by local recoding in the making."""

    title = "Release with (h, k, p)-coherence by local recoding"
    model: LocalCoherence

    def check(self) -> None:
        """Refuse what local recoding does not do."""
        refuse_without_taxonomy(self.given)
        if self.given.missing == "drop":
            raise BadParameter(
                "coherence by <recoding=local> drops no items", "use <missing=root>: they stand right below the root"
            )
        self.m = known_items(self.given.m, _ANY)

    def run(self, constraints: ItemConstraints) -> LocalResult:
        """Lift labels until each set that is shown is shown by k, and tells nothing sensitive too surely.

        Raises BadParameter where there are too few records, or what is sensitive is too frequent anyway; NotReached
        where it is so among the records that are left.
        """
        refuse_too_few(self.dataset, self.model.k)
        beside = sensitive_rows(self.case)
        hidden = hidden_items(self.case)
        if anyway := known_anyway(self.dataset, hidden):
            raise BadParameter(f"{anyway}: who knows nothing of a record can infer as much", FREQUENT)
        others = open_rows(self.dataset, self.dataset.transactions, self.case.sensitive_items)
        sets = (self.model.k, self.m)
        how: dict[str, Any] = {"cost": self.given.cost or "balanced", "floor": float(self.model.floor)}
        occurrences, _ = recoded(others, self.case.needed_nodes, *sets, hidden=hidden, **how)
        result = local_result(others, occurrences, beside)
        if anyway := known_anyway(self.dataset, hidden, result.rows):
            raise NotReached(f"{anyway}, of those that would be left: too many others would be gone", FREQUENT)
        return result

    def measure(self, result: LocalResult) -> Measures:
        """Measure a result: its loss exactly, by what stands for each occurrence."""
        request = replace(self.requested, sensitive=self.case.sensitive_items)
        tables = (self.dataset, result.rows, result.occurrences, self.case.needed_nodes)
        return measure_local(*tables, suppressed=result.suppressed, request=request)

    def publish(self, result: LocalResult, measures: Measures) -> Release:
        """Publish a result; tell who is at risk from one known item more."""
        others = open_rows(self.dataset, result.rows, self.case.sensitive_items)
        sets = (self.model.k, self.m)
        at_risk = at_risk_beyond(self.dataset, others.transactions, *sets)
        tell_beyond(self.dataset, self.model.k, f"{sets[1] + 1} items that are not sensitive", at_risk)
        return replace(self.target.publish(self._content(result), measures), at_risk_beyond=at_risk)

    def _content(self, result: LocalResult) -> LongRelease:
        assert self.case.taxonomy is not None
        narrowed = open_labels(self.case.taxonomy, sensitive_labels(self.case))
        labels = LabelSource(self.case.taxonomy, narrowed, self.with_meaning)
        release = local_release(self.dataset, self.case.needed_nodes, self.model, result, labels)
        return replace(release, verification_inputs=inputs_of(self.case))
