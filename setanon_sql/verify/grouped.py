"""The rows and the fingerprint of a release that is a table, with or without groups."""

from setanon_sql.engine import Engine
from setanon_sql.query.templates import Table


def table_rows(engine: Engine, release: Table, *, grouped: bool = False) -> Table:
    """Return the rows of a table as a scratch table ``record_id, item``, and ``group_id`` where it is ``grouped``."""
    return engine.table("verify/read/table_rows_grouped" if grouped else "verify/read/table_rows", release=release)


def digest_of(engine: Engine, lines: Table, *, grouped: bool = False) -> str:
    """Return the fingerprint of rows ``record_id, item`` (and ``group_id``): it does not depend on their order."""
    told = engine.table("verify/read/with_group", lines=lines) if grouped else lines
    (digest,) = engine.row("verify/read/table_digest", lines=told)
    engine.drop(told if grouped else None)
    return str(digest)
