"""The cover problem in a disassociated release, counted from its tables alone.

An item is *covered* where it is never without all the other items of its chunk. Whoever knows it, and an item of
another chunk that the same records draw on, links the whole chunk to a record in every possible original. Stricter: an
item that is never without *one* other item implies it.

Source: Awad, al Bouna, Couchot and Philippe, Safe Disassociation of Set-Valued Datasets, Definition 3, section 5.1.1.
"""

from dataclasses import dataclass
from typing import Any

from setanon_sql.engine import Engine
from setanon_sql.query.templates import Table


@dataclass(frozen=True)
class CoverCounts:
    """How many chunks there are and how many of them have a covered item.

    ``vulnerable_record_chunks`` is the paper's: of clusters with two record chunks or more. ``cover`` is what a safe
    release must not have: it adds vulnerable shared chunks, and record chunks with a shared chunk above them.
    """

    record_chunks: int
    vulnerable_record_chunks: int
    shared_chunks: int
    vulnerable_shared_chunks: int
    cover: int


def count_covers(engine: Engine, covers: Table) -> CoverCounts:
    """Count; ``covers`` is a table of ``verify/disassociation_covers/covers``."""
    return CoverCounts(*engine.answer("verify/disassociation_covers/cover_counts", covers=covers))


def implied(engine: Engine, covers: Table, subrecords: Table) -> dict[str, int]:
    """Count items that imply another in their chunk (``items``), such ``pairs``, and the ``chunks`` they are in."""
    pairs = engine.table("verify/disassociation_covers/implied", covers=covers, subrecords=subrecords)
    values = engine.row("verify/disassociation_covers/implied_counts", implied=pairs)
    engine.drop(pairs)
    return {name: int(value) for name, value in zip(("items", "pairs", "chunks"), values, strict=True)}


def listed_covers(engine: Engine, covers: Table, subrecords: Table, listed: int) -> list[dict[str, Any]]:
    """Return which items cover which in at most ``listed`` vulnerable chunks, those with the most items first."""
    vulnerable = engine.table("verify/disassociation_covers/vulnerable_chunks", covers=covers)
    rows = engine.rows(
        "verify/disassociation_covers/covered_items", vulnerable_chunks=vulnerable, subrecords=subrecords, listed=listed
    )
    engine.drop(vulnerable)
    found: dict[int, dict[str, Any]] = {}
    for rank, cluster, chunk, item, support, covered in rows:
        one = found.setdefault(rank, {"cluster_id": cluster, "chunk_id": chunk, "covered": [], "covering": []})
        one["covered" if covered else "covering"].append(item)
        if covered:
            one["support"] = support
    return list(found.values())
