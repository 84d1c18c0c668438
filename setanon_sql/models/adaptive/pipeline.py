"""Sensitivity-adaptive rho-uncertainty by local generalization and suppression, from a source to a release."""

from dataclasses import replace
from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.decisions import ItemConstraints
from setanon_sql.engine import scoped
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.layout import GROUPED
from setanon_sql.measures import Measures
from setanon_sql.measures.records import measure_release
from setanon_sql.models.adaptive.method import AdaptiveResult, anonymize_adaptive
from setanon_sql.models.adaptive.options import AnonymizeAdaptive
from setanon_sql.models.adaptive.parameters import AdaptiveRho
from setanon_sql.models.adaptive.thresholds import (
    Threshold,
    factors_asked,
    public_model,
    tell_thresholds,
    thresholds_in,
)
from setanon_sql.models.rho.audit import audit_rho
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.pipeline.case import Case
from setanon_sql.pipeline.constraints import (
    decided,
    forest_over,
    left_to,
    resolved,
    without_constraints,
    without_dropped,
)
from setanon_sql.pipeline.opening import NO_TAXONOMY
from setanon_sql.pipeline.released import Release
from setanon_sql.pipeline.run import Pipeline
from setanon_sql.query.templates import all_rows
from setanon_sql.release import LongRelease
from setanon_sql.release.labels import LabelSource
from setanon_sql.text import count_of
from setanon_sql.verify import VerificationInputs


class AdaptivePipeline(Pipeline[AnonymizeAdaptive, AdaptiveResult]):
    """A release with sensitivity-adaptive rho-uncertainty in the making."""

    title = "Release with sensitivity-adaptive rho-uncertainty"
    shape = GROUPED
    promise = AdaptiveRho
    model: AdaptiveRho
    thresholds: tuple[Threshold, ...]

    def check(self) -> None:
        """Refuse factors that make no sense, and a run without a taxonomy."""
        factors_asked(self.given)
        if self.given.taxonomy is None:
            raise BadParameter(*NO_TAXONOMY)

    def open(self) -> Dataset:
        """Open the source, what is sensitive in it, and the taxonomy over the rest; tell the thresholds."""
        dataset = super().open()
        tell_thresholds(self.case, self.thresholds)
        return dataset

    def completed(self, case: Case[Any, AnonymizeAdaptive]) -> Case[Any, AnonymizeAdaptive]:
        """Return a case whose model has the threshold of each sensitive item, as a release may tell it."""
        self.thresholds = thresholds_in(case)
        base = RhoUncertainty(self.model.rho, self.model.m, person=self.model.person)
        self.model = public_model(self.engine, self.thresholds, base)
        return replace(case, model=self.model)

    def decide(self) -> ItemConstraints:
        """Read what becomes of single items."""
        rules = self.constraint_files.read(self.dataset, self.reading)
        rules.refuse("adaptive", "keep", "drop")
        constraints = resolved(self.dataset, rules, forest_over(self.dataset, self.case.needed_nodes))
        self._refuse_sensitive(constraints)
        return replace(constraints, drop=constraints.drop | self.case.dropped)

    def audits_before(self) -> dict[str, Any]:
        """Audit the source for the report."""
        self.engine.trace.begin_phase("auditing the source for the report, before anything is changed")
        return {"before": audit_rho(self.dataset, self.model, self.case.constraint)}

    def run(self, constraints: ItemConstraints) -> AdaptiveResult:
        """Anonymize what is left without the items that are dropped."""
        left_over = without_dropped(self.dataset, constraints)
        return with_dropped(self.dataset, left_over, self._anonymized(left_over, constraints.keep))

    def measure(self, result: AdaptiveResult) -> Measures:
        """Measure a result."""
        tree = left_to(self.case.needed_nodes, self.constraints, self.engine)
        labels = self.case.needed_nodes.labels(self.engine)
        requested = replace(self.requested, sensitive=self.case.constraint.sensitive)
        measures = measure_release(self.dataset, result.rows, labels, tree, grouped=True, request=requested)
        return measures | Measures(ncp=float(result.ncp), groups=result.group_count)

    def publish(self, result: AdaptiveResult, measures: Measures) -> Release:
        """Publish a result; tell what became of the constraints."""
        ncp_without = without_constraints(self.dataset, self.constraints, self._ncp_without, slow=True)
        fates = decided(self.constraints, self.constraints.keep, ncp_without=ncp_without)
        return replace(self.target.publish(self._content(result), measures), constraints=fates)

    def _anonymized(self, dataset: Dataset, keep: frozenset[int] = frozenset()) -> AdaptiveResult:
        return anonymize_adaptive(
            dataset,
            self.model,
            self.case.constraint,
            self.case.needed_nodes,
            self.seed,
            cost=self.given.cost,
            keep=keep,
        )

    def _ncp_without(self) -> float:
        """Return what is lost without any constraints."""
        return float(self._anonymized(self.dataset).ncp)

    def _refuse_sensitive(self, constraints: ItemConstraints) -> None:
        """Raise BadInput for sensitive items that are to be kept: where they tell too much nothing else may be left."""
        if both := constraints.keep.intersection(row.item for row in self.thresholds):
            raise BadInput(
                f"{count_of(len(both), 'item to keep is', 'items to keep are')} sensitive: adaptive suppresses these "
                "where they follow too surely",
                "take them out of <constraints>, or use <anonymize=rho>",
            )

    def _content(self, result: AdaptiveResult) -> LongRelease:
        assert self.case.taxonomy is not None
        return LongRelease(
            self.dataset,
            result.rows,
            self.case.needed_nodes.labels(self.engine),
            result.model,
            result.method,
            suppressed=result.lost,
            causes=result.causes,
            verification_inputs=VerificationInputs(self.case.constraint.named),
            groups=result.groups,
            occurrences=result.occurrences,
            decisions=self.constraints.decisions,
            label_source=LabelSource(self.case.taxonomy, meaning=self.with_meaning),
        )


@scoped
def with_dropped(dataset: Dataset, left_over: Dataset, result: AdaptiveResult) -> AdaptiveResult:
    """Add to a result what was dropped before: to what is lost, and to what its ledger tells."""
    if left_over is dataset:
        return result
    engine = dataset.engine
    dropped = engine.table(
        "adaptive/publish/dropped_occurrences", rows=dataset.transactions, left_over=left_over.transactions
    )
    engine.append(result.occurrences, all_rows(dropped))
    engine.append(result.lost, "adaptive/publish/dropped_nodes", dropped=dropped)
    lost = result.ncp * left_over.rows + (dataset.rows - left_over.rows)
    return replace(result, ncp=lost / dataset.rows)


pipeline_of = AdaptivePipeline
