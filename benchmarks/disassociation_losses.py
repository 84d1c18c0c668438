"""What a disassociated release loses, for many measures at once: each made-up original is used for all of them.

``tkd`` is that of each original; ``re`` of a range of ranks is that of the mean over so many originals. The measures
are those of :mod:`setanon_sql.measures.pieces`.
"""

import statistics
from collections import defaultdict
from typing import Any

from setanon_sql.counting.itemsets import top_itemsets
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine
from setanon_sql.inference.reconstruct import prepare, reconstruct
from setanon_sql.query.templates import Table
from setanon_sql.verify.pieces import FolderTables

#: The ranks of Figure 7d: the 20 items after so many most frequent ones (``re_top`` is 0, ``re`` is 200; that of
#: ``setanon utility`` begins one rank sooner).
RANGES = (0, 100, 200, 300, 400)
NAMES = {0: "re_top", 200: "re"}

#: Which dataset a row is of (``draw``): the source, what is certain, made-up originals.
SOURCE, CERTAIN, FIRST_ORIGINAL = 0, 1, 2

_ORIGINAL = (
    "INSERT INTO {into} SELECT {draw}, o.record_id, i.item FROM {rows} AS o JOIN {items} AS i ON i.label = o.item"
)

_PAIRS = """
SELECT a.draw, (a.item - 1) // 100 * 100 AS first, a.item AS one, b.item AS other, count(*) AS support
FROM {rows} AS a
JOIN {rows} AS b ON b.draw = a.draw AND b.record_id = a.record_id
  AND b.item > a.item AND (b.item - 1) // 100 = (a.item - 1) // 100
WHERE (a.item - 1) % 100 < 20 AND (b.item - 1) % 100 < 20 AND a.item <= 420
GROUP BY a.draw, a.item, b.item
"""

Pairs = dict[int, dict[tuple[int, int], int]]


def losses(source: Dataset, release: FolderTables, k: int, originals: int, top: int = 1000) -> dict[str, Any]:
    """Return every measure: means (and ``_sd``) over the originals, and ``averaged``: ``re`` by originals and range."""
    rows = _rows(source, release, originals)
    engine, found = source.engine, top_itemsets(source.engine, rows, top)
    common = {draw: int(n) for draw, n in engine.rows("counting/top_itemsets/common", found=found)}
    lost = {draw: 1 - common.get(draw, 0) / common[SOURCE] for draw in range(FIRST_ORIGINAL + originals)}
    pairs = _pairs(engine, rows)
    engine.drop(rows, found)
    before, drawn = pairs[SOURCE], [pairs[draw] for draw in range(FIRST_ORIGINAL, FIRST_ORIGINAL + originals)]
    single = [{"tkd": lost[FIRST_ORIGINAL + at]} | errors(before, [one]) for at, one in enumerate(drawn)]
    certain = {"tkd_a": lost[CERTAIN]} | errors(before, [pairs[CERTAIN]], "_a")
    averaged = {n: errors(before, drawn[:n]) for n in (1, 2, 5, 10) if n <= originals}
    return spread(single) | certain | kept(source, release, k) | {"averaged": averaged}


def _rows(source: Dataset, release: FolderTables, originals: int) -> Table:
    """Return ``draw, record_id, item`` of the source, of what is certain, and of made-up originals."""
    engine, ready = source.engine, prepare(source.engine, release)
    certain = engine.table(
        "measures/pieces/certain_rows", subrecords=release.subrecords, terms=release.terms, items=source.items
    )
    none = engine.load("none", {"record_id": int, "item": int}, [[], []])
    rows = engine.table("measures/pieces/compared_rows", originals=source.transactions, drawn=certain, certain=none)
    for at in range(originals):
        one = reconstruct(engine, ready, f"{at}:1")
        _run(engine, _ORIGINAL, into=rows, rows=one, items=source.items, draw=FIRST_ORIGINAL + at)
        engine.drop(one)
    engine.drop(certain, none)
    return rows


def _pairs(engine: Any, rows: Table) -> dict[int, Pairs]:
    """Return the supports of pairs by dataset and range of ranks."""
    found: dict[int, Pairs] = defaultdict(lambda: defaultdict(dict))
    for draw, first, one, other, support in _run(engine, _PAIRS, rows=rows):
        found[draw][first][one, other] = support
    return found


def _run(engine: Any, text: str, draw: int = 0, **tables: Table) -> list[tuple[int, ...]]:
    assert isinstance(engine, DuckDBEngine)
    names = {name: table.expression().sql("duckdb") for name, table in tables.items()}
    found: list[tuple[int, ...]] = engine.connection.execute(text.format(draw=draw, **names)).fetchall()
    return found


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


def kept(source: Dataset, release: FolderTables, k: int) -> dict[str, float]:
    """Return the share of occurrences in chunks, and of items of more than k records that are in none."""
    frequent, lost = source.engine.row(
        "measures/pieces/terms_lost", items=source.items, subrecords=release.subrecords, k=k
    )
    return {"kept_share": source.engine.count(release.subrecords) / source.rows, "tlost": lost / frequent}
