"""k-anonymity of whole records by local generalization, from a source to a release."""

from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.decisions import ItemConstraints
from setanon_sql.errors import BadParameter
from setanon_sql.measures import Measures
from setanon_sql.measures.local import measure_local
from setanon_sql.models.kanonymity.audit import audit_kanonymity
from setanon_sql.models.kanonymity.method import KAnonymityResult, anonymize_kanonymity, refuse_too_few
from setanon_sql.models.kanonymity.options import AnonymizeKAnonymity
from setanon_sql.models.kanonymity.parameters import KAnonymity
from setanon_sql.pipeline.opening import Tree, opened, placed_tree, tell_placeless, tree_of
from setanon_sql.pipeline.refusing import refuse_options
from setanon_sql.pipeline.released import Release
from setanon_sql.pipeline.run import Pipeline
from setanon_sql.release import LongRelease
from setanon_sql.release.labels import LabelSource
from setanon_sql.taxonomy import Nodes, encode


class KAnonymityPipeline(Pipeline[AnonymizeKAnonymity, KAnonymityResult]):
    """A k-anonymous release in the making."""

    title = "Release with k-anonymity"
    label_source: LabelSource
    nodes: Nodes

    def check(self) -> None:
        """Refuse a run without a taxonomy, and what drops items."""
        self.model = KAnonymity(self.given.k, bool(self.given.person))
        if self.given.taxonomy is None:
            raise BadParameter(
                "items are generalized along a taxonomy, and none was given",
                "give <taxonomy>, or make one: <taxonomy build>",
            )
        if self.given.missing == "drop":
            raise BadParameter("k-anonymity drops no items", "use <missing=root>: they stand right below the root")
        refuse_options(self.model.name, self.given)

    def reads(self) -> tuple[Any, ...]:
        """Return the taxonomy."""
        return (self.given.taxonomy,)

    def tree(self) -> Tree | None:
        """Return the taxonomy of the labels of the release."""
        return self.given.taxonomy

    def open(self) -> Dataset:
        """Open the source, and the taxonomy over its items."""
        assert self.given.taxonomy is not None
        tree = tree_of(self.engine, self.given.taxonomy, self.reading)
        dataset = opened(self.engine, self.given.source, self.reading, tree)
        tell_placeless(dataset, tree, self.reading)
        self.label_source = LabelSource(tree, meaning=self.with_meaning)
        self.nodes = encode(self.engine, placed_tree(dataset, tree, self.reading), dataset)
        return dataset

    def audits_before(self) -> dict[str, Any]:
        """Audit the source for the report."""
        self.engine.trace.begin_phase("auditing the source for the report, before anything is changed")
        return {"before": audit_kanonymity(self.dataset, self.model)}

    def run(self, constraints: ItemConstraints) -> KAnonymityResult:
        """Generalize part by part; raises BadParameter where the records are fewer than k."""
        refuse_too_few(self.dataset, self.model)
        return anonymize_kanonymity(self.dataset, self.given.k, self.nodes)

    def measure(self, result: KAnonymityResult) -> Measures:
        """Measure a result: its loss exactly, by what stands for each occurrence."""
        return measure_local(self.dataset, result.rows, result.occurrences, self.nodes, request=self.requested)

    def publish(self, result: KAnonymityResult, measures: Measures) -> Release:
        """Publish a result."""
        return self.target.publish(self._content(result), measures)

    def _content(self, result: KAnonymityResult) -> LongRelease:
        engine = self.engine
        return LongRelease(
            self.dataset,
            result.rows,
            self.nodes.labels(engine),
            self.model,
            result.method,
            suppressed=engine.empty("suppressed", "record_id", "node", "cause"),
            causes=engine.empty("causes", "cause", "item", "is_sensitive"),
            occurrences=result.occurrences,
            label_source=self.label_source,
        )
