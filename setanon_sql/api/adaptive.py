"""Sensitivity-adaptive rho-uncertainty from a source to a release."""

from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Unpack

from setanon_sql.api.deciding import Asked as Deciding
from setanon_sql.api.deciding import decided, forest_over, left_to, resolved, without_constraints, without_dropped
from setanon_sql.api.opening import Tree, one_state, open_nodes, opened_with_wishes
from setanon_sql.api.publishing import Page, Place, Publishing, place, release_parts, report_of
from setanon_sql.api.released import Release
from setanon_sql.audit import RhoAudit
from setanon_sql.audit import audit_rho as audit
from setanon_sql.dataset import Dataset
from setanon_sql.decisions import Decisions, Resolved
from setanon_sql.decisions import Source as Constraints
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.layout import GROUPED
from setanon_sql.measures import Measures
from setanon_sql.measures.details import Asked as Listed
from setanon_sql.measures.records import measured
from setanon_sql.methods.adaptive import AdaptiveResult, Cost
from setanon_sql.methods.adaptive import anonymize_adaptive as anonymize
from setanon_sql.models import AdaptiveRho, RhoUncertainty, Share
from setanon_sql.naming import checked
from setanon_sql.numbers import NO_LIST, whole_of
from setanon_sql.query.templates import all_rows, columns_of
from setanon_sql.release import Published
from setanon_sql.report import Parts
from setanon_sql.sensitive.constraint import Constraint
from setanon_sql.sensitive.constraint import Source as Wishes
from setanon_sql.sensitive.thresholds import (
    USUAL_FACTOR,
    Threshold,
    factor_of,
    public_model,
    read_factors,
    thresholds_of,
    told,
)
from setanon_sql.settings import Settings
from setanon_sql.sources import Source, SourceOptions, options_for
from setanon_sql.taxonomy import Nodes
from setanon_sql.verify import VerificationInputs

NO_TAXONOMY = (
    "items that are not sensitive are generalized along a taxonomy, and none was given",
    "give --taxonomy, or make one: setanon taxonomy build SOURCE > taxonomy.csv",
)


@dataclass(frozen=True)
class _Asked:
    """What a user says of thresholds: ``base`` has the lowest of them, ``factors`` is one for all or where to read."""

    sensitive: Wishes
    base: RhoUncertainty
    factors: Fraction | Wishes


@dataclass(frozen=True)
class _Opened:
    """A source, what is sensitive in it, and how surely it may follow."""

    dataset: Dataset
    constraint: Constraint
    thresholds: tuple[Threshold, ...]


@checked
def audit_adaptive(
    source: Source,
    *,
    rho: Share,
    sensitive: Wishes,
    factor: Share | None = None,
    factors: Wishes | None = None,
    m: int | None = None,
    worst: int = 0,
    options: SourceOptions | None = None,
    settings: Settings | None = None,
    report: Page | None = None,
) -> RhoAudit:
    """Count the rules from what is known of a person to a sensitive item above the item's threshold. Changes nothing.

    ``rho``: the lowest threshold, 0..1. An item's is ``rho`` + its factor * the share of records that hold it.
    ``factor``: one factor for all items, 0 or more. Default: 1.
    ``factors``: a factor for each item instead: a file, a frame or a table with the columns ``item`` and ``factor``.
    ``m``, ``worst``: as for :func:`setanon_sql.api.audit_rho`.

    Cost: as for :func:`setanon_sql.api.audit_rho`.
    Raises BadParameter for both of ``factor`` and ``factors``, and for personal wishes.
    Source: Chen, Zhong, Wang and Li, formulas 2 and 3.
    """
    report = report_of(report)
    options, settings, base = options_for(source, options), settings or Settings(), RhoUncertainty.of(rho, m)
    asked, worst = _Asked(sensitive, base, _given(factor, factors)), whole_of("--worst", worst, NO_LIST, least=0)
    if report:
        report.check(source, sensitive, factors, options.db)
    with settings.engine_for(options.db) as engine:
        with one_state(engine, source, sensitive, factors):
            opened = _opened(engine, source, asked, options, settings)
        shares = {one.label: one.share for one in opened.thresholds}
        engine.trace.doing("auditing the source")
        found = audit(opened.dataset, AdaptiveRho(base.rho, m, shares), opened.constraint, worst=worst)
    if report:
        report.write(Parts("Audit of sensitivity-adaptive rho-uncertainty", before=found))
    return found


