"""Sensitivity-adaptive rho-uncertainty by local generalization and suppression, from a source to a release."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.decisions import ItemConstraints
from setanon_sql.engine import DuckDBEngine, Warehouse, scoped
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.layout import GROUPED
from setanon_sql.measures import Measures
from setanon_sql.measures.records import measure_release
from setanon_sql.models.adaptive.method import AdaptiveResult, anonymize_adaptive
from setanon_sql.models.adaptive.options import AdaptiveParameters, AnonymizeAdaptive
from setanon_sql.models.adaptive.thresholds import (
    USUAL_FACTOR,
    Threshold,
    factor_of,
    public_model,
    read_factors,
    threshold_table,
    thresholds_of,
)
from setanon_sql.models.rho.audit import audit_rho
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.pipeline.constraints import (
    decided,
    forest_over,
    left_to,
    resolved,
    without_constraints,
    without_dropped,
)
from setanon_sql.pipeline.opening import (
    NO_TAXONOMY,
    Tree,
    dropped_placeless,
    open_nodes,
    open_with_sensitive,
    placed_tree,
    tell_placeless,
    tree_of,
)
from setanon_sql.pipeline.released import Release
from setanon_sql.pipeline.run import Pipeline
from setanon_sql.query.templates import all_rows
from setanon_sql.release import LongRelease
from setanon_sql.release.labels import LabelSource
from setanon_sql.sensitive.constraint import Constraint
from setanon_sql.sensitive.constraint import Source as SensitiveSource
from setanon_sql.settings import Settings
from setanon_sql.sources import Source, SourceOptions
from setanon_sql.taxonomy import Nodes, Taxonomy
from setanon_sql.taxonomy.tree import with_leaves
from setanon_sql.text import count_of
from setanon_sql.verify import VerificationInputs


@dataclass(frozen=True)
class ThresholdRequest:
    """The thresholds as given: ``base`` has the lowest of them, ``factors`` is one for all or where to read them."""

    sensitive: SensitiveSource
    base: RhoUncertainty
    factors: Fraction | SensitiveSource

    @classmethod
    def of(cls, request: AdaptiveParameters) -> "ThresholdRequest":
        """Return the request of a command; raises BadParameter for both a factor and factors."""
        if request.factor is not None and request.factors is not None:
            raise BadParameter(
                "<factor> and <factors> do not go together", "give one factor for all, or one for each item"
            )
        factors: Fraction | SensitiveSource = USUAL_FACTOR if request.factor is None else factor_of(request.factor)
        if request.factors is not None:
            factors = request.factors
        base = RhoUncertainty.from_shares(request.rho, request.m, person=bool(request.person))
        return cls(request.sensitive, base, factors)


@dataclass(frozen=True)
class WithThresholds:
    """A source, what is sensitive in it, and how surely it may follow."""

    dataset: Dataset
    sensitive: Constraint
    thresholds: tuple[Threshold, ...]


def open_with_thresholds(
    engine: DuckDBEngine | Warehouse,
    source: Source,
    request: ThresholdRequest,
    options: SourceOptions,
    settings: Settings,
    *,
    taxonomy: Taxonomy | None = None,
) -> WithThresholds:
    """Open a source and work out the threshold of each sensitive item; raises BadParameter for personal wishes."""
    dataset, sensitive = open_with_sensitive(engine, source, request.sensitive, options, taxonomy)
    if sensitive.personal:
        raise BadParameter(
            "thresholds are for items that are sensitive for everybody, and <sensitive> names persons",
            "give one column of items, or use <anonymize=rho>",
        )
    factors = request.factors
    if not isinstance(factors, Fraction):
        factors = read_factors(dataset, sensitive, factors, options, taxonomy)
    thresholds = thresholds_of(dataset, sensitive, request.base.rho, factors)
    engine.trace.note(threshold_table(thresholds, dataset.records, show_values=settings.show_values))
    return WithThresholds(dataset, sensitive, thresholds)


class AdaptivePipeline(Pipeline[AnonymizeAdaptive, AdaptiveResult]):
    """A release with sensitivity-adaptive rho-uncertainty in the making."""

    title = "Release with sensitivity-adaptive rho-uncertainty"
    shape = GROUPED
    opened: WithThresholds
    nodes: Nodes
    #: Items without a place in the taxonomy that are to go.
    dropped: frozenset[int] = frozenset()

    def check(self) -> None:
        """Refuse thresholds that make no sense, and a run without a taxonomy."""
        self.request = ThresholdRequest.of(self.given)
        if self.given.taxonomy is None:
            raise BadParameter(*NO_TAXONOMY)

    def reads(self) -> tuple[Any, ...]:
        """Return what is sensitive, its factors, and the taxonomy."""
        return self.given.sensitive, self.given.taxonomy, self.given.factors

    def tree(self) -> Tree | None:
        """Return the taxonomy of the labels of the release."""
        return self.given.taxonomy

    def open(self) -> Dataset:
        """Open the source, what is sensitive in it, and the taxonomy over the rest."""
        assert self.given.taxonomy is not None
        taxonomy = tree_of(self.engine, self.given.taxonomy, self.reading)
        self.opened = open_with_thresholds(
            self.engine, self.given.source, self.request, self.reading, self.settings, taxonomy=taxonomy
        )
        dataset = self.opened.dataset
        sensitive = {threshold.label for threshold in self.opened.thresholds}
        with_sensitive = with_leaves(taxonomy, sensitive - taxonomy.depth.keys())
        tell_placeless(dataset, with_sensitive, self.reading)
        self.dropped = dropped_placeless(dataset, with_sensitive, self.reading)
        self.label_source = LabelSource(taxonomy, meaning=self.with_meaning)
        taxonomy = placed_tree(dataset, taxonomy, self.reading)
        self.nodes = open_nodes(dataset, self.opened.sensitive.sensitive, taxonomy, self.reading)
        self.model = public_model(self.engine, self.opened.thresholds, self.request.base)
        return dataset

    def decide(self) -> ItemConstraints:
        """Read what becomes of single items."""
        rules = self.constraint_files.read(self.dataset, self.reading)
        rules.refuse("adaptive", "keep", "drop")
        constraints = resolved(self.dataset, rules, forest_over(self.dataset, self.nodes))
        self._refuse_sensitive(constraints)
        return replace(constraints, drop=constraints.drop | self.dropped)

    def audits_before(self) -> dict[str, Any]:
        """Audit the source for the report."""
        self.engine.trace.begin_phase("auditing the source for the report, before anything is changed")
        return {"before": audit_rho(self.dataset, self.model, self.opened.sensitive)}

    def run(self, constraints: ItemConstraints) -> AdaptiveResult:
        """Anonymize what is left without the items that are dropped."""
        left_over = without_dropped(self.dataset, constraints)
        return with_dropped(self.dataset, left_over, self._anonymized(left_over, constraints.keep))

    def measure(self, result: AdaptiveResult) -> Measures:
        """Measure a result."""
        tree = left_to(self.nodes, self.constraints, self.engine)
        labels = self.nodes.labels(self.engine)
        requested = replace(self.requested, sensitive=self.opened.sensitive.sensitive)
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
            self.opened.sensitive,
            self.nodes,
            self.target.write.seed,
            cost=self.given.cost,
            keep=keep,
        )

    def _ncp_without(self) -> float:
        """Return what is lost without any constraints."""
        return float(self._anonymized(self.dataset).ncp)

    def _refuse_sensitive(self, constraints: ItemConstraints) -> None:
        """Raise BadInput for sensitive items that are to be kept: where they tell too much nothing else may be left."""
        if both := constraints.keep.intersection(row.item for row in self.opened.thresholds):
            raise BadInput(
                f"{count_of(len(both), 'item to keep is', 'items to keep are')} sensitive: adaptive suppresses these "
                "where they follow too surely",
                "take them out of <constraints>, or use <anonymize=rho>",
            )

    def _content(self, result: AdaptiveResult) -> LongRelease:
        return LongRelease(
            self.dataset,
            result.rows,
            self.nodes.labels(self.engine),
            result.model,
            result.method,
            suppressed=result.lost,
            causes=result.causes,
            verification_inputs=VerificationInputs(self.opened.sensitive.named),
            groups=result.groups,
            occurrences=result.occurrences,
            decisions=self.constraints.decisions,
            label_source=self.label_source,
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
