"""Read a release that is a table of a DuckDB file; its manifest is the one row of the table ``<name>_manifest``."""

from pathlib import Path
from typing import Any

import duckdb

from setanon_sql.engine import DuckDBEngine
from setanon_sql.engine.attached import attached
from setanon_sql.errors import BadInput, SetanonError
from setanon_sql.sql import Table
from setanon_sql.verify.promise import Promise, parse_manifest

_ALIAS = "setanon_release"


def table_in(name: str, catalog: str) -> Table:
    """Return the table that ``schema.table`` or ``table`` names; schema ``main`` where none is written."""
    schema, _, table = name.rpartition(".")
    return Table(table, schema or "main", catalog)


def read_release_table(engine: DuckDBEngine, name: str, database: Path) -> tuple[Table, str, Promise]:
    """Return the rows ``record_id, item`` of a released table, their fingerprint, and what its manifest promises.

    Raises BadInput where the file, the table or its manifest is not there.
    """
    if not database.is_file():
        raise BadInput(f"there is no database {database.name}", "check --db")
    try:
        with attached(engine, database, _ALIAS) as alias:
            lines, manifests = _read(engine, table_in(name, alias))
    except (duckdb.Error, SetanonError) as error:
        raise BadInput(
            "the released table or its manifest cannot be read",
            "are the names right? The manifest is the table of that name with _manifest after it",
        ) from error
    if len(manifests) != 1:
        raise BadInput("the table of the manifest should hold one row", "it may have been edited")
    (digest,) = engine.row("verify/table_digest", lines=lines)
    return lines, digest, parse_manifest(str(manifests[0][0]))


def _read(engine: DuckDBEngine, release: Table) -> tuple[Table, list[tuple[Any, ...]]]:
    beside = Table(f"{release.name}_manifest", release.schema, release.catalog)
    manifests = engine.rows("verify/read_manifest", manifests=beside)
    return engine.table("verify/read_table", release=release), manifests
