"""rho-uncertainty by generalization and global suppression (TDControl), from a source to a release."""

from dataclasses import replace
from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.decisions import NO_CONSTRAINTS, ItemConstraints
from setanon_sql.errors import BadParameter
from setanon_sql.measures import Measures
from setanon_sql.measures.records import measure_release
from setanon_sql.models.rho.audit import audit_rho
from setanon_sql.models.rho.options import AnonymizeRho
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.models.rho.pipeline import refuse_personal, refuse_to_compare
from setanon_sql.models.rho.tdcontrol import ControlResult, anonymize_tdcontrol
from setanon_sql.pipeline.opening import (
    NO_TAXONOMY,
    Tree,
    open_nodes,
    open_with_sensitive,
    placed_tree,
    tell_placeless,
    tree_of,
    verification_inputs,
)
from setanon_sql.pipeline.publishing import form_of
from setanon_sql.pipeline.released import Release
from setanon_sql.pipeline.run import Pipeline
from setanon_sql.query.templates import columns_of
from setanon_sql.release import LongRelease
from setanon_sql.release.labels import LabelSource
from setanon_sql.sensitive.constraint import Constraint
from setanon_sql.taxonomy import Nodes
from setanon_sql.taxonomy.tree import with_leaves


class ControlPipeline(Pipeline[AnonymizeRho, ControlResult]):
    """A release by TDControl in the making."""

    title = "Release with rho-uncertainty"
    sensitive: Constraint
    nodes: Nodes

    def check(self) -> None:
        """Refuse a promise that makes no sense, a run without a taxonomy, and what does not know of the method."""
        self.model = RhoUncertainty.from_shares(self.given.rho, self.given.m)
        refuse_to_compare(self.given)
        if self.given.taxonomy is None:
            raise BadParameter(*NO_TAXONOMY)
        if self.given.missing == "drop":
            raise BadParameter(
                "<algorithm=tdcontrol> drops no items", "use <missing=root>: they stand right below the root"
            )

    def reads(self) -> tuple[Any, ...]:
        """Return what is sensitive, and the taxonomy."""
        return self.given.sensitive, self.given.taxonomy

    def tree(self) -> Tree | None:
        """Return the taxonomy of the labels of the release."""
        return self.given.taxonomy

    def open(self) -> Dataset:
        """Open the source, what is sensitive in it, and the taxonomy over the rest."""
        assert self.given.taxonomy is not None
        taxonomy = tree_of(self.engine, self.given.taxonomy, self.reading)
        dataset, self.sensitive = open_with_sensitive(
            self.engine, self.given.source, self.given.sensitive, self.reading, taxonomy
        )
        refuse_personal(self.given, self.sensitive)
        hidden = {str(label) for (label,) in self.engine.rows(columns_of(self.sensitive.named, "label"))}
        tell_placeless(dataset, with_leaves(taxonomy, hidden - taxonomy.depth.keys()), self.reading)
        self.label_source = LabelSource(taxonomy, meaning=self.with_meaning)
        taxonomy = placed_tree(dataset, taxonomy, self.reading)
        self.nodes = open_nodes(dataset, self.sensitive.sensitive, taxonomy, self.reading)
        return dataset

    def audits_before(self) -> dict[str, Any]:
        """Audit the source for the report."""
        self.engine.trace.begin_phase("auditing the source for the report")
        return {"before": audit_rho(self.dataset, self.model, self.sensitive)}

    def run(self, constraints: ItemConstraints = NO_CONSTRAINTS) -> ControlResult:
        """Generalize and suppress what breaks the promise."""
        return anonymize_tdcontrol(self.dataset, self.model, self.sensitive, self.nodes)

    def measure(self, result: ControlResult) -> Measures:
        """Measure a result."""
        requested = replace(self.requested, sensitive=self.sensitive.sensitive)
        labels = self.nodes.labels(self.engine)
        return measure_release(self.dataset, result.rows, labels, self.nodes, request=requested)

    def publish(self, result: ControlResult, measures: Measures) -> Release:
        """Publish a result."""
        return self.target.publish(self._content(result), measures)

    def audits_after(self, result: ControlResult, release: Release) -> dict[str, Any]:
        """Audit the release."""
        self.engine.trace.begin_phase("auditing the release for the report")
        return {"after": audit_rho(self.dataset.with_rows(result.rows), self.model, self.sensitive)}

    def _content(self, result: ControlResult) -> LongRelease:
        return LongRelease(
            self.dataset,
            result.rows,
            self.nodes.labels(self.engine),
            self.model,
            result.method,
            form=form_of(self.dataset),
            changes=result.changes,
            verification_inputs=verification_inputs(self.dataset, self.sensitive),
            label_source=self.label_source,
        )
