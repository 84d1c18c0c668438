"""Records that hold the same items, found once for all models: they are counted together."""

from setanon_sql.engine import Engine
from setanon_sql.query.templates import Table


def equal_records(engine: Engine, lines: Table, labels: Table) -> tuple[Table, Table, Table]:
    """Return three tables: ``lines`` with their ``labels`` as numbers, which records are equal, each of these once."""
    coded = engine.table("verify/equal_records/coded", lines=lines, labels=labels)
    alike = engine.table("verify/equal_records/equal_records", coded=coded)
    return coded, alike, engine.table("verify/equal_records/transactions", coded=coded, alike=alike)
