"""The gate: one SELECT that gives no row where the guarantee holds, and else counts only."""

from setanon_sql.engine.written.select import SelectEngine
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.query.templates import Bind, Table
from setanon_sql.scripts.faults import Listed, nothing_listed, without_person
from setanon_sql.scripts.selecting import (
    Found,
    finish_gate,
    gate_engine,
    gate_query,
    items_listed,
    items_of_table,
    pairs_of,
)
from setanon_sql.sensitive.limits import at_most

#: The most known items: each more multiplies what one statement has to keep.
MOST_KNOWN = 2


def coherence_gate(model: Coherence, dialect: str, table: Table, sensitive: Listed) -> SelectEngine:
    """Return the SELECT that finds minimal sets at fault of up to m known items in ``table``.

    ``sensitive``: a table with a column of items, or the items themselves. Rows: as those of the gate of km, and with
    persons where the model counts these. Raises BadParameter for a dialect that is not known and for m over 2.
    """
    engine = gate_engine(dialect, model.m, MOST_KNOWN)
    items, item_rows = items_of_table(engine, table, model.person)
    listed = items_listed(engine, sensitive, items, table)
    faults = [nothing_listed(engine, "sensitive", sensitive, {"listed": listed, "item_rows": item_rows})]
    faults += [without_person(engine, table)] if model.person else []
    gate = _Gate(
        engine, model, engine.table("rules/count_rules/sensitive_rows", transactions=item_rows, sensitive=listed)
    )
    return finish_gate(engine, gate.sizes(items, item_rows, listed), faults, item_rows if model.person else None)


class _Gate:
    """The sets at fault; ``sensitive_rows`` says which records hold what is sensitive."""

    def __init__(self, engine: SelectEngine, model: Coherence, sensitive_rows: Table) -> None:
        self.engine = engine
        self.model = model
        self.sensitive_rows = sensitive_rows

    def sizes(self, items: Table, item_rows: Table, listed: Table) -> list[Found]:
        """Return the sets at fault of each size, with the records that hold one."""
        items, rows = self._without(listed, items, item_rows)
        faulty = self._faulty("items", items=items, item_rows=rows)
        sizes = [(faulty, self.engine.table("gate/coherence/records_of_items", item_rows=rows, listed=faulty))]
        if (self.model.m or 0) > 1:
            items, rows = self._without(faulty, items, rows)
            pair_rows, pairs = pairs_of(self.engine, rows, self.model.person)
            faulty = self._faulty("pairs", pairs=pairs, pair_rows=pair_rows, items=items)
            sizes += [(faulty, self.engine.table("gate/sets/records_of_pairs", pair_rows=pair_rows, pairs=faulty))]
        return sizes

    def _without(self, listed: Table, items: Table, rows: Table) -> tuple[Table, Table]:
        """Return items and rows without the items of a list."""
        others = self.engine.table("gate/coherence/others", items=items, listed=listed)
        other_items = self.engine.table(gate_query("known_items", self.model.person), items=items, known=others)
        return other_items, self.engine.table(gate_query("known_rows", self.model.person), item_rows=rows, known=others)

    def _faulty(self, sets: str, **binds: Bind) -> Table:
        share = at_most(self.model.h, 10**9)
        limits = {"limit_num": share.numerator, "limit_den": share.denominator, "k": self.model.k}
        of = "_of_persons" if self.model.person else ""
        query = f"gate/coherence/faulty_{sets}{of}"
        return self.engine.table(query, sensitive_rows=self.sensitive_rows, **limits, **binds)
