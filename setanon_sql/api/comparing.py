"""Which setting? Many of them on one reading of a source, side by side."""

import secrets
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from setanon_sql.api.diverse import diversity_of
from setanon_sql.api.opening import Tree, nodes_of, one_state, open_nodes, opened, tree_of
from setanon_sql.comparing import Bench, Comparison, Grid, Inputs, Plan, Setting, fronts
from setanon_sql.comparing.files import Files
from setanon_sql.comparing.results import Row
from setanon_sql.comparing.settings import CLUSTER_SIZE, ModelName
from setanon_sql.comparing.suggesting import Diagnosis, Search, Suggestion, diagnose, strength
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadParameter
from setanon_sql.measures.queries import Itemsets
from setanon_sql.measures.workload import read_workload
from setanon_sql.models import Algorithm, Share
from setanon_sql.naming import checked
from setanon_sql.numbers import seconds_of, share_of, whole_of
from setanon_sql.sensitive.constraint import Source as Wishes
from setanon_sql.sensitive.constraint import read_constraint
from setanon_sql.settings import Settings
from setanon_sql.sources import Source, SourceOptions, options_for
from setanon_sql.sources.sampling import sampled

#: Seconds to look for the least cost of a setting.
OPTIMUM = 5.0
#: Records to try settings on first.
SAMPLE = 10_000


class Given:
    """What a user compares settings on: opened once, and again for each part of the data that is looked at."""

    def __init__(
        self,
        source: Source,
        settings: Sequence[Setting],
        options: SourceOptions,
        *,
        sensitive: Wishes | None,
        taxonomy: Tree | None,
        workload: Itemsets | None,
        plan: Plan,
    ) -> None:
        self.source, self.settings, self.options, self.plan = source, settings, options, plan
        self.sensitive, self.taxonomy, self.workload = sensitive, taxonomy, workload
        self.models = {one.model for one in settings}
        if self.models & {"rho", "adaptive"} and sensitive is None:
            raise BadParameter("rho and adaptive protect what is sensitive", "say what is with --sensitive")

    def read(self, engine: DuckDBEngine | Warehouse, sample: int) -> tuple[Dataset, Bench | None, Bench]:
        """Read all that is given, in one state: returns the source, a bench for a part of it if wanted, and for all."""
        with one_state(engine, self.source, self.sensitive, self.taxonomy, self.workload):
            dataset = opened(engine, self.source, self.options)
            part = self.part(dataset, sample)
            drawn = self._inputs(engine, part) if part else None
            whole = self._inputs(engine, dataset)
        return dataset, self._bench(drawn, sample=True) if drawn else None, self._bench(whole, sample=False)

    def part(self, dataset: Dataset, sample: int) -> Dataset | None:
        """Return so many records, drawn by lot, to try settings on first; None: all are tried on at once."""
        return sampled(dataset, sample, self.plan.seed) if 0 < sample < dataset.records else None

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


