"""Set-valued data inside an engine: integer ids in the transactions, labels beside them."""

from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from setanon_sql.engine import Engine
from setanon_sql.keys import digest_of_rows
from setanon_sql.query.templates import Table

#: What the columns of a source are called where it has no names for them.
COLUMNS = ("record_id", "item")


@dataclass(frozen=True)
class Cap:
    """At most so many ``items`` of each record were read, chosen by lot, and what was lost by it.

    ``rows_dropped``: rows that are left out. ``records_touched``: records that had more items.
    """

    items: int
    rows_dropped: int
    records_touched: int

    def to_json(self) -> dict[str, int]:
        """Return the object that ``--json`` prints."""
        return asdict(self)


@dataclass(frozen=True)
class Clause:
    """SQL of the user that says what is read: its ``text``, and as it may be ``shown`` to everybody.

    ``shown`` has a ``?`` for each value; it is empty where names of columns are items.
    """

    text: str
    shown: str = ""


@dataclass(frozen=True)
class Selection:
    """What of a source was read: all of it, the rows that ``where`` and ``query`` say, a ``cap`` of the items of each.

    None: nothing of that kind was asked for. ``snapshot``: at which snapshot each lake was, as it says itself.
    """

    where: Clause | None = None
    query: Clause | None = None
    cap: Cap | None = None
    snapshot: tuple[tuple[str, str], ...] = ()


ALL = Selection()


def capped(selection: Selection) -> dict[str, Any]:
    """Return what the JSON of an audit says of a cap: nothing where there is none."""
    return {"cap": selection.cap.to_json()} if selection.cap else {}


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
    ``columns`` is what the source calls the columns of the record id and the item. ``selection`` says what of it was
    read.
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
    columns: tuple[str, str] = COLUMNS
    selection: Selection = ALL

    def of(self, rows: Table) -> "Dataset":
        """Return this dataset with other ``rows`` (``record_id, item``) of its records and items, which stay."""
        return replace(self, transactions=rows, rows=self.engine.count(rows))

    def names(self) -> Table:
        """Return ``record_id, source_id``: what its records are called, a new table where that is their number."""
        if self.record_ids is not None:
            return self.record_ids
        return self.engine.table("release/record_ids/line_numbers", transactions=self.transactions)

    @cached_property
    def digest(self) -> str:
        """The digest of its rows, from which the keys of a run come (:mod:`setanon_sql.keys`): it is a secret."""
        names, counts = self.names(), (self.records, self.rows, self.distinct_items)
        found = digest_of_rows(self.engine, self.transactions, names, self.items, counts)
        self.engine.drop(None if names == self.record_ids else names)
        return found
