"""Releases in tables of a DuckDB file or of a warehouse.

The tables, and beside them the table ``<name>_manifest`` with the manifest as the text of its one row, appear in one
transaction: killed before its end, the database is what it was. Spark, Snowflake and BigQuery have none:
:mod:`setanon_sql.engine.renaming` says what is done instead.
"""

import contextlib
import os
from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
from sqlglot import exp

from setanon_sql.engine import DuckDBEngine, Engine, Warehouse
from setanon_sql.engine.catalog import Name
from setanon_sql.engine.duckdb.attached import STORAGE, attached, is_open_in_other_program, new_database
from setanon_sql.engine.duckdb.catalog import DuckDBCatalog
from setanon_sql.engine.remote import RemoteDatabase
from setanon_sql.engine.warehouse import Made, name_parts
from setanon_sql.errors import BadDestination, NotEnoughMemory, SetanonError
from setanon_sql.files.stopping import finished, unbroken
from setanon_sql.layout import (
    LABELS,
    RECORDS_AT_RISK,
    ReleaseShape,
    RemoteDestination,
    TableDestination,
    WarehouseDestination,
    table_beside,
)
from setanon_sql.query.templates import Bind, Table, columns_of
from setanon_sql.release.files import explain_refusals
from setanon_sql.release.labels import LabelTable, TableBeside, queries_by_level
from setanon_sql.release.ledgers import Ledger, check_ledger
from setanon_sql.release.manifest import as_text
from setanon_sql.release.options import WriteOptions
from setanon_sql.release.recovery import note_of_table, recover_interrupted
from setanon_sql.release.staging import Move, hold_folders, publish, staging
from setanon_sql.release.table_checks import ReleaseTables, check_tables
from setanon_sql.release.writer import (
    ReleaseContent,
    ReleaseWriter,
    Written,
    duckdb_of,
    manifest_and_verification,
    recount_or_refuse,
    warehouse_of,
)
from setanon_sql.sources.database import is_database, relations_named
from setanon_sql.verify.contents import table_fingerprints

_ALIAS = "setanon_release"


class TablesWriter(ReleaseWriter):
    """A release in tables: recounted as it is shaped, and created from that, all or nothing."""

    name: str
    tables: ReleaseTables

    @abstractmethod
    def create(self, engine: Engine, queries: Made, text: str, ledger: Ledger | None) -> None:
        """Create the tables, each by its query, all or none; ``text`` is the manifest's. The ledger follows."""

    @property
    def private(self) -> bool:
        """Return whether the tables name records of the source: then they are for their owner alone."""
        return self.shape.kind == RECORDS_AT_RISK

    def publish(self, content: ReleaseContent, ledger: Ledger | None) -> Written:
        """Recount, and only then create the tables."""
        engine = content.engine
        shaped = content.tables_to_write(self.options)
        recount = recount_or_refuse(content, shaped, self.options)
        sha256 = {
            part or self.name: digest for part, digest in table_fingerprints(engine, content.shape, shaped).items()
        }
        form = content.written_as(self.options, None)
        tables = content.tables_beside()
        fields_beside = {table.name: self._told_of(content, table) for table in tables}
        fields, _ = manifest_and_verification(content, recount, sha256, form, self.options, beside=fields_beside)
        text = as_text(fields)
        names = content.shape.names(self.tables.name)
        queries: Made = {
            self.tables.manifest: ("release/tables/table_manifest", {"manifest": text}),
            **{table_beside(self.tables.name, table.name): _rows_of(engine, table) for table in tables},
            **{names[part]: content.query(part, table) for part, table in shaped.items()},
        }
        self.create(engine, queries, text, ledger)
        return Written(fields, (*self.published_names(), *((str(ledger.target),) if ledger else ())), recount)

    def _told_of(self, content: ReleaseContent, table: TableBeside) -> dict[str, Any]:
        """Return what the manifest tells of a table beside the release; of labels also queries."""
        fields = table.manifest_fields() | {"sha256": table.digest()}
        if not isinstance(table, LabelTable):
            return fields
        *above, _ = name_parts(self.name)
        names = ([*above, self.tables.name], [*above, table_beside(self.tables.name, LABELS)])
        return fields | {"by_level": queries_by_level(content.shape, table, *names, content.engine.dialect)}

    def published_names(self) -> tuple[str, ...]:
        """Return what the release is called."""
        if self.shape.single:
            return (self.name,)
        return tuple(f"{self.name}_{part}" for part in (*self.shape.columns, "manifest"))


