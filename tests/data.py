"""Small data for tests: records as Python sets, a taxonomy as a dict."""

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine
from setanon_sql.query.templates import Table
from setanon_sql.taxonomy import Taxonomy


def dataset_of(
    engine: DuckDBEngine,
    records: Sequence[Collection[int | str]],
    names: Sequence[str] | None = None,
    persons: Sequence[int] | None = None,
) -> Dataset:
    """Return records as a coded dataset, numbered from 1; items are numbered by falling support, then label.

    ``names`` are the record ids of the source; without them records are lines. ``persons``: whose they are.
    """
    support = Counter(item for record in records for item in set(record))
    labels = sorted(support, key=lambda item: (-support[item], str(item)))
    number = {label: at for at, label in enumerate(labels, 1)}
    rows = [(at, number[item]) for at, record in enumerate(records, 1) for item in sorted(set(record), key=str)]
    items = [[*number.values()], [str(label) for label in labels], [support[label] for label in labels]]
    ids = [*range(1, len(records) + 1)]
    return Dataset(
        engine=engine,
        transactions=engine.load("transactions", {"record_id": int, "item": int}, columns(rows, 2)),
        items=engine.load("items", {"item": int, "label": str, "support": int}, items),
        record_ids=engine.load("ids", {"record_id": int, "source_id": str}, [ids, names]) if names else None,
        records=len(records),
        rows=len(rows),
        distinct_items=len(labels),
        persons=engine.load("persons", {"record_id": int, "person": int}, [ids, [*persons]]) if persons else None,
        n_persons=len(set(persons or ())),
    )


def few(number: int, step: int = 1) -> list[Any]:
    """Return 0, step, … below ``number`` as parameters of a test; all but the first are slow."""
    import pytest  # a seventh of a second, which the writers of the tests of releases need not wait

    return [pytest.param(n, marks=[pytest.mark.slow] if n else []) for n in range(0, number, step)]


def columns(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    """Turn rows of so many cells into columns, as an engine loads them."""
    return [[row[at] for row in rows] for at in range(width)]


def skewed(seed: int, items: int, records: int, longest: int, flat: int) -> tuple[list[set[str]], dict[str, str]]:
    """Return made-up records and a tree over their items, three levels under ``top``: parents by label.

    The n-th item is drawn with a weight of 1 / (``flat`` + n). Four items stand under a label, four labels under one.
    """
    chance, labels = random.Random(seed), [f"i{number:02}" for number in range(items)]
    weights = [1 / (flat + number) for number in range(items)]
    data = [set(chance.choices(labels, weights, k=chance.randint(1, longest))) for _ in range(records)]
    held = set().union(*data)
    parent = {label: f"g{at // 4:02}" for at, label in enumerate(labels) if label in held}
    parent |= {group: f"h{int(group[1:]) // 4}" for group in sorted(set(parent.values()))}
    return data, parent | {over: "top" for over in sorted(set(parent.values())) if over.startswith("h")}


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


def transactions_of(engine: DuckDBEngine, records: Sequence[Collection[int]]) -> Table:
    """Return records as a scratch table ``record_id, item``: items are the numbers they are."""
    rows = [(at, item) for at, record in enumerate(records, 1) for item in sorted(record)]
    return engine.load("transactions", {"record_id": int, "item": int}, columns(rows, 2))


def lines_of(engine: DuckDBEngine, records: Sequence[Collection[int | str]]) -> Table:
    """Return records as the lines of a release: a scratch table ``record_id, item`` (text), numbered from 0."""
    rows = [(at, str(item)) for at, record in enumerate(records) for item in record]
    return engine.load("lines", {"record_id": int, "item": str}, columns(rows, 2))
