"""Check a disassociated release from its tables alone.

1. Structure: clusters, chunks and terms are what they say they are; no simple cluster has fewer than k records.
2. Every chunk is k^m-anonymous. Chunks have no items in common once an item is told apart by its chunk, so all of them
   are counted together (:mod:`setanon_sql.verify.chunks`), set by set as those of k^m-anonymity.
3. Every simple cluster has enough subrecords, or a term, so that no record must be empty (Lemma 2). A sensitive term of
   which few records may be holders does not count.
4. A shared chunk with an item that record or shared chunks below it hold, too, is k-anonymous (Property 1).
5. Covered items (:mod:`setanon_sql.verify.cover`): counted always, a fault only where the release promises that there
   are none.
6. Where the labels are given that are to be in term chunks only: none of them is in another chunk.
7. Where a release promises that clusters share no chunks: there is no joint cluster.
8. Where it promises that no more than one in L records of a cluster hold a sensitive item: the holders, where they are
   known, and whether the cluster has k times L records (:mod:`setanon_sql.verify.diversity`).
9. Where it counts persons, and these are known: k of them in each cluster and behind each set
   (:mod:`setanon_sql.verify.pieces_persons`).

Chunks and clusters that fail are counted, not the sets in them. Source: Terrovitis et al., section 5.
"""

from setanon_sql.engine import Engine, scoped
from setanon_sql.models.disassociation.recount_holders import count_holder_persons, count_holders
from setanon_sql.models.disassociation.recount_persons import count_persons
from setanon_sql.query.templates import Table
from setanon_sql.registry.pieces import BAD_CHUNKS, PiecesParameters
from setanon_sql.verify.chunks import chunk_tables, equal_subrecords
from setanon_sql.verify.cover import count_covers
from setanon_sql.verify.extensions import larger_sets
from setanon_sql.verify.pieces import (
    FolderCounts,
    FolderTables,
    HolderCounts,
    Holders,
    PieceOwners,
    clusters_above,
    covers_in,
)


@scoped
def count_folder(
    engine: Engine,
    tables: FolderTables,
    model: PiecesParameters,
    sensitive: Table | None = None,
    holders: Holders | None = None,
    *,
    owners: PieceOwners | None = None,
) -> FolderCounts:
    """Count everything that breaks ``model``.

    ``sensitive`` (``label``) is what has to be in term chunks only; None: not known. ``holders``: who holds it.
    ``owners``: whose the pieces are; None: not known.
    """
    return _FolderRecount(engine, tables, model).run(sensitive, holders, owners if model.person else None)


