"""What scripts and gates cannot count with: they would have nothing to say of it, so it gets a row of its own."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from setanon_sql.engine.written.script import ScriptEngine
from setanon_sql.query.templates import Table

#: A table with a column of items, or the items themselves.
Listed = Table | tuple[str, ...]


@dataclass(frozen=True)
class CountingFault:
    """A reason not to count, in the words of its row (``finding``), and a table of how many records that concerns."""

    finding: str
    records: Table


def without_person(engine: ScriptEngine, table: Table) -> CountingFault:
    """Return the fault of a table with rows of nobody."""
    return CountingFault("records without a person", engine.table("gate/faults/without_person", source=table))


def nothing_listed(engine: ScriptEngine, kind: str, items_listed: Listed, tables: Mapping[str, Table]) -> CountingFault:
    """Return the fault of a list that names no item of the data.

    ``tables``: ``listed``, with a row for each item that is in the data, and ``item_rows`` (``record_id``).
    """
    if isinstance(items_listed, tuple):
        records = engine.table("gate/faults/nothing_of_labels", **tables)
    else:
        records = engine.table("gate/faults/nothing_of_table", named=of_items(items_listed), **tables)
    return CountingFault(f"no {kind} item in the data", records)


def of_items(listed: Table) -> Table:
    """Return a list without its other columns."""
    return replace(listed, columns={"item": listed.columns["item"]})
