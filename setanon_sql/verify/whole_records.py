"""Is each record, taken as a set, held by k records, or by records of k persons? Found once for all who ask it."""

from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Table

#: So many pairs of records are looked at together.
_PART = 20_000_000


@scoped
def exposed_records(engine: Engine, transactions: Table, k: int, light_holders: Table | None = None) -> int:
    """Return how many distinct records fewer than ``k`` hold as a set.

    ``transactions``: ``record_id, item, weight`` of distinct records, the rarest item is 1. ``light_holders``: the
    persons (``record_id, person``) of records that fewer than k have; None: records count.
    """
    records = engine.table("verify/whole_records/bits", transactions=transactions)
    tables = {"records": records, "transactions": transactions}
    parts = 1 + engine.number("verify/whole_records/pairs", k=k, **tables) // _PART
    exposed = 0
    for part in range(parts):
        may_hold = engine.table("verify/whole_records/may_hold", k=k, parts=parts, part=part, **tables)
        hold = engine.table("verify/whole_records/hold", may_hold=may_hold, transactions=transactions)
        if light_holders is None:
            exposed += engine.number("verify/whole_records/exposed", hold=hold, k=k)
        else:
            whose = {"hold": hold, "light_holders": light_holders}
            exposed += engine.number("verify/whole_records/exposed_of_persons", k=k, **whose)
        engine.drop(may_hold, hold)
    return exposed
