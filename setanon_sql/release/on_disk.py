"""Releases on disk: a file with its manifest beside it, or a folder that holds it, written by DuckDB or by Spark.

They are written in a private folder beside their place, read back from there, recounted, and put in place by moves of
which one decides: see :mod:`setanon_sql.release.sidecar` and :mod:`setanon_sql.release.staging`.
"""

import glob
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from setanon_sql.engine import Engine, Warehouse
from setanon_sql.engine.warehouse import is_path
from setanon_sql.errors import BadDestination
from setanon_sql.layout import LABELS, MANIFEST, FileDestination, ReleaseShape, escapes_formulas, is_basket, path_beside
from setanon_sql.release.beside_files import check_beside_free
from setanon_sql.release.file_checks import (
    already_there,
    check_manifest_free,
    check_release_free,
    not_ours,
    refuse_other_kind,
    refuse_read,
)
from setanon_sql.release.files import check_extension
from setanon_sql.release.in_tables import refuse_read_by_views
from setanon_sql.release.labels import LabelTable, TableBeside, queries_by_level
from setanon_sql.release.ledgers import Ledger, check_ledger
from setanon_sql.release.manifest import as_text
from setanon_sql.release.options import WriteOptions
from setanon_sql.release.ownership_files import Fields, manifest_of_folder, manifest_of_parts
from setanon_sql.release.recovery import note_of_file, recover_interrupted, staged_name
from setanon_sql.release.sidecar import publish_with_manifest
from setanon_sql.release.staging import Move, check_folder, check_name, explain_errors, hold_folders, publish, staging
from setanon_sql.release.writer import (
    ReleaseContent,
    ReleaseWriter,
    Written,
    duckdb_of,
    manifest_and_verification,
    recount_or_refuse,
    warehouse_of,
)
from setanon_sql.verify.contents import fingerprint
from setanon_sql.verify.disk_readers import FileReader, FolderReader, TableFolderReader
from setanon_sql.verify.reader_base import ReleaseReader


class DiskWriter(ReleaseWriter):
    """A release at a path: written and recounted in a private folder beside it, then moved there."""

    #: A destination to name where Spark writes tables alone.
    table_hint: ClassVar[str] = "name a table (table or schema.table), and export that"

    def __init__(self, path: Path, shape: ReleaseShape, options: WriteOptions, *, by_spark: bool = False) -> None:
        self.path = path
        self.shape = shape
        self.options = with_folders_as_inputs(options) if by_spark else options
        self.by_spark = by_spark

    def check(self) -> None:
        """Put right what killed runs left, and look at the file and the ledger; Spark says itself what it can write."""
        if self.by_spark:
            recover_interrupted(self.options.ledger)
            return
        recover_interrupted(self.path, self.options.ledger)
        self.check_ledger()
        self.replaceable()

    def check_ledger(self) -> None:
        """Raise BadDestination where the ledger cannot be written, or is the release itself."""
        check_ledger(self.options, tuple(FileDestination(self.path).files))

    def check_in(self, engine: Engine) -> None:
        """Look whether a view reads the file; with Spark, at all that is there."""
        if not self.by_spark:
            refuse_read_by_views(duckdb_of(engine), self.path, self.options)
            return
        self.check_spark(folder_writer(engine, self.options, self.table_hint))
        recover_interrupted(self.path)
        self.replaceable()

    def check_spark(self, spark: Warehouse) -> None:
        """Raise BadDestination where Spark cannot write under this name."""

    @abstractmethod
    def replaceable(self) -> Fields | None:
        """Return what is there and may be replaced, None where nothing is; raises BadDestination where it must stay."""

    @abstractmethod
    def write(self, content: ReleaseContent, staged: Path) -> None:
        """Write the tables, but no manifest."""

    @abstractmethod
    def reader(self, engine: Engine, staged: Path) -> ReleaseReader:
        """Return how it is read back."""

    @abstractmethod
    def put(self, staged: Path, fields: Fields, ledger: Ledger | None, beside: Mapping[str, Path]) -> tuple[Path, ...]:
        """Put it in its place, with its manifest, its ledger and the staged tables beside it, while the folder is held.

        Return what is there now.
        """

    def stage_beside(self, table: TableBeside, private: Path) -> Path:
        """Write a table that goes beside the release into a private folder; return where."""
        staged = private / staged_name(table.name, path_beside(self.path, table.name))
        with explain_errors(self.path):
            table.write(staged, escaped=self.options.escape_formulas)
        return staged

    def _told_of(self, shape: ReleaseShape, table: TableBeside, staged: Path) -> dict[str, Any]:
        """Return what the manifest tells of a staged table; of labels, but not of those of lines, also queries."""
        fields = table.manifest_fields() | {"sha256": fingerprint(staged).sha256}
        if not isinstance(table, LabelTable) or is_basket(self.path):
            return fields
        release, labels = (glob.escape(path.name) for path in (self.path, path_beside(self.path, LABELS)))
        names = ([f"{release}/*.parquet" if self.by_spark else release], [labels])
        return fields | {"by_level": queries_by_level(shape, table, *names, "duckdb", files=True)}

    def publish(self, content: ReleaseContent, ledger: Ledger | None) -> Written:
        """Write, read back, recount, and only then put it there."""
        form = content.written_as(self.options, None if self.by_spark else self.path)
        with staging(self.path) as private:
            staged = private / f"release{self.path.suffix.lower()}"
            self.write(content, staged)
            reader = self.reader(content.engine, staged)
            shape = replace(content.shape, escaped=escapes_formulas(form))
            tables = reader.read(shape, form.get("separator", ""))
            recount = reader.with_empty_records(recount_or_refuse(content, tables, self.options))
            files = content.shape.files
            sha256 = {
                files[part] if part else self.path.name: digest
                for part, digest in reader.fingerprints(content.shape, tables).items()
            }
            tables_beside = content.tables_beside()
            beside = {table.name: self.stage_beside(table, private) for table in tables_beside}
            fields_beside = {
                table.name: self._told_of(content.shape, table, beside[table.name]) for table in tables_beside
            }
            fields, verification = manifest_and_verification(
                content, recount, sha256, form, self.options, beside=fields_beside
            )
            content.engine.drop(*tables.values())
            with hold_folders(self.path, *((ledger.target,) if ledger else ())):
                paths = self.put(staged, fields, ledger, beside)
        return Written(fields, tuple(map(str, paths)), recount, verification)


