"""Read and check a release that is a table of a warehouse, or a folder of Parquet files that Spark wrote."""

from pathlib import Path

from setanon_sql.engine import Warehouse
from setanon_sql.engine.warehouse import is_path, name_parts
from setanon_sql.errors import BadInput
from setanon_sql.query.templates import Table
from setanon_sql.verify.grouped import digest_of, table_rows
from setanon_sql.verify.promise import Promise, parse_manifest
from setanon_sql.verify.standing import read_standing, refuse_put_aside


def read_relation(engine: Warehouse, name: str, *, grouped: bool = False) -> Table:
    """Return the rows of a release as a scratch table ``record_id, item``, and ``group_id`` where it is ``grouped``.

    Unchecked; raises BadInput without these columns.
    """
    relation = engine.relation(name_parts(name))
    group = ("group_id",) if grouped else ()
    if missing := [own for own in ("record_id", "item", *group) if own not in relation.columns]:
        raise BadInput(f"the release lacks the columns {', '.join(missing)}", "is this the name of a release?")
    view = engine.pairs(relation, "record_id", "item", *group)
    renamed = Table(
        view.name, view.schema, columns={"record_id": "record", "item": "item"} | {own: own for own in group}
    )
    return table_rows(engine, renamed, grouped=grouped)


def read_promise(engine: Warehouse, name: str) -> Promise:
    """Return what the manifest of a release promises: the file beside a folder, the table beside a table."""
    if is_path(name):
        refuse_put_aside(Path(name))
        return read_standing(Path(name), lambda told: _digest(engine, name, told))
    return parse_manifest(manifest_text(engine, name))


def _digest(engine: Warehouse, name: str, promise: Promise) -> str:
    """Return the fingerprint of the rows of a folder."""
    try:
        lines = read_relation(engine, name, grouped=promise.grouped)
    except BadInput:
        return ""
    found = digest_of(engine, lines, grouped=promise.grouped)
    engine.drop(lines)
    return found


def manifest_text(engine: Warehouse, name: str) -> str:
    """Return the manifest of a release that is a table (or several), which stands in a table beside it."""
    *above, own = name_parts(name)
    try:
        relation = engine.relation([*above, f"{own}_manifest"])
    except BadInput as error:
        raise BadInput(
            "the release has no manifest", "the manifest is the table of that name with _manifest after it"
        ) from error
    manifests = engine.rows("verify/read/manifest", manifests=relation.table)
    if len(manifests) != 1:
        raise BadInput("the table of the manifest should hold one row", "it may have been edited")
    return str(manifests[0][0])
