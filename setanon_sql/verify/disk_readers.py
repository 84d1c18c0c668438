"""Releases on disk: a file, or a folder that Spark wrote, with its manifest beside it; a folder that holds its own."""

import os
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from setanon_sql.engine import DuckDBEngine, Warehouse, scoped
from setanon_sql.errors import BadInput
from setanon_sql.files.regular import NotRegularError, read_regular
from setanon_sql.layout import (
    MANIFEST,
    ReleaseShape,
    is_basket,
    labels_path,
    path_beside,
)
from setanon_sql.verify.beside import FoundTable, table_in_file
from setanon_sql.verify.contents import (
    Fingerprint,
    Tables,
    fingerprint,
    no_file,
    path_to_read,
    read_lines,
    read_pieces,
)
from setanon_sql.verify.counted import Recount
from setanon_sql.verify.folders import strange_entries
from setanon_sql.verify.label_queries import QueryPlace, places_of_file
from setanon_sql.verify.label_table import FoundLabels, labels_in_file
from setanon_sql.verify.promise import AnyPromise, LongPromise, PiecesPromise, parse_manifest_of_pieces
from setanon_sql.verify.reader_base import ReleaseReader
from setanon_sql.verify.relations import (
    relation_rows,
)
from setanon_sql.verify.standing import read_standing, refuse_put_aside
from setanon_sql.verify.stored import Stored
from setanon_sql.verify.strangers import Stranger


class DiskReader(ReleaseReader):
    """A release at a path, and the engine that reads it: DuckDB, or Spark where that is the warehouse."""

    engine: DuckDBEngine | Warehouse

    def __init__(self, engine: DuckDBEngine | Warehouse, path: Path) -> None:
        self.engine = engine
        self.path = path

    def strangers(self, promise: AnyPromise) -> list[Stranger]:
        """Look at the files as they are stored."""
        self.stored = Stored(promise.shape, promise.claims.random_ids)
        self.look_at(self.stored)
        return self.stored.strangers

    def look_at(self, files: Stored) -> None:
        """Look at the file, or at the folder that Spark wrote as one table."""
        files.look_at(self.path)

    def labels(self, levels: int, most: int | None = None) -> FoundLabels | None:
        """Read the file beside the release."""
        path = labels_path(self.path)
        return labels_in_file(path, levels, fingerprint(path).sha256, most) if os.path.lexists(path) else None

    def beside(self, table: str) -> FoundTable | None:
        """Read the file beside the release."""
        return table_in_file(path_beside(self.path, table))

    def query_places(self, promise: AnyPromise) -> list[QueryPlace]:
        """Return the file and the label table beside it."""
        return places_of_file(self.path, promise.claims.written_as)

    def strange_values(self, promise: AnyPromise, tables: Tables, recount: Recount) -> list[Stranger]:
        """Add what statistics show and no row holds."""
        of_statistics = self.stored.strange_statistics(self.engine, tables)
        return [*super().strange_values(promise, tables, recount), *of_statistics]


class FileReader(DiskReader):
    """A file, its manifest beside it, read by DuckDB."""

    engine: DuckDBEngine

    @cached_property
    def file_fingerprint(self) -> Fingerprint:
        """The fingerprint of the file; raises BadInput where there is none."""
        return fingerprint(self.path)

    def promise(self) -> LongPromise:
        """Read the manifest."""
        refuse_put_aside(self.path)
        sha256 = self.file_fingerprint.sha256
        return read_standing(self.path, lambda _: sha256)

    def read(self, shape: ReleaseShape, separator: str = " ") -> Tables:
        """Read the file as its extension says."""
        return {"": read_lines(self.engine, self.path, separator, shape)}

    def fingerprints(self, shape: ReleaseShape, tables: Tables) -> dict[str, str]:
        """Return that of the file."""
        return {"": self.file_fingerprint.sha256}

    def is_other(self, promise: AnyPromise) -> bool:
        """Compare the fingerprints of the files."""
        return {"": self.file_fingerprint.sha256} != promise.sha256

    def with_empty_records(self, recount: Recount) -> Recount:
        """Count the records of basket lines: empty lines are records, too, and have no row."""
        if not is_basket(self.path):
            return recount
        return replace(recount, counts=recount.counts | {"records": self.file_fingerprint.lines})

    def is_same(self, promise: AnyPromise) -> bool:
        """Compare the fingerprints of the files."""
        return not self.is_other(promise)

    def strange_values(self, promise: AnyPromise, tables: Tables, recount: Recount) -> list[Stranger]:
        """Leave the ids of basket lines alone, which are numbered here."""
        return [] if is_basket(self.path) else super().strange_values(promise, tables, recount)


class TableFolderReader(DiskReader):
    """A folder of Parquet files that Spark wrote as one table, its manifest beside it; or a file, read by Spark."""

    def promise(self) -> LongPromise:
        """Read the manifest; where it carries an older one, the one that names the fingerprint of the rows."""
        refuse_put_aside(self.path)
        return read_standing(self.path, self._sha256_of)

    @scoped
    def _sha256_of(self, promise: LongPromise) -> str:
        try:
            tables = self.read(promise.shape, promise.separator)
        except BadInput:
            return ""
        (sha256,) = self.fingerprints(promise.shape, tables).values()
        return sha256

    def read(self, shape: ReleaseShape, separator: str = " ") -> Tables:
        """Read all files."""
        if isinstance(self.engine, Warehouse):
            return {"": relation_rows(self.engine, [path_to_read(self.path)], shape)}
        return {"": read_lines(self.engine, self.path, separator, shape)}

    def fingerprints(self, shape: ReleaseShape, tables: Tables) -> dict[str, str]:
        """Return that of a file as it is, which DuckDB wrote; of the rows where it is a folder."""
        if self.path.is_file():
            return {"": fingerprint(self.path).sha256}
        return super().fingerprints(shape, tables)


class FolderReader(DiskReader):
    """A folder with the manifest and the tables of a release in pieces: files, or folders where Spark wrote it."""

    def promise(self) -> PiecesPromise:
        """Read the manifest in the folder."""
        refuse_put_aside(self.path)
        try:
            text = read_regular(self.path / MANIFEST).decode("utf-8")
        except NotRegularError as error:
            raise no_file(self.path / MANIFEST) from error
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(
                f"the folder {self.path.name} has no readable {MANIFEST}",
                "a release cannot be checked without its manifest; only setanon anonymize makes one",
            ) from error
        return parse_manifest_of_pieces(text)

    def read(self, shape: ReleaseShape, separator: str = " ") -> Tables:
        """Read the files or folders."""
        if not isinstance(self.engine, Warehouse):
            return read_pieces(self.engine, self.path)
        paths = {part: [path_to_read(self.path / name)] for part, name in shape.files.items()}
        return {part: relation_rows(self.engine, path, shape, part) for part, path in paths.items()}

    def look_at(self, files: Stored) -> None:
        """Look at the folder, and at the file or folder of each table."""
        names = files.shape.files
        files.strangers += strange_entries(self.path, [*names.values(), MANIFEST])
        for part, name in names.items():
            files.look_at(self.path / name, part)

    def fingerprints(self, shape: ReleaseShape, tables: Tables) -> dict[str, str]:
        """Return those of the files, which DuckDB wrote; of the rows where Spark wrote folders."""
        if (self.path / shape.files["clusters"]).is_dir():
            return super().fingerprints(shape, tables)
        return {part: fingerprint(self.path / name).sha256 for part, name in shape.files.items()}
