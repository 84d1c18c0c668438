"""A release in pieces as a program needs it: sets of items are whole numbers, a bit for each item."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_

from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import columns_of
from setanon_sql.verify.chunks import chunk_tables, equal_subrecords
from setanon_sql.verify.pieces import FolderTables, clusters_above


@dataclass(frozen=True)
class ChunkContent:
    """Subrecords of a chunk with the same items: ``number`` of the content in the release, ``items``, how often."""

    number: int
    items: int
    times: int


@dataclass(frozen=True)
class Cluster:
    """A simple cluster.

    ``number``: its place among the simple clusters. ``size``: its records. ``chunks``: its own and the shared ones over
    it. ``terms``: the items of its term chunk.
    """

    number: int
    size: int
    chunks: Sequence[Sequence[ChunkContent]]
    terms: int

    @cached_property
    def items(self) -> int:
        """Return all items that a record of the cluster may hold."""
        return reduce(or_, (content.items for chunk in self.chunks for content in chunk), self.terms)


@dataclass(frozen=True)
class ReleaseParts:
    """A release: ``clusters``, all different ``contents`` of chunks, and ``numbers`` of clusters by id (text)."""

    clusters: Sequence[Cluster]
    contents: Sequence[ChunkContent]
    numbers: Mapping[str, int]


def read_parts(engine: Engine, tables: FolderTables, items: Mapping[str, int]) -> ReleaseParts:
    """Read a release that keeps its promise; ``items``: the place of the bit of each item.

    Cost: linear in the clusters and in the different subrecords of the chunks.
    """
    contents = _contents(engine, tables, items)
    chunks_of: dict[str, list[Sequence[ChunkContent]]] = {}
    for cluster, chunk in _cluster_chunks(engine, tables):
        chunks_of.setdefault(cluster, []).append(contents[chunk])
    terms: dict[str, int] = {}
    for cluster_id, item in engine.rows(columns_of(tables.terms, "cluster_id", "item")):
        terms[str(cluster_id)] = terms.get(str(cluster_id), 0) | 1 << items[str(item)]
    sizes = engine.rows("inference/originals/simple_clusters", clusters=tables.clusters)
    named = [(str(cluster), int(size)) for cluster, size in sizes]
    clusters = [
        Cluster(number, size, chunks_of.get(cluster, []), terms.get(cluster, 0))
        for number, (cluster, size) in enumerate(named)
    ]
    numbers = {cluster: number for number, (cluster, _) in enumerate(named)}
    return ReleaseParts(clusters, [content for chunk in contents.values() for content in chunk], numbers)


@scoped
def _contents(engine: Engine, tables: FolderTables, items: Mapping[str, int]) -> dict[str, list[ChunkContent]]:
    """Return the different contents of each chunk."""
    chunks = chunk_tables(engine, tables.subrecords)
    alike = equal_subrecords(engine, tables.subrecords, chunks)
    rows = engine.rows("inference/originals/chunk_contents", alike=alike, subrecords=tables.subrecords)
    items_of: dict[tuple[str, str, int], int] = {}
    for chunk, subrecord, weight, item in rows:
        key = (str(chunk), str(subrecord), int(weight))
        items_of[key] = items_of.get(key, 0) | 1 << items[str(item)]
    contents: dict[str, list[ChunkContent]] = {}
    for number, ((chunk, _, weight), bits) in enumerate(items_of.items()):
        contents.setdefault(chunk, []).append(ChunkContent(number, bits, weight))
    return contents


@scoped
def _cluster_chunks(engine: Engine, tables: FolderTables) -> list[tuple[str, str]]:
    above, _ = clusters_above(engine, tables.clusters)
    rows = engine.rows(
        "inference/originals/cluster_chunks", clusters=tables.clusters, above=above, subrecords=tables.subrecords
    )
    return [(str(cluster), str(chunk)) for cluster, chunk in rows]
