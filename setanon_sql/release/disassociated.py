"""Write a disassociated release to where it goes, a folder or tables, with its ledger."""

from pathlib import Path

from setanon_sql.release.folder import FolderRelease, check_folder_free, write_folder
from setanon_sql.release.ledgers import Write, check_ledger, with_ledger
from setanon_sql.release.options import TableDestination, WriteOptions
from setanon_sql.release.prefixed import check_prefix_free, write_prefixed
from setanon_sql.release.write import Written


def check_disassociated(destination: Path | TableDestination, options: WriteOptions) -> None:
    """Raise BadDestination for what can be seen without any result: call it before hours are spent."""
    if isinstance(destination, TableDestination):
        check_ledger(options, (destination.database,))
        check_prefix_free(destination, options)
    else:
        check_ledger(options, (destination,))
        check_folder_free(destination, options)


def write_disassociated(
    release: FolderRelease, destination: Path | TableDestination, options: WriteOptions, ledger: Write
) -> Written:
    """Write a release, recounted first, and with ``ledger`` the ledger where one is asked for.

    Raises NotReached where it does not keep its guarantee: then nothing is published.
    """
    check_disassociated(destination, options)
    with with_ledger(options, ledger) as names:
        if isinstance(destination, TableDestination):
            written = write_prefixed(release, destination, options)
        else:
            written = write_folder(release, destination, options)
    return Written(written.manifest, (*written.names, *names))
