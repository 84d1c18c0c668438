"""Publish what a method made, whatever its shape and wherever it goes.

1. Look at the place: may it be written? Before the work, and once more now (:mod:`.free` for files, :mod:`.owned` for
   tables).
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
    ElsewhereDestination,
    FileDestination,
    Shape,
    TableDestination,
    WarehouseDestination,
)
from setanon_sql.layout import destination_at as at
from setanon_sql.release.in_elsewhere import InElsewhere
from setanon_sql.release.in_tables import InDuckDB, InWarehouse
from setanon_sql.release.ledgers import Write, staged_ledger
from setanon_sql.release.on_disk import FileOnDisk, FolderOnDisk, SparkFile, SparkFolder
from setanon_sql.release.options import WriteOptions
from setanon_sql.release.places import Content, Place, Written


def place_for(where: Path | Destination, options: WriteOptions, shape: Shape = LONG) -> Place:
    """Return the place of a release of a shape, to be checked and written."""
    match at(where):
        case FileDestination(path):
            return (FileOnDisk if shape.single else FolderOnDisk)(path, shape, options)
        case TableDestination() as table:
            return InDuckDB(table, shape, options)
        case ElsewhereDestination() as table:
            return InElsewhere(table, shape, options)
        case WarehouseDestination(is_folder=True, name=name):
            return (SparkFile if shape.single else SparkFolder)(Path(name), shape, options)
        case WarehouseDestination() as table:
            return InWarehouse(table, shape, options)
    raise BadDestination("a release cannot be written there", "name a file, a folder or a table")


def check_destination(where: Path | Destination, options: WriteOptions, shape: Shape = LONG) -> None:
    """Raise BadDestination for what can be seen without an engine: call it before hours are spent.

    What killed runs left there is put right first. Databases have to be asked, see :func:`check_in`.
    """
    place_for(where, options, shape).check()


def check_in(engine: Engine, where: Path | Destination, options: WriteOptions, shape: Shape = LONG) -> None:
    """Raise BadDestination for what the engine can see before the work starts: tables that are there, rights."""
    place_for(where, options, shape).check_in(engine)


def publish(
    content: Content, where: Path | Destination, options: WriteOptions, write_ledger: Write | None = None
) -> Written:
    """Write a release, its manifest, and the ledger where one is asked for.

    What is published is recounted first: NotReached where it does not keep the guarantee, and nothing is published.
    BadDestination where it cannot or must not be written; nothing is left behind then, either. ``write_ledger`` is for
    a release whose changes only its method knows.
    """
    place = place_for(where, options, content.shape)
    place.check_late(content.engine)
    with staged_ledger(options, write_ledger or content.ledger(options.seed)) as ledger:
        return place.publish(content, ledger)
