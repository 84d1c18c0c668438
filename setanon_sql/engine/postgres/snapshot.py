"""All that a run reads from PostgreSQL, as it was at one moment: one REPEATABLE READ transaction around the reading.

It ends before the work begins: a snapshot that is held for hours keeps the server from cleaning up, and scratch tables
that are dropped would keep their room. TRUNCATE and what rewrites a table do not heed snapshots: such a table seems
empty to those that began before. That is seen by its file, and refused.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from setanon_sql.engine.postgres.catalog import READ
from setanon_sql.errors import BadInput, SetanonError

if TYPE_CHECKING:
    from setanon_sql.engine.postgres.engine import PostgresEngine

#: Tables that have another file now than at the moment of the snapshot.
REWRITTEN = """
    SELECT pg_catalog.count(*) FROM pg_catalog.pg_class c
    WHERE c.oid = ANY(%s) AND c.relfilenode <> 0
      AND c.relfilenode IS DISTINCT FROM pg_catalog.pg_relation_filenode(c.oid)"""


class Snapshot:
    """The snapshot that an ``engine`` reads in, while it is taken, and what was read in it."""

    def __init__(self, engine: "PostgresEngine") -> None:
        self.engine = engine
        self.is_taken = False
        self._read_names: set[str] = set()

    def reads(self, parts: Sequence[str]) -> None:
        """Remember that a table or view of the user is read."""
        if self.is_taken and parts[0] != self.engine.scratch_schema:
            self._read_names.add(self.engine.quoted(parts))

    @contextmanager
    def hold(self, *, read_only: bool) -> Iterator[None]:
        """Take it for what is read meanwhile; inside another one that one stays.

        Raises BadInput where something that was read was emptied or rewritten after it had been taken.
        """
        if self.is_taken:
            yield
            return
        self._read_names = set()
        self.is_taken = True
        self.engine.execute("begin", f"BEGIN ISOLATION LEVEL REPEATABLE READ{', READ ONLY' if read_only else ''}")
        try:
            yield
            self._refuse_rewritten()
            self.engine.execute("commit", "COMMIT")
        except BaseException:
            with suppress(SetanonError):
                self.engine.execute("rollback", "ROLLBACK")
            raise
        finally:
            self.is_taken = False

    def _refuse_rewritten(self) -> None:
        oids = [oid for name in sorted(self._read_names) for (oid,) in self.engine.catalog_rows(READ, [name])]
        ((rewritten,),) = self.engine.catalog_rows(REWRITTEN, [oids])
        if rewritten:
            raise rewritten_meanwhile(rewritten)


def rewritten_meanwhile(tables: int) -> BadInput:
    """Return the error for tables that a snapshot does not hold."""
    return BadInput(
        f"{tables} of the tables that are read were emptied or rewritten while they were read",
        "run it again when nobody does that (TRUNCATE, VACUUM FULL, CLUSTER, ALTER TABLE)",
    )
