"""What a dataset holds, in plain Python."""

from typing import Any

import sqlglot

from setanon_sql.dataset import Dataset
from setanon_sql.query.templates import Table

Sets = dict[str, set[str]]


def rows_of(dataset: Dataset, table: Table | None, *columns: str) -> list[tuple[Any, ...]]:
    return dataset.engine.rows(sqlglot.select(*columns).from_(table.expression())) if table else []


def content(dataset: Dataset) -> Sets:
    """The records that have items, as sets of labels, by what they are called in the source."""
    labels = dict(rows_of(dataset, dataset.items, "item", "label"))
    called = dict(rows_of(dataset, dataset.record_ids, "record_id", "source_id"))
    sets: Sets = {}
    for record, item in rows_of(dataset, dataset.transactions, "record_id", "item"):
        sets.setdefault(called.get(record, str(record)), set()).add(labels[item])
    return sets
