"""Which setting? Many of them on one reading of a source, side by side."""

import secrets
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from setanon_sql.comparing import Bench, Comparison, Grid, Inputs, Plan, Setting, fronts
from setanon_sql.comparing.files import Files
from setanon_sql.comparing.results import Row
from setanon_sql.comparing.suggesting import Diagnosis, Search, Suggestion, diagnose, strength
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadParameter
from setanon_sql.measures.queries import Itemsets
from setanon_sql.measures.workload import read_workload
from setanon_sql.numbers import seconds_of, share_of
from setanon_sql.options.public import public
from setanon_sql.options.trials import Compare, Suggest
from setanon_sql.options.words import ModelName
from setanon_sql.pipeline.diversity import diversity_of
from setanon_sql.pipeline.opening import nodes_of, one_state, open_nodes, opened, tree_of
from setanon_sql.sensitive.constraint import read_constraint
from setanon_sql.settings import Settings
from setanon_sql.sources import SourceOptions, options_for
from setanon_sql.sources.sampling import sampled


class TrialsOn:
    """What a user compares settings on: opened once, and again for each part of the data that is looked at."""

    def __init__(
        self,
        given: Compare | Suggest,
        settings: Sequence[Setting],
        options: SourceOptions,
        *,
        workload: Itemsets | None,
        plan: Plan,
    ) -> None:
        self.source, self.settings, self.options = given.source, settings, options
        self.plan, self.sample = plan, given.sample
        self.sensitive, self.taxonomy, self.workload = given.sensitive, given.taxonomy, workload
        self.models = {one.model for one in settings}
        if self.models & {"rho", "adaptive"} and self.sensitive is None:
            raise BadParameter("rho and adaptive protect what is sensitive", "say what is with --sensitive")

    def part(self, dataset: Dataset) -> Dataset | None:
        """Return so many records, drawn by lot, to try settings on first; None: all are tried on at once."""
        return sampled(dataset, self.sample, self.plan.seed) if 0 < self.sample < dataset.records else None

    def read(self, engine: DuckDBEngine | Warehouse) -> tuple[Dataset, Bench | None, Bench]:
        """Read all that is given, in one state; return the source, a bench for a part of it if wanted, and for all."""
        with one_state(engine, self.source, self.sensitive, self.taxonomy, self.workload):
            dataset = opened(engine, self.source, self.options)
            part = self.part(dataset)
            drawn = self._inputs(engine, part) if part else None
            whole = self._inputs(engine, dataset)
        return dataset, self._bench(drawn, sample=True) if drawn else None, self._bench(whole, sample=False)

    def bench(self, dataset: Dataset, *, sample: bool = False) -> Bench:
        """Return a bench for a dataset: the source, or a part of it."""
        engine = dataset.engine
        assert isinstance(engine, DuckDBEngine | Warehouse)
        with one_state(engine):
            inputs = self._inputs(engine, dataset)
        return self._bench(inputs, sample=sample)

    def _bench(self, inputs: Inputs, *, sample: bool) -> Bench:
        sizes = sorted({one.m for one in self.settings if one.m is not None})
        return Bench(inputs, self.plan, sizes, sampled=sample)

    def _inputs(self, engine: DuckDBEngine | Warehouse, dataset: Dataset) -> Inputs:
        """Read what belongs to a dataset."""
        if self.taxonomy is not None:
            self.taxonomy = tree_of(engine, self.taxonomy, self.options)
        constraint = None if self.sensitive is None else read_constraint(dataset, self.sensitive, self.options)
        below = None
        if "adaptive" in self.models and constraint and self.taxonomy is not None:
            below = open_nodes(dataset, constraint.sensitive, self.taxonomy, self.options)
        return Inputs(
            dataset=dataset,
            constraint=constraint,
            nodes=nodes_of(engine, dataset, self.taxonomy, self.options) if "km" in self.models else None,
            has_taxonomy=self.taxonomy is not None,
            open_nodes=below,
            workload=None if self.workload is None else read_workload(engine, self.workload, self.options.db),
        )


@public(Compare)
def compare(given: Compare) -> Comparison:
    """Try all combinations of some settings on one reading of a source, side by side. Nothing is published.

    Each model has those of the values to try that it knows. A setting that cannot be reached is a row that says why. A
    release that is made with the same setting and seed has these figures.

    OPTIONS

    Cost: that of anonymizing, measuring and auditing once for each setting; the source is read once.
    Raises BadParameter for a grid that makes no sense; BadDestination where a file cannot be written.
    Source: no paper; what each figure is, :class:`setanon_sql.comparing.results.Figures` says.
    """
    began, options = time.monotonic(), options_for(given.source, given.options)
    plan = _plan(given.seed, given.optimum)
    settings = Grid(
        models=given.models,
        k=given.k,
        m=given.m,
        rho=given.rho,
        cluster_sizes=given.cluster_sizes,
        safe=given.safe,
        algorithms=given.algorithms,
        diversity=diversity_of(given.diversity, given.sensitive),
    ).settings()
    trials = TrialsOn(given, settings, options, workload=given.workload, plan=plan)
    reads = [given.source, given.taxonomy, given.sensitive, given.workload, options.db, *options.reads]
    files = Files(given.csv, given.html, reads)
    with (given.settings or Settings()).engine_for(options.db) as engine:
        dataset, part, whole = trials.read(engine)
        rows = _tried(trials, part, whole)
        comparison = Comparison(
            records=dataset.records,
            rows=dataset.rows,
            items=dataset.distinct_items,
            sample=given.sample if part else 0,
            settings=tuple(rows),
            seconds=time.monotonic() - began,
        )
    files.write(comparison)
    return comparison


