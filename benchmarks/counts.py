"""What counts without noise cost beside counts with noise: share shown of the most frequent pairs, and how far off.

python -m benchmarks.counts [FOLDER]: prints what the table of docs/counts.md is made of.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import duckdb

from setanon_sql import api

K = 5
EPSILONS = (1, 5)
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


def sources(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the name of each data set, and the query of its baskets."""
    for level in ("product_category", "product_type"):
        yield f"Complete Journey, {level.replace('_', ' ')}", _HOUSEHOLDS.format(level=level, folder=folder)
    for number in (1, 2):
        yield f"BMS-WebView-{number}", _BASKETS.format(file=f"bms-webview-{number}.txt", folder=folder)


def lines(folder: Path) -> Iterator[str]:
    """Yield a line of the table for each data set and way."""
    for name, query in sources(folder):
        with duckdb.connect() as base, tempfile.TemporaryDirectory() as work:
            baskets = Path(work, "baskets.parquet")
            base.execute(f"COPY ({query}) TO '{baskets}'")
            compared = api.compare_counts(baskets, k=[K], epsilon=EPSILONS)
        for row in compared.rows:
            figures = (row.shown, row.error, row.top_shown, row.top_error)
            shares = " | ".join(f"{100 * (figure or 0):.2f} %" for figure in figures)
            yield f"| {name}: {row.pairs:,} pairs | {row.name} | {row.differences} | {shares} |"


if __name__ == "__main__":
    for line in lines(Path(sys.argv[1] if len(sys.argv) > 1 else os.environ["SETANON_DATASETS"])):
        print(line, flush=True)
