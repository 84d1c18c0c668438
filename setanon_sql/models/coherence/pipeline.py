"""(h, k, p)-coherence by suppressing items, from a source to a release."""

from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.decisions import ItemConstraints
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadParameter
from setanon_sql.measures import Measures
from setanon_sql.measures.records import measure_release
from setanon_sql.models.coherence.audit import audit_coherence
from setanon_sql.models.coherence.method import CoherenceResult, anonymize_coherence
from setanon_sql.models.coherence.options import AnonymizeCoherence, CoherenceParameters
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.pipeline.opening import open_with_sensitive, opened
from setanon_sql.pipeline.publishing import form_of
from setanon_sql.pipeline.released import Release
from setanon_sql.pipeline.run import Pipeline
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.release import LongRelease
from setanon_sql.sources import Source, SourceOptions
from setanon_sql.verify.inputs import VerificationInputs


def coherence_of(parameters: CoherenceParameters) -> Coherence:
    """Return the model that options ask for; raises BadParameter where they bound what nothing is listed for."""
    return Coherence.from_options(
        {"k": parameters.k, "m": parameters.m, "h": parameters.h, "sensitive": parameters.sensitive}
    )


def open_with_private(
    engine: DuckDBEngine | Warehouse, source: Source, parameters: CoherenceParameters, options: SourceOptions
) -> tuple[Dataset, Table]:
    """Open a source, and what is private in it (``item``); raises BadParameter for wishes of persons."""
    if parameters.sensitive is None:
        return opened(engine, source, options), engine.empty("sensitive", "item")
    dataset, constraint = open_with_sensitive(engine, source, parameters.sensitive, options)
    if constraint.personal:
        raise BadParameter(
            "coherence is about items that are sensitive for everybody, and <sensitive> names records",
            "give one column of items",
        )
    return dataset, constraint.sensitive


class CoherencePipeline(Pipeline[AnonymizeCoherence, CoherenceResult]):
    """A coherent release in the making."""

    title = "Release with (h, k, p)-coherence"
    sensitive: Table

    def check(self) -> None:
        """Refuse a promise that makes no sense, and what does not know of coherence."""
        self.model = coherence_of(self.given)
        if self.given.previous is not None:
            raise BadParameter(
                "<previous> does not know of coherence: what both releases tell together is not searched for",
                "leave it out, and publish only one of both",
            )

    def reads(self) -> tuple[Any, ...]:
        """Return what is sensitive."""
        return (self.given.sensitive,)

    def open(self) -> Dataset:
        """Open the source, and what is sensitive in it."""
        dataset, self.sensitive = open_with_private(self.engine, self.given.source, self.given, self.reading)
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
