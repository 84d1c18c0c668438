"""What a release is still worth, against its source."""

import secrets
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from setanon_sql.api.deciding import Asked as Deciding
from setanon_sql.api.deciding import dropped_in, left_to
from setanon_sql.api.opening import Tree, nodes_of, one_state, open_nodes, opened, workload_of
from setanon_sql.api.publishing import Page, Report, place_of, report_of
from setanon_sql.api.released import Standing
from setanon_sql.api.risk import categories_of, check_level
from setanon_sql.dataset import Dataset
from setanon_sql.decisions import Source as Constraints
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadParameter
from setanon_sql.measures import Measures
from setanon_sql.measures.counts import MadeUp
from setanon_sql.measures.cover import safe_utility
from setanon_sql.measures.details import Asked, Details
from setanon_sql.measures.disassociated import Compared, folder_utility
from setanon_sql.measures.examples import (
    NEEDED,
    Wanted,
    by_kept_ids,
    changes_of,
    check_pieces,
    examples_of_pieces,
    wanted,
)
from setanon_sql.measures.queries import Itemsets
from setanon_sql.measures.records import rule_losses
from setanon_sql.measures.records import utility as measure
from setanon_sql.measures.workload import of_pieces
from setanon_sql.naming import checked
from setanon_sql.numbers import NO_LIST, whole_of
from setanon_sql.query.templates import Table
from setanon_sql.report import Parts
from setanon_sql.settings import Settings
from setanon_sql.sources import Source, SourceOptions, options_for
from setanon_sql.sources.ledger import read_ledger
from setanon_sql.taxonomy import Nodes
from setanon_sql.verify import read
from setanon_sql.verify.disassociation import FolderTables
from setanon_sql.verify.promise import AnyPromise, PiecesPromise


@checked
def utility(
    source: Source,
    release: Standing,
    *,
    taxonomy: Tree | None = None,
    options: SourceOptions | None = None,
    release_db: str = "",
    samples: int = 1,
    seed: str | None = None,
    top_items: int = 0,
    by: int | None = None,
    workload: Itemsets | None = None,
    constraints: Constraints | None = None,
    examples: int = 0,
    ledger: str | Path | None = None,
    settings: Settings | None = None,
    report: Page | None = None,
) -> Measures:
    """Measure what a release is still worth, against its source: every measure that applies.

    ``release``: the file, the folder or, with ``release_db``, the table.
    ``taxonomy``: the one the release was made with; needed for a release with groups.
    ``release_db``: the database of the release; empty: that of ``options``.
    ``samples``: for a disassociated release: so many originals are made up to compare with. Counts in SQL are taken
    on so many, and on 10 at least; also where labels stand for several items.
    ``seed``: makes these repeatable; None: unpredictable.
    ``top_items``: also list what became of the so many most frequent items (``details`` of the result).
    ``by``: also tell the loss below each label of that level of ``taxonomy``; 1 is right below the root.
    These two lists are made of a release of one table without groups.
    ``workload``: itemsets of the analyst, whose supports in source and release are compared: a file or a table of
    ``options.db`` with the columns ``query`` (the name of an itemset) and ``item``; or a file or a list with one
    itemset a line. Or counts in SQL (a file that ends in ``.sql``, or texts by name): one SELECT count(...) over
    ``source (record_id, item)`` for each, whose columns may also be called as in the source. None: none.
    ``constraints``: those that the release was made with, which its manifest does not tell: no label is then taken to
    stand for an item that was dropped.
    ``examples``: also tell of so many records what they were and what they are now (``details`` of the result), from
    the one that lost most to the one that lost least. That needs record ids that were kept, labels that replace items
    in all records alike, or the ``ledger`` of the release: a file.
    ``report``: also write these measures to a page; internal only, since it has exact counts.

    Cost: some passes over source and release; association rules touch at most 60 million rows, and of more only the
    smaller ones are counted. Of a disassociated release that of making up ``samples`` originals and of mining them.
    Raises BadInput where the release cannot come from this source and taxonomy; BadParameter for a list that cannot be
    made of it, for constraints of a release that was made without any, and for examples where nobody knows which record
    is which.
    Source: :mod:`setanon_sql.measures.records`, :mod:`setanon_sql.measures.disassociated` and
    :mod:`setanon_sql.measures.cover`.
    """
    report = report_of(report)
    options, settings = options_for(source, options), settings or Settings()
    check_level(by, taxonomy)
    samples = whole_of("--samples", samples, "make up one original or more")
    top_items = whole_of("--top-items", top_items, NO_LIST, least=0)
    joined = _examples(examples, ledger)
    destination = place_of(release, release_db or options.db, options.db)
    _check_report(report, source, taxonomy, workload, constraints, ledger, options.db, *destination.files)
    with settings.engine_for(options.db) as engine:
        made_up = MadeUp(samples, seed or secrets.token_hex(16))
        with one_state(engine, source, taxonomy, workload, constraints, ledger, *destination.files):
            dataset = opened(engine, source, options)
            asked = Asked(made_up=made_up, examples=joined, workload=workload_of(dataset, workload, options))
            tables, promise = read(engine, destination)
            in_one_table = not isinstance(promise, PiecesPromise) and not promise.grouped
            if (top_items or by is not None) and not in_one_table:
                raise BadParameter(
                    "--top-items and --by are for releases of one table without groups", "leave them out"
                )
            asked = _joined(asked, dataset, promise, tables, ledger)
            nodes = _nodes(dataset, promise, taxonomy, options)
            rules = dropped_in(dataset, Deciding(constraints), options, nodes, decided=promise.claims.decided)
            if in_one_table:
                asked = _listing(asked, dataset, taxonomy, options, top_items=top_items, by=by)
        engine.trace.doing("measuring what the release is worth")
        if isinstance(promise, PiecesPromise):
            found = _of_pieces(dataset, promise, FolderTables(**tables), nodes, asked)
        else:
            tree = nodes and left_to(nodes, rules, engine)
            found = _of_rows(dataset, tables[""], tree, asked, grouped=promise.grouped)
    if report:
        report.write(Parts("What a release is still worth", utility=found, show_values=settings.show_values))
    return found


