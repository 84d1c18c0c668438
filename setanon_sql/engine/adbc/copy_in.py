"""Any database that ADBC has a driver for: rows come as a stream of Arrow and go by bulk ingest; the work is done here.

Where the database can create tables in a transaction, a release appears at once. Elsewhere its manifest is written
first and the data last, and nothing is replaced.
"""

import importlib
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

import duckdb
from sqlglot import exp

from setanon_sql.engine.adbc import postgres as adbc_postgres
from setanon_sql.engine.adbc.address import address_of
from setanon_sql.engine.adbc.catalog import AdbcCatalog
from setanon_sql.engine.adbc.kinds import kinds_of
from setanon_sql.engine.catalog import Catalog
from setanon_sql.engine.connecting import reason
from setanon_sql.engine.duckdb.engine import DuckDBEngine
from setanon_sql.engine.postgres.session import rows_hidden
from setanon_sql.engine.remote import TYPES, RemoteDatabase
from setanon_sql.engine.warehouse import Made, Relation, Replaced, needs
from setanon_sql.errors import BadDestination, BadInput, SetanonError
from setanon_sql.files.stopping import finished, unbroken
from setanon_sql.query import templates
from setanon_sql.query.templates import Table

if TYPE_CHECKING:
    import pyarrow as pa
    from adbc_driver_manager.dbapi import Connection

#: Drivers whose database makes and drops tables in a transaction.
_TRANSACTIONAL = {"postgresql", "sqlite", "duckdb", "redshift", "mssql"}
#: Drivers whose database keeps to one state in a transaction, also where a statement in it failed.
_ONE_STATE = {"postgresql", "sqlite"}
#: What a driver calls errors of a connection.
_OF_CONNECTIONS = {"IO", "TIMEOUT", "UNAUTHENTICATED", "CANCELLED"}
#: What PostgreSQL says where a policy would hide rows.
_POLICY = "row-level security"
#: Rows of a release that are sent at once.
_BATCH = 100_000
#: Rows that tell the types of the columns of a query, where the database tells them by its rows.
_SEEN = 1000


