"""Releases on disk: a file with its manifest beside it, or a folder that holds it, written by DuckDB or by Spark.

They are written in a private folder beside their place, read back from there, recounted, and put in place by moves of
which one decides: see :mod:`setanon_sql.release.beside` and :mod:`setanon_sql.release.staging`.
"""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from setanon_sql.engine import Engine, Warehouse
from setanon_sql.engine.warehouse import is_path
from setanon_sql.errors import BadDestination
from setanon_sql.layout import MANIFEST, FileDestination, Shape
from setanon_sql.release.beside import publish_beside
from setanon_sql.release.files import check_extension
from setanon_sql.release.free import (
    already_there,
    check_free,
    check_release_free,
    manifest_of,
    not_ours,
    refuse_other_kind,
    refuse_read,
)
from setanon_sql.release.in_tables import refuse_read_by_views
from setanon_sql.release.ledgers import Ledger, check_ledger
from setanon_sql.release.manifest import as_text
from setanon_sql.release.options import WriteOptions
from setanon_sql.release.ours import Fields, is_orphan, manifest_of_folder, manifest_of_parts
from setanon_sql.release.places import Content, Place, Written, accepted, duckdb_of, filed, warehouse_of
from setanon_sql.release.salvage import note_of_file, settle
from setanon_sql.release.staging import Step, alone, check_folder, check_name, publish, staging, writing
from setanon_sql.verify import places as standing
from setanon_sql.verify.place import Place as Standing
from setanon_sql.verify.reader import fingerprint


class OnDisk(Place):
    """What all files and folders have in common."""

    by_spark: ClassVar[bool] = False

    def __init__(self, path: Path, shape: Shape, options: WriteOptions) -> None:
        self.path, self.shape, self.options = path, shape, options

    def check(self) -> None:
        """Put right what killed runs left, and look at the file and the ledger."""
        settle(self.path, self.options.ledger)
        self.check_ledger()
        self.free()

    def check_ledger(self) -> None:
        """Raise BadDestination where the ledger cannot be written, or is the release itself."""
        check_ledger(self.options, tuple(FileDestination(self.path).files))

    def check_in(self, engine: Engine) -> None:
        """Look whether a view reads the file."""
        refuse_read_by_views(duckdb_of(engine), self.path, self.options)

    @abstractmethod
    def free(self) -> Fields | None:
        """Return what is there and may be replaced, None where nothing is; raises BadDestination where it must stay."""

    @abstractmethod
    def write(self, content: Content, staged: Path) -> None:
        """Write the tables, but no manifest."""

    @abstractmethod
    def read(self, engine: Engine, staged: Path) -> Standing[Engine]:
        """Return how it is read back."""

    @abstractmethod
    def put(self, staged: Path, fields: Fields, ledger: Ledger | None) -> tuple[Path, ...]:
        """Put it in its place, with its manifest and its ledger, while the folder is held; return what is there now."""

    def publish(self, content: Content, ledger: Ledger | None) -> Written:
        """Write, read back, recount, and only then put it there."""
        form = content.written_as(self.options, None if self.by_spark else self.path)
        with staging(self.path) as private:
            staged = private / f"release{self.path.suffix.lower()}"
            self.write(content, staged)
            place = self.read(content.engine, staged)
            tables = place.read(content.shape, form.get("separator", ""))
            found = place.completed(accepted(content, tables))
            printed = place.fingerprints(content.shape, tables)
            files = content.shape.files
            names = {files[part] if part else self.path.name: one for part, one in printed.items()}
            fields, checked = filed(content, found, names, form, self.options)
            content.engine.drop(*tables.values())
            with alone(self.path, *((ledger.target,) if ledger else ())):
                put = self.put(staged, fields, ledger)
        return Written(fields, tuple(map(str, put)), found, checked)


class FileOnDisk(OnDisk):
    """One file, its manifest beside it."""

    def free(self) -> Fields | None:
        """Look at the file and its manifest."""
        overwrite, inputs = self.options.overwrite, self.options.inputs
        old = check_release_free(self.path, overwrite=overwrite, inputs=inputs, kind=self.shape.kind)
        check_extension(self.path, self.shape)
        return old

    def write(self, content: Content, staged: Path) -> None:
        """Write the file."""
        content.write_files(staged, self.options)

    def read(self, engine: Engine, staged: Path) -> Standing[Engine]:
        """Read the file."""
        return standing.File(duckdb_of(engine), staged)

    def put(self, staged: Path, fields: Fields, ledger: Ledger | None) -> tuple[Path, ...]:
        """Move the data, the manifest and the ledger."""
        self.check_ledger()
        return publish_beside(staged, self.path, fields, self.free(), ledger)


