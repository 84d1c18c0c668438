"""Check a disassociated release in a warehouse: tables with one prefix, or a folder of Parquet folders of Spark.

The manifest is the table ``<prefix>_manifest``, or ``manifest.json`` in the folder. Its fingerprints are of rows, not
of files: they do not depend on the engine.
"""

from pathlib import Path

from setanon_sql.engine import Warehouse
from setanon_sql.engine.warehouse import is_path, name_parts
from setanon_sql.errors import BadInput
from setanon_sql.query.templates import Table
from setanon_sql.verify.disassociation import FolderTables
from setanon_sql.verify.folder import (
    FILES,
    MANIFEST,
    FolderCheck,
    FolderPromise,
    audited,
    held,
    manifest_file,
    promise_of,
)
from setanon_sql.verify.folder_audit import DisassociationAudit
from setanon_sql.verify.prefixed import digests
from setanon_sql.verify.warehouse import manifest_text

#: The tables of a release and their columns.
COLUMNS = {
    "clusters": {"cluster_id", "parent_id", "kind", "size"},
    "subrecords": {"cluster_id", "chunk_id", "subrecord_id", "item"},
    "terms": {"cluster_id", "item"},
}


def parts_of(name: str, table: str) -> list[str]:
    """Return where a table of the release ``name`` is: the parts of a table's name, or a path."""
    if is_path(name):
        return [f"{name}/{table}.parquet"]
    *above, own = name_parts(name)
    return [*above, f"{own}_{table}"]


def is_disassociated(engine: Warehouse, name: str) -> bool:
    """Whether a disassociated release stands under this name."""
    if is_path(name):
        return (Path(name) / MANIFEST).is_file()
    parts = parts_of(name, "clusters")
    return engine.exists(parts) or engine.exists([part.lower() for part in parts])


def read_tables(engine: Warehouse, name: str) -> FolderTables:
    """Read the tables of a release into scratch tables; raises BadInput where they cannot be."""
    found = {}
    for table, columns in COLUMNS.items():
        relation = engine.relation(parts_of(name, table))
        if columns - set(relation.columns):
            raise BadInput(
                f"the {table} of the release lack a column", "it may have been edited; get the release again"
            )
        found[table] = engine.table(f"verify/disassociation_read/table_{table}", released=relation.table)
    return FolderTables(**found)


def read_tables_promise(engine: Warehouse, name: str) -> FolderPromise:
    """Return what the manifest of a release promises; raises BadInput where there is none."""
    if is_path(name):
        return promise_of(manifest_file(Path(name)))
    return promise_of(manifest_text(engine, name))


def check_tables(engine: Warehouse, name: str, sensitive: Table | None = None) -> FolderCheck:
    """Hold a release against its manifest; ``sensitive`` is as for :func:`setanon_sql.verify.folder.check_folder`.

    Raises BadInput where it cannot be checked.
    """
    promise, tables = read_tables_promise(engine, name), read_tables(engine, name)
    same = digests(engine, tables) == {_table(key): value for key, value in promise.sha256.items()}
    return held(engine, promise, tables, same, sensitive)


def audit_tables(engine: Warehouse, name: str, listed: int = 0) -> DisassociationAudit:
    """Count what breaks the model of a release: as :func:`setanon_sql.verify.folder.audit_folder`, in a warehouse.

    ``name``: the beginning of the names of its tables, or of Spark a path.
    Raises BadInput where there is no such release, or it cannot be read.
    """
    if not is_disassociated(engine, name):
        raise BadInput(
            "there is no disassociated release of that name", "write the prefix of its tables, as --out had it"
        )
    return audited(engine, read_tables_promise(engine, name), read_tables(engine, name), listed)


def _table(key: str) -> str:
    return FILES.get(key, key)
