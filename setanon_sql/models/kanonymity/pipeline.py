"""k-anonymity of whole records by local generalization, from a source to a release."""

from dataclasses import dataclass, replace
from typing import Any

from setanon_sql.columns import Point
from setanon_sql.decisions import ItemConstraints
from setanon_sql.errors import BadParameter
from setanon_sql.measures import Measures
from setanon_sql.measures.local import measure_local
from setanon_sql.models.kanonymity.method import anonymize_kanonymity, refuse_too_few
from setanon_sql.models.kanonymity.options import AnonymizeKAnonymity
from setanon_sql.models.kanonymity.parameters import KAnonymity
from setanon_sql.pipeline.case import Case
from setanon_sql.pipeline.column_search import (
    ColumnSearch,
    OfColumns,
    most_gone_of,
    released_classes,
    without_small_classes,
)
from setanon_sql.pipeline.columns import with_released_columns
from setanon_sql.pipeline.local import LocalResult, local_release, local_result
from setanon_sql.pipeline.released import Release
from setanon_sql.pipeline.run import Pipeline
from setanon_sql.release import LongRelease
from setanon_sql.release.labels import LabelSource


@dataclass(frozen=True)
class KAnonymousRelease(OfColumns, LocalResult):
    """Result of a method, which is called so: ``method``."""

    method: str


class KAnonymityPipeline(Pipeline[AnonymizeKAnonymity, KAnonymousRelease]):
    """A k-anonymous release in the making."""

    title = "Release with k-anonymity"
    promise = KAnonymity
    model: KAnonymity

    def check(self) -> None:
        """Refuse a run without a taxonomy, what drops items, and what does not go with columns."""
        if self.given.taxonomy is None:
            raise BadParameter(
                "items are generalized along a taxonomy, and none was given",
                "give <taxonomy>, or make one: <taxonomy build>",
            )
        if self.given.missing == "drop":
            raise BadParameter("k-anonymity drops no items", "use <missing=root>: they stand right below the root")
        self.most_gone = most_gone_of(self.given, self.reading)

    def completed(self, case: Case[Any, AnonymizeKAnonymity]) -> Case[Any, AnonymizeKAnonymity]:
        """Read the columns that are released beside the items."""
        return with_released_columns(case)

    def run(self, constraints: ItemConstraints) -> KAnonymousRelease:
        """Generalize part by part, in each class of records where columns are released.

        Raises BadParameter where the records are fewer than k, NotReached where no columns can be released.
        """
        refuse_too_few(self.dataset, self.model)
        if self.case.classes is None:
            return self._generalized()
        return ColumnSearch(self.case.classes, self.given.k, self.most_gone).best(self._generalized, self._measured)

    def _generalized(self, point: Point | None = None) -> KAnonymousRelease:
        """Return the result at a point of the columns; None: without columns."""
        dataset = self.dataset
        classes = None
        if point is not None and self.case.classes is not None:
            classes = self.case.classes.of(point)
            dataset = without_small_classes(dataset, classes, self.given.k)
        reached = anonymize_kanonymity(dataset, self.given.k, self.case.needed_nodes, classes)
        result = local_result(self.dataset, reached.occurrences)
        return KAnonymousRelease(**vars(result), method=reached.method, point=point, classes=classes)

    def measure(self, result: KAnonymousRelease) -> Measures:
        """Measure a result: its loss exactly, by what stands for each occurrence."""
        return self._measured(result, compared=False)

    def _measured(self, result: KAnonymousRelease, *, compared: bool = True) -> Measures:
        """Measure a result; ``compared``: its loss alone."""
        how: dict[str, Any] = {"suppressed": result.suppressed, "request": None if compared else self.requested}
        return measure_local(self.dataset, result.rows, result.occurrences, self.case.needed_nodes, **how)

    def publish(self, result: KAnonymousRelease, measures: Measures) -> Release:
        """Publish a result."""
        return replace(self.target.publish(self._content(result), measures), tried=result.tried)

    def _content(self, result: KAnonymousRelease) -> LongRelease:
        assert self.case.taxonomy is not None
        labels = LabelSource(self.case.taxonomy, meaning=self.with_meaning)
        release = local_release(self.dataset, self.case.needed_nodes, self.model, result, labels)
        return replace(release, method=result.method, classes=released_classes(self.case.classes, result))


pipeline_of = KAnonymityPipeline
