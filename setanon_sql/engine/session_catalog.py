"""The catalog of a warehouse whose scratch tables are those of a session; see :mod:`setanon_sql.engine.catalog`.

Views are looked through by their definitions: what a release would replace, and what is read, may stand under one.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from setanon_sql.engine.catalog import Catalog, Name, Standing, all_read, names_it, tables_named
from setanon_sql.engine.temporary import TemporaryTables
from setanon_sql.errors import BadDestination, BadInput, SetanonError
from setanon_sql.query.templates import Table


@dataclass
class SessionCatalog(Catalog):
    """The place that the parts ``above`` a table's name say, and the tables and views that ``reads`` names.

    ``form``: what the whole name of a table is made of.
    """

    engine: TemporaryTables
    above: Sequence[str]
    reads: Sequence[Sequence[str]]
    form = "database.schema.table"

    @cached_property
    def place(self) -> tuple[str, str]:
        """The database (or project) and the schema (or dataset)."""
        if len(self.above) > 2:
            called = f"a table of {self.engine.place} is called {self.form}"
            raise BadDestination(called, "leave the other parts out")
        table = self.engine.table_of([*self.above, "t"])
        return table.catalog, table.schema

    @abstractmethod
    def _definitions(self) -> Iterator[tuple[str, str, str]]:
        """Yield the schema, the name and the definition of each view that may read what is asked for."""

    @abstractmethod
    def _whole(self, parts: Sequence[str]) -> Table:
        """Return what is read by its whole name."""

    def _standing_of(self, name: str, is_table: bool, columns: frozenset[str]) -> Standing:
        """Return what stands under a name, with what reads it."""
        key = (self.place[1].lower(), name.lower())
        readers = tuple(".".join(view) for view, named in self._views.items() if names_it(named, key))
        return Standing(is_table, columns, readers, key in self._read_names)

    @cached_property
    def _views(self) -> dict[Name, set[Name]]:
        """Return what each of the views names."""
        views = {}
        for schema, name, definition in self._definitions():
            view = (schema.lower(), name.lower())
            views[view] = tables_named(definition, self.engine.dialect) - {view, ("", view[1])}
        return views

    @cached_property
    def _read_names(self) -> set[Name]:
        start = [(table.schema.lower(), table.name.lower()) for table in map(self._whole, self.reads)]
        mentioned = {name for named in self._views.values() for name in named}
        names = {(schema or self.place[1].lower(), name) for schema, name in mentioned} | set(self._views)
        return all_read(start, self._views, names)

    def manifest(self, name: str) -> str:
        """Return the one value of a table with the one column ``manifest``; empty for any other table."""
        try:
            return super().manifest(name)
        except (SetanonError, BadInput):  # no right to read it: it is somebody else's
            return ""
