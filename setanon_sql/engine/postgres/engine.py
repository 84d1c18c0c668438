"""PostgreSQL through psycopg 3: scratch tables are temporary tables of this connection.

The server removes them with the connection, however that ends, and to make them a role needs no more than TEMPORARY on
the database. They are analyzed when they are made: the server never does it by itself for temporary tables, and without
counts it plans joins badly. Text is compared by its bytes (``COLLATE "C"``), as DuckDB and Spark do.
"""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from sqlglot import exp

from setanon_sql.engine.base import Abilities
from setanon_sql.engine.connecting import in_url, reason
from setanon_sql.engine.postgres.catalog import PostgresCatalog
from setanon_sql.engine.postgres.failures import failure
from setanon_sql.engine.postgres.grants import Grants, keep_private
from setanon_sql.engine.postgres.kinds import COLUMNS, TYPES, forbidden_columns, kind_of
from setanon_sql.engine.postgres.session import is_policy, prepare_session, rows_hidden
from setanon_sql.engine.postgres.snapshot import Snapshot
from setanon_sql.engine.warehouse import Made, Relation, Replaced, Warehouse, arrays_of, needs
from setanon_sql.errors import BadDestination, BadInput, SetanonError
from setanon_sql.query.templates import Bind, Table
from setanon_sql.trace import Trace

if TYPE_CHECKING:
    import psycopg

_SQL: dict[type, str] = {int: "bigint", str: 'text COLLATE "C"'}

#: Bytes of a file that are passed on at once.
_PIECE = 1 << 20

#: A table is sampled again once it has grown by more than this share: its size itself the planner sees.
_MORE = 0.1


