"""Write a release: staged, recounted from what was written, and only then published."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from setanon_sql.engine import DuckDBEngine, Engine, Warehouse
from setanon_sql.errors import NotReached
from setanon_sql.release.beside import publish_beside
from setanon_sql.release.files import check_extension, form_of, write_data, write_ledger
from setanon_sql.release.ledgers import Ledger, check_ledger, staged_ledger
from setanon_sql.release.manifest import manifest
from setanon_sql.release.options import TableDestination, WriteOptions
from setanon_sql.release.ours import Fields
from setanon_sql.release.places import check_release_free, manifest_of
from setanon_sql.release.published import Published
from setanon_sql.release.salvage import settle
from setanon_sql.release.shape import duckdb_of, released_sensitive
from setanon_sql.release.staging import alone, staging
from setanon_sql.release.tables import check_database, check_table_free, refuse_read_by_views, write_table
from setanon_sql.release.warehouse import WarehouseDestination, check_place, write_to_warehouse
from setanon_sql.verify.reader import fingerprint, is_basket, read_lines
from setanon_sql.verify.recount import Recount, recount

#: A file, a table of a DuckDB file, or a table (or folder) of a warehouse.
Destination = Path | TableDestination | WarehouseDestination


@dataclass(frozen=True)
class Written:
    """What was published: the manifest, and the files or the table that hold it."""

    manifest: dict[str, Any]
    names: tuple[str, ...]


def check_destination(destination: Destination, options: WriteOptions) -> None:
    """Raise BadDestination for what can be seen without an engine: call it before hours are spent.

    What killed runs left there is put right first. Databases have to be asked, see :func:`check_in`.
    """
    if isinstance(destination, Path):
        settle(destination)
    settle(options.ledger)
    _check(destination, options)


def _check(destination: Destination, options: WriteOptions) -> Fields | None:
    """Check files; returns the manifest of a file that is to be replaced."""
    if isinstance(destination, WarehouseDestination):
        return None
    check_ledger(options, _not_the_ledger(destination))
    if isinstance(destination, TableDestination):
        check_database(destination)
        return None
    old = check_release_free(destination, overwrite=options.overwrite, inputs=options.inputs)
    check_extension(destination)
    return old


def check_in(engine: Engine, destination: Destination, options: WriteOptions) -> None:
    """Raise BadDestination for what the engine can see before the work starts: tables that are there, rights."""
    if isinstance(destination, WarehouseDestination) and isinstance(engine, Warehouse):
        check_place(engine, destination, options)
    if isinstance(destination, TableDestination) and isinstance(engine, DuckDBEngine):
        check_table_free(engine, destination, options)
    if isinstance(destination, Path) and isinstance(engine, DuckDBEngine):
        refuse_read_by_views(engine, destination, options)


def _not_the_ledger(destination: Path | TableDestination) -> tuple[Path, ...]:
    if isinstance(destination, TableDestination):
        return (destination.database,)
    return (destination, manifest_of(destination))


def write_release(published: Published, destination: Destination, options: WriteOptions) -> Written:
    """Write ``published`` and its manifest, and the ledger where one is asked for.

    What was written is read back and recounted first: NotReached where it does not keep the guarantee, and nothing is
    published. BadDestination where it cannot or must not be written; nothing is left behind then, either.
    """
    check_destination(destination, options)
    if isinstance(destination, WarehouseDestination):  # a DuckDB file is asked when what is read from it is let go
        check_in(published.source.engine, destination, options)
        fields = write_to_warehouse(published, destination, options, refuse_if_broken)
        return Written(fields, (destination.name,))
    with staged_ledger(options, lambda path: write_ledger(published, options.seed, path)) as ledger:
        if isinstance(destination, TableDestination):
            return _to_table(published, destination, options, ledger)
        return _to_file(published, destination, options, ledger)


def _to_file(published: Published, destination: Path, options: WriteOptions, ledger: Ledger | None) -> Written:
    form = form_of(published, destination, options)
    with staging(destination) as folder:
        data = folder / f"release{destination.suffix.lower()}"
        write_data(published, form, options, data)
        found = _recount_staged(published, data, form)
        printed = {destination.name: fingerprint(data).sha256}
        fields = manifest(published, found.counts, printed, form, released_sensitive(published))
        with alone(destination, *((ledger.target,) if ledger else ())):
            old = _check(destination, options)
            names = publish_beside(data, destination, fields, old, ledger)
    return Written(fields, tuple(map(str, names)))


def _recount_staged(published: Published, data: Path, form: dict[str, str]) -> Recount:
    """Read back what was written and count it; raises NotReached where it does not hold."""
    engine = duckdb_of(published)
    lines = read_lines(engine, data, form.get("separator", ""), grouped=published.grouped)
    found = recount(engine, lines, published.model, published.verification_inputs)
    engine.drop(lines)
    refuse_if_broken(found)
    if is_basket(data):
        return Recount(found.counts | {"records": published.source.records}, ())
    return found


def refuse_if_broken(found: Recount) -> None:
    """Raise NotReached where a recount found a fault."""
    if found.problems:
        raise NotReached(
            f"the result does not keep its guarantee ({found.problems[0]}); nothing was published",
            "this is a fault of the program: please report it",
        )


def _to_table(
    published: Published, destination: TableDestination, options: WriteOptions, ledger: Ledger | None
) -> Written:
    text = write_table(published, destination, options, refuse_if_broken, ledger)
    return Written(json.loads(text), (destination.name, *((str(ledger.target),) if ledger else ())))
