"""Where a release stands, and how it is read there: its manifest, its tables, their fingerprints.

It may be a file with its manifest beside it; a folder that Spark wrote as one table, with its manifest beside it; a
folder of files (or, of Spark, of folders) that holds its manifest; or tables of a DuckDB file or of a warehouse, one of
which is the manifest. The fingerprints of tables are of rows, not of files: they do not depend on the engine.
:mod:`setanon_sql.release.places` is the other side of each.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from pathlib import Path

import duckdb
from sqlglot import exp

from setanon_sql.engine import DuckDBEngine, Engine, Warehouse
from setanon_sql.engine.duckdb.attached import attached
from setanon_sql.engine.remote import elsewhere
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
from setanon_sql.verify.folders import strange_entries
from setanon_sql.verify.place import E_co, Place
from setanon_sql.verify.promise import AnyPromise, LongPromise, PiecesPromise, parse_manifest_of_pieces, promise_of
from setanon_sql.verify.reader import (
    Fingerprint,
    Tables,
    fingerprint,
    read_lines,
    read_pieces,
    readable,
    table_rows,
)
from setanon_sql.verify.relations import (
    MANIFEST_COLUMNS,
    in_pieces,
    only,
    parts_of,
    refuse_without,
    related,
    strange_relations,
    with_manifest,
)
from setanon_sql.verify.standing import read_standing, refuse_put_aside
from setanon_sql.verify.stored import Stored, stored
from setanon_sql.verify.strangers import Stranger, kinds_of, strange_columns, strange_table

_ALIAS = "setanon_release"


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
        parts = parts_of(where.parts, PIECES, "clusters")
        there = engine.exists(parts) or engine.exists([part.lower() for part in parts])
        found = WarehouseTables(engine, where.parts, there)
    in_pieces(there, pieces)
    return found


class _AtPath(Place[E_co]):
    def __init__(self, engine: E_co, path: Path) -> None:
        self.engine, self.path = engine, path

    def strangers(self, promise: AnyPromise) -> list[Stranger]:
        """Look at the files as they are stored."""
        self.stored = stored(promise)
        self.look_at(self.stored)
        return self.stored.strangers

    def look_at(self, files: Stored) -> None:
        """Look at the file, or at the folder that Spark wrote as one table."""
        files.look_at(self.path)

    def strange_values(self, promise: AnyPromise, tables: Tables, found: Recount) -> list[Stranger]:
        """Add what statistics show and no row holds."""
        shown = self.stored.strange_statistics(self.engine, tables)
        return [*super().strange_values(promise, tables, found), *shown]


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

    def is_same(self, promise: AnyPromise) -> bool:
        """Compare the fingerprints of the files."""
        return not self.is_other(promise)

    def strange_values(self, promise: AnyPromise, tables: Tables, found: Recount) -> list[Stranger]:
        """Leave the ids of basket lines alone, which are numbered here."""
        return [] if is_basket(self.path) else super().strange_values(promise, tables, found)


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
        return {"": related(self.engine, [str(self.path)], shape)}


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

    def look_at(self, files: Stored) -> None:
        """Look at the folder, and at the file or folder of each table."""
        names = files.shape.files
        files.strangers += strange_entries(self.path, [*names.values(), MANIFEST])
        for part, name in names.items():
            files.look_at(self.path / name, part)

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
        return {part: related(self.engine, [f"{self.path}/{name}"], shape, part) for part, name in files}


class DuckDBTables(Place[DuckDBEngine]):
    """Tables of a DuckDB file, one of which is the manifest."""

    def __init__(self, engine: DuckDBEngine, where: TableDestination, pieces: bool) -> None:
        self.engine, self.where, self.pieces = engine, where, pieces

    def promise(self) -> AnyPromise:
        """Read the table of the manifest."""
        with self._opened() as alias:
            rows = self.engine.rows("verify/read/manifest", manifests=self._table(alias, table_beside(self.where.own)))
        return promise_of(only(rows), pieces=self.pieces)

    def read(self, shape: Shape, separator: str = " ") -> Tables:
        """Read the tables."""
        names = shape.names(self.where.own).items()
        with self._opened() as alias:
            return {part: table_rows(self.engine, shape, self._table(alias, name), part) for part, name in names}

    def strangers(self, promise: AnyPromise) -> list[Stranger]:
        """Look at the columns of the tables, and of that of the manifest."""
        shape, numbered = promise.shape, promise.claims.random_ids
        with self._opened() as alias:
            found = strange_columns(self._kinds(alias, table_beside(self.where.own)), MANIFEST_COLUMNS, "its manifest")
            for part, name in shape.names(self.where.own).items():
                found += strange_table(self._kinds(alias, name), shape, part, numbered=numbered)
        return found

    def _kinds(self, alias: str, name: str) -> dict[str, str]:
        return kinds_of(self.engine, self._table(alias, name))

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
    """Return whether a DuckDB file holds a disassociated release of that name; False where it cannot be opened."""
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
        clusters = parts_of(self.parts, PIECES, "clusters")
        there = self.remote.exists(clusters) or self.remote.exists([part.lower() for part in clusters])
        self.pieces = in_pieces(there, pieces)

    def promise(self) -> AnyPromise:
        """Read the table of the manifest."""
        *above, own = self.parts
        with with_manifest():
            rows = self.remote.value("manifest", [*above, table_beside(own)])
        return promise_of(only([[row] for row in rows]), pieces=self.pieces)

    def read(self, shape: Shape, separator: str = " ") -> Tables:
        """Copy the tables."""
        return {part: self._copied(shape, part) for part in shape.columns}

    def strangers(self, promise: AnyPromise) -> list[Stranger]:
        """Look at the columns of the tables, and of that of the manifest."""
        return strange_relations(self.remote.relation, self.parts, promise)

    def _copied(self, shape: Shape, part: str) -> Table:
        relation = self.remote.relation(parts_of(self.parts, shape, part))
        refuse_without(relation, shape, part)
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
        with with_manifest():
            relation = self.engine.relation([*above, table_beside(own)])
        return promise_of(only(self.engine.rows("verify/read/manifest", manifests=relation.table)), pieces=self.pieces)

    def read(self, shape: Shape, separator: str = " ") -> Tables:
        """Read the tables."""
        return {part: related(self.engine, parts_of(self.parts, shape, part), shape, part) for part in shape.columns}

    def strangers(self, promise: AnyPromise) -> list[Stranger]:
        """Look at the columns of the tables, and of that of the manifest."""
        return strange_relations(self.engine.relation, self.parts, promise)
