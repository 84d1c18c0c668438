"""Write a disassociated release as tables of a DuckDB file, in one transaction."""

from setanon_sql.engine import DuckDBEngine
from setanon_sql.release.files import refusals
from setanon_sql.release.folder import FolderRelease, folder_manifest, kept_or_refused
from setanon_sql.release.ledgers import Ledger
from setanon_sql.release.manifest import as_text
from setanon_sql.release.options import TableDestination, WriteOptions
from setanon_sql.release.owned import pieces_tables
from setanon_sql.release.tables import Queries, make_room, open_for_writing, publish_tables, table_of
from setanon_sql.release.write import Written
from setanon_sql.verify.prefixed import NAMES, digests


def check_prefix_free(engine: DuckDBEngine, destination: TableDestination, options: WriteOptions) -> None:
    """Raise BadDestination where the tables cannot be put there, before the work starts."""
    with open_for_writing(engine, destination), refusals(destination.name):
        make_room(engine, destination, pieces_tables(table_of(destination).name), options, drop=False)


def write_prefixed(
    release: FolderRelease, destination: TableDestination, options: WriteOptions, ledger: Ledger | None = None
) -> Written:
    """Write a release and its manifest; recounted first, NotReached where it does not keep the guarantee."""
    engine, prefix = release.engine, table_of(destination).name
    assert isinstance(engine, DuckDBEngine)
    found = kept_or_refused(release, release.tables)
    fields = folder_manifest(release, found, digests(engine, release.tables))
    tables = pieces_tables(prefix)
    queries: Queries = {
        tables.manifest: ("release/tables/table_manifest", {"manifest": as_text(fields)}),
        **{
            f"{prefix}_{name}": (f"release/tables/{name}_table", {name: getattr(release.tables, name)})
            for name in NAMES
        },
    }
    publish_tables(engine, destination, tables, queries, options, ledger=ledger)
    return Written(fields, tuple(f"{destination.name}_{name}" for name in (*NAMES, "manifest")))
