"""What the guarantee costs in itemsets: the paper's clusters as they are, and step by step as they may be published.

``python -m benchmarks.disassociation_price FILE [ORIGINALS]`` prints one JSON object for each way to cluster (k = 5,
m = 2, clusters under 30): ``literal`` (clusters of any size), ``merged`` (those under k joined to the next ones, in
the order in which they were split off), ``cut`` (and the large ones cut), ``exact`` (one item at a time, no cluster
under k), and ``default``. VERPART and REFINE are the same for all, in SQL.
"""

import json
import sys
from typing import Any

import numpy as np

from benchmarks.disassociation_losses import losses
from benchmarks.reference_disassociation import Records, cut, horpart
from setanon_sql.dataset import Dataset
from setanon_sql.models.disassociation import method
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.verify.pieces import FolderTables

K, M, SIZE = 5, 2, 30


class Numbered(frozenset[str]):
    """A record that keeps its number."""

    number: int


def numbered(source: Dataset) -> Records:
    """Return the records, items as texts that sort as their numbers do."""
    items: dict[int, list[str]] = {}
    for record, item in source.engine.rows(all_rows(source.transactions)):
        items.setdefault(record, []).append(f"{item:06}")
    records = {number: Numbered(items[number]) for number in sorted(items)}
    for number, record in records.items():
        record.number = number
    return list(records.values())


def merged(groups: list[Records], k: int) -> list[Records]:
    """Join each cluster under k to those that come next, until they are k records together."""
    found: list[Records] = []
    waiting: Records = []
    for group in groups:
        waiting = waiting + group
        if len(waiting) >= k:
            found.append(waiting)
            waiting = []
    return [*found[:-1], found[-1] + waiting]


def clusterings(source: Dataset) -> dict[str, list[Records]]:
    """Return the clusters of each way that plain Python takes."""
    records = numbered(source)
    literal = horpart(records, K, SIZE, literal=True)
    joined = merged(literal, K)
    pieces = [piece for group in joined for piece in (cut(group, K, SIZE) if len(group) >= SIZE else [group])]
    return {"literal": literal, "merged": joined, "cut": pieces, "exact": horpart(records, K, SIZE)}


def loaded(source: Dataset, groups: list[Records]) -> Table:
    """Return ``record_id, cluster_id``."""
    pairs = [(record.number, at) for at, group in enumerate(groups, 1) for record in group]  # type: ignore[attr-defined]
    return source.engine.load("given", {"record_id": int, "cluster_id": int}, [*zip(*pairs, strict=True)])


def loss(source: Dataset, clusters: Table, originals: int) -> dict[str, Any]:
    """Split and refine given clusters, and measure what is lost."""
    whole = method.disassociate_clusters(
        source, Disassociation(K, M), clusters, method.no_sensitive_items(source.engine), "given"
    )
    made = method.publish(source.engine, whole, source.items, "1")
    return losses(source, FolderTables(made.clusters, made.subrecords, made.terms), K, originals)


def main() -> None:
    """Print sizes and losses of every way."""
    from setanon_sql.settings import Settings
    from setanon_sql.sources import open_source

    path, *more = sys.argv[1:]
    with Settings(memory_limit="3GB").engine() as engine:
        source = open_source(engine, path)
        ways = {name: loaded(source, groups) for name, groups in clusterings(source).items()}
        ways["default"] = method.horpart(
            engine, source.transactions, method.no_sensitive_items(engine), method.Split(K, SIZE)
        )
        for name, clusters in ways.items():
            _, sizes = np.unique(engine.columns(all_rows(clusters))["cluster_id"], return_counts=True)
            told = {
                "clusters": len(sizes),
                "under_k": int((sizes < K).sum()),
                "largest": int(sizes.max()),
                "over": int((sizes >= SIZE).sum()),
            }
            lost = loss(source, clusters, int(more[0]) if more else 5)
            print(json.dumps({"way": name} | told | lost), flush=True)


if __name__ == "__main__":
    main()
