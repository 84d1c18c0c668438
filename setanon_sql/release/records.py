"""The records at risk that an audit found: an internal file or table, for its owner alone.

It is written as a release is: whole or not at all, with a manifest beside it by which setanon knows it again, and only
what setanon wrote is ever replaced. A file, and the folder of Spark, may be read by its owner only.
"""

from collections.abc import Mapping
from typing import Any

from setanon_sql.engine import Engine
from setanon_sql.engine.warehouse import Made
from setanon_sql.errors import BadDestination
from setanon_sql.layout import RECORDS_AT_RISK
from setanon_sql.query.templates import Table, outputs_called
from setanon_sql.release.files import copy_called, form_of_copy
from setanon_sql.release.in_tables import TablesWriter
from setanon_sql.release.manifest import as_text, file_manifest
from setanon_sql.release.on_disk import FileWriter, TableFolderWriter
from setanon_sql.release.sidecar import publish_with_manifest
from setanon_sql.release.staging import hold_folders, staging
from setanon_sql.release.writer import ReleaseWriter, duckdb_of
from setanon_sql.verify.contents import fingerprint

#: The queries of rows for a table, by what a row is of.
_ROWS = {"records": "release/tables/records_rows", "persons": "release/tables/persons_rows"}


def write_records(engine: Engine, rows: Table, writer: ReleaseWriter) -> None:
    """Write ``rows`` (``record_id, size, worst``) with a writer that was checked; raises BadDestination.

    With persons ``rows`` has a column ``person``, too; the columns are called as the shape of the writer says.
    """
    columns = writer.shape.as_written()
    fields = ("record_id", "size", "worst") if len(columns) == 3 else ("record_id", "person", "size", "worst")
    names = dict(zip(fields, columns, strict=True))
    match writer:
        case FileWriter():
            _on_disk(engine, rows, writer, names)
        case TablesWriter():
            _in_tables(engine, rows, writer, names)
        case _:
            raise BadDestination("records cannot be written there", "name a file or a table")


def _listed(names: Mapping[str, str]) -> str:
    """Return what a row is of, as the names of queries say it."""
    return "persons" if "person" in names else "records"


def _fields(engine: Engine, rows: Table, sha256: Mapping[str, str], names: Mapping[str, str]) -> dict[str, Any]:
    more = {"rows": engine.count(rows), "format": {"columns": [*names.values()]}}
    return file_manifest(RECORDS_AT_RISK, sha256) | more


def _on_disk(engine: Engine, rows: Table, writer: FileWriter, names: Mapping[str, str]) -> None:
    path = writer.path
    with staging(path) as private:
        staged = private / f"records{path.suffix.lower()}"
        if isinstance(writer, TableFolderWriter):
            tree = outputs_called(engine.query(_ROWS[_listed(names)], rows=rows)[1], names)
            writer.spark.write_parquet(tree, {}, staged)
            sha256 = ""
        else:
            form, binds = form_of_copy(path)
            copy_called(
                duckdb_of(engine), f"release/files/write_{_listed(names)}_{form}", staged, names, (), rows=rows, **binds
            )
            sha256 = fingerprint(staged).sha256
        fields = _fields(engine, rows, {path.name: sha256}, names)
        with hold_folders(path):
            publish_with_manifest(staged, path, fields, writer.replaceable(), internal=True)


def _in_tables(engine: Engine, rows: Table, writer: TablesWriter, names: Mapping[str, str]) -> None:
    tree = outputs_called(engine.query(_ROWS[_listed(names)], rows=rows)[1], names)
    text = as_text(_fields(engine, rows, {writer.name: ""}, names))
    (name,) = writer.tables.data
    queries: Made = {writer.tables.manifest: ("release/tables/table_manifest", {"manifest": text}), name: (tree, {})}
    writer.create(engine, queries, text, None)
