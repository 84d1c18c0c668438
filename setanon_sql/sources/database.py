"""A table or view of a DuckDB file, attached read-only under a name of its own."""

import re
from collections.abc import Iterable
from pathlib import Path

from setanon_sql.engine import DuckDBEngine
from setanon_sql.engine.warehouse import quoted_parts, unquoted
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.query.dialects import WAREHOUSES
from setanon_sql.query.templates import Table
from setanon_sql.sources.columns import Wide, wide_of
from setanon_sql.sources.files import existing_file

_PREFIX = "duckdb:///"
#: How the name of a DuckDB file ends, where it is to be made.
_ENDINGS = {".duckdb", ".ddb", ".db"}


def database_file(db: str) -> Path:
    """Return the DuckDB file that ``--db`` names; raises BadParameter for engines that are not built."""
    path = db.removeprefix(_PREFIX)
    named = re.match(r"([a-z][a-z0-9]*)(\+[a-z0-9+]*)?:", path, re.IGNORECASE)
    if named and not Path(path).exists():
        raise _other_engine(named[1].lower())
    if Path(path).is_file() and not Path(path).stat().st_size:
        hint = "name another file; where a release is to make a new database, remove it"
        raise BadInput(f"{path} is empty, and no DuckDB database", hint)
    return existing_file(Path(path))


def database_to_write(db: str) -> Path:
    """Return the DuckDB file that a release goes to: one that is there, or that is made, named as such files are."""
    path = Path(db.removeprefix(_PREFIX))
    return path if path.suffix.lower() in _ENDINGS and not path.exists() else database_file(db)


def _other_engine(name: str) -> BadParameter:
    dialect = name if name in WAREHOUSES else "NAME"
    return BadParameter(
        f"--db {name}:… names an engine that this command does not work on",
        f"setanon sql audit km --dialect {dialect} prints an audit as a script to run there; for all else export the "
        "table and read the file, or name a DuckDB file, such as warehouse.duckdb",
    )


def open_table(engine: DuckDBEngine, name: str, db: str) -> Wide:
    """Return the table or view ``name`` (``table``, ``schema.table`` or ``catalog.schema.table``) of a DuckDB file.

    Raises BadInput where the file is no database or has no such table.
    """
    table, passing = table_of(engine, name, db)
    return wide_of(engine, name, table, passing=passing)


def table_of(engine: DuckDBEngine, name: str, db: str) -> tuple[Table, bool]:
    """Return where the table or view ``name`` of a DuckDB file is, and whether it is a view; raises BadInput."""
    path = database_file(db)
    alias = _attach(engine, path)
    relations = {(schema, own): view for schema, own, view in engine.rows("sources/read/relations", alias=alias)}
    found = relations_named(name, path, relations)
    if len(found) != 1:
        raise _no_table(path, name, [f"{schema}.{own}" for schema, own in found or relations], bool(found))
    ((schema, own),) = found
    return Table(own, schema, alias), relations[schema, own]


def relations_named(name: str, path: Path, relations: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return those relations (schema, name) of a DuckDB file that ``name`` means; one of schema main goes first."""
    parts = name_parts(name)
    found = [one for one in relations if _matches(parts, path.stem, *one, name)]
    return [one for one in found if one[0] == "main"] or found


def name_parts(name: str) -> list[str]:
    """Split a name at its dots; parts in double quotes may hold dots."""
    return [part for part in map(unquoted, quoted_parts(name)) if part] or [name]


def is_database(path: Path) -> bool:
    """Return whether a file is a DuckDB database, by its first bytes."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(12)[8:] == b"DUCK"


def _attach(engine: DuckDBEngine, path: Path) -> str:
    if not is_database(path):
        raise BadInput(f"{path} is not a DuckDB database", "a file of data is read without --db")
    known = (lake for lake, file in engine.lakes.items() if file is not None and file.resolve() == path.resolve())
    return next(known, "") or engine.attach(path.resolve())


def _matches(parts: list[str], catalog: str, schema: str, own: str, name: str) -> bool:
    wanted, full = [part.lower() for part in parts], [catalog.lower(), schema.lower(), own.lower()]
    return own == name or wanted == full[-len(wanted) :]


def _no_table(path: Path, name: str, known: list[str], several: bool) -> BadInput:
    listed = ", ".join(known[:10]) + (", …" if len(known) > 10 else "") if known else "none"
    if several:
        return BadInput(f"{path} has several tables called {name}: {listed}", "write schema.table")
    return BadInput(f"{path} has no table or view {name}", f"it has: {listed}")
