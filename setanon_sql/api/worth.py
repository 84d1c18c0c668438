"""What a release is still worth, against its source."""

import secrets
from dataclasses import replace

from setanon_sql.api.deciding import Asked as Deciding
from setanon_sql.api.deciding import dropped_in, left_to
from setanon_sql.api.opening import Tree, nodes_of, open_nodes, opened
from setanon_sql.api.publishing import place_of
from setanon_sql.api.released import Standing
from setanon_sql.api.risk import categories_of, check_level
from setanon_sql.dataset import Dataset
from setanon_sql.decisions import Source as Constraints
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadParameter
from setanon_sql.measures import Measures
from setanon_sql.measures.counts import MadeUp
from setanon_sql.measures.cover import safe_utility
from setanon_sql.measures.details import Asked
from setanon_sql.measures.disassociated import Compared, folder_utility
from setanon_sql.measures.queries import Itemsets
from setanon_sql.measures.records import rule_losses
from setanon_sql.measures.records import utility as measure
from setanon_sql.measures.workload import counted, of_pieces, read_workload
from setanon_sql.settings import Settings
from setanon_sql.sources import Source, SourceOptions, options_for
from setanon_sql.taxonomy import Nodes
from setanon_sql.verify import read
from setanon_sql.verify.disassociation import FolderTables
from setanon_sql.verify.promise import AnyPromise, PiecesPromise


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
    settings: Settings | None = None,
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

    Cost: some passes over source and release; association rules touch at most 60 million rows, and of more only the
    smaller ones are counted. Of a disassociated release that of making up ``samples`` originals and of mining them.
    Raises BadInput where the release cannot come from this source and taxonomy; BadParameter for a list that cannot be
    made of it, and for constraints of a release that was made without any.
    Source: :mod:`setanon_sql.measures.records`, :mod:`setanon_sql.measures.disassociated` and
    :mod:`setanon_sql.measures.cover`.
    """
    options, settings = options_for(source, options), settings or Settings()
    check_level(by, taxonomy)
    destination = place_of(release, release_db or options.db, options.db)
    with settings.engine_for(options.db) as engine:
        dataset = opened(engine, source, options)
        how = Compared(samples, seed or secrets.token_hex(16))
        asked = Asked(made_up=MadeUp(samples, how.seed))
        if workload is not None:
            asked = replace(asked, workload=counted(dataset, read_workload(engine, workload, options.db)))
        engine.trace.doing("measuring what the release is worth")
        tables, promise = read(engine, destination)
        if (top_items or by is not None) and (isinstance(promise, PiecesPromise) or promise.grouped):
            raise BadParameter("--top-items and --by are for releases of one table without groups", "leave them out")
        nodes = _nodes(dataset, promise, taxonomy, options)
        wanted = dropped_in(dataset, Deciding(constraints), options, nodes, decided=promise.claims.decided)
        if isinstance(promise, PiecesPromise):
            pieces = FolderTables(**tables)
            measured = folder_utility(dataset, pieces, promise.model.k, nodes, how)
            if asked.workload:
                measured |= of_pieces(dataset, asked.workload, pieces, asked.made_up)
            return measured | safe_utility(engine, pieces, promise.occurrences_before_safe, measured)
        rows, tree = tables[""], nodes and left_to(nodes, wanted, engine)
        if not promise.grouped:
            asked = _listing(asked, dataset, taxonomy, options, top_items=top_items, by=by)
        found = measure(dataset, rows, tree, grouped=promise.grouped, asked=asked)
        return found if nodes and not promise.grouped else found | rule_losses(dataset, rows)


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
