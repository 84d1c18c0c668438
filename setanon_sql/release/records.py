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
from setanon_sql.release.beside import publish_beside
from setanon_sql.release.files import copy_called, form_of_copy
from setanon_sql.release.in_tables import InTables
from setanon_sql.release.manifest import as_text, file_manifest
from setanon_sql.release.on_disk import FileOnDisk
from setanon_sql.release.places import Place, duckdb_of
from setanon_sql.release.staging import alone, staging
from setanon_sql.verify.reader import fingerprint


def write_records(engine: Engine, rows: Table, place: Place, kind: str) -> None:
    """Write ``rows`` (``record_id, size, worst``) at a place that was checked; raises BadDestination.

    ``kind`` is the model of the audit, by which the shape of the place was chosen.
    """
    names = dict(zip(("record_id", "size", "worst"), place.shape.as_written(), strict=True))
    match place:
        case FileOnDisk():
            _on_disk(engine, rows, place, kind, names)
        case InTables():
            _in_tables(engine, rows, place, kind, names)
        case _:
            raise BadDestination("records cannot be written there", "name a file or a table")


def _fields(
    engine: Engine, rows: Table, kind: str, sha256: Mapping[str, str], names: Mapping[str, str]
) -> dict[str, Any]:
    more = {"model": f"{kind} records", "rows": engine.count(rows), "format": {"columns": [names["record_id"]]}}
    return file_manifest(RECORDS_AT_RISK, sha256) | more


def _on_disk(engine: Engine, rows: Table, place: FileOnDisk, kind: str, names: Mapping[str, str]) -> None:
    path = place.path
    with staging(path) as private:
        staged = private / f"records{path.suffix.lower()}"
        if place.by_spark:
            tree = outputs_called(engine.query("release/tables/records_rows", rows=rows)[1], names)
            place.spark.write_parquet(tree, {}, staged)  # type: ignore[attr-defined]
            printed = ""
            staged.chmod(0o700)
        else:
            form, binds = form_of_copy(path)
            copy_called(duckdb_of(engine), f"release/files/write_records_{form}", staged, names, rows=rows, **binds)
            printed = fingerprint(staged).sha256
            staged.chmod(0o600)
        fields = _fields(engine, rows, kind, {path.name: printed}, names)
        with alone(path):
            publish_beside(staged, path, fields, place.free())


def _in_tables(engine: Engine, rows: Table, place: InTables, kind: str, names: Mapping[str, str]) -> None:
    tree = outputs_called(engine.query("release/tables/records_rows", rows=rows)[1], names)
    text = as_text(_fields(engine, rows, kind, {place.name: ""}, names))
    (own,) = place.tables.data
    made: Made = {place.tables.manifest: ("release/tables/table_manifest", {"manifest": text}), own: (tree, {})}
    place.create(engine, made, text, None)
