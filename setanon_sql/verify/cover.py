"""The cover problem in a release in pieces, counted from its tables alone.

An item is *covered* where it is never without all the other items of its chunk. Whoever knows it, and an item of
another chunk that the same records draw on, links the whole chunk to a record in every possible original. Stricter: an
item that is never without *one* other item implies it.

Source: Awad, al Bouna, Couchot and Philippe, Safe Disassociation of Set-Valued Datasets, Definition 3, section 5.1.1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Annotated, Any

from setanon_sql.engine import Engine, scoped
from setanon_sql.fields import LIKEWISE, Fields
from setanon_sql.query.templates import Table


@dataclass(frozen=True)
class CoverCounts(Fields):
    """Numbers of chunks, and of those with a covered item.

    ``cover``: what a safe release must not have: vulnerable chunks of both kinds, and record chunks with a covered item
    and a shared chunk above them.
    """

    record_chunks: Annotated[int, ""]
    vulnerable_record_chunks: Annotated[int, "with a covered item, in a cluster with another record chunk"]
    shared_chunks: Annotated[int, ""]
    vulnerable_shared_chunks: Annotated[int, "with a covered item"]
    cover: int


@dataclass(frozen=True)
class Implied(Fields):
    """Items that imply another of their chunk: never without that one, though perhaps without the others."""

    items: Annotated[int, ""]
    pairs: Annotated[int, "of one and the other"]
    chunks: Annotated[int, "with such items"]


@dataclass(frozen=True)
class CoveredChunk(Fields):
    """A chunk with covered items."""

    cluster_id: Annotated[int, ""]
    chunk_id: Annotated[int, LIKEWISE]
    covered: Annotated[tuple[str, ...], "never without the others of their chunk"]
    covering: Annotated[tuple[str, ...], "the others; empty where each is covered"]
    support: Annotated[int, "subrecords that hold a covered item"]


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
