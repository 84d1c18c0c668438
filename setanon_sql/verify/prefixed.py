"""A disassociated release that is tables of a DuckDB file, whose names begin alike; see :class:`Prefixed`."""

from dataclasses import dataclass
from pathlib import Path

import duckdb

from setanon_sql.engine import DuckDBEngine, Engine
from setanon_sql.engine.attached import attached
from setanon_sql.errors import BadInput, SetanonError
from setanon_sql.query.templates import Table
from setanon_sql.verify.disassociation import FolderTables
from setanon_sql.verify.tables import table_in

_ALIAS = "setanon_release"
#: The tables of a release; the manifest is the one row of a fourth, ``manifest``.
NAMES = ("clusters", "subrecords", "terms")


@dataclass(frozen=True)
class Prefixed:
    """The tables ``<prefix>_clusters``, ``_subrecords``, ``_terms`` and ``_manifest`` of a DuckDB file.

    ``prefix`` may name a schema: ``marts.safe``.
    """

    database: Path
    prefix: str


def is_prefixed(engine: DuckDBEngine, database: Path, name: str) -> bool:
    """Whether a database holds a disassociated release of that name; False where it cannot be opened."""
    if not database.is_file():
        return False
    try:
        with attached(engine, database, _ALIAS) as alias:
            return bool(_relations(engine, table_in(f"{name}_{NAMES[0]}", alias)))
    except (duckdb.Error, SetanonError):
        return False


def _relations(engine: DuckDBEngine, table: Table) -> int:
    return engine.number(
        "verify/disassociation_read/relations", tables=Table("tables", "information_schema"),
        catalog=table.catalog, schema=table.schema, name=table.name,
    )  # fmt: skip


def read_prefixed(engine: DuckDBEngine, place: Prefixed) -> FolderTables:
    """Read the tables of a release into scratch tables; raises BadInput where they cannot be."""
    if not place.database.is_file():
        raise BadInput(f"there is no database {place.database.name}", "check --db")
    try:
        with attached(engine, place.database, _ALIAS) as alias:
            return FolderTables(**{
                name: engine.table(
                    f"verify/disassociation_read/table_{name}", released=table_in(f"{place.prefix}_{name}", alias)
                )
                for name in NAMES
            })  # fmt: skip
    except (duckdb.Error, SetanonError) as error:
        raise BadInput(
            "the tables of the release cannot be read as what they should be",
            f"they are called after the release, with {', '.join(f'_{name}' for name in NAMES)} after it",
        ) from error


def manifest_text(engine: DuckDBEngine, place: Prefixed) -> str:
    """Return the manifest of a release; raises BadInput where there is none."""
    try:
        with attached(engine, place.database, _ALIAS) as alias:
            rows = engine.rows("verify/read/manifest", manifests=table_in(f"{place.prefix}_manifest", alias))
    except (duckdb.Error, SetanonError) as error:
        raise BadInput(
            "the manifest of the release cannot be read", "it is the table of its name with _manifest after it"
        ) from error
    if len(rows) != 1:
        raise BadInput("the table of the manifest should hold one row", "it may have been edited")
    return str(rows[0][0])


def digests(engine: Engine, tables: FolderTables) -> dict[str, str]:
    """Return a fingerprint of each table, which does not depend on the order of its rows."""
    found: dict[str, str] = {}
    for name in NAMES:
        own = {name: getattr(tables, name)}
        lines = engine.table(f"verify/disassociation_read/{name}_as_lines", **own)
        (found[name],) = engine.row("verify/read/table_digest", lines=lines)
        engine.drop(lines)
    return found
