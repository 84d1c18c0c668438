"""Small results to publish, made by hand instead of by a method."""

from collections.abc import Sequence
from pathlib import Path

import duckdb

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine
from setanon_sql.models import KmAnonymity
from setanon_sql.release import Form, Published, WriteOptions

Records = Sequence[frozenset[str]]

#: 2-anonymous for sets of up to two items; one record has lost everything.
SAFE: Records = [frozenset("ab"), frozenset("ab"), frozenset(), frozenset("bc"), frozenset("bc"), frozenset("a")] * 2


def dataset(engine: DuckDBEngine, records: Records, names: Sequence[str] | None = None) -> Dataset:
    """Return a coded dataset; ``names`` are the source's record ids (None: line numbers)."""
    labels = sorted({item for record in records for item in record})
    number = {label: at for at, label in enumerate(labels, 1)}
    pairs = [(row, number[item]) for row, record in enumerate(records, 1) for item in sorted(record)]
    supports = [sum(label in record for record in records) for label in labels]
    ids = range(1, len(records) + 1)
    return Dataset(
        engine=engine,
        transactions=engine.load("transactions", {"record_id": int, "item": int}, [list(x) for x in _columns(pairs)]),
        items=engine.load("items", {"item": int, "label": str, "support": int}, [[*number.values()], labels, supports]),
        record_ids=engine.load("ids", {"record_id": int, "source_id": str}, [[*ids], names]) if names else None,
        records=len(records),
        rows=len(pairs),
        distinct_items=len(labels),
    )


def _columns(pairs: Sequence[tuple[int, int]]) -> tuple[list[int], list[int]]:
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def published(
    engine: DuckDBEngine,
    records: Records = SAFE,
    *,
    k: int = 2,
    m: int | None = 2,
    form: Form | None = None,
    names: Sequence[str] | None = None,
) -> Published:
    """Return ``records`` as a result that was published as it is."""
    source = dataset(engine, records, names)
    return Published(source, source.transactions, source.items, KmAnonymity(k, m), "mHgHs", form or Form())


def options(**chosen: object) -> WriteOptions:
    return WriteOptions(**({"seed": "a secret"} | chosen))  # type: ignore[arg-type]


def rows_of(path: Path) -> list[tuple[object, ...]]:
    """Return the rows of a released file in the order they stand there."""
    delimiter = {".csv": ",", ".tsv": "\t"}.get(path.suffix)
    with duckdb.connect() as connection:
        if delimiter:
            return connection.read_csv(str(path), sep=delimiter, header=True, all_varchar=True).fetchall()
        return connection.read_parquet(str(path)).fetchall()
