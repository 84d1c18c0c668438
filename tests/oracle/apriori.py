"""Apriori anonymization (Terrovitis, Mamoulis, Kalnis) by looking at every set of labels, with the taxonomy at hand."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product

from setanon_sql.taxonomy import Taxonomy


def cut(
    data: Sequence[Collection[str]], taxonomy: Taxonomy, k: int, m: int, number: Mapping[str, int], dropped: str = ""
) -> frozenset[str]:
    """The published labels. ``number`` of a label decides where all else is equal."""
    wide = [{node for item in record if item != dropped for node in taxonomy.path(item)} for record in data]
    published = {item for record in data for item in record if item != dropped}
    for size in range(1, m + 1):
        order = sorted(published, key=lambda node: (-support(wide, [node]), number[node]))
        for nodes in combinations(order, size):
            now = {next(over for over in taxonomy.path(node) if over in published) for node in nodes}
            if 0 < support(wide, now) < k:
                published = _lifted(
                    data, taxonomy, published, _cheapest(data, wide, taxonomy, published, now, k, number)
                )
    return frozenset(published)


def support(wide: Sequence[Collection[str]], nodes: Collection[str]) -> int:
    return sum(set(nodes) <= set(record) for record in wide)


def _cheapest(
    data: Sequence[Collection[str]],
    wide: Sequence[Collection[str]],
    taxonomy: Taxonomy,
    published: Collection[str],
    now: Collection[str],
    k: int,
    number: Mapping[str, int],
) -> frozenset[str]:
    options = []
    for places in product(*(enumerate(taxonomy.path(node)) for node in sorted(now))):
        nodes = frozenset(node for _, node in places)
        top = frozenset(node for node in nodes if not nodes & set(taxonomy.path(node)[1:]))
        if support(wide, top) >= k:
            cost = ncp(data, taxonomy, _lifted(data, taxonomy, published, top))
            options.append((cost, sum(step for step, _ in places), sorted(number[node] for node in top), top))
    return min(options)[-1]


def _lifted(
    data: Sequence[Collection[str]], taxonomy: Taxonomy, published: Collection[str], nodes: Collection[str]
) -> set[str]:
    return {*nodes, *(node for node in published if not set(nodes) & set(taxonomy.path(node)))}


def ncp(data: Sequence[Collection[str]], taxonomy: Taxonomy, published: Collection[str]) -> Fraction:
    """What the published labels cost, in rows: nothing for an item, the share of all leaves for a label."""
    cost = Fraction(0)
    for record in data:
        for item in record:
            label = next((node for node in taxonomy.path(item) if node in published), item)
            if label != item:
                cost += Fraction(taxonomy.leaf_count[label], len(taxonomy.leaves))
    return cost