class FolderOnDisk(OnDisk):
    """A folder of files that holds its manifest."""

    def free(self) -> Fields | None:
        """Look at the folder; only one with a release as setanon wrote it, and nothing else, is ever replaced."""
        path = self.path
        check_folder(path)
        check_name(path)
        refuse_read(path, self.options.inputs)
        if any(path.resolve() in read.resolve().parents for read in self.options.inputs):
            raise BadDestination(f"{path.name or path} holds what is read", "choose another name")
        if not (path.exists() or path.is_symlink()):
            return None
        if not self.options.overwrite:
            raise already_there(path.name)
        found = None if path.is_symlink() else manifest_of_folder(path)
        if found is None:
            raise not_ours(path.name)
        refuse_other_kind(path.name, found, self.shape.kind)
        return found

    def write(self, content: Content, staged: Path) -> None:
        """Write the files into a new folder."""
        with writing(self.path):
            staged.mkdir()
        self.fill(content, staged)

    def fill(self, content: Content, staged: Path) -> None:
        """Write the files."""
        content.write_files(staged, self.options)

    def read(self, engine: Engine, staged: Path) -> Standing[Engine]:
        """Read the files."""
        return standing.Folder(duckdb_of(engine), staged)

    def put(self, staged: Path, fields: Fields, ledger: Ledger | None) -> tuple[Path, ...]:
        """Write the manifest into the folder and move it: one move decides. The ledger follows."""
        with writing(self.path):
            (staged / MANIFEST).write_text(as_text(fields), encoding="utf-8")
            staged.chmod(0o755)
        steps = [Step(staged, self.path, replace=self.free() is not None)]
        if ledger:
            self.check_ledger()
            note = note_of_file(self.path / MANIFEST, fingerprint(staged / MANIFEST).sha256)
            ledger.belongs_to(note, staged.parent)
            steps.append(ledger.step())
        publish(steps)
        files = tuple(self.path / name for name in (*self.shape.files.values(), MANIFEST))
        return (*files, *((ledger.target,) if ledger else ()))


class BySpark(OnDisk):
    """What Spark writes: its tables are folders of Parquet files."""

    by_spark = True

    def __init__(self, path: Path, shape: Shape, options: WriteOptions) -> None:
        super().__init__(path, shape, with_folders(options))

    def check(self) -> None:
        """Look at nothing yet: Spark says what it can write."""
        settle(self.options.ledger)


class SparkFile(BySpark, FileOnDisk):
    """A folder of Parquet files that Spark writes as one table, its manifest beside it."""

    spark: Warehouse
    instead = "name a table (table or schema.table), and export that"

    def check_in(self, engine: Engine) -> None:
        """Look at the folder, its manifest, and what is read."""
        spark = writes_folders(engine, self.options, self.instead)
        if self.path.suffix.lower() != ".parquet":
            raise BadDestination(
                f"{spark.place} cannot write {self.path.name}", "end the name of the folder with .parquet"
            )
        settle(self.path)
        self.spark = spark
        self.free()

    def free(self) -> Fields | None:
        """Look at the folder and its manifest, and whether a table that is read is made of its files."""
        path, overwrite, inputs = self.path, self.options.overwrite, self.options.inputs
        check_folder(path)
        refuse_read(path, inputs)
        there = path.exists() or path.is_symlink()
        if there and not overwrite:
            raise already_there(path.name)
        old = None if path.is_symlink() else manifest_of_parts(path)
        if there and old is None:
            raise not_ours(path.name)
        if old is not None:
            refuse_other_kind(path.name, old, self.shape.kind)
        if there and self.spark.files_read(self.options.input_tables, path):
            raise BadDestination(f"{path.name} is also what is read", "choose another name; sources are never written")
        replaced = old is not None or is_orphan(path)
        check_free(manifest_of(path), lambda _: replaced, overwrite=overwrite or replaced, inputs=inputs)
        return old

    def write(self, content: Content, staged: Path) -> None:
        """Have Spark write the folder."""
        write_folders(content, {"": staged}, self.options)

    def read(self, engine: Engine, staged: Path) -> Standing[Engine]:
        """Have Spark read the folder."""
        return standing.SparkParts(warehouse_of(engine, self.options), staged)


class SparkFolder(BySpark, FolderOnDisk):
    """A folder of such folders, one for each table, that holds the manifest."""

    instead = "name a prefix of tables (such as schema.safe), and export them"

    def check_in(self, engine: Engine) -> None:
        """Look at the folder."""
        writes_folders(engine, self.options, self.instead)
        settle(self.path)
        self.free()

    def fill(self, content: Content, staged: Path) -> None:
        """Have Spark write the folders."""
        write_folders(content, {part: staged / name for part, name in self.shape.files.items()}, self.options)

    def read(self, engine: Engine, staged: Path) -> Standing[Engine]:
        """Have Spark read the folders."""
        return standing.SparkFolder(warehouse_of(engine, self.options), staged)


def with_folders(options: WriteOptions) -> WriteOptions:
    """Return options in which the folders that are read as tables are inputs, too."""
    return replace(options, inputs=(*options.inputs, *(Path(name) for name in options.input_tables if is_path(name))))


def writes_folders(engine: Engine, options: WriteOptions, instead: str) -> Warehouse:
    """Return the engine; raises BadDestination where it does not write on this disk, or a ledger is asked for."""
    found = warehouse_of(engine, options)
    if not found.abilities.writes_folders:
        raise BadDestination(f"{found.place} writes tables, not files", instead)
    return found


def write_folders(content: Content, folders: Mapping[str, Path], options: WriteOptions) -> None:
    """Have the engine write each part of a release as a folder of Parquet files."""
    engine, tables = warehouse_of(content.engine, options), content.shaped(options)
    for part, folder in folders.items():
        engine.write_parquet(*content.query(part, tables[part]), folder)
