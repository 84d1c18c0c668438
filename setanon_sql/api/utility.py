"""What a release is still worth, against its source."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadParameter
from setanon_sql.measures import Measures
from setanon_sql.measures.counts import MadeUp
from setanon_sql.measures.cover import safe_utility
from setanon_sql.measures.details import Details, MeasureRequest
from setanon_sql.measures.examples import (
    NEEDED,
    changes_of,
    check_pieces,
    example_request,
    examples_of_pieces,
    release_by_kept_ids,
)
from setanon_sql.measures.local import measure_told, measure_traced
from setanon_sql.measures.pieces import Compared, folder_utility
from setanon_sql.measures.records import rule_losses, without_guesses
from setanon_sql.measures.records import utility as measure
from setanon_sql.measures.workload import piece_errors
from setanon_sql.options.public import public
from setanon_sql.options.releases import Utility
from setanon_sql.pipeline.constraints import ConstraintFiles, dropped_in, left_to
from setanon_sql.pipeline.opening import (
    Tree,
    dropped_placeless,
    nodes_of,
    one_state,
    open_nodes,
    opened,
    sensitive_in,
    tree_of,
    workload_of,
)
from setanon_sql.pipeline.publishing import place_of
from setanon_sql.pipeline.records_at_risk import categories_of, check_level
from setanon_sql.pipeline.report_page import Report, report_of
from setanon_sql.query.templates import Table
from setanon_sql.registry import in_pieces, promising
from setanon_sql.registry.parameters import BoundsConfidence
from setanon_sql.report import ReportParts
from setanon_sql.settings import Settings
from setanon_sql.sources import SourceOptions, options_for
from setanon_sql.sources.ledger import read_changes
from setanon_sql.taxonomy import Nodes
from setanon_sql.taxonomy.tree import with_leaves
from setanon_sql.verify import read
from setanon_sql.verify.pieces import FolderTables
from setanon_sql.verify.promise import AnyPromise, LongPromise, PiecesPromise


@public(Utility)
def utility(request: Utility) -> Measures:
    """Measure what a release is still worth, against its source: every measure that applies.

    OPTIONS

    A release with groups needs the ``taxonomy`` that it was made with. ``top_items`` and ``by`` list in the ``details``
    of the result, of a release of one table without groups. A ``workload`` may also be a list with one itemset a line,
    or counts in SQL by name. ``constraints`` are those that the release was made with, which its manifest does not
    tell: no label is then taken to stand for an item that was dropped. Nor does it name ``sensitive`` items that are
    wholly gone: without them their rows are not counted, and no release is measured that hides them and has labels for
    the other items.
    ``examples`` need record ids that were kept, labels that replace items in all records alike, or the ``ledger`` of
    the release.

    Cost: some passes over source and release; association rules touch at most 60 million rows, and of more only the
    smaller ones are counted. Of a release in pieces that of making up ``samples`` originals and of mining them.
    Raises BadInput where the release cannot come from this source and taxonomy; BadParameter for a list that cannot be
    made of it, for constraints of a release that was made without any, for ``sensitive`` items that are not those of
    the release, and for examples where nobody knows which record is which.
    Source: :mod:`setanon_sql.measures.records`, :mod:`setanon_sql.measures.pieces` and
    :mod:`setanon_sql.measures.cover`.
    """
    report = report_of(request)
    settings = request.settings or Settings()
    options = options_for(request.source, request.options, tree=request)
    check_level(request.by, request.taxonomy)
    examples = example_request(request.examples)
    destination = place_of(request.release, request.release_db or options.db, options.db)
    reads = (
        request.source,
        request.taxonomy,
        request.workload,
        request.constraints,
        request.ledger,
        options.db,
        request.sensitive,
    )
    _check_report(report, *reads, *destination.files)
    with settings.engine_for(options.db) as engine:
        with one_state(engine, *reads, *destination.files):
            tree = None if request.taxonomy is None else tree_of(engine, request.taxonomy, options)
            dataset = opened(engine, request.source, options, tree)
            made_up = MadeUp(request.samples, request.seed or secrets.token_hex(16))
            workload = workload_of(dataset, request.workload, options)
            requested = MeasureRequest(made_up=made_up, examples=examples, workload=workload, near=True)
            measured = _prepare(request, dataset, read(engine, destination), options, requested)
        engine.trace.begin_phase("measuring the utility of the release")
        measures = measured()
    if report:
        parts = ReportParts("What a release is still worth", utility=measures, show_values=settings.show_values)
        report.write(parts, request.source, options)
    return measures


def _prepare(
    request: Utility,
    dataset: Dataset,
    release: tuple[Mapping[str, Table], AnyPromise],
    options: SourceOptions,
    requested: MeasureRequest,
) -> Callable[[], Measures]:
    """Read all that measuring a release takes; return what measures it."""
    tables, promise = release
    _refuse_needless_ledger(request, promise)
    single = not isinstance(promise, PiecesPromise) and not promise.recodes_locally
    if (request.top_items or request.by is not None) and not single:
        raise BadParameter("<top_items> and <by> are for releases where an item has one label", "leave them out")
    requested = _with_links(requested, dataset, promise, tables, request.ledger)
    sensitive = _sensitive_items(request, dataset, release, options)
    requested = replace(requested, sensitive=sensitive)
    nodes = _nodes(dataset, promise, request.taxonomy, options, sensitive)
    files = ConstraintFiles(request.constraints)
    rules = dropped_in(dataset, files, options, nodes, decided=promise.claims.decided)
    rules = replace(rules, drop=rules.drop | _placeless(dataset, sensitive, request.taxonomy, options))
    if isinstance(promise, PiecesPromise):
        return partial(_of_pieces, dataset, promise, FolderTables(**tables), nodes, requested)
    tree = nodes and left_to(nodes, rules, dataset.engine)
    if single:
        requested = _listing(requested, dataset, request, options)
    if _is_recoded_locally(promise):
        assert nodes is not None
        return _of_whole_records(dataset, (tables[""], promise), nodes, requested, _changes(dataset, request.ledger))
    with_rules = tree is None or promise.recodes_locally or _generalizes(promise)
    return partial(
        _of_rows, dataset, tables[""], tree, requested, grouped=promise.recodes_locally, with_rules=with_rules
    )


def _refuse_needless_ledger(request: Utility, promise: AnyPromise) -> None:
    """Raise BadParameter for a ledger that nobody needs."""
    if request.ledger is None or request.examples or _is_recoded_locally(promise):
        return
    raise BadParameter("<ledger> says which record is which of <examples>", "say how many <examples>")


def _is_recoded_locally(promise: AnyPromise) -> bool:
    """Return whether an item may have another label in another record, without groups."""
    return not isinstance(promise, PiecesPromise) and promise.recodes_locally and not promise.grouped


def _changes(dataset: Dataset, ledger: str | Path | None) -> Table | None:
    """Return the rows of a ledger in the numbers of the source."""
    engine = dataset.engine
    assert isinstance(engine, DuckDBEngine | Warehouse)
    return None if ledger is None else changes_of(dataset, read_changes(engine, ledger))


def _check_report(report: Report | None, *reads: Any) -> None:
    """Check before the work that the page can be written: for whom, and over none of what is read."""
    if report and report.tier != "internal":
        raise BadParameter("a page of measures is internal: it has exact counts", "give anonymize the public <report>")
    if report:
        report.check(*reads)


def _of_rows(
    dataset: Dataset,
    rows: Table,
    tree: Nodes | None,
    requested: MeasureRequest,
    *,
    grouped: bool,
    with_rules: bool = True,
) -> Measures:
    """Measure a release of one table; ``with_rules``: its association rules, too."""
    measures = measure(dataset, rows, tree, grouped=grouped, request=requested)
    return measures | rule_losses(dataset, rows) if with_rules else measures


def _of_whole_records(
    dataset: Dataset,
    release: tuple[Table, LongPromise],
    nodes: Nodes,
    requested: MeasureRequest,
    changes: Table | None,
) -> Callable[[], Measures]:
    """Return what measures a release where items have several labels: its loss only where the records are known."""
    rows, promise = release
    if changes is not None:
        return lambda: measure_told(dataset, rows, changes, nodes, request=requested) | rule_losses(dataset, rows)
    suppresses = promise.model.may_leave_out
    if promise.claims.new_ids:
        return lambda: without_guesses(_of_rows(dataset, rows, nodes, requested, grouped=True), suppresses=suppresses)
    traced = release_by_kept_ids(dataset, rows)
    return lambda: (
        measure_traced(dataset, rows, traced, nodes, suppresses=suppresses, request=requested)
        | rule_losses(dataset, rows)
    )


def _of_pieces(
    dataset: Dataset, promise: PiecesPromise, pieces: FolderTables, nodes: Nodes | None, requested: MeasureRequest
) -> Measures:
    """Measure a release in pieces."""
    how = requested.made_up
    measures = folder_utility(dataset, pieces, promise.model.k, nodes, Compared(how.samples, how.seed))
    if requested.workload:
        measures |= piece_errors(dataset, requested.workload, pieces, how)
    if requested.examples and requested.examples.changes:
        measures |= Measures(details=Details(examples=examples_of_pieces(dataset, requested.examples)))
    return measures | safe_utility(dataset.engine, pieces, promise.occurrences_before_safe, measures)


def _sensitive_items(
    request: Utility, dataset: Dataset, release: tuple[Mapping[str, Table], AnyPromise], options: SourceOptions
) -> Table | None:
    """Return the sensitive items of the source: those that are listed, else those that the manifest names, if any."""
    tables, promise = release
    if request.sensitive is not None:
        return _listed_sensitive(request, dataset, promise, tables, options)
    if not isinstance(promise, PiecesPromise) and not promise.grouped and _generalizes(promise):
        raise BadParameter(
            "a release of rho with labels names no sensitive items that are gone: labels would seem to stand for them",
            "give the list that it was made with as <sensitive>",
        )
    if isinstance(promise, PiecesPromise) or not promise.sensitive:
        return None
    return _items(dataset, promise.sensitive)


def _listed_sensitive(
    request: Utility, dataset: Dataset, promise: AnyPromise, tables: Mapping[str, Table], options: SourceOptions
) -> Table:
    """Return the sensitive items of a list; raises BadParameter where they are not those of the release."""
    if isinstance(promise, PiecesPromise) or not promise.model.lists_sensitive:
        *others, last = (name for name in promising("lists_sensitive") if name not in in_pieces())
        models = f"{', '.join(others)} and {last}"
        raise BadParameter(f"<sensitive> is for releases of {models}", "leave it out")
    engine = dataset.engine
    assert request.sensitive is not None and isinstance(engine, DuckDBEngine | Warehouse)
    has_labels = request.taxonomy is not None and _generalizes(promise)
    taxonomy = tree_of(engine, request.taxonomy, options) if has_labels else None
    constraint = sensitive_in(dataset, request.sensitive, options, taxonomy)
    if promise.sensitive is not None:
        _check_list(dataset, constraint.sensitive, set(promise.sensitive), tables[""])
    return constraint.sensitive


def _check_list(dataset: Dataset, sensitive: Table, released_labels: set[str], rows: Table) -> None:
    """Check sensitive items against those that a manifest names, and against the rows of the release."""
    engine = dataset.engine
    labels = _labels(dataset, sensitive)
    others = _items(dataset, sorted(labels - released_labels))
    _, released_rows = engine.row("measures/fates/sensitive_rows", items=dataset.items, sensitive=others, release=rows)
    if released_labels - labels or released_rows:
        raise BadParameter(
            "<sensitive> does not list what is sensitive in the release", "give the list that it was made with"
        )


def _labels(dataset: Dataset, items: Table) -> set[str]:
    """Return the labels of items."""
    query = "rules/constraint/sensitive_labels"
    return {str(label) for (label,) in dataset.engine.rows(query, items=dataset.items, sensitive=items)}


def _generalizes(promise: LongPromise) -> bool:
    """Return whether a release hides sensitive items, and has labels for the others."""
    return promise.grouped or (isinstance(promise.model, BoundsConfidence) and promise.labels is not None)


def _items(dataset: Dataset, labels: Sequence[str]) -> Table:
    """Return the items of the source that have these labels."""
    engine = dataset.engine
    named = engine.load("named", {"label": str}, [labels])
    return engine.table("rules/constraint/sensitive_for_all", named=named, items=dataset.items)


def _with_links(
    requested: MeasureRequest,
    dataset: Dataset,
    promise: AnyPromise,
    tables: Mapping[str, Table],
    ledger: str | Path | None,
) -> MeasureRequest:
    """Say which record of the release is which, where examples are asked for; raises BadParameter where none can be."""
    if requested.examples is None:
        return requested
    engine = dataset.engine
    examples = requested.examples
    assert isinstance(engine, DuckDBEngine | Warehouse)
    if (changes := _changes(dataset, ledger)) is not None:
        if isinstance(promise, PiecesPromise):
            check_pieces(dataset, changes, tables["subrecords"])
        examples = replace(examples, changes=changes)
    elif isinstance(promise, PiecesPromise):
        raise BadParameter("which pieces of the release are of which record cannot be told: they have new ids", NEEDED)
    elif not promise.claims.new_ids:
        examples = replace(examples, release=release_by_kept_ids(dataset, tables[""]))
    return replace(requested, examples=examples)


def _listing(requested: MeasureRequest, dataset: Dataset, request: Utility, options: SourceOptions) -> MeasureRequest:
    """Add the lists of items and categories."""
    if request.by is None or request.taxonomy is None:
        return replace(requested, items=request.top_items, pairs=request.top_items)
    engine = dataset.engine
    assert isinstance(engine, DuckDBEngine | Warehouse)
    categories = categories_of(engine, dataset.items, request.taxonomy, request.by, options)
    return replace(
        requested,
        items=request.top_items,
        pairs=request.top_items,
        categories=categories,
    )


def _placeless(
    dataset: Dataset, sensitive: Table | None, taxonomy: Tree | None, options: SourceOptions
) -> frozenset[int]:
    """Return the items that a release dropped because they have no place in the taxonomy; sensitive ones need none."""
    engine = dataset.engine
    assert isinstance(engine, DuckDBEngine | Warehouse)
    if taxonomy is None or options.tree.missing != "drop":
        return frozenset()
    tree = tree_of(engine, taxonomy, options)
    labels = _labels(dataset, sensitive) if sensitive else set()
    return dropped_placeless(dataset, with_leaves(tree, labels - tree.depth.keys()), options)


def _nodes(
    dataset: Dataset, promise: AnyPromise, taxonomy: Tree | None, options: SourceOptions, sensitive: Table | None
) -> Nodes | None:
    """Return the nodes of the taxonomy; raises BadParameter where a release with groups is measured without one."""
    engine = dataset.engine
    assert isinstance(engine, DuckDBEngine | Warehouse)
    if isinstance(promise, PiecesPromise) or not (promise.recodes_locally or _generalizes(promise)):
        return None if taxonomy is None else nodes_of(engine, dataset, taxonomy, options)
    if taxonomy is None:
        raise BadParameter(
            "a release where an item has several labels is measured with its taxonomy"
            if promise.recodes_locally
            else "a release of rho with labels is measured with its taxonomy",
            "give that as <taxonomy>",
        )
    if _is_recoded_locally(promise) and sensitive is None:
        return nodes_of(engine, dataset, taxonomy, options)
    return open_nodes(dataset, sensitive or _items(dataset, ()), taxonomy, options)
