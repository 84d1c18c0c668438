"""What is measured inside a process of its own; prints one JSON object. Called by the cases, not by hand."""

import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

#: The yardstick: how often do two items occur together, for all pairs of items at once?
PAIRS = """
SELECT count(*) AS pairs FROM (
    SELECT a.item, b.item, count(*) AS n
    FROM transactions AS a JOIN transactions AS b ON a.record_id = b.record_id AND a.item < b.item
    GROUP BY a.item, b.item) AS counted
"""

LINES = """
CREATE TABLE transactions AS
SELECT DISTINCT record_id, CAST(item AS INTEGER) AS item FROM (
    SELECT record_id, unnest(regexp_split_to_array(line, '[,\\s]+')) AS item FROM (
        SELECT row_number() OVER () AS record_id, line
        FROM read_csv(?, columns = {'line': 'VARCHAR'}, delim = '', quote = '', escape = '', header = false))) AS pieces
WHERE item <> '' ORDER BY record_id, item
"""


def pairs(source: str) -> dict[str, object]:
    """Time the query that counts all pairs over integer items, median of three; reading the file is not counted."""
    import duckdb

    connection = duckdb.connect()
    connection.execute(LINES, [source])
    seconds = []
    for _ in range(3):
        began = time.perf_counter()
        (found,) = connection.execute(PAIRS).fetchone() or (0,)
        seconds.append(time.perf_counter() - began)
    return {"seconds": statistics.median(seconds), "pairs": found}


def audit(source: str, k: str, m: str) -> dict[str, object]:
    """Time one call of the Python API; ``m`` 0 stands for every size."""
    from importlib import import_module

    api = import_module("setanon_sql.api")
    began = time.perf_counter()
    api.audit_km(source, k=int(k), m=int(m) or None)
    return {"seconds": time.perf_counter() - began}


def release(source: str, out: str, tree: str) -> dict[str, float]:
    """Measure a release of k^m-anonymity apart from the package: NCP, suppressed occurrences, items kept, labels."""
    import duckdb

    from benchmarks import trees

    labels = duckdb.connect().read_parquet(out).project("CAST(item AS VARCHAR) AS item").distinct().fetchall()
    support = trees.supports(trees.read_baskets(Path(source)))
    taxonomy = trees.read_tree(Path(tree)) if tree else trees.flat_tree(support)
    return trees.ncp(support, frozenset(label for (label,) in labels), taxonomy)


def generate(path: str, records: str) -> dict[str, object]:
    """Write generated baskets of average length 10 over 5,000 items; the file appears when it is whole."""
    from setanon_sql.generate import quest

    partial = Path(path).with_suffix(".partial.parquet")
    quest(int(records), 5_000, 10, seed=1).write(partial).rename(path)
    return {"records": int(records)}


MEASURES: dict[str, Callable[..., object]] = {"pairs": pairs, "audit": audit, "release": release, "generate": generate}

if __name__ == "__main__":
    print(json.dumps(MEASURES[sys.argv[1]](*sys.argv[2:])))
