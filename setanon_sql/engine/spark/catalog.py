"""What a schema of Spark's catalog holds; see :mod:`setanon_sql.engine.catalog`.

Spark does not keep book of what a view reads, so their definitions are read, in the schema of the release and in those
of what is read.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from setanon_sql.engine.catalog import Catalog, Name, Standing, all_read, names_it, tables_named
from setanon_sql.errors import BadDestination, SetanonError
from setanon_sql.query.templates import Table

if TYPE_CHECKING:
    from setanon_sql.engine.spark.engine import SparkEngine


@dataclass
class SparkCatalog(Catalog):
    """The schema that the parts ``above`` a table's name say, and the tables and views that ``reads`` names."""

    engine: "SparkEngine"
    above: Sequence[str]
    reads: Sequence[Sequence[str]]

    def refuse_place(self, names: Iterable[str]) -> None:
        """Raise BadDestination where the tables would be gone when this program ends, or there is no such schema."""
        self.engine.check_lasting(self.above)
        if not self.engine.session.catalog.databaseExists(self.engine.place_of(self._above(self.above))):
            raise BadDestination("there is no such schema in the catalog", "create it first")

    @cached_property
    def schema(self) -> str:
        """The schema; where none is written, the one that Spark is in."""
        return self.above[-1] if self.above else str(self.engine.session.catalog.currentDatabase())

    def standing(self, name: str) -> Standing | None:
        """Return what stands under a name of the schema; None where nothing does."""
        place = self.engine.place_of([*self.above, name])
        key = (self.schema.lower(), name.lower())
        if not self.engine.session.catalog.tableExists(place):
            return None
        kind = self.engine.session.catalog.getTable(place).tableType
        readers = tuple(".".join(view) for view, named in self._views.items() if names_it(named, key))
        columns = frozenset(self.engine.session.table(place).columns)
        return Standing(kind != "VIEW", columns, readers, key in self._read_names)

    @cached_property
    def _views(self) -> dict[Name, set[Name]]:
        """Return what each view of these schemas names."""
        schemas = {self._above(self.above), *(self._above(parts[:-1]) for parts in self.reads)}
        return {view: named for schema in schemas for view, named in self._views_of(schema).items()}

    def _above(self, parts: Sequence[str]) -> tuple[str, ...]:
        return tuple(parts) or (self.schema,)

    def _views_of(self, above: tuple[str, ...]) -> dict[Name, set[Name]]:
        try:
            rows = self.engine.catalog_rows(f"SHOW VIEWS IN {self.engine.place_of(above)}")
        except SetanonError:  # a catalog without views, or no such schema
            return {}
        names = [str(row[1]) for row in rows if not row[2]]
        return {(above[-1].lower(), name.lower()): self._names_in(above, name) for name in names}

    def _names_in(self, above: tuple[str, ...], name: str) -> set[Name]:
        """Return what a view names; where that cannot be told, nothing."""
        rows = self.engine.catalog_rows(f"DESCRIBE TABLE EXTENDED {self.engine.place_of([*above, name])}")
        text = next((str(row[1]) for row in rows if row[0] == "View Text"), "")
        return tables_named(text, "spark") if text else set()

    @cached_property
    def _read_names(self) -> set[Name]:
        start = [((parts[-2] if len(parts) > 1 else self.schema).lower(), parts[-1].lower()) for parts in self.reads]
        mentioned = {name for named in self._views.values() for name in named}
        names = {(schema or self.schema.lower(), name) for schema, name in mentioned} | set(self._views)
        return all_read(start, self._views, names)

    def table(self, name: str) -> Table:
        """Return a table of the schema."""
        *_, catalog, schema = ["", "", *self.above]
        return Table(name, schema, catalog)
