"""k^m-anonymity by local recoding, from a source to a release."""

from dataclasses import dataclass, replace
from typing import Any

from setanon_sql.columns import Point
from setanon_sql.decisions import NO_CONSTRAINTS, Decided, ItemConstraints
from setanon_sql.errors import BadParameter
from setanon_sql.measures import Measures
from setanon_sql.measures.local import measure_local
from setanon_sql.methods.too_few import refuse_too_few
from setanon_sql.models.km.methods import refuse_to_keep
from setanon_sql.models.km.options import AnonymizeKm
from setanon_sql.models.km.parameters import LocalKmAnonymity
from setanon_sql.models.km.release import KmRelease
from setanon_sql.pipeline.case import Case
from setanon_sql.pipeline.column_search import (
    ColumnSearch,
    OfColumns,
    most_gone_of,
    released_classes,
    without_small_classes,
)
from setanon_sql.pipeline.columns import with_released_columns
from setanon_sql.pipeline.constraints import (
    decided,
    forest_over,
    left_to,
    resolved,
    without_constraints,
    without_dropped,
)
from setanon_sql.pipeline.local import (
    LocalResult,
    at_risk_beyond,
    known_items,
    local_release,
    local_result,
    recoded,
    refuse_without_taxonomy,
    tell_beyond,
)
from setanon_sql.pipeline.released import Release
from setanon_sql.release import LongRelease
from setanon_sql.release.labels import LabelSource
from setanon_sql.text import count_of


@dataclass(frozen=True)
class LocalKmResult(OfColumns, LocalResult):
    """Result with what was asked for of single items.

    ``constraints``: that. ``loss``: what was minimized, 0..1, where that weighs items.
    """

    constraints: ItemConstraints
    loss: float | None


