"""The rows of clusters, their records as bits of words: so sets of items are counted, by records or by persons."""

from collections.abc import Sequence
from dataclasses import dataclass

from setanon_sql.engine import Engine, scoped
from setanon_sql.models.disassociation.method.parts import order_by_cluster, table_by_records
from setanon_sql.query.templates import Table


@dataclass(frozen=True)
class ClusterRows:
    """The items of the records of clusters, and how their records stand in words of bits.

    ``rows``: ``record_id, cluster_id, item, position`` (of the record in its cluster, or in all words), and ``person``
    where k counts persons. ``words``: ``word_id, others, lasts`` then, which tells the persons of a word apart; None
    where k counts records. ``together``: itemsets whose items are to stay in one chunk.
    """

    rows: Table
    words: Table | None = None
    together: Sequence[Sequence[int]] = ()


@scoped
def cluster_rows(engine: Engine, transactions: Table, clusters: Table, persons: Table | None) -> ClusterRows:
    """Return the rows of ``transactions`` (``record_id, item``) in ``clusters`` (``record_id, cluster_id``).

    ``persons``: ``record_id, person``, whom k counts; None: records. Cost: linear in the rows.
    """
    positions, words = positions_in(engine, clusters, persons)
    cut = {"positions": "record_id", "transactions": "record_id"}
    tables = {"transactions": transactions, "positions": positions}
    rows = table_by_records(engine, counting_query("cluster_rows", persons), cut, **tables)
    return ClusterRows(order_by_cluster(engine, rows), words)


def counting_query(name: str, persons: Table | None) -> str:
    """Return the query of a name that counts those whom k counts: records where there are no ``persons``."""
    return f"disassociation/persons_chunks/{name}" if persons else f"disassociation/verpart_nodes/{name}"


def positions_in(engine: Engine, clusters: Table, persons: Table | None) -> tuple[Table, Table | None]:
    """Return the place of each record of ``clusters``, and the words that tell persons apart, if they are counted."""
    if persons is None:
        return engine.table("disassociation/verpart_nodes/positions", clusters=clusters), None
    positions = engine.table("disassociation/persons_chunks/positions", clusters=clusters, persons=persons)
    return positions, engine.table("disassociation/persons_chunks/words", positions=positions)
