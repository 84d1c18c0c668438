"""Read a release that is a table of a DuckDB file; its manifest is the one row of the table ``<name>_manifest``."""

from pathlib import Path

import duckdb

from setanon_sql.engine import DuckDBEngine
from setanon_sql.engine.attached import attached
from setanon_sql.errors import BadInput, SetanonError
from setanon_sql.query.templates import Table
from setanon_sql.verify.grouped import digest_of, table_rows
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
            lines, promise = _read(engine, table_in(name, alias))
    except BadInput:
        raise
    except (duckdb.Error, SetanonError) as error:
        raise BadInput(
            "the released table or its manifest cannot be read",
            "are the names right? The manifest is the table of that name with _manifest after it",
        ) from error
    return lines, digest_of(engine, lines, grouped=promise.grouped), promise


def _read(engine: DuckDBEngine, release: Table) -> tuple[Table, Promise]:
    beside = Table(f"{release.name}_manifest", release.schema, release.catalog)
    manifests = engine.rows("verify/read/manifest", manifests=beside)
    if len(manifests) != 1:
        raise BadInput("the table of the manifest should hold one row", "it may have been edited")
    promise = parse_manifest(str(manifests[0][0]))
    return table_rows(engine, release, grouped=promise.grouped), promise
