"""A floor, from a source to a release."""

from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.decisions import ItemConstraints
from setanon_sql.measures import Measures
from setanon_sql.measures.records import measure_release
from setanon_sql.pipeline.opening import opened
from setanon_sql.pipeline.publishing import form_of
from setanon_sql.pipeline.released import Release
from setanon_sql.pipeline.run import Pipeline
from setanon_sql.release import LongRelease
from tests.made_up_model.audit import audit_floor
from tests.made_up_model.method import FloorResult, anonymize_floor
from tests.made_up_model.options import AnonymizeFloor
from tests.made_up_model.parameters import Floor


class FloorPipeline(Pipeline[AnonymizeFloor, FloorResult]):
    """A release with a floor in the making."""

    title = "Release with a floor"

    def check(self) -> None:
        """Make the promise."""
        self.model = Floor(self.given.k)

    def reads(self) -> tuple[Any, ...]:
        """Return what is read besides the source: nothing."""
        return ()

    def open(self) -> Dataset:
        """Open the source."""
        return opened(self.engine, self.given.source, self.reading)

    def audits_before(self) -> dict[str, Any]:
        """Audit the source for the report."""
        return {"before": audit_floor(self.dataset, self.model)}

    def run(self, constraints: ItemConstraints) -> FloorResult:
        """Suppress the rare items."""
        return anonymize_floor(self.dataset, self.model)

    def measure(self, result: FloorResult) -> Measures:
        """Measure a result."""
        return measure_release(self.dataset, result.rows, self.dataset.items, request=self.requested)

    def publish(self, result: FloorResult, measures: Measures) -> Release:
        """Publish a result."""
        content = LongRelease(
            self.dataset, result.rows, self.dataset.items, self.model, result.method, form=form_of(self.dataset),
            changes=result.changes,
        )  # fmt: skip
        return self.target.publish(content, measures)
