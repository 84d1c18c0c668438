"""(h, k, p)-coherence, from a source to a release: by suppressing items everywhere, or by local recoding."""

from typing import Any

from setanon_sql.decisions import ItemConstraints
from setanon_sql.measures import Measures
from setanon_sql.measures.records import measure_release
from setanon_sql.models.coherence.local import LocalCoherencePipeline
from setanon_sql.models.coherence.method import CoherenceResult, anonymize_coherence
from setanon_sql.models.coherence.options import AnonymizeCoherence
from setanon_sql.models.coherence.release import CoherenceRelease
from setanon_sql.models.coherence.sensitive import FREQUENT, hidden_items, inputs_of, known_anyway
from setanon_sql.pipeline.publishing import form_of
from setanon_sql.pipeline.released import Release
from setanon_sql.pipeline.run import Pipeline
from setanon_sql.registry.local import LOCAL
from setanon_sql.release import LongRelease


class CoherencePipeline(CoherenceRelease[CoherenceResult]):
    """A coherent release by suppression in the making."""

    title = "Release with (h, k, p)-coherence"

    def run(self, constraints: ItemConstraints) -> CoherenceResult:
        """Suppress items until no mole is left; raises NotReached where nothing would be left."""
        if anyway := known_anyway(self.dataset, hidden_items(self.case)):
            self.engine.trace.warn(f"{anyway}: whoever finds no record by what is known can infer as much. {FREQUENT}")
        return anonymize_coherence(self.dataset, self.model, self.case.sensitive_items)

    def measure(self, result: CoherenceResult) -> Measures:
        """Measure a result."""
        return measure_release(self.dataset, result.rows, self.dataset.items, request=self.requested)

    def publish(self, result: CoherenceResult, measures: Measures) -> Release:
        """Publish a result; the manifest lists the sensitive items that are released."""
        content = LongRelease(
            self.dataset,
            result.rows,
            self.dataset.items,
            self.model,
            result.method,
            form=form_of(self.dataset),
            changes=result.changes,
            verification_inputs=inputs_of(self.case),
        )
        return self.target.publish(content, measures)


def pipeline_of(request: AnonymizeCoherence) -> Pipeline[AnonymizeCoherence, Any]:
    """Return the release in the making that options ask for."""
    return LocalCoherencePipeline(request) if request.recoding == LOCAL else CoherencePipeline(request)
