"""What a schema of a database behind ADBC holds, as its driver tells it; see :mod:`setanon_sql.engine.catalog`.

No driver tells what a view reads: their definitions are read where the database shows them. Where it does not, a table
that is there is taken for one that is read.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from setanon_sql.engine.catalog import Catalog, Name, Standing, all_read, tables_named
from setanon_sql.errors import BadDestination, SetanonError
from setanon_sql.query.templates import Table, column

if TYPE_CHECKING:
    from setanon_sql.engine.adbc.copy_in import RemoteAdbc

#: Where a database shows how its views are defined, and the columns schema, name, definition; elsewhere
#: ``information_schema.views``.
_VIEWS = {"sqlite": ("sqlite_master", "", "name", "sql")}
_STANDARD = ("information_schema.views", "table_schema", "table_name", "view_definition")


@dataclass
class AdbcCatalog(Catalog):
    """The schema that the parts ``above`` a table's name say, and the relations that ``reads`` names."""

    remote: "RemoteAdbc"
    above: Sequence[str]
    reads: Sequence[Sequence[str]]

    @cached_property
    def schema(self) -> str:
        """The schema; where none is written, the current one, if the database has any."""
        if self.above:
            return self.above[-1]
        if self.remote.connection and self.remote.path:
            return self.remote.path[0]
        try:
            return str(self.remote.connection.adbc_current_db_schema or "")
        except Exception:
            return ""

    def refuse_place(self, names: Iterable[str]) -> None:
        """Raise BadDestination where there is no such schema."""
        if len(self.above) > 1:
            raise BadDestination("tables are written to the database of <db> only", "write table or schema.table")
        if self.above and not self._objects("db_schemas", ""):
            raise BadDestination("there is no such schema in the database", "create it first")

    def standing(self, name: str) -> Standing | None:
        """Return what stands under a name of the schema; None where nothing does."""
        for table in self._objects("columns", name):
            if str(table["table_name"]).lower() == name.lower():
                columns = frozenset(str(column["column_name"]) for column in table["table_columns"] or [])
                kind = str(table["table_type"]).lower()
                is_table = "table" in kind and "view" not in kind
                return Standing(is_table, columns, is_read=self._is_read((self.schema.lower(), name.lower())))
        return None

    def _is_read(self, name: Name) -> bool:
        named = [([self.schema, *self.remote.above_of(parts)][-1].lower(), parts[-1].lower()) for parts in self.reads]
        views = self._views
        if views is None:
            return bool(self.reads)
        return name in all_read(named, views, {*views, *named, name})

    @cached_property
    def _views(self) -> dict[Name, set[Name]] | None:
        """Return what each view names; None where the database does not show it."""
        place, schema, name, definition = _VIEWS.get(self.remote.dialect, _STANDARD)
        columns = [column(schema) if schema else exp.Literal.string(""), column(name), column(definition)]
        query = exp.select(*columns).from_(exp.to_table(place)).where(column(definition).is_(exp.null()).not_())
        query = query.where(column("type").eq("view")) if place == "sqlite_master" else query
        try:
            rows = self.remote.rows(query)
        except SetanonError:
            return None
        definitions = {(str(above).lower(), str(view).lower()): str(text) for above, view, text in rows}
        return {
            view: tables_named(text, self.remote.dialect) - {view, ("", view[1])} for view, text in definitions.items()
        }

    def _objects(self, depth: str, name: str) -> list[dict[str, Any]]:
        """Return the schemas, or the tables that may be called so, as the driver lists them."""
        filters = {"table_name_filter": name} if name else {}
        filters |= {"db_schema_filter": self.schema} if self.schema else {}
        with self.remote.explain_errors("a question"):
            catalogs = self.remote.connection.adbc_get_objects(depth=depth, **filters).read_all().to_pylist()
        schemas = [schema for catalog in catalogs for schema in catalog["catalog_db_schemas"] or []]
        if not name:
            return schemas
        return [table for schema in schemas for table in schema["db_schema_tables"] or []]

    def manifest(self, name: str) -> str:
        """Return the one value of a table with the one column ``manifest``; empty for any other table."""
        try:
            rows = self.remote.rows(exp.select(column("manifest")).from_(self.table(name).expression()).limit(2))
        except SetanonError:
            return ""
        return str(rows[0][0]) if len(rows) == 1 else ""

    def count(self, name: str) -> int:
        """Return how many rows a table has."""
        ((count,),) = self.remote.rows(exp.select(exp.Count(this=exp.Star())).from_(self.table(name).expression()))
        return int(count)

    def table(self, name: str) -> Table:
        """Return a table of the schema."""
        return Table(name, self.schema if self.remote.is_postgres or self.above else "")
