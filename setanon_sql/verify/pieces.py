"""The tables of a release in pieces; what is known of whose they are; what a recount counts in them."""

from dataclasses import dataclass, field

from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.verify.chunks import ChunkTables, chunk_tables
from setanon_sql.verify.cover import CoverCounts


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
class Holders:
    """Holders of sensitive items in the clusters.

    ``rows``: ``record_id, cluster_id, item`` (label). ``faults``: where the ledger they are from does not fit the
    source or the release. ``persons``: ``record_id, person``, whose these records are; None: not known.
    """

    rows: Table
    faults: int = 0
    persons: Table | None = None


@dataclass(frozen=True)
class HolderCounts:
    """Numbers of clusters and sensitive items by what their holders break.

    ``too_many``: clusters and items with more than there may be, or of so few records that k would be too many.
    ``unknown``: those of which nobody knows. ``faults``: what does not fit the release in that which was given to count
    them by.
    """

    too_many: int
    unknown: int = 0
    faults: int = 0


@dataclass(frozen=True)
class PieceOwners:
    """Whose the pieces of a release are.

    ``subrecords``: ``subrecord_id, person``, without ghosts. ``records``: ``cluster_id, person``, a row for each record
    of each simple cluster. ``faults``: what does not fit the release in that which tells it.
    """

    subrecords: Table
    records: Table
    faults: int = 0


@dataclass(frozen=True)
class FolderCounts:
    """Counts of a release in pieces: faults by check, chunks with covered items, and sizes by name.

    ``holders``: what was counted of the holders of sensitive items; None where nothing is promised of them.
    ``misfits``: what does not fit the release in that which says whose its pieces are; None: nothing does.
    """

    by_check: dict[str, int]
    covers: CoverCounts
    counts: dict[str, int] = field(default_factory=dict)
    holders: HolderCounts | None = None
    misfits: int | None = None

    def violations(self, *, safe: bool) -> int:
        """Return the number of faults; covered items count where the release promises that there are none."""
        return sum(n for name, n in self.by_check.items() if safe or name != "cover")


@scoped
def covers_of(engine: Engine, tables: FolderTables) -> Table:
    """Return a scratch table of all chunks and whether an item of theirs is covered: see the query ``covers``."""
    above, _ = clusters_above(engine, tables.clusters)
    chunks = chunk_tables(engine, tables.subrecords)
    return covers_in(engine, tables.clusters, chunks, above)


def covers_in(engine: Engine, clusters: Table, chunks: ChunkTables, above: Table) -> Table:
    """Return the same of chunks that were read; ``above``: what :func:`clusters_above` tells."""
    return engine.table("verify/pieces_covers/covers", clusters=clusters, chunk_sizes=chunks.sizes, above=above)


@scoped
def clusters_above(engine: Engine, clusters: Table) -> tuple[Table, int]:
    """Return ``cluster_id, upper_id`` of each cluster and all at or above it, and 1 where they go round in a circle.

    The step up doubles each time, so that few of them reach over any number of clusters.
    """
    above = engine.table("verify/pieces_structure/itself", clusters=clusters)
    step = engine.table("verify/pieces_structure/parents", clusters=clusters)
    for _ in range(engine.doublings(clusters)):
        if not engine.count(step):
            break
        more = engine.table("verify/pieces_structure/further", above=above, step=step)
        engine.append(above, all_rows(more))
        step = engine.table("verify/pieces_structure/further", above=step, step=step)
    (cyclic,) = engine.answer("verify/pieces_structure/circles", step=step)
    return above, cyclic