class FileWriter(DiskWriter):
    """One file, its manifest beside it, written by DuckDB."""

    def replaceable(self) -> Fields | None:
        """Look at the file and its manifest."""
        overwrite = self.options.overwrite
        inputs = self.options.inputs
        old = check_release_free(self.path, overwrite=overwrite, inputs=inputs, kind=self.shape.kind)
        check_beside_free(self.path, old, self.shape, overwrite=overwrite, inputs=inputs)
        check_extension(self.path, self.shape)
        return old

    def write(self, content: ReleaseContent, staged: Path) -> None:
        """Write the file."""
        content.write_files(staged, self.options)

    def reader(self, engine: Engine, staged: Path) -> ReleaseReader:
        """Read the file."""
        return FileReader(duckdb_of(engine), staged)

    def put(self, staged: Path, fields: Fields, ledger: Ledger | None, beside: Mapping[str, Path]) -> tuple[Path, ...]:
        """Move the data, the manifest, the tables beside it and the ledger."""
        self.check_ledger()
        return publish_with_manifest(staged, self.path, fields, self.replaceable(), ledger, beside=beside)


class TableFolderWriter(FileWriter):
    """A folder of Parquet files that Spark writes as one table, its manifest beside it."""

    spark: Warehouse

    def __init__(self, path: Path, shape: ReleaseShape, options: WriteOptions) -> None:
        super().__init__(path, shape, options, by_spark=True)

    def check_spark(self, spark: Warehouse) -> None:
        """Look at the ending of the name."""
        self.spark = spark
        if self.path.suffix.lower() != ".parquet":
            raise BadDestination(
                f"{spark.place} cannot write {self.path.name}", "end the name of the folder with .parquet"
            )

    def replaceable(self) -> Fields | None:
        """Look at the folder and its manifest, and whether a table that is read is made of its files."""
        path = self.path
        overwrite = self.options.overwrite
        check_folder(path)
        check_name(path)
        refuse_read(path, self.options.inputs)
        exists = path.exists() or path.is_symlink()
        if exists and not overwrite:
            raise already_there(path.name)
        old = None if path.is_symlink() else manifest_of_parts(path)
        if exists and old is None:
            raise not_ours(path.name)
        if old is not None:
            refuse_other_kind(path.name, old, self.shape.kind)
        if exists and self.spark.files_read(self.options.input_tables, path):
            raise BadDestination(f"{path.name} is also what is read", "choose another name; sources are never written")
        check_manifest_free(path, old, overwrite=overwrite, inputs=self.options.inputs)
        check_beside_free(path, old, self.shape, overwrite=overwrite, inputs=self.options.inputs)
        return old

    def write(self, content: ReleaseContent, staged: Path) -> None:
        """Have Spark write the folder."""
        write_folders(content, {"": staged}, self.options)

    def reader(self, engine: Engine, staged: Path) -> ReleaseReader:
        """Have Spark read the folder."""
        return TableFolderReader(warehouse_of(engine, self.options), staged)


