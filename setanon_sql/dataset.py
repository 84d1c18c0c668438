"""Set-valued data inside an engine: integer ids in the transactions, labels beside them."""

from dataclasses import dataclass

from setanon_sql.engine import Engine
from setanon_sql.query.templates import Table


@dataclass(frozen=True)
class Dataset:
    """A source that has been read, coded and counted.

    ``transactions``: ``record_id INTEGER, item INTEGER``, distinct, no NULL; both ids count from 1.
    ``items``: ``item INTEGER, label VARCHAR, support BIGINT``; ids follow falling support, then label, so that they do
    not depend on the order of rows.
    ``record_ids``: ``record_id INTEGER, source_id VARCHAR``: what a record is called in the source; ids follow
    that order. None where a record is its line (``basket``, ``spmf``) or row (``list``, ``onehot`` without a column of
    ids) and ``record_id`` is that number, so that no table of it is needed. ``transactions`` is written in the order of
    ``record_id, item``.
    ``records`` counts records, also those with no item; ``rows`` counts the rows of ``transactions``.
    ``separator`` splits the items of a line where the source is lines of items, else it is empty.
    ``notes`` are sentences for the user: what was sniffed, collapsed, dropped. They hold no value of the source.
    """

    engine: Engine
    transactions: Table
    items: Table
    record_ids: Table | None
    records: int
    rows: int
    distinct_items: int
    separator: str = ""
    notes: tuple[str, ...] = ()
