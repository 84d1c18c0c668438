"""The chunks of a release in pieces as they are published: their items, and what each subrecord holds of them."""

from dataclasses import dataclass

from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Table


@dataclass(frozen=True)
class ChunkTables:
    """Scratch tables about all chunks.

    ``supports``: ``cluster_id, chunk_id, item, support``. ``nodes``: the items of each chunk, numbered, ``node_id,
    chunk_id, item, support, position, power``. ``contents``: ``subrecord_id, chunk_id, last_chunk_id, items, powers,
    last``. ``sizes``: ``cluster_id, chunk_id, items, subrecords, full, min_support``. Each query tells what they mean.
    """

    supports: Table
    nodes: Table
    contents: Table
    sizes: Table

    def all(self) -> tuple[Table, ...]:
        """Return all of them."""
        return self.supports, self.nodes, self.contents, self.sizes


def chunk_tables(engine: Engine, subrecords: Table) -> ChunkTables:
    """Look at all chunks. ``subrecords``: ``cluster_id, chunk_id, subrecord_id, item``."""
    make = engine.table
    supports = make("verify/pieces_chunks/chunk_supports", subrecords=subrecords)
    nodes = make("verify/pieces_chunks/nodes", chunk_supports=supports)
    contents = make("verify/pieces_chunks/contents", subrecords=subrecords, nodes=nodes)
    sizes = make("verify/pieces_chunks/chunk_sizes", chunk_supports=supports, contents=contents)
    return ChunkTables(supports, nodes, contents, sizes)


@scoped
def equal_subrecords(engine: Engine, subrecords: Table, chunks: ChunkTables) -> Table:
    """Return a scratch table ``source_id, chunk_id, weight``: one subrecord for all of a chunk with the same items."""
    wide = engine.table(
        "verify/pieces_chunks/wide_rows", contents=chunks.contents, subrecords=subrecords, nodes=chunks.nodes
    )
    members = engine.table("verify/equal_records/members", coded=wide)
    equal_wide = engine.table("verify/equal_records/alike", members=members)
    return engine.table("verify/pieces_chunks/alike", contents=chunks.contents, equal_wide=equal_wide)
