"""A published release, and how to look at it: as a data frame, an Arrow table, a relation of DuckDB."""

import glob
import weakref
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from setanon_sql.audit.person_share import PersonShare
from setanon_sql.decisions import Decided
from setanon_sql.display import Displayable, Summary
from setanon_sql.engine import warehouse_name
from setanon_sql.errors import BadParameter
from setanon_sql.files.temporary import make_folder, remove_folder
from setanon_sql.layout import BESIDE, Destination, FileDestination, ReleaseShape, is_basket, path_beside, shape_of
from setanon_sql.measures import Measures
from setanon_sql.measures.label_figures import Beside, Drawn, Mapped
from setanon_sql.release.files import DELIMITERS
from setanon_sql.text import count
from setanon_sql.verify import Verification

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


class TemporaryRelease:
    """A private folder with a release that nobody published elsewhere; it is removed when nobody holds this object."""

    def __init__(self) -> None:
        self.folder = make_folder("setanon-release-")
        weakref.finalize(self, remove_folder, self.folder)

    def place(self, shape: ReleaseShape) -> Path:
        """Return where in it a release of a shape goes."""
        return self.folder / ("release.parquet" if shape.single else "release")


def make_temporary(source_db: str, out_db: str) -> TemporaryRelease:
    """Return a place for a release that is published nowhere else; raises BadParameter where there can be none."""
    if place := warehouse_name(source_db):
        raise BadParameter(f"a release of a table of {place} stands there", "say as out= what it is to be called")
    if out_db:
        raise BadParameter("a release in a database needs a name", "say as out= what its table is to be called")
    return TemporaryRelease()


@dataclass(frozen=True)
class Release(Displayable):
    """A published release.

    ``manifest``: what is published with it, an open document: model, parameters, method, records, rows, what
    verification counted (docs/files.md).
    ``out``: the file, the folder or the table.
    ``utility``: what it cost.
    ``verification``: what was found right before it was published; None where nothing was read back then.
    ``cost_bound``: no release with this guarantee, made in this way, costs less: a share as the measure of the cost
    (``ncp`` or ``lm``), 0..1; None where nobody looked.
    ``optimal``: is it proved that none costs less than this one? None for methods that cannot tell.
    ``mapped``: what became of the mapping of an earlier release; None where none was applied.
    ``beside``: what the release before this one cost; None where there was none, or nothing was searched.
    ``drawn``: what a draw by lot of labels cost (``slack``); None where there was none.
    ``at_risk_beyond``: records (persons) at risk from one known item more than the guarantee covers, in a release in
    which an item has another label in another record; None where nobody counted them, or too many sets would count.
    ``person_share``: how much of what the release shows is of one person, where persons count; None where they do not,
    or too many pairs would count.
    ``constraints``: what became of what was asked for of single items; None where nothing was.
    ``not_released``: columns of the source that the release does not carry.
    ``where``: where it stands. ``kept``: holds the folder of a release that was published nowhere (``out=None``): it is
    there as long as this object.
    """

    manifest: dict[str, Any]
    out: str
    utility: Measures = field(default_factory=Measures)
    verification: Verification | None = field(default=None, repr=False, compare=False)
    cost_bound: float | None = None
    optimal: bool | None = None
    mapped: Mapped | None = None
    beside: Beside | None = None
    drawn: Drawn | None = None
    at_risk_beyond: int | None = None
    person_share: PersonShare | None = None
    constraints: Decided | None = None
    not_released: tuple[str, ...] = ()
    where: Destination | None = field(default=None, repr=False, compare=False)
    kept: TemporaryRelease | None = field(default=None, repr=False, compare=False)

    def to_json(self, *, show_values: bool = False) -> dict[str, Any]:
        """Return one flat object: the manifest (but for labels), ``out``, the measures, how near the optimum it is.

        ``show_values``: also the items of a workload.
        """
        fields = {name: value for name, value in self.manifest.items() if name not in _LISTS}
        fields |= {"out": self.out} | self.utility.to_json() | self.utility.details.to_json(show_values=show_values)
        fields |= {"mapping": asdict(self.mapped)} if self.mapped else {}
        fields |= {"beside_previous": asdict(self.beside)} if self.beside else {}
        fields |= {"drawn": asdict(self.drawn)} if self.drawn else {}
        fields |= {} if self.at_risk_beyond is None else {"at_risk_beyond": self.at_risk_beyond}
        fields |= {"person_share": self.person_share.to_json()} if self.person_share else {}
        fields |= {"constraints": self.constraints.to_json()} if self.constraints else {}
        fields |= {"not_released": list(self.not_released)} if self.not_released else {}
        return fields if self.optimal is None else fields | {"cost_bound": self.cost_bound, "optimal": self.optimal}

    def summary(self) -> Summary:
        """Return what it cost."""
        manifest = self.manifest
        cost = self.utility.summary()
        title = f"A release of {count(manifest['records'])} records, {count(manifest['rows'])} rows"
        return Summary(title, cost.listing, None, (*cost.sentences, manifest["guarantee"]), cost.bars)

    def relation(self, part: str = "", connection: duckdb.DuckDBPyConnection | None = None) -> duckdb.DuckDBPyRelation:
        """Return the rows of the release as a relation of DuckDB; of a file of text all columns are text.

        ``part``: of a release in pieces ``clusters``, ``subrecords`` or ``terms``; ``labels`` or ``meaning`` of one
        beside which such a table stands; else empty.
        ``connection``: reads it; None: the one that ``duckdb.sql`` uses, which one thread at a time may use.
        Raises BadParameter for a part that it does not have, and for a release that DuckDB does not read by itself.
        """
        file = self._file(part)
        reader = connection or duckdb.default_connection()
        if is_basket(file):
            raise BadParameter("basket lines have no columns", "leave out= away, or write a .parquet file")
        path = glob.escape(str(file))
        if file.suffix.lower() == ".parquet":
            return reader.read_parquet(path, hive_partitioning=False)
        delimiter = DELIMITERS[file.suffix.lower()]
        return reader.read_csv(
            path, header=True, all_varchar=True, sep=delimiter, quotechar='"', escapechar='"', hive_partitioning=False
        )

    def _file(self, part: str) -> Path:
        """Return the file of a part."""
        if not isinstance(self.where, FileDestination):
            raise BadParameter(f"the release is {self.out} in a database", "read the table there")
        if part in BESIDE and part in self.manifest:
            return path_beside(self.where.path, part)
        shape = shape_of(self.manifest["model"])
        if part not in shape.columns:
            raise BadParameter(f"there is no part {part!r} of it", f"its parts: {', '.join(map(repr, shape.columns))}")
        return self.where.path / shape.files[part] if part else self.where.path

    def arrow(self, part: str = "") -> "pa.Table":
        """Return the rows of the release as an Arrow table; ``part`` and errors as :meth:`relation` has them."""
        with duckdb.connect() as connection:
            return self.relation(part, connection).to_arrow_table()

    def df(self, part: str = "") -> "pd.DataFrame":
        """Return the rows of the release as a data frame; ``part`` and errors as :meth:`relation` has them."""
        with duckdb.connect() as connection:
            frame: pd.DataFrame = self.relation(part, connection).df()
        return frame


#: Fields of a manifest that list labels.
_LISTS = {"sensitive", "thresholds", "sensitive_groups"}

#: A release to read: a file, a folder, a table, or what came back when it was made.
Standing = str | Path | Release
