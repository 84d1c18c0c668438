"""Records that hold the same items, found once for all models: they are counted together."""

from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Table
from setanon_sql.verify.persons import Persons


@scoped
def equal_records(
    engine: Engine, lines: Table, labels: Table, persons: Persons | None = None
) -> tuple[Table, Table | None]:
    """Return ``lines`` with their ``labels`` as numbers, each record once with the number of those equal to it.

    Besides whose these are (``record_id, person``), where ``persons`` are told.
    """
    coded = engine.table("verify/equal_records/coded", lines=lines, labels=labels)
    members = engine.table("verify/equal_records/members", coded=coded)
    alike = engine.table("verify/equal_records/alike", members=members)
    transactions = engine.table("verify/equal_records/transactions", coded=coded, alike=alike)
    if persons is None:
        return transactions, None
    return transactions, engine.table(
        "verify/equal_records/holders", members=members, alike=alike, persons=persons.rows
    )
