"""Who of a source stands in the small counts that follow from a table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from setanon_sql.count_tables.bounds import CellBounds
from setanon_sql.count_tables.cells import Cells, SetNodes, held_cells
from setanon_sql.count_tables.derived import Derived
from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Table, all_rows

#: The query that says of each kind who stands in it; of others whoever holds the cell does.
_QUERIES = {"difference": "differences", "sum": "sums", "line": "remainders", "both": "both"}


@dataclass(frozen=True)
class GroupedDataset:
    """A dataset, and the groups of its records: of each column ``record_id, value``."""

    dataset: Dataset
    groups: Sequence[Table] = ()

    @property
    def engine(self) -> Engine:
        """Return where it is."""
        return self.dataset.engine


@scoped
def event_cells(engine: Engine, kind: str, events: Table, cells: Cells, bounds: CellBounds) -> Table:
    """Return ``event, node, held``: the cells that those who stand in a count hold (1), and that they do not (0).

    ``events``: ``event, node, other`` of one kind.
    """
    more = {
        "sum": {"subsets": cells.subsets},
        "line": {"lines": bounds.lines, "cells": cells.shown},
    }
    query = _QUERIES.get(kind, "small")
    return engine.table(f"count_tables/who/of_{query}", events=events, **more.get(kind, {}))


@scoped
def standing(
    grouped: GroupedDataset, cells: Cells, bounds: CellBounds, derived: Derived, tree: Iterable[tuple[str, str]] = ()
) -> int:
    """Return how many records, or persons where the dataset has them, stand in one of the small counts."""
    dataset = grouped.dataset
    engine = grouped.engine
    holders = _holders(dataset, cells, tree, grouped.groups)
    all_cells = engine.empty("event_cells", "event", "node", "held")
    last = 0
    for kind, rows in derived.tables.items():
        events = engine.table("count_tables/who/events", derived=rows, last=last)
        last += engine.count(rows)
        rows_of_kind = event_cells(engine, kind, events, cells, bounds)
        engine.append(all_cells, all_rows(rows_of_kind))
    return engine.number("count_tables/who/standing", event_cells=all_cells, holders=holders)


def _holders(dataset: Dataset, cells: Cells, tree: Iterable[tuple[str, str]], groups: Sequence[Table]) -> Table:
    """Return ``holder, node``: the cells that each record, or person, holds."""
    engine = dataset.engine
    upwards = engine.load_rows("tree", {"name": str, "upper": str}, tree)
    rows = {"transactions": dataset.transactions, "items": dataset.items}
    held = engine.table("count_tables/who/held", labels=cells.labels, tree=upwards, **rows)
    for place, values in enumerate(groups, 1):
        engine.append(held, "count_tables/who/held_groups", group_values=values, labels=cells.labels, place=place)
    start = engine.table("count_tables/who/records", transactions=dataset.transactions)
    holders = held_cells(engine, start, held, SetNodes(cells.nodes, cells.shown, cells.depth))
    if dataset.persons is None:
        return holders
    return engine.table("count_tables/who/persons", holders=holders, persons=dataset.persons)