class PostgresEngine(Warehouse):
    """One connection to a PostgreSQL server; ``url`` is a ``postgresql://`` address or what libpq takes for one.

    ``memory_limit`` such as ``1GB`` becomes ``work_mem``. Raises BadInput where no connection can be made; the password
    is in no message.
    """

    dialect = "postgres"
    abilities = Abilities(long_bits=True)
    scratch_schema = "pg_temp"
    place = "PostgreSQL"

    def __init__(self, url: str, memory_limit: str = "", trace: Trace | None = None) -> None:
        super().__init__(trace)
        try:
            import psycopg  # noqa: PLC0415
        except ImportError as error:
            raise needs("postgres", "psycopg") from error
        self._driver = psycopg
        #: How many rows scratch tables had, by name, when they were last sampled.
        self._sampled: dict[str, int] = {}
        self._snapshot = Snapshot(self)
        self._connection: psycopg.Connection[Any] | None = None
        try:
            self._connection = psycopg.connect(
                in_url(url), autocommit=True, application_name="setanon", connect_timeout=30
            )
        except psycopg.Error as error:
            why = f"no connection to PostgreSQL: {reason(str(error))}"
            raise BadInput(why, "check the address in <db>, and PGPASSWORD, ~/.pgpass or sslrootcert") from None
        self._configure(memory_limit)

    def _configure(self, memory_limit: str) -> None:
        #: The schemas in which the user's tables are found where their names say none.
        self.path = prepare_session(self._run)
        self._run(f"SET work_mem = {exp.Literal.string(memory_limit or '128MB').sql('postgres')}")

    @property
    def connection(self) -> "psycopg.Connection[Any]":
        """The open connection; raises SetanonError once the engine is closed."""
        if self._connection is None:
            raise SetanonError("the engine is closed")
        return self._connection

    def execute(self, name: str, text: str) -> "psycopg.Cursor[Any]":
        """Run one statement; raises SetanonError with what PostgreSQL says about it in ``details``."""
        with self.trace.statement(name, text), self._explain_errors(name):
            return self._run(text)

    def _run(self, text: str, values: Sequence[Any] | None = None) -> "psycopg.Cursor[Any]":
        return self.connection.execute(text.encode(), values)

    def _drop(self, table: Table) -> None:
        """Drop a scratch table; what a statement that failed leaves of a transaction is gone with it anyway."""
        if self.connection.info.transaction_status != self._driver.pq.TransactionStatus.INERROR:
            super()._drop(table)

    @contextmanager
    def _explain_errors(self, name: str) -> Iterator[None]:
        try:
            yield
        except self._driver.Error as error:
            raise (rows_hidden() if is_policy(error) else failure(error, name)) from error

    def _filled(self, table: Table, name: str, text: str) -> Table:
        """Run a statement that makes a scratch table or appends to it; PostgreSQL tells of how many rows."""
        return self._note_rows(table, self.execute(name, text).rowcount)

    def _note_rows(self, table: Table, added: int) -> Table:
        """Note how many rows a scratch table has, and let the planner know it where they became many more."""
        rows = self._rows[table.name] = self._rows.get(table.name, 0) + added
        sampled = self._sampled.get(table.name, 0)
        if not sampled or rows > sampled * (1 + _MORE):
            self.execute("analyze", f"ANALYZE {self.render(table.expression())}")
            self._sampled[table.name] = rows
        return table

    def rows(self, query: str | exp.Expr, /, **binds: Bind) -> list[tuple[Any, ...]]:
        """Return all rows of a query; meant for results that are small by construction."""
        name, text = self.statement_text(query, binds)
        rows: list[tuple[Any, ...]] = self.execute(name, text).fetchall()
        self.note_fetched(name, len(rows))
        return rows

    def columns(self, query: str | exp.Expr, /, **binds: Bind) -> dict[str, npt.NDArray[Any]]:
        """Return a query's result as NumPy arrays by column (NULL-free columns only)."""
        name, text = self.statement_text(query, binds)
        cursor = self.execute(name, text)
        rows = cursor.fetchall()
        self.note_fetched(name, len(rows))
        return arrays_of([column.name for column in cursor.description or ()], rows)

    def load(
        self, name: str, kinds: Mapping[str, type[int] | type[str]], columns: Sequence[Sequence[Any] | npt.NDArray[Any]]
    ) -> Table:
        """Create a scratch table from columns of equal length, sent as data (COPY)."""
        table = self.new_table(name)
        place = self._create(f"load {name}", table, {key: _SQL[kind] for key, kind in kinds.items()})
        lists = [column.tolist() if isinstance(column, np.ndarray) else column for column in columns]
        start = f"COPY {place} FROM STDIN".encode()
        with self._explain_errors(f"load {name}"), self.connection.cursor() as cursor, cursor.copy(start) as copy:
            for row in zip(*lists, strict=True):
                copy.write_row(row)
        return self._note_rows(table, len(lists[0]) if lists else 0)

    def _create(self, name: str, table: Table, columns: Mapping[str, str]) -> str:
        """Create an empty table with columns of these types; returns it as PostgreSQL writes it."""
        place = self.render(table.expression())
        fields = ", ".join(
            f"{exp.to_identifier(key, quoted=True).sql('postgres')} {kind}" for key, kind in columns.items()
        )
        self.execute(name, f"CREATE TABLE {place} ({fields})")
        return place

    def fill(self, table: Table, columns: Mapping[str, str], path: Path) -> None:
        """Create a table with columns of these types, and copy the rows of a CSV file into it."""
        text = f"COPY {self._create('release', table, columns)} FROM STDIN (FORMAT csv, ENCODING 'UTF8')"
        with path.open("rb") as file, self._copy("release", text) as copy:
            while piece := file.read(_PIECE):
                copy.write(piece)

    def unload(self, query: exp.Query, path: Path) -> None:
        """Copy the rows of a query into a CSV file, all values in quotes but NULL; Python never holds many of them."""
        text = f"COPY ({self.render(query)}) TO STDOUT (FORMAT csv, FORCE_QUOTE *, ENCODING 'UTF8')"
        with path.open("wb", _PIECE) as file, self._copy("reading the source", text) as copy:
            for row in copy:
                file.write(row)

    @contextmanager
    def _copy(self, name: str, text: str) -> Iterator["psycopg.Copy"]:
        try:
            with (
                self.trace.statement(name, text),
                self._explain_errors(name),
                self.connection.cursor() as cursor,
                cursor.copy(text.encode()) as copy,
            ):
                yield copy
        except OSError as error:
            raise SetanonError(
                f"a file cannot be written while {name}", "is the disk of the temporary folder full?"
            ) from error

    def described(self, query: exp.Query) -> dict[str, str]:
        """Return the kinds of the columns of a query, by name."""
        tree = exp.select(exp.Star()).from_(query.copy().subquery("described")).limit(0)
        columns = self.execute("describe", self.render(tree)).description or ()
        types = self.catalog_rows(TYPES, [[column.type_code for column in columns]])
        kinds = {oid: kind_of(*type_) for oid, *type_ in types}
        return {column.name: kinds[column.type_code] for column in columns}

    @property
    def server(self) -> str:
        """Host, port and name of the database."""
        info = self.connection.info
        return f"{info.host}:{info.port}/{info.dbname}"

    def text(self, column: exp.Expr) -> exp.Expr:
        """Return a column as text that compares and sorts by its bytes."""
        return exp.Collate(this=exp.cast(column, "TEXT"), expression=exp.to_identifier("C", quoted=True))

    def relation(self, parts: Sequence[str]) -> Relation:
        """Find a table or view by the parts of its name, as written or in lower case."""
        for form in (list(parts), [part.lower() for part in parts]):
            rows = self._columns_of(form)
            if rows:
                *_, schema, name, _ = rows[0]
                self._snapshot.reads([schema, name])
                kinds = {column: kind_of(*type_) for column, *type_, _, _, _ in rows}
                return Relation(Table(name, schema), kinds, forbidden_columns(rows))
        raise BadInput(
            "PostgreSQL has no such table or view, or does not let this role see it",
            "write schema.table as \\d lists it, and grant USAGE on its schema",
        )

    def placed(self, parts: Sequence[str]) -> Table | None:
        """Return the table that a name means in the user's own SQL, if there is one; what is found is read."""
        rows = self._columns_of(parts)
        return self.relation(rows[0][-3:-1]).table if rows else None

    def _columns_of(self, parts: Sequence[str]) -> list[tuple[Any, ...]]:
        for name in self.candidates(parts):
            if rows := self.catalog_rows(COLUMNS, [name]):
                return rows
        return []

    def candidates(self, parts: Sequence[str]) -> list[str]:
        """Return what a name may mean, as PostgreSQL writes it: one that says no schema is looked for in the path."""
        above = [[schema] for schema in self.path] if len(parts) == 1 else [[]]
        return [self.quoted([*schema, *parts]) for schema in above]

    @staticmethod
    def quoted(parts: Sequence[str]) -> str:
        """Return a name as PostgreSQL writes it, from its parts."""
        return ".".join(exp.to_identifier(part, quoted=True).sql("postgres") for part in parts)

    def catalog_rows(self, text: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """Ask the catalog of the server; ``values`` stand for ``%s``."""
        with self._explain_errors("catalog"):
            rows: list[tuple[Any, ...]] = self._run(text, values).fetchall()
        return rows

    def exists(self, parts: Sequence[str]) -> bool:
        """Return whether a table or view of exactly this name is there."""
        return bool(self._columns_of(parts))

    def catalog(self, above: Sequence[str], reads: Sequence[Sequence[str]]) -> PostgresCatalog:
        """Return what is known of a schema; ``reads`` names what is read."""
        return PostgresCatalog(self, above, reads)

    @contextmanager
    def one_snapshot(self, *, read_only: bool = False) -> Iterator[None]:
        """Read all tables meanwhile as they were at one moment; nothing else is written in a ``read_only`` one."""
        with self._snapshot.hold(read_only=read_only):
            yield

    def publish(self, above: Sequence[str], tables: Made, replaced: Replaced, *, private: bool = False) -> None:
        """Write the tables of a release in one transaction."""
        with self.publishing(above, replaced, private=list(tables) if private else ()) as place:
            for name, (query, binds) in tables.items():
                tree = self.query(query, **binds)[1]
                create = exp.Create(this=Table(name, place).expression(), kind="TABLE", expression=tree)
                self.execute("release", self.render(create))

    @contextmanager
    def publishing(self, above: Sequence[str], replaced: Replaced, private: Sequence[str] = ()) -> Iterator[str]:
        """Yield the schema where tables are made, in one transaction, those gone that they replace.

        What others may do with these they may do with the new ones, but for those that are ``private``: these are for
        their owner alone. Raises BadDestination where they must not be, or cannot be made.
        """
        place = self.catalog(above, []).schema
        try:
            with self.connection.transaction():
                self._run("SET LOCAL synchronous_commit = on")
                self._run("SELECT pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext(%s))", [f"setanon {place}"])
                names = replaced()
                grants = Grants(self, place, [name for name in names if name not in private])
                self.drop(*(Table(name, place) for name in names))
                yield place
                grants.give()
                keep_private(self, place, private)
        except BadDestination:
            raise
        except SetanonError as error:
            raise _destination_error(error) from error.__cause__

    def grant(self, statement: str) -> None:
        """Run a GRANT or REVOKE that the server itself has written."""
        with self._explain_errors("grant"):
            self._run(statement)

    def close(self) -> None:
        """Let the connection go, and with it the temporary tables; may be called twice."""
        connection = self._connection
        self._connection = None
        if connection is not None:
            with contextlib.suppress(self._driver.Error):
                connection.execute("DISCARD TEMP")
            connection.close()


def _destination_error(error: SetanonError) -> BadDestination:
    cause = type(error.__cause__).__name__
    reasons = {
        "DuplicateTable": ("a table of that name already exists", "choose another name, or say <overwrite>"),
        "InvalidSchemaName": ("there is no such schema in the database", "create it first"),
        "InsufficientPrivilege": ("this role may not create tables there", "grant CREATE on that schema to it"),
        "UniqueViolation": ("somebody else made a table of that name in the meantime", "choose another name"),
        "DependentObjectsStillExist": ("a view needs the table that would be replaced", "drop the view first"),
        "WrongObjectType": ("a view stands under that name", "choose another name, or drop the view first"),
    }
    message, hint = reasons.get(cause, (f"the release cannot be written ({cause})", error.marked_hint))
    return BadDestination(message, hint, error.details)
