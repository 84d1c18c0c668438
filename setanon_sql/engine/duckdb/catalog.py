"""What a schema of an attached DuckDB file holds; see :mod:`setanon_sql.engine.catalog`.

DuckDB does not keep book of what a view reads, so their definitions are read.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path

from setanon_sql.engine.catalog import Catalog, Name, Standing, all_read, files_named, tables_named
from setanon_sql.engine.duckdb.engine import DuckDBEngine
from setanon_sql.errors import BadDestination
from setanon_sql.query.templates import Table


@dataclass
class DuckDBCatalog(Catalog):
    """The ``schema`` of the file attached as ``alias``; ``reads`` picks, among its relations, those that are read."""

    engine: DuckDBEngine
    alias: str
    schema: str
    reads: Callable[[list[Name]], Iterable[Name]]

    def refuse_place(self, names: Iterable[str]) -> None:
        """Raise BadDestination where there is no such schema."""
        if not self.engine.number("release/tables/schemas", alias=self.alias, schema=self.schema):
            raise BadDestination("there is no such schema in the database", "create it first")

    @cached_property
    def _relations(self) -> list[tuple[Name, bool]]:
        rows = self.engine.rows("sources/read/relations", alias=self.alias)
        return [((schema.lower(), name.lower()), view) for schema, name, view in rows]

    @cached_property
    def _definitions(self) -> dict[Name, str]:
        rows = self.engine.rows("release/tables/views", alias=self.alias)
        return {(schema.lower(), name.lower()): text for schema, name, text in rows}

    @cached_property
    def _views(self) -> dict[Name, set[Name]]:
        """Return what each view names."""
        return {view: tables_named(text, "duckdb") - {view, ("", view[1])} for view, text in self._definitions.items()}

    def reads_file(self, path: Path) -> bool:
        """Return whether one of the views that are read may read a file."""
        texts = {text for view in self._read_names & set(self._definitions) for text in self._files(view)}
        return any(fnmatch(str(path.resolve()), str(Path(text).absolute())) for text in texts)

    def _files(self, view: Name) -> set[str]:
        return files_named(self._definitions[view], "duckdb")

    @cached_property
    def _read_names(self) -> set[Name]:
        names = [name for name, _ in self._relations]
        return all_read(self.reads(names), self._views, names)

    def standing(self, name: str) -> Standing | None:
        """Return what stands under a name of the schema; None where nothing does.

        Views find a table by its name each time they are read, so that none needs this very table.
        """
        key = (self.schema.lower(), name.lower())
        kinds = dict(self._relations)
        if key not in kinds:
            return None
        rows = self.engine.rows("release/tables/columns", alias=self.alias, schema=self.schema, name=name)
        return Standing(not kinds[key], frozenset(column for (column,) in rows), is_read=key in self._read_names)

    def table(self, name: str) -> Table:
        """Return a table of the schema."""
        return Table(name, self.schema, self.alias)
