"""Releases in tables of a DuckDB file or of a warehouse.

The tables, and beside them the table ``<name>_manifest`` with the manifest as the text of its one row, appear in one
transaction: killed before its end, the database is what it was. Spark has none: :mod:`setanon_sql.engine.spark.tables`
says what it does instead.
"""

import contextlib
import os
from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import duckdb
from sqlglot import exp

from setanon_sql.engine import DuckDBEngine, Engine
from setanon_sql.engine.catalog import Name
from setanon_sql.engine.duckdb.attached import STORAGE, attached, is_open_elsewhere, new_database
from setanon_sql.engine.duckdb.catalog import DuckDBCatalog
from setanon_sql.engine.warehouse import Made, name_parts
from setanon_sql.errors import BadDestination, NotEnoughMemory, SetanonError
from setanon_sql.files.stopping import finished, unbroken
from setanon_sql.layout import RECORDS_AT_RISK, Shape, TableDestination, WarehouseDestination
from setanon_sql.query.templates import Table
from setanon_sql.release.files import refusals
from setanon_sql.release.ledgers import Ledger, check_ledger
from setanon_sql.release.manifest import as_text
from setanon_sql.release.options import WriteOptions
from setanon_sql.release.owned import Tables, check_tables
from setanon_sql.release.places import Content, Place, Written, accepted, duckdb_of, filed, warehouse_of
from setanon_sql.release.salvage import note_of_table, settle
from setanon_sql.release.staging import Step, alone, publish, staging
from setanon_sql.sources.database import is_database, relations_named
from setanon_sql.verify.reader import digests

_ALIAS = "setanon_release"


class InTables(Place):
    """What all tables have in common: what is published is counted as it is, and made from that, all or nothing."""

    name: str
    tables: Tables

    @abstractmethod
    def create(self, engine: Engine, made: Made, text: str, ledger: Ledger | None) -> None:
        """Create the tables, each by its query, all or none; ``text`` is the manifest's. The ledger follows."""

    @property
    def private(self) -> bool:
        """Do the tables name persons? Then they are for their owner alone."""
        return self.shape.kind == RECORDS_AT_RISK

    def publish(self, content: Content, ledger: Ledger | None) -> Written:
        """Recount, and only then create the tables."""
        engine, shaped = content.engine, content.shaped(self.options)
        found = accepted(content, shaped)
        printed = {part or self.name: digest for part, digest in digests(engine, content.shape, shaped).items()}
        form = content.written_as(self.options, None)
        fields, _ = filed(content, found, printed, form, self.options)
        text, names = as_text(fields), content.shape.names(self.tables.own)
        made: Made = {
            self.tables.manifest: ("release/tables/table_manifest", {"manifest": text}),
            **{names[part]: content.query(part, table) for part, table in shaped.items()},
        }
        self.create(engine, made, text, ledger)
        return Written(fields, (*self.told(), *((str(ledger.target),) if ledger else ())), found)

    def told(self) -> tuple[str, ...]:
        """Return what the release is called."""
        if self.shape.single:
            return (self.name,)
        return tuple(f"{self.name}_{part}" for part in (*self.shape.columns, "manifest"))


