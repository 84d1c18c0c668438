"""Write files with DuckDB: which extensions there are, and what is said where the disk refuses."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import duckdb

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadDestination, SetanonError
from setanon_sql.layout import ReleaseShape, is_basket
from setanon_sql.query.templates import Bind, Table, column, outputs_added, outputs_called

DELIMITERS = {".csv": ",", ".tsv": "\t"}


def check_extension(destination: Path, shape: ReleaseShape) -> None:
    """Raise BadDestination for an extension that is not known, or has no room for a release of a shape."""
    if shape.grouped and is_basket(destination):
        raise BadDestination(
            "basket files (.dat, .txt) cannot hold the groups of the release", "end <out> with .parquet, .csv or .tsv"
        )
    if not is_basket(destination) and destination.suffix.lower() not in {".parquet", *DELIMITERS}:
        raise BadDestination(
            f"a release cannot be written to {destination.name}",
            "end the name with .parquet, .csv, .tsv, .dat or .txt, or name a table with <db>",
        )


def form_of_copy(path: Path) -> tuple[str, dict[str, Bind]]:
    """Return how the name of a query ends that writes a file with this extension, and what it is told."""
    delimiter = DELIMITERS.get(path.suffix.lower())
    return ("delimited", {"separator": delimiter}) if delimiter else ("parquet", {})


def copy_ledger(engine: DuckDBEngine, ledger: Table, path: Path) -> None:
    """Write a ledger (``position, record_id, item, action, label, cause``) in the form that its extension says."""
    name, binds = _ledger_copy(path)
    copy(engine, name, path, ledger=ledger, **binds)


def check_ledger_name(path: Path) -> None:
    """Raise BadDestination for a ledger's extension that is not known."""
    _ledger_copy(path)


def _ledger_copy(path: Path) -> tuple[str, dict[str, Bind]]:
    extension = path.suffix.lower()
    if extension not in {".parquet", ".jsonl", *DELIMITERS}:
        raise BadDestination(
            f"a ledger cannot be written to {path.name or path}", "end the name with .parquet, .csv, .tsv or .jsonl"
        )
    form, binds = ("json", {}) if extension == ".jsonl" else form_of_copy(path)
    return f"release/ledger/write_{form}", binds


def copy(engine: DuckDBEngine, name: str, path: Path, **binds: Table | Bind) -> None:
    """Run a COPY; raises BadDestination where the disk refuses."""
    with explain_refusals(path.name):
        engine.execute(*engine.statement_text(name, {"path": str(path), **binds}))


def copy_called(
    engine: DuckDBEngine,
    name: str,
    path: Path,
    names: Mapping[str, str],
    more: Sequence[str] = (),
    **binds: Table | Bind,
) -> None:
    """Run a COPY that gives columns other ``names``, and ``more`` columns; raises BadDestination where it cannot."""
    _, tree = engine.query(name, path=str(path), **binds)
    outputs_added(tree, *map(column, more))
    with explain_refusals(path.name):
        engine.execute(name, engine.render(outputs_called(tree, names)))


@contextmanager
def explain_refusals(name: str) -> Iterator[None]:
    """Turn what DuckDB says when it cannot write into BadDestination; ``name`` is that of the destination."""
    try:
        yield
    except SetanonError as error:
        if not isinstance(error.__cause__, duckdb.IOException):
            raise
        raise BadDestination(f"{name} cannot be written", "is there room, and the right to write there?") from error
