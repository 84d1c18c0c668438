"""Itemsets, read from a file, a table or a list: one form for ``--workload``, ``--itemsets`` and ``--protect``."""

from dataclasses import dataclass, replace
from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse, scoped
from setanon_sql.errors import BadInput
from setanon_sql.query.templates import columns_of
from setanon_sql.sources import SourceOptions, open_source
from setanon_sql.sources.frames import is_local, without_index

#: What the column may be called that names the itemset of a row.
_NAMES = ("itemset_id", "set_id", "query")
_ITEM = "item"

#: The forms of itemsets.
_FORMS = 'it has columns "query" (or "itemset_id", "set_id") and "item", or one itemset a line'


@dataclass(frozen=True)
class NamedItemsets:
    """Itemsets of an analyst: pairs of a number and a label, sorted, and the name of each number."""

    rows: tuple[tuple[int, str], ...]
    names: dict[int, str]


def read_itemsets(
    engine: DuckDBEngine | Warehouse, source: Any, option: str, db: str = "", item: str = _ITEM
) -> NamedItemsets:
    """Read itemsets where they are: what is in memory or a file of this machine by DuckDB, all else in its database.

    They have columns ``query``, ``itemset_id`` or ``set_id``, and ``item``; or one itemset a line: then lines are
    numbered from 1.
    The other forms of a source are read, too. ``item``: what the source calls its items, as these columns may do.

    Raises BadInput where they cannot be read, or there are none; it names the ``option``.
    """
    try:
        if not is_local(source):
            return _itemsets_of(engine, source, db, item)
        if not isinstance(engine, Warehouse):
            return _itemsets_of(engine, source, "", item)
        with DuckDBEngine(threads=1) as reader:
            return _itemsets_of(reader, source, "", item)
    except BadInput as error:
        raise BadInput(f"{option} cannot be read: {error.marked_message}", _FORMS, error.details) from error


@scoped
def _itemsets_of(engine: DuckDBEngine | Warehouse, source: Any, db: str, item: str) -> NamedItemsets:
    dataset = _open(engine, without_index(source), db, item)
    itemsets = engine.table("inference/estimate/asked_itemsets", transactions=dataset.transactions, items=dataset.items)
    pairs = engine.rows(columns_of(itemsets, "itemset_id", "item"))
    rows = tuple(sorted((int(number), str(label)) for number, label in pairs))
    names = {number: str(number) for number, _ in rows}
    if dataset.record_ids:
        ids = engine.rows(columns_of(dataset.record_ids, "record_id", "source_id"))
        names |= {int(number): str(name) for number, name in ids}
    return NamedItemsets(rows, names)


def _open(engine: DuckDBEngine | Warehouse, source: Any, db: str, item: str) -> Dataset:
    """Open a source with the column of items that it has: the one called ``item``, or as the other source has it."""
    if item != _ITEM:
        try:
            return _with_names(engine, source, SourceOptions(db=db, item=item))
        except BadInput as error:
            if item not in error.marked_message:  # it has the column: something else is wrong
                raise
    return _with_names(engine, source, SourceOptions(db=db))


def _with_names(engine: DuckDBEngine | Warehouse, source: Any, options: SourceOptions) -> Dataset:
    """Open a source with the column of names that it has; with the last one where it has none."""
    *others, last = _NAMES
    for name in others:
        try:
            dataset = open_source(engine, source, replace(options, record_id=name))
        except BadInput as error:
            if name not in error.marked_message:  # it has the column: something else is wrong
                raise
        else:
            if dataset.record_ids:
                return dataset
    return open_source(engine, source, replace(options, record_id=last))
