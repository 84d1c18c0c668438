"""Taxonomies: checked against data, read for use."""

from collections.abc import Sequence
from dataclasses import replace

from setanon_sql.columns.ladder_trees import ladder_tree
from setanon_sql.ladders import ladder_of_items
from setanon_sql.options.public import public
from setanon_sql.options.taxonomies import BuildTaxonomy, CheckTaxonomy, ReadTree
from setanon_sql.pipeline.opening import one_state, opened, reading_of, tree_options
from setanon_sql.settings import Settings
from setanon_sql.sources import options_for
from setanon_sql.sources.options import tree_fields
from setanon_sql.taxonomy import Taxonomy, TaxonomyCheck, TaxonomyOptions, check, refuse
from setanon_sql.taxonomy.balanced import balanced_tree, by_label, by_likeness
from setanon_sql.taxonomy.inner import OWN, own_leaf_faults, with_own_leaves
from setanon_sql.taxonomy.proposal import proposal_of
from setanon_sql.taxonomy.tree import with_leaves


@public(CheckTaxonomy)
def check_taxonomy(request: CheckTaxonomy) -> TaxonomyCheck:
    """Find what is wrong with a taxonomy, by itself and against the items of a source, and say how to mend it.

    OPTIONS

    Cost: linear in the labels.
    Raises BadInput where it cannot be read at all. A fault is no error: see ``satisfied``.
    Source: no paper; docs/files.md says what a taxonomy has to be.
    """
    options = options_for(request.source, request.options, tree=request)
    reading_options = request.taxonomy_options or TaxonomyOptions()
    reading_options = replace(reading_options, db=reading_options.db or options.db, item=options.item)
    with (request.settings or Settings()).engine_for(options.db) as engine:
        labels: Sequence[str] | None = None
        with one_state(engine, request.taxonomy, request.source):
            reading = reading_of(engine, request.taxonomy, tree_options(reading_options, options.tree))
            if request.source is not None or options.query:
                items = opened(engine, request.source, options).items
                labels = [str(label) for _, label in engine.rows("taxonomy/nodes/labels", items=items)]
    faults = list(reading.faults)
    if reading.taxonomy is not None:
        tree = reading.taxonomy
        if options.tree.inner_items == "own-leaf":
            faults += (clashes := own_leaf_faults(tree, labels or ()))
            tree, labels = (tree, labels) if clashes else _with_own_leaves(tree, labels)
        if options.tree.missing != "error":
            tree = with_leaves(tree, set(labels or ()) - tree.depth.keys())
        faults = [fault for fault in faults if fault.severity == "error"] + check(tree, labels)
    checked = TaxonomyCheck(reading, tuple(dict.fromkeys([*faults, *reading.faults])))
    if checked.satisfied or reading.table is None:
        return checked
    return replace(checked, proposal=proposal_of(*reading.table, labels, options.item))


def _with_own_leaves(tree: Taxonomy, labels: Sequence[str] | None) -> tuple[Taxonomy, Sequence[str] | None]:
    """Return a taxonomy and the labels of data, of which those that are inner nodes are leaves of their own."""
    return with_own_leaves(tree), labels and [label + OWN if label in tree.children else label for label in labels]


@public(BuildTaxonomy)
def build_taxonomy(request: BuildTaxonomy) -> Taxonomy:
    """Return a taxonomy over the items of a source, for where there is none: balanced, or by the steps of a ladder.

    It names the items of the source, and its order by co-occurrence tells what stands together there.

    OPTIONS

    Search: greedy: items that stand most often in the same records are put side by side first.
    Cost: by co-occurrence a self-join of the rows (pairs of items of each record), of which 10 an item are kept.
    Raises BadParameter for a ``fan_out`` under 2, a wrong ladder, or fewer than two items; BadInput for items that the
    ladder does not know.
    Source: no paper.
    """
    ladder = ladder_of_items(request.by) if request.by else None
    options = options_for(request.source, request.options)
    with (request.settings or Settings()).engine_for(options.db) as engine:
        dataset = opened(engine, request.source, options)
        if ladder:
            return ladder_tree(engine, ladder, dataset.items, request.missing)
        labels = [str(label) for _, label in engine.rows("taxonomy/nodes/labels", items=dataset.items)]
        if request.order == "label":
            return balanced_tree(by_label(labels), request.fan_out, ranges=True)
        tables = {"transactions": dataset.transactions, "items": dataset.items}
        edges = [
            (str(first), str(second), float(n))
            for first, second, n in engine.rows("taxonomy/suggest/alike", most=10, **tables)
        ]
        return balanced_tree(by_likeness(labels, edges), request.fan_out, ranges=False)


@public(ReadTree)
def read_tree(request: ReadTree) -> Taxonomy:
    """Read a taxonomy for use.

    OPTIONS

    Cost: linear in the labels.
    Raises BadInput that tells every fault that forbids its use.
    Source: no paper; docs/files.md says what a taxonomy has to be.
    """
    options = tree_options(request.options or TaxonomyOptions(), tree_fields(request))
    with (request.settings or Settings()).engine_for(options.db) as engine, one_state(engine):
        reading = reading_of(engine, request.taxonomy, options)
    refuse(reading.faults)
    assert reading.taxonomy is not None
    return reading.taxonomy
