"""Write a release as a table of a DuckDB file.

The table, and beside it the table ``<name>_manifest`` with the manifest as the text of its one row, appear in one
transaction: killed before its end, the file is what it was.
"""

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import duckdb
from sqlglot import exp

from setanon_sql.engine import DuckDBEngine
from setanon_sql.engine.attached import attached
from setanon_sql.engine.catalog import Name
from setanon_sql.engine.duckdb_catalog import DuckDBCatalog
from setanon_sql.errors import BadDestination, SetanonError
from setanon_sql.files.stopping import finished, unbroken
from setanon_sql.query.templates import Bind, Table
from setanon_sql.release.files import refusals
from setanon_sql.release.ledgers import Ledger, check_ledger
from setanon_sql.release.manifest import as_text, manifest
from setanon_sql.release.options import TableDestination, WriteOptions
from setanon_sql.release.owned import Tables, check_tables, long_tables
from setanon_sql.release.published import Published
from setanon_sql.release.salvage import note_of_table
from setanon_sql.release.shape import duckdb_of, long_rows, released_sensitive
from setanon_sql.release.staging import alone
from setanon_sql.sources.database import is_database, relations_named
from setanon_sql.verify.grouped import digest_of
from setanon_sql.verify.recount import Recount, recount

_ALIAS = "setanon_release"

#: The queries that make the tables of a release, by the name of the table, with their binds.
Queries = Mapping[str, tuple[str, Mapping[str, Bind]]]


def check_database(destination: TableDestination) -> None:
    """Raise BadDestination where the database is a file that cannot be written."""
    path = destination.database
    if (path.exists() and not os.access(path, os.W_OK)) or not os.access(path.parent, os.W_OK | os.X_OK):
        raise BadDestination(f"there is no right to write {path.name}", "choose another database with --out-db")


def check_table_free(engine: DuckDBEngine, destination: TableDestination, options: WriteOptions) -> None:
    """Raise BadDestination where the release cannot be put there, before the work starts.

    That is where the database cannot be opened for writing, or something stands there that must stay.
    """
    with open_for_writing(engine, destination), refusals(destination.name):
        make_room(engine, destination, long_tables(table_of(destination).name), options, drop=False)


def refuse_read_by_views(engine: DuckDBEngine, path: Path, options: WriteOptions) -> None:
    """Raise BadDestination where a file (or folder) is there that a view of a DuckDB file that is read reads."""
    databases = [one for one in options.inputs if path.exists() and options.input_tables and is_database(one)]
    if any(_reads_file(engine, database, path, options) for database in databases):
        raise BadDestination(f"{path.name} is also what is read", "choose another name: a view reads it")


def _reads_file(engine: DuckDBEngine, database: Path, path: Path, options: WriteOptions) -> bool:
    source = TableDestination(database, "")
    with attached(engine, database, _ALIAS) as alias:
        catalog = DuckDBCatalog(engine, alias, "main", lambda known: _read(known, source, options))
        return catalog.reads_file(path)


def write_table(
    published: Published,
    destination: TableDestination,
    options: WriteOptions,
    accept: Callable[[Recount], None],
    ledger: Ledger | None = None,
) -> str:
    """Write the release and its manifest, and its ledger to where that goes; returns the manifest's text.

    The rows are recounted first and given to ``accept``, which raises where they must not be published. A file that the
    engine has attached for reading is let go, since it cannot be open twice.
    """
    engine = duckdb_of(published)
    rows = long_rows(published, options)
    found = recount(engine, rows, published.model, published.verification_inputs)
    accept(found)
    digest = digest_of(engine, rows, grouped=published.grouped)
    form = {"kind": "table", "record_ids": options.record_ids}
    fields = manifest(published, found.counts, {destination.name: digest}, form, released_sensitive(published))
    text, tables = as_text(fields), long_tables(table_of(destination).name)
    queries: Queries = {
        tables.manifest: ("release/tables/table_manifest", {"manifest": text}),
        tables.data[0]: (published.rows_query, {"shaped": rows}),
    }
    publish_tables(engine, destination, tables, queries, options, ledger=ledger)
    engine.drop(rows)
    return text


def publish_tables(
    engine: DuckDBEngine,
    destination: TableDestination,
    tables: Tables,
    queries: Queries,
    options: WriteOptions,
    *,
    ledger: Ledger | None,
) -> None:
    """Create the tables of a release, each by its query, in one transaction; the ledger follows."""
    place = table_of(destination)
    if ledger:
        text = str(queries[tables.manifest][1]["manifest"])
        ledger.belongs_to(note_of_table(destination.database, place.schema, tables.manifest, text))
    with open_for_writing(engine, destination), alone(*((ledger.target,) if ledger else ())):
        check_ledger(options, (destination.database,))
        with refusals(destination.name), transaction(engine, ledger.follow if ledger else None):
            make_room(engine, destination, tables, options)
            for name, (query, binds) in queries.items():
                create_as(engine, Table(name, place.schema, place.catalog), query, **binds)


def create_as(engine: DuckDBEngine, table: Table, query: str, **binds: Bind) -> None:
    """Create a table of the user's from a query."""
    name, tree = engine.query(query, **binds)
    engine.execute(name, engine.render(exp.Create(this=table.expression(), kind="TABLE", expression=tree)))


def make_room(
    engine: DuckDBEngine, destination: TableDestination, tables: Tables, options: WriteOptions, *, drop: bool = True
) -> None:
    """Drop the tables that are to be replaced (or only look); raises BadDestination where they must not be."""
    place = table_of(destination)
    catalog = DuckDBCatalog(engine, place.catalog, place.schema, lambda known: _read(known, destination, options))
    found = check_tables(catalog, tables, overwrite=options.overwrite)
    if drop:
        engine.drop(*(Table(name, place.schema, place.catalog) for name in found))


def _read(known: list[Name], destination: TableDestination, options: WriteOptions) -> list[Name]:
    """Return the tables of the destination's database that are named as what is read."""
    if not any(same_file(destination.database, path) for path in options.inputs):
        return []
    return [one for name in options.input_tables for one in relations_named(name.lower(), destination.database, known)]


@contextmanager
def open_for_writing(engine: DuckDBEngine, destination: TableDestination) -> Iterator[None]:
    """Have the database open for writing; where it is open for reading, that is let go."""
    with ExitStack() as stack:
        try:
            stack.enter_context(attached(engine, destination.database, _ALIAS, read_only=False))
        except (duckdb.Error, SetanonError) as error:
            raise BadDestination(
                f"{destination.database.name} cannot be opened for writing",
                "is it a DuckDB file, open in another program, or without the right to write?",
            ) from error
        yield


@contextmanager
def transaction(engine: DuckDBEngine, follow: Callable[[], None] | None = None) -> Iterator[None]:
    """All or nothing; ``follow`` is done right after it."""
    engine.execute("begin", "BEGIN TRANSACTION")
    try:
        yield
        with unbroken():
            engine.execute("commit", "COMMIT")
            if follow:
                follow()
            finished()
    except BaseException as error:
        with contextlib.suppress(duckdb.Error):
            engine.execute("rollback", "ROLLBACK")
        if isinstance(error, duckdb.CatalogException):
            raise BadDestination("there is no such schema in the database", "create it first") from error
        raise


def table_of(destination: TableDestination) -> Table:
    """The table that a destination names, while its database is open for writing."""
    schema, _, name = destination.name.rpartition(".")
    return Table(name, schema or "main", _ALIAS)


def same_file(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file."""
    return one.resolve() == other.resolve()
