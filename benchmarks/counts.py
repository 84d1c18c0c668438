"""What counts without noise cost beside counts with noise: share shown of the most frequent pairs, and how far off.

python -m benchmarks.counts [FOLDER]: prints what the table of docs/counts.md is made of. Pairs are counted and compared
here, in plain SQL; of setanon only what it publishes is read.
"""

import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import duckdb

from setanon_sql import api

K = 5
MOST_FREQUENT = 1_000
#: The ways of publishing counts, each with its options.
WAYS: Mapping[str, Mapping[str, Any]] = {
    "rounded": {"k": K},
    "exact": {"k": K, "exact": True},
    "noise, epsilon 1": {"epsilon": 1},
    "noise, epsilon 5": {"epsilon": 5},
}
#: Households, each with all that they bought, by a column of the taxonomy.
_HOUSEHOLDS = """
SELECT DISTINCT p.person_id::VARCHAR AS record_id, x.{level} AS item
FROM '{folder}/completejourney.parquet' AS p
JOIN read_csv('{folder}/completejourney-taxonomy.csv', delim = ';', header = true) AS x ON x.item = p.item"""
_BASKETS = """
SELECT DISTINCT r.record_id::VARCHAR AS record_id, i.item
FROM (
  SELECT row_number() OVER () AS record_id, string_split(replace(trim(line), ',', ' '), ' ') AS items
  FROM read_csv('{folder}/{file}', columns = {{'line': 'VARCHAR'}}, delim = chr(7), header = false)
) AS r, unnest(r.items) AS i (item)
WHERE i.item <> ''"""
_PAIRS = f"""
SELECT a.item AS item, b.item AS item2, count(*) AS n
FROM baskets AS a
JOIN baskets AS b ON b.record_id = a.record_id AND b.item > a.item
GROUP BY a.item, b.item
HAVING count(*) >= {K}"""
#: How many of the pairs of k and more, and of the most frequent ones, are shown, and how far off they are.
_COMPARED = f"""
SELECT
  count(s.count) / count(*) AS shown,
  avg(abs(s.count - t.n) / t.n) AS error,
  count(s.count) FILTER (t.rank <= {MOST_FREQUENT}) / count(*) FILTER (t.rank <= {MOST_FREQUENT}) AS top_shown,
  avg(abs(s.count - t.n) / t.n) FILTER (t.rank <= {MOST_FREQUENT}) AS top_error
FROM (SELECT *, row_number() OVER (ORDER BY n DESC, item, item2) AS rank FROM pairs) AS t
LEFT JOIN read_csv('{{published}}', header = true, types = {{{{'item': 'VARCHAR', 'item2': 'VARCHAR'}}}}) AS s
  ON least(s.item, s.item2) = t.item AND greatest(s.item, s.item2) = t.item2"""


def sources(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the name of each data set, and the query of its baskets."""
    for level in ("product_category", "product_type"):
        yield f"Complete Journey, {level.replace('_', ' ')}", _HOUSEHOLDS.format(level=level, folder=folder)
    for number in (1, 2):
        yield f"BMS-WebView-{number}", _BASKETS.format(file=f"bms-webview-{number}.txt", folder=folder)


def derivable(base: duckdb.DuckDBPyConnection) -> int:
    """Return how many differences of 1 to k - 1 follow from the pairs that the plain rule shows, and their items."""
    rows = base.execute(
        f"""WITH items AS (SELECT item, count(*) AS n FROM baskets GROUP BY item HAVING count(*) >= {K})
        SELECT count(*) FROM pairs AS p JOIN items AS i ON i.item IN (p.item, p.item2)
        WHERE i.n - p.n BETWEEN 1 AND {K - 1}"""
    ).fetchone()
    assert rows
    return int(rows[0])


def lines(folder: Path) -> Iterator[str]:
    """Yield a line of the table for each data set and way."""
    for name, query in sources(folder):
        with duckdb.connect() as base, tempfile.TemporaryDirectory() as work:
            baskets = Path(work, "baskets.parquet")
            base.execute(f"CREATE TABLE baskets AS {query}")
            base.execute(f"COPY baskets TO '{baskets}'")
            base.execute(f"CREATE TABLE pairs AS {_PAIRS}")
            pairs = len(base.execute("FROM pairs").fetchall())
            yield f"| {name}: {pairs:,} pairs | the rule | {derivable(base):,} | 100 % | 0 % | 100 % | 0 % |"
            for way, options in WAYS.items():
                out = Path(work, f"{way.replace(' ', '-')}.csv")
                api.publish_counts(baskets, out, count=["items", "pairs"], **options)
                figures = base.execute(_COMPARED.format(published=out)).fetchone() or ()
                shares = " | ".join(f"{100 * (figure or 0):.2f} %" for figure in figures)
                yield f"| | {way} | 0 | {shares} |"


if __name__ == "__main__":
    for line in lines(Path(sys.argv[1] if len(sys.argv) > 1 else os.environ["SETANON_DATASETS"])):
        print(line, flush=True)
