"""What a source may be besides a file here: a table of a lake, or many Parquet files by a pattern or an address.

A lake is a database that the user's own statements attached (``--setup``); they may also make views and macros.
Others may write to it while it is read, and to files elsewhere, too: what is needed is read once, by one statement, in
the transaction that tells its snapshot.
"""

import glob
import os
import re
from collections.abc import Iterator, Sequence
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
from setanon_sql.sources.files import literal_path
from setanon_sql.sources.hints import columns_of_hints
from setanon_sql.sources.options import SourceOptions
from setanon_sql.sources.parquet import open_parquets
from setanon_sql.sources.selecting import parsed_query

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)

#: A call of a macro, and the query that names those there are.
_CALL = re.compile(r"\s*(\w+)\s*\(.*\)\s*", re.DOTALL)
_MACROS = "sources/read/table_macros"

#: How deep in a folder the first Parquet file may be.
_LEVELS = ("*.parquet", "*/*.parquet", "*/*/*.parquet")

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


def user_relation(engine: DuckDBEngine, name: str) -> Table | None:
    """Return the table or view that the user's own statements made under a name, in no database of theirs."""
    schema = ["memory", "main"]
    *above, table = [part.casefold() for part in name_parts(name)]
    named = (relation for relation in engine.user_relations if relation.name.casefold() == table)
    return next(named, None) if above == schema[len(schema) - len(above) :] else None


def _calls_macro(engine: DuckDBEngine, name: str) -> bool:
    """Return whether a name is a call of a macro that gives a table, made by the user's own statements."""
    call = _CALL.fullmatch(name)
    return call is not None and any(macro.casefold() == call[1].casefold() for (macro,) in engine.rows(_MACROS))


def open_beside(engine: DuckDBEngine, name: str) -> Wide | None:
    """Return a table of a lake, or files by a pattern; None where the name is that of neither.

    Raises BadInput where there is none of that name.
    """
    if _is_there(name):
        return _folder(engine, Path(name))
    if relation := user_relation(engine, name):
        return replace(wide_of(engine, name, relation), shared=True)
    if _calls_macro(engine, name):
        return wide_of(engine, name, engine.table(parsed_query(f"FROM {name}", engine.dialect)))
    if lake := lake_of(engine, name):
        return _of_lake(engine, lake, name)
    return _files(engine, name) if is_pattern(name) else None


def _folder(engine: DuckDBEngine, path: Path) -> Wide | None:
    """Return the Parquet files in a folder and the folders in it; None where it holds none, or is a file."""
    if not path.is_dir() or not any(next(path.glob(levels), None) for levels in _LEVELS):
        return None
    return _files(engine, f"{literal_path(path)}/**/*.parquet")


def refuse_table_files(files: Sequence[Path]) -> None:
    """Raise BadInput for files that are part of a Delta or Iceberg table: rows that were deleted are still in them."""
    for folder in {parent for file in files for parent in file.absolute().parents}:
        if (folder / "_delta_log").is_dir():
            raise _of_table(folder, "Delta", "delta_scan")
        if next((folder / "metadata").glob("*.metadata.json"), None):
            raise _of_table(folder, "Iceberg", "iceberg_scan")


def _of_table(folder: Path, kind: str, function: str) -> BadInput:
    extension = function.removesuffix("_scan")
    return BadInput(
        f"{folder} is a table of {kind}: its Parquet files also hold rows that were deleted or changed since",
        f"say <setup=FILE.sql> with LOAD {extension}; CREATE VIEW shop AS FROM {function}('{folder}'); in it, "
        "and name shop as SOURCE",
    )


def _of_lake(engine: DuckDBEngine, lake: str, name: str) -> Wide:
    _, *schema, name_inside = name_parts(name)
    table = Table(name_inside, schema[0], lake) if schema else Table(name_inside, lake)
    try:
        wide = wide_of(engine, name, table)
    except duckdb.CatalogException as error:
        engine.forget_snapshot()
        relations = [
            f"{lake}.{schema}.{relation}" for schema, relation, _ in engine.rows("sources/read/relations", alias=lake)
        ]
        listed = ", ".join(relations[:10]) + (", …" if len(relations) > 10 else "")
        raise BadInput(f"there is no table or view {name}", f"it has: {listed or 'nothing that it lists'}") from error
    return replace(wide, shared=True)


def _files(engine: DuckDBEngine, name: str) -> Wide:
    if Path(name).suffix.lower() not in {".parquet", ".pq"}:
        raise BadInput(f"{name} does not end with .parquet", "only Parquet files are read by a pattern or an address")
    files = [] if _ADDRESS.match(name) else glob.glob(name, recursive=True)  # noqa: PTH207 (as DuckDB reads it)
    refuse_table_files([Path(file) for file in files])
    for file in files:
        watch(Path(file))
    if not _ADDRESS.match(name) and not files:
        raise BadInput(f"no file is called as {name} says", "check the path; ** stands for any folders, * for a name")
    return open_parquets(engine, name)


def read_once(engine: DuckDBEngine, wide: Wide, kind: str, options: SourceOptions) -> Wide:
    """Copy the columns of a ``shared`` source that a format needs; another source is returned as it is."""
    if not wide.shared:
        return wide
    labels = {*options.columns, *columns_of_hints({column.label: column.kind for column in wide.columns}, options)}
    needed = tuple(column for column in wide.columns if column.label in labels)
    columns = wide.columns if kind == "onehot" else needed or wide.columns
    tree = exp.select(*(templates.column(column.name) for column in columns)).from_(wide.table.expression())
    return replace(wide, table=engine.table(tree), columns=columns, shared=False)


@contextmanager
def one_snapshot(engine: DuckDBEngine) -> Iterator[tuple[tuple[str, str], ...]]:
    """Yield the snapshots that lakes say they are at, each ``lake, snapshot``: those that are read meanwhile."""
    if not engine.lakes:
        yield ()
        return
    set_by_user = _snapshot_of_user(engine)
    with engine.one_snapshot():
        snapshots = tuple((lake, engine.snapshot_of(lake)) for lake in engine.telling)
        for lake, snapshot in snapshots:
            engine.trace.note(f"{lake}: snapshot {snapshot}")
        yield (*set_by_user, *snapshots)


def _snapshot_of_user(engine: DuckDBEngine) -> tuple[tuple[str, str], ...]:
    """Return what the user's own statements say."""
    ((snapshot,),) = engine.rows("sources/read/variable", name=_VARIABLE)
    return (("setup", str(snapshot)),) if snapshot is not None else ()
