"""What a disassociated release loses, for many measures at once: each made-up original is used for all of them.

``tkd`` is that of each original; ``re`` of a range of ranks is that of the mean over so many originals. The measures
are those of :mod:`setanon_sql.utility_folder`.
"""

import statistics
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.itemsets import top_itemsets
from setanon_sql.reconstruct import prepare, reconstruct
from setanon_sql.sql import Table
from setanon_sql.verify.disassociation import FolderTables

#: The ranks of Figure 7d: so many most frequent items and the 20 after them (``re_top`` is 0, ``re`` is 200).
RANGES = (0, 100, 200, 300, 400)
NAMES = {0: "re_top", 200: "re"}

_PAIRS = """
SELECT (a.item - 1) // 100 * 100 AS first, a.item AS one, b.item AS other, count(*) AS support
FROM {rows} AS a
JOIN {rows} AS b ON b.record_id = a.record_id AND b.item > a.item AND (b.item - 1) // 100 = (a.item - 1) // 100
WHERE (a.item - 1) % 100 < 20 AND (b.item - 1) % 100 < 20 AND a.item <= 420
GROUP BY a.item, b.item
"""

Pairs = dict[int, dict[tuple[int, int], int]]


@dataclass
class Source:
    """A dataset with what every comparison needs of it, counted once."""

    dataset: Dataset
    top: int = 1000
    wanted: Table = field(init=False)
    before: Pairs = field(init=False)

    def __post_init__(self) -> None:
        self.wanted = top_itemsets(self.dataset.engine, self.dataset.transactions, self.top)
        self.before = self.pairs(self.dataset.transactions)

    def pairs(self, rows: Table) -> Pairs:
        """Return the supports of pairs by range of ranks."""
        connection: Any = self.dataset.engine.connection  # type: ignore[attr-defined]
        found: Pairs = defaultdict(dict)
        for first, one, other, support in connection.execute(_PAIRS.format(rows=_sql(rows))).fetchall():
            found[first][one, other] = support
        return found

    def lost(self, rows: Table) -> float:
        """Return the share of the most frequent itemsets that are not among those of ``rows``."""
        engine = self.dataset.engine
        found = top_itemsets(engine, rows, self.top)
        n, common = engine.row("itemsets/common", one=self.wanted, other=found)
        engine.drop(found)
        return 1 - float(common) / float(n)


def losses(source: Source, release: FolderTables, k: int, originals: int) -> dict[str, Any]:
    """Return every measure: means (and ``_sd``) over the originals, and ``averaged``: ``re`` by originals and range."""
    engine, items, ready = source.dataset.engine, source.dataset.items, prepare(source.dataset.engine, release)
    certain = engine.table("utility/certain_rows", subrecords=release.subrecords, terms=release.terms, items=items)
    measures = {"tkd_a": source.lost(certain)} | errors(source.before, [source.pairs(certain)], "_a")
    drawn = []
    for seed in range(originals):
        one = reconstruct(engine, ready, f"{seed}:1")
        sample = engine.table("reconstruct/sample", original=one, sample_id=1)
        rows = engine.table("utility/coded_release", samples=sample, items=items, sample_count=1)
        drawn.append(({"tkd": source.lost(rows)}, source.pairs(rows)))
        engine.drop(one, sample, rows)
    engine.drop(certain)
    single = [tkd | errors(source.before, [pairs]) for tkd, pairs in drawn]
    many = [n for n in (1, 2, 5, 10) if n <= originals]
    averaged = {n: errors(source.before, [pairs for _, pairs in drawn[:n]]) for n in many}
    return spread(single) | measures | kept(source, release, k) | {"averaged": averaged}


def errors(before: Pairs, samples: list[Pairs], ending: str = "") -> dict[str, float]:
    """Return the mean relative error of each range, supports averaged over samples; pairs of neither do not count."""
    found: dict[str, float] = {}
    for first in RANGES:
        after: dict[tuple[int, int], float] = defaultdict(float)
        for one in samples:
            for pair, support in one.get(first, {}).items():
                after[pair] += support / len(samples)
        both = [(before.get(first, {}).get(pair, 0), after[pair]) for pair in {*before.get(first, {}), *after}]
        name = NAMES.get(first, f"re_{first}").replace("re", f"re{ending}", 1)
        found |= {name: statistics.mean(abs(a - b) / ((a + b) / 2) for a, b in both)} if both else {}
    return found


def spread(runs: list[dict[str, float]]) -> dict[str, float]:
    """Return mean and standard deviation of each measure over several made-up originals."""
    means = {name: statistics.mean(run[name] for run in runs) for name in runs[0]}
    return means | {f"{name}_sd": statistics.pstdev([run[name] for run in runs]) for name in runs[0] if len(runs) > 1}


def kept(source: Source, release: FolderTables, k: int) -> dict[str, float]:
    """Return the share of occurrences in chunks, and of items of more than k records that are in none."""
    engine, dataset = source.dataset.engine, source.dataset
    frequent, lost = engine.row("utility/terms_lost", items=dataset.items, subrecords=release.subrecords, k=k)
    return {"kept_share": engine.count(release.subrecords) / dataset.rows, "tlost": lost / frequent}


def _sql(table: Table) -> str:
    return table.expression().sql("duckdb")
