"""rho-uncertainty by generalization and global suppression (TDControl), from a source to a release."""

from dataclasses import replace
from typing import Any

from setanon_sql.decisions import NO_CONSTRAINTS, ItemConstraints
from setanon_sql.errors import BadParameter
from setanon_sql.measures import Measures
from setanon_sql.measures.records import measure_release
from setanon_sql.models.rho.audit import audit_rho
from setanon_sql.models.rho.options import AnonymizeRho
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.models.rho.tdcontrol import ControlResult, anonymize_tdcontrol
from setanon_sql.pipeline.opening import NO_TAXONOMY, verification_inputs
from setanon_sql.pipeline.publishing import form_of
from setanon_sql.pipeline.released import Release
from setanon_sql.pipeline.run import Pipeline
from setanon_sql.release import LongRelease
from setanon_sql.release.labels import LabelSource


class ControlPipeline(Pipeline[AnonymizeRho, ControlResult]):
    """A release by TDControl in the making."""

    title = "Release with rho-uncertainty"
    promise = RhoUncertainty
    model: RhoUncertainty

    def check(self) -> None:
        """Refuse a run without a taxonomy, and one that drops items."""
        if self.given.taxonomy is None:
            raise BadParameter(*NO_TAXONOMY)
        if self.given.missing == "drop":
            raise BadParameter(
                "<algorithm=tdcontrol> drops no items", "use <missing=root>: they stand right below the root"
            )

    def audits_before(self) -> dict[str, Any]:
        """Audit the source for the report."""
        self.engine.trace.begin_phase("auditing the source for the report")
        return {"before": audit_rho(self.dataset, self.model, self.case.constraint)}

    def run(self, constraints: ItemConstraints = NO_CONSTRAINTS) -> ControlResult:
        """Generalize and suppress what breaks the promise."""
        return anonymize_tdcontrol(self.dataset, self.model, self.case.constraint, self.case.needed_nodes)

    def measure(self, result: ControlResult) -> Measures:
        """Measure a result."""
        requested = replace(self.requested, sensitive=self.case.constraint.sensitive)
        labels = self.case.needed_nodes.labels(self.engine)
        return measure_release(self.dataset, result.rows, labels, self.case.needed_nodes, request=requested)

    def publish(self, result: ControlResult, measures: Measures) -> Release:
        """Publish a result."""
        return self.target.publish(self._content(result), measures)

    def audits_after(self, result: ControlResult, release: Release) -> dict[str, Any]:
        """Audit the release."""
        self.engine.trace.begin_phase("auditing the release for the report")
        return {"after": audit_rho(self.dataset.with_rows(result.rows), self.model, self.case.constraint)}

    def _content(self, result: ControlResult) -> LongRelease:
        assert self.case.taxonomy is not None
        return LongRelease(
            self.dataset,
            result.rows,
            self.case.needed_nodes.labels(self.engine),
            self.model,
            result.method,
            form=form_of(self.dataset),
            changes=result.changes,
            verification_inputs=verification_inputs(self.dataset, self.case.constraint),
            label_source=LabelSource(self.case.taxonomy, meaning=self.with_meaning),
        )
