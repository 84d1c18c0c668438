"""Where a release stands, and how it is read there: its manifest, its tables, their fingerprints.

It may be a file with its manifest beside it; a folder that Spark wrote as one table, with its manifest beside it; a
folder of files (or, of Spark, of folders) that holds its manifest; or tables of a DuckDB file or of a warehouse, one of
which is the manifest. The fingerprints of tables are of rows, not of files: they do not depend on the engine.
:mod:`setanon_sql.release.writer` is the other side of each.
"""

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

import duckdb
from sqlglot import exp

from setanon_sql.engine import DuckDBEngine, Engine, Warehouse
from setanon_sql.engine.duckdb.attached import attached
from setanon_sql.engine.remote import RemoteDatabase
from setanon_sql.engine.remote_opening import remote_database
from setanon_sql.engine.warehouse import Relation
from setanon_sql.errors import BadInput, NotEnoughMemory, SetanonError
from setanon_sql.layout import (
    BESIDE,
    MANIFEST,
    MEANING_COLUMNS,
    PIECES,
    Destination,
    FileDestination,
    ReleaseShape,
    RemoteDestination,
    TableDestination,
    WarehouseDestination,
    label_columns,
    labels_table,
    manifest_path,
    manifest_table,
    table_beside,
)
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.verify.beside import FoundTable
from setanon_sql.verify.computed import Computed, computed_in
from setanon_sql.verify.contents import (
    Tables,
    explain_unreadable,
    table_rows,
)
from setanon_sql.verify.disk_readers import FileReader, FolderReader, TableFolderReader
from setanon_sql.verify.label_queries import QueryPlace, places_of_table
from setanon_sql.verify.label_table import FoundLabels, labels_in_table
from setanon_sql.verify.promise import AnyPromise, promise_of
from setanon_sql.verify.reader_base import ReleaseReader
from setanon_sql.verify.relations import (
    MANIFEST_COLUMNS,
    in_pieces,
    only,
    parts_of,
    refuse_without,
    relation_rows,
    strange_relations,
    with_manifest,
)
from setanon_sql.verify.strangers import Stranger, kinds_of

_ALIAS = "setanon_release"


def reader_at(engine: DuckDBEngine | Warehouse, where: Destination, *, pieces: bool | None = None) -> ReleaseReader:
    """Return the reader of a destination, of one table or of ``pieces`` (None: as it is found there)."""
    if isinstance(engine, Warehouse):
        assert isinstance(where, WarehouseDestination)
        return _in_warehouse(engine, where, pieces)
    match where:
        case TableDestination():
            return DuckDBReader(engine, where, _is_in_pieces(engine, where) if pieces is None else pieces)
        case RemoteDestination():
            return RemoteReader(engine, where, pieces)
        case FileDestination():
            return _on_disk(engine, where.path, pieces)
    raise AssertionError(where)


def _on_disk(engine: DuckDBEngine, path: Path, pieces: bool | None) -> ReleaseReader:
    if pieces or (pieces is None and path.is_dir() and not manifest_path(path).is_file()):
        return FolderReader(engine, path)
    return TableFolderReader(engine, path) if path.is_dir() else FileReader(engine, path)


def _in_warehouse(engine: Warehouse, where: WarehouseDestination, pieces: bool | None) -> ReleaseReader:
    if not where.is_folder:
        return WarehouseReader(engine, where.parts, pieces)
    path = Path(where.name)
    holds_pieces = in_pieces((path / MANIFEST).is_file(), pieces)
    return FolderReader(engine, path) if holds_pieces else TableFolderReader(engine, path)


