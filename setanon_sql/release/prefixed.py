"""Write a disassociated release as tables of a DuckDB file, in one transaction."""

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadDestination
from setanon_sql.release.files import refusals
from setanon_sql.release.folder import FolderRelease, folder_manifest, kept_or_refused
from setanon_sql.release.manifest import as_text
from setanon_sql.release.options import TableDestination, WriteOptions
from setanon_sql.release.tables import create_as, key, make_room, open_for_writing, same_file, table_of, transaction
from setanon_sql.release.write import Written
from setanon_sql.sql import Table
from setanon_sql.verify.prefixed import NAMES, digests


def check_prefix_free(destination: TableDestination, options: WriteOptions) -> None:
    """Raise BadDestination where one of the tables is one that is read; whether they exist is asked later."""
    names = {key(f"{destination.name}_{name}") for name in (*NAMES, "manifest")}
    same = any(same_file(destination.database, path) for path in options.inputs)
    if same and names & {key(name) for name in options.input_tables}:
        raise BadDestination("the destination is also what is read", "choose another name")


def write_prefixed(release: FolderRelease, destination: TableDestination, options: WriteOptions) -> Written:
    """Write a release and its manifest; recounted first, NotReached where it does not keep the guarantee."""
    check_prefix_free(destination, options)
    engine, prefix = release.engine, table_of(destination)
    found = kept_or_refused(engine, release.tables, release.model)
    fields = folder_manifest(release, found, digests(engine, release.tables))
    tables = {name: Table(f"{prefix.name}_{name}", prefix.schema, prefix.catalog) for name in (*NAMES, "manifest")}
    assert isinstance(engine, DuckDBEngine)
    with open_for_writing(engine, destination), transaction(engine), refusals(destination.name):
        make_room(engine, tables["clusters"], tables["subrecords"], options)
        make_room(engine, tables["terms"], tables["manifest"], options)
        for name in NAMES:
            create_as(engine, tables[name], f"release/tables/{name}_table", **{name: getattr(release.tables, name)})
        create_as(engine, tables["manifest"], "release/tables/table_manifest", manifest=as_text(fields))
    return Written(fields, tuple(f"{destination.name}_{name}" for name in tables))
