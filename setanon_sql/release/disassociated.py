"""Write a disassociated release to where it goes, a folder or tables, with its ledger."""

from pathlib import Path

from setanon_sql.engine import DuckDBEngine, Engine, Warehouse
from setanon_sql.release.folder import FolderRelease, check_folder_free, write_folder
from setanon_sql.release.folder_tables import check_tables_free
from setanon_sql.release.ledgers import Write, check_ledger, staged_ledger
from setanon_sql.release.options import TableDestination, WriteOptions
from setanon_sql.release.prefixed import check_prefix_free, write_prefixed
from setanon_sql.release.salvage import settle
from setanon_sql.release.tables import check_database, refuse_read_by_views
from setanon_sql.release.write import Destination, Written


def check_disassociated(destination: Destination, options: WriteOptions) -> None:
    """Raise BadDestination for what can be seen without an engine: call it before hours are spent.

    What killed runs left there is put right first. Databases have to be asked, see :func:`check_disassociated_in`.
    """
    if isinstance(destination, Path):
        settle(destination)
    settle(options.ledger)
    if isinstance(destination, TableDestination):
        check_ledger(options, (destination.database,))
        check_database(destination)
    elif isinstance(destination, Path):
        check_ledger(options, (destination,))
        check_folder_free(destination, options)


def check_disassociated_in(engine: Engine, destination: Destination, options: WriteOptions) -> None:
    """Raise BadDestination for what the engine can see before the work starts: tables that are there, rights."""
    if isinstance(destination, TableDestination) and isinstance(engine, DuckDBEngine):
        check_prefix_free(engine, destination, options)
    elif isinstance(destination, Path) and isinstance(engine, DuckDBEngine):
        refuse_read_by_views(engine, destination, options)
    elif not isinstance(destination, Path | TableDestination) and isinstance(engine, Warehouse):
        check_tables_free(engine, destination, options)


def write_disassociated(
    release: FolderRelease, destination: Path | TableDestination, options: WriteOptions, write: Write
) -> Written:
    """Write a release, recounted first, and with ``write`` the ledger where one is asked for.

    Raises NotReached where it does not keep its guarantee: then nothing is published.
    """
    check_disassociated(destination, options)
    check_disassociated_in(release.engine, destination, options)
    with staged_ledger(options, write) as ledger:
        if isinstance(destination, TableDestination):
            written = write_prefixed(release, destination, options, ledger)
        else:
            written = write_folder(release, destination, options, ledger)
    return Written(written.manifest, (*written.names, *((str(ledger.target),) if ledger else ())))
