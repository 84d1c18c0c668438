"""(h, k, p)-coherence by suppressing items, from a source to a release."""

from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.decisions import ItemConstraints
from setanon_sql.measures import Measures
from setanon_sql.measures.records import measure_release
from setanon_sql.models.coherence.audit import audit_coherence
from setanon_sql.models.coherence.method import CoherenceResult, anonymize_coherence
from setanon_sql.models.coherence.options import AnonymizeCoherence
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.pipeline.opening import opened, sensitive_in
from setanon_sql.pipeline.publishing import form_of
from setanon_sql.pipeline.refusing import refuse_options, refuse_personal
from setanon_sql.pipeline.released import Release
from setanon_sql.pipeline.run import Pipeline
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.release import LongRelease
from setanon_sql.verify.inputs import VerificationInputs


class CoherencePipeline(Pipeline[AnonymizeCoherence, CoherenceResult]):
    """A coherent release in the making."""

    title = "Release with (h, k, p)-coherence"
    sensitive: Table

    def check(self) -> None:
        """Refuse a promise that makes no sense."""
        self.model = Coherence.from_options(vars(self.given))
        refuse_options(self.model.name, self.given)

    def reads(self) -> tuple[Any, ...]:
        """Return what is sensitive."""
        return (self.given.sensitive,)

    def open(self) -> Dataset:
        """Open the source, and what is sensitive in it."""
        dataset = opened(self.engine, self.given.source, self.reading)
        named = self.given.sensitive
        sensitive = None if named is None else sensitive_in(dataset, named, self.reading, None)
        refuse_personal(self.model.name, sensitive)
        self.sensitive = sensitive.sensitive if sensitive else self.engine.empty("sensitive", "item")
        return dataset

    def audits_before(self) -> dict[str, Any]:
        """Audit the source for the report."""
        self.engine.trace.begin_phase("auditing the source for the report, before anything is changed")
        return {"before": audit_coherence(self.dataset, self.model, self.sensitive)}

    def run(self, constraints: ItemConstraints) -> CoherenceResult:
        """Suppress items until no mole is left; raises NotReached where nothing would be left."""
        return anonymize_coherence(self.dataset, self.model, self.sensitive)

    def measure(self, result: CoherenceResult) -> Measures:
        """Measure a result."""
        return measure_release(self.dataset, result.rows, self.dataset.items, request=self.requested)

    def publish(self, result: CoherenceResult, measures: Measures) -> Release:
        """Publish a result; the manifest lists the sensitive items that are released."""
        tables = {"items": self.dataset.items, "sensitive": self.sensitive}
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
