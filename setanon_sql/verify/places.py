"""Where a release stands, and how it is read there: its manifest, its tables, their fingerprints.

It may be a file with its manifest beside it; a folder that Spark wrote as one table, with its manifest beside it; a
folder of files (or, of Spark, of folders) that holds its manifest; or tables of a DuckDB file or of a warehouse, one of
which is the manifest. The fingerprints of tables are of rows, not of files: they do not depend on the engine.
:mod:`setanon_sql.release.places` is the other side of each.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Generic, TypeVar

import duckdb
from sqlglot import exp

from setanon_sql.engine import DuckDBEngine, Engine, Warehouse
from setanon_sql.engine.duckdb.attached import attached
from setanon_sql.engine.remote import elsewhere
from setanon_sql.engine.warehouse import Relation
from setanon_sql.errors import BadInput, NotEnoughMemory, SetanonError
from setanon_sql.layout import (
    MANIFEST,
    PIECES,
    Destination,
    ElsewhereDestination,
    FileDestination,
    Shape,
    TableDestination,
    WarehouseDestination,
    is_basket,
    manifest_beside,
    table_beside,
)
from setanon_sql.query.templates import Table
from setanon_sql.verify.counted import Recount
from setanon_sql.verify.promise import AnyPromise, LongPromise, PiecesPromise, parse_manifest_of_pieces, promise_of
from setanon_sql.verify.reader import (
    Fingerprint,
    Tables,
    digests,
    fingerprint,
    read_lines,
    read_pieces,
    readable,
    table_rows,
)
from setanon_sql.verify.standing import read_standing, refuse_put_aside

_ALIAS = "setanon_release"

E_co = TypeVar("E_co", bound=Engine, covariant=True)


class Place(ABC, Generic[E_co]):
    """Where a release stands, and the ``engine`` that reads it."""

    engine: E_co

    @abstractmethod
    def promise(self) -> AnyPromise:
        """Return what the manifest promises that speaks of what stands there; raises BadInput where there is none."""

    @abstractmethod
    def read(self, shape: Shape, separator: str = " ") -> Tables:
        """Return the tables of a release of a shape as scratch tables, unchecked; raises BadInput where it cannot be.

        ``separator`` splits the items of a basket line.
        """

    def fingerprints(self, shape: Shape, tables: Tables) -> dict[str, str]:
        """Return the fingerprints of the tables that were read."""
        return digests(self.engine, shape, tables)

    def is_other(self, promise: AnyPromise) -> bool:
        """Whether, before it is read, it is known that this is not what was promised: then it may be unreadable."""
        return False

    def completed(self, found: Recount) -> Recount:
        """Add what the rows alone do not tell."""
        return found


def place_at(engine: DuckDBEngine | Warehouse, where: Destination, *, pieces: bool | None = None) -> Place[Engine]:
    """Return what stands at a destination, as one table or in ``pieces`` (None: as it is found there)."""
    match where:
        case WarehouseDestination():
            assert isinstance(engine, Warehouse)
            return _in_warehouse(engine, where, pieces)
        case TableDestination():
            assert isinstance(engine, DuckDBEngine)
            return DuckDBTables(engine, where, _is_there(engine, where) if pieces is None else pieces)
        case ElsewhereDestination():
            assert isinstance(engine, DuckDBEngine)
            return ElsewhereTables(engine, where, pieces)
        case FileDestination():
            assert isinstance(engine, DuckDBEngine)
            return _on_disk(engine, where.path, pieces)
    raise AssertionError(where)


def _on_disk(engine: DuckDBEngine, path: Path, pieces: bool | None) -> Place[Engine]:
    if pieces or (pieces is None and path.is_dir() and not manifest_beside(path).is_file()):
        return Folder(engine, path)
    return Parts(engine, path) if path.is_dir() else File(engine, path)


def _in_warehouse(engine: Warehouse, where: WarehouseDestination, pieces: bool | None) -> Place[Engine]:
    if where.is_folder:
        path = Path(where.name)
        there = (path / MANIFEST).is_file()
        found: Place[Engine] = SparkFolder(engine, path) if there else SparkParts(engine, path)
    else:
        parts = _parts_of(where.parts, PIECES, "clusters")
        there = engine.exists(parts) or engine.exists([part.lower() for part in parts])
        found = WarehouseTables(engine, where.parts, there)
    _in_pieces(there, pieces)
    return found


class _AtPath(Place[E_co]):
    def __init__(self, engine: E_co, path: Path) -> None:
        self.engine, self.path = engine, path


class File(_AtPath[DuckDBEngine]):
    """A file, its manifest beside it."""

    @cached_property
    def printed(self) -> Fingerprint:
        """The fingerprint of the file; raises BadInput where there is none."""
        return fingerprint(self.path)

    def promise(self) -> LongPromise:
        """Read the manifest."""
        refuse_put_aside(self.path)
        printed = self.printed
        return read_standing(self.path, lambda _: printed.sha256)

    def read(self, shape: Shape, separator: str = " ") -> Tables:
        """Read the file as its extension says."""
        return {"": read_lines(self.engine, self.path, separator, shape)}

    def fingerprints(self, shape: Shape, tables: Tables) -> dict[str, str]:
        """Return that of the file."""
        return {"": self.printed.sha256}

    def is_other(self, promise: AnyPromise) -> bool:
        """Compare the fingerprints of the files."""
        return {"": self.printed.sha256} != promise.sha256

    def completed(self, found: Recount) -> Recount:
        """Count the records of basket lines: empty lines are records, too, and have no row."""
        if not is_basket(self.path):
            return found
        return replace(found, counts=found.counts | {"records": self.printed.lines})


class _Beside(_AtPath[E_co]):
    """A folder of Parquet files that Spark wrote as one table, its manifest beside it; or a file, read by Spark."""

    def promise(self) -> LongPromise:
        """Read the manifest; where it carries an older one, the one that names the fingerprint of the rows."""
        refuse_put_aside(self.path)
        return read_standing(self.path, self._printed)

    def _printed(self, promise: LongPromise) -> str:
        try:
            tables = self.read(promise.shape, promise.separator)
        except BadInput:
            return ""
        (found,) = self.fingerprints(promise.shape, tables).values()
        self.engine.drop(*tables.values())
        return found

    def fingerprints(self, shape: Shape, tables: Tables) -> dict[str, str]:
        """Return that of a file as it is, which DuckDB wrote; of the rows where it is a folder."""
        if self.path.is_file():
            return {"": fingerprint(self.path).sha256}
        return super().fingerprints(shape, tables)


class Parts(_Beside[DuckDBEngine]):
    """Such a folder, read by DuckDB."""

    def read(self, shape: Shape, separator: str = " ") -> Tables:
        """Read all files."""
        return {"": read_lines(self.engine, self.path, separator, shape)}


class SparkParts(_Beside[Warehouse]):
    """Such a folder, or a file, read by Spark."""

    def read(self, shape: Shape, separator: str = " ") -> Tables:
        """Read all files."""
        return {"": _related(self.engine, [str(self.path)], shape)}


class _Inside(_AtPath[E_co]):
    """A folder that holds the tables of a disassociated release and its manifest."""

    def promise(self) -> PiecesPromise:
        """Read the manifest in the folder."""
        refuse_put_aside(self.path)
        try:
            text = (self.path / MANIFEST).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(
                f"the folder {self.path.name} has no readable {MANIFEST}",
                "a release cannot be checked without its manifest; only setanon anonymize makes one",
            ) from error
        return parse_manifest_of_pieces(text)

    def fingerprints(self, shape: Shape, tables: Tables) -> dict[str, str]:
        """Return those of the files, which DuckDB wrote; of the rows where Spark wrote folders."""
        if (self.path / shape.files["clusters"]).is_dir():
            return super().fingerprints(shape, tables)
        return {part: fingerprint(self.path / name).sha256 for part, name in shape.files.items()}


class Folder(_Inside[DuckDBEngine]):
    """Such a folder, read by DuckDB: each table is a file, or, where Spark wrote it, a folder of files."""

    def read(self, shape: Shape, separator: str = " ") -> Tables:
        """Read the files."""
        return read_pieces(self.engine, self.path)


class SparkFolder(_Inside[Warehouse]):
    """Such a folder, each table a folder or a file, read by Spark."""

    def read(self, shape: Shape, separator: str = " ") -> Tables:
        """Read the folders."""
        files = shape.files.items()
        return {part: _related(self.engine, [f"{self.path}/{name}"], shape, part) for part, name in files}


class DuckDBTables(Place[DuckDBEngine]):
    """Tables of a DuckDB file, one of which is the manifest."""

    def __init__(self, engine: DuckDBEngine, where: TableDestination, pieces: bool) -> None:
        self.engine, self.where, self.pieces = engine, where, pieces

    def promise(self) -> AnyPromise:
        """Read the table of the manifest."""
        with self._opened() as alias:
            rows = self.engine.rows("verify/read/manifest", manifests=self._table(alias, table_beside(self.where.own)))
        return promise_of(_only(rows), pieces=self.pieces)

    def read(self, shape: Shape, separator: str = " ") -> Tables:
        """Read the tables."""
        names = shape.names(self.where.own).items()
        with self._opened() as alias:
            return {part: table_rows(self.engine, shape, self._table(alias, name), part) for part, name in names}

    def _table(self, alias: str, name: str) -> Table:
        return Table(name, self.where.schema, alias)

    @contextmanager
    def _opened(self) -> Iterator[str]:
        if not self.where.database.is_file():
            raise BadInput(f"there is no database {self.where.database.name}", "check --db")
        what = "the released tables or their" if self.pieces else "the released table or its"
        with (
            readable(
                f"{what} manifest cannot be read",
                "are the names right? The manifest is the table of that name with _manifest after it",
            ),
            attached(self.engine, self.where.database, _ALIAS) as alias,
        ):
            yield alias


def _is_there(engine: DuckDBEngine, where: TableDestination) -> bool:
    """Whether a DuckDB file holds a disassociated release of that name; False where it cannot be opened."""
    if not where.database.is_file():
        return False
    try:
        with attached(engine, where.database, _ALIAS) as alias:
            return bool(
                engine.number(
                    "verify/disassociation_read/relations", tables=Table("tables", "information_schema"),
                    catalog=alias, schema=where.schema, name=PIECES.names(where.own)["clusters"],
                )
            )  # fmt: skip
    except NotEnoughMemory:
        raise
    except (duckdb.Error, SetanonError):
        return False


class ElsewhereTables(Place[DuckDBEngine]):
    """Tables of a database elsewhere, one of which is the manifest: they are copied here."""

    def __init__(self, engine: DuckDBEngine, where: ElsewhereDestination, pieces: bool | None) -> None:
        self.engine, self.parts, self.remote = engine, where.parts, elsewhere(engine, where.db)
        clusters = _parts_of(self.parts, PIECES, "clusters")
        there = self.remote.exists(clusters) or self.remote.exists([part.lower() for part in clusters])
        self.pieces = _in_pieces(there, pieces)

    def promise(self) -> AnyPromise:
        """Read the table of the manifest."""
        *above, own = self.parts
        with _with_manifest():
            rows = self.remote.value("manifest", [*above, table_beside(own)])
        return promise_of(_only([[row] for row in rows]), pieces=self.pieces)

    def read(self, shape: Shape, separator: str = " ") -> Tables:
        """Copy the tables."""
        return {part: self._copied(shape, part) for part in shape.columns}

    def _copied(self, shape: Shape, part: str) -> Table:
        relation = self.remote.relation(_parts_of(self.parts, shape, part))
        _refuse_without(relation, shape, part)
        columns = {own: relation.columns[own] for own in shape.as_written(part)}
        copied = self.remote.read(exp.select().from_(relation.table.expression()), columns)
        inside = Table(
            copied.name, copied.schema, columns={name: f"c{at}" for at, name in enumerate(shape.columns[part], 1)}
        )
        return table_rows(self.engine, Shape(shape.columns), inside, part)


class WarehouseTables(Place[Warehouse]):
    """Tables of a warehouse, one of which is the manifest."""

    def __init__(self, engine: Warehouse, parts: Sequence[str], pieces: bool) -> None:
        self.engine, self.parts, self.pieces = engine, parts, pieces

    def promise(self) -> AnyPromise:
        """Read the table of the manifest."""
        *above, own = self.parts
        with _with_manifest():
            relation = self.engine.relation([*above, table_beside(own)])
        return promise_of(_only(self.engine.rows("verify/read/manifest", manifests=relation.table)), pieces=self.pieces)

    def read(self, shape: Shape, separator: str = " ") -> Tables:
        """Read the tables."""
        return {part: _related(self.engine, _parts_of(self.parts, shape, part), shape, part) for part in shape.columns}


@contextmanager
def _with_manifest() -> Iterator[None]:
    try:
        yield
    except BadInput as error:
        raise BadInput(
            "the release has no manifest", "the manifest is the table of that name with _manifest after it"
        ) from error


def _in_pieces(there: bool, pieces: bool | None) -> bool:
    """Whether a release is in pieces, which ``there`` tells; raises BadInput where it is to be and is not."""
    if pieces and not there:
        raise BadInput(
            "there is no disassociated release of that name", "write the prefix of its tables, as --out had it"
        )
    return there


def _parts_of(parts: Sequence[str], shape: Shape, part: str) -> list[str]:
    *above, own = parts
    return [*above, shape.names(own)[part]]


def _related(engine: Warehouse, parts: Sequence[str], shape: Shape, part: str = "") -> Table:
    """Read a table of a release from a relation of a warehouse; raises BadInput where it lacks a column."""
    relation = engine.relation(parts)
    _refuse_without(relation, shape, part)
    if part:
        return table_rows(engine, shape, relation.table, part)
    record, item, *more = shape.as_written(part)
    view = engine.pairs(relation, record, item, *more)
    names = {"record_id": "record", "item": "item"} | {own: own for own in more}
    return table_rows(engine, shape.called(()), Table(view.name, view.schema, columns=names))


def _refuse_without(relation: Relation, shape: Shape, part: str) -> None:
    """Raise BadInput where a table of a release lacks a column."""
    missing = [own for own in shape.as_written(part) if own not in relation.columns]
    if missing and part:
        raise BadInput(f"the {part} of the release lack a column", "it may have been edited; get the release again")
    if missing:
        raise BadInput(f"the release lacks the columns {', '.join(missing)}", "is this the name of a release?")


def _only(manifests: Sequence[Sequence[object]]) -> str:
    """Return the one value of the table of a manifest."""
    if len(manifests) != 1:
        raise BadInput("the table of the manifest should hold one row", "it may have been edited")
    return str(manifests[0][0])
