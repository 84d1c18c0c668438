"""Read and check a release that is a table of a warehouse, or a folder of Parquet files that Spark wrote."""

from pathlib import Path

from setanon_sql.engine import Warehouse
from setanon_sql.engine.warehouse import is_path, name_parts
from setanon_sql.errors import BadInput
from setanon_sql.sql import Table
from setanon_sql.verify.promise import Promise, manifest_beside, parse_manifest, read_manifest


def read_relation(engine: Warehouse, name: str) -> Table:
    """Return the rows of a release as a scratch table ``record_id, item``, unchecked; raises BadInput without them."""
    relation = engine.relation(name_parts(name))
    if {"record_id", "item"} - set(relation.columns):
        raise BadInput("the release lacks the columns record_id and item", "is this the name of a release?")
    view = engine.pairs(relation, "record_id", "item")
    renamed = Table(view.name, view.schema, columns={"record_id": "record", "item": "item"})
    return engine.table("verify/read_table", release=renamed)


def read_promise(engine: Warehouse, name: str) -> Promise:
    """Return what the manifest of a release promises: the file beside a folder, the table beside a table."""
    if is_path(name):
        return read_manifest(manifest_beside(Path(name)))
    return parse_manifest(manifest_text(engine, name))


def manifest_text(engine: Warehouse, name: str) -> str:
    """Return the manifest of a release that is a table (or several), which stands in a table beside it."""
    *above, own = name_parts(name)
    try:
        relation = engine.relation([*above, f"{own}_manifest"])
    except BadInput as error:
        raise BadInput(
            "the release has no manifest", "the manifest is the table of that name with _manifest after it"
        ) from error
    manifests = engine.rows("verify/read_manifest", manifests=relation.table)
    if len(manifests) != 1:
        raise BadInput("the table of the manifest should hold one row", "it may have been edited")
    return str(manifests[0][0])
