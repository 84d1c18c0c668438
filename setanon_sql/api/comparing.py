"""Which setting? Many of them on one reading of a source, side by side."""

import secrets
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from setanon_sql import registry
from setanon_sql.choices import check_choice
from setanon_sql.columns import Classes
from setanon_sql.comparing import Bench, Comparison, Grid, Inputs, Plan, Setting, answers, fronts
from setanon_sql.comparing.aims import open_settings
from setanon_sql.comparing.by_columns import ColumnCombinations, refuse_without_columns
from setanon_sql.comparing.files import Files
from setanon_sql.comparing.results import Row
from setanon_sql.comparing.settings import strength
from setanon_sql.comparing.suggesting import Diagnosis, Search, Suggestion, diagnose
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadParameter
from setanon_sql.measures.queries import Itemsets, Workload
from setanon_sql.measures.workload import read_workload
from setanon_sql.methods.dp.noise import library
from setanon_sql.numbers import seconds_of, share_of
from setanon_sql.options.public import public
from setanon_sql.options.trials import Compare, Suggest
from setanon_sql.options.words import ComparedModel, Recoding
from setanon_sql.pipeline.case import read_besides
from setanon_sql.pipeline.column_search import most_gone_of
from setanon_sql.pipeline.columns import Ladders
from setanon_sql.pipeline.opening import (
    dropped_placeless,
    nodes_of,
    one_state,
    open_nodes,
    opened,
    read_first,
    tree_of,
    warn_of_near,
)
from setanon_sql.registry.pieces import diversity_of
from setanon_sql.sensitive.constraint import read_constraint
from setanon_sql.settings import Settings
from setanon_sql.sources import SourceOptions, options_for
from setanon_sql.sources.sampling import sample_records
from setanon_sql.sources.small import small_table


