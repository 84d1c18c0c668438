"""Data, results and examples for the tests of disassociation."""

import random
from collections.abc import Sequence
from itertools import combinations

from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.disassociation.method import (
    Disassociated,
    publish,
)
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.verify.pieces import FolderTables
from tests.data import dataset_of
from tests.oracle import disassociation as oracle

FIGURE_2 = [
    {"itunes", "flu", "madonna", "ikea", "ruby"},
    {"madonna", "flu", "viagra", "ruby", "audi a4", "sony tv"},
    {"itunes", "madonna", "audi a4", "ikea", "sony tv"},
    {"itunes", "flu", "viagra"},
    {"itunes", "flu", "madonna", "audi a4", "sony tv"},
    {"madonna", "digital camera", "panic disorder", "playboy"},
    {"iphone sdk", "madonna", "ikea", "ruby"},
    {"iphone sdk", "digital camera", "madonna", "playboy"},
    {"iphone sdk", "digital camera", "panic disorder"},
    {"iphone sdk", "digital camera", "madonna", "ikea", "ruby"},
]
Records = Sequence[frozenset[str]]
Terms = dict[int, set[str]]


class Example:
    """Records in given clusters."""

    def __init__(self, engine: DuckDBEngine, records: Sequence[set[str]], clusters: Sequence[int]) -> None:
        self.engine = engine
        self.data = dataset_of(engine, [frozenset(record) for record in records])
        ids = list(range(1, len(records) + 1))
        self.clusters = engine.load("clusters", {"record_id": int, "cluster_id": int}, [ids, list(clusters)])
        self.rows = engine.table(
            "disassociation/verpart_nodes/cluster_rows",
            transactions=self.data.transactions,
            positions=self.engine.table("disassociation/verpart_nodes/positions", clusters=self.clusters),
        )
        self.none = engine.load("sensitive", {"item": int}, [[]])
        self.label = {item: label for item, label, _ in engine.rows(all_rows(self.data.items))}

    def chunks(self, table: Table) -> dict[int, list[set[str]]]:
        found: dict[int, dict[int, set[str]]] = {}
        for cluster, item, chunk, _ in self.engine.rows(all_rows(table)):
            found.setdefault(cluster, {}).setdefault(chunk, set()).add(self.label[item])
        return {cluster: [chunks[number] for number in sorted(chunks)] for cluster, chunks in found.items()}

    def terms(self, table: Table) -> Terms:
        found: Terms = {}
        for cluster, item, _ in self.engine.rows(all_rows(table)):
            found.setdefault(cluster, set()).add(self.label[item])
        return found


def random_records(rng: random.Random) -> Records:
    items = "abcdefghijkl"[: rng.randint(3, 12)]
    weights = [1 / (at + 1) for at in range(len(items))]
    longest = rng.choice([2, 4, 6])
    return [
        frozenset(rng.choices(items, weights, k=rng.randint(1, longest))) for _ in range(rng.choice([6, 12, 25, 40]))
    ]


def folder(engine: DuckDBEngine, result: Disassociated, labels: Table) -> tuple[FolderTables, oracle.Folder]:
    made = publish(engine, result, labels, "a secret")
    tables = FolderTables(made.clusters, made.subrecords, made.terms)
    rows = [engine.rows(all_rows(table)) for table in (made.clusters, made.subrecords, made.terms)]
    return tables, oracle.folder_of(*rows)


def assert_some_original_hides(
    engine: DuckDBEngine, result: Disassociated, labels: Table, records: Records, release: oracle.Folder, k: int, m: int
) -> None:
    """For every m items of a record there is an original in which k records of some cluster hold them."""
    sets = {frozenset(s) for record in records for n in range(1, m + 1) for s in combinations(sorted(record), n)}
    for itemset in sets:
        simple = [cluster for cluster, kind in release.kind.items() if kind == "simple"]
        assert any(oracle.Original(release).holding(cluster, itemset, k) for cluster in simple), (itemset, k, m)


LINES = "\n".join(["a b c", "a b d", "a b", "c d", "a c e", "b c d", "a b", "c", "a d e", "b d", "a b c d", "f"] * 4)