class DuckDBWriter(TablesWriter):
    """Tables of a DuckDB file. One that is attached for reading is let go: it cannot be open twice."""

    def __init__(self, where: TableDestination, shape: ReleaseShape, options: WriteOptions) -> None:
        self.where = where
        self.shape = shape
        self.options = options
        self.name = where.name
        self.tables = ReleaseTables(shape, where.table_name)

    def check(self) -> None:
        """Look at the database and the ledger."""
        recover_interrupted(self.options.ledger)
        check_ledger(self.options, (self.where.database,))
        path = self.where.database
        if not path.parent.is_dir():
            raise BadDestination(f"there is no folder to make {path.name} in", "make it first, or check <out_db>")
        if (path.exists() and not os.access(path, os.W_OK)) or not os.access(path.parent, os.W_OK | os.X_OK):
            raise BadDestination(f"there is no right to write {path.name}", "choose another database with <out_db>")

    def check_in(self, engine: Engine) -> None:
        """Look at what stands there."""
        database = duckdb_of(engine)
        if self.where.database.resolve() in {file.resolve() for file in database.lakes.values() if file}:
            raise BadDestination(
                f"{self.where.database.name} is attached by <setup>", "choose another database, or read it with <db>"
            )
        if self.is_new:
            if self.where.schema.lower() != "main":
                raise BadDestination("there is no such schema in the database", "it is new: name the table only")
            return
        with open_for_writing(database, self.where), explain_refusals(self.name):
            self.tables_to_replace(database)

    @property
    def is_new(self) -> bool:
        """Return whether the database is to be made."""
        return not self.where.database.exists()

    def check_late(self, engine: Engine) -> None:
        """Look at the file alone: what is published may yet be read from it, and the transaction looks at the rest."""
        self.check()

    def tables_to_replace(self, engine: DuckDBEngine) -> list[str]:
        """Return which tables are to be replaced, the file being open; raises BadDestination where they must not be."""
        reads = partial(_tables_read, database=self.where.database, options=self.options)
        catalog = DuckDBCatalog(engine, _ALIAS, self.where.schema, reads)
        return check_tables(catalog, self.tables, overwrite=self.options.overwrite)

    def create(self, engine: Engine, queries: Made, text: str, ledger: Ledger | None) -> None:
        """Create the tables in one transaction; a database that is new appears with them."""
        database = duckdb_of(engine)
        file = self.where.database
        schema = self.where.schema
        if self.is_new:
            self._create_new(database, queries, text, ledger)
            return
        if ledger:
            ledger.belongs_to(note_of_table(file, schema, self.tables.manifest, text))
        with open_for_writing(database, self.where), hold_folders(*((ledger.target,) if ledger else ())):
            check_ledger(self.options, (file,))
            with explain_refusals(self.name), transaction(database, ledger.follow if ledger else None):
                database.drop(*(Table(name, schema, _ALIAS) for name in self.tables_to_replace(database)))
                self._fill(database, queries)

    def _fill(self, database: DuckDBEngine, queries: Made) -> None:
        for name, (query, binds) in queries.items():
            label, tree = database.query(query, **binds)
            table = Table(name, self.where.schema, _ALIAS).expression()
            database.execute(label, database.render(exp.Create(this=table, kind="TABLE", expression=tree)))

    def _create_new(self, database: DuckDBEngine, queries: Made, text: str, ledger: Ledger | None) -> None:
        """Make the database in a private folder beside its place, and move it there when it is whole."""
        file = self.where.database
        with staging(file) as private:
            moves = [Move(private / file.name, file, public=not self.private)]
            with explain_refusals(self.name), new_database(database, moves[0].staged, _ALIAS):
                self._fill(database, queries)
            if ledger:
                ledger.belongs_to(note_of_table(file, self.where.schema, self.tables.manifest, text), private)
                moves.append(ledger.move())
            with hold_folders(file, *((ledger.target,) if ledger else ())):
                publish(moves)
        database.trace.note(f"{file.name} is new, in the storage version {STORAGE}: DuckDB 1.0 and later read it")


