"""rho-uncertainty from a source to a release."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypedDict, Unpack

from setanon_sql.api.deciding import Asked, decided, forest_over, resolved, without_constraints
from setanon_sql.api.opening import Tree, nodes_of, one_state, opened_with_wishes, reader_of_inputs, verification_inputs
from setanon_sql.api.publishing import Page, Place, Publishing, form_of, place, release_parts, report_of
from setanon_sql.api.released import Release
from setanon_sql.api.risk import wanted
from setanon_sql.audit import RhoAudit
from setanon_sql.audit import audit_rho as audit
from setanon_sql.choices import check_choices
from setanon_sql.dataset import Dataset
from setanon_sql.decisions import NOTHING, Decided, Decisions, Resolved
from setanon_sql.decisions import Source as Constraints
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.measures import Measures
from setanon_sql.measures.records import measured
from setanon_sql.methods.rho import RhoResult
from setanon_sql.methods.rho import anonymize_rho as anonymize
from setanon_sql.methods.rho.samples import Bound, check_sample
from setanon_sql.models import Algorithm, RhoUncertainty, Share
from setanon_sql.naming import checked
from setanon_sql.numbers import NO_LIST, whole_of
from setanon_sql.query.templates import Table
from setanon_sql.release import Published
from setanon_sql.report import Parts
from setanon_sql.sensitive.constraint import Constraint
from setanon_sql.sensitive.constraint import Source as Wishes
from setanon_sql.settings import Settings
from setanon_sql.sources import Source, SourceOptions, options_for


@dataclass(frozen=True)
class Sampling:
    """Promise about random adversaries only, instead of all of them.

    An adversary knows random items of a random person. Of at least 5,000 for each number of known items, drawn anew, so
    few may succeed that ``bound`` allows it.

    ``epsilon``: the share of adversaries that may succeed, 0..1.
    ``delta``: the probability that the promise fails, 0..1; all drawings together spend it.
    ``bound``: ``exact`` (the binomial distribution) or ``hoeffding`` (the paper's, which allows fewer).
    """

    epsilon: Share = "0.05"
    delta: Share = "0.05"
    bound: Bound = "exact"

    def __post_init__(self) -> None:
        """Raise BadParameter for a bound that there is not."""
        check_choices(bound=(self.bound, Bound))


@checked
def audit_rho(
    source: Source,
    *,
    rho: Share,
    sensitive: Wishes,
    m: int | None = None,
    worst: int = 0,
    taxonomy: Tree | None = None,
    by: int | None = None,
    records_out: str | Path | None = None,
    overwrite: bool = False,
    options: SourceOptions | None = None,
    settings: Settings | None = None,
    report: Page | None = None,
) -> RhoAudit:
    """Count the rules from what is known of a person to a sensitive item with a confidence above rho. Changes nothing.

    ``rho``: the highest confidence allowed, 0..1: a number, or a text such as ``"1/3"``.
    ``m``: items an attacker may know; None: any number.
    ``worst``: list so many of the surest rules of each size.
    ``taxonomy``, ``by``: also tell the risk below each label of this level of a taxonomy; 1 is right below the root. A
    rule counts where one of its known items, or the sensitive one, lies there.
    ``records_out``: also write the records at risk, each with the surest rule about it, by the number of known items
    and the confidence: a file (.parquet, .csv, .tsv) or a table of ``options.db``. It names persons, and is for its
    owner alone.
    ``overwrite``: replace such a list of setanon that stands there.

    Cost: grows with the sets of items of each record that stand with a sensitive item; without ``m`` it ends before a
    step that would touch more than 400 million rows, and says so (``complete``). Without ``m`` and with the same items
    sensitive for everybody rules are only counted, which takes far less, unless something is to be listed (``worst``,
    ``by``, ``records_out``).
    Raises BadParameter for a ``rho`` or an ``m`` that makes no sense.
    Source: Nakagawa, Arai, Nakagawa (2018), section 4.
    """
    report = report_of(report)
    options, settings, model = options_for(source, options), settings or Settings(), RhoUncertainty.of(rho, m)
    worst = whole_of("--worst", worst, NO_LIST, least=0)
    asked = wanted(
        "rho",
        source,
        (sensitive, taxonomy),
        options,
        records_out=records_out,
        overwrite=overwrite,
        by=by,
        taxonomy=taxonomy,
    )
    if report:
        report.check(source, sensitive, options.db, written=[records_out])
    with settings.engine_for(options.db) as engine:
        with one_state(engine, source, sensitive, taxonomy):
            dataset, constraint = opened_with_wishes(engine, source, sensitive, options)
            who = asked.who(dataset, _labels(dataset, taxonomy, options), taxonomy, options)
        engine.trace.doing("auditing the source")
        found = audit(dataset, model, constraint, worst=worst, who=who)
        asked.write(who, dataset)
    if report:
        report.write(Parts("Audit of rho-uncertainty", before=found))
    return found


@checked
def anonymize_rho(
    source: Source,
    out: str | Path | None = None,
    *,
    rho: Share,
    sensitive: Wishes,
    m: int | None = None,
    sampling: Sampling | None = None,
    algorithm: Algorithm = "improved",
    constraints: Constraints | None = None,
    weights: Constraints | None = None,
    options: SourceOptions | None = None,
    settings: Settings | None = None,
    report: Page | None = None,
    **how: Unpack[Publishing],
) -> Release:
    """Publish a source with (personalized) rho-uncertainty by suppressing occurrences; verified, or not published.

    ``rho``, ``m``: as for :func:`audit_rho`.
    ``sampling``: promise about random adversaries only; None: about all of them.
    ``algorithm``: ``improved`` mends many rules at a time, ``paper`` one (slow, to compare with).
    ``constraints``, ``weights``: as for :func:`setanon_sql.api.anonymize_km`; rules are ``keep`` (is not suppressed:
    rules lose another item; not with ``sampling``), ``prefer`` and ``drop``. With weights, of each rule the item goes
    whose occurrences weigh least.

    Search: of each rule that is too sure the item goes whose loss costs least, in as many records as are needed, until
    no rule is left. Which records is decided by lot. A result of least loss is not promised.
    Cost: that of :func:`audit_rho`, some times over; ``sampling`` bounds what is counted.
    Raises NotReached where the sets that an adversary may know are too many to be counted, or where not all items can
    stay that the constraints keep; BadParameter for parameters that make no sense together.
    Source: Nakagawa, Arai, Nakagawa (2018), Algorithms 1 and 2.
    """
    report = report_of(report)
    options, settings = options_for(source, options), settings or Settings()
    model, bound = _promise(rho, m, sampling)
    asked = Asked(constraints, weights)
    where = place(source, out, options, sensitive, *asked.reads, **how)
    options = where.reading(options)
    with where.engine(options.db, settings, report) as engine:
        with where.one_state(engine):
            dataset, constraint = opened_with_wishes(engine, source, sensitive, options)
            wanted = _wanted(dataset, model, asked, options)
            where.check_ids(dataset)
            listed = where.asked(dataset, options)
        work = _Work(dataset, constraint, wanted, model, {"algorithm": algorithm, "bound": bound}, where)
        before = work.audited(dataset, "the source") if report else None
        result = work.result(wanted)
        measures = measured(dataset, result.rows, dataset.items, asked=listed)
        release = work.published(result, measures)
        # whom a personal wish speaks of depends on the records as they were; persons who lost every item still count
        told = report and not constraint.personal
        after = work.audited(dataset.of(result.rows), "the release") if told else None
    if report:
        known = reader_of_inputs(source, sensitive, options) if constraint.personal else None
        title = "Release with rho-uncertainty"
        report.write(release_parts(title, release, settings, known, before=before, after=after))
    return release


def _promise(rho: Share, m: int | None, sampling: Sampling | None) -> tuple[RhoUncertainty, Bound]:
    """Return what is promised, and what sizes its samples; raises BadParameter for samples that nobody can draw."""
    if sampling is None:
        return RhoUncertainty.of(rho, m), "exact"
    model = RhoUncertainty.of(rho, m, sampling.epsilon, sampling.delta)
    check_sample(model, sampling.bound)
    return model, sampling.bound


def _wanted(dataset: Dataset, model: RhoUncertainty, asked: Asked, options: SourceOptions) -> Resolved:
    """Read what is asked for of single items; of random adversaries nobody knows whether an item can stay."""
    decisions = asked.read(dataset, options)
    if model.sampled:
        decisions.refuse("rho with --sample", "prefer", "drop", "weight")
    else:
        decisions.refuse("rho", "keep", "prefer", "drop", "weight")
    return resolved(dataset, decisions, forest_over(dataset))


class _How(TypedDict):
    algorithm: Algorithm
    bound: Bound


@dataclass(frozen=True)
class _Work:
    """What is to lose occurrences, what is promised of it, and where it goes."""

    dataset: Dataset
    constraint: Constraint
    wanted: Resolved
    model: RhoUncertainty
    how: _How
    where: Place

    def result(self, wanted: Resolved = NOTHING) -> RhoResult:
        """Suppress what breaks the promise."""
        seed = self.where.write.seed
        return anonymize(self.dataset, self.model, self.constraint, seed, wanted=wanted, **self.how)

    def ncp_without(self) -> float | None:
        """Return what is lost where nothing is asked for of single items."""
        return measured(self.dataset, self.result().rows, self.dataset.items).ncp

    def audited(self, dataset: Dataset, what: str) -> RhoAudit:
        """Audit for the report: a sampled promise is told with the rules themselves, which are counted."""
        dataset.engine.trace.doing(f"auditing {what} for the report")
        return audit(dataset, RhoUncertainty(self.model.rho, self.model.m), self.constraint)

    def published(self, result: RhoResult, measures: Measures) -> Release:
        """Publish a result; tell what became of what was asked for."""
        without = without_constraints(self.dataset, self.wanted, self.ncp_without, slow=True)
        published = _published(self.dataset, self.constraint, result, self.wanted.asked)
        told = _decided(self.dataset, self.wanted, result, without)
        return replace(self.where.publish(published, measures), constraints=told)


def _decided(dataset: Dataset, wanted: Resolved, result: RhoResult, without: float | None) -> Decided | None:
    """Say what became of what was asked for: an item is as it was where none of its occurrences went."""
    if not wanted.any:
        return None
    lost = dataset.engine.columns("rho/long_records/item_counts", transactions=result.suppressed)["item"].tolist()
    return decided(wanted, set(range(1, dataset.distinct_items + 1)).difference(lost), ncp_without=without)


def _labels(dataset: Dataset, taxonomy: Tree | None, options: SourceOptions) -> Table | None:
    """The items, where a taxonomy is to tell of which category each is; raises BadInput where one has no leaf."""
    if taxonomy is None:
        return None
    assert isinstance(dataset.engine, DuckDBEngine | Warehouse)
    nodes_of(dataset.engine, dataset, taxonomy, options, allow_inner=True)
    return dataset.items


def _published(dataset: Dataset, constraint: Constraint, result: RhoResult, decisions: Decisions) -> Published:
    return Published(
        dataset,
        result.rows,
        dataset.items,
        result.model,
        result.method,
        form=form_of(dataset),
        suppressed=result.suppressed,
        causes=result.causes,
        verification_inputs=verification_inputs(dataset, constraint),
        decisions=decisions,
    )
