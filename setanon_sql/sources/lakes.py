"""What a source may be besides a file here: a table of a lake, or many Parquet files by a pattern or an address.

A lake is a database that the user's own statements attached (``--setup``). Others may write to
it while it is read, and to files elsewhere, too: what is needed is read once, by one statement, in the transaction that
tells its snapshot.
"""

import glob
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import duckdb
from sqlglot import exp

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.files.watching import watch
from setanon_sql.query import templates
from setanon_sql.query.templates import Table
from setanon_sql.sources.columns import Wide, wide_of
from setanon_sql.sources.database import name_parts
from setanon_sql.sources.options import SourceOptions

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)

#: What stands for the snapshot that the user's own statements name, where the lake does not say.
_VARIABLE = "setanon_snapshot"


def is_pattern(name: str) -> bool:
    """Return whether a name stands for files that are not here, or for several: an address, or a pattern."""
    if _ADDRESS.match(name):
        return True
    return any(letter in name for letter in "*?[") and not _is_there(name)


def _is_there(name: str) -> bool:
    """Return whether there is a file or folder of that name, whatever the name is."""
    return os.path.exists(name)  # noqa: PTH110 (any name may be asked for)


def lake_of(engine: DuckDBEngine, name: str) -> str:
    """Return the lake that a name in dots begins with; empty where it begins with none."""
    first, *more = name_parts(name)
    return next((lake for lake in engine.lakes if more and lake.casefold() == first.casefold()), "")


def open_beside(engine: DuckDBEngine, name: str) -> Wide | None:
    """Return a table of a lake, or files by a pattern; None where the name is that of neither.

    Raises BadInput where there is none of that name.
    """
    if _is_there(name):
        return None
    if lake := lake_of(engine, name):
        return _of_lake(engine, lake, name)
    return _files(engine, name) if is_pattern(name) else None


def _of_lake(engine: DuckDBEngine, lake: str, name: str) -> Wide:
    _, *above, own = name_parts(name)
    table = Table(own, above[0], lake) if above else Table(own, lake)
    try:
        found = wide_of(engine, name, table)
    except duckdb.CatalogException as error:
        engine.forget_snapshot()
        known = [f"{lake}.{schema}.{one}" for schema, one, _ in engine.rows("sources/read/relations", alias=lake)]
        listed = ", ".join(known[:10]) + (", …" if len(known) > 10 else "")
        raise BadInput(f"there is no table or view {name}", f"it has: {listed or 'nothing that it lists'}") from error
    return replace(found, shared=True)


def _files(engine: DuckDBEngine, name: str) -> Wide:
    if Path(name).suffix.lower() not in {".parquet", ".pq"}:
        raise BadInput(f"{name} does not end with .parquet", "only Parquet files are read by a pattern or an address")
    there = [] if _ADDRESS.match(name) else glob.glob(name, recursive=True)  # noqa: PTH207 (as DuckDB reads it)
    for file in there:
        watch(Path(file))
    if not _ADDRESS.match(name) and not there:
        raise BadInput(f"no file is called as {name} says", "check the path; ** stands for any folders, * for a name")
    table = engine.view("sources/read/parquet_files", path=name)
    return replace(wide_of(engine, name, table), shared=True)


def read_once(engine: DuckDBEngine, wide: Wide, kind: str, options: SourceOptions) -> Wide:
    """Copy the columns of a ``shared`` source that a format needs; another source is returned as it is."""
    if not wide.shared:
        return wide
    two = tuple(one for one in wide.columns if one.label in {options.record_id, options.item})
    columns = wide.columns if kind == "onehot" else two or wide.columns
    tree = exp.select(*(templates.column(one.own) for one in columns)).from_(wide.table.expression())
    return replace(wide, table=engine.table(tree), columns=columns, shared=False)


@contextmanager
def one_snapshot(engine: DuckDBEngine) -> Iterator[tuple[tuple[str, str], ...]]:
    """Yield the snapshots that lakes say they are at, each ``lake, snapshot``: those that are read meanwhile."""
    if not engine.lakes:
        yield ()
        return
    said = _said(engine)
    with engine.one_snapshot():
        found = tuple((lake, engine.snapshot_of(lake)) for lake in engine.telling)
        for lake, snapshot in found:
            engine.trace.note(f"{lake}: snapshot {snapshot}")
        yield (*said, *found)


def _said(engine: DuckDBEngine) -> tuple[tuple[str, str], ...]:
    """Return what the user's own statements say."""
    ((said,),) = engine.rows("sources/read/variable", name=_VARIABLE)
    return (("setup", str(said)),) if said is not None else ()
