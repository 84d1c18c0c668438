"""How useful is a release still? Measures from the source, the released rows and the taxonomy.

Record ids of a release are new ones in random order, so nothing is aligned record by record. What replaced an item is
read off the labels instead: a label that is published stands for the items under it, and an item with no published
label above it (or its own) was suppressed. Where a label is held by fewer records than could hold it, the difference
was suppressed in part, and the same share of its occurrences counts as lost.

What each measure is: :class:`setanon_sql.measures.results.Measures`. In ``kl_divergence`` the frequency of a label is
spread evenly over the items of the source under it, and suppressed items add nothing (0 log 0). ``kl_divergence`` and
``depth_mean`` do not apply to an empty release, measures of rules not where a taxonomy replaced the items.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Protocol

from setanon_sql.counting.association import RuleChanges, rule_changes
from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine
from setanon_sql.errors import BadInput
from setanon_sql.measures.counts import Recoded
from setanon_sql.measures.details import Details, MeasureRequest, details
from setanon_sql.measures.examples import Labels, examples_of_rows
from setanon_sql.measures.results import Measures, ReleasedLoss
from setanon_sql.measures.workload import of_rows
from setanon_sql.query.templates import Table


class Hierarchy(Protocol):
    """What the measures need of a taxonomy.

    ``nodes``: ``node, label, leaves, depth`` (and more), a leaf's node is the number of its item; ``ancestors``:
    ``item, node`` (and more).
    """

    @property
    def nodes(self) -> Table:
        """All nodes."""
        ...

    @property
    def ancestors(self) -> Table:
        """Each item with the nodes over it."""
        ...


@dataclass(frozen=True)
class _Recoding:
    """Scratch tables: what each published label stands for."""

    published: Table
    recoded: Table
    originals: Table
    leaves: int


def utility(
    source: Dataset,
    release: Table,
    taxonomy: Hierarchy | None = None,
    *,
    grouped: bool = False,
    asked: MeasureRequest | None = None,
) -> Measures:
    """Return every measure of items and labels that applies (all but those of rules).

    ``source``: the data as they were, in an engine.
    ``release``: ``record_id, item`` (label text) in the engine of ``source``.
    ``taxonomy``: what the items were generalized along; None: they were suppressed only.
    ``grouped``: the label may differ from group to group; a label then counts as so many items as its holders hold
    under it in the source, on average.
    ``asked``: what to measure besides (lists of items and categories not where labels differ from group to group).

    Cost: some passes over the rows of both, and one join of the items with the nodes above them; linear in the rows.
    Raises BadInput where the release cannot come from this source and taxonomy by replacing each item everywhere by one
    label or by nothing.
    Source: Nakagawa et al., formulas 5 and 6, for ``suppressed_ratio`` and ``kl_divergence``.
    """
    engine = source.engine
    recoding = _recoding(source, release, taxonomy, grouped)
    measures = _losses(source, recoding) | _divergence(source, recoding) | _depths(engine, recoding)
    measures |= _sizes(source, release) | (
        Measures() if grouped else _fates(source, recoding, asked or MeasureRequest())
    )
    if asked and asked.workload:
        found = Recoded(release, recoding.recoded, recoding.published)
        measures |= of_rows(source, asked.workload, found, taxonomy.nodes if taxonomy else None, asked.made_up)
    if asked and asked.examples:
        labels = Labels(recoding.recoded, recoding.published, recoding.originals, recoding.leaves, grouped)
        measures |= Measures(details=Details(examples=examples_of_rows(source, labels, asked.examples)))
    engine.drop(recoding.published, recoding.recoded, recoding.originals)
    return measures


def measured(
    source: Dataset,
    published: Table,
    labels: Table,
    nodes: Hierarchy | None = None,
    *,
    grouped: bool = False,
    asked: MeasureRequest | None = None,
) -> Measures:
    """Measure what is about to be published: a failure here must not come after it.

    ``published``: ``record_id, item`` with numbers whose ``labels`` are ``item, label``. ``nodes``, ``grouped``,
    ``asked``: as for :func:`utility`.
    """
    source.engine.trace.doing("measuring what the release is worth")
    rows = source.engine.table("release/shapes/labelled", published=published, labels=labels)
    if asked and asked.examples:
        asked = replace(asked, examples=replace(asked.examples, release=rows))
    measures = utility(source, rows, nodes, grouped=grouped, asked=asked)
    source.engine.drop(rows)
    return measures


def rule_losses(source: Dataset, release: Table) -> Measures:
    """Return what a data miner loses: association rules of the source that are gone, and new ones that were not there.

    Rules are held by 0.05 % of the source's records (at least two) with a confidence of 0.3 or more. ``source`` and
    ``release`` are as for :func:`utility`.

    Cost: grows with the frequent itemsets of each record; all steps together touch at most 60 million rows. Where there
    are more, only the smaller rules are counted, on both sides alike: ``rules_up_to_items`` then tells up to how many
    items, and with 1 there are no other measures.
    Source: Nakagawa et al., formula 12.
    """
    engine, min_records = source.engine, max(2, -(-source.records * 5 // 10_000))
    coded = engine.table("measures/association_rules/numbered_release", release=release, items=source.items)
    found = rule_changes(engine, source.transactions, coded, min_records, Fraction(3, 10))
    engine.drop(coded)
    if found.complete:
        return _of_rules(found)
    engine.trace.note(f"association rules of more than {found.items} items are too many to be counted")
    return (_of_rules(found) if found.items > 1 else Measures()) | Measures(rules_up_to_items=found.items)


def _of_rules(found: RuleChanges) -> Measures:
    union = found.kept + found.lost + found.spurious
    return Measures(
        rules_jaccard_distance=1 - found.kept / union if union else 0.0,
        rules_lost=found.lost,
        rules_spurious=found.spurious,
    )


def _recoding(source: Dataset, release: Table, taxonomy: Hierarchy | None, grouped: bool) -> _Recoding:
    engine, items = source.engine, source.items
    nodes = taxonomy.nodes if taxonomy else engine.table("measures/published_labels/flat_nodes", items=items)
    paths = (
        engine.table("measures/published_labels/paths", items=items, ancestors=taxonomy.ancestors)
        if taxonomy
        else engine.table("measures/published_labels/flat_paths", items=items)
    )
    labels = engine.table("measures/published_labels/label_counts", release=release)
    published = engine.table("measures/published_labels/published_nodes", label_counts=labels, nodes=nodes, items=items)
    recoded = engine.table("measures/published_labels/recoded", paths=paths, published_nodes=published)
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
    engine.drop(labels, paths, None if taxonomy else nodes)
    return _Recoding(published, recoded, originals, leaves)


def _refuse_faults(unknown: int, nested: int, more: int, *, has_taxonomy: bool, grouped: bool) -> None:
    if unknown:
        where = "neither items of the source nor in the taxonomy" if has_taxonomy else "not items of the source"
        raise BadInput(f"{unknown} labels of the release are {where}", "give the --taxonomy the release was made with")
    if nested and not grouped:
        raise BadInput(
            f"{nested} items have two labels in the release, one above the other",
            "these measures are for releases that replace an item by the same label everywhere",
        )
    if more:
        raise BadInput(
            f"{more} labels are held by more records of the release than of the source",
            "is this the source, and the taxonomy, that the release was made from?",
        )


def _losses(source: Dataset, recoding: _Recoding) -> Measures:
    kept, ncp, lm, *released = source.engine.row(
        "measures/losses/losses",
        published_nodes=recoding.published,
        originals=recoding.originals,
        leaves=recoding.leaves,
    )
    rows = source.rows
    if not rows:
        return Measures()
    lost, of_release = rows - float(kept), ReleasedLoss(*map(float, released))
    total_ncp, total_lm = float(ncp) + lost, float(lm) + lost
    return Measures(ncp=total_ncp / rows, lm=total_lm / rows, suppressed_ratio=lost / rows, released_loss=of_release)


def _sizes(source: Dataset, release: Table) -> Measures:
    records, rows = source.engine.row("measures/fates/released", release=release)
    return Measures(
        records_before=source.records, records_after=int(records), rows_before=source.rows, rows_after=int(rows)
    )


def _fates(source: Dataset, recoding: _Recoding, asked: MeasureRequest) -> Measures:
    """Return what became of the items, and how few of them cause most of the loss."""
    engine = source.engine
    known = {"published_nodes": recoding.published, "recoded": recoding.recoded, "originals": recoding.originals}
    fates = engine.table("measures/fates/fates", items=source.items, leaves=recoding.leaves, **known)
    found = {fate: numbers for fate, *numbers in engine.rows("measures/fates/by_fate", fates=fates)}
    costliest = engine.number("measures/fates/costliest", fates=fates)
    listed = details(engine, fates, recoding.published, asked)
    engine.drop(fates)
    kept, generalized, gone = (found.get(fate, (0, 0, 0.0)) for fate in ("kept", "generalized", "gone"))
    rows = max(source.rows, 1)
    return Measures(
        items_before=source.distinct_items,
        items_generalized=int(generalized[0]),
        items_gone=int(gone[0]),
        unchanged_ratio=float(kept[2]) / rows,
        generalized_ratio=float(generalized[2]) / rows,
        gone_ratio=int(gone[1]) / rows,
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
    rows = sum(int(n_rows) for _, _, n_rows, _ in levels)
    return Measures(
        labels_left=sum(n_labels for _, n_labels, _, _ in levels),
        items_kept=sum(int(n_items) for _, _, _, n_items in levels),
        depth_mean=sum(depth * int(n_rows) for depth, _, n_rows, _ in levels) / rows if rows else None,
        labels_at_depth={depth: n_labels for depth, n_labels, _, _ in levels},
    )
