"""A floor, from a source to a release."""

from setanon_sql.decisions import ItemConstraints
from setanon_sql.measures import Measures
from setanon_sql.measures.records import measure_release
from setanon_sql.pipeline.publishing import form_of
from setanon_sql.pipeline.released import Release
from setanon_sql.pipeline.run import Pipeline
from setanon_sql.release import LongRelease
from tests.made_up_model.method import FloorResult, anonymize_floor
from tests.made_up_model.options import AnonymizeFloor
from tests.made_up_model.parameters import Floor


class FloorPipeline(Pipeline[AnonymizeFloor, FloorResult]):
    """A release with a floor in the making."""

    title = "Release with a floor"
    promise = Floor
    model: Floor

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


pipeline_of = FloorPipeline
