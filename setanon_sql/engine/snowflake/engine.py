"""Snowflake through its own connector: scratch tables are temporary tables of this session.

The server removes them with the session: at once where it is closed, and hours after the last statement where this
program is killed. Nobody else sees them; their names begin with ``setanon_`` and a number of this run, so that they
hide no table of the user; to make them no right is needed but USAGE of the schema.

Names stand in double quotes in every statement, so nothing is folded to capitals. What is in capitals, as Snowflake
writes names without quotes, is shown in small letters here; a release is written in capitals, to be read without them.
"""

import contextlib
import itertools
import logging
import secrets
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from sqlglot import exp
from sqlglot.optimizer.normalize_identifiers import normalize_identifiers

from setanon_sql.engine.base import Abilities
from setanon_sql.engine.connecting import reason
from setanon_sql.engine.renaming import publish_tables, recover_tables
from setanon_sql.engine.snowflake.address import connection_settings
from setanon_sql.engine.snowflake.catalog import SnowflakeCatalog
from setanon_sql.engine.snowflake.failures import failure
from setanon_sql.engine.snowflake.kinds import kind_of, names_shown
from setanon_sql.engine.warehouse import Made, Relation, Replaced, Warehouse, arrays_of, needs
from setanon_sql.errors import BadDestination, BadInput, SetanonError
from setanon_sql.query.prepared import Kind, statement
from setanon_sql.query.templates import Bind, Table
from setanon_sql.trace import Trace

if TYPE_CHECKING:
    from snowflake.connector import SnowflakeConnection
    from snowflake.connector.cursor import SnowflakeCursor

_TYPES: dict[type, str] = {int: "BIGINT", str: "VARCHAR"}
#: Rows that one statement brings.
_ROWS = 1000
#: The parts of the name of a table: database, schema, table.
_PARTS = 3
#: What the connector is told; the session ends with the connection, and so do its temporary tables.
_DRIVER = {
    "application": "setanon",
    "enable_server_session_keep_alive_auto_detection": False,
    "paramstyle": "qmark",
    "platform_detection_timeout_seconds": 0,  # nobody is asked which cloud this program is in
    "server_session_keep_alive": False,
}
#: How values are written as text, alike whoever reads them; names in quotes are exactly these.
_SESSION = {
    "AUTOCOMMIT": True,
    "BINARY_OUTPUT_FORMAT": "HEX",
    "DATE_OUTPUT_FORMAT": "YYYY-MM-DD",
    "QUERY_TAG": "setanon",
    "QUOTED_IDENTIFIERS_IGNORE_CASE": False,
    "TIMESTAMP_LTZ_OUTPUT_FORMAT": "YYYY-MM-DD HH24:MI:SS.FF9 TZHTZM",
    "TIMESTAMP_NTZ_OUTPUT_FORMAT": "YYYY-MM-DD HH24:MI:SS.FF9",
    "TIMESTAMP_TZ_OUTPUT_FORMAT": "YYYY-MM-DD HH24:MI:SS.FF9 TZHTZM",
    "TIMEZONE": "UTC",
    "TIME_OUTPUT_FORMAT": "HH24:MI:SS.FF9",
}