class InDuckDB(InTables):
    """Tables of a DuckDB file. One that is attached for reading is let go: it cannot be open twice."""

    def __init__(self, where: TableDestination, shape: Shape, options: WriteOptions) -> None:
        self.where, self.shape, self.options = where, shape, options
        self.name, self.tables = where.name, Tables(shape, where.own)

    def check(self) -> None:
        """Look at the database and the ledger."""
        settle(self.options.ledger)
        check_ledger(self.options, (self.where.database,))
        path = self.where.database
        if not path.parent.is_dir():
            raise BadDestination(f"there is no folder to make {path.name} in", "make it first, or check --out-db")
        if (path.exists() and not os.access(path, os.W_OK)) or not os.access(path.parent, os.W_OK | os.X_OK):
            raise BadDestination(f"there is no right to write {path.name}", "choose another database with --out-db")

    def check_in(self, engine: Engine) -> None:
        """Look at what stands there."""
        database = duckdb_of(engine)
        if self.where.database.resolve() in {file.resolve() for file in database.lakes.values() if file}:
            raise BadDestination(
                f"{self.where.database.name} is attached by --setup", "choose another database, or read it with --db"
            )
        if self.is_new:
            if self.where.schema.lower() != "main":
                raise BadDestination("there is no such schema in the database", "it is new: name the table only")
            return
        with open_for_writing(database, self.where), refusals(self.name):
            self.replaced(database)

    @property
    def is_new(self) -> bool:
        """Is the database to be made?"""
        return not self.where.database.exists()

    def check_late(self, engine: Engine) -> None:
        """Look at the file alone: what is published may yet be read from it, and the transaction looks at the rest."""
        self.check()

    def replaced(self, engine: DuckDBEngine) -> list[str]:
        """Return which tables are to be replaced, the file being open; raises BadDestination where they must not be."""
        reads = partial(_read, database=self.where.database, options=self.options)
        catalog = DuckDBCatalog(engine, _ALIAS, self.where.schema, reads)
        return check_tables(catalog, self.tables, overwrite=self.options.overwrite)

    def create(self, engine: Engine, made: Made, text: str, ledger: Ledger | None) -> None:
        """Create the tables in one transaction; a database that is new appears with them."""
        database, file, schema = duckdb_of(engine), self.where.database, self.where.schema
        if self.is_new:
            self._create_new(database, made, text, ledger)
            return
        if ledger:
            ledger.belongs_to(note_of_table(file, schema, self.tables.manifest, text))
        with open_for_writing(database, self.where), alone(*((ledger.target,) if ledger else ())):
            check_ledger(self.options, (file,))
            with refusals(self.name), transaction(database, ledger.follow if ledger else None):
                database.drop(*(Table(name, schema, _ALIAS) for name in self.replaced(database)))
                self._fill(database, made)

    def _fill(self, database: DuckDBEngine, made: Made) -> None:
        for name, (query, binds) in made.items():
            told, tree = database.query(query, **binds)
            table = Table(name, self.where.schema, _ALIAS).expression()
            database.execute(told, database.render(exp.Create(this=table, kind="TABLE", expression=tree)))

    def _create_new(self, database: DuckDBEngine, made: Made, text: str, ledger: Ledger | None) -> None:
        """Make the database in a private folder beside its place, and move it there when it is whole."""
        file = self.where.database
        with staging(file) as private:
            steps = [Step(private / file.name, file)]
            with refusals(self.name), new_database(database, steps[0].staged, _ALIAS):
                self._fill(database, made)
            if ledger:
                ledger.belongs_to(note_of_table(file, self.where.schema, self.tables.manifest, text), private)
                steps.append(ledger.step())
            with alone(file, *((ledger.target,) if ledger else ())):
                publish(steps)
        database.trace.note(f"{file.name} is new, in the storage version {STORAGE}: DuckDB 1.0 and later read it")


class InWarehouse(InTables):
    """Tables of PostgreSQL or of Spark's catalog."""

    def __init__(self, where: WarehouseDestination, shape: Shape, options: WriteOptions) -> None:
        self.shape, self.options, self.name = shape, options, where.name
        *self.above, own = where.parts
        self.tables = Tables(shape, own)

    def check(self) -> None:
        """Look at nothing yet: the engine has to be asked."""
        settle(self.options.ledger)

    def check_in(self, engine: Engine) -> None:
        """Put right what killed runs left of the tables, and look at what stands there."""
        warehouse_of(engine, self.options).settle(self.above, self.tables.all)
        self.replaced(engine)

    def replaced(self, engine: Engine) -> list[str]:
        """Return which tables are to be replaced; raises BadDestination where they must not be."""
        reads = [name_parts(name) for name in self.options.input_tables]
        catalog = warehouse_of(engine, self.options).catalog(self.above, reads)
        return check_tables(catalog, self.tables, overwrite=self.options.overwrite)

    def create(self, engine: Engine, made: Made, text: str, ledger: Ledger | None) -> None:
        """Create the tables. The last statement: a connection lost after it would call a failure what stands."""
        warehouse = warehouse_of(engine, self.options)
        warehouse.publish(self.above, made, lambda: self.replaced(engine), private=self.private)


def refuse_read_by_views(engine: DuckDBEngine, path: Path, options: WriteOptions) -> None:
    """Raise BadDestination where a file (or folder) is there that a view of a DuckDB file that is read reads."""
    databases = [one for one in options.inputs if path.exists() and options.input_tables and is_database(one)]
    if any(_reads_file(engine, database, path, options) for database in databases):
        raise BadDestination(f"{path.name} is also what is read", "choose another name: a view reads it")


def _reads_file(engine: DuckDBEngine, database: Path, path: Path, options: WriteOptions) -> bool:
    with attached(engine, database, _ALIAS) as alias:
        return DuckDBCatalog(engine, alias, "main", partial(_read, database=database, options=options)).reads_file(path)


def _read(known: list[Name], database: Path, options: WriteOptions) -> list[Name]:
    """Return the tables of a database that are named as what is read."""
    if not any(database.resolve() == path.resolve() for path in options.inputs):
        return []
    return [one for name in options.input_tables for one in relations_named(name.lower(), database, known)]


@contextmanager
def open_for_writing(engine: DuckDBEngine, destination: TableDestination) -> Iterator[None]:
    """Have the database open for writing; where it is open for reading, that is let go."""
    with ExitStack() as stack:
        try:
            stack.enter_context(attached(engine, destination.database, _ALIAS, read_only=False))
        except NotEnoughMemory:
            raise
        except (duckdb.Error, SetanonError) as error:
            if is_open_elsewhere(error):
                raise BadDestination(
                    f"{destination.database.name} cannot be opened for writing: it is open in another program",
                    "close it there, or choose another database with --out-db",
                ) from error
            raise BadDestination(
                f"{destination.database.name} cannot be opened for writing",
                "is it a DuckDB file, and is there the right to write it?",
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
