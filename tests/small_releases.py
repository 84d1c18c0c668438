"""Small disassociated releases whose possible originals can all be enumerated, and their estimates."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from sqlglot import parse_one

from setanon_sql.engine import Engine
from setanon_sql.inference.reconstruct import estimate
from setanon_sql.query.templates import all_rows
from setanon_sql.verify.pieces import FolderTables
from tests.oracle import disassociation as oracle

Itemsets = list[frozenset[str]]
Rows = tuple[list[tuple[int, int | None, str, int]], list[tuple[int, int, int, str]], list[tuple[int, str]]]


@dataclass(frozen=True)
class Release:
    """Clusters by id: parent and size; chunks: cluster and subrecords, letters for items; terms by cluster."""

    clusters: dict[int, tuple[int | None, int]]
    chunks: Sequence[tuple[int, str]]
    terms: dict[int, str]

    def rows(self, copies: int = 1) -> Rows:
        """The rows of the three tables, of so many copies: item a of copy 7 is a7."""
        joint, clusters, subrecords, terms = {parent for parent, _ in self.clusters.values()}, [], [], []
        for copy in range(copies):
            first, chunk, row = 10 * copy, 100 * copy, 1000 * copy
            for cluster, (parent, size) in self.clusters.items():
                kind = "joint" if cluster in joint else "simple"
                clusters.append((first + cluster, parent and first + parent, kind, size))
            for cluster, text in self.chunks:
                chunk += 1
                for subrecord in text.split():
                    row += 1
                    subrecords += [(first + cluster, chunk, row, f"{item}{copy}") for item in subrecord]
            terms += [(first + cluster, f"{item}{copy}") for cluster, items in self.terms.items() for item in items]
        return clusters, subrecords, terms

    def plain(self) -> oracle.Folder:
        return oracle.folder_of(*self.rows())

    def tables(self, engine: Engine, copies: int = 1) -> FolderTables:
        clusters, subrecords, terms = self.rows(copies)
        roots = [(cluster, parent or 0, kind, size) for cluster, parent, kind, size in clusters]
        made = engine.load_rows("made", {"cluster_id": int, "parent_id": int, "kind": str, "size": int}, roots)
        query = (
            f"SELECT cluster_id, nullif(parent_id, 0) AS parent_id, kind, size FROM {made.expression().sql('duckdb')}"
        )
        names = {"cluster_id": int, "chunk_id": int, "subrecord_id": int, "item": str}
        return FolderTables(
            engine.table(parse_one(query, dialect="duckdb")),
            engine.load_rows("subrecords", names, subrecords),
            engine.load_rows("terms", {"cluster_id": int, "item": str}, terms),
        )

    def itemsets(self) -> Itemsets:
        items = sorted(
            {
                f"{item}0"
                for text in (*self.terms.values(), *(t for _, t in self.chunks))
                for item in text.replace(" ", "")
            }
        )
        return [frozenset(s) for n in (1, 2, 3) for s in combinations(items, n)]


#: Chunks that have to fill every record together; the last two only end to end.
TIGHT = {
    "two chunks": Release({1: (None, 4)}, [(1, "a ab b"), (1, "c cd")], {}),
    "three chunks": Release({1: (None, 4)}, [(1, "a a"), (1, "b bc"), (1, "d")], {}),
    "two clusters": Release(
        {1: (None, 3), 2: (None, 3)}, [(1, "a a"), (1, "b b"), (2, "a ab"), (2, "c"), (2, "d d")], {}
    ),
    "end to end": Release({1: (None, 4)}, [(1, "a a"), (1, "b b")], {}),
    "end to end by three": Release({1: (None, 4)}, [(1, "a"), (1, "b bc"), (1, "d")], {}),
}
#: Terms, where chunks do not fill every record; and a chunk that does.
LOOSE = {
    "terms": Release({1: (None, 3)}, [(1, "a a"), (1, "b bc")], {1: "xy"}),
    "one term, many empty": Release({1: (None, 4)}, [(1, "a")], {1: "x"}),
    "only terms": Release({1: (None, 3)}, [], {1: "xy"}),
    "a full chunk": Release({1: (None, 3)}, [(1, "a a b"), (1, "c cd")], {}),
}
#: Shared chunks: none of their items in one of the clusters; an item that one cluster has itself; two levels.
SHARED = {
    "shared": Release({1: (9, 2), 2: (9, 2), 9: (None, 4)}, [(1, "a ab"), (2, "c"), (9, "e ef")], {2: "x"}),
    "over tight clusters": Release(
        {1: (9, 3), 2: (9, 2), 9: (None, 5)}, [(1, "a a"), (1, "b b"), (2, "c c"), (9, "e e")], {}
    ),
    "an item of one cluster": Release(
        {1: (9, 2), 2: (9, 3), 9: (None, 5)}, [(1, "a ab"), (2, "c c"), (9, "a a")], {2: "x"}
    ),
    "two levels": Release(
        {1: (8, 2), 2: (8, 1), 3: (9, 2), 8: (9, 3), 9: (None, 5)},
        [(1, "a a"), (2, "b"), (8, "e"), (9, "e f")],
        {3: "x"},
    ),
}
ALL = TIGHT | LOOSE | SHARED
#: All of that in one: too many originals to enumerate.
WHOLE = Release(
    {1: (8, 4), 2: (8, 5), 3: (9, 3), 4: (9, 3), 8: (9, 9), 9: (None, 15)},
    [(1, "a ab b"), (1, "c cd"), (2, "f fg"), (2, "h h"), (2, "i i"), (3, "a"), (8, "k kl"), (9, "a a"), (9, "m")],
    {3: "x", 4: "xyz"},
)


def estimates(engine: Engine, release: FolderTables, itemsets: Itemsets) -> dict[frozenset[str], float]:
    rows = [(number, item) for number, itemset in enumerate(itemsets) for item in itemset]
    asked = engine.load_rows("itemsets", {"itemset_id": int, "item": str}, rows)
    found = engine.rows(all_rows(estimate(engine, release, asked)))
    return {itemsets[number]: expected for number, _, expected in found}
