"""Write staged files: the release by its extension, the ledger by its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadDestination, SetanonError
from setanon_sql.query.templates import Bind, Table
from setanon_sql.release.options import WriteOptions
from setanon_sql.release.published import Published
from setanon_sql.release.shape import basket_lines, duckdb_of, long_rows

_DELIMITERS = {".csv": ",", ".tsv": "\t"}


def form_of(published: Published, destination: Path, options: WriteOptions) -> dict[str, str]:
    """Return how a release to ``destination`` is written, as the manifest tells it.

    Raises BadDestination for an extension that is not known.
    """
    extension = destination.suffix.lower()
    ids = {"record_ids": options.record_ids}
    if extension in {".dat", ".txt"}:
        if published.grouped:
            raise no_groups(destination)
        own = published.form.kind == "basket" and extension == ".txt"
        return {"kind": "basket", "separator": published.form.separator if own else " "} | ids
    if extension in {".parquet", *_DELIMITERS}:
        return {"kind": "long"} | ids
    raise _unknown(destination)


def check_extension(destination: Path) -> None:
    """Raise BadDestination for an extension that is not known."""
    if destination.suffix.lower() not in {".parquet", ".dat", ".txt", *_DELIMITERS}:
        raise _unknown(destination)


def no_groups(destination: Path) -> BadDestination:
    """Return the error for basket lines, which cannot tell groups."""
    return BadDestination(
        f"{destination.name} would be basket lines, which have no room for the groups of the release",
        "end the name with .parquet, .csv or .tsv, or name a table with --db",
    )


def _unknown(destination: Path) -> BadDestination:
    return BadDestination(
        f"a release cannot be written to {destination.name}",
        "end the name with .parquet, .csv, .tsv, .dat or .txt, or name a table with --db",
    )


def write_data(published: Published, form: dict[str, str], options: WriteOptions, path: Path) -> None:
    """Write the release to ``path``, in the form that its extension says."""
    engine = duckdb_of(published)
    if form["kind"] == "basket":
        shaped = basket_lines(published, options, form["separator"])
        copy(engine, "release/files/write_lines", path, shaped=shaped)
    else:
        shaped = long_rows(published, options)
        name, binds = _long_copy(path)
        name += "_grouped" if published.grouped else ""
        copy(engine, name, path, shaped=shaped, **binds)
    engine.drop(shaped)


def _long_copy(path: Path) -> tuple[str, dict[str, Bind]]:
    delimiter = _DELIMITERS.get(path.suffix.lower())
    return (
        ("release/files/write_delimited", {"separator": delimiter})
        if delimiter
        else ("release/files/write_parquet", {})
    )


def write_ledger(published: Published, seed: str, path: Path) -> None:
    """Write the ledger: columns ``record_id, item, action, label, cause``; the first row holds the seed."""
    engine, source = duckdb_of(published), published.source
    names = source.record_ids or engine.table("release/record_ids/line_numbers", transactions=source.transactions)
    if published.occurrences is not None:
        ledger = _ledger_of_groups(engine, published, names, seed)
    elif published.suppressed is not None and published.causes is not None:
        ledger = _ledger_of_occurrences(engine, published, names, seed)
    else:
        ledger = _ledger_of_items(engine, published, names, seed)
    copy_ledger(engine, ledger, path)
    engine.drop(ledger)


def copy_ledger(engine: DuckDBEngine, ledger: Table, path: Path) -> None:
    """Write a ledger (``position, record_id, item, action, label, cause``) in the form that its extension says."""
    name, binds = _ledger_copy(path)
    copy(engine, name, path, ledger=ledger, **binds)


def _ledger_of_occurrences(engine: DuckDBEngine, published: Published, names: Table, seed: str) -> Table:
    assert published.suppressed is not None
    assert published.causes is not None
    items = published.source.items
    causes = engine.table("release/ledger/causes", causes=published.causes, items=items)
    tables = {"suppressed": published.suppressed, "items": items, "record_ids": names, "causes": causes}
    ledger = engine.table("release/ledger/ledger_occurrences", seed=seed, **tables)
    engine.drop(causes)
    return ledger


def _ledger_of_groups(engine: DuckDBEngine, published: Published, names: Table, seed: str) -> Table:
    assert published.occurrences is not None
    assert published.suppressed is not None
    assert published.causes is not None
    causes = engine.table("release/ledger/causes", causes=published.causes, items=published.labels)
    tables = {"occurrences": published.occurrences, "suppressed": published.suppressed, "causes": causes}
    more = {"items": published.source.items, "labels": published.labels, "record_ids": names}
    ledger = engine.table("release/ledger/ledger_groups", seed=seed, **tables, **more)
    engine.drop(causes)
    return ledger


def _ledger_of_items(engine: DuckDBEngine, published: Published, names: Table, seed: str) -> Table:
    source = published.source
    changes = published.changes or engine.load(
        "changes", {"item": int, "action": str, "label": str, "cause": str}, [[], [], [], []]
    )
    tables = {"transactions": source.transactions, "items": source.items, "record_ids": names, "changes": changes}
    return engine.table("release/ledger/ledger", seed=seed, **tables)


def check_ledger_name(path: Path) -> None:
    """Raise BadDestination for a ledger's extension that is not known."""
    _ledger_copy(path)


def _ledger_copy(path: Path) -> tuple[str, dict[str, Bind]]:
    extension = path.suffix.lower()
    if extension in _DELIMITERS:
        return "release/ledger/write_delimited", {"separator": _DELIMITERS[extension]}
    if extension in {".parquet", ".jsonl"}:
        return ("release/ledger/write_parquet" if extension == ".parquet" else "release/ledger/write_json"), {}
    raise BadDestination(
        f"a ledger cannot be written to {path.name}", "end the name with .parquet, .csv, .tsv or .jsonl"
    )


def copy(engine: DuckDBEngine, name: str, path: Path, **binds: Table | Bind) -> None:
    """Run a COPY; raises BadDestination where the disk refuses."""
    with refusals(path.name):
        engine.execute(*_rendered(engine, name, path=str(path), **binds))


def _rendered(engine: DuckDBEngine, name: str, **binds: Bind) -> tuple[str, str]:
    name, tree = engine.query(name, **binds)
    return name, engine.render(tree)


@contextmanager
def refusals(name: str) -> Iterator[None]:
    """Turn what DuckDB says when it cannot write into BadDestination; ``name`` is that of the destination."""
    try:
        yield
    except SetanonError as error:
        if not isinstance(error.__cause__, duckdb.IOException):
            raise
        raise BadDestination(f"{name} cannot be written", "is there room, and the right to write there?") from error
