"""Small results to publish, made by hand instead of by a method."""

from collections.abc import Sequence
from pathlib import Path

import duckdb

from setanon_sql.engine import DuckDBEngine
from setanon_sql.models import KmAnonymity
from setanon_sql.release import Form, Published, WriteOptions
from tests.data import dataset_of

Records = Sequence[frozenset[str]]

#: 2-anonymous for sets of up to two items; one record has lost everything.
SAFE: Records = [frozenset("ab"), frozenset("ab"), frozenset(), frozenset("bc"), frozenset("bc"), frozenset("a")] * 2


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
    source = dataset_of(engine, records, names)
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
