"""What a dataset of BigQuery holds; see :mod:`setanon_sql.engine.catalog`. Its catalog is asked without a statement.

Views are looked through by their definitions, of the dataset of a release and of those that are read.
"""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from setanon_sql.engine.catalog import Catalog, Name, Standing, all_read, names_it, tables_named
from setanon_sql.errors import BadDestination, BadInput, SetanonError
from setanon_sql.query.templates import Table

if TYPE_CHECKING:
    from setanon_sql.engine.bigquery.engine import BigQueryEngine

#: BigQuery takes no longer names, in bytes.
_LONGEST = 1024
#: How long a table may stand that was made to see whether one may be made.
_PROBED = datetime.timedelta(hours=1)


@dataclass
class BigQueryCatalog(Catalog):
    """The dataset that the parts ``above`` a table's name say, and the tables and views that ``reads`` names."""

    engine: "BigQueryEngine"
    above: Sequence[str]
    reads: Sequence[Sequence[str]]

    @cached_property
    def place(self) -> tuple[str, str]:
        """The project and the dataset."""
        if len(self.above) > 2:
            raise BadDestination("a table of BigQuery is called project.dataset.table", "leave the other parts out")
        table = self.engine.table_of([*self.above, "t"])
        return table.catalog, table.schema

    def refuse_place(self, names: Iterable[str]) -> None:
        """Raise BadDestination where there is no such dataset, no right to create, or a name is too long.

        Only to make a table tells whether one may be made: it goes at once, or within the hour after a kill.
        """
        if any(len(name.encode()) + len("_setanon_replaced") > _LONGEST for name in names):
            raise BadDestination(f"BigQuery takes names of {_LONGEST} bytes", "choose a shorter name")
        project, dataset = self.place
        if not self.engine.has_dataset(project, dataset):
            raise BadDestination(
                "there is no such schema, a dataset of BigQuery, or you may not see it", "create it first"
            )
        probe = Table(self.engine.scratch_table("probe").name, dataset, project)
        try:
            self.engine.probe(probe, _PROBED)
        except SetanonError as error:
            raise BadDestination(
                "you may not create tables there",
                "grant bigquery.dataEditor on that dataset",
                error.details,
            ) from error

    def standing(self, name: str) -> Standing | None:
        """Return what stands under a name of the dataset; None where nothing does."""
        table = self.engine.described_table([*self.above, name])
        if table is None:
            return None
        key = (self.place[1].lower(), name.lower())
        readers = tuple(".".join(view) for view, named in self._views.items() if names_it(named, key))
        columns = frozenset(field.name for field in table.schema)
        return Standing(table.table_type == "TABLE", columns, readers, key in self._read_names)

    @cached_property
    def _views(self) -> dict[Name, set[Name]]:
        """Return what each view of these datasets names."""
        datasets = {self.place, *((table.catalog, table.schema) for table in map(self._whole, self.reads))}
        return {view: named for dataset in sorted(datasets) for view, named in self._views_of(*dataset).items()}

    def _views_of(self, project: str, dataset: str) -> dict[Name, set[Name]]:
        views = {}
        for name, definition in self.engine.views_in(project, dataset).items():
            view = (dataset.lower(), name.lower())
            views[view] = tables_named(definition, "bigquery") - {view, ("", view[1])}
        return views

    @cached_property
    def _read_names(self) -> set[Name]:
        start = [(table.schema.lower(), table.name.lower()) for table in map(self._whole, self.reads)]
        mentioned = {name for named in self._views.values() for name in named}
        names = {(schema or self.place[1].lower(), name) for schema, name in mentioned} | set(self._views)
        return all_read(start, self._views, names)

    def _whole(self, parts: Sequence[str]) -> Table:
        """Return what is read by its whole name."""
        return self.engine.table_of(parts)

    def manifest(self, name: str) -> str:
        """Return the one value of a table with the one column ``manifest``; empty for any other table."""
        try:
            return super().manifest(name)
        except (SetanonError, BadInput):  # no right to read it: it is somebody else's
            return ""

    def table(self, name: str) -> Table:
        """Return a table of the dataset."""
        return self.engine.table_of([*self.above, name])
