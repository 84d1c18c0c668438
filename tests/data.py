"""Small data for tests: records as Python sets, a taxonomy as a dict."""

from collections.abc import Collection, Mapping, Sequence

import pandas as pd

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine
from setanon_sql.sources import open_source
from setanon_sql.sql import Table
from setanon_sql.taxonomy import Taxonomy


def dataset(engine: DuckDBEngine, records: Sequence[Collection[str]]) -> Dataset:
    """Read records as a source; ids are 1, 2, …"""
    return open_source(engine, pd.Series([sorted(record) for record in records], index=range(1, len(records) + 1)))


def above(taxonomy: Taxonomy) -> Mapping[str, Collection[str]]:
    """Each label with those over it."""
    return {label: taxonomy.path(label)[1:] for label in taxonomy.depth}


def itemsets(engine: DuckDBEngine, items: Table, labels: Table) -> set[frozenset[str]]:
    """Turn ``threat_id, item`` into sets of labels."""
    names = dict(engine.execute("test", f"SELECT item, label FROM {labels.expression().sql('duckdb')}").fetchall())
    found: dict[int, set[str]] = {}
    for threat, item in engine.execute(
        "test", f"SELECT threat_id, item FROM {items.expression().sql('duckdb')}"
    ).fetchall():
        found.setdefault(threat, set()).add(names[item])
    return {frozenset(items) for items in found.values()}
