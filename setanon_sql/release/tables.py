"""Write a release as a table of a DuckDB file.

The table, and beside it the table ``<name>_manifest`` with the manifest as the text of its one row, appear in one
transaction: killed before its end, the file is what it was.
"""

import contextlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import duckdb
from sqlglot import exp

from setanon_sql.engine import DuckDBEngine
from setanon_sql.engine.attached import attached
from setanon_sql.errors import BadDestination, SetanonError
from setanon_sql.release.files import refusals
from setanon_sql.release.manifest import as_text, manifest
from setanon_sql.release.options import TableDestination, WriteOptions
from setanon_sql.release.published import Published
from setanon_sql.release.shape import duckdb_of, long_rows, released_secrets
from setanon_sql.sql import Table
from setanon_sql.stopping import finished, unbroken
from setanon_sql.verify.grouped import digest_of
from setanon_sql.verify.recount import Recount, recount

_ALIAS = "setanon_release"


def check_table_free(destination: TableDestination, options: WriteOptions) -> None:
    """Raise BadDestination where the table is one that is read; whether it exists is asked when it is written."""
    same = any(same_file(destination.database, path) for path in options.inputs)
    names = {key(name) for name in options.input_tables}
    if same and names & {key(destination.name), key(f"{destination.name}_manifest")}:
        raise BadDestination("the destination is also what is read", "choose another table; sources are never written")


def write_table(
    published: Published,
    destination: TableDestination,
    options: WriteOptions,
    accept: Callable[[Recount], None],
) -> str:
    """Write the release and its manifest; returns the manifest's text.

    The rows are recounted first and given to ``accept``, which raises where they must not be published. A file that the
    engine has attached for reading is let go, since it cannot be open twice.
    """
    engine = duckdb_of(published)
    rows = long_rows(published, options)
    found = recount(engine, rows, published.model, published.secrets)
    accept(found)
    digest = digest_of(engine, rows, grouped=published.grouped)
    fields = manifest(
        published,
        found.counts,
        {destination.name: digest},
        {"kind": "table", "record_ids": options.record_ids},
        released_secrets(published),
    )
    text = as_text(fields)
    with open_for_writing(engine, destination), transaction(engine), refusals(destination.name):
        _create(engine, table_of(destination), (published.rows_query, rows), text, options)
    engine.drop(rows)
    return text


def _create(engine: DuckDBEngine, table: Table, rows: tuple[str, Table], text: str, options: WriteOptions) -> None:
    beside = Table(f"{table.name}_manifest", table.schema, table.catalog)
    make_room(engine, table, beside, options)
    create_as(engine, table, rows[0], shaped=rows[1])
    create_as(engine, beside, "release/tables/table_manifest", manifest=text)


def create_as(engine: DuckDBEngine, table: Table, query: str, **binds: Table | str) -> None:
    """Create a table of the user's from a query."""
    name, tree = engine.query(query, **binds)
    engine.execute(name, engine.render(exp.Create(this=table.expression(), kind="TABLE", expression=tree)))


def make_room(engine: DuckDBEngine, table: Table, beside: Table, options: WriteOptions) -> None:
    """Drop two tables that are to be replaced; raises BadDestination where they must not be, or are views."""
    names = {"catalog": table.catalog, "schema": table.schema, "release": table.name, "manifest": beside.name}
    existing = engine.rows("release/tables/existing", tables=Table("tables", "information_schema"), **names)
    if existing and not options.overwrite:
        raise BadDestination("a table of that name already exists", "choose another name, or say --overwrite")
    if any(kind != "BASE TABLE" for _, kind in existing):
        raise BadDestination("a view stands under that name", "choose another name, or drop the view first")
    engine.drop(*(Table(name, table.schema, table.catalog) for name, _ in existing))


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
def transaction(engine: DuckDBEngine) -> Iterator[None]:
    """All or nothing."""
    engine.execute("begin", "BEGIN TRANSACTION")
    try:
        yield
        with unbroken():
            engine.execute("commit", "COMMIT")
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


def key(name: str) -> tuple[str, str]:
    """Schema and name as the database compares them."""
    schema, _, table = name.lower().rpartition(".")
    return schema or "main", table


def same_file(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file."""
    return one.resolve() == other.resolve()
