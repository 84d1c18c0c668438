"""Publish what a method made, whatever its shape and wherever it goes.

1. Look at the place: may it be written? Before the work, and once more now (:mod:`.file_checks` and
   :mod:`.table_checks`).
2. Write the ledger, where one is asked for, into a private folder beside its place (:mod:`.ledgers`).
3. Write the release in its shape (:mod:`.long`, :mod:`.pieces`), read it, recount it, and make its manifest.
4. Put data, manifest and ledger in their places, whole or not at all (:mod:`.on_disk`, :mod:`.in_tables`).
"""

from pathlib import Path

from setanon_sql.engine import Engine
from setanon_sql.errors import BadDestination
from setanon_sql.layout import (
    LONG,
    Destination,
    FileDestination,
    ReleaseShape,
    RemoteDestination,
    TableDestination,
    WarehouseDestination,
    destination_at,
)
from setanon_sql.release.in_tables import DuckDBWriter, WarehouseWriter
from setanon_sql.release.ledgers import Write, staged_ledger
from setanon_sql.release.on_disk import FileWriter, FolderWriter, TableFolderWriter
from setanon_sql.release.options import WriteOptions
from setanon_sql.release.remote_tables import RemoteWriter
from setanon_sql.release.writer import ReleaseContent, ReleaseWriter, Written


def writer_for(where: Path | Destination, options: WriteOptions, shape: ReleaseShape = LONG) -> ReleaseWriter:
    """Return the writer of a release of a shape, wherever it goes."""
    match destination_at(where):
        case FileDestination(path):
            return (FileWriter if shape.single else FolderWriter)(path, shape, options)
        case TableDestination() as table:
            return DuckDBWriter(table, shape, options)
        case RemoteDestination() as table:
            return RemoteWriter(table, shape, options)
        case WarehouseDestination(is_folder=True, name=name):
            if shape.single:
                return TableFolderWriter(Path(name), shape, options)
            return FolderWriter(Path(name), shape, options, by_spark=True)
        case WarehouseDestination() as table:
            return WarehouseWriter(table, shape, options)
    raise BadDestination("a release cannot be written there", "name a file, a folder or a table")


def check_destination(where: Path | Destination, options: WriteOptions, shape: ReleaseShape = LONG) -> None:
    """Raise BadDestination for what can be seen without an engine: call it before hours are spent.

    What killed runs left there is put right first. Databases have to be asked, see :func:`check_in`.
    """
    writer_for(where, options, shape).check()


def check_in(engine: Engine, where: Path | Destination, options: WriteOptions, shape: ReleaseShape = LONG) -> None:
    """Raise BadDestination for what the engine can see before the work starts: tables that are there, rights."""
    writer_for(where, options, shape).check_in(engine)


def publish(
    content: ReleaseContent, where: Path | Destination, options: WriteOptions, write_ledger: Write | None = None
) -> Written:
    """Write a release, its manifest, and the ledger where one is asked for.

    What is published is recounted first: NotReached where it does not keep the guarantee, and nothing is published.
    BadDestination where it cannot or must not be written; nothing is left behind then, either. ``write_ledger`` is for
    a release whose changes only its method knows.
    """
    writer = writer_for(where, options, content.shape)
    writer.check_late(content.engine)
    with staged_ledger(options, write_ledger or content.ledger(options)) as ledger:
        return writer.publish(content, ledger)
