"""What a schema of Snowflake holds; see :mod:`setanon_sql.engine.catalog`.

Views are looked through by their definitions, of all schemas of the database: those that this role may see.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from setanon_sql.engine.catalog import Catalog, Name, Standing, all_read, names_it, tables_named
from setanon_sql.engine.snowflake.kinds import names_shown
from setanon_sql.errors import BadDestination, BadInput, SetanonError
from setanon_sql.query.templates import Table

if TYPE_CHECKING:
    from setanon_sql.engine.snowflake.engine import SnowflakeEngine

#: Snowflake takes no longer names.
_LONGEST = 255
#: The mark of a table that was made to see whether one may be made.
_PROBE = "made by setanon to see whether it may: drop it"


@dataclass
class SnowflakeCatalog(Catalog):
    """The schema that the parts ``above`` a table's name say, and the tables and views that ``reads`` names."""

    engine: "SnowflakeEngine"
    above: Sequence[str]
    reads: Sequence[Sequence[str]]

    @cached_property
    def place(self) -> tuple[str, str]:
        """The database and the schema."""
        if len(self.above) > 2:
            raise BadDestination("a table of Snowflake is called database.schema.table", "leave the other parts out")
        table = self.engine.table_of([*self.above, "t"])
        return table.catalog, table.schema

    def refuse_place(self, names: Iterable[str]) -> None:
        """Raise BadDestination where there is no such schema, no right to create, or a name is too long.

        Only to make a table tells whether one may be made: it goes at once, with any that a killed run left.
        """
        if any(len(name) + len("_setanon_replaced") > _LONGEST for name in names):
            raise BadDestination(f"Snowflake takes names of {_LONGEST} characters", "choose a shorter name")
        database, schema = self.place
        if not self._selected(database, "SCHEMATA", "schema_name", "schema_name = ?", schema):
            raise BadDestination("there is no such schema, or this role may not use it", "create it first")
        probe = self._written(self.engine.scratch_table("probe").name)
        try:
            self.engine.execute("probe", f"CREATE TRANSIENT TABLE {probe} (a BIGINT) COMMENT = '{_PROBE}'")
        except SetanonError as error:
            raise BadDestination(
                "this role may not create tables there", "grant CREATE TABLE on that schema to it", error.details
            ) from error
        for (name,) in self._selected(
            database, "TABLES", "table_name", "table_schema = ? AND comment = ?", schema, _PROBE
        ):
            self.engine.execute("probe", f"DROP TABLE IF EXISTS {self._written(str(name))}")

    def _written(self, name: str) -> str:
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
        key = (schema.lower(), table.name.lower())
        readers = tuple(".".join(view) for view, named in self._views.items() if names_it(named, key))
        shown = frozenset(names_shown([str(column) for (column,) in columns]))
        return Standing(kinds[0][0] == "BASE TABLE", shown, readers, key in self._read_names)

    @cached_property
    def _views(self) -> dict[Name, set[Name]]:
        """Return what each view of these databases names."""
        databases = {self.place[0], *(self._whole(parts).catalog for parts in self.reads)}
        return {view: named for database in sorted(databases) for view, named in self._views_of(database).items()}

    def _views_of(self, database: str) -> dict[Name, set[Name]]:
        what = "table_schema, table_name, view_definition"
        views = {}
        for schema, name, definition in self._selected(database, "VIEWS", what, "view_definition IS NOT NULL"):
            view = (str(schema).lower(), str(name).lower())
            views[view] = tables_named(str(definition), "snowflake") - {view, ("", view[1])}
        return views

    @cached_property
    def _read_names(self) -> set[Name]:
        wholes = [self._whole(parts) for parts in self.reads]
        start = [(table.schema.lower(), table.name.lower()) for table in wholes]
        mentioned = {name for named in self._views.values() for name in named}
        names = {(schema or self.place[1].lower(), name) for schema, name in mentioned} | set(self._views)
        return all_read(start, self._views, names)

    def _whole(self, parts: Sequence[str]) -> Table:
        """Return what is read by its whole name."""
        return self.engine.placed(parts) or self.engine.table_of(parts)

    def manifest(self, name: str) -> str:
        """Return the one value of a table with the one column ``manifest``; empty for any other table."""
        try:
            return super().manifest(name)
        except (SetanonError, BadInput):  # no right to read it: it is somebody else's
            return ""

    def table(self, name: str) -> Table:
        """Return a table of the schema, its columns as they are called here."""
        table = self.engine.table_of([*self.above, name])
        return self.engine.relation([table.catalog, table.schema, table.name]).table

    def _selected(self, database: str, view: str, what: str, where: str, *values: str) -> list[tuple[object, ...]]:
        place = self.engine.render(Table(view, "INFORMATION_SCHEMA", database).expression())
        return self.engine.catalog_rows(f"SELECT {what} FROM {place} WHERE {where}", values or None)  # noqa: S608
