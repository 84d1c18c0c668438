"""What a schema of Snowflake holds; see :mod:`setanon_sql.engine.session_catalog`."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from setanon_sql.engine.catalog import Standing
from setanon_sql.engine.session_catalog import SessionCatalog
from setanon_sql.engine.snowflake.kinds import names_shown
from setanon_sql.errors import BadDestination, SetanonError
from setanon_sql.query.templates import Table

if TYPE_CHECKING:
    from setanon_sql.engine.snowflake.engine import SnowflakeEngine

#: Snowflake takes no longer names.
_LONGEST = 255
#: The mark of a table that was made to see whether one may be made.
_PROBE = "made by setanon to see whether it may: drop it"


@dataclass
class SnowflakeCatalog(SessionCatalog):
    """The schema that the parts ``above`` a table's name say, and the tables and views that ``reads`` names."""

    engine: "SnowflakeEngine"

    def refuse_place(self, names: Iterable[str]) -> None:
        """Raise BadDestination where there is no such schema, no right to create, or a name is too long.

        Only to make a table tells whether one may be made: it goes at once, with any that a killed run left.
        """
        if any(len(name) + len("_setanon_replaced") > _LONGEST for name in names):
            raise BadDestination(f"Snowflake takes names of {_LONGEST} characters", "choose a shorter name")
        database, schema = self.place
        if not self._selected(database, "SCHEMATA", "schema_name", "schema_name = ?", schema):
            raise BadDestination("there is no such schema, or this role may not use it", "create it first")
        probe = self._quoted_name(self.engine.scratch_table("probe").name)
        try:
            self.engine.execute("probe", f"CREATE TRANSIENT TABLE {probe} (a BIGINT) COMMENT = '{_PROBE}'")
        except SetanonError as error:
            raise BadDestination(
                "this role may not create tables there", "grant CREATE TABLE on that schema to it", error.details
            ) from error
        for (name,) in self._selected(
            database, "TABLES", "table_name", "table_schema = ? AND comment = ?", schema, _PROBE
        ):
            self.engine.execute("probe", f"DROP TABLE IF EXISTS {self._quoted_name(str(name))}")

    def _quoted_name(self, name: str) -> str:
        """Return a table of exactly this name as it is written."""
        database, schema = self.place
        return self.engine.render(Table(name, schema, database).expression())

    def standing(self, name: str) -> Standing | None:
        """Return what stands under a name of the schema; None where nothing does."""
        database, schema = self.place
        table = self.engine.table_of([*self.above, name])
        where = "table_schema = ? AND table_name = ?"
        kinds = self._selected(database, "TABLES", "table_type", where, schema, table.name)
        if not kinds:
            return None
        columns = self._selected(database, "COLUMNS", "column_name", where, schema, table.name)
        shown = frozenset(names_shown([str(column) for (column,) in columns]))
        return self._standing_of(table.name, kinds[0][0] == "BASE TABLE", shown)

    def _definitions(self) -> Iterator[tuple[str, str, str]]:
        """Yield the views of all schemas of these databases: those that this role may see."""
        what = "table_schema, table_name, view_definition"
        for database in sorted({self.place[0], *(self._whole(parts).catalog for parts in self.reads)}):
            for schema, name, definition in self._selected(database, "VIEWS", what, "view_definition IS NOT NULL"):
                yield str(schema), str(name), str(definition)

    def _whole(self, parts: Sequence[str]) -> Table:
        """Return what is read by its whole name."""
        return self.engine.placed(parts) or self.engine.table_of(parts)

    def table(self, name: str) -> Table:
        """Return a table of the schema, its columns as they are called here."""
        table = self.engine.table_of([*self.above, name])
        return self.engine.relation([table.catalog, table.schema, table.name]).table

    def _selected(self, database: str, view: str, what: str, where: str, *values: str) -> list[tuple[object, ...]]:
        place = self.engine.render(Table(view, "INFORMATION_SCHEMA", database).expression())
        return self.engine.catalog_rows(f"SELECT {what} FROM {place} WHERE {where}", values or None)  # noqa: S608