class FolderWriter(DiskWriter):
    """A folder that holds its manifest and the tables: files of DuckDB, or folders of Spark."""

    table_hint = "name a prefix of tables (such as schema.safe), and export them"

    def replaceable(self) -> Fields | None:
        """Look at the folder; only one with a release as setanon wrote it, and nothing else, is ever replaced."""
        path = self.path
        check_folder(path)
        check_name(path)
        refuse_read(path, self.options.inputs)
        if any(path.resolve() in source.resolve().parents for source in self.options.inputs):
            raise BadDestination(f"{path.name or path} holds what is read", "choose another name")
        if not (path.exists() or path.is_symlink()):
            return None
        if not self.options.overwrite:
            raise already_there(path.name)
        fields = None if path.is_symlink() else manifest_of_folder(path)
        if fields is None:
            raise not_ours(path.name)
        refuse_other_kind(path.name, fields, self.shape.kind)
        return fields

    def write(self, content: ReleaseContent, staged: Path) -> None:
        """Write the tables into a new folder."""
        with explain_errors(self.path):
            staged.mkdir()
        if self.by_spark:
            write_folders(content, {part: staged / name for part, name in self.shape.files.items()}, self.options)
        else:
            content.write_files(staged, self.options)

    def reader(self, engine: Engine, staged: Path) -> ReleaseReader:
        """Read the tables."""
        return FolderReader(warehouse_of(engine, self.options) if self.by_spark else duckdb_of(engine), staged)

    def put(self, staged: Path, fields: Fields, ledger: Ledger | None, beside: Mapping[str, Path]) -> tuple[Path, ...]:
        """Write the manifest into the folder and move it: one move decides. The ledger follows."""
        with explain_errors(self.path):
            (staged / MANIFEST).write_text(as_text(fields), encoding="utf-8")
            staged.chmod(0o755)
        moves = [Move(staged, self.path, replace=self.replaceable() is not None, public=True)]
        if ledger:
            self.check_ledger()
            note = note_of_file(self.path / MANIFEST, fingerprint(staged / MANIFEST).sha256)
            ledger.belongs_to(note, staged.parent)
            moves.append(ledger.move())
        publish(moves)
        files = tuple(self.path / name for name in (*self.shape.files.values(), MANIFEST))
        return (*files, *((ledger.target,) if ledger else ()))


def with_folders_as_inputs(options: WriteOptions) -> WriteOptions:
    """Return options in which the folders that are read as tables are inputs, too."""
    return replace(options, inputs=(*options.inputs, *(Path(name) for name in options.input_tables if is_path(name))))


def folder_writer(engine: Engine, options: WriteOptions, hint: str) -> Warehouse:
    """Return the engine; raises BadDestination where it does not write on this disk, or a ledger is asked for."""
    warehouse = warehouse_of(engine, options)
    if not warehouse.abilities.writes_folders:
        raise BadDestination(f"{warehouse.place} writes tables, not files", hint)
    return warehouse


def write_folders(content: ReleaseContent, folders: Mapping[str, Path], options: WriteOptions) -> None:
    """Have the engine write each part of a release as a folder of Parquet files."""
    engine = warehouse_of(content.engine, options)
    tables = content.tables_to_write(options)
    for part, folder in folders.items():
        engine.write_parquet(*content.query(part, tables[part]), folder)