class SnowflakeEngine(Warehouse):
    """One session of a Snowflake account; ``address``: see :mod:`setanon_sql.engine.snowflake.address`.

    Raises BadInput where no connection can be made, or it has no current database and schema; the password is in no
    message.
    """

    dialect = "snowflake"
    abilities = Abilities(transactions=False, pieces=False)
    scratch_schema = ""
    place = "Snowflake"
    work_here = "<db=adbc:…> works here"
    #: Rights on future tables are common, and would give a list of persons to others at once.
    keeps_private = False

    def __init__(self, address: str, trace: Trace | None = None) -> None:
        super().__init__(trace)
        settings = connection_settings(address)
        try:
            with quietly():
                from snowflake import connector  # noqa: PLC0415
        except ImportError as error:
            raise needs("snowflake", "snowflake-connector-python") from error
        self._driver = connector
        self._address = address
        self._prefix = f"setanon_{secrets.token_hex(4)}_"
        self._connection: SnowflakeConnection | None = None
        try:
            with quietly():
                self._connection = connector.connect(**(_DRIVER | settings), session_parameters=_SESSION)
        except (connector.errors.Error, ValueError, TypeError, OSError) as error:
            why = reason(str(error).replace("login", ""))  # which stands in each message, whatever the reason is
            hint = "check the address in <db>: snowflake://user@account/database/schema?warehouse=…"
            raise BadInput(f"no connection to Snowflake: {why}", hint) from None
        self.home = self._home()

    def _home(self) -> tuple[str, str]:
        """Return the current database and schema, where scratch tables are made."""
        try:
            ((database, schema),) = self.catalog_rows("SELECT CURRENT_DATABASE(), CURRENT_SCHEMA()")
            if not (database and schema):
                raise BadInput(
                    "<db> names no database and schema, where scratch tables are made, or this role may not use them",
                    "write snowflake://user@account/database/schema?warehouse=…, and grant USAGE on both",
                )
        except BaseException:
            self.close()
            raise
        return str(database), str(schema)

    @property
    def connection(self) -> "SnowflakeConnection":
        """The open connection; raises SetanonError once the engine is closed."""
        if self._connection is None:
            raise SetanonError("the engine is closed")
        return self._connection

    def execute(self, name: str, text: str, values: Sequence[Any] | None = None) -> "SnowflakeCursor":
        """Run one statement, ``values`` for its ``?``; raises SetanonError with what Snowflake says in ``details``."""
        with self.trace.statement(name, text), self._explain_errors(name):
            cursor = self.connection.cursor()
            cursor.execute(text, tuple(values)) if values is not None else cursor.execute(text)
            return cursor

    @contextmanager
    def _explain_errors(self, name: str) -> Iterator[None]:
        try:
            with quietly():
                yield
        except self._driver.errors.Error as error:
            raise failure(error, name, self._address) from error

    def statement_text(
        self, query: str | exp.Expr, binds: Mapping[str, Bind], kind: Kind = "", into: Table | None = None
    ) -> tuple[str, str]:
        """Return a name for traces and the text of a statement; tables that are made of queries are temporary."""
        name, tree = self.query(query, **binds)
        whole = statement(kind, tree, into)
        if isinstance(whole, exp.Create):
            whole.set("properties", exp.Properties(expressions=[exp.TemporaryProperty()]))
        return name, self.render(whole)

    def render(self, tree: exp.Expr) -> str:
        """Return a tree (used up by it) with all its names in double quotes."""
        for name in tree.find_all(exp.Identifier):
            name.set("quoted", True)
        return super().render(tree)

    def dropping(self, table: Table) -> str:
        """Return the text of a statement that drops a table."""
        return self.render(exp.Drop(tables=[table.expression()], kind="TABLE", exists=True))

    def scratch_table(self, name: str) -> Table:
        """Return the scratch table of a name: in the current schema, and seen by this session alone."""
        return Table(f"{self._prefix}{name}")

    def view(self, query: str | exp.Expr, /, **binds: Bind) -> Table:
        """Keep what a query gives: to make a view takes a right that a temporary table does not."""
        return self.table(query, **binds)

    def rows(self, query: str | exp.Expr, /, **binds: Bind) -> list[tuple[Any, ...]]:
        """Return all rows of a query; meant for results that are small by construction."""
        name, text = self.statement_text(query, binds)
        return self._fetched(name, self.execute(name, text))

    def _fetched(self, name: str, cursor: "SnowflakeCursor") -> list[tuple[Any, ...]]:
        with self._explain_errors(name):
            rows = [tuple(row) for row in cursor.fetchall()]
        self.note_fetched(name, len(rows))
        return rows

    def columns(self, query: str | exp.Expr, /, **binds: Bind) -> dict[str, npt.NDArray[Any]]:
        """Return a query's result as NumPy arrays by column (NULL-free columns only)."""
        name, text = self.statement_text(query, binds)
        cursor = self.execute(name, text)
        rows = self._fetched(name, cursor)
        return arrays_of([column.name for column in cursor.description or ()], rows)

    def load(
        self, name: str, kinds: Mapping[str, type[int] | type[str]], columns: Sequence[Sequence[Any] | npt.NDArray[Any]]
    ) -> Table:
        """Create a scratch table from columns of equal length, whose values are bound, many to a statement."""
        table = self.new_table(name)
        place = self.render(table.expression())
        fields = ", ".join(f"{_quoted(key)} {_TYPES[kind]}" for key, kind in kinds.items())
        self.execute(f"load {name}", f"CREATE TEMPORARY TABLE {place} ({fields})")
        lists = [column.tolist() if isinstance(column, np.ndarray) else column for column in columns]
        rows = list(zip(*lists, strict=True))
        marks = f"({', '.join('?' for _ in kinds)})"
        for at in range(0, len(rows), _ROWS):
            some = rows[at : at + _ROWS]
            text = f"INSERT INTO {place} VALUES {', '.join([marks] * len(some))}"  # noqa: S608 (marks and quoted names)
            self.execute(f"load {name}", text, [cell for row in some for cell in row])
        self._rows[table.name] = len(rows)
        return table

    def append(self, into: Table, query: str | exp.Expr, /, **binds: Bind) -> None:
        """Append the rows of a query to a scratch table, whose rows are counted anew."""
        self._rows.pop(into.name, None)
        super().append(into, query, **binds)

    def relation(self, parts: Sequence[str]) -> Relation:
        """Find a table or view by the parts of its name: in capitals, as Snowflake writes it, or as written."""
        if len(parts) == 1 and parts[0].startswith(self._prefix):
            return self._described(Table(parts[0]), frozenset())
        place = self._place_read(parts)
        if place is None:
            raise BadInput(
                "Snowflake has no such table or view, or does not let this role see it",
                "write database.schema.table, and grant USAGE on both and SELECT on it",
            )
        return self._described(*place)

    def _place_read(self, parts: Sequence[str]) -> tuple[Table, frozenset[str]] | None:
        """Return the same as :meth:`_place_of_user`, and note that it is read."""
        place = self._place_of_user(parts)
        if place:
            table, _ = place
            self._apart.reads(".".join([table.catalog, table.schema, table.name]))
        return place

    def _place_of_user(self, parts: Sequence[str]) -> tuple[Table, frozenset[str]] | None:
        """Return a table or view of the user, and which of its columns have a collation; None: there is no such one."""
        forms = itertools.product(*(dict.fromkeys((part.upper(), part)) for part in parts))
        for form in forms if len(parts) <= _PARTS else ():
            database, schema, name = self._whole(form)
            if rows := self._columns_of(database, schema, name):
                collated = frozenset(str(column) for column, collation in rows if collation)
                return Table(name, schema, database), collated
        return None

    def _whole(self, parts: Sequence[str]) -> list[str]:
        """Return a name with its database and schema, which are the current ones where it says none."""
        return [*self.home[: _PARTS - len(parts)], *parts]

    def _columns_of(self, database: str, schema: str, name: str) -> list[tuple[Any, ...]]:
        text = (
            f"SELECT column_name, collation_name FROM {_quoted(database)}.information_schema.columns"  # noqa: S608 (quoted)
            " WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position"
        )
        try:
            return self.catalog_rows(text, [schema, name])
        except SetanonError as error:
            if getattr(error.__cause__, "errno", 0) in {2003, 2043, 3001}:  # no such database, or no right to use it
                return []
            raise

    def _described(self, table: Table, collated: frozenset[str]) -> Relation:
        """Ask for no row of a table, which tells of its columns and needs the right to read it."""
        query = exp.select(exp.Star()).from_(table.expression()).limit(0)
        columns = self.execute("catalog", self.render(query)).description or ()
        kinds = {
            column.name: kind_of(column.type_code, column.scale, collated=column.name in collated) for column in columns
        }
        shown = names_shown(list(kinds))
        renamed = {} if all(name == written for name, written in shown.items()) else shown
        return Relation(
            Table(table.name, table.schema, table.catalog, columns=renamed),
            {name: kinds[written] for name, written in shown.items()},
        )

    def text_of(self, relation: Relation, name: str) -> exp.Expr:
        """Return a column as text; what compares loosely loses its collation with it."""
        text = super().text_of(relation, name)
        if relation.columns[name] != "loose":
            return text
        return exp.Anonymous(this="COLLATE", expressions=[text, exp.Literal.string("")])

    def placed(self, parts: Sequence[str]) -> Table | None:
        """Return the table that a name means in the user's own SQL, if there is one; what is found is read."""
        place = self._place_read(parts)
        return place[0] if place else None

    def folded(self, tree: exp.Expr) -> exp.Expr:
        """Return the user's own SQL with the names that are in no quotes in capitals, as Snowflake reads them."""
        return normalize_identifiers(tree, dialect="snowflake")

    def exists(self, parts: Sequence[str]) -> bool:
        """Return whether a table or view is there under a name, in capitals or as it is written."""
        return self._place_of_user(parts) is not None

    def catalog_rows(self, text: str, values: Sequence[Any] | None = None) -> list[tuple[Any, ...]]:
        """Ask the catalog; ``values`` stand for ``?``."""
        with self._explain_errors("catalog"):
            return [tuple(row) for row in self.execute("catalog", text, values).fetchall()]

    def catalog(self, above: Sequence[str], reads: Sequence[Sequence[str]]) -> SnowflakeCatalog:
        """Return what is known of a schema; ``reads`` names what is read."""
        return SnowflakeCatalog(self, above, reads)

    def place_of(self, parts: Sequence[str]) -> str:
        """Return the name of a table of a release as Snowflake writes it, from its parts."""
        return self.render(self.table_of(parts).expression())

    def table_of(self, parts: Sequence[str]) -> Table:
        """Return a table of a release, in capitals; where its name says no schema or database, in the current ones."""
        database, schema, name = self._whole([part.upper() for part in parts])
        return Table(name, schema, database)

    def has_table(self, parts: Sequence[str]) -> bool:
        """Return whether something stands under exactly the name that a table of a release would have."""
        table = self.table_of(parts)
        return bool(self._columns_of(table.catalog, table.schema, table.name))

    def recover_interrupted(self, above: Sequence[str], names: Sequence[str]) -> None:
        """Put right what a killed run left of the tables of a release; see :mod:`setanon_sql.engine.renaming`."""
        recover_tables(self, above, names)

    def publish(self, above: Sequence[str], tables: Made, replaced: Replaced, *, private: bool = False) -> None:
        """Write the tables of a release: to make a table ends a transaction, see :mod:`setanon_sql.engine.renaming`."""
        try:
            publish_tables(self, above, tables, replaced)
        except BadDestination:
            raise
        except SetanonError as error:
            raise BadDestination("Snowflake cannot write the release", error.marked_hint, error.details) from error

    def save(self, query: str | exp.Expr, binds: Mapping[str, Bind], place: str) -> None:
        """Save the rows of a query as a new table, its columns in capitals."""
        name, tree = self.query(query, **binds)
        scratch = self.table(tree)
        relation = self.relation([scratch.name])
        outputs = [exp.column(exp.to_identifier(column, quoted=True)) for column in self._own_names(relation)]
        rows = exp.select(*(output.as_(output.name.upper(), quoted=True) for output in outputs))
        self.execute(name, f"CREATE TABLE {place} AS {self.render(rows.from_(scratch.expression()))}")
        self.drop(scratch)

    @staticmethod
    def _own_names(relation: Relation) -> list[str]:
        return [relation.table.columns.get(name, name) for name in relation.columns]

    def close(self) -> None:
        """End the session, and with it the temporary tables; may be called twice."""
        connection = self._connection
        self._connection = None
        if connection is not None:
            with contextlib.suppress(Exception), quietly():
                connection.close()


@contextmanager
def quietly() -> Iterator[None]:
    """Let the connector log and warn of nothing meanwhile: it names hosts and users where a connection fails."""
    logger = logging.getLogger("snowflake")
    was = logger.disabled, logger.level, logger.propagate
    logger.propagate = False
    logger.setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.disabled, logger.level, logger.propagate = was


def _quoted(name: str) -> str:
    return exp.to_identifier(name, quoted=True).sql("snowflake")
