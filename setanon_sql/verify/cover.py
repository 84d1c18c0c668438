"""The cover problem in a release in pieces, counted from its tables alone.

An item is *covered* where it is never without all the other items of its chunk. Whoever knows it, and an item of
another chunk that the same records draw on, links the whole chunk to a record in every possible original. Stricter: an
item that is never without *one* other item implies it.

Source: Awad, al Bouna, Couchot and Philippe, Safe Disassociation of Set-Valued Datasets, Definition 3, section 5.1.1.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Table


@dataclass(frozen=True)
class CoverCounts:
    """Numbers of chunks, and of those with a covered item.

    ``record_chunks``, ``shared_chunks``: all of them.
    ``vulnerable_record_chunks``: the paper's: with a covered item, in a cluster with another record chunk.
    ``vulnerable_shared_chunks``: shared chunks with a covered item.
    ``cover``: what a safe release must not have: vulnerable chunks of both kinds, and record chunks with a covered item
    and a shared chunk above them.
    """

    record_chunks: int
    vulnerable_record_chunks: int
    shared_chunks: int
    vulnerable_shared_chunks: int
    cover: int


@dataclass(frozen=True)
class Implied:
    """Items that imply another of their chunk: never without that one, though perhaps without the others.

    ``items``: how many there are, ``pairs``: of one and the other, ``chunks``: with such an item.
    """

    items: int
    pairs: int
    chunks: int


@dataclass(frozen=True)
class CoveredChunk:
    """A chunk with covered items.

    ``cluster_id``, ``chunk_id``: as the release numbers them. ``covered``: the labels of the items that are never
    without the others. ``covering``: the labels of the other items. ``support``: subrecords that hold a covered item.
    """

    cluster_id: int
    chunk_id: int
    covered: tuple[str, ...]
    covering: tuple[str, ...]
    support: int

    def to_json(self) -> dict[str, Any]:
        """Return the object of ``docs/json.schema.json``."""
        return asdict(self) | {"covered": list(self.covered), "covering": list(self.covering)}


def count_covers(engine: Engine, covers: Table) -> CoverCounts:
    """Count; ``covers`` is a table of ``verify/pieces_covers/covers``."""
    return CoverCounts(*engine.answer("verify/pieces_covers/cover_counts", covers=covers))


@scoped
def count_implied(engine: Engine, covers: Table, subrecords: Table) -> Implied:
    """Count items that imply another in their chunk; ``covers`` is as for :func:`count_covers`."""
    pairs = engine.table("verify/pieces_covers/implied", covers=covers, subrecords=subrecords)
    values = engine.row("verify/pieces_covers/implied_counts", implied=pairs)
    return Implied(*map(int, values))


@scoped
def listed_covers(engine: Engine, covers: Table, subrecords: Table, listed: int) -> tuple[CoveredChunk, ...]:
    """Return which items cover which in at most ``listed`` vulnerable chunks, those with the most items first."""
    vulnerable = engine.table("verify/pieces_covers/vulnerable_chunks", covers=covers)
    rows = engine.rows(
        "verify/pieces_covers/covered_items", vulnerable_chunks=vulnerable, subrecords=subrecords, listed=listed
    )
    return tuple(_covered_chunk(list(chunk)) for _, chunk in groupby(rows, itemgetter(0)))


def _covered_chunk(rows: Sequence[Sequence[Any]]) -> CoveredChunk:
    """Make a chunk of its rows ``rank, cluster_id, chunk_id, item, support, covered``."""
    _, cluster, chunk, *_ = rows[0]
    covered, covering = (tuple(row[3] for row in rows if bool(row[5]) is kind) for kind in (True, False))
    return CoveredChunk(cluster, chunk, covered, covering, next(row[4] for row in rows if row[5]))
