"""What differential privacy loses of the thousand most frequent itemsets: counts with noise, beside DiffPart.

``python -m benchmarks.dp``: 88,162 generated baskets, as many as retail has, and what SETANON_DATASETS has.
"""

import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb

from benchmarks.trees import read_baskets
from setanon_sql import api
from setanon_sql.methods.dp import NoisyCount
from setanon_sql.synthetic.quest import quest

TOP = 1000
#: Items of a record that DiffPart leaves at most.
LIMITS = (20, 5, 2, 1)
Itemset = tuple[str, ...]


def top(records: dict[frozenset[str], int], most: int = 3) -> list[Itemset]:
    """Return the most frequent itemsets of up to three items of records, each with how often it is there."""
    sets: Counter[Itemset] = Counter()
    for size in range(1, most + 1):
        least = sets.most_common(TOP)[-1][1] if len(sets) >= TOP else 0
        singles = {name for (name,), count in ((s, c) for s, c in sets.items() if len(s) == 1) if count >= least}
        found: Counter[Itemset] = Counter()
        for record, times in records.items():
            items = sorted(record if size == 1 else record & singles)
            for itemset in combinations(items, size):
                found[itemset] += times
        sets += found
        sets = Counter(dict(sets.most_common(20 * TOP if size > 1 else None)))
    return [itemset for itemset, _ in sorted(sets.items(), key=lambda pair: (-pair[1], len(pair[0]), pair[0]))[:TOP]]


def lost(expected: Sequence[Itemset], got: Sequence[Itemset]) -> float:
    """Return the share of the itemsets that another list lacks."""
    return 1 - len(set(expected) & set(got)) / len(expected)


def measure(name: str, records: list[frozenset[str]], epsilon: float) -> None:
    """Print what both lose."""
    expected = top(dict(Counter(records)))
    began = time.monotonic()
    published = api.publish_counts([[*record] for record in records], epsilon=epsilon)
    assert isinstance(published, api.PublishedCounts)
    counts = sorted((row for row in published.counts if row.kind != "all"), key=lambda row: -row.count)
    by_counts = lost(expected, [items_of(row) for row in counts[:TOP]])
    took = time.monotonic() - began
    inside = sum(row.low <= count <= row.high for row, count in _true_counts(records, published.counts))
    share = inside / max(1, len(published.counts) - 1)
    sizes = dict(sorted(Counter(map(len, expected)).items()))
    print(
        f"| {name} | {len(records):,} | {sizes} | {epsilon} | {by_counts:.1%} | {took:.0f} s | {share:.1%} |",
        flush=True,
    )
    items = sorted({item for record in records for item in record})
    for most in (len(items), *LIMITS):
        began = time.monotonic()
        made_up = api.publish_records([[*record] for record in records], epsilon=epsilon, items=items, most=most)
        took = time.monotonic() - began
        drawn = {frozenset(made_set.items): made_set.records for made_set in made_up.sets}
        by_parts = lost(expected, top(drawn)) if drawn else 1.0
        print(
            f"| {name} | {epsilon} | {most} | {made_up.openings} | {made_up.first_threshold:,} | {made_up.records:,} "
            f"| {len(drawn):,} | {made_up.items_published} of {len(items):,} | {by_parts:.1%} | {took:.0f} s |",
            flush=True,
        )


def _true_counts(records: list[frozenset[str]], rows: Sequence[NoisyCount]) -> list[tuple[NoisyCount, int]]:
    """Return the rows of items and pairs with what is true of them."""
    names = {item for row in rows for item in items_of(row)}
    true: Counter[Itemset] = Counter()
    for record in records:
        items = sorted(record & names)
        true.update((item,) for item in items)
        true.update(combinations(items, 2))
    return [(row, true[items_of(row)]) for row in rows if row.kind != "all"]


def items_of(row: NoisyCount) -> Itemset:
    """Return the items of a row, sorted."""
    return tuple(sorted(filter(None, (row.item, row.item2))))


def main() -> None:
    """Measure generated baskets, and real ones where they are."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "baskets.parquet"
        quest(88_162, 16_470, 10.3, seed=77).write(path)
        with duckdb.connect() as connection:
            rows = connection.execute(f"SELECT list(item::VARCHAR) FROM '{path}' GROUP BY record_id").fetchall()
    sets: dict[str, list[frozenset[str]]] = {"generated": [frozenset(items) for (items,) in rows]}
    if folder := os.environ.get("SETANON_DATASETS", ""):
        for number in (2, 1):
            baskets = read_baskets(Path(folder) / f"bms-webview-{number}.txt")
            sets[f"BMS-WebView-{number}"] = [record for record in baskets if record]
    for epsilon in map(float, sys.argv[1:] or ["1"]):
        for name, records in sets.items():
            measure(name, records, epsilon)


if __name__ == "__main__":
    main()
