"""Write a disassociated release into a warehouse: tables with one prefix, or with Spark a folder of Parquet folders."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from setanon_sql.engine import Warehouse
from setanon_sql.engine.spark import SparkEngine
from setanon_sql.engine.warehouse import Made, is_path
from setanon_sql.errors import BadDestination
from setanon_sql.query.templates import Bind
from setanon_sql.release.folder import (
    FolderRelease,
    check_folder_free,
    folder_manifest,
    kept_or_refused,
    publish_folder,
)
from setanon_sql.release.manifest import as_text
from setanon_sql.release.options import WriteOptions
from setanon_sql.release.owned import pieces_tables
from setanon_sql.release.salvage import settle
from setanon_sql.release.staging import staging, writing
from setanon_sql.release.warehouse import WarehouseDestination, check_names, check_tables_at, refuse_ledger
from setanon_sql.release.write import Written
from setanon_sql.verify.disassociation import FolderTables
from setanon_sql.verify.folder import MANIFEST
from setanon_sql.verify.folder_tables import COLUMNS, read_tables
from setanon_sql.verify.prefixed import digests


def check_tables_free(engine: Warehouse, destination: WarehouseDestination, options: WriteOptions) -> None:
    """Raise BadDestination where a release cannot be put there, before the work starts.

    What killed runs left there is put right first.
    """
    refuse_ledger(engine, options)
    if not is_path(destination.name):
        check_tables_at(engine, destination, pieces_tables(destination.parts[-1]), options)
        return
    if not engine.abilities.writes_folders:
        raise BadDestination(
            f"{engine.place} writes tables, not files", "name a prefix of tables (such as schema.safe), and export them"
        )
    settle(Path(destination.name))
    check_folder_free(Path(destination.name), _with_paths(options))


def _with_paths(options: WriteOptions) -> WriteOptions:
    """Return options in which the folders that are read as tables are inputs, too."""
    return replace(options, inputs=(*options.inputs, *(Path(name) for name in options.input_tables if is_path(name))))


def write_tables(release: FolderRelease, destination: WarehouseDestination, options: WriteOptions) -> Written:
    """Write a release and its manifest; it is recounted first, and not published where it is broken (NotReached)."""
    engine = release.engine
    assert isinstance(engine, Warehouse)
    check_tables_free(engine, destination, options)
    if is_path(destination.name):
        return Written(_to_folder(release, Path(destination.name), options), (destination.name,))
    fields = _checked(release, release.tables, dict(zip(COLUMNS, COLUMNS, strict=True)))
    *above, name = destination.parts
    tables = pieces_tables(name)
    made: Made = {
        tables.manifest: ("release/tables/table_manifest", {"manifest": as_text(fields)}),
        **{f"{name}_{table}": _rows(release.tables, table) for table in COLUMNS},
    }
    engine.publish(above, made, lambda: check_names(engine, destination, tables, options))
    return Written(fields, tuple(made))


def _to_folder(release: FolderRelease, folder: Path, options: WriteOptions) -> dict[str, Any]:
    engine = release.engine
    assert isinstance(engine, SparkEngine)
    with staging(folder) as private:
        staged = private / "release"
        with writing(folder):
            staged.mkdir()
        for table in COLUMNS:
            engine.write_parquet(*_rows(release.tables, table), staged / f"{table}.parquet")
        fields = _checked(release, read_tables(engine, str(staged)), {table: f"{table}.parquet" for table in COLUMNS})
        with writing(folder):
            (staged / MANIFEST).write_text(as_text(fields), encoding="utf-8")
            staged.chmod(0o755)
        publish_folder(staged, folder, _with_paths(options))
    return fields


def _checked(release: FolderRelease, tables: FolderTables, names: Mapping[str, str]) -> dict[str, Any]:
    """Recount what is to be published and return its manifest; ``names`` of the tables in it."""
    found = kept_or_refused(release, tables)
    printed = digests(release.engine, tables)
    return folder_manifest(release, found, {names[table]: digest for table, digest in printed.items()})


def _rows(tables: FolderTables, table: str) -> tuple[str, Mapping[str, Bind]]:
    return f"verify/disassociation_read/table_{table}", {"released": getattr(tables, table)}
