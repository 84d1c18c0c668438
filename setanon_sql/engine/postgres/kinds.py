"""What PostgreSQL's columns are for :class:`~setanon_sql.engine.warehouse.Relation`, as its catalog tells.

A type is taken as text that tells its values apart where that is known of it. Any other type that can be sorted has an
equality of its own: to ``numeric`` 7 and 7.0 are one value, so are a and A to ``citext`` or where a collation says so.
"""

from collections.abc import Iterable

_WHOLE = {"int2", "int4", "int8"}
_NESTED = {"_bytea", "_json", "_jsonb", "_record"}
_KINDS = {"bool": "flag", "float4": "real", "float8": "real", "bytea": "bytes", "json": "json", "jsonb": "json"}

#: The server's own types whose equal values have one text.
_PLAIN = """
    'bool', 'int2', 'int4', 'int8', 'float4', 'float8', 'oid', 'char', 'uuid', 'bytea', 'money', 'bit', 'varbit',
    'date', 'time', 'timetz', 'timestamp', 'timestamptz', 'inet', 'cidr', 'macaddr', 'macaddr8'"""

#: The type of the values of a column: what a domain is made of, the elements of an array.
_VALUES = """
    LATERAL (
        WITH RECURSIVE down(oid, depth) AS (
            SELECT t.oid, 0
            UNION ALL
            SELECT CASE WHEN d.typtype = 'd' THEN d.typbasetype ELSE d.typelem END, w.depth + 1
            FROM down w JOIN pg_catalog.pg_type d ON d.oid = w.oid
            WHERE d.typtype = 'd' OR (d.typcategory = 'A' AND d.typelem <> 0)
        )
        SELECT d.* FROM down w JOIN pg_catalog.pg_type d ON d.oid = w.oid ORDER BY w.depth DESC LIMIT 1
    ) AS b"""

#: Can values of that type be sorted? One that is stored as another is sorted as that is.
_SORTED = """
    b.typtype IN ('r', 'm') OR EXISTS (
        SELECT FROM pg_catalog.pg_opclass o
        JOIN pg_catalog.pg_am m ON m.oid = o.opcmethod AND m.amname = 'btree'
        WHERE o.opcdefault AND (o.opcintype = b.oid OR EXISTS (
            SELECT FROM pg_catalog.pg_cast c
            WHERE c.castsource = b.oid AND c.casttarget = o.opcintype AND c.castmethod = 'b' AND c.castcontext = 'i')
        ))"""

#: Name and category of a type (of those of others, which may be called as the server's own, no name), and whether its
#: values may be equal where their texts differ. Needs the type ``t``, its modifier and whether it is collated plainly.
_ASKED = f"""
    t.typcategory::text,
    CASE WHEN t.typnamespace = 'pg_catalog'::pg_catalog.regnamespace THEN t.typname::text ELSE '' END,
    ({_SORTED}) AND NOT (b.typtype = 'e' OR b.typnamespace = 'pg_catalog'::pg_catalog.regnamespace AND (
        b.typname IN ({_PLAIN})
        OR b.typname = 'numeric' AND b.oid IN (t.oid, t.typelem) AND a.modifier >= 0
        OR b.typname IN ('text', 'varchar', 'bpchar', 'name') AND a.plain))"""

#: The columns of a table or view: of each its name, what is asked of its type, where it is, and whether it may be read.
COLUMNS = f"""
    SELECT a.attname, {_ASKED}, a.nspname, a.relname, a.readable
    FROM (
        SELECT a.attnum, a.attname, a.atttypid, a.atttypmod AS modifier, n.nspname, c.relname,
               coalesce(l.collisdeterministic, true) AS plain,
               pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT') AS readable
        FROM pg_catalog.pg_class c
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        LEFT JOIN pg_catalog.pg_collation l ON l.oid = a.attcollation
        WHERE c.oid = pg_catalog.to_regclass(%s) AND c.relkind IN ('r', 'v', 'm', 'f', 'p')
    ) AS a
    JOIN pg_catalog.pg_type t ON t.oid = a.atttypid, {_VALUES}
    ORDER BY a.attnum"""  # noqa: S608 (of parts that stand above)

#: The same of types alone, as a query gives them: of its texts nobody knows how they are collated.
TYPES = f"""
    SELECT t.oid::bigint, {_ASKED}
    FROM (SELECT -1 AS modifier, NOT EXISTS (
        SELECT FROM pg_catalog.pg_collation l WHERE NOT l.collisdeterministic) AS plain) AS a,
        pg_catalog.pg_type t, {_VALUES}
    WHERE t.oid = ANY(%s::oid[])"""  # noqa: S608 (likewise)


def kind_of(category: str, name: str, loose: bool) -> str:
    """Return what a type is, from what is asked of it."""
    if category == "A" and name in _NESTED:
        return "nested list"
    if category == "A":
        return "loose list" if loose else "list"
    if name in _WHOLE:
        return "whole"
    return _KINDS.get(name, "struct" if category == "C" else "loose" if loose else "other")


def forbidden_columns(rows: Iterable[tuple[object, ...]]) -> frozenset[str]:
    """Return the names of those columns that may not be read."""
    return frozenset(str(name) for name, *_, readable in rows if not readable)
