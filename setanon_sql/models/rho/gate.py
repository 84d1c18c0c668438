"""The gate: one SELECT that gives no row where the guarantee holds, and else counts only."""

from setanon_sql.engine.written.select import SelectEngine
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.models.rho.scripts import whole_limit
from setanon_sql.query.templates import Table
from setanon_sql.scripts.faults import nothing_listed
from setanon_sql.scripts.selecting import finish_gate, gate_engine, items_listed, items_of_table, pairs_of

#: The most known items: each more multiplies what one statement has to keep.
MOST_KNOWN = 2


def rho_gate(model: RhoUncertainty, dialect: str, table: Table, sensitive: Table | tuple[str, ...]) -> SelectEngine:
    """Return the SELECT that finds rules above rho from up to m known items in ``table``.

    ``sensitive``: what is sensitive for everybody, a table with a column of items or the items themselves. A threat is
    a rule whose known items cannot be had with fewer of them. Raises BadParameter for a dialect that is not known and
    for m over 2.
    """
    engine = gate_engine(dialect, model.m, MOST_KNOWN)
    limit = whole_limit(model)
    items, item_rows = items_of_table(engine, table)
    rows = {"item_rows": item_rows, "items": items}
    listed = items_listed(engine, sensitive, items, table)
    fault = nothing_listed(engine, "sensitive", sensitive, {"listed": listed, "item_rows": item_rows})
    named = engine.table("rules/count_rules/sensitive_rows", transactions=item_rows, sensitive=listed)
    limits = {"limit_num": limit.numerator, "limit_den": limit.denominator}
    sure = engine.table("gate/rho/sure_items", sensitive_rows=named, **rows, **limits)
    sizes = [(sure, engine.table("gate/rho/records_of_items", item_rows=item_rows, sure_items=sure))]
    if (model.m or 0) > 1:
        pair_rows, pairs = pairs_of(engine, item_rows)
        sure = engine.table(
            "gate/rho/sure_pairs", pair_rows=pair_rows, sensitive_rows=named, pairs=pairs, items=items, **limits
        )
        sizes += [(sure, engine.table("gate/sets/records_of_pairs", pair_rows=pair_rows, pairs=sure))]
    return finish_gate(engine, sizes, [fault])
