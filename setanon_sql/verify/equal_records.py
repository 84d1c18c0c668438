"""Records that hold the same items, found once for all models: they are counted together."""

from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Table


@scoped
def equal_records(engine: Engine, lines: Table, labels: Table) -> Table:
    """Return ``lines`` with their ``labels`` as numbers, each record once with the number of those equal to it."""
    coded = engine.table("verify/equal_records/coded", lines=lines, labels=labels)
    alike = engine.table("verify/equal_records/equal_records", coded=coded)
    return engine.table("verify/equal_records/transactions", coded=coded, alike=alike)
