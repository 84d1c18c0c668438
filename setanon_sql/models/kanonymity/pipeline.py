"""k-anonymity of whole records by local generalization, from a source to a release."""

from setanon_sql.decisions import ItemConstraints
from setanon_sql.errors import BadParameter
from setanon_sql.measures import Measures
from setanon_sql.measures.local import measure_local
from setanon_sql.models.kanonymity.method import KAnonymityResult, anonymize_kanonymity, refuse_too_few
from setanon_sql.models.kanonymity.options import AnonymizeKAnonymity
from setanon_sql.models.kanonymity.parameters import KAnonymity
from setanon_sql.pipeline.released import Release
from setanon_sql.pipeline.run import Pipeline
from setanon_sql.release import LongRelease
from setanon_sql.release.labels import LabelSource


class KAnonymityPipeline(Pipeline[AnonymizeKAnonymity, KAnonymityResult]):
    """A k-anonymous release in the making."""

    title = "Release with k-anonymity"
    promise = KAnonymity
    model: KAnonymity

    def check(self) -> None:
        """Refuse a run without a taxonomy, and what drops items."""
        if self.given.taxonomy is None:
            raise BadParameter(
                "items are generalized along a taxonomy, and none was given",
                "give <taxonomy>, or make one: <taxonomy build>",
            )
        if self.given.missing == "drop":
            raise BadParameter("k-anonymity drops no items", "use <missing=root>: they stand right below the root")

    def run(self, constraints: ItemConstraints) -> KAnonymityResult:
        """Generalize part by part; raises BadParameter where the records are fewer than k."""
        refuse_too_few(self.dataset, self.model)
        return anonymize_kanonymity(self.dataset, self.given.k, self.case.needed_nodes)

    def measure(self, result: KAnonymityResult) -> Measures:
        """Measure a result: its loss exactly, by what stands for each occurrence."""
        return measure_local(
            self.dataset, result.rows, result.occurrences, self.case.needed_nodes, request=self.requested
        )

    def publish(self, result: KAnonymityResult, measures: Measures) -> Release:
        """Publish a result."""
        return self.target.publish(self._content(result), measures)

    def _content(self, result: KAnonymityResult) -> LongRelease:
        engine = self.engine
        assert self.case.taxonomy is not None
        return LongRelease(
            self.dataset,
            result.rows,
            self.case.needed_nodes.labels(engine),
            self.model,
            result.method,
            suppressed=engine.empty("suppressed", "record_id", "node", "cause"),
            causes=engine.empty("causes", "cause", "item", "is_sensitive"),
            occurrences=result.occurrences,
            label_source=LabelSource(self.case.taxonomy, meaning=self.with_meaning),
        )


pipeline_of = KAnonymityPipeline
