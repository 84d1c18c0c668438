"""The part of the gate that counts who lacks an item, or two, beside what they hold: ``sql/gate/10_absent.sql``.

Rows: ``known_items`` from 0 to m, that a record holds beside what is lacked; ``minimal_threats``, with an absent item;
``records_at_risk`` by so many items that are held or fewer, whatever is lacked.
"""

from dataclasses import dataclass, replace

from setanon_sql.engine.written.select import SelectEngine
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.scripts.selecting import GateFindings

#: What a row of the gate says that it counts.
FINDING = "absent items"


@dataclass
class SetRows:
    """The records that hold sets, by the numbers of their items, with their persons where these count.

    ``every``: all rows; ``item_rows``: of items that may be known. The others have no threats, and are None where a
    gate does not count so far.
    """

    every: Table
    item_rows: Table
    frequent_rows: Table | None = None
    generator_rows: Table | None = None
    triple_rows: Table | None = None


def who_lacks(engine: SelectEngine, sets: SetRows, model: KmAnonymity, at_risk: Table) -> GateFindings:
    """Return what is found of absent items; ``at_risk``: ``record_id, known_items``, who is by what they hold."""
    assert model.m is not None
    sets_held = _holders_of_sets(engine, sets, "person" if model.person else "record_id")
    beside = engine.table("gate/absent/beside", held=sets_held, item_rows=sets.item_rows)
    cells = _cells(engine, sets_held, beside, model)
    parts = engine.table("gate/absent/lacked_parts", cells=cells)
    minimal = engine.table("gate/absent/minimal", cells=cells, lacked_parts=parts)
    sizes = engine.gather(
        "gate/absent/sizes", [{"known_items": size, "minimal": minimal} for size in range(model.m + 1)]
    )
    lacking = engine.table("gate/absent/lacking", cells=cells, held=sets_held, beside=beside)
    engine.append(lacking, all_rows(at_risk))
    return GateFindings(sizes, lacking, FINDING)


def _holders_of_sets(engine: SelectEngine, sets: SetRows, holder: str) -> Table:
    """Return who holds which set; the column of the holders is called ``holder`` there."""

    def rows(table: Table, *columns: str) -> Table:
        return replace(table, columns={"record_id": "record_id", "holder": holder} | {name: name for name in columns})

    pair = ("left_item", "right_item")
    sets_held = engine.table("gate/absent/no_items", all_rows=rows(sets.every))
    if sets.frequent_rows:
        engine.append(sets_held, "gate/absent/one_item", frequent_rows=rows(sets.frequent_rows, "item"))
    if sets.generator_rows:
        engine.append(sets_held, "gate/absent/two_items", generator_rows=rows(sets.generator_rows, *pair))
    if sets.triple_rows:
        engine.append(sets_held, all_rows(rows(sets.triple_rows, *pair, "third_item")))
    return sets_held


def _cells(engine: SelectEngine, sets_held: Table, beside: Table, model: KmAnonymity) -> Table:
    """Return the sets beside which 1 to k-1 lack an item, or two, with these."""
    supports = engine.table("gate/absent/supports", held=sets_held, k=model.k)
    counts = engine.table("gate/absent/beside_counts", beside=beside, supports=supports)
    cells = engine.table("gate/absent/cells", beside_counts=counts, k=model.k)
    if model.absent > 1:
        twos = engine.table("gate/absent/twos", beside_counts=counts, k=model.k)
        both = engine.table("gate/absent/both", twos=twos, beside=beside)
        engine.append(cells, "gate/absent/cells_of_two", twos=twos, both=both, k=model.k)
    return cells