def _examples(number: int, ledger: str | Path | None) -> Wanted | None:
    """Return how many records to tell of; raises BadParameter for a ledger that nobody needs."""
    found = wanted(number)
    if ledger is not None and not found:
        raise BadParameter("--ledger says which record is which of --examples", "say how many --examples")
    return found


def _check_report(report: Report | None, *reads: Any) -> None:
    """Check before the work that the page can be written: for whom, and over none of what is read."""
    if report and report.tier != "internal":
        raise BadParameter("a page of measures is internal: it has exact counts", "give anonymize the public --report")
    if report:
        report.check(*reads)


def _of_rows(dataset: Dataset, rows: Table, tree: Nodes | None, asked: Asked, *, grouped: bool) -> Measures:
    """Measure a release of one table; its association rules, too, unless labels replace items in all records alike."""
    found = measure(dataset, rows, tree, grouped=grouped, asked=asked)
    return found | rule_losses(dataset, rows) if grouped or not tree else found


def _of_pieces(
    dataset: Dataset, promise: PiecesPromise, pieces: FolderTables, nodes: Nodes | None, asked: Asked
) -> Measures:
    """Measure a disassociated release."""
    how = asked.made_up
    found = folder_utility(dataset, pieces, promise.model.k, nodes, Compared(how.samples, how.seed))
    if asked.workload:
        found |= of_pieces(dataset, asked.workload, pieces, how)
    if asked.examples and asked.examples.changes:
        found |= Measures(details=Details(examples=examples_of_pieces(dataset, asked.examples)))
    return found | safe_utility(dataset.engine, pieces, promise.occurrences_before_safe, found)


def _joined(
    asked: Asked, dataset: Dataset, promise: AnyPromise, tables: Mapping[str, Table], ledger: str | Path | None
) -> Asked:
    """Say which record of the release is which, where examples are asked for; raises BadParameter where none can be."""
    if asked.examples is None:
        return asked
    engine, known = dataset.engine, asked.examples
    assert isinstance(engine, DuckDBEngine | Warehouse)
    if ledger is not None:
        changes = changes_of(dataset, read_ledger(engine, ledger))
        if isinstance(promise, PiecesPromise):
            check_pieces(dataset, changes, tables["subrecords"])
        known = replace(known, changes=changes)
    elif isinstance(promise, PiecesPromise):
        raise BadParameter("which pieces of the release are of which record cannot be told: they have new ids", NEEDED)
    elif not promise.claims.random_ids:
        known = replace(known, release=by_kept_ids(dataset, tables[""]))
    return replace(asked, examples=known)


def _listing(
    asked: Asked, dataset: Dataset, taxonomy: Tree | None, options: SourceOptions, *, top_items: int, by: int | None
) -> Asked:
    """Add the lists of items and categories."""
    if by is None or taxonomy is None:
        return replace(asked, items=top_items)
    engine = dataset.engine
    assert isinstance(engine, DuckDBEngine | Warehouse)
    found = categories_of(engine, dataset.items, taxonomy, by, options)
    return replace(asked, items=top_items, categories=found.table, labels=found.labels)


def _nodes(dataset: Dataset, promise: AnyPromise, taxonomy: Tree | None, options: SourceOptions) -> Nodes | None:
    """Return the nodes of the taxonomy; raises BadParameter where a release with groups is measured without one."""
    engine = dataset.engine
    assert isinstance(engine, DuckDBEngine | Warehouse)
    if isinstance(promise, PiecesPromise) or not promise.grouped:
        return None if taxonomy is None else nodes_of(engine, dataset, taxonomy, options)
    if taxonomy is None:
        raise BadParameter(
            "a release with groups is measured with the taxonomy it was made with", "give that as --taxonomy"
        )
    named = engine.load("named", {"label": str}, [promise.sensitive or ()])
    sensitive = engine.table("rho/constraint/sensitive_for_all", named=named, items=dataset.items)
    return open_nodes(dataset, sensitive, taxonomy, options)
