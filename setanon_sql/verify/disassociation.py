"""Check a disassociated release from its tables alone.

1. Structure: clusters, chunks and terms are what they say they are; no simple cluster has fewer than k records.
2. Every chunk is k^m-anonymous. Chunks have no items in common once an item is told apart by its chunk, so all of them
   are counted together (:mod:`setanon_sql.verify.chunks`), set by set as in :mod:`setanon_sql.verify.km`.
3. Every simple cluster has enough subrecords, or a term, so that no record must be empty (Lemma 2). A sensitive term of
   which few records may be holders does not count.
4. A shared chunk with an item that record or shared chunks below it hold, too, is k-anonymous (Property 1).
5. Covered items (:mod:`setanon_sql.verify.cover`): counted always, a fault only where the release promises that there
   are none.
6. Where the labels are given that are to be in term chunks only: none of them is in another chunk.
7. Where a release promises that clusters share no chunks: there is no joint cluster.
8. Where it promises that no more than one in L records of a cluster hold a sensitive item: the holders, where they are
   known, and whether the cluster has k times L records (:mod:`setanon_sql.verify.diversity`).

Chunks and clusters that fail are counted, not the sets in them. Source: Terrovitis et al., section 5.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from setanon_sql.engine import Engine
from setanon_sql.models import Disassociation
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.verify.chunks import chunk_tables, equal_subrecords
from setanon_sql.verify.cover import CoverCounts, count_covers
from setanon_sql.verify.diversity import HolderCounts, Holders, count_holders


@dataclass(frozen=True)
class FolderTables:
    """The tables of a release.

    ``clusters``: ``cluster_id, parent_id, kind, size``. ``subrecords``: ``cluster_id, chunk_id, subrecord_id, item``.
    ``terms``: ``cluster_id, item``.
    """

    clusters: Table
    subrecords: Table
    terms: Table


@dataclass(frozen=True)
class FolderCounts:
    """What was counted: faults by check, chunks with covered items, and sizes by name.

    ``holders``: what was counted of the holders of sensitive items; None where nothing is promised of them.
    """

    by_check: dict[str, int]
    covers: CoverCounts
    counts: dict[str, int] = field(default_factory=dict)
    holders: HolderCounts | None = None

    def violations(self, *, safe: bool) -> int:
        """The number of faults; covered items count where the release promises that there are none."""
        return sum(n for name, n in self.by_check.items() if safe or name != "cover")


def count_folder(
    engine: Engine,
    tables: FolderTables,
    model: Disassociation,
    sensitive: Table | None = None,
    holders: Holders | None = None,
) -> FolderCounts:
    """Count everything that breaks ``model``; scratch tables are dropped.

    ``sensitive`` (``label``) is what has to be in term chunks only; None: not known. ``holders``: who holds it.
    """
    check = _Check(engine, tables, model)
    try:
        return check.run(sensitive, holders)
    finally:
        engine.drop(*check.scratch)


def covers_of(engine: Engine, tables: FolderTables) -> Table:
    """Return a scratch table of all chunks and whether an item of theirs is covered: see the query ``covers``."""
    above, _ = clusters_above(engine, tables.clusters)
    chunks = chunk_tables(engine, tables.subrecords)
    covers = engine.table(
        "verify/disassociation_covers/covers", clusters=tables.clusters, chunk_sizes=chunks.sizes, above=above
    )
    engine.drop(above, *chunks.all())
    return covers


def clusters_above(engine: Engine, clusters: Table) -> tuple[Table, int]:
    """Return ``cluster_id, upper_id`` of each cluster and all at or above it, and 1 where they go round in a circle.

    The step up doubles each time, so that few of them reach over any number of clusters.
    """
    above = engine.table("verify/disassociation_structure/itself", clusters=clusters)
    step = engine.table("verify/disassociation_structure/parents", clusters=clusters)
    for _ in range(engine.count(clusters).bit_length()):
        if not engine.count(step):
            break
        more = engine.table("verify/disassociation_structure/further", above=above, step=step)
        engine.append(above, all_rows(more))
        last, step = step, engine.table("verify/disassociation_structure/further", above=step, step=step)
        engine.drop(more, last)
    (cyclic,) = engine.answer("verify/disassociation_structure/circles", step=step)
    engine.drop(step)
    return above, cyclic


class _Check:
    def __init__(self, engine: Engine, tables: FolderTables, model: Disassociation) -> None:
        self.engine, self.tables, self.model = engine, tables, model
        self.scratch: list[Table] = []

    def run(self, sensitive: Table | None, holders: Holders | None) -> FolderCounts:
        above, cyclic = clusters_above(self.engine, self.tables.clusters)
        self._keep(above)
        self.chunks = chunk_tables(self.engine, self.tables.subrecords)
        self.scratch += self.chunks.all()
        alike, rows = self._distinct_subrecords()
        structure = cyclic + self._structure(above, rows)
        covers = self._covers(above)
        by_check = {
            "chunk_km": self._chunk_km(rows),
            "subrecord_count": self._too_few_subrecords(sensitive),
            "joint_property": self._conflicts(above, alike),
            "structure": structure,
            "cover": covers.cover,
        }
        if sensitive is not None:
            by_check["sensitive"] = self._misplaced(sensitive)
        held = self._held(sensitive, holders)
        if held and (held.too_many or not held.unknown):
            by_check["diversity"] = held.too_many
        counts = self._counts()
        if not self.model.refine and counts["joint_clusters"]:
            by_check["unrefined"] = counts["joint_clusters"]
        return FolderCounts(by_check, covers, counts, held)

    def _held(self, sensitive: Table | None, holders: Holders | None) -> HolderCounts | None:
        """Count the holders of sensitive items, where something is promised of them."""
        if self.model.diversity is None or sensitive is None:
            return None
        tables = {"clusters": self.tables.clusters, "terms": self.tables.terms, "sensitive": sensitive}
        return count_holders(self.engine, holders, self.model, **tables)

    def _distinct_subrecords(self) -> tuple[Table, Table]:
        """Return which subrecords are equal, and the items of each distinct one."""
        subrecords, chunks = self.tables.subrecords, self.chunks
        alike = self._keep(equal_subrecords(self.engine, subrecords, chunks))
        return alike, self._make(
            "verify/disassociation_chunks/transactions", alike=alike, subrecords=subrecords, nodes=chunks.nodes
        )

    def _covers(self, above: Table) -> CoverCounts:
        covers = self._make(
            "verify/disassociation_covers/covers",
            clusters=self.tables.clusters,
            chunk_sizes=self.chunks.sizes,
            above=above,
        )
        return count_covers(self.engine, covers)

    def _misplaced(self, sensitive: Table) -> int:
        """Count the sensitive items that are in other chunks than term chunks."""
        return self._number(
            "verify/disassociation_structure/sensitive_faults",
            chunk_supports=self.chunks.supports,
            sensitive=sensitive,
        )

    def _structure(self, above: Table, rows: Table) -> int:
        clusters, subrecords, terms, chunks = (
            self.tables.clusters,
            self.tables.subrecords,
            self.tables.terms,
            self.chunks,
        )
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
        return sum(self._number(f"verify/disassociation_structure/{name}", **binds) for name, binds in checks.items())

    def _chunk_km(self, rows: Table) -> int:
        nodes, k = self.chunks.nodes, self.model.k
        bad = self._make("verify/disassociation_chunks/bad_singles", nodes=nodes, k=k)
        if self.model.m > 1:
            for sets in self._extensions(rows):
                self.engine.append(bad, "verify/disassociation_chunks/bad_sets", extensions=sets, nodes=nodes, k=k)
        return self._number("verify/disassociation_chunks/bad_count", bad=bad)

    def _extensions(self, rows: Table) -> Iterator[Table]:
        """Yield the sets of 2..m items that occur, with their supports."""
        engine, k = self.engine, self.model.k
        found = engine.table("verify/km/single_items", transactions=rows, k=k)
        for size in range(2, self.model.m + 1):
            sets = engine.table("verify/km/extensions", occurrences=found, transactions=rows)
            yield sets
            if size == self.model.m or not engine.count(sets):
                engine.drop(found, sets)
                return
            kept = engine.table("verify/km/kept", extensions=sets, k=k)
            grown = engine.table("verify/km/occurrences", occurrences=found, transactions=rows, kept=kept)
            engine.drop(sets, kept, found)
            found = grown

    def _too_few_subrecords(self, sensitive: Table | None) -> int:
        terms = self.tables.terms
        if self.model.diversity and sensitive is not None:
            terms = self._make("verify/disassociation_diversity/open_terms", terms=terms, sensitive=sensitive)
        return self._number(
            "verify/disassociation_chunks/too_few_subrecords",
            clusters=self.tables.clusters, chunk_sizes=self.chunks.sizes, terms=terms,
            k=self.model.k, m=self.model.m,
        )  # fmt: skip

    def _conflicts(self, above: Table, alike: Table) -> int:
        return self._number(
            "verify/disassociation_chunks/conflicts",
            nodes=self.chunks.nodes, chunk_sizes=self.chunks.sizes, above=above, alike=alike, k=self.model.k,
        )  # fmt: skip

    def _counts(self) -> dict[str, int]:
        names = ("records", "clusters", "joint_clusters", "rows", "term_rows", "smallest_cluster", "largest_cluster")
        tables = self.tables
        values = self.engine.row(
            "verify/disassociation_chunks/sizes",
            clusters=tables.clusters,
            subrecords=tables.subrecords,
            terms=tables.terms,
        )
        return {name: int(value) for name, value in zip(names, values, strict=True)}

    def _number(self, name: str, **binds: Table | int) -> int:
        (found,) = self.engine.answer(name, **binds)
        return found

    def _make(self, name: str, **binds: Table | int) -> Table:
        return self._keep(self.engine.table(name, **binds))

    def _keep(self, table: Table) -> Table:
        self.scratch.append(table)
        return table
