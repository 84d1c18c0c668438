"""A part of a source: some of its records, drawn by lot, or all of them without some items."""

from collections.abc import Collection
from dataclasses import replace

from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Table
from setanon_sql.sources.capping import dataset_of_records, dataset_of_rows


@scoped
def sample_records(dataset: Dataset, records: int, seed: str) -> Dataset:
    """Return so many records of a dataset (that hold an item), numbered anew; the dataset stays.

    Each has the same chance. ``seed`` names the draw, and is the same on every engine: the order of a keyed hash.
    """
    engine = dataset.engine
    drawn = engine.table(
        "sources/sample/drawn_records", transactions=dataset.transactions, most=records, seed=f"{seed}:sample"
    )
    sample = replace(dataset_of_records(dataset, drawn), notes=())
    return sample


@scoped
def without_items(dataset: Dataset, items: Collection[int]) -> Dataset:
    """Return a dataset without some ``items`` (by number); records are as many as before. The dataset stays."""
    rows = other_rows(dataset.engine, dataset.transactions, items)
    dataset_left = dataset_of_rows(dataset, rows)
    return replace(dataset_left, notes=())


@scoped
def other_rows(engine: Engine, rows: Table, items: Collection[int]) -> Table:
    """Return ``record_id, item``: those ``rows`` that are not of some ``items`` (by number), a new table."""
    left_out = engine.load("left_out", {"item": int}, [sorted(items)])
    return engine.table("sources/sample/other_rows", transactions=rows, left_out=left_out)
