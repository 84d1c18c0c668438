"""Releases with items that stand beside a label over them, by trying all choices."""

from collections.abc import Collection, Iterable, Iterator
from itertools import combinations

from setanon_sql.taxonomy import Taxonomy
from tests.oracle import km
from tests.oracle.decisions import Records, Rules, _weight, antichains, of

Recoding = dict[str, str | None]


def recoding(
    taxonomy: Taxonomy, kept: Collection[str], items: Iterable[str], dropped: Collection[str] = ()
) -> Recoding:
    """Each item goes to itself where it is kept, else to the nearest kept label over it."""
    return {
        item: None if item in dropped else next((label for label in taxonomy.path(item) if label in kept), None)
        for item in items
    }


def released(data: Records, after: Recoding) -> list[set[str]]:
    """The records with what stands for each item."""
    return [{label for item in record if (label := after[item]) is not None} for record in data]


def choices(taxonomy: Taxonomy, items: Collection[str]) -> Iterator[set[str]]:
    """All sets of labels, none over another, with all sets of items under these."""
    for kept in antichains(taxonomy):
        under = [item for item in sorted(items) if set(kept) & set(taxonomy.path(item)[1:])]
        for size in range(len(under) + 1):
            for beside in combinations(under, size):
                yield {*kept, *beside}


def obeys(data: Records, taxonomy: Taxonomy, after: Recoding, rules: Rules) -> bool:
    """Do the items that must stay, and is what stands for each item not too general?"""
    if any(after[item] != item for item in of(rules, "keep", taxonomy, data)):
        return False
    return not any(
        _too_general(after[item], item, level, taxonomy)
        for named, rule, level in rules
        if rule == "at_most"
        for item in of([(named, "at_most", level)], "at_most", taxonomy, data)
    )


def _too_general(label: str | None, item: str, level: str, taxonomy: Taxonomy) -> bool:
    if label is None or label == item:
        return False
    if level.isdigit():
        return taxonomy.depth[label] < int(level)
    return level in taxonomy.path(item)[: taxonomy.path(item).index(label)]


def cost(
    data: Records, taxonomy: Taxonomy, after: Recoding, rules: Rules, weights: dict[str, str], measure: str
) -> float:
    """What a choice costs: a label is as wide as what is left of it; nothing within labels that are as good."""
    rows = [item for record in data for item in record]
    together = {item for item, rule, _ in rules if rule == "together"}
    free = {label for label in taxonomy.depth if together & set(taxonomy.path(label))}
    stated = [dict(weights), {item: level for item, rule, level in rules if rule == "prefer"}]
    every = len(taxonomy.leaves)
    lost = total = 0.0
    for item in set(rows):
        weight = float(_weight(item, stated[0], taxonomy) * _weight(item, stated[1], taxonomy)) * rows.count(item)
        label = after[item]
        whole = km.item_bits(rows, {**after, item: None}, item) if measure == "bits" else 1.0
        if label in free or label == item:
            share = 0.0
        elif measure == "bits":
            share = km.item_bits(rows, after, item)
        else:
            share = 1.0 if label is None else _width(taxonomy, label, after, every, measure)
        lost, total = lost + weight * share, total + weight * whole
    return lost / total if total else 0.0


def _width(taxonomy: Taxonomy, label: str, after: Recoding, every: int, measure: str) -> float:
    beside = sum(after.get(leaf) == leaf and label in taxonomy.path(leaf) for leaf in taxonomy.leaves)
    left = taxonomy.leaf_count[label] - beside
    return (left - 1) / max(every - 1, 1) if measure == "lm" else left / every