class CatalogWriter(TablesWriter):
    """Tables of a database that says itself what stands there: a warehouse, or a remote database."""

    def __init__(
        self, where: WarehouseDestination | RemoteDestination, shape: ReleaseShape, options: WriteOptions
    ) -> None:
        self.shape = shape
        self.options = options
        self.name = where.name
        *self.above, name = where.parts
        self.tables = ReleaseTables(shape, name)

    @abstractmethod
    def database(self, engine: Engine) -> Warehouse | RemoteDatabase:
        """Return the database, reached by the engine."""

    def tables_to_replace(self, engine: Engine) -> list[str]:
        """Return which tables are to be replaced; raises BadDestination where they must not be."""
        inputs = [name_parts(name) for name in self.options.input_tables]
        catalog = self.database(engine).catalog(self.above, inputs)
        return check_tables(catalog, self.tables, overwrite=self.options.overwrite)

    def check_in(self, engine: Engine) -> None:
        """Put right what killed runs left of the tables, and look at what stands there."""
        self.database(engine).recover_interrupted(self.above, self.tables.possible)
        self.tables_to_replace(engine)


class WarehouseWriter(CatalogWriter):
    """Tables of PostgreSQL, of Spark's catalog, of Snowflake or BigQuery."""

    def database(self, engine: Engine) -> Warehouse:
        """Return the engine itself, which writes no ledger."""
        return warehouse_of(engine, self.options)

    def check(self) -> None:
        """Look at nothing yet: the engine has to be asked."""
        recover_interrupted(self.options.ledger)

    def check_in(self, engine: Engine) -> None:
        """Refuse tables that others might read and must not, then look at what stands there."""
        warehouse = self.database(engine)
        if self.private and not warehouse.keeps_private:
            raise BadDestination(
                f"a list of records at risk is for its owner alone, and {warehouse.place} may let others read it",
                f"{warehouse.work_here}: write it to a file",
            )
        super().check_in(engine)

    def create(self, engine: Engine, queries: Made, text: str, ledger: Ledger | None) -> None:
        """Create the tables. The last statement: a connection lost after it would call a failure what stands."""
        self.database(engine).publish(self.above, queries, lambda: self.tables_to_replace(engine), private=self.private)


def _rows_of(engine: Engine, table: TableBeside) -> tuple[exp.Expr, dict[str, Bind]]:
    """Return the query of the rows of a table beside a release."""
    return columns_of(table.load(engine), *table.columns), {}


def refuse_read_by_views(engine: DuckDBEngine, path: Path, options: WriteOptions) -> None:
    """Raise BadDestination where a file (or folder) is there that a view of a DuckDB file that is read reads."""
    databases = [
        path_read for path_read in options.inputs if path.exists() and options.input_tables and is_database(path_read)
    ]
    if any(_reads_file(engine, database, path, options) for database in databases):
        raise BadDestination(f"{path.name} is also what is read", "choose another name: a view reads it")


def _reads_file(engine: DuckDBEngine, database: Path, path: Path, options: WriteOptions) -> bool:
    with attached(engine, database, _ALIAS) as alias:
        return DuckDBCatalog(
            engine, alias, "main", partial(_tables_read, database=database, options=options)
        ).reads_file(path)


def _tables_read(relations: list[Name], database: Path, options: WriteOptions) -> list[Name]:
    """Return the tables of a database that are named as what is read."""
    if not any(database.resolve() == path.resolve() for path in options.inputs):
        return []
    return [
        relation for name in options.input_tables for relation in relations_named(name.lower(), database, relations)
    ]


@contextmanager
def open_for_writing(engine: DuckDBEngine, destination: TableDestination) -> Iterator[None]:
    """Have the database open for writing; where it is open for reading, that is let go."""
    with ExitStack() as stack:
        try:
            stack.enter_context(attached(engine, destination.database, _ALIAS, read_only=False))
        except NotEnoughMemory:
            raise
        except (duckdb.Error, SetanonError) as error:
            if is_open_in_other_program(error):
                raise BadDestination(
                    f"{destination.database.name} cannot be opened for writing: it is open in another program",
                    "close it there, or choose another database with <out_db>",
                ) from error
            raise BadDestination(
                f"{destination.database.name} cannot be opened for writing",
                "is it a DuckDB file, and is there the right to write it?",
            ) from error
        yield


@contextmanager
def transaction(engine: DuckDBEngine, follow: Callable[[], None] | None = None) -> Iterator[None]:
    """Run statements all or none; ``follow`` is called right after them."""
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
