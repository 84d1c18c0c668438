"""Write a release into a warehouse: a table and its manifest, or with Spark a folder of Parquet files.

PostgreSQL writes both tables in one transaction. Spark has none: the manifest comes first and the data last, and what
was made goes where a step fails. A folder is written beside its place and renamed.
"""

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from setanon_sql.engine import Warehouse
from setanon_sql.engine.spark import SparkEngine
from setanon_sql.engine.warehouse import is_path, name_parts
from setanon_sql.errors import BadDestination
from setanon_sql.release.manifest import as_text, manifest
from setanon_sql.release.options import WriteOptions
from setanon_sql.release.places import manifest_of
from setanon_sql.release.published import Published
from setanon_sql.release.shape import long_rows, released_secrets
from setanon_sql.release.staging import publish, staging, writing
from setanon_sql.sql import Bind, Table
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
    """Raise BadDestination for what can be seen before the work starts."""
    refuse_ledger(engine, options)
    if is_path(destination.name):
        _refuse_path(engine, destination.name)
    *above, own = destination.parts
    check_names(engine, [destination.parts, [*above, f"{own}_manifest"]], options)


def refuse_ledger(engine: Warehouse, options: WriteOptions) -> None:
    """Raise BadDestination where a ledger is asked for."""
    if options.ledger is not None:
        raise BadDestination(
            f"{engine.place} writes no ledger", "leave --ledger out, or anonymize an export of the table with DuckDB"
        )


def check_names(engine: Warehouse, names: Sequence[Sequence[str]], options: WriteOptions) -> None:
    """Raise BadDestination where one of these tables is what is read, or is there already."""
    read = [[part.lower() for part in name_parts(name)] for name in options.input_tables]
    if any(_same([part.lower() for part in parts], one) for parts in names for one in read):
        raise BadDestination("the destination is also what is read", "choose another name; sources are never written")
    if not is_path(names[0][-1]):
        engine.check_lasting(names[0][:-1])
    if not options.overwrite and any(engine.exists(parts) for parts in names):
        raise BadDestination("something of that name already exists", "choose another name, or say --overwrite")


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


def _same(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two names may be those of one table: what both of them say is the same."""
    return all(mine == theirs for mine, theirs in zip(reversed(one), reversed(other), strict=False))


def write_to_warehouse(
    published: Published, destination: WarehouseDestination, options: WriteOptions, accept: Accept
) -> dict[str, Any]:
    """Write the release and its manifest, which is returned; ``accept`` raises where the rows must not be published."""
    engine = published.source.engine
    assert isinstance(engine, Warehouse)
    check_place(engine, destination, options)
    rows = long_rows(published, options)
    if is_path(destination.name):
        fields = _to_folder(published, rows, destination.name, options, accept)
        engine.drop(rows)
    else:
        accept(found := recount(engine, rows, published.model, published.secrets))
        fields = _manifest(published, rows, found, destination.name, options)
        *above, own = destination.parts
        made: dict[str, tuple[str, Mapping[str, Bind]]] = {
            f"{own}_manifest": ("release/tables/table_manifest", {"manifest": as_text(fields)}),
            own: (published.rows_query, {"shaped": rows}),
        }
        # the last statement: a connection lost after it would call a failure what stands
        engine.publish(above, made, overwrite=options.overwrite)
    return fields


def _manifest(published: Published, rows: Table, found: Recount, name: str, options: WriteOptions) -> dict[str, Any]:
    form = {"kind": "table", "record_ids": options.record_ids}
    printed = {name: digest_of(published.source.engine, rows, grouped=published.grouped)}
    return manifest(published, found.counts, printed, form, released_secrets(published))


def _to_folder(published: Published, rows: Table, name: str, options: WriteOptions, accept: Accept) -> dict[str, Any]:
    engine, folder = published.source.engine, Path(name)
    assert isinstance(engine, SparkEngine)
    with staging(folder) as stage:
        data, note = stage / f"release{folder.suffix}", stage / "manifest.json"
        engine.write_parquet(published.rows_query, {"shaped": rows}, data)
        lines = read_relation(engine, str(data), grouped=published.grouped)
        accept(found := recount(engine, lines, published.model, published.secrets))
        fields = _manifest(published, lines, found, folder.name, options)
        engine.drop(lines)
        with writing(folder):
            note.write_text(as_text(fields), encoding="utf-8")
            if options.overwrite and folder.is_dir():
                shutil.rmtree(folder)
        publish([(note, manifest_of(folder)), (data, folder)], overwrite=options.overwrite)
    return fields