@checked
def anonymize_adaptive(
    source: Source,
    out: str | Path | None = None,
    *,
    rho: Share,
    sensitive: Wishes,
    taxonomy: Tree | None = None,
    factor: Share | None = None,
    factors: Wishes | None = None,
    m: int | None = None,
    cost: Cost = "bits",
    constraints: Constraints | None = None,
    options: SourceOptions | None = None,
    settings: Settings | None = None,
    report: Page | None = None,
    **how: Unpack[Publishing],
) -> Release:
    """Publish a source with sensitivity-adaptive rho-uncertainty by local generalization and partial suppression.

    It is verified first, or not published. Basket lines have no room for the groups of the release.

    ``rho``, ``factor``, ``factors``, ``m``: as for :func:`audit_adaptive`.
    ``taxonomy``: what items are generalized along; needed. Sensitive items may be missing in it.
    ``cost``: what to minimize besides NCP: ``bits``, the information in labels, which leaves most items as they are, or
    ``ncp`` alone, which keeps more occurrences, most of them as labels.
    ``constraints``: as for :func:`setanon_sql.api.anonymize_km`; rules are ``keep`` (is neither generalized nor
    suppressed; not for sensitive items) and ``drop``.

    Search: greedy, from the root of the taxonomy down, group by group, as long as it pays. Sources of at most 5,000
    rows are searched in five ways, and the best result is published; larger ones in one.
    Cost: each step down suppresses anew in all open groups: that of :func:`setanon_sql.api.anonymize_rho` for each.
    Raises BadParameter without a taxonomy, and as :func:`audit_adaptive`; NotReached as
    :func:`setanon_sql.api.anonymize_rho`.
    Source: Chen, Zhong, Wang and Li, Algorithms 1 to 3 (LGPS).
    """
    report = report_of(report)
    options, settings, base = options_for(source, options), settings or Settings(), RhoUncertainty.of(rho, m)
    asked = _Asked(sensitive, base, _given(factor, factors))
    if taxonomy is None:
        raise BadParameter(*NO_TAXONOMY)
    wishes = Deciding(constraints)
    reads = (sensitive, taxonomy, factors, *wishes.reads)
    where = place(source, out, options, *reads, shape=GROUPED, tree=taxonomy, **how)
    options = where.reading(options)
    with where.engine(options.db, settings, report) as engine:
        with where.one_state(engine):
            found = _opened(engine, source, asked, options, settings)
            nodes = open_nodes(found.dataset, found.constraint.sensitive, taxonomy, options)
            wanted = _wanted(found, nodes, wishes, options)
            listed = where.asked(found.dataset, options)
        work = _Work(found, nodes, wanted, public_model(engine, found.thresholds, base), cost, where)
        before = work.audited() if report else None
        release = work.published(work.result(), listed)
    if report:
        title = "Release with sensitivity-adaptive rho-uncertainty"
        report.write(release_parts(title, release, settings, before=before))
    return release


@dataclass(frozen=True)
class _Work:
    """What is to be generalized and suppressed, what is promised of it, and where it goes."""

    found: _Opened
    nodes: Nodes
    wanted: Resolved
    model: AdaptiveRho
    cost: Cost
    where: Place

    def audited(self) -> RhoAudit:
        """Audit the source."""
        dataset = self.found.dataset
        dataset.engine.trace.doing("auditing the source for the report, before anything is changed")
        return audit(dataset, self.model, self.found.constraint)

    def result(self) -> AdaptiveResult:
        """Anonymize what is left without the items that are dropped."""
        dataset = self.found.dataset
        left_over = without_dropped(dataset, self.wanted)
        return _with_dropped(dataset, left_over, self._made_of(left_over, self.wanted.keep))

    def _made_of(self, dataset: Dataset, keep: frozenset[int] = frozenset()) -> AdaptiveResult:
        constraint, seed = self.found.constraint, self.where.write.seed
        return anonymize(dataset, self.model, constraint, self.nodes, seed, cost=self.cost, keep=keep)

    def ncp_without(self) -> float:
        """Return what is lost where nothing is asked for of single items."""
        return float(self._made_of(self.found.dataset).ncp)

    def published(self, result: AdaptiveResult, listed: Listed) -> Release:
        """Publish and measure a result; tell what became of what was asked for."""
        dataset, wanted = self.found.dataset, self.wanted
        published = _published(self.found, result, self.nodes, wanted.asked)
        tree = left_to(self.nodes, wanted, dataset.engine)
        measures = measured(dataset, result.rows, published.labels, tree, grouped=True, asked=listed)
        measures |= Measures(ncp=float(result.ncp), groups=result.group_count)
        without = without_constraints(dataset, wanted, self.ncp_without, slow=True)
        told = decided(wanted, wanted.keep, ncp_without=without)
        return replace(self.where.publish(published, measures), constraints=told)


