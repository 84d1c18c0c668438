"""k^m-anonymity from a source to a release."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Unpack

from setanon_sql.api.deciding import Asked, decided, forest_over, left_to, resolved, without_constraints
from setanon_sql.api.opening import Tree, nodes_of, one_state, opened
from setanon_sql.api.publishing import Page, Place, Publishing, Report, form_of, place, release_parts, report_of
from setanon_sql.api.released import Release
from setanon_sql.api.risk import wanted
from setanon_sql.audit import KmAudit, KmBySizeAudit, KmExtras
from setanon_sql.audit import audit_km as audit
from setanon_sql.audit import audit_km_by_size as sized
from setanon_sql.dataset import Dataset
from setanon_sql.decisions import NOTHING, Decisions, Resolved
from setanon_sql.decisions import Source as Constraints
from setanon_sql.errors import BadParameter
from setanon_sql.measures import Measures
from setanon_sql.measures.details import Asked as Listed
from setanon_sql.measures.records import measured
from setanon_sql.methods.km import KmResult, apply_mapping
from setanon_sql.methods.km import anonymize_km as anonymize
from setanon_sql.methods.km.mapped import mapping_of
from setanon_sql.methods.km.tree import Cost
from setanon_sql.models import Algorithm, KmAnonymity, KmBySize
from setanon_sql.naming import checked
from setanon_sql.numbers import seconds_of
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.release import Published
from setanon_sql.release.mappings import MappingFile, MappingTier, read_mapping
from setanon_sql.report import Parts
from setanon_sql.settings import Settings
from setanon_sql.sources import Source, SourceOptions, options_for
from setanon_sql.taxonomy import Nodes

#: Seconds to look for the least cost.
OPTIMUM = 5.0


@checked
def audit_km(
    source: Source,
    *,
    k: int,
    m: int | None = None,
    taxonomy: Tree | None = None,
    extras: KmExtras | None = None,
    by: int | None = None,
    records_out: str | Path | None = None,
    overwrite: bool = False,
    options: SourceOptions | None = None,
    settings: Settings | None = None,
    report: Page | None = None,
) -> KmAudit:
    """Count the sets of known items that fewer than k records hold, and the records that hold one. Changes nothing.

    ``k``: records that each set of known items must match, 2 or more.
    ``m``: items an attacker may know; None: any number.
    ``taxonomy``: count over its labels, too: a record holds a label where it holds an item under it.
    ``extras``: what to count besides: records singled out, items in most threats, the worst threats, an average case.
    ``by``: also tell the risk below each label of this level of ``taxonomy``; 1 is right below the root.
    ``records_out``: also write the records at risk, each with the size and the support of its smallest threat: a file
    (.parquet, .csv, .tsv) or a table of ``options.db``. It names persons, and is for its owner alone.
    ``overwrite``: replace such a list of setanon that stands there.

    Cost: time and memory grow with the sets of up to m items that k records or more hold together, which long records
    have many of; a single join counts all pairs (m = 2).
    Raises BadParameter for a k or an m that makes no sense, or an average case without ``m``.
    Source: Terrovitis, Mamoulis, Kalnis (VLDB 2008); Liu and Wang, Definition 2 (minimal threats).
    """
    report = report_of(report)
    options, settings, model = options_for(source, options), settings or Settings(), KmAnonymity(k, m)
    asked = wanted(
        "km", source, (taxonomy,), options, records_out=records_out, overwrite=overwrite, by=by, taxonomy=taxonomy
    )
    if report:
        report.check(source, taxonomy, options.db, written=[records_out])
    with settings.engine_for(options.db) as engine:
        with one_state(engine, source, taxonomy):
            dataset = opened(engine, source, options)
            nodes = nodes_of(engine, dataset, taxonomy, options, allow_inner=True) if taxonomy is not None else None
            labels = _labels(dataset, nodes)
            who = asked.who(dataset, labels, taxonomy, options)
        engine.trace.doing("auditing the source")
        found = audit(dataset, model, nodes.ancestors if nodes else None, labels, extras, who=who)
        asked.write(who, dataset)
    if report:
        report.write(Parts("Audit of k^m-anonymity", before=found))
    return found


@checked
def audit_km_by_size(
    source: Source,
    *,
    ks: Sequence[int],
    options: SourceOptions | None = None,
    settings: Settings | None = None,
) -> KmBySizeAudit:
    """Count what breaks k^m-anonymity with a k for each number of known items. Changes nothing.

    ``ks``: records that somebody must find who knows 1, 2, … items, each 2 or more.

    Cost: that of :func:`audit_km` for each of ``ks``.
    Raises BadParameter for a k that makes no sense.
    Source: :mod:`setanon_sql.audit.by_size` says what is counted.
    """
    options, settings, model = options_for(source, options), settings or Settings(), KmBySize(tuple(ks))
    with settings.engine_for(options.db) as engine:
        dataset = opened(engine, source, options)
        engine.trace.doing("auditing the source")
        return sized(dataset, model)


@checked
def anonymize_km(
    source: Source,
    out: str | Path | None = None,
    *,
    k: int,
    m: int | None = None,
    taxonomy: Tree | None = None,
    cost: Cost = "ncp",
    algorithm: Algorithm = "improved",
    optimum: float = OPTIMUM,
    mapping: str | Path | None = None,
    extend: bool = False,
    mapping_out: str | Path | None = None,
    mapping_tier: MappingTier = "internal",
    constraints: Constraints | None = None,
    weights: Constraints | None = None,
    options: SourceOptions | None = None,
    settings: Settings | None = None,
    report: Page | None = None,
    **how: Unpack[Publishing],
) -> Release:
    """Publish a source k^m-anonymous by generalization and suppression; it is verified first, or not published.

    ``k``, ``m``: as for :func:`audit_km`.
    ``taxonomy``: what items are generalized along; None: they can only be suppressed.
    ``cost``: what to minimize: ``ncp``, or ``lm``, another measure of lost information.
    ``algorithm``: ``improved`` goes further than Liu and Wang, ``paper`` is theirs.
    ``optimum``: seconds to look for the least cost, or for a bound that no release falls below; also says up to how
    many labels (some 300 a second, 12,000 at most) that is tried. 0: not at all. ``improved`` only.
    ``mapping``: a file that ``mapping_out`` wrote for earlier data: each item goes to the label that it went to then,
    and nothing is searched. Where that does not do (items are new, or fewer than k records hold a set of labels),
    NotReached says what would mend it. It needs the ``taxonomy`` that it was made with.
    ``extend``: mend the mapping, with the fewest labels changed; looks up to ``optimum`` seconds for the fewest.
    ``mapping_out``: also write which label each item went to, a .csv or .tsv file.
    ``mapping_tier``: ``internal`` (all items, for the owner alone) or ``public`` (what release and taxonomy tell).
    ``constraints``: what becomes of single items: a file, a frame, a table, or rows ``(item, rule, level)``. An item,
    or a label for all items under it; rules are ``keep``, ``prefer``, ``drop``, ``at_most``, ``together``
    (docs/choosing.md). With a ``mapping`` only ``drop``.
    ``weights``: what items are worth, ``(item, weight)``: each occurrence costs as much as its item weighs; else 1.

    Search: greedy, from the root of the taxonomy down: a label gives way to the labels under it where that lowers the
    cost, with the suppressions chosen anew. ``improved`` takes all such steps of a pass, best first, and then opens
    costly labels by force. Then an integer program says how near the least cost that is, and finds it where it can:
    ``cost_bound`` and ``optimal`` of the result. Which of two releases that is, the greedy one or the best one, depends
    on whether the proof ends in time; with ``optimum=0`` nothing depends on the speed of the machine.
    Cost: that of :func:`audit_km` at ``k`` and ``m``, some times over, and the search, which grows with the nodes of
    the taxonomy and the threats.
    Raises NotReached where nothing would be left, or where not all items can stay that the constraints keep;
    BadParameter for fewer than k records; BadInput for constraints that are wrong or contradict each other.
    Source: Liu and Wang (PAKDD 2010), mHgHs.
    """
    optimum = seconds_of("--optimum", optimum, "0 does not look for the least cost")
    report = report_of(report)
    options, settings, model = options_for(source, options), settings or Settings(), KmAnonymity(k, m)
    search = _Search(cost, algorithm, optimum, _known_mapping(mapping, taxonomy, algorithm, extend=extend), extend)
    asked, has_taxonomy = Asked(constraints, weights), taxonomy is not None
    where = place(source, out, options, taxonomy, mapping, *asked.reads, tree=taxonomy, **how)
    told = _mapping_file(where, mapping_out, mapping_tier, report)
    options = where.reading(options)
    with where.engine(options.db, settings, report) as engine:
        with where.one_state(engine):
            dataset = opened(engine, source, options)
            where.check_ids(dataset)
            listed = where.asked(dataset, options)
            decisions = asked.read(dataset, options)
            _check_rules(decisions, has_taxonomy=has_taxonomy, has_mapping=search.known is not None)
            nodes = nodes_of(engine, dataset, taxonomy, options)
        wanted = resolved(dataset, decisions, forest_over(dataset, nodes))
        work = _Work(dataset, model, nodes, wanted, search, has_taxonomy=has_taxonomy)
        before = audited_before(dataset, model) if report else None
        if not has_taxonomy:
            _warn_of_suppression(dataset, model)
        release = work.published(work.result(wanted), where, listed, told)
    if report:
        report.write(release_parts("Release with k^m-anonymity", release, settings, before=before))
    return release


def _check_rules(decisions: Decisions, *, has_taxonomy: bool, has_mapping: bool) -> None:
    """Raise BadParameter for rules that do not go with the rest."""
    if has_mapping:
        decisions.refuse("a run with --mapping, which says what becomes of each item,", "drop")
    if not has_taxonomy:
        decisions.refuse("a run without --taxonomy", "keep", "prefer", "drop", "weight")


@dataclass(frozen=True)
class _Search:
    """How to find the label of each item; ``known``: those of an earlier release, and nothing is searched."""

    cost: Cost
    algorithm: Algorithm
    seconds: float
    known: dict[str, str] | None
    extend: bool


@dataclass(frozen=True)
class _Work:
    """What is to be generalized and suppressed, what is promised of it, and how."""

    dataset: Dataset
    model: KmAnonymity
    nodes: Nodes
    wanted: Resolved
    search: _Search
    has_taxonomy: bool

    def result(self, wanted: Resolved = NOTHING) -> KmResult:
        """Generalize and suppress: as a search finds, or as an earlier release did."""
        how, parts = self.search, (self.dataset, self.model, self.nodes.nodes, self.nodes.ancestors)
        if how.known is None:
            return anonymize(*parts, cost=how.cost, algorithm=how.algorithm, seconds=how.seconds, wanted=wanted)
        return apply_mapping(*parts, how.known, extension=how.extend, cost=how.cost, seconds=how.seconds, wanted=wanted)

    def measures(self, result: KmResult, listed: Listed | None = None) -> Measures:
        """Measure a result; no label stands for an item that is dropped."""
        tree = left_to(self.nodes, result.tree.wanted, self.dataset.engine) if self.has_taxonomy else None
        return measured(self.dataset, result.rows, result.labels, tree, asked=listed)

    def ncp_without(self) -> float | None:
        """Return what is lost where nothing is asked for of single items; None where nothing is searched."""
        if self.search.known is not None:
            return None
        return without_constraints(self.dataset, self.wanted, lambda: self.measures(self.result()).ncp)

    def published(self, result: KmResult, where: Place, listed: Listed, told: MappingFile | None) -> Release:
        """Publish and measure a result, and its mapping where that is wanted."""
        measures, without = self.measures(result, listed), self.ncp_without()
        with self._waiting(told, result) as put:
            release = where.publish(_published(self.dataset, self.model, result), measures)
            release = _judged(release, result, without)
            put()
        return release

    def _waiting(self, told: MappingFile | None, result: KmResult) -> AbstractContextManager[Callable[[], None]]:
        """Return what writes the mapping and yields what puts it into its place, if it is wanted."""
        if told is None:
            return nullcontext(_nothing)
        return told.waiting(_mapping(result, told.tier, has_taxonomy=self.has_taxonomy))


def _nothing() -> None:
    """There is no mapping to write."""


def _known_mapping(
    mapping: str | Path | None, taxonomy: Tree | None, algorithm: Algorithm, *, extend: bool
) -> dict[str, str] | None:
    """Read the mapping to apply, before the work; raises BadParameter for what does not go with it."""
    if mapping is None:
        if extend:
            raise BadParameter("--extend mends a mapping", "give the --mapping, too")
        return None
    if not isinstance(mapping, str | Path):
        raise BadParameter("--mapping is no file", "name the file that --mapping-out wrote")
    if taxonomy is None:
        raise BadParameter("a mapping is applied along its taxonomy", "give the --taxonomy that it was made with")
    if algorithm == "paper":
        raise BadParameter("--mapping says what is done: nothing is searched", "leave --algorithm out")
    return read_mapping(Path(mapping))


def _mapping_file(
    where: Place, mapping_out: str | Path | None, tier: MappingTier, report: Report | None
) -> MappingFile | None:
    """Return where the mapping goes, checked before the work."""
    if mapping_out is None:
        return None
    others = (*where.destination.files, where.write.ledger, report and report.file)
    inputs = (*where.write.inputs, *(other for other in others if other))
    found = MappingFile(Path(mapping_out), tier, where.write.overwrite, inputs)
    found.check()
    return found


def _mapping(result: KmResult, tier: MappingTier, *, has_taxonomy: bool) -> dict[str, str]:
    """Return the label of each item: of the data and the mapping before, or (public) of the taxonomy.

    Without a taxonomy nobody knows an item that is suppressed: a public mapping has only those that are published.
    """
    tree = result.tree
    if tier == "internal":
        items = result.known.union(range(1, tree.items + 1)) - tree.wanted.drop
    else:
        items = frozenset(tree.lowest if has_taxonomy else result.kept)
    return mapping_of(tree, result.kept, items)


def audited_before(dataset: Dataset, model: KmAnonymity) -> KmAudit:
    """Audit a source for the report of its release: who is at risk and who is singled out, before anything is done."""
    dataset.engine.trace.doing("auditing the source for the report, before anything is changed")
    return audit(dataset, model, extras=KmExtras(unicity=True))


def _labels(dataset: Dataset, nodes: Nodes | None) -> Table | None:
    """The labels of all nodes, as ``item, label``."""
    return dataset.engine.table(columns_of(nodes.nodes, item="node", label="label")) if nodes else None


def _warn_of_suppression(dataset: Dataset, model: KmAnonymity) -> None:
    """Tell before the work what suppression alone is up against."""
    dataset.engine.trace.doing("counting in the source what must be suppressed")
    seen = audit(dataset, replace(model, m=min(model.m or 2, 2)))
    at_risk = seen.levels[-1].at_risk
    dataset.engine.trace.note(
        f"without a taxonomy items can only be suppressed: {seen.violations:,} sets of up to {seen.levels[-1].size} "
        f"items must be broken up, {at_risk:,} of {dataset.records:,} records hold one"
    )


def _judged(release: Release, result: KmResult, ncp_without: float | None) -> Release:
    wanted, nearest = result.tree.wanted, result.nearest
    weighed = result.cost if wanted.weights or wanted.free else None
    told = decided(wanted, result.kept, cost=weighed, ncp_without=ncp_without)
    release = replace(release, mapped=result.mapped, constraints=told)
    if nearest is None:
        return replace(release, optimal=False)
    return replace(release, cost_bound=nearest.bound, optimal=nearest.proved)


def _published(dataset: Dataset, model: KmAnonymity, result: KmResult) -> Published:
    return Published(
        dataset,
        result.rows,
        result.labels,
        model,
        result.method,
        form=form_of(dataset),
        changes=result.changes,
        decisions=result.tree.wanted.asked,
    )