@checked
def compare(
    source: Source,
    *,
    models: Sequence[ModelName] = ("km",),
    k: Sequence[int] = (5,),
    m: Sequence[int | None] = (2,),
    rho: Sequence[Share] = (),
    sensitive: Wishes | None = None,
    taxonomy: Tree | None = None,
    algorithms: Sequence[Algorithm] = ("improved",),
    cluster_sizes: Sequence[int] = (CLUSTER_SIZE,),
    safe: bool = False,
    diversity: int | None = None,
    sample: int = 0,
    workload: Itemsets | None = None,
    optimum: float = OPTIMUM,
    seed: str | None = None,
    csv: str | Path | None = None,
    html: str | Path | None = None,
    options: SourceOptions | None = None,
    settings: Settings | None = None,
) -> Comparison:
    """Try all combinations of some settings on one reading of a source, side by side. Nothing is published.

    ``models``: ``km``, ``rho``, ``adaptive``, ``disassociation``. Each has those of the following that it knows:
    ``k``, ``m``, ``rho``: values to try; None in ``m``: any number of known items.
    ``sensitive``: what is hidden by ``rho`` and ``adaptive``; ``disassociation`` keeps it in term chunks.
    ``taxonomy``: what ``km`` and ``adaptive`` generalize along.
    ``algorithms``: ``improved``, and ``paper`` for ``km`` and ``rho``. ``cluster_sizes``: of ``disassociation``.
    ``safe``: also try safe disassociated releases. ``diversity``: with ``sensitive``, no more than one in so many
    records of their clusters hold each of these items; None: 2.
    ``sample``: try all settings on so many records, drawn by lot, and only the best of each guarantee on all records;
    0: all on all. On fewer records sets of items are rarer, so a sample shows more loss than all records do.
    ``workload``: itemsets of the analyst (:func:`setanon_sql.api.utility`).
    ``optimum``: seconds to look for the least cost, for each setting of ``km``.
    ``seed``: makes it repeatable; None: unpredictable. A release that is made with the same setting and seed has these
    figures.
    ``csv``, ``html``: also write the rows to a .csv file, and a page with a picture of loss against the risk that is
    left. Both hold figures of the source, but no value of it. A file of this function that is there is replaced.

    A setting that cannot be reached is a row that says why.

    Cost: that of anonymizing, measuring and auditing once for each setting; the source is read once.
    Raises BadParameter for a grid that makes no sense; BadDestination where a file cannot be written.
    Source: no paper; what each figure is, :class:`setanon_sql.comparing.results.Figures` says.
    """
    plan = _plan(seed, optimum)
    grid = Grid(
        models=models, k=k, m=m, rho=rho, cluster_sizes=cluster_sizes, safe=safe, algorithms=algorithms,
        diversity=diversity_of(diversity, sensitive),
    )  # fmt: skip
    sample = whole_of("sample", sample, "0 tries all records", least=0)
    wanted, began, options = grid.settings(), time.monotonic(), options_for(source, options)
    given = Given(source, wanted, options, sensitive=sensitive, taxonomy=taxonomy, workload=workload, plan=plan)
    files = Files(csv, html, [source, taxonomy, sensitive, workload, options.db, *options.reads])
    with (settings or Settings()).engine_for(options.db) as engine:
        dataset, part, whole = given.read(engine, sample)
        rows = _tried(given, part, whole)
        found = Comparison(
            records=dataset.records,
            rows=dataset.rows,
            items=dataset.distinct_items,
            sample=sample if part else 0,
            settings=tuple(rows),
            seconds=time.monotonic() - began,
        )
    files.write(found)
    return found


def _plan(seed: str | None, optimum: float) -> Plan:
    """Return how settings are tried; raises BadParameter for seconds that are none."""
    seconds = seconds_of("--optimum", optimum, "0 does not look for the least cost")
    return Plan(seed=seed or secrets.token_hex(16), optimum=seconds)


def _tried(given: Given, part: Bench | None, whole: Bench) -> list[Row]:
    """Try all settings; where a part is tried first, all of them on it and the best on all records."""
    if part is None:
        return fronts(whole.rows(given.settings))
    tried = fronts(part.rows(given.settings))
    best = [row.setting for row in tried if row.best]
    return fronts([*tried, *whole.rows(best)])