class DuckDBReader(ReleaseReader):
    """Tables of a DuckDB file, one of which is the manifest."""

    engine: DuckDBEngine

    def __init__(self, engine: DuckDBEngine, where: TableDestination, pieces: bool) -> None:
        self.engine = engine
        self.where = where
        self.pieces = pieces

    def promise(self) -> AnyPromise:
        """Read the table of the manifest."""
        self._refuse_computed({manifest_table(self.where.table_name): MANIFEST_COLUMNS})
        with self._open() as alias:
            rows = self.engine.rows(
                "verify/read/manifest", manifests=self._table(alias, manifest_table(self.where.table_name))
            )
        return promise_of(only(rows), pieces=self.pieces)

    def read(self, shape: ReleaseShape, separator: str = " ") -> Tables:
        """Read the tables."""
        names = shape.names(self.where.table_name)
        self._refuse_computed({name: shape.as_written(part) for part, name in names.items()})
        with self._open() as alias:
            return {
                part: table_rows(self.engine, shape, self._table(alias, name), part) for part, name in names.items()
            }

    def labels(self, levels: int, most: int | None = None) -> FoundLabels | None:
        """Read the table beside the release."""
        name = labels_table(self.where.table_name)
        self._refuse_computed({name: label_columns(min(levels, most or levels))})
        with self._open() as alias:
            table = self._table(alias, name)
            tables = Table("tables", "information_schema")
            place = {"catalog": alias, "schema": self.where.schema, "name": name}
            if not self.engine.number("verify/pieces_read/relations", tables=tables, **place):
                return None
            return labels_in_table(self.engine, table, kinds_of(self.engine, table), levels, most)

    def beside(self, table: str) -> FoundTable | None:
        """Read the table beside the release."""
        name = table_beside(self.where.table_name, table)
        self._refuse_computed({name: MEANING_COLUMNS})
        with self._open() as alias:
            relation = self._table(alias, name)
            tables = Table("tables", "information_schema")
            place = {"catalog": alias, "schema": self.where.schema, "name": name}
            if not self.engine.number("verify/pieces_read/relations", tables=tables, **place):
                return None
            return FoundTable(tuple(kinds_of(self.engine, relation)), self.engine.rows(all_rows(relation)))

    def query_places(self, promise: AnyPromise) -> list[QueryPlace]:
        """Return the table and the label table beside it."""
        return places_of_table(self.where.table_name, promise.claims.written_as, self.engine.dialect)

    def strangers(self, promise: AnyPromise) -> list[Stranger]:
        """Look at the columns of the tables, and of that of the manifest."""
        with self._open() as alias:
            return strange_relations(
                lambda name: kinds_of(self.engine, self._table(alias, name)), self.where.table_name, promise
            )

    def _table(self, alias: str, name: str) -> Table:
        return Table(name, self.where.schema, alias)

    @cached_property
    def _computed(self) -> Computed:
        """The views and computed columns of the file, which are asked for before anything of it is read."""
        if not self.where.database.is_file():
            raise BadInput(f"there is no database {self.where.database.name}", "check <db>")
        with self._explained():
            return computed_in(self.engine, self.where.database)

    def _refuse_computed(self, columns: Mapping[str, Collection[str]] | None = None) -> None:
        """Raise BadInput where one of these columns of tables is computed, or a table of the release is a view."""
        table = self.where.table_name
        of_release = {
            table,
            *PIECES.names(table).values(),
            manifest_table(table),
            *(table_beside(table, beside) for beside in BESIDE),
        }
        for name in self._computed.among(self.where.schema, of_release, columns or {}):
            raise BadInput(
                f"{name} is a view, or computes a column: it may show others other rows than are checked here",
                "get the release as a table that holds its rows",
            )

    def _explained(self) -> AbstractContextManager[None]:
        what = "the released tables or their" if self.pieces else "the released table or its"
        return explain_unreadable(
            f"{what} manifest cannot be read",
            "are the names right? The manifest is the table of that name with _manifest after it",
        )

    @contextmanager
    def _open(self) -> Iterator[str]:
        self._refuse_computed()
        with self._explained(), attached(self.engine, self.where.database, _ALIAS) as alias:
            yield alias


def _is_in_pieces(engine: DuckDBEngine, where: TableDestination) -> bool:
    """Return whether a DuckDB file holds a release in pieces of that name; False where it cannot be opened."""
    if not where.database.is_file():
        return False
    try:
        with attached(engine, where.database, _ALIAS) as alias:
            return bool(
                engine.number(
                    "verify/pieces_read/relations", tables=Table("tables", "information_schema"),
                    catalog=alias, schema=where.schema, name=PIECES.names(where.table_name)["clusters"],
                )
            )  # fmt: skip
    except NotEnoughMemory:
        raise
    except (duckdb.Error, SetanonError):
        return False