class TrialsOn:
    """The data that settings are compared on: opened once, and again for each part of the data that is looked at."""

    def __init__(
        self,
        request: Compare | Suggest,
        settings: Sequence[Setting],
        options: SourceOptions,
        *,
        workload: Itemsets | None,
        plan: Plan,
    ) -> None:
        self.request = request
        self.source = request.source
        self.settings = settings
        self.options = options
        self.plan = plan
        self.sample = request.sample
        self.sensitive = request.sensitive
        self.taxonomy = request.taxonomy
        self.workload = workload
        self.models = {setting.model for setting in settings}
        self.ladders = Ladders()
        self.combinations = ColumnCombinations()
        most_gone_of(request, options)
        if request.columns:
            refuse_without_columns(settings)
        if "dp" in self.models:
            library()
        if self.sensitive is None and any(setting.rho is not None for setting in settings):
            models = " and ".join(registry.varied("rho"))
            raise BadParameter(f"{models} protect what is sensitive", "say what is with <sensitive>")
        if self.sensitive is None and any(setting.h is not None and setting.h < 1 for setting in settings):
            raise BadParameter(
                "<h> bounds how surely sensitive items follow, and none are listed", "say <sensitive>, too"
            )

        if request.sensitive_groups is not None:
            self._check_groups()

    def _check_groups(self) -> None:
        """Raise BadParameter where nothing is done with groups of sensitive items."""
        knowing = registry.taking("sensitive_groups")
        if self.sensitive is None:
            raise BadParameter("<sensitive_groups> are of sensitive items, and none are listed", "say <sensitive>, too")
        if not self.models & {*knowing}:
            raise BadParameter(f"<sensitive_groups> is for {', '.join(knowing)}", "leave it out, or name such a model")

    def part(self, dataset: Dataset) -> Dataset | None:
        """Return so many records, drawn by lot, to try settings on first; None: all are tried on at once."""
        return sample_records(dataset, self.sample, self.plan.seed) if 0 < self.sample < dataset.records else None

    def read(self, engine: DuckDBEngine | Warehouse) -> tuple[Dataset, Bench | None, Bench]:
        """Read all that is given, in one state; return the source, a bench for a part of it if wanted, and for all."""
        groups = self.request.sensitive_groups
        with one_state(engine, self.source, *read_besides(self.request), self.workload):
            if self.request.columns:
                self._read_ladders(engine)
            if groups is not None:
                listed = small_table(engine, groups, self.options, ("item", "group"), ("h",))
                self.request = replace(self.request, sensitive_groups=listed)
            if self.taxonomy is not None:
                self.taxonomy = tree_of(engine, self.taxonomy, self.options)
            dataset = opened(engine, self.source, self.options, self.taxonomy)
            part = self.part(dataset)
            drawn = self._inputs(engine, part, self._classes(part)) if part else None
            whole = self._inputs(engine, dataset, self._classes(dataset))
        if whole.constraint:
            warn_of_near(engine, whole.constraint)
        return dataset, self._bench(drawn, sample=True) if drawn else None, self._bench(whole, sample=False)

    def _read_ladders(self, engine: DuckDBEngine | Warehouse) -> None:
        """Read the ladders of columns, and take settings at their steps, before the source is read."""
        self.ladders = Ladders.read(engine, self.request, self.options)
        self.combinations = ColumnCombinations(self.ladders.ladders)
        self.settings = self.combinations.of(self.settings)
        if self.combinations.note:
            engine.trace.note(self.combinations.note)

    def _classes(self, dataset: Dataset) -> Classes | None:
        return self.ladders.classes(dataset, self.request, self.options) if self.request.columns else None

    def bench(self, dataset: Dataset, *, of: Bench) -> Bench:
        """Return a bench for some rows of the dataset of another one."""
        engine = dataset.engine
        assert isinstance(engine, DuckDBEngine | Warehouse)
        classes = of.inputs.classes
        with one_state(engine):
            inputs = self._inputs(engine, dataset, classes and replace(classes, dataset=dataset))
        return self._bench(inputs, sample=of.sampled)

    def _bench(self, inputs: Inputs, *, sample: bool) -> Bench:
        sizes = sorted({setting.m for setting in self.settings if setting.m is not None})
        return Bench(inputs, self.plan, sizes, sampled=sample)

    def _inputs(self, engine: DuckDBEngine | Warehouse, dataset: Dataset, classes: Classes | None) -> Inputs:
        """Read what belongs to a dataset, beside its columns."""
        taxonomy = None if self.taxonomy is None else tree_of(engine, self.taxonomy, self.options)
        self.taxonomy = taxonomy
        constraint = None
        if self.sensitive is not None:
            constraint = read_constraint(dataset, self.sensitive, self.options, taxonomy)
        below = None
        if self._needs_open_nodes and taxonomy is not None:
            sensitive = constraint.sensitive if constraint else engine.empty("sensitive", "item")
            below = open_nodes(dataset, sensitive, taxonomy, self.options)
        return Inputs(
            request=self.request,
            dataset=dataset,
            constraint=constraint,
            nodes=nodes_of(engine, dataset, taxonomy, self.options) if self._needs_nodes else None,
            has_taxonomy=taxonomy is not None,
            open_nodes=below,
            taxonomy=taxonomy,
            dropped=dropped_placeless(dataset, taxonomy, self.options),
            workload=None if self.workload is None else self._read_workload(engine, self.workload),
            classes=classes,
        )

    @property
    def _needs_open_nodes(self) -> bool:
        """Return whether items that are not sensitive are generalized."""
        return "open items" in self._generalized

    @property
    def _needs_nodes(self) -> bool:
        """Return whether items are generalized for all records alike, or categories of pieces are counted."""
        labels_categories = all(setting.cluster_size or setting.epsilon for setting in self.settings)
        return "items" in self._generalized or (labels_categories and self.taxonomy is not None)

    @property
    def _generalized(self) -> set[str]:
        """Return what is generalized along the taxonomy: by the models, and by how they are reached."""
        models = {name: registry.model(name) for name in self.models if name in registry.names()}
        ways = {setting.algorithm for setting in self.settings} | {*self.request.tried_recodings}
        by_ways = {what for model in models.values() for way, what in model.generalizes_with.items() if way in ways}
        return by_ways | {model.generalizes for model in models.values()}

    def _read_workload(self, engine: DuckDBEngine | Warehouse, workload: Itemsets) -> Workload:
        return read_workload(engine, workload, self.options.db, self.options.item)


