"""PostgreSQL through ADBC: a session as :mod:`.postgres_session` has it, and what ADBC itself does not say."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from setanon_sql.engine.postgres.catalog import READ
from setanon_sql.engine.postgres.grants import GIVEN
from setanon_sql.engine.postgres.kinds import COLUMNS, forbidden_columns, kind_of
from setanon_sql.engine.postgres.session import PINNED_PATH, USERS_PATH, WRITTEN
from setanon_sql.engine.postgres.snapshot import REWRITTEN, rewritten_meanwhile
from setanon_sql.engine.warehouse import Relation
from setanon_sql.query.templates import Table

if TYPE_CHECKING:
    from adbc_driver_manager.dbapi import Connection

_PLACES = """
    SELECT n.nspname::pg_catalog.text FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE c.relname = ANY(ARRAY[{names}])"""


def pin_path(connection: "Connection") -> list[str]:
    """Pin the path of a new session and how it writes values; have statements refused whose rows a policy would hide.

    Returns the schemas of the path before.
    """
    with connection.cursor() as cursor:
        cursor.execute(USERS_PATH)
        ((path,),) = cursor.fetchall()
        cursor.execute(f"SET search_path = {PINNED_PATH}")
        for setting, value in (WRITTEN | {"row_security": "off"}).items():
            cursor.execute(f"SET {setting} = '{value}'")
    connection.commit()
    return [schema for schema in path if schema != "pg_catalog"]


def place_in(connection: "Connection", path: Sequence[str], name: str) -> str:
    """Return the schema of a path in which a name is found, as written or in lower case; empty where it is in none."""
    bare = name[1:-1].replace('""', '"') if name.startswith('"') else name
    rows = _rows(connection, _PLACES.format(names=", ".join(map(_text, (bare, bare.lower())))))
    schemas = {schema for (schema,) in rows}
    return next((schema for schema in path if schema in schemas), "")


def relation_of(connection: "Connection", table: Table, written: str) -> Relation | None:
    """Return a table or view with its columns, as the server's catalog has them; None where there is none."""
    rows = _rows(connection, COLUMNS.replace("%s", _text(written)))
    kinds = {column: kind_of(*type_) for column, *type_, _, _, _ in rows}
    return Relation(table, kinds, forbidden_columns(rows)) if rows else None


def refuse_rewritten(connection: "Connection", tables: Sequence[str]) -> None:
    """Raise BadInput where tables (or what views read) were emptied or rewritten after the snapshot was taken."""
    oids = [oid for name in tables for (oid,) in _rows(connection, READ.replace("%s", _text(name)))]
    listed = ", ".join(str(int(oid)) for oid in oids)
    ((rewritten,),) = _rows(connection, REWRITTEN.replace("%s", f"ARRAY[{listed}]::oid[]"))
    if rewritten:
        raise rewritten_meanwhile(rewritten)


def keep_private(connection: "Connection", tables: Sequence[Table]) -> None:
    """Leave tables that were just made to their owner alone."""
    for table in tables:
        query = GIVEN.replace("%s", _text(table.schema), 1).replace("ANY(%s)", f"ANY(ARRAY[{_text(table.name)}])")
        for (statement,) in _rows(connection, query):
            with connection.cursor() as cursor:
                cursor.execute(statement)


def _rows(connection: "Connection", text: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(text)
        return list(cursor.fetchall())


def _text(value: str) -> str:
    return exp.Literal.string(value).sql("postgres")
