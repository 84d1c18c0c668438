"""A published release, and how to look at it: as a data frame, an Arrow table, a relation of DuckDB."""

import glob
import weakref
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import duckdb

from setanon_sql.audit.person_share import PersonShare
from setanon_sql.decisions import Decided
from setanon_sql.display import Displayable, Summary
from setanon_sql.engine import warehouse_name
from setanon_sql.errors import BadParameter
from setanon_sql.fields import ALWAYS, INLINE, ComputedKey, Fields, Name
from setanon_sql.files.temporary import make_folder, remove_folder
from setanon_sql.layout import BESIDE, Destination, FileDestination, ReleaseShape, is_basket, path_beside, shape_of
from setanon_sql.measures import Measures
from setanon_sql.measures.details import Details
from setanon_sql.measures.label_figures import Beside, Drawn, Mapped, TriedColumns
from setanon_sql.release.files import DELIMITERS
from setanon_sql.release.manifest_keys import ManifestKeys
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
class Nearness(Fields):
    """Bound of what any release with this guarantee costs that is made in this way."""

    cost_bound: Annotated[
        float | None,
        "no other choice of labels and suppressed items costs less (`ncp`, or the measure of `--cost`); null where "
        "nobody looked",
    ]
    optimal: Annotated[bool, "is it proved that none costs less than this release?"]


@dataclass(frozen=True)
class Release(Fields, Displayable):
    """A published release.

    ``manifest``: what is published with it, an open document: model, parameters, method, records, rows, what
    verification counted (docs/files.md). ``verification``: what was found right before it was published; None where
    nothing was read back then. ``cost_bound``, ``optimal``: None where nobody looked.
    ``utility``: what it cost. ``where``: where it stands. ``kept``: holds the folder of a release that was published
    nowhere (``out=None``): it is there as long as this object.
    """

    manifest: dict[str, Any]
    out: Annotated[str, ALWAYS, "as `--out` says"]
    utility: Measures = field(default_factory=Measures)
    verification: Verification | None = field(default=None, repr=False, compare=False)
    cost_bound: float | None = None
    optimal: bool | None = None
    mapped: Annotated[Mapped | None, Name("mapping"), "`--mapping`"] = None
    beside: Annotated[
        Beside | None, Name("beside_previous"), "`--previous`: what keeping k candidates across both cost"
    ] = None
    drawn: Annotated[Drawn | None, "`--slack`: what drawing labels by lot cost"] = None
    at_risk_beyond: Annotated[
        int | None,
        "`--recoding local`: records (persons) at risk from one known item more; not where it would take long",
    ] = None
    person_share: Annotated[
        PersonShare | None,
        "`--person`: how much of what the release shows is of one person, by label and by pair of labels (`--m 1`: by "
        "label); only of those that may be known; not where it would take long",
    ] = None
    tried: Annotated[
        tuple[TriedColumns, ...],
        Name("columns"),
        "`--columns`: what all of their steps that fit cost, the coarsest first",
    ] = ()
    constraints: Annotated[Decided | None, "`--constraints`, `--weights`"] = None
    not_released: Annotated[tuple[str, ...], "columns of the source that the release does not carry"] = ()
    where: Destination | None = field(default=None, repr=False, compare=False)
    kept: TemporaryRelease | None = field(default=None, repr=False, compare=False)
    public_manifest = ComputedKey[ManifestKeys]("", lambda release: _without_lists(release.manifest), INLINE)
    measured = ComputedKey[Measures]("", lambda release: release.utility, INLINE)
    details = ComputedKey[Details]("", lambda release: release.utility.details, INLINE)
    nearness = ComputedKey[Nearness | None](
        "",
        lambda release: None if release.optimal is None else Nearness(release.cost_bound, release.optimal),
        INLINE,
    )

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


def _without_lists(manifest: Mapping[str, Any]) -> Any:
    return {name: value for name, value in manifest.items() if name not in _LISTS}


#: A release to read: a file, a folder, a table, or what came back when it was made.
Standing = str | Path | Release
