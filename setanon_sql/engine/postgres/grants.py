"""Who may do what with tables of PostgreSQL: read before they are replaced, and given to those that take their place.

The role that replaces a table owns the new one, and so may grant. What the old owner could do is not among it. Tables
that name records are for their owner alone: what ALTER DEFAULT PRIVILEGES gives to others is taken back at once.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from setanon_sql.engine.postgres.engine import PostgresEngine

#: The rights on tables, and on single columns of them, as statements; the name of a column is '' for the whole table.
_GRANTS = """
    SELECT c.relname::text, one.attname,
           'GRANT ' || acl.privilege_type
           || CASE WHEN one.attname = '' THEN '' ELSE ' (' || pg_catalog.quote_ident(one.attname) || ')' END
           || ' ON TABLE ' || pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(c.relname)
           || ' TO ' || CASE WHEN acl.grantee = 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(r.rolname) END
           || CASE WHEN acl.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    CROSS JOIN LATERAL (
        SELECT '' AS attname, c.relacl AS given
        UNION ALL
        SELECT a.attname::text, a.attacl FROM pg_catalog.pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS one
    CROSS JOIN LATERAL pg_catalog.aclexplode(one.given) AS acl
    LEFT JOIN pg_catalog.pg_roles r ON r.oid = acl.grantee
    WHERE n.nspname = %s AND c.relname = ANY(%s) AND acl.grantee <> c.relowner
      AND (acl.grantee = 0 OR r.oid IS NOT NULL)"""

_COLUMNS = """
    SELECT c.relname::text, a.attname::text
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE n.nspname = %s AND c.relname = ANY(%s)"""

#: What others were given on tables as they were made, as statements that take it back.
GIVEN = """
    SELECT DISTINCT 'REVOKE ALL ON TABLE ' || pg_catalog.quote_ident(n.nspname) || '.'
           || pg_catalog.quote_ident(c.relname) || ' FROM '
           || CASE WHEN acl.grantee = 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(r.rolname) END
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    CROSS JOIN LATERAL pg_catalog.aclexplode(c.relacl) AS acl
    LEFT JOIN pg_catalog.pg_roles r ON r.oid = acl.grantee
    WHERE n.nspname = %s AND c.relname = ANY(%s) AND acl.grantee <> c.relowner"""


class Grants:
    """The rights that others have on the tables ``names`` of a schema."""

    def __init__(self, engine: "PostgresEngine", schema: str, names: Sequence[str]) -> None:
        self.engine = engine
        self._of_tables = [schema, list(names)]
        self.grants = engine.catalog_rows(_GRANTS, self._of_tables) if names else []

    def give(self) -> None:
        """Give them to the tables that have these names now; those of a column that is gone go with it."""
        if not self.grants:
            return
        columns = set(self.engine.catalog_rows(_COLUMNS, self._of_tables))
        columns |= {(table, "") for table, _ in columns}
        for table, column, statement in self.grants:
            if (table, column) in columns:
                self.engine.grant(statement)


def keep_private(engine: "PostgresEngine", schema: str, names: Sequence[str]) -> None:
    """Leave the tables ``names`` of a schema, which were just made, to their owner alone."""
    for (statement,) in engine.catalog_rows(GIVEN, [schema, list(names)]) if names else ():
        engine.grant(statement)