def _wanted(found: _Opened, nodes: Nodes, asked: Deciding, options: SourceOptions) -> Resolved:
    """Read what is asked for of single items."""
    decisions = asked.read(found.dataset, options)
    decisions.refuse("adaptive", "keep", "drop")
    wanted = resolved(found.dataset, decisions, forest_over(found.dataset, nodes))
    _refuse_sensitive(found, wanted)
    return wanted


def _refuse_sensitive(found: _Opened, wanted: Resolved) -> None:
    """Raise BadInput for sensitive items that are to be kept: where they tell too much there may be nothing else."""
    if both := wanted.keep.intersection(one.item for one in found.thresholds):
        raise BadInput(
            f"{len(both):,} items to keep are sensitive: adaptive suppresses these where they follow too surely",
            "take them out of --constraints, or use setanon anonymize rho",
        )


def _with_dropped(dataset: Dataset, left_over: Dataset, result: AdaptiveResult) -> AdaptiveResult:
    """Add to a result what was dropped before: to what is lost, and to what its ledger tells."""
    if left_over is dataset:
        return result
    engine, rows = dataset.engine, {"rows": dataset.transactions, "left_over": left_over.transactions}
    dropped = engine.table("adaptive/publish/dropped_occurrences", **rows)
    engine.append(result.occurrences, all_rows(dropped))
    engine.append(result.lost, "adaptive/publish/dropped_nodes", dropped=dropped)
    engine.drop(dropped)
    lost = result.ncp * left_over.rows + (dataset.rows - left_over.rows)
    return replace(result, ncp=lost / dataset.rows)


def _given(factor: Share | None, factors: Wishes | None) -> Fraction | Wishes:
    """The one factor, or where factors are to be read from."""
    if factor is not None and factors is not None:
        raise BadParameter("--factor and --factors do not go together", "give one factor for all, or one for each item")
    if factors is not None:
        return factors
    return USUAL_FACTOR if factor is None else factor_of(factor)


def _opened(
    engine: DuckDBEngine | Warehouse, source: Source, asked: _Asked, options: SourceOptions, settings: Settings
) -> _Opened:
    dataset, constraint = opened_with_wishes(engine, source, asked.sensitive, options)
    if constraint.personal:
        raise BadParameter(
            "thresholds are for items that are sensitive for everybody, and --sensitive names persons",
            "give one column of items, or use setanon anonymize rho",
        )
    given = asked.factors
    factors = given if isinstance(given, Fraction) else read_factors(dataset, constraint, given, options)
    found = thresholds_of(dataset, constraint, asked.base.rho, factors)
    engine.trace.note(told(found, dataset.records, show_values=settings.show_values))
    return _Opened(dataset, constraint, found)


def _published(found: _Opened, result: AdaptiveResult, nodes: Nodes, decisions: Decisions) -> Published:
    engine = found.dataset.engine
    labels = engine.table(columns_of(nodes.nodes, item="node", label="label"))
    return Published(
        found.dataset,
        result.rows,
        labels,
        result.model,
        result.method,
        suppressed=result.lost,
        causes=result.causes,
        verification_inputs=VerificationInputs(found.constraint.named),
        groups=result.groups,
        occurrences=result.occurrences,
        decisions=decisions,
    )