@public(Compare)
def compare(request: Compare) -> Comparison:
    """Try all combinations of some settings on one reading of a source, side by side. Nothing is published.

    Each model has those of the values to try that it knows. A setting that cannot be reached is a row that says why. A
    release that is made with the same setting and seed has these figures.

    OPTIONS

    Cost: that of anonymizing, measuring and auditing once for each setting; the source is read once.
    Raises BadParameter for a grid that makes no sense; BadDestination where a file cannot be written.
    Source: no paper; what each figure is, :class:`setanon_sql.comparing.results.Figures` says.
    """
    began = time.monotonic()
    options = options_for(request.source, request.options, request.person, request)
    plan = _plan(request.seed, request.optimum)
    trials = TrialsOn(request, _grid(request).settings(), options, workload=request.workload, plan=plan)
    reads = [request.source, *read_besides(request), request.workload, options.db, *options.reads]
    files = Files(request.csv, request.html, reads, overwrite=request.overwrite)
    with (request.settings or Settings()).engine_for(options.db) as engine:
        with read_first(engine):
            dataset, part, whole = trials.read(engine)
        for bench in (part, whole):
            if bench:
                bench.tell = files.add
        rows = _try_settings(trials, part, whole)
        comparison = Comparison(
            records=dataset.records,
            rows=dataset.rows,
            items=dataset.distinct_items,
            sample=request.sample if part else 0,
            settings=tuple(rows),
            seconds=time.monotonic() - began,
            persons=dataset.n_persons if dataset.persons else None,
            answers=answers(rows),
        )
    files.write(comparison)
    return comparison


def _grid(request: Compare) -> Grid:
    """Return what is tried."""
    return Grid(
        models=request.models,
        k=request.k,
        m=request.m,
        absent=request.absent,
        rho=request.rho,
        h=request.h,
        epsilon=request.epsilon,
        most=request.most,
        cluster_sizes=request.cluster_sizes,
        safe=request.safe,
        algorithms=request.algorithms,
        recodings=request.tried_recodings,
        costs=request.costs or ("ncp",),
        more_costs=() if request.costs or request.taxonomy is None else ("bits",),
        exceptions=request.exceptions,
        diversity=diversity_of(request.diversity, is_sensitive=request.sensitive is not None),
        person=bool(request.person),
    )


def _plan(seed: str | None, optimum: float) -> Plan:
    """Return how settings are tried; raises BadParameter for seconds that are none."""
    seconds = seconds_of("<optimum>", optimum, "0 does not look for the least cost")
    return Plan(seed=seed or secrets.token_hex(16), optimum=seconds)


def _try_settings(trials: TrialsOn, part: Bench | None, whole: Bench) -> list[Row]:
    """Try all settings; where a part is tried first, those on all records that are the answer for some aim.

    A part shows more loss than all records do: so stronger settings than the answers are tried on all, too, until one
    is not close.
    """
    if part is None:
        return fronts(whole.rows(trials.settings))
    tried = part.rows(trials.settings)
    rows = tried
    while chosen := open_settings(rows):
        rows = [*rows, *whole.rows(chosen)]
    return fronts(rows)


