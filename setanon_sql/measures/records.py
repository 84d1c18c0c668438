"""How useful is a release still? Measures from the source, the released rows and the taxonomy.

Record ids of a release are new ones in random order, so nothing is aligned record by record. What replaced an item is
read off the labels instead: a label that is published stands for the items under it, and an item with no published
label above it (or its own) was suppressed. Where a label is held by fewer records than could hold it, the difference
was suppressed in part, and the same share of its occurrences counts as lost.

What each measure is: :class:`setanon_sql.measures.results.Measures`. In ``kl_divergence`` the frequency of a label is
spread evenly over the items of the source under it, and suppressed items add nothing (0 log 0). ``kl_divergence`` and
``depth_mean`` do not apply to an empty release, measures of rules not where a taxonomy replaced the items.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Protocol

from setanon_sql.counting.association import RuleChanges, rule_changes
from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import BadInput
from setanon_sql.measures.before_after import pair_fates, records_by_category, sensitive_by_length, sensitive_items
from setanon_sql.measures.counts import Recoded
from setanon_sql.measures.details import Details, MeasureRequest, details
from setanon_sql.measures.examples import Labels, examples_of_rows
from setanon_sql.measures.near import near_counts
from setanon_sql.measures.results import Measures, ReleasedLoss
from setanon_sql.measures.workload import row_errors
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.taxonomy.others import narrowed
from setanon_sql.text import count_of


class Hierarchy(Protocol):
    """The part of a taxonomy that the measures need.

    ``nodes``: ``node, label, leaves, depth`` (and more), a leaf's node is the number of its item; ``ancestors``:
    ``item, node`` (and more).
    """

    @property
    def nodes(self) -> Table:
        """Return all nodes."""
        ...

    @property
    def ancestors(self) -> Table:
        """Return each item with the nodes over it."""
        ...


@dataclass(frozen=True)
class _Recoding:
    """Scratch tables: what each published label stands for; labels ``narrowed`` by items that stand beside them."""

    published: Table
    recoded: Table
    originals: Table
    leaves: int
    narrowed: int


@scoped
def utility(
    source: Dataset,
    release: Table,
    taxonomy: Hierarchy | None = None,
    *,
    grouped: bool = False,
    request: MeasureRequest | None = None,
    label_counts: Table | None = None,
) -> Measures:
    """Return every measure of items and labels that applies (all but those of rules).

    ``source``: the data as they were, in an engine.
    ``release``: ``record_id, item`` (label text) in the engine of ``source``.
    ``taxonomy``: what the items were generalized along; None: they were suppressed only.
    ``grouped``: the label may differ from group to group; a label then counts as so many items as its holders hold
    under it in the source, on average.
    ``request``: what to measure besides (lists of items and categories not where labels differ from group to group).
    ``label_counts``: ``label, n``, the records of each label; None: they are counted.

    Cost: some passes over the rows of both, and one join of the items with the nodes above them; linear in the rows.
    Raises BadInput where the release cannot come from this source and taxonomy by replacing each item everywhere by one
    label or by nothing.
    Source: Nakagawa et al., formulas 5 and 6, for ``suppressed_ratio`` and ``kl_divergence``.
    """
    engine = source.engine
    label_counts = label_counts or engine.table("measures/published_labels/label_counts", release=release)
    recoding = _recoding(source, label_counts, taxonomy, grouped)
    measures = _losses(source, recoding) | _divergence(source, recoding) | _depths(engine, recoding)
    measures |= _sizes(source, release)
    if not grouped:
        measures |= _fates(source, recoding, request or MeasureRequest()) | _merged(measures)
        measures |= _bits(source, recoding)
    if request and request.sensitive:
        measures |= _sensitive_rows(source, release, request)
    if request and request.near:
        measures |= near_counts(source, release)
    if request and request.pairs:
        measures |= Measures(details=Details(top_pairs=pair_fates(source, release, request.pairs)))
    if request and request.top_categories and taxonomy:
        counts = records_by_category(source, release, recoding.published, taxonomy, request.top_categories)
        measures |= Measures(details=Details(top_categories=counts))
    if request and request.workload:
        recoded = Recoded(release, recoding.recoded, recoding.published)
        measures |= row_errors(source, request.workload, recoded, taxonomy.nodes if taxonomy else None, request.made_up)
    if request and request.examples:
        labels = Labels(recoding.recoded, recoding.published, recoding.originals, recoding.leaves, grouped)
        measures |= Measures(details=Details(examples=examples_of_rows(source, labels, request.examples)))
    return measures


@scoped
def measure_release(
    source: Dataset,
    published: Table,
    labels: Table,
    nodes: Hierarchy | None = None,
    *,
    grouped: bool = False,
    request: MeasureRequest | None = None,
) -> Measures:
    """Measure what is about to be published: a failure here must not come after it.

    ``published``: ``record_id, item`` with numbers whose ``labels`` are ``item, label``; no row is there twice.
    ``nodes``, ``grouped``, ``request``: as for :func:`utility`.
    """
    source.engine.trace.begin_phase("measuring the utility of the release")
    shown = {"published": published, "labels": labels}
    rows = source.engine.table("release/shapes/labelled", **shown)
    counts = source.engine.table("measures/published_labels/label_counts_by_rows", **shown)
    if request:
        request = replace(request, has_source_ids=True)
    if request and request.examples:
        request = replace(request, examples=replace(request.examples, release=rows))
    return utility(source, rows, nodes, grouped=grouped, request=request, label_counts=counts)


def without_guesses(measures: Measures, *, suppresses: bool = False) -> Measures:
    """Return measures without those that rows alone do not tell where an item has several labels.

    Whose label is whose is not known then: a label that few hold would count as suppressed in part. ``suppresses``:
    occurrences may be gone, and nobody knows how many.
    """
    return replace(measures, ncp=None, lm=None, kl_divergence=None, suppressed_ratio=None if suppresses else 0.0)


@scoped
def rule_losses(source: Dataset, release: Table) -> Measures:
    """Return what a data miner loses: association rules of the source that are gone, and new ones that were not there.

    Rules are held by 0.05 % of the source's records (at least two) with a confidence of 0.3 or more. ``source`` and
    ``release`` are as for :func:`utility`.

    Cost: grows with the frequent itemsets of each record; all steps together touch at most 60 million rows. Where there
    are more, only the smaller rules are counted, on both sides alike: ``rules_up_to_items`` then tells up to how many
    items, and with 1 there are no other measures.
    Source: Nakagawa et al., formula 12.
    """
    engine = source.engine
    min_records = max(2, -(-source.records * 5 // 10_000))
    coded = engine.table("measures/association_rules/numbered_release", release=release, items=source.items)
    changes = rule_changes(engine, source.transactions, coded, min_records, Fraction(3, 10))
    if changes.complete:
        return _of_rules(changes)
    engine.trace.note(f"association rules of more than {count_of(changes.items, 'item')} are too many to be counted")
    return (_of_rules(changes) if changes.items > 1 else Measures()) | Measures(rules_up_to_items=changes.items)


def _of_rules(changes: RuleChanges) -> Measures:
    union = changes.kept + changes.lost + changes.spurious
    return Measures(
        rules_jaccard_distance=1 - changes.kept / union if union else 0.0,
        rules_lost=changes.lost,
        rules_spurious=changes.spurious,
    )


@scoped
def _recoding(source: Dataset, counts: Table, taxonomy: Hierarchy | None, grouped: bool) -> _Recoding:
    engine = source.engine
    items = source.items
    nodes = taxonomy.nodes if taxonomy else engine.table("measures/published_labels/flat_nodes", items=items)
    paths = (
        engine.table("measures/published_labels/paths", items=items, ancestors=taxonomy.ancestors)
        if taxonomy
        else engine.table("measures/published_labels/flat_paths", items=items)
    )
    names = _names_with_exceptions(engine, counts, nodes)
    published, recoded = _published(source, counts, nodes, paths, names)
    originals = engine.table("measures/published_labels/originals", transactions=source.transactions, recoded=recoded)
    leaves = (
        source.distinct_items
        if taxonomy is None
        else engine.number("measures/published_labels/leaf_count", nodes=nodes)
    )
    faults = engine.row(
        "measures/published_labels/faults", published_nodes=published, recoded=recoded, originals=originals
    )
    _refuse_faults(*faults, has_taxonomy=taxonomy is not None, grouped=grouped)
    return _Recoding(published, recoded, originals, leaves, len(names))


def _published(
    source: Dataset, counts: Table, nodes: Table, paths: Table, names: Sequence[tuple[str, str]]
) -> tuple[Table, Table]:
    """Return which nodes are published, and which of them stands for each item of the source.

    ``names``: labels that were narrowed, with what the release calls them.
    """
    engine = source.engine
    items = source.items
    make = engine.table
    if not names:
        nodes = make("measures/published_labels/published_nodes", label_counts=counts, nodes=nodes, items=items)
        return nodes, make("measures/published_labels/recoded", paths=paths, published_nodes=nodes)
    others = engine.load_rows("others", {"label": str, "name": str}, names)
    named = make("measures/published_labels/named_nodes", nodes=nodes, others=others)
    whole = make("measures/published_labels/published_nodes", label_counts=counts, nodes=named, items=items)
    nodes = make("measures/published_labels/narrowed", published_nodes=whole, paths=paths, others=others)
    recoded = make("measures/published_labels/recoded_beside", paths=paths, published_nodes=nodes, others=others)
    return nodes, recoded


def _names_with_exceptions(engine: Engine, counts: Table, nodes: Table) -> list[tuple[str, str]]:
    """Return the labels of the taxonomy from which items were taken out, with what the release calls them."""
    rows = engine.rows("measures/published_labels/suffixed", label_counts=counts, nodes=nodes)
    released = {str(label) for (label,) in rows}
    if not released:
        return []
    labels = [str(label) for (label,) in engine.rows(columns_of(nodes, "label"))]
    return [(label, name) for name, label in narrowed(labels, released).items()]


def _refuse_faults(unknown: int, nested: int, more: int, *, has_taxonomy: bool, grouped: bool) -> None:
    if unknown:
        items = "an item" if unknown == 1 else "items"
        where = f"neither {items} of the source nor in the taxonomy" if has_taxonomy else f"not {items} of the source"
        raise BadInput(
            f"{count_of(unknown, 'label')} of the release {'is' if unknown == 1 else 'are'} {where}",
            "give the <taxonomy> the release was made with",
        )
    if nested and not grouped:
        raise BadInput(
            f"{count_of(nested, 'item has', 'items have')} two labels in the release, one above the other",
            "these measures are for releases that replace an item by the same label everywhere",
        )
    if more:
        raise BadInput(
            f"{count_of(more, 'label is', 'labels are')} held by more records of the release than of the source",
            "is this the source, and the taxonomy, that the release was made from?",
        )


def _losses(source: Dataset, recoding: _Recoding) -> Measures:
    kept_rows, ncp, lm, *released = source.engine.row(
        "measures/losses/losses",
        published_nodes=recoding.published,
        originals=recoding.originals,
        leaves=recoding.leaves,
    )
    rows = source.rows
    if not rows:
        return Measures()
    lost = rows - float(kept_rows)
    of_release = ReleasedLoss(*map(float, released))
    total_ncp = float(ncp) + lost
    total_lm = float(lm) + lost
    return Measures(ncp=total_ncp / rows, lm=total_lm / rows, suppressed_ratio=lost / rows, released_loss=of_release)


def _bits(source: Dataset, recoding: _Recoding) -> Measures:
    labels = {"recoded": recoding.recoded, "published_nodes": recoding.published, "originals": recoding.originals}
    everything, lost = source.engine.row("measures/losses/bits", items=source.items, n_rows=source.rows, **labels)
    return Measures(bits=max(0.0, float(lost)) / float(everything) if everything else 0.0)


def _sizes(source: Dataset, release: Table) -> Measures:
    records, rows = source.engine.row("measures/fates/released", release=release)
    return Measures(
        records_before=source.records,
        records_after=int(records),
        records_gone=source.records - int(records),
        rows_before=source.rows,
        rows_after=int(rows),
    )


def _merged(measures: Measures) -> Measures:
    """Return how many rows are gone, and how many are one with another of their record, which has the same label."""
    rows = measures.rows_before or 0
    suppressed = round(rows * (measures.suppressed_ratio or 0.0))
    merged = max(0, rows - suppressed - (measures.rows_after or 0))
    return Measures(rows_suppressed=suppressed, rows_merged=merged)


def _sensitive_rows(source: Dataset, release: Table, request: MeasureRequest) -> Measures:
    """Return how many rows of sensitive items there were, and are left."""
    sensitive = request.sensitive
    assert sensitive is not None
    before, after = source.engine.row(
        "measures/fates/sensitive_rows", items=source.items, sensitive=sensitive, release=release
    )
    by_length = sensitive_by_length(source, release, sensitive) if request.has_source_ids else ()
    listed = Details(sensitive_items=sensitive_items(source, release, sensitive), sensitive_by_length=by_length)
    return Measures(sensitive_rows_before=int(before), sensitive_rows_after=int(after), details=listed)


@scoped
def _fates(source: Dataset, recoding: _Recoding, request: MeasureRequest) -> Measures:
    """Return what became of the items, and how few of them cause most of the loss."""
    engine = source.engine
    labels = {"published_nodes": recoding.published, "recoded": recoding.recoded, "originals": recoding.originals}
    fates = engine.table("measures/fates/fates", items=source.items, leaves=recoding.leaves, **labels)
    by_fate = {fate: numbers for fate, *numbers in engine.rows("measures/fates/by_fate", fates=fates)}
    costliest = engine.number("measures/fates/costliest", fates=fates)
    listed = details(engine, fates, recoding.published, request)
    kept_fate, generalized_fate, gone_fate = (
        by_fate.get(fate, (0, 0, 0.0)) for fate in ("kept", "generalized", "gone")
    )
    rows = max(source.rows, 1)
    return Measures(
        items_before=source.distinct_items,
        items_generalized=int(generalized_fate[0]),
        items_gone=int(gone_fate[0]),
        rows_unchanged_ratio=float(kept_fate[2]) / rows,
        generalized_ratio=float(generalized_fate[2]) / rows,
        gone_ratio=int(gone_fate[1]) / rows,
        costliest_items=costliest,
        details=listed,
    )


def _divergence(source: Dataset, recoding: _Recoding) -> Measures:
    (divergence,) = source.engine.row(
        "measures/losses/divergence",
        items=source.items,
        recoded=recoding.recoded,
        published_nodes=recoding.published,
        originals=recoding.originals,
    )
    return Measures(kl_divergence=None if divergence is None else max(0.0, float(divergence)))


def _depths(engine: Engine, recoding: _Recoding) -> Measures:
    levels = engine.rows("measures/losses/depths", published_nodes=recoding.published)
    rows = sum(int(n_rows) for _, _, n_rows, *_ in levels)
    unchanged = sum(int(n_item_rows) for *_, n_item_rows in levels)
    return Measures(
        rows_unchanged=unchanged,
        rows_generalized=rows - unchanged,
        rows_at_depth={
            depth: int(n_rows) - int(n_item_rows) for depth, _, n_rows, _, n_item_rows in levels if n_rows > n_item_rows
        },
        labels_left=sum(n_labels for _, n_labels, *_ in levels),
        labels_narrowed=recoding.narrowed or None,
        items_kept=sum(int(n_items) for _, _, _, n_items, _ in levels),
        depth_mean=sum(depth * int(n_rows) for depth, _, n_rows, *_ in levels) / rows if rows else None,
        labels_at_depth={depth: n_labels for depth, n_labels, *_ in levels},
    )