class _FolderRecount:
    def __init__(self, engine: Engine, tables: FolderTables, model: PiecesParameters) -> None:
        self.engine = engine
        self.tables = tables
        self.model = model

    def run(self, sensitive: Table | None, holders: Holders | None, owners: PieceOwners | None) -> FolderCounts:
        clusters = self.tables.clusters
        above, cyclic = clusters_above(self.engine, clusters)
        self.chunks = chunk_tables(self.engine, self.tables.subrecords)
        alike, rows = self._distinct_subrecords()
        structure = cyclic + self._count_structure_faults(above, rows)
        covers = count_covers(self.engine, covers_in(self.engine, clusters, self.chunks, above))
        by_check = {
            BAD_CHUNKS: self._count_chunk_faults(rows),
            "subrecord_count": self._count_small_clusters(sensitive),
            "joint_property": self._count_conflicts(above, alike),
            "structure": structure,
            "cover": covers.cover,
        }
        if sensitive is not None:
            by_check["sensitive"] = self._count_misplaced(sensitive)
        holder_counts = self._count_holders(sensitive, holders)
        if holder_counts and (holder_counts.too_many or not holder_counts.unknown):
            by_check["diversity"] = holder_counts.too_many
        counts = self._counts()
        if not self.model.refine and counts["joint_clusters"]:
            by_check["unrefined"] = counts["joint_clusters"]
        if owners is None:
            return FolderCounts(by_check, covers, counts, holder_counts)
        if not owners.faults:
            persons = count_persons(
                self.engine, self.tables.subrecords, self.chunks, owners, above=above, model=self.model
            )
            by_check |= persons.by_check | self._count_holder_persons(holders, holder_counts, owners)
            counts |= persons.counts
        return FolderCounts(by_check, covers, counts, holder_counts, owners.faults)

    def _count_holders(self, sensitive: Table | None, holders: Holders | None) -> HolderCounts | None:
        """Count the holders of sensitive items, where something is promised of them."""
        if self.model.diversity is None or sensitive is None:
            return None
        tables = {"clusters": self.tables.clusters, "terms": self.tables.terms, "sensitive": sensitive}
        return count_holders(self.engine, holders, self.model, **tables)

    def _count_holder_persons(
        self, holders: Holders | None, counted: HolderCounts | None, owners: PieceOwners
    ) -> dict[str, int]:
        """Count the persons who hold sensitive items, where that is promised and known."""
        if counted is None or counted.faults or holders is None or holders.persons is None:
            return {}
        return {"diversity_persons": count_holder_persons(self.engine, holders, owners.records, self.model)}

    def _distinct_subrecords(self) -> tuple[Table, Table]:
        """Return which subrecords are equal, and the items of each distinct one."""
        subrecords = self.tables.subrecords
        chunks = self.chunks
        alike = equal_subrecords(self.engine, subrecords, chunks)
        return alike, self.engine.table(
            "verify/pieces_chunks/transactions", alike=alike, subrecords=subrecords, nodes=chunks.nodes
        )

    def _count_misplaced(self, sensitive: Table) -> int:
        """Count the sensitive items that are in other chunks than term chunks."""
        return self._number(
            "verify/pieces_structure/sensitive_faults",
            chunk_supports=self.chunks.supports,
            sensitive=sensitive,
        )

    def _count_structure_faults(self, above: Table, rows: Table) -> int:
        clusters = self.tables.clusters
        subrecords = self.tables.subrecords
        terms = self.tables.terms
        chunks = self.chunks
        checks: dict[str, dict[str, Table | int]] = {
            "cluster_faults": {"clusters": clusters},
            "tree_faults": {"clusters": clusters},
            "small_clusters": {"clusters": clusters, "k": self.model.k},
            "subrecord_faults": {"subrecords": subrecords, "transactions": rows, "clusters": clusters},
            "chunk_faults": {
                "chunk_supports": chunks.supports,
                "contents": chunks.contents,
                "chunk_sizes": chunks.sizes,
                "clusters": clusters,
            },
            "term_faults": {"terms": terms, "clusters": clusters, "above": above, "chunk_supports": chunks.supports},
        }
        return sum(self._number(f"verify/pieces_structure/{name}", **binds) for name, binds in checks.items())

    def _count_chunk_faults(self, rows: Table) -> int:
        nodes = self.chunks.nodes
        k = self.model.k
        bad = self.engine.table("verify/pieces_chunks/bad_singles", nodes=nodes, k=k)
        for sets in larger_sets(self.engine, rows, k, self.model.m):
            self.engine.append(bad, "verify/pieces_chunks/bad_sets", extensions=sets, nodes=nodes, k=k)
            if not self.engine.count(sets):
                break
        return self._number("verify/pieces_chunks/bad_count", bad=bad)

    def _count_small_clusters(self, sensitive: Table | None) -> int:
        terms = self.tables.terms
        if self.model.diversity and sensitive is not None:
            terms = self.engine.table("verify/pieces_diversity/open_terms", terms=terms, sensitive=sensitive)
        return self._number(
            "verify/pieces_chunks/too_few_subrecords",
            clusters=self.tables.clusters, chunk_sizes=self.chunks.sizes, terms=terms,
            k=self.model.k, m=self.model.m,
        )  # fmt: skip

    def _count_conflicts(self, above: Table, alike: Table) -> int:
        return self._number(
            "verify/pieces_chunks/conflicts",
            nodes=self.chunks.nodes, chunk_sizes=self.chunks.sizes, above=above, alike=alike, k=self.model.k,
        )  # fmt: skip

    def _counts(self) -> dict[str, int]:
        names = ("records", "clusters", "joint_clusters", "rows", "term_rows", "smallest_cluster", "largest_cluster")
        tables = self.tables
        values = self.engine.numbers(
            "verify/pieces_chunks/sizes",
            clusters=tables.clusters,
            subrecords=tables.subrecords,
            terms=tables.terms,
        )
        return dict(zip(names, values, strict=True))

    def _number(self, name: str, **binds: Table | int) -> int:
        (number,) = self.engine.answer(name, **binds)
        return number
