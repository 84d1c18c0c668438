"""A table or view of a DuckDB file, attached read-only under a name of its own."""

import re
from collections.abc import Iterable
from pathlib import Path

from setanon_sql.engine import DuckDBEngine
from setanon_sql.engine.warehouse import quoted_parts, unquoted
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.query.dialects import OTHER_NAMES, WAREHOUSES
from setanon_sql.query.templates import Table
from setanon_sql.registry import DEFAULT
from setanon_sql.sources.columns import Wide, wide_of
from setanon_sql.sources.files import existing_file

_PREFIX = "duckdb:///"
#: How the name of a DuckDB file ends, where it is to be made.
_ENDINGS = {".duckdb", ".ddb", ".db"}


def database_file(db: str) -> Path:
    """Return the DuckDB file that ``--db`` names; raises BadParameter for engines that are not built."""
    path = db.removeprefix(_PREFIX)
    scheme = re.match(r"([a-z][a-z0-9]*)(\+[a-z0-9+]*)?:", path, re.IGNORECASE)
    if scheme and not Path(path).exists():
        raise _other_engine(scheme[1].lower())
    if Path(path).is_file() and not Path(path).stat().st_size:
        hint = "name another file; where a release is to make a new database, remove it"
        raise BadInput(f"{path} is empty, and no DuckDB database", hint)
    return existing_file(Path(path))


def database_to_write(db: str) -> Path:
    """Return the DuckDB file that a release goes to: one that is there, or that is made, named as such files are."""
    path = Path(db.removeprefix(_PREFIX))
    return path if path.suffix.lower() in _ENDINGS and not path.exists() else database_file(db)


def _other_engine(name: str) -> BadParameter:
    dialect = name if name in (*WAREHOUSES, *OTHER_NAMES) else "NAME"
    return BadParameter(
        f"<db={name}:…> names an engine that this command does not work on",
        f"<script={DEFAULT} {dialect}> prints an audit as a script to run there; for all else export the "
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
    path = Path(db.removeprefix(_PREFIX))
    alias = _attach(engine, path if engine.has_attached(path) else database_file(db))
    relations = {
        (schema, relation): view for schema, relation, view in engine.rows("sources/read/relations", alias=alias)
    }
    matches = relations_named(name, path, relations)
    if len(matches) != 1:
        raise _no_table(
            path, name, [f"{schema}.{relation}" for schema, relation in matches or relations], bool(matches)
        )
    ((schema, relation),) = matches
    return Table(relation, schema, alias), relations[schema, relation]


def relations_named(name: str, path: Path, relations: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return those relations (schema, name) of a DuckDB file that ``name`` means; one of schema main goes first."""
    parts = name_parts(name)
    matches = [relation for relation in relations if _matches(parts, path.stem, *relation, name)]
    return [relation for relation in matches if relation[0] == "main"] or matches


def name_parts(name: str) -> list[str]:
    """Split a name at its dots; parts in double quotes may hold dots."""
    return [part for part in map(unquoted, quoted_parts(name)) if part] or [name]


def is_database(path: Path) -> bool:
    """Return whether a file is a DuckDB database, by its first bytes."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(12)[8:] == b"DUCK"


def refuse_database(engine: DuckDBEngine, path: Path) -> None:
    """Raise BadInput where a file is a database, not data: which tables it has is told with its ``details``."""
    with path.open("rb") as file:
        sqlite = file.read(15) == b"SQLite format 3"
    if sqlite:
        raise BadInput(
            f"{path} is a database of SQLite", f"say <db> 'adbc:sqlite?uri={path}', and name a table as SOURCE"
        )
    if is_database(path):
        rows = engine.rows("sources/read/relations", alias=_attach(engine, path))
        tables = ", ".join(f"{schema}.{table}" for schema, table, _ in rows) or "none"
        hint = f"say <db={path}>, and name a table as SOURCE; <values> those it has"
        raise BadInput(f"{path} is a DuckDB database, not data", hint, (f"its tables: {tables}",))


def _attach(engine: DuckDBEngine, path: Path) -> str:
    if not engine.has_attached(path) and not is_database(path):
        raise BadInput(f"{path} is not a DuckDB database", "a file of data is read without <db>")
    attached = (lake for lake, file in engine.lakes.items() if file is not None and file.resolve() == path.resolve())
    return next(attached, "") or engine.attach(path.resolve())


def _matches(parts: list[str], catalog: str, schema: str, relation: str, name: str) -> bool:
    parts_asked = [part.lower() for part in parts]
    full = [catalog.lower(), schema.lower(), relation.lower()]
    return relation == name or parts_asked == full[-len(parts_asked) :]


def _no_table(path: Path, name: str, names: list[str], is_ambiguous: bool) -> BadInput:
    listed = ", ".join(names[:10]) + (", …" if len(names) > 10 else "") if names else "none"
    if is_ambiguous:
        return BadInput(f"{path} has several tables called {name}: {listed}", "write schema.table")
    return BadInput(f"{path} has no table or view {name}", f"it has: {listed}")