class RelationsReader(ReleaseReader):
    """Tables of a database that ``catalog`` finds by their names, one of which is the manifest."""

    catalog: Warehouse | RemoteDatabase

    def __init__(
        self, engine: Engine, catalog: Warehouse | RemoteDatabase, parts: Sequence[str], pieces: bool | None
    ) -> None:
        self.engine = engine
        self.catalog = catalog
        self.parts = parts
        clusters = parts_of(parts, PIECES, "clusters")
        is_there = catalog.exists(clusters) or catalog.exists([part.lower() for part in clusters])
        self.pieces = in_pieces(is_there, pieces)

    @abstractmethod
    def manifests(self, parts: Sequence[str]) -> Sequence[Sequence[object]]:
        """Return the rows of the table of the manifest."""

    def promise(self) -> AnyPromise:
        """Read the table of the manifest."""
        *schema, name = self.parts
        with with_manifest():
            rows = self.manifests([*schema, manifest_table(name)])
        return promise_of(only(rows), pieces=self.pieces)

    def labels(self, levels: int, most: int | None = None) -> FoundLabels | None:
        """Read the table beside the release."""
        *schema, name = self.parts
        parts = [*schema, labels_table(name)]
        if not self.catalog.exists(parts):
            return None
        relation = self.catalog.relation(parts).as_it_stands()
        table = self._label_rows(relation)
        return labels_in_table(self.engine, table, relation.columns, levels, most)

    def beside(self, table: str) -> FoundTable | None:
        """Read the table beside the release."""
        *schema, name = self.parts
        parts = [*schema, table_beside(name, table)]
        if not self.catalog.exists(parts):
            return None
        relation = self.catalog.relation(parts).as_it_stands()
        return FoundTable(tuple(relation.columns), self.engine.rows(all_rows(self._label_rows(relation))))

    def query_places(self, promise: AnyPromise) -> list[QueryPlace]:
        """Return the table and the label table beside it."""
        return places_of_table(self.parts[-1], promise.claims.written_as, self.engine.dialect)

    @abstractmethod
    def _label_rows(self, relation: Relation) -> Table:
        """Return all rows of a relation, where they can be read."""

    def strangers(self, promise: AnyPromise) -> list[Stranger]:
        """Look at the columns of the tables, and of that of the manifest."""
        *schema, name = self.parts
        return strange_relations(lambda table: self.catalog.relation([*schema, table]).columns, name, promise)


class RemoteReader(RelationsReader):
    """Tables of a remote database: they are copied here."""

    engine: DuckDBEngine
    catalog: RemoteDatabase

    def __init__(self, engine: DuckDBEngine, where: RemoteDestination, pieces: bool | None) -> None:
        super().__init__(engine, remote_database(engine, where.db), where.parts, pieces)

    def manifests(self, parts: Sequence[str]) -> list[list[object]]:
        """Copy the table of the manifest."""
        return [[text] for text in self.catalog.value("manifest", parts)]

    def read(self, shape: ReleaseShape, separator: str = " ") -> Tables:
        """Copy the tables."""
        return {part: self._copy_in(shape, part) for part in shape.columns}

    def _label_rows(self, relation: Relation) -> Table:
        """Copy the label table."""
        return self.catalog.read(exp.select().from_(relation.table.expression()), relation.columns)

    def _copy_in(self, shape: ReleaseShape, part: str) -> Table:
        relation = self.catalog.relation(parts_of(self.parts, shape, part)).as_it_stands()
        refuse_without(relation, shape, part)
        columns = {name: relation.columns[name] for name in shape.as_written(part)}
        copied = self.catalog.read(exp.select().from_(relation.table.expression()), columns)
        inside = Table(
            copied.name, copied.schema, columns={name: f"c{at}" for at, name in enumerate(shape.columns[part], 1)}
        )
        return table_rows(self.engine, ReleaseShape(shape.columns), inside, part)


class WarehouseReader(RelationsReader):
    """Tables of a warehouse."""

    engine: Warehouse

    def _label_rows(self, relation: Relation) -> Table:
        """Return the label table itself."""
        return relation.table

    def __init__(self, engine: Warehouse, parts: Sequence[str], pieces: bool | None) -> None:
        super().__init__(engine, engine, parts, pieces)

    def manifests(self, parts: Sequence[str]) -> list[tuple[Any, ...]]:
        """Read the table of the manifest."""
        return self.engine.rows("verify/read/manifest", manifests=self.engine.relation(parts).table)

    def read(self, shape: ReleaseShape, separator: str = " ") -> Tables:
        """Read the tables."""
        return {
            part: relation_rows(self.engine, parts_of(self.parts, shape, part), shape, part) for part in shape.columns
        }