class RemoteAdbc(RemoteDatabase):
    """A database by its address, see :mod:`.adbc_address`."""

    def __init__(self, engine: DuckDBEngine, db: str) -> None:
        super().__init__(engine)
        self.address = address_of(db)
        self.place = self.address.place
        self.dialect = self.address.dialect
        self.has_dimensions = self.is_postgres
        self._connected: Connection | None = None
        #: The schemas in which PostgreSQL finds names without one; empty for other databases.
        self.path: list[str] = []
        self._tables: list[str] = []
        try:
            from adbc_driver_manager import dbapi  # noqa: PLC0415

            importlib.import_module("pyarrow")
        except ImportError as error:
            raise needs("adbc", "adbc-driver-manager") from error
        self._driver = dbapi

    @property
    def is_postgres(self) -> bool:
        """Is it PostgreSQL?"""
        return self.address.driver == "postgresql"

    @cached_property
    def transactional(self) -> bool:
        """Return whether several tables can be made and dropped at once."""
        return self.address.driver in _TRANSACTIONAL

    @property
    def server(self) -> str:
        """Driver, host and database."""
        return self.address.server

    @property
    def connection(self) -> "Connection":
        """The connection, made when it is first needed; raises BadInput where it cannot be made."""
        if self._connected is None:
            self._connected = self._connect()
        return self._connected

    def _connect(self) -> "Connection":
        self.address.refuse_missing_file()
        try:
            path = importlib.import_module(f"adbc_driver_{self.address.driver}")._driver_path()
        except (ImportError, AttributeError):
            path = self.address.driver
        try:
            with warnings.catch_warnings(action="ignore"):
                connection = self._driver.connect(
                    path, profile=self.address.profile or None, db_kwargs=dict(self.address.settings) or None
                )
                self.path = adbc_postgres.pin_path(connection) if self.is_postgres else []
        except self._driver.Error as error:
            raise self._refused_connection(str(error)) from None
        return connection

    def _refused_connection(self, text: str) -> BadInput:
        """Say what is wrong; what the driver says would show parts of the address."""
        driver = self.address.driver
        if "Could not load" in text:
            name = f"adbc-driver-{driver.replace('_', '-')}"
            hint = f"pip install {name}, or with ADBC's own installer: dbc install {driver}"
            return BadInput(f"the ADBC driver {driver} is not installed", hint)
        hint = "check what <db> says, and its variables or profile; a password there is written as in a web address"
        return BadInput(f"no connection to {self.place}: {reason(text)}", hint)

    @contextmanager
    def explain_errors(self, doing: str) -> Iterator[None]:
        """Turn what the driver says, which may hold values, into SetanonError; nothing of it that is of the address."""
        try:
            yield
        except (self._driver.Error, duckdb.InvalidInputException) as error:
            text = str(error)
            code = getattr(getattr(error, "status_code", None), "name", "")
            if self.is_postgres and _POLICY in text:
                raise rows_hidden() from None
            details = () if code in _OF_CONNECTIONS or self.address.is_mentioned(text) else (text,)
            if code in {"UNAUTHORIZED", "UNAUTHENTICATED"} or getattr(error, "sqlstate", "") == "42501":
                hint = "grant SELECT on what is read, and CREATE in the schema of the release"
                raise SetanonError(f"{self.place} does not permit {doing}", hint, details) from None
            hint = "is the server up, is there room, and are names and rights as they should be?"
            raise SetanonError(f"{self.place} broke off {doing} ({type(error).__name__})", hint, details) from None

    @contextmanager
    def _snapshot(self) -> Iterator[None]:
        """Read in one transaction, where the database keeps to one state in it."""
        if self.address.driver not in _ONE_STATE:
            with super()._snapshot():
                yield
            return
        self._begin()
        try:
            yield
            with self.explain_errors("the reading"):
                if self.is_postgres:
                    adbc_postgres.refuse_rewritten(self.connection, self._tables)
                self.connection.commit()
        except BaseException:
            with suppress(self._driver.Error):
                self.connection.rollback()
            raise

    def _begin(self) -> None:
        """Begin a transaction that only reads."""
        with self.explain_errors("the reading"), self.connection.cursor() as cursor:
            self.connection.commit()
            self._tables.clear()
            if self.is_postgres:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")

    @contextmanager
    def _attempt(self) -> Iterator[None]:
        """Ask something that may fail; what was read before stays in one state with what is read afterwards."""
        saves = self.address.driver in _ONE_STATE
        with self.connection.cursor() as cursor:
            try:
                if saves:
                    cursor.execute("SAVEPOINT setanon")
                yield
            except self._driver.Error:
                with suppress(self._driver.Error):
                    if saves:
                        cursor.execute("ROLLBACK TO SAVEPOINT setanon")
                    else:
                        self.connection.rollback()
                raise

    def above_of(self, parts: Sequence[str]) -> Sequence[str]:
        """Return the schema of a name: one that PostgreSQL has to find is looked for in the user's path."""
        *above, name = parts
        if above or not self.path:
            return above
        with self.explain_errors("a question"):
            schema = adbc_postgres.place_in(self.connection, self.path, name)
        return [schema] if schema else above

    def placed(self, parts: Sequence[str]) -> Table | None:
        """Return the table that a name of the user's own SQL means, if PostgreSQL has one of that name."""
        above = self.above_of(parts) if self.is_postgres else ()
        return self.relation([*above[-1:], parts[-1]]).table if above else None

    def rows(self, query: exp.Query) -> list[tuple[Any, ...]]:
        """Return the rows of a query that has few."""
        text = templates.render(query, self.dialect)
        with (
            self.engine.trace.statement("elsewhere", text),
            self.explain_errors("a question"),
            self.connection.cursor() as cursor,
        ):
            cursor.execute(text)
            return [tuple(row) for row in cursor.fetchall()]

    @contextmanager
    def stream(self, query: exp.Query) -> Iterator["pa.RecordBatchReader"]:
        """Yield the rows of a query as they come."""
        self._reads()
        text = templates.render(query, self.dialect)
        with (
            self.engine.trace.statement("elsewhere", text),
            self.explain_errors("the reading"),
            self.connection.cursor() as cursor,
        ):
            cursor.execute(text)
            yield cursor.fetch_record_batch()

    def relation(self, parts: Sequence[str]) -> Relation:
        """Find a table or view: its name is taken as the database takes it without quotes, unless it needs them."""
        self._reads(parts)
        above = self.above_of(parts)
        name = parts[-1]
        table = Table(name, above[-1] if above else "", above[-2] if len(above) > 1 else "", quoted=False)
        written = templates.render(table.expression(), self.dialect)
        self._tables.append(written)
        query = exp.select(exp.Star()).from_(table.expression())
        try:
            if self.is_postgres:
                with self.explain_errors("a question"):
                    if relation := adbc_postgres.relation_of(self.connection, table, written):
                        return relation
            return Relation(table, self._columns_of(above, name) or self.described(query))
        except BadInput:
            raise
        except SetanonError as error:
            raise BadInput(
                f"{self.place} has no table or view {'.'.join(parts)}, or does not let you read it",
                "write schema.table as the database lists it", error.details,
            ) from None  # fmt: skip

    def _columns_of(self, above: Sequence[str], name: str) -> dict[str, str]:
        """Return the columns of a table as the catalog has them; nothing where it cannot tell."""
        filters = {"db_schema_filter": above[-1]} if above else {}
        try:
            with self._attempt():
                schema = self.connection.adbc_get_table_schema(name, **filters)
        except self._driver.Error:
            return {}
        return kinds_of(schema)

    def described(self, query: exp.Query) -> dict[str, str]:
        """Ask for a few rows of a query."""
        few = exp.select(exp.Star()).from_(query.copy().subquery("described")).limit(_SEEN)
        with self.stream(few) as reader:
            return kinds_of(reader.schema)

    def exists(self, parts: Sequence[str]) -> bool:
        """Return whether a table or view of this name is there."""
        *above, name = parts
        return self.catalog(above, []).standing(name) is not None

    def catalog(self, above: Sequence[str], reads: Sequence[Sequence[str]]) -> Catalog:
        """Return what is known of a schema."""
        return AdbcCatalog(self, above, reads)

    def copied(self, query: exp.Query, kinds: Mapping[str, str]) -> Table:
        """Have the rows sent as Arrow, what is no number, no list and no moment as text: that may depend on a zone."""
        assert isinstance(query, exp.Select)
        sent = [
            column.unalias() if kind in {*TYPES, "moment"} else self.name_of(column.unalias(), kind)
            for column, kind in zip(query.expressions, kinds.values(), strict=True)
        ]
        query.set("expressions", [column.as_(f"c{at}", quoted=True) for at, column in enumerate(sent, 1)])
        with self.stream(query) as reader:
            names = reader.schema.names  # some databases call a column otherwise than they are told
            registered = self.engine.register("stream", reader)
            try:
                received = [
                    exp.cast(templates.column(name), TYPES.get(kind, "VARCHAR")).as_(f"c{at}", quoted=True)
                    for at, (name, kind) in enumerate(zip(names, kinds.values(), strict=True), 1)
                ]
                return self.engine.table(exp.select(*received).from_(registered.expression()))
            finally:
                self.engine.unregister(registered.name)

    def text(self, value: exp.Expr) -> exp.Expr:
        """Return a value as text; PostgreSQL's compares by its bytes, elsewhere it is collated as the value is."""
        text = exp.cast(value, "TEXT")
        c = exp.to_identifier("C", quoted=True)
        return exp.Collate(this=text, expression=c) if self.is_postgres else text

    def row_of_counts(self, query: exp.Query) -> tuple[Any, ...] | None:
        """Ask the database, which may have neither the right for us nor the words."""
        self._reads()
        text = templates.render(query, self.dialect)
        with (
            suppress(self._driver.Error),
            self._attempt(),
            self.engine.trace.statement("elsewhere", text),
            self.connection.cursor() as cursor,
        ):
            cursor.execute(text)
            return tuple(cursor.fetchone() or ()) or None
        return None

    def publish(
        self,
        above: Sequence[str],
        tables: Made,
        replaced: Replaced,
        follow: Callable[[], None] | None = None,
        *,
        private: bool = False,
    ) -> None:
        """Send the tables; see the head of this module."""
        self.close()
        done: list[str] = []
        try:
            for name in self._replaceable(tables, replaced):
                self._drop(above, name)
            for name, (query, binds) in tables.items():
                done.append(name)
                self._send(above, name, query, binds)
            if private and self.is_postgres:
                with self.explain_errors("the writing"):
                    adbc_postgres.keep_private(self.connection, [self._table_of(above, name) for name in tables])
            self._commit(follow)
        except BaseException as error:
            self._take_back(above, done)
            if isinstance(error, SetanonError) and not isinstance(error, BadDestination):
                raise BadDestination(
                    f"the release cannot be written: {error.marked_message}", error.marked_hint, error.details
                ) from None
            raise

    def _replaceable(self, tables: Made, replaced: Replaced) -> list[str]:
        """Return what must go; raises BadDestination for a release where tables do not come and go at once."""
        old = list(replaced())
        if not self.transactional and list(tables)[-1] in old:
            raise BadDestination(
                f"{self.place} cannot replace a release in one step",
                "drop the old one first, or choose another name",
            )
        return old

    def _commit(self, follow: Callable[[], None] | None) -> None:
        """Let everybody see the tables, and do what is to follow; nothing stops that half way."""
        with unbroken():
            with self.explain_errors("the writing"):
                self.connection.commit()
            if follow:
                follow()
            finished()

    def _send(
        self, above: Sequence[str], name: str, query: str | exp.Expr, binds: Mapping[str, templates.Bind]
    ) -> None:
        step, text = self.engine.statement_text(query, binds)
        with (
            self.engine.trace.statement(step, text),
            self.explain_errors("the writing"),
            self.connection.cursor() as cursor,
        ):
            reader = self.engine.connection.sql(text).to_arrow_reader(_BATCH)
            cursor.adbc_ingest(name, reader, mode="create", db_schema_name=self._table_of(above, name).schema or None)

    def _table_of(self, above: Sequence[str], name: str) -> Table:
        """Return the table of a release: where no schema is said, that of the user's path."""
        return Table(name, [*self.path[:1], *above][-1] if above or self.path else "")

    def _drop(self, above: Sequence[str], name: str) -> None:
        table = self._table_of(above, name)
        text = exp.Drop(tables=[table.expression()], kind="TABLE").sql(self.dialect)
        with (
            self.engine.trace.statement("drop", text),
            self.explain_errors("the writing"),
            self.connection.cursor() as cursor,
        ):
            cursor.execute(text)

    def _take_back(self, above: Sequence[str], done: Sequence[str]) -> None:
        """Leave nothing of tables that were being made."""
        with suppress(self._driver.Error, SetanonError):
            self.connection.rollback()
        if not self.transactional:
            for name in done:
                with suppress(self._driver.Error, SetanonError):
                    self._drop(above, name)
                    self.connection.commit()

    def close(self) -> None:
        """Let the connection go; may be called twice."""
        connection = self._connected
        self._connected = None
        if connection is not None:
            with suppress(self._driver.Error):
                connection.close()
