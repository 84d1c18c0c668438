"""k^m-anonymity by counting every itemset."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from math import log2

from setanon_sql.taxonomy import Taxonomy

Item = int | str


def supports(records: Iterable[Collection[Item]], m: int) -> dict[frozenset[Item], int]:
    """The support of every itemset of at most m items that occurs."""
    counts: dict[frozenset[Item], int] = {}
    for record in records:
        for size in range(1, m + 1):
            for itemset in combinations(sorted(record, key=str), size):
                counts[frozenset(itemset)] = counts.get(frozenset(itemset), 0) + 1
    return counts


def minimal_threats(
    records: Iterable[Collection[Item]], k: int, m: int, above: Mapping[Item, Collection[Item]] | None = None
) -> set[frozenset[Item]]:
    """Itemsets with support 1..k-1 whose proper subsets all have k or more.

    ``above`` maps a node to the nodes over it: an itemset with a node and one over it does not count.
    """
    counts = supports(records, m)
    above = above or {}
    rare = {s for s, n in counts.items() if n < k and not any(a in above.get(b, ()) for a in s for b in s)}
    return {s for s in rare if all(counts[s - {x}] >= k for x in s if len(s) > 1)}


def records_at_risk(records: Iterable[Collection[Item]], threats: Collection[frozenset[Item]], size: int) -> int:
    """How many records hold a threat of at most this size."""
    small = [threat for threat in threats if len(threat) <= size]
    return sum(any(threat <= set(record) for threat in small) for record in records)


def holders_at_risk(data: Sequence[set[str]], whose: Sequence[int], k: int, m: int | None) -> set[int]:
    """Whose record has up to m items (None: any) that records of fewer than k of them hold."""
    return {
        holder
        for record, holder in zip(data, whose, strict=True)
        for size in range(1, min(m or len(record), len(record)) + 1)
        for some in combinations(sorted(record), size)
        if len({other for held, other in zip(data, whose, strict=True) if {*some} <= held}) < k
    }


def is_km_anonymous(records: Iterable[Collection[Item]], k: int, m: int) -> bool:
    """Is every itemset of at most m items in no record or in k?"""
    return all(n >= k for n in supports(records, m).values())


def generalized(records: Iterable[Collection[Item]], above: Mapping[Item, Collection[Item]]) -> list[set[Item]]:
    """Each record with every node over its items."""
    return [{node for item in record for node in {item, *above.get(item, ())}} for record in records]


def loss(
    data: Iterable[Collection[str]], after: Mapping[str, str | None], taxonomy: Taxonomy | None, cost: str
) -> float:
    """The cost of a recoding by its definition: what became of each item, None where it is gone."""
    rows = [item for record in data for item in record]
    if cost == "bits":
        return bits_lost(rows, after)
    counts = taxonomy.leaf_count if taxonomy else {}
    leaves = len(taxonomy.leaves) if taxonomy else len(set(rows))
    total = 0.0
    for item in rows:
        label = after[item]
        under = counts.get(label, 1) if label else 0
        if label is None:
            total += 1
        elif cost == "lm":
            total += (under - 1) / max(leaves - 1, 1)
        elif label != item:
            total += under / leaves
    return total / len(rows)


def bits_lost(rows: list[str], after: Mapping[str, str | None]) -> float:
    """The share of the bits that is lost: log2 of what an item may be, over what it is; anything where it is gone."""
    total = sum(log2(len(rows) / rows.count(item)) for item in rows)
    return sum(item_bits(rows, after, item) for item in rows) / total if total else 0.0


def item_bits(rows: list[str], after: Mapping[str, str | None], item: str) -> float:
    """The bits that one occurrence of an item loses."""
    under = rows if after[item] is None else [other for other in rows if after[other] == after[item]]
    return log2(len(under) / rows.count(item))
