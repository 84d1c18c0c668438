"""The gate: one SELECT that gives no row where the guarantee holds, and else counts only."""

from collections.abc import Sequence
from dataclasses import replace

from setanon_sql.engine.written.select import SelectEngine
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.query.templates import Bind, Table
from setanon_sql.scripts.faults import CountingFault, Listed, nothing_listed, without_person
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


def coherence_gate(
    model: Coherence, dialect: str, table: Table, sensitive: Listed, groups: Table | None = None
) -> SelectEngine:
    """Return the SELECT that finds minimal sets at fault of up to m known items in ``table``.

    ``sensitive``: a table with a column of items, or the items themselves. ``groups``: of these (``item, name``), each
    bounded like an item; None: there are none. Rows: as those of the gate of km, and with persons where the model
    counts these. Raises BadParameter for a dialect that is not known and for m over 2.
    """
    engine = gate_engine(dialect, model.m, MOST_KNOWN)
    items, item_rows = items_of_table(engine, table, model.person)
    faults = [without_person(engine, table)] if model.person else []
    grouped = None
    if groups:
        grouped = items_listed(engine, groups, items, table)
        faults.append(nothing_listed(engine, "grouped", groups, {"listed": grouped, "item_rows": item_rows}))
    listed = items_listed(engine, sensitive, items, table)
    faults.append(nothing_listed(engine, "sensitive", sensitive, {"listed": listed, "item_rows": item_rows}))
    sensitive_rows = engine.table("rules/count_rules/sensitive_rows", transactions=item_rows, sensitive=listed)
    if groups and grouped:
        in_groups = {"grouped": grouped, "listed": listed, "item_rows": item_rows}
        not_sensitive = engine.table("gate/coherence/not_sensitive", **in_groups)
        faults.append(CountingFault("an item of a group is not sensitive", not_sensitive))
        spelled = {"items": items, "spellings": engine.table("script/data/spellings", source=table)}
        engine.append(sensitive_rows, "gate/coherence/group_rows", named=groups, item_rows=item_rows, **spelled)
    gate = _Gate(engine, model, sensitive_rows)
    sizes = gate.sizes(items, item_rows, listed)
    persons = engine.table("gate/persons/record_persons", item_rows=item_rows) if model.person else None
    return finish_gate(engine, sizes, faults, persons)


class _Gate:
    """The sets at fault; ``sensitive_rows`` says which records hold what is sensitive."""

    def __init__(self, engine: SelectEngine, model: Coherence, sensitive_rows: Table) -> None:
        self.engine = engine
        self.model = model
        self.sensitive_rows = sensitive_rows

    def sizes(self, items: Table, item_rows: Table, listed: Table) -> list[Found]:
        """Return the sets at fault of each size, with the records that hold one."""
        items, rows = self._without(listed, items, item_rows)
        faulty = self._faulty("items", items=self._supports_of(items, "item"), item_rows=self._owned(rows, "item"))
        sizes = [(faulty, self.engine.table("gate/coherence/records_of_items", item_rows=rows, listed=faulty))]
        if (self.model.m or 0) > 1:
            items, rows = self._without(faulty, items, rows)
            pair_rows, pairs = pairs_of(self.engine, rows, self.model.person)
            pair = ("left_item", "right_item")
            tables = {"pairs": self._supports_of(pairs, *pair), "pair_rows": self._owned(pair_rows, *pair)}
            faulty = self._faulty("pairs", items=self._supports_of(items, "item"), **tables)
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
        return self.engine.table(f"gate/coherence/faulty_{sets}", sensitive_rows=self.sensitive_rows, **limits, **binds)

    def _supports_of(self, sets: Table, *items: str) -> Table:
        """Return sets of items with how many records hold them: their support, where no persons count."""
        return self._besides(sets, (*items, "support"), n_records="support")

    def _owned(self, rows: Table, *items: str) -> Table:
        """Return where sets of items are, with the person of each record: the record, where no persons count."""
        return self._besides(rows, ("record_id", *items), person="record_id")

    def _besides(self, table: Table, columns: Sequence[str], **besides: str) -> Table:
        """Return a table with some of its columns under another name besides, unless persons count."""
        return table if self.model.person else replace(table, columns={name: name for name in columns} | besides)
