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
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sqlglot import exp
from sqlglot.optimizer.normalize_identifiers import normalize_identifiers

from setanon_sql.engine.connecting import reason
from setanon_sql.engine.snowflake.address import connection_settings
from setanon_sql.engine.snowflake.catalog import SnowflakeCatalog
from setanon_sql.engine.snowflake.failures import failure
from setanon_sql.engine.snowflake.kinds import kind_of, names_shown
from setanon_sql.engine.temporary import PARTS, TemporaryTables
from setanon_sql.engine.warehouse import Relation, needs
from setanon_sql.errors import BadInput, SetanonError
from setanon_sql.query.templates import Bind, Table
from setanon_sql.trace import Trace

if TYPE_CHECKING:
    from snowflake.connector import SnowflakeConnection
    from snowflake.connector.cursor import SnowflakeCursor

_TYPES: dict[type, str] = {int: "BIGINT", str: "VARCHAR"}
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


class SnowflakeEngine(TemporaryTables):
    """One session of a Snowflake account; ``address``: see :mod:`setanon_sql.engine.snowflake.address`.

    Raises BadInput where no connection can be made, or it has no current database and schema; the password is in no
    message.
    """

    dialect = "snowflake"
    place = "Snowflake"
    types = _TYPES
    rows_at_once = 1000

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

    def _insert(
        self, name: str, place: str, kinds: Mapping[str, type[int] | type[str]], rows: Sequence[Sequence[Any]]
    ) -> None:
        marks = f"({', '.join('?' for _ in kinds)})"
        text = f"INSERT INTO {place} VALUES {', '.join([marks] * len(rows))}"  # noqa: S608 (marks and quoted names)
        self.execute(name, text, [cell for row in rows for cell in row])

    def relation(self, parts: Sequence[str]) -> Relation:
        """Find a table or view by the parts of its name: in capitals, as Snowflake writes it, or as written."""
        if self.is_scratch(parts):
            return self._described(Table(parts[0]), frozenset())
        place = self.place_read(parts)
        if place is None:
            raise BadInput(
                "Snowflake has no such table or view, or does not let this role see it",
                "write database.schema.table, and grant USAGE on both and SELECT on it",
            )
        return self._described(*place)

    def place_of_user(self, parts: Sequence[str]) -> tuple[Table, frozenset[str]] | None:
        """Return a table or view of the user, and which of its columns have a collation; None: there is no such one."""
        forms = itertools.product(*(dict.fromkeys((part.upper(), part)) for part in parts))
        for form in forms if len(parts) <= PARTS else ():
            database, schema, name = self.whole_name(form)
            if rows := self._columns_of(database, schema, name):
                collated = frozenset(str(column) for column, collation in rows if collation)
                return Table(name, schema, database), collated
        return None

    def _columns_of(self, database: str, schema: str, name: str) -> list[tuple[Any, ...]]:
        text = (
            f"SELECT column_name, collation_name FROM {self.quoted(database)}.information_schema.columns"  # noqa: S608 (quoted)
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

    def folded(self, tree: exp.Expr) -> exp.Expr:
        """Return the user's own SQL with the names that are in no quotes in capitals, as Snowflake reads them."""
        return normalize_identifiers(tree, dialect="snowflake")

    def catalog_rows(self, text: str, values: Sequence[Any] | None = None) -> list[tuple[Any, ...]]:
        """Ask the catalog; ``values`` stand for ``?``."""
        with self._explain_errors("catalog"):
            return [tuple(row) for row in self.execute("catalog", text, values).fetchall()]

    def catalog(self, above: Sequence[str], reads: Sequence[Sequence[str]]) -> SnowflakeCatalog:
        """Return what is known of a schema; ``reads`` names what is read."""
        return SnowflakeCatalog(self, above, reads)

    def table_of(self, parts: Sequence[str]) -> Table:
        """Return a table of a release, in capitals; where its name says no schema or database, in the current ones."""
        database, schema, name = self.whole_name([part.upper() for part in parts])
        return Table(name, schema, database)

    def has_table(self, parts: Sequence[str]) -> bool:
        """Return whether something stands under exactly the name that a table of a release would have."""
        table = self.table_of(parts)
        return bool(self._columns_of(table.catalog, table.schema, table.name))

    def save(self, query: str | exp.Expr, binds: Mapping[str, Bind], place: str) -> None:
        """Save the rows of a query as a new table, its columns in capitals."""
        name, tree = self.query(query, **binds)
        scratch = self.table(tree)
        relation = self._described(scratch, frozenset())
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
