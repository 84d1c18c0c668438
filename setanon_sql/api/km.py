"""k^m-anonymity from a source to a release."""

from dataclasses import replace
from pathlib import Path
from typing import Unpack

from setanon_sql.api.opening import Tree, nodes_of, opened
from setanon_sql.api.publishing import Publishing, Release, Report, form_of, measured, place, release_parts
from setanon_sql.audit import KmAudit, KmExtras
from setanon_sql.audit import audit_km as audit
from setanon_sql.dataset import Dataset
from setanon_sql.methods.km import KmResult
from setanon_sql.methods.km import anonymize_km as anonymize
from setanon_sql.methods.km.tree import Cost
from setanon_sql.models import Algorithm, KmAnonymity
from setanon_sql.query.templates import columns_of
from setanon_sql.release import Published
from setanon_sql.report import Parts
from setanon_sql.settings import Settings
from setanon_sql.sources import Source, SourceOptions
from setanon_sql.taxonomy import Nodes


def audit_km(
    source: Source,
    *,
    k: int,
    m: int | None = None,
    taxonomy: Tree | None = None,
    extras: KmExtras | None = None,
    options: SourceOptions | None = None,
    settings: Settings | None = None,
    report: Report | None = None,
) -> KmAudit:
    """Count the sets of known items that fewer than k records hold, and the records that hold one. Changes nothing.

    ``k``: records that each set of known items must match, 2 or more.
    ``m``: items an attacker may know; None: any number.
    ``taxonomy``: count over its labels, too: a record holds a label where it holds an item under it.
    ``extras``: what to count besides: records singled out, items in most threats, the worst threats, an average case.

    Cost: time and memory grow with the sets of up to m items that k records or more hold together, which long records
    have many of; a single join counts all pairs (m = 2).
    Raises BadParameter for a k or an m that makes no sense, or an average case without ``m``.
    Source: Terrovitis, Mamoulis, Kalnis (VLDB 2008); Liu and Wang, Definition 2 (minimal threats).
    """
    options, settings, model = options or SourceOptions(), settings or Settings(), KmAnonymity(k, m)
    if report:
        report.check(source, taxonomy, options.db)
    with settings.engine_for(options.db) as engine:
        dataset = opened(engine, source, options)
        nodes = nodes_of(engine, dataset, taxonomy, options, allow_inner=True) if taxonomy is not None else None
        engine.trace.doing("auditing the source")
        found = _audit(dataset, model, nodes, extras)
    if report:
        report.write(Parts("Audit of k^m-anonymity", before=found))
    return found


def anonymize_km(
    source: Source,
    out: str | Path,
    *,
    k: int,
    m: int | None = None,
    taxonomy: Tree | None = None,
    cost: Cost = "ncp",
    algorithm: Algorithm = "improved",
    options: SourceOptions | None = None,
    settings: Settings | None = None,
    report: Report | None = None,
    **how: Unpack[Publishing],
) -> Release:
    """Publish a source k^m-anonymous by generalization and suppression; it is verified first, or not published.

    ``k``, ``m``: as for :func:`audit_km`.
    ``taxonomy``: what items are generalized along; None: they can only be suppressed.
    ``cost``: what to minimize: ``ncp``, or ``lm``, another measure of lost information.
    ``algorithm``: ``improved`` goes further than Liu and Wang, ``paper`` is theirs.

    Search: greedy, from the root of the taxonomy down: a label gives way to the labels under it where that lowers the
    cost, with the suppressions chosen anew. ``improved`` takes all such steps of a pass, best first, and then opens
    costly labels by force. What it finds is safe; that nothing cheaper is, is not promised.
    Cost: that of :func:`audit_km` at ``k`` and ``m``, some times over, and the search, which grows with the nodes of
    the taxonomy and the threats.
    Raises NotReached where nothing would be left; BadParameter for fewer than k records.
    Source: Liu and Wang (PAKDD 2010), mHgHs.
    """
    options, settings, model = options or SourceOptions(), settings or Settings(), KmAnonymity(k, m)
    where = place(source, out, options, taxonomy, **how)
    options = where.reading(options)
    with where.engine(options.db, settings, report) as engine:
        dataset = opened(engine, source, options)
        where.check_ids(dataset)
        nodes = nodes_of(engine, dataset, taxonomy, options)
        before = audited_before(dataset, model) if report else None
        if taxonomy is None:
            _warn_of_suppression(dataset, model)
        result = anonymize(dataset, model, nodes.nodes, nodes.ancestors, cost=cost, algorithm=algorithm)
        measures = measured(dataset, result.rows, result.labels, None if taxonomy is None else nodes)
        release = where.publish(_published(dataset, model, result), out, measures)
        if report:
            parts = release_parts("Release with k^m-anonymity", release, where.destination, settings)
            report.write(replace(parts, before=before))
    return release


def audited_before(dataset: Dataset, model: KmAnonymity) -> KmAudit:
    """Audit a source for the report of its release: who is at risk and who is singled out, before anything is done."""
    dataset.engine.trace.doing("auditing the source for the report, before anything is changed")
    return audit(dataset, model, extras=KmExtras(unicity=True))


def _audit(dataset: Dataset, model: KmAnonymity, nodes: Nodes | None, extras: KmExtras | None) -> KmAudit:
    if nodes is None:
        return audit(dataset, model, extras=extras)
    labels = dataset.engine.table(columns_of(nodes.nodes, item="node", label="label"))
    return audit(dataset, model, nodes.ancestors, labels, extras)


def _warn_of_suppression(dataset: Dataset, model: KmAnonymity) -> None:
    """Tell before the work what suppression alone is up against."""
    dataset.engine.trace.doing("counting in the source what must be suppressed")
    seen = _audit(dataset, replace(model, m=min(model.m or 2, 2)), None, None)
    at_risk = seen.levels[-1].at_risk
    dataset.engine.trace.note(
        f"without a taxonomy items can only be suppressed: {seen.violations:,} sets of up to {seen.levels[-1].size} "
        f"items must be broken up, {at_risk:,} of {dataset.records:,} records hold one"
    )


def _published(dataset: Dataset, model: KmAnonymity, result: KmResult) -> Published:
    return Published(
        dataset, result.rows, result.labels, model, result.method, form=form_of(dataset), changes=result.changes
    )