@public(Suggest)
def suggest(request: Suggest) -> Suggestion:
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
    began = time.monotonic()
    options = options_for(request.source, request.options, request.person, request)
    limit = float(share_of("<max_loss>", request.max_loss, "5% is a usual choice"))
    plan = replace(_plan(request.seed, request.optimum), limit=limit)
    for recoding in request.recodings:
        check_choice("<recoding>", recoding, Recoding)
    grid = Grid(
        models=_with_unbounded(request),
        k=request.k,
        m=request.m,
        absent=request.absent,
        rho=request.rho,
        h=request.tried_h,
        diversity=diversity_of(None, is_sensitive=request.sensitive is not None),
        person=bool(request.person),
    )
    requested = grid.settings()
    settings = replace(grid, m=_smaller_too(request.m)).settings()
    trials = TrialsOn(request, settings, options, workload=request.workload, plan=plan)
    with (request.settings or Settings()).engine_for(options.db) as engine:
        dataset, part, whole = trials.read(engine)
        requested = trials.combinations.of(requested)
        first, last = _search(trials, part, whole, limit, _weakest(requested, grid.models))
        diagnoses = _diagnoses(first, last, requested, trials)
        seen = {**first.rows, **last.rows}
        return Suggestion(
            max_loss=limit,
            records=dataset.records,
            sample=request.sample if part else 0,
            strongest=tuple(last.strongest()),
            tried=tuple(dict.fromkeys([*first.rows.values(), *last.rows.values()])),
            not_tried=tuple(setting for setting in trials.settings if setting not in seen),
            diagnoses=tuple(diagnoses),
            seconds=time.monotonic() - began,
            persons=dataset.n_persons if dataset.persons else None,
        )


def _with_unbounded(request: Suggest) -> Sequence[Any]:
    """Return the models to try: k-anonymity of whole records, too, where any number of items may be known."""
    models = request.tried_models
    known_items = any(name in registry.generalizing_known_items() for name in models)
    unbounded = None in request.m and known_items and request.taxonomy is not None
    return [*models, *registry.promising("hides_whole_records")] if unbounded else models


def _smaller_too(m: Sequence[int | None]) -> list[int | None]:
    """Return the numbers of known items to try: those up to the largest that is wanted, and any where that is."""
    bounded = [size for size in m if size is not None]
    return [*range(1, max(bounded, default=0) + 1), *([None] if None in m else [])]


def _weakest(requested: Sequence[Setting], models: Sequence[ComparedModel]) -> list[Setting]:
    """Return the weakest setting of each model."""
    return [
        min((setting for setting in requested if setting.model == model), key=strength)
        for model in dict.fromkeys(models)
    ]


def _search(
    trials: TrialsOn, part: Bench | None, whole: Bench, limit: float, weakest: Sequence[Setting]
) -> tuple[Search, Search]:
    """Search for the strongest settings, on a part of the data first if there is one: return that search and the last.

    ``weakest``: settings that the first search tries in any case.
    """
    locally = "local" in trials.request.tried_recodings
    first = Search(part or whole, limit, weakest, locally=locally)
    strongest = first.run(trials.settings)
    if part is None:
        return first, first
    last = Search(whole, limit, locally=locally)
    last.run(trials.settings, [row.setting for row in strongest])
    return first, last


def _diagnoses(first: Search, last: Search, requested: Sequence[Setting], trials: TrialsOn) -> list[Diagnosis]:
    """Look, of each model, at the weakest wanted setting that costs too much: on a sample, where one was tried."""
    diagnoses: dict[str, Diagnosis] = {}
    fitting_promises = {row.setting.promise for row in last.rows.values() if last.fits(row)}
    for row in (*last.costly_rows(), *first.costly_rows()):
        setting = row.setting
        if setting not in requested or setting.model in diagnoses or setting.promise in fitting_promises:
            continue
        tried = first.bench.row(setting)
        bench_of = partial(trials.bench, of=first.bench)
        explained = Diagnosis(row=row) if first.fits(tried) else diagnose(first.bench, tried, first.limit, bench_of)
        compared = tried if explained.items and tried != row else None
        weaker = tuple(last.strongest(below=setting))
        diagnoses[setting.model] = replace(explained, row=row, compared=compared, weaker=weaker)
    return list(diagnoses.values())
