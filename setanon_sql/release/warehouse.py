"""Write a release into a warehouse: a table and its manifest, or with Spark a folder of Parquet files.

PostgreSQL writes both tables in one transaction. Spark has none: :mod:`setanon_sql.engine.spark_tables` says what it
does instead. A folder is written beside its place and put there by one move.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from setanon_sql.engine import Warehouse
from setanon_sql.engine.spark import SparkEngine
from setanon_sql.engine.warehouse import Made, is_path, name_parts
from setanon_sql.errors import BadDestination
from setanon_sql.query.templates import Table
from setanon_sql.release.beside import publish_beside
from setanon_sql.release.manifest import as_text, manifest
from setanon_sql.release.options import WriteOptions
from setanon_sql.release.ours import Fields, is_orphan, manifest_of_parts
from setanon_sql.release.owned import Tables, check_tables, long_tables
from setanon_sql.release.places import already_there, check_free, manifest_of, not_ours, refuse_read
from setanon_sql.release.published import Published
from setanon_sql.release.salvage import settle
from setanon_sql.release.shape import long_rows, released_sensitive
from setanon_sql.release.staging import alone, check_folder, staging
from setanon_sql.verify.grouped import digest_of
from setanon_sql.verify.recount import Recount, recount
from setanon_sql.verify.warehouse import read_relation

#: Raises where rows must not be published.
Accept = Callable[[Recount], None]


@dataclass(frozen=True)
class WarehouseDestination:
    """A table (``table`` or ``schema.table``) of the warehouse ``db``, or a folder that Spark writes."""

    db: str
    name: str

    @property
    def parts(self) -> list[str]:
        """The parts of the table's name, or the path of the folder."""
        return name_parts(self.name)


def check_place(engine: Warehouse, destination: WarehouseDestination, options: WriteOptions) -> None:
    """Raise BadDestination for what can be seen before the work starts.

    What killed runs left there is put right first.
    """
    refuse_ledger(engine, options)
    if is_path(destination.name):
        _refuse_path(engine, destination.name)
        settle(Path(destination.name))
        check_parts_free(engine, Path(destination.name), options)
    else:
        check_tables_at(engine, destination, long_tables(destination.parts[-1]), options)


def check_tables_at(
    engine: Warehouse, destination: WarehouseDestination, tables: Tables, options: WriteOptions
) -> None:
    """Put right what killed runs left of the tables, and check them as :func:`check_names` does."""
    engine.settle(destination.parts[:-1], tables.all)
    check_names(engine, destination, tables, options)


def refuse_ledger(engine: Warehouse, options: WriteOptions) -> None:
    """Raise BadDestination where a ledger is asked for."""
    if options.ledger is not None:
        raise BadDestination(
            f"{engine.place} writes no ledger", "leave --ledger out, or anonymize an export of the table with DuckDB"
        )


def check_names(
    engine: Warehouse, destination: WarehouseDestination, tables: Tables, options: WriteOptions
) -> list[str]:
    """Return which of the tables are there and may be replaced; raises BadDestination where one must stay."""
    reads = [name_parts(name) for name in options.input_tables]
    return check_tables(engine.catalog(destination.parts[:-1], reads), tables, overwrite=options.overwrite)


def check_parts_free(engine: Warehouse, folder: Path, options: WriteOptions) -> Fields | None:
    """Check a folder that Spark writes as one table; returns the manifest of what is replaced, or None."""
    check_folder(folder)
    read = [*options.inputs, *(Path(name) for name in options.input_tables if is_path(name))]
    refuse_read(folder, read)
    if (folder.exists() or folder.is_symlink()) and not options.overwrite:
        raise already_there(folder.name)
    old = None if folder.is_symlink() else manifest_of_parts(folder)
    if old is None and (folder.exists() or folder.is_symlink()):
        raise not_ours(folder.name)
    if old is not None and engine.files_read(options.input_tables, folder):
        raise BadDestination(f"{folder.name} is also what is read", "choose another name; sources are never written")
    replaced = old is not None or is_orphan(folder)
    check_free(manifest_of(folder), lambda _: replaced, overwrite=options.overwrite or replaced, inputs=read)
    return old


def _refuse_path(engine: Warehouse, name: str) -> None:
    """Raise BadDestination for what the engine does not write."""
    if not engine.abilities.writes_folders:
        raise BadDestination(
            f"{engine.place} writes tables, not files", "name a table (table or schema.table), and export that"
        )
    if Path(name).suffix.lower() != ".parquet":
        raise BadDestination(
            f"{engine.place} cannot write {Path(name).name}", "end the name of the folder with .parquet"
        )


def write_to_warehouse(
    published: Published, destination: WarehouseDestination, options: WriteOptions, accept: Accept
) -> dict[str, Any]:
    """Write the release and its manifest, which is returned; ``accept`` raises where the rows must not be published."""
    engine = published.source.engine
    assert isinstance(engine, Warehouse)
    rows = long_rows(published, options)
    if is_path(destination.name):
        fields = _to_folder(published, rows, destination.name, options, accept)
        engine.drop(rows)
        return fields
    accept(found := recount(engine, rows, published.model, published.verification_inputs))
    fields, tables = _manifest(published, rows, found, destination.name, options), long_tables(destination.parts[-1])
    made: Made = {
        tables.manifest: ("release/tables/table_manifest", {"manifest": as_text(fields)}),
        tables.data[0]: (published.rows_query, {"shaped": rows}),
    }
    # the last statement: a connection lost after it would call a failure what stands
    engine.publish(destination.parts[:-1], made, lambda: check_names(engine, destination, tables, options))
    return fields


def _manifest(published: Published, rows: Table, found: Recount, name: str, options: WriteOptions) -> dict[str, Any]:
    form = {"kind": "table", "record_ids": options.record_ids}
    printed = {name: digest_of(published.source.engine, rows, grouped=published.grouped)}
    return manifest(published, found.counts, printed, form, released_sensitive(published))


def _to_folder(published: Published, rows: Table, name: str, options: WriteOptions, accept: Accept) -> dict[str, Any]:
    engine, folder = published.source.engine, Path(name)
    assert isinstance(engine, SparkEngine)
    with staging(folder) as stage:
        data = stage / f"release{folder.suffix}"
        engine.write_parquet(published.rows_query, {"shaped": rows}, data)
        lines = read_relation(engine, str(data), grouped=published.grouped)
        accept(found := recount(engine, lines, published.model, published.verification_inputs))
        fields = _manifest(published, lines, found, folder.name, options)
        engine.drop(lines)
        with alone(folder):
            publish_beside(data, folder, fields, check_parts_free(engine, folder, options))
    return fields
