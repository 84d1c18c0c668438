"""What the case ``safe`` measures inside a process of its own; prints one JSON object."""

import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Engine
from setanon_sql.measures.pieces import Compared, folder_utility
from setanon_sql.models.disassociation.method import (
    Disassociated,
    Split,
    disassociate_clusters,
    horpart,
    make_safe,
    no_sensitive_items,
    publish,
)
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.disassociation.recount_faults import count_folder
from setanon_sql.options.words import Infeasible
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.settings import Settings
from setanon_sql.sources import open_source
from setanon_sql.verify.pieces import FolderTables

Point = dict[str, Any]

#: Pairs of items that a subrecord holds together: what a release says for certain of two items.
_PAIRS = """
SELECT coalesce(sum(n * (n - 1) // 2), 0) AS pairs
FROM (SELECT count(*) AS n FROM {} GROUP BY subrecord_id) AS s
"""


def settings(source: str, *asked: str) -> list[Point]:
    """Measure a source at each k and m (comma-separated), before and after each of the ways (comma-separated).

    ``asked``: cluster size, k, m, 1 to share chunks, ways, 1 to also measure the relative association error of made-up
    originals.
    """
    cluster_size, ks, ms, refined, ways, compared = asked
    found = []
    with Settings(memory_limit="3GB").engine() as engine:
        data = open_source(engine, source)
        for k in map(int, ks.split(",")):
            for result in _disassociated(data, k, map(int, ms.split(",")), int(cluster_size), refined == "1"):
                found += _measured(data, result, _ways(ways), compared == "1")
    return found


def _ways(named: str) -> Sequence[Infeasible]:
    return [way for way in get_args(Infeasible) if way in named.split(",")]


def _disassociated(data: Dataset, k: int, ms: Iterator[int], size: int, refined: bool) -> Iterator[Disassociated]:
    """Cluster once, and go on for each m."""
    engine = data.engine
    clusters = horpart(engine, data.transactions, no_sensitive_items(engine), Split(k, size))
    for m in ms:
        model = Disassociation(k, m, size, refined, safe=True)
        yield disassociate_clusters(data, model, clusters, no_sensitive_items(engine), "measured")


def _measured(data: Dataset, result: Disassociated, ways: Sequence[Infeasible], compared: bool) -> list[Point]:
    before = _counted(data, result, compared)
    points = [before | {"way": "unsafe"}]
    for way in ways:
        copied = _copied(data.engine, result)
        began = time.perf_counter()
        safe, _ = make_safe(data.engine, copied, way, "1")
        seconds = time.perf_counter() - began
        after = _counted(data, safe, compared)
        kept = {
            "rlm": 1 - after["occurrences"] / max(1, before["occurrences"]),
            "pairs_lost": 1 - after["pairs"] / max(1, before["pairs"]),
        }
        points.append(after | kept | {"way": way, "safe_seconds": seconds})
    return points


def _copied(engine: Engine, result: Disassociated) -> Disassociated:
    """The tables that are replaced when a result is made safe."""

    def copy(table: Table) -> Table:
        return engine.table(all_rows(table))

    refined = result.refined
    shared = replace(refined, rows=copy(refined.rows), chunks=copy(refined.chunks), terms=copy(refined.terms))
    return replace(result, rows=copy(result.rows), chunks=copy(result.chunks), refined=shared)


def _counted(data: Dataset, result: Disassociated, compared: bool) -> Point:
    engine, model = data.engine, result.model
    assert isinstance(engine, DuckDBEngine)
    made = publish(engine, result, data.items, "1")
    tables = FolderTables(made.clusters, made.subrecords, made.terms)
    found = count_folder(engine, tables, model)
    name = f'"{made.subrecords.schema}"."{made.subrecords.name}"'
    (pairs,) = engine.connection.execute(_PAIRS.format(name)).fetchall()[0]
    point = {
        "k": model.k,
        "m": model.m,
        "cluster_size": model.cluster_size,
        "pem": found.covers.vulnerable_record_chunks / max(1, found.covers.record_chunks),
        "record_chunks": found.covers.record_chunks,
        "cover": found.by_check["cover"],
        "faults": found.violations(safe=False),
        "occurrences": engine.count(made.subrecords),
        "pairs": int(pairs),
    }
    if compared:
        measures = folder_utility(data, tables, model.k, how=Compared(3, "1", 100))
        point |= {name: measures[name] for name in ("re", "re_a", "re_top") if name in measures}
    engine.drop(made.clusters, made.subrecords, made.terms)
    return point


def cut(source: str, out: str, records: str) -> dict[str, int]:
    """Write the first records of a source of lines; more than it has are its lines again and again."""
    lines = Path(source).read_text(encoding="utf-8").splitlines()
    wanted = int(records)
    text = "\n".join((lines * (wanted // len(lines) + 1))[:wanted])
    Path(out).write_text(f"{text}\n", encoding="utf-8")
    return {"rows": sum(len(set(line.split())) for line in text.splitlines())}


if __name__ == "__main__":
    if sys.argv[1] == "cut":
        print(json.dumps(cut(*sys.argv[2:])))
    else:
        print(json.dumps({"points": settings(*sys.argv[1:])}))