class LocalKmPipeline(KmRelease[LocalKmResult]):
    """A k^m-anonymous release by local recoding in the making."""

    title = "Release with k^m-anonymity by local recoding"
    model: LocalKmAnonymity

    def check(self) -> None:
        """Refuse what local recoding does not do."""
        refuse_without_taxonomy(self.given)
        refuse_one_label(self.given)
        self.most_gone = most_gone_of(self.given, self.reading)
        if self.given.m is not None:
            known_items(self.given.m, "or leave <m> out, which protects from any number and promises more")

    def completed(self, case: Case[Any, AnonymizeKm]) -> Case[Any, AnonymizeKm]:
        """Read the columns that are released beside the items."""
        return with_released_columns(case)

    def decide(self) -> ItemConstraints:
        """Read what becomes of single items, and what may be known."""
        rules = self.constraint_files.read(self.dataset, self.reading)
        rules_taken = ("keep", "prefer", "drop", "at_most", "together", "weight")
        rules.refuse(
            "a run with <recoding=local>, which must not tell by what stays which items could not,",
            *(rules_taken[1:] if self.model.columns else rules_taken),
        )
        self.known_nodes = self.find_known_nodes()
        constraints = resolved(self.dataset, rules, forest_over(self.dataset, self.case.needed_nodes))
        return replace(constraints, drop=constraints.drop | self.case.dropped)

    def run(self, constraints: ItemConstraints) -> LocalKmResult:
        """Lift labels until each set that is shown is shown by k, in each class of records where columns are released.

        Raises BadParameter where there are too few records, NotReached where nothing would be left, or not all that
        must stay can, or no columns.
        """
        refuse_too_few(self.dataset, self.model.k)
        if self.case.classes is None:
            return self._recoded(constraints)
        search = ColumnSearch(self.case.classes, self.given.k, self.most_gone)
        result: LocalKmResult = search.best(
            lambda point: self._recoded(constraints, point), lambda result: self.measure(result, compared=True)
        )
        self.classes = result.classes
        return result

    def _recoded(self, constraints: ItemConstraints, point: Point | None = None) -> LocalKmResult:
        """Return the result at a point of the columns; None: without columns."""
        nodes = self.case.needed_nodes
        dataset = without_dropped(self.dataset, constraints)
        refuse_to_keep(dataset, self.model, nodes, constraints, self.known_nodes)
        classes = None
        if point is not None and self.case.classes is not None:
            classes = self.case.classes.of(point)
            dataset = without_small_classes(dataset, classes, self.given.k)
        how: dict[str, Any] = {"cost": self.given.cost or "balanced", "floor": float(self.model.floor)}
        how |= {"constraints": constraints, "knowable": self.known_nodes, "whole": self.dataset, "classes": classes}
        occurrences, loss = recoded(dataset, nodes, self.given.k, self.given.m, **how)
        result = local_result(self.dataset, occurrences)
        tables = (result.occurrences, result.suppressed, result.rows)
        return LocalKmResult(*tables, constraints, loss, point=point, classes=classes)

    def measure(self, result: LocalKmResult, *, compared: bool = False) -> Measures:
        """Measure a result: its loss exactly, by what stands for each occurrence; ``compared``: nothing else."""
        nodes = left_to(self.case.needed_nodes, result.constraints, self.engine)
        request = None if compared else self.requested
        how: dict[str, Any] = {"suppressed": result.suppressed, "request": request}
        return measure_local(self.dataset, result.rows, result.occurrences, nodes, **how)

    def publish(self, result: LocalKmResult, measures: Measures) -> Release:
        """Publish a result; tell who is at risk from one known item more, as local recoding leaves little to spare."""
        fates = self._fates(result)
        m = self.given.m
        at_risk = None if m is None else self._at_risk_beyond(result, m + 1)
        shares = self.count_person_share(result.rows)
        release = self.target.publish(self._content(result), measures)
        counts: dict[str, Any] = {"at_risk_beyond": at_risk, "person_share": shares}
        return replace(release, optimal=False, constraints=fates, tried=result.tried, **counts)

    def _fates(self, result: LocalKmResult) -> Decided | None:
        """Return what became of the constraints: what stays as it is does so in each record."""
        constraints = result.constraints
        if not constraints.any:
            return None
        tables = {"occurrences": result.occurrences, "suppressed": result.suppressed}
        unchanged = {int(item) for (item,) in self.engine.rows("recoding/publish/unchanged", **tables)}
        ncp_without = without_constraints(
            self.dataset,
            constraints,
            lambda: self.measure(self._recoded(NO_CONSTRAINTS, result.point), compared=True).ncp,
        )
        weighed = result.loss if constraints.weights or constraints.free else None
        return decided(constraints, unchanged, cost=weighed, ncp_without=ncp_without)

    def _at_risk_beyond(self, result: LocalKmResult, m: int) -> int | None:
        """Return, and tell, how many are at risk from m known items; None where too many sets would count."""
        beyond = self.audited(result).beyond if self.report else None
        k = self.given.k
        rows = self.known_rows_of(result.rows)
        at_risk = beyond.at_risk if beyond else at_risk_beyond(self.dataset, rows, k, m - 1)
        tell_beyond(self.dataset, k, count_of(m, "listed item" if self.model.known else "item"), at_risk)
        return at_risk

    def _content(self, result: LocalKmResult) -> LongRelease:
        assert self.case.taxonomy is not None
        labels = LabelSource(self.case.taxonomy, meaning=self.with_meaning)
        release = local_release(self.dataset, self.case.needed_nodes, self.model, result, labels)
        released = released_classes(self.case.classes, result)
        return replace(release, decisions=result.constraints.decisions, known_nodes=self.known_nodes, classes=released)


def refuse_one_label(request: AnonymizeKm) -> None:
    """Raise BadParameter for how one label for each item is searched; the model says what else does not go with it."""
    if request.algorithm != "improved" or request.exceptions == "always":
        raise BadParameter(
            "<algorithm> and <exceptions> say how one label for each item is searched",
            "leave them out, or <recoding>",
        )
