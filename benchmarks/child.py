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


def audit(source: str, k: str, m: str) -> dict[str, object]:
    """Time the audit of data that have been read, and the query that counts all pairs, in turn; medians of three.

    ``m`` 0 stands for every size: that is timed once.
    """
    from setanon_sql.engine import DuckDBEngine
    from setanon_sql.models.km.audit import audit_km
    from setanon_sql.models.km.parameters import KmAnonymity
    from setanon_sql.sources import open_source

    with DuckDBEngine() as engine:
        dataset = open_source(engine, source)
        table = dataset.transactions.expression().sql("duckdb")
        engine.connection.execute(f"CREATE VIEW transactions AS SELECT * FROM {table}")
        engine.connection.execute(PAIRS).fetchall()
        query, audits = [], []
        for _ in range(3 if int(m) else 1):
            query.append(_seconds(lambda: engine.connection.execute(PAIRS).fetchall()))
            audits.append(_seconds(lambda: audit_km(dataset, KmAnonymity(int(k), int(m) or None))))
    seconds, yardstick = statistics.median(audits), statistics.median(query)
    return {"audit_s": seconds, "query_s": yardstick, "times_pairs": seconds / yardstick}


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def release(source: str, out: str, tree: str) -> dict[str, float]:
    """Measure a release of k^m-anonymity apart from the package: NCP, suppressed occurrences, items kept, labels."""
    import duckdb

    from benchmarks import trees

    labels = duckdb.connect().read_parquet(out).project("CAST(item AS VARCHAR) AS item").distinct().fetchall()
    support = trees.supports(trees.read_baskets(Path(source)))
    taxonomy = trees.read_tree(Path(tree)) if tree else trees.flat_tree(support)
    return trees.ncp(support, frozenset(label for (label,) in labels), taxonomy)


MEASURES: dict[str, Callable[..., object]] = {"audit": audit, "release": release}

if __name__ == "__main__":
    print(json.dumps(MEASURES[sys.argv[1]](*sys.argv[2:])))