def _plan(seed: str | None, optimum: float) -> Plan:
    """Return how settings are tried; raises BadParameter for seconds that are none."""
    seconds = seconds_of("--optimum", optimum, "0 does not look for the least cost")
    return Plan(seed=seed or secrets.token_hex(16), optimum=seconds)


def _tried(trials: TrialsOn, part: Bench | None, whole: Bench) -> list[Row]:
    """Try all settings; where a part is tried first, all of them on it and the best on all records."""
    if part is None:
        return fronts(whole.rows(trials.settings))
    tried = fronts(part.rows(trials.settings))
    best = [row.setting for row in tried if row.best]
    return fronts([*tried, *whole.rows(best)])


@public(Suggest)
def suggest(given: Suggest) -> Suggestion:
    """Find the strongest settings that cost no more than ``max_loss``, and say why stronger ones cost more.

    A setting that is at least as strong as one that costs too much is not tried. The weakest of those that will do is
    tried in any case, on the sample; then those that look strongest, and from there stronger or weaker ones, on all.

    OPTIONS

    Search: settings are taken to cost no less than weaker ones. Methods are greedy, so that one may cost a little less;
    it is then not found.
    Cost: that of :func:`compare` for the settings that are tried.
    Raises BadParameter for a share or a grid that makes no sense.
    Source: no paper; :mod:`setanon_sql.comparing.suggesting` has the plan.
    """
    began, options = time.monotonic(), options_for(given.source, given.options)
    plan = replace(_plan(given.seed, given.optimum), losses_only=True)
    limit = float(share_of("--max-loss", given.max_loss, "5% is a usual choice"))
    diversity = diversity_of(None, given.sensitive)
    requested = Grid(models=given.models, k=given.k, m=given.m, rho=given.rho, diversity=diversity).settings()
    known = range(1, max(given.m, default=1) + 1)
    settings = Grid(models=given.models, k=given.k, m=known, rho=given.rho, diversity=diversity).settings()
    trials = TrialsOn(given, settings, options, workload=None, plan=plan)
    with (given.settings or Settings()).engine_for(options.db) as engine:
        dataset, part, whole = trials.read(engine)
        first, last = _searched(trials, part, whole, limit, _weakest(requested, given.models))
        diagnoses = _diagnoses(first, last, requested, trials)
        seen = {**first.rows, **last.rows}
        return Suggestion(
            max_loss=limit,
            records=dataset.records,
            sample=given.sample if part else 0,
            strongest=tuple(last.strongest()),
            tried=tuple(dict.fromkeys([*first.rows.values(), *last.rows.values()])),
            not_tried=tuple(one for one in settings if one not in seen),
            diagnoses=tuple(diagnoses),
            seconds=time.monotonic() - began,
        )


def _weakest(requested: Sequence[Setting], models: Sequence[ModelName]) -> list[Setting]:
    """Return the weakest setting of each model."""
    return [min((one for one in requested if one.model == model), key=strength) for model in dict.fromkeys(models)]


def _searched(
    trials: TrialsOn, part: Bench | None, whole: Bench, limit: float, weakest: Sequence[Setting]
) -> tuple[Search, Search]:
    """Search for the strongest settings, on a part of the data first if there is one: return that search and the last.

    ``weakest``: settings that the first search tries in any case.
    """
    first = Search(part or whole, limit, weakest)
    strongest = first.run(trials.settings)
    if part is None:
        return first, first
    last = Search(whole, limit)
    last.run(trials.settings, [row.setting for row in strongest])
    return first, last


def _diagnoses(first: Search, last: Search, wanted: Sequence[Setting], trials: TrialsOn) -> list[Diagnosis]:
    """Look, of each model, at the weakest wanted setting that costs too much: on a sample, where one was tried."""
    found: dict[str, Diagnosis] = {}
    for row in (*last.too_much(), *first.too_much()):
        setting = row.setting
        fitting = setting in last.rows and last.fits(last.rows[setting])
        if setting not in wanted or setting.model in found or fitting:
            continue
        tried, bench_of = first.bench.row(setting), partial(trials.bench, sample=row.sampled)
        explained = Diagnosis(row=row) if first.fits(tried) else diagnose(first.bench, tried, first.limit, bench_of)
        explained = explained if explained.items else replace(explained, row=row)
        found[setting.model] = replace(explained, weaker=tuple(last.strongest(below=setting)))
    return list(found.values())
