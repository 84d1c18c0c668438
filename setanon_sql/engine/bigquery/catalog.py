"""What a dataset of BigQuery holds, asked without a statement; see :mod:`setanon_sql.engine.session_catalog`."""

import datetime
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from setanon_sql.engine.catalog import Standing
from setanon_sql.engine.session_catalog import SessionCatalog
from setanon_sql.errors import BadDestination, SetanonError
from setanon_sql.query.templates import Table

if TYPE_CHECKING:
    from setanon_sql.engine.bigquery.engine import BigQueryEngine

#: BigQuery takes no longer names, in bytes.
_LONGEST = 1024
#: How long a table may stand that was made to see whether one may be made.
_PROBED = datetime.timedelta(hours=1)


@dataclass
class BigQueryCatalog(SessionCatalog):
    """The dataset that the parts ``above`` a table's name say, and the tables and views that ``reads`` names."""

    engine: "BigQueryEngine"
    form = "project.dataset.table"

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
        return self._standing_of(name, table.table_type == "TABLE", frozenset(field.name for field in table.schema))

    def _definitions(self) -> Iterator[tuple[str, str, str]]:
        """Yield the views of the dataset of a release, and of those that are read."""
        datasets = {self.place, *((table.catalog, table.schema) for table in map(self._whole, self.reads))}
        for project, dataset in sorted(datasets):
            for name, definition in self.engine.views_in(project, dataset).items():
                yield dataset, name, definition

    def _whole(self, parts: Sequence[str]) -> Table:
        """Return what is read by its whole name."""
        return self.engine.table_of(parts)

    def table(self, name: str) -> Table:
        """Return a table of the dataset."""
        return self.engine.table_of([*self.above, name])
