"""What a schema of PostgreSQL holds; see :mod:`setanon_sql.engine.catalog`. The server knows what needs what."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from setanon_sql.engine.catalog import Catalog, Standing
from setanon_sql.errors import BadDestination, BadInput, SetanonError
from setanon_sql.query.templates import Table

if TYPE_CHECKING:
    from setanon_sql.engine.postgres.engine import PostgresEngine

#: PostgreSQL cuts longer names without an error.
_LONGEST = 63

_SCHEMA = """
    SELECT pg_catalog.has_schema_privilege(n.oid, 'CREATE') FROM pg_catalog.pg_namespace n WHERE n.nspname = %s"""

_STANDING = """
    SELECT c.oid, c.relkind = 'r', pg_catalog.pg_has_role(c.relowner, 'USAGE'),
           ARRAY(SELECT a.attname::text FROM pg_catalog.pg_attribute a
                 WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = %s AND c.relname = %s"""

#: What needs a table (or its type) so that it cannot be dropped without it.
_READERS = """
    SELECT DISTINCT coalesce(v.relname, k.conname, 'something else')::text
    FROM pg_catalog.pg_depend d
    LEFT JOIN pg_catalog.pg_rewrite w ON d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass AND w.oid = d.objid
    LEFT JOIN pg_catalog.pg_class v ON v.oid = w.ev_class
    LEFT JOIN pg_catalog.pg_constraint k
        ON d.classid = 'pg_catalog.pg_constraint'::pg_catalog.regclass AND k.oid = d.objid
    WHERE d.deptype = 'n' AND (
        (d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.refobjid = %s)
        OR (d.refclassid = 'pg_catalog.pg_type'::pg_catalog.regclass
            AND d.refobjid IN (SELECT t.oid FROM pg_catalog.pg_type t WHERE t.typrelid = %s)))"""

#: A relation, those that its views are made from, and its partitions, and so on.
READ = """
    WITH RECURSIVE read (oid) AS (
        SELECT pg_catalog.to_regclass(%s)::oid
        UNION
        SELECT more.oid FROM read, LATERAL (
            SELECT d.refobjid AS oid FROM pg_catalog.pg_rewrite w
            JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass AND d.objid = w.oid
            WHERE w.ev_class = read.oid AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
            UNION ALL
            SELECT i.inhrelid FROM pg_catalog.pg_inherits i WHERE i.inhparent = read.oid) AS more)
    SELECT oid FROM read WHERE oid IS NOT NULL"""


@dataclass
class PostgresCatalog(Catalog):
    """The schema that the parts ``above`` a table's name say, and the relations that ``reads`` names."""

    engine: "PostgresEngine"
    above: Sequence[str]
    reads: Sequence[Sequence[str]]

    @cached_property
    def schema(self) -> str:
        """The schema; where none is written, the one in which the server would create a table."""
        if len(self.above) > 1:
            raise BadDestination("PostgreSQL writes to the database of <db> only", "write table or schema.table")
        return self.above[0] if self.above else next(iter(self.engine.path), "public")

    def refuse_place(self, names: Iterable[str]) -> None:
        """Raise BadDestination where there is no such schema, no right to create, or a name is too long."""
        rows = self._rows(_SCHEMA, self.schema)
        if not rows:
            raise BadDestination("there is no such schema in the database", "create it first")
        if not rows[0][0]:
            raise BadDestination("this role may not create tables there", "grant CREATE on that schema to it")
        if any(len(name.encode()) > _LONGEST for name in names):
            raise BadDestination(
                f"PostgreSQL cuts names after {_LONGEST} bytes, and that of the manifest would be longer",
                "choose a shorter name",
            )

    def standing(self, name: str) -> Standing | None:
        """Return what stands under a name of the schema; None where nothing does."""
        for oid, is_table, droppable, columns in self._rows(_STANDING, self.schema, name):
            readers = tuple(reader for (reader,) in self._rows(_READERS, oid, oid))
            return Standing(is_table, frozenset(columns), readers, oid in self._read_oids, droppable)
        return None

    @cached_property
    def _read_oids(self) -> set[int]:
        forms = [parts for name in self.reads for parts in (name, [part.lower() for part in name])]
        names = [name for parts in forms for name in self.engine.candidates(parts)]
        return {oid for name in names for (oid,) in self._rows(READ, name)}

    def manifest(self, name: str) -> str:
        """Return the one value of a table with the one column ``manifest``; empty for any other table."""
        try:
            with self.engine.connection.transaction():
                return super().manifest(name)
        except (SetanonError, BadInput):  # no right to read it: it is somebody else's
            return ""

    def table(self, name: str) -> Table:
        """Return a table of the schema."""
        return Table(name, self.schema)

    def _rows(self, text: str, *values: Any) -> list[tuple[Any, ...]]:
        return self.engine.catalog_rows(text, values)
