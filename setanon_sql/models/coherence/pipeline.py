"""(h, k, p)-coherence by suppressing items, from a source to a release."""

from setanon_sql.decisions import ItemConstraints
from setanon_sql.measures import Measures
from setanon_sql.measures.records import measure_release
from setanon_sql.models.coherence.method import CoherenceResult, anonymize_coherence
from setanon_sql.models.coherence.options import AnonymizeCoherence
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.pipeline.publishing import form_of
from setanon_sql.pipeline.released import Release
from setanon_sql.pipeline.run import Pipeline
from setanon_sql.query.templates import columns_of
from setanon_sql.release import LongRelease
from setanon_sql.verify.inputs import VerificationInputs


class CoherencePipeline(Pipeline[AnonymizeCoherence, CoherenceResult]):
    """A coherent release in the making."""

    title = "Release with (h, k, p)-coherence"
    promise = Coherence
    model: Coherence

    def run(self, constraints: ItemConstraints) -> CoherenceResult:
        """Suppress items until no mole is left; raises NotReached where nothing would be left."""
        return anonymize_coherence(self.dataset, self.model, self.case.sensitive_items)

    def measure(self, result: CoherenceResult) -> Measures:
        """Measure a result."""
        return measure_release(self.dataset, result.rows, self.dataset.items, request=self.requested)

    def publish(self, result: CoherenceResult, measures: Measures) -> Release:
        """Publish a result; the manifest lists the sensitive items that are released."""
        tables = {"items": self.dataset.items, "sensitive": self.case.sensitive_items}
        labels = self.engine.table("rules/constraint/sensitive_labels", **tables)
        content = LongRelease(
            self.dataset,
            result.rows,
            self.dataset.items,
            self.model,
            result.method,
            form=form_of(self.dataset),
            changes=result.changes,
            verification_inputs=VerificationInputs(self.engine.table(columns_of(labels, "label"))),
        )
        return self.target.publish(content, measures)


pipeline_of = CoherencePipeline
