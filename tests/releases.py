"""Small results to publish, made by hand instead of by a method."""

from collections.abc import Sequence
from pathlib import Path

import duckdb

from setanon_sql.engine import DuckDBEngine
from setanon_sql.layout import TableDestination
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.query.templates import Table
from setanon_sql.release import Form, LongRelease, WriteOptions
from setanon_sql.release.labels import LabelSource
from setanon_sql.verify import ReadInputs, Verification, read, verify_at
from setanon_sql.verify.promise import Promise
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
    label_source: LabelSource | None = None,
) -> LongRelease:
    """Return ``records`` as a result that was published as it is."""
    source = dataset_of(engine, records, names)
    model = KmAnonymity(k, m)
    form = form or Form()
    return LongRelease(source, source.transactions, source.items, model, "mHgHs", form, label_source=label_source)


def options(**chosen: object) -> WriteOptions:
    return WriteOptions(**({"seed": "a secret"} | chosen))  # type: ignore[arg-type]


def rows_of(path: Path) -> list[tuple[object, ...]]:
    """Return the rows of a released file in the order they stand there."""
    delimiter = {".csv": ",", ".tsv": "\t"}.get(path.suffix)
    with duckdb.connect() as connection:
        if delimiter:
            return connection.read_csv(str(path), sep=delimiter, header=True, all_varchar=True).fetchall()
        return connection.read_parquet(str(path)).fetchall()


def read_release(engine: DuckDBEngine, release: str | Path, database: Path | None = None) -> tuple[Table, Promise]:
    """Return the rows of a release of one table, and its promise."""
    tables, promise = read(engine, TableDestination(database, str(release)) if database else Path(release))
    return tables[""], promise


def tree(folder: Path) -> dict[str, bytes]:
    """Return all files below a folder, by name."""
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def verify(
    release: str | Path, *, database: str | Path = "", threads: int = 0, inputs: ReadInputs | None = None
) -> Verification:
    """Check a release file, or with ``database`` a table of a DuckDB file, in an engine of its own."""
    where = TableDestination(Path(database), str(release)) if database else Path(release)
    with DuckDBEngine(threads=threads) as engine:
        return verify_at(engine, where, inputs)
