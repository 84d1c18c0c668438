"""k^m-anonymity by generalization and suppression, from a source to a release."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Any

from setanon_sql.columns import Point
from setanon_sql.dataset import Dataset
from setanon_sql.decisions import NO_CONSTRAINTS, ItemConstraints
from setanon_sql.errors import BadInput, BadParameter, NotReached
from setanon_sql.inference.earlier import Earlier
from setanon_sql.keys import key
from setanon_sql.measures import Measures
from setanon_sql.measures.records import measure_release
from setanon_sql.models.km.audit import audit_km
from setanon_sql.models.km.mapping import dropped_labels, items_called, known_mapping, mapping_file, next_mapping
from setanon_sql.models.km.methods import KmResult, anonymize_km, apply_mapping
from setanon_sql.models.km.methods.narrowed import NextNames
from setanon_sql.models.km.methods.protected import ProtectedNodes, protected_nodes
from setanon_sql.models.km.methods.slack import Slack
from setanon_sql.models.km.options import AnonymizeKm
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.km.release import KmRelease
from setanon_sql.models.km.slack import keyed_slack, slack_of, tell_drawn
from setanon_sql.numbers import seconds_of
from setanon_sql.options.releases import KNOWN
from setanon_sql.options.words import LabelCost, stand_beside
from setanon_sql.pipeline.case import Case
from setanon_sql.pipeline.column_search import (
    ColumnSearch,
    most_gone_of,
    released_classes,
    rows_of_large,
    with_items_left,
    without_small_classes,
)
from setanon_sql.pipeline.columns import with_released_columns
from setanon_sql.pipeline.constraints import decided, forest_over, left_to, resolved, without_constraints
from setanon_sql.pipeline.estimates import Pace, tell_estimates
from setanon_sql.pipeline.publishing import form_of
from setanon_sql.pipeline.released import Release
from setanon_sql.progress import duration
from setanon_sql.query.templates import Table
from setanon_sql.release import LongRelease
from setanon_sql.release.labels import LabelExceptions, LabelSource
from setanon_sql.text import count_of

#: The steps, in running order.
STEPS = {"searching": Pace(10.0, 0.03), "measuring": Pace(2.8), "writing and verifying": Pace(6.0)}
#: What is said where any number of items may be known.
UNBOUNDED = "any number of items may be known: the model kanonymity protects as well, and may lose less (see compare)"


class KmPipeline(KmRelease[KmResult]):
    """A k^m-anonymous release in the making."""

    title = "Release with k^m-anonymity"
    #: Where the sets stand that alone are protected; None: all are.
    protected: ProtectedNodes | None = None
    #: What has no label by a rule.
    dropped: frozenset[str] = frozenset()

    def check(self) -> None:
        """Refuse options that make no sense; read the mapping to apply."""
        self.cost = cut_cost(self.given)
        refuse_to_let_go(self.given)
        refuse_subtrees(self.given)
        refuse_absent(self.given)
        refuse_protected(self.given)
        refuse_columns(self.given)
        self.most_gone = most_gone_of(self.given, self.reading)
        self.slack = slack_of(self.given)
        self.seconds = seconds_of("<optimum>", self.given.optimum, "0 does not look for the least cost")
        self.known = known_mapping(self.given)

    def completed(self, case: Case[Any, AnonymizeKm]) -> Case[Any, AnonymizeKm]:
        """Read the columns that are released beside the items."""
        return with_released_columns(case)

    def check_files(self) -> None:
        """Refuse a mapping that cannot be written."""
        self.mapping_file = mapping_file(self.given, self.target, self.report.file if self.report else None)

    def reads(self) -> tuple[Any, ...]:
        """Return the taxonomy, the mapping, the known items, and the sets that are protected."""
        return self.given.taxonomy, self.given.mapping, self.given.known, self.given.protect

    @property
    def with_exceptions(self) -> bool:
        """May items stay beside labels over them? Where the search knows how to, and the names of labels have room."""
        named = self.given.known is not None or self.given.protect is not None
        able = self.has_taxonomy and self.given.algorithm == "improved" and not named
        return able and not self.as_lines and stand_beside(self.given.exceptions, self.given.m, self.dataset.records)

    @property
    def has_taxonomy(self) -> bool:
        """Can items be generalized?"""
        return self.given.taxonomy is not None

    def decide(self) -> ItemConstraints:
        """Read what becomes of single items, and the taxonomy over them."""
        rules = self.constraint_files.read(self.dataset, self.reading)
        if self.known is not None:
            rules.refuse("a run with <mapping>, which says what becomes of each item,", "drop")
        if self.given.algorithm == "aa":
            rules.refuse("a run with <algorithm=aa>", "drop", "weight")
        if not self.has_taxonomy:
            rules.refuse("a run without <taxonomy>", "keep", "keep_most", "prefer", "drop", "weight")
        if self.model.columns:
            rules.refuse("a run with <columns>", "prefer", "drop", "at_most", "together", "weight")
        nodes = self.case.needed_nodes
        self.known_nodes = self.find_known_nodes()
        self.protected = self._protected_nodes()
        forest = forest_over(self.dataset, nodes)
        constraints = resolved(self.dataset, rules, forest)
        self.dropped = dropped_labels(forest, rules, self.case.dropped, self.known)
        return replace(constraints, drop=constraints.drop | items_called(forest, self.dropped))

    def look_ahead(self) -> None:
        """Tell about how long searching, proof, measuring and verifying will take."""
        unbounded = self.given.m is None and self.given.protect is None
        if unbounded and self.has_taxonomy and self.known is None:
            self.engine.trace.note(UNBOUNDED)
        proof = [f"the proof at most {duration(self.seconds)}"] if self.seconds and self.known is None else []
        tell_estimates(self.dataset, STEPS, *proof)
        if not self.has_taxonomy and self.known_nodes is None and self.protected is None:
            warn_of_suppression(self.dataset, self.model)

    def run(self, constraints: ItemConstraints = NO_CONSTRAINTS) -> KmResult:
        """Generalize and suppress: as a search finds, or as an earlier release did; at the best steps of columns."""
        if self.case.classes is None:
            return self._cut(self.dataset, constraints)
        search = ColumnSearch(self.case.classes, self.given.k, self.most_gone)
        result: KmResult = search.best(
            lambda point: self._cut_at(point, constraints), lambda result: self.measure(result, compared=True)
        )
        self.classes = result.classes
        return result

    def _cut_at(self, point: Point, constraints: ItemConstraints) -> KmResult:
        """Return the result at a point of the columns, with labels that are the same in all classes."""
        assert self.case.classes is not None
        classes = self.case.classes.of(point)
        dataset = with_items_left(without_small_classes(self.dataset, classes, self.given.k))
        result = self._cut(dataset, constraints, classes)
        rows = rows_of_large(self.dataset, result.rows, classes, self.given.k)
        if not self.engine.count(rows):
            raise NotReached("nothing would be left", "use a smaller <k> or <m>, or coarser <columns>")
        return replace(result, rows=rows, point=point, classes=classes)

    def _cut(self, dataset: Dataset, constraints: ItemConstraints, classes: Table | None = None) -> KmResult:
        parameters = self.given
        nodes = self.case.needed_nodes
        tables = (dataset, self.model, nodes.nodes, nodes.ancestors)
        search: dict[str, Any] = {"cost": self.cost, "seconds": self.seconds, "constraints": constraints}
        if self.known is None:
            search |= {"known": self.known_nodes, "protected": self.protected, "exceptions": self.with_exceptions}
            search["classes"] = classes
            search["earlier"] = self._earlier() if constraints is self.constraints else None
            search["slack"] = self._slack() if constraints is self.constraints else None
            return anonymize_km(*tables, algorithm=parameters.algorithm, **search)
        search["known"] = self.known_nodes
        names = self._next_names(self.known.labels)
        return apply_mapping(*tables, self.known.labels, extension=parameters.extend, names=names, **search)

    def _next_names(self, mapping: Mapping[str, str]) -> NextNames:
        """Return what labels are called that are not as in the mapping before."""
        parameters = {"model": self.model.name, **self.model.parameters, "mapping": sorted(mapping.items())}
        secret = key(self.seed, self.dataset.digest, parameters, "names of labels")
        public = self.mapping_file is not None and self.mapping_file.tier == "public"
        return NextNames(secret, public, self.dropped)

    def _protected_nodes(self) -> ProtectedNodes | None:
        """Return where the sets stand that are protected by name; raises BadInput where a label stands for an item."""
        if self.case.protected is None:
            return None
        sets = self.case.protected
        if inner := sets.labels.intersection(self.case.taxonomy.children if self.case.taxonomy else ()):
            raise BadInput(
                f"{count_of(len(inner), 'label')} of the taxonomy in <protect>, which is of items",
                "name items",
                [*inner],
            )
        return protected_nodes(self.engine, self.case.needed_nodes.nodes, sets.items)

    def _slack(self) -> Slack | None:
        """Return the slack of what is drawn by lot; None where the best is released."""
        how = {"exceptions": self.with_exceptions, "optimum": self.seconds, "asked": self.constraints.decisions.text}
        return keyed_slack(self.slack, self.dataset, self.model, self.seed, cost=self.cost, **how)

    def _earlier(self) -> Earlier | None:
        """Return the release before this one, beside which k candidates have to remain."""
        previous = self.previous
        if previous is None or self.given.algorithm == "aa":
            return None
        earlier = previous.earlier(self.dataset, self.model, self.model.m or KNOWN)
        return earlier and replace(earlier, let_go=self.given.let_go)

    def measure(self, result: KmResult, *, compared: bool = False) -> Measures:
        """Measure a result; no label stands for an item that is dropped. ``compared``: nothing is measured besides."""
        tree = left_to(self.case.needed_nodes, result.tree.constraints, self.engine) if self.has_taxonomy else None
        requested = None if compared else self.requested
        return measure_release(self.dataset, result.rows, result.labels, tree, request=requested)

    def publish(self, result: KmResult, measures: Measures) -> Release:
        """Publish a result, and its mapping where that is asked for."""
        ncp_without = self._ncp_without(result.point)
        tell_beside(self.dataset, result, self.cost)
        tell_drawn(self.dataset, result, self.cost)
        shares = self.count_person_share(result.rows)
        with self._mapping_waits(result) as put_mapping:
            release = self.target.publish(self._content(result), measures)
            release = replace(judged(release, result, ncp_without), person_share=shares, tried=result.tried)
            put_mapping()
        return release

    def _ncp_without(self, point: Point | None) -> float | None:
        """Return what is lost without any constraints, at the same steps of columns; None where nothing is searched."""
        if self.known is not None:
            return None

        def without() -> KmResult:
            return self.run() if point is None else self._cut_at(point, NO_CONSTRAINTS)

        return without_constraints(self.dataset, self.constraints, lambda: self.measure(without(), compared=True).ncp)

    def _mapping_waits(self, result: KmResult) -> AbstractContextManager[Callable[[], None]]:
        """Return what writes the mapping and yields what puts it into its place, if one is asked for."""
        if self.mapping_file is None:
            return nullcontext(_do_nothing)
        own_leaves = frozenset(self.case.taxonomy.leaves) if self.case.taxonomy else None
        return self.mapping_file.waiting(next_mapping(result, self.mapping_file.tier, self.dropped, own_leaves))

    def _content(self, result: KmResult) -> LongRelease:
        return LongRelease(
            self.dataset,
            result.rows,
            result.labels,
            self.model,
            result.method,
            form=form_of(self.dataset),
            changes=result.changes,
            decisions=result.tree.constraints.decisions,
            label_source=self._label_source(result),
            known_nodes=self.known_nodes,
            classes=released_classes(self.case.classes, result),
            protected=self.case.protected.items if self.case.protected else None,
        )

    def _label_source(self, result: KmResult) -> LabelSource | None:
        """Return the taxonomy as it was given, and what was taken out of labels."""
        if self.case.taxonomy is None:
            return None
        return LabelSource(self.case.taxonomy, label_exceptions(result), self.with_meaning)


def cut_cost(request: AnonymizeKm) -> LabelCost:
    """Return what to minimize where an item has one label; raises BadParameter for what only local recoding knows."""
    if request.cost == "rows" or request.cost == "balanced":  # noqa: PLR1714 (a type checker sees what is left)
        raise BadParameter(
            f"<cost={request.cost}> weighs the rows that single records keep, and with a cut an item has one label",
            "use ncp, lm or bits, or <recoding=local>",
        )
    return request.cost or "ncp"


def refuse_to_let_go(parameters: AnonymizeKm) -> None:
    """Raise BadParameter where records may go, but not for an earlier release, or where it would show who they are."""
    if not parameters.let_go:
        return
    if parameters.previous is None:
        raise BadParameter(
            "<let_go> leaves records out for an earlier release", "name it with <previous>, or leave it out"
        )
    if parameters.linkable:
        raise BadParameter(
            "with the same ids in both releases everybody sees which records <let_go> leaves out",
            "leave <linkable> out, or <let_go>",
        )
    if parameters.mapping is not None or parameters.algorithm == "aa":
        raise BadParameter(
            "with <mapping>, and with <algorithm=aa>, no labels are looked for beside the previous release",
            "leave them out, or <let_go>",
        )


def tell_beside(dataset: Dataset, result: KmResult, cost: str) -> None:
    """Tell what it cost to leave k candidates across this and the previous release."""
    if (beside := result.beside) is None:
        return
    if beside.records_left_out:
        dataset.engine.trace.warn(
            f"{beside.records_left_out:,} of {dataset.records:,} records are left out of the release, since they would "
            "have fewer than k candidates across both releases"
        )
    changed = beside.labels_raised or beside.labels_suppressed or beside.cost != beside.cost_alone
    what = f"{beside.labels_raised:,} labels were raised and {beside.labels_suppressed:,} suppressed"
    loss = f"{cost.upper()} {100 * beside.cost:.1f} % instead of {100 * beside.cost_alone:.1f} %"
    dataset.engine.trace.note(
        f"{what} so that k candidates remain across both releases: {loss}"
        if changed
        else "k candidates remain across both releases with the labels that were found for this one alone"
    )


def refuse_subtrees(parameters: AnonymizeKm) -> None:
    """Raise BadParameter where whole subtrees are to be generalized and there are none."""
    if parameters.algorithm == "aa" and parameters.taxonomy is None:
        raise BadParameter(
            "<algorithm=aa> suppresses nothing, and items can only be generalized along a taxonomy",
            "give <taxonomy>, or make one: <taxonomy build>",
        )


def refuse_columns(parameters: AnonymizeKm) -> None:
    """Raise BadParameter for what searches labels without looking at columns."""
    if parameters.columns and parameters.algorithm != "improved":
        raise BadParameter(
            f"<algorithm={parameters.algorithm}> does not look at <columns>", "leave it out, or <columns>"
        )


def refuse_absent(parameters: AnonymizeKm) -> None:
    """Raise BadParameter for what searches labels without looking at what is absent."""
    if parameters.absent and parameters.algorithm != "improved":
        raise BadParameter(
            f"<algorithm={parameters.algorithm}> does not look at absent items", "leave it out, or <absent>"
        )


def refuse_protected(parameters: AnonymizeKm) -> None:
    """Raise BadParameter for what searches labels without looking at sets that are protected by name."""
    if parameters.protect is not None and parameters.algorithm != "improved":
        raise BadParameter(
            f"<algorithm={parameters.algorithm}> does not know of <protect>", "leave it out, or <protect>"
        )


def label_exceptions(result: KmResult) -> dict[str, LabelExceptions]:
    """Return what was taken out of labels, for the label table."""
    return {name: LabelExceptions(label, items) for name, (label, items) in result.others.items()}


def _do_nothing() -> None:
    """Do nothing: there is no mapping to write."""


def warn_of_suppression(dataset: Dataset, model: KmAnonymity) -> None:
    """Tell before the work what suppression alone is up against."""
    dataset.engine.trace.begin_phase("counting in the source what must be suppressed")
    audit = audit_km(dataset, replace(model, m=min(model.m or 2, 2)))
    largest = audit.levels[-1]
    dataset.engine.trace.note(
        f"without a taxonomy items can only be suppressed: {audit.violations:,} sets of up to "
        f"{count_of(largest.size, 'item')} must be broken up, {largest.at_risk:,} of {dataset.records:,} "
        "records hold one"
    )


def judged(release: Release, result: KmResult, ncp_without: float | None) -> Release:
    """Say of a release what became of the constraints, and how near the least possible loss it is."""
    constraints = result.tree.constraints
    nearest = result.nearest
    weighed = result.cost if constraints.weights or constraints.free else None
    fates = decided(constraints, result.kept, cost=weighed, ncp_without=ncp_without)
    release = replace(release, mapped=result.mapped, beside=result.beside, drawn=result.drawn, constraints=fates)
    if nearest is None:
        return replace(release, optimal=False)
    return replace(release, cost_bound=nearest.bound, optimal=nearest.proved)