@checked
def suggest(
    source: Source,
    *,
    max_loss: Share,
    models: Sequence[ModelName] = ("km",),
    k: Sequence[int] = (3, 5, 10, 20),
    m: Sequence[int] = (1, 2, 3),
    rho: Sequence[Share] = ("0.3", "0.5", "0.7"),
    sensitive: Wishes | None = None,
    taxonomy: Tree | None = None,
    sample: int = SAMPLE,
    optimum: float = 0.0,
    seed: str | None = None,
    options: SourceOptions | None = None,
    settings: Settings | None = None,
) -> Suggestion:
    """Find the strongest settings that cost no more than ``max_loss``, and say why stronger ones cost more.

    ``max_loss``: what may be lost, 0..1: NCP, and of a disassociated release the share of the 1000 most frequent
    itemsets that is lost.
    ``models``, ``sensitive``, ``taxonomy``, ``seed``: as for :func:`compare`.
    ``k``, ``m``, ``rho``: values that are wanted; smaller values of m are tried, too.
    ``sample``: try settings on so many records first, drawn by lot; then those that look strongest, and from there
    stronger or weaker ones, on all records. 0: all on all.
    ``optimum``: seconds to look for the least cost, for each setting of ``km``.

    A setting that is at least as strong as one that costs too much is not tried. The weakest wanted one is tried in any
    case, on the sample.

    Search: settings are taken to cost no less than weaker ones. Methods are greedy, so that one may cost a little less;
    it is then not found.
    Cost: that of :func:`compare` for the settings that are tried.
    Raises BadParameter for a share or a grid that makes no sense.
    Source: no paper; :mod:`setanon_sql.comparing.suggesting` has the plan.
    """
    options = options_for(source, options)
    plan = replace(_plan(seed, optimum), losses_only=True)
    sample = whole_of("sample", sample, "0 tries all records", least=0)
    limit = float(share_of("--max-loss", max_loss, "5% is a usual choice"))
    diversity = diversity_of(None, sensitive)
    wanted = Grid(models=models, k=k, m=m, rho=rho, diversity=diversity).settings()
    smaller = range(1, max(m, default=1) + 1)
    tried = Grid(models=models, k=k, m=smaller, rho=rho, diversity=diversity).settings()
    began = time.monotonic()
    given = Given(source, tried, options, sensitive=sensitive, taxonomy=taxonomy, workload=None, plan=plan)
    with (settings or Settings()).engine_for(options.db) as engine:
        dataset, part, whole = given.read(engine, sample)
        weakest = [min((one for one in wanted if one.model == model), key=strength) for model in dict.fromkeys(models)]
        first, last = _searched(given, part, whole, limit, weakest)
        diagnoses = _diagnoses(first, last, wanted, given)
        seen = {**first.rows, **last.rows}
        return Suggestion(
            max_loss=limit,
            records=dataset.records,
            sample=sample if part else 0,
            strongest=tuple(last.strongest()),
            tried=tuple(dict.fromkeys([*first.rows.values(), *last.rows.values()])),
            not_tried=tuple(one for one in tried if one not in seen),
            diagnoses=tuple(diagnoses),
            seconds=time.monotonic() - began,
        )


def _searched(
    given: Given, part: Bench | None, whole: Bench, limit: float, weakest: Sequence[Setting]
) -> tuple[Search, Search]:
    """Search for the strongest settings, on a part of the data first if there is one: return that search and the last.

    ``weakest``: settings that the first search tries in any case.
    """
    first = Search(part or whole, limit, weakest)
    strongest = first.run(given.settings)
    if part is None:
        return first, first
    last = Search(whole, limit)
    last.run(given.settings, [row.setting for row in strongest])
    return first, last


def _diagnoses(first: Search, last: Search, wanted: Sequence[Setting], given: Given) -> list[Diagnosis]:
    """Look, of each model, at the weakest wanted setting that costs too much: on a sample, where one was tried."""
    found: dict[str, Diagnosis] = {}
    for row in (*last.too_much(), *first.too_much()):
        setting = row.setting
        fitting = setting in last.rows and last.fits(last.rows[setting])
        if setting not in wanted or setting.model in found or fitting:
            continue
        tried, bench_of = first.bench.row(setting), partial(given.bench, sample=row.sampled)
        explained = Diagnosis(row=row) if first.fits(tried) else diagnose(first.bench, tried, first.limit, bench_of)
        explained = explained if explained.items else replace(explained, row=row)
        found[setting.model] = replace(explained, weaker=tuple(last.strongest(below=setting)))
    return list(found.values())
