"""The gate: one SELECT that gives no row where the guarantee holds, and else counts only."""

from functools import partial

from setanon_sql.engine.written.select import SelectEngine
from setanon_sql.models.km.gate_absent import SetRows, who_lacks
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.km.unbounded import protected_sets, whole_records
from setanon_sql.query.templates import Table
from setanon_sql.scripts.faults import Listed, nothing_listed, without_person
from setanon_sql.scripts.selecting import (
    Found,
    finish_gate,
    gate_engine,
    gate_query,
    items_listed,
    items_of_table,
    known_rows_of,
    pairs_of,
    select_engine,
)

#: The most known items: each more multiplies what one statement has to keep.
MOST_KNOWN = 3


def km_gate(
    model: KmAnonymity, dialect: str, table: Table, knowable: Listed | None = None, protected: Table | None = None
) -> SelectEngine:
    """Return the SELECT that finds minimal threats of up to m items in ``table``, as the engine that holds it.

    ``table`` has a row for each record and item (more than one do no harm); its ``columns`` say what these are called.
    Rows: ``known_items, minimal_threats, records_at_risk``, one for each size from 1 to m, or none where there is no
    threat; without m one row, see :func:`.unbounded.whole_records`. ``records_at_risk`` counts records that hold a
    threat of at most this size. With absent items also rows for 0 to m items, see :mod:`.gate_absent`. Where the model
    counts persons, ``columns`` names theirs, too, and a row has ``persons_at_risk``. ``knowable``: the only items that
    may be known, a table with a column of items or the items themselves; None: all. ``protected``: a table of the
    only sets that are (``set_id, item``); None: all are. Rows without a record id or an item are left out. A row has a
    ``finding`` where persons count, ``knowable`` is given, or absent items may be known: threats, absent items, or what
    keeps the gate from counting.
    Raises BadParameter for a dialect that is not known and for m over 3.
    """
    if protected is not None:
        return protected_sets(select_engine(dialect), model, table, protected, least=1)
    if model.m is None:
        return whole_records(select_engine(dialect), model, table, knowable, least=1)
    engine = gate_engine(dialect, model.m, MOST_KNOWN)
    k = model.k
    most = model.m
    person = model.person
    items, item_rows = items_of_table(engine, table, person)
    all_rows = item_rows
    faults = [without_person(engine, table)] if person else []
    if knowable is not None:
        listed = items_listed(engine, knowable, items, table)
        faults.append(nothing_listed(engine, "known", knowable, {"listed": listed, "item_rows": item_rows}))
        items, item_rows = known_rows_of(engine, listed, items, item_rows, person)
    rare = engine.table("gate/sets/rare_items", items=items, k=k)
    sizes = [(rare, engine.table("gate/sets/records_of_rare_items", item_rows=item_rows, k=k))]
    sets = SetRows(all_rows, item_rows)
    if most > 1 or model.absent:
        sets.frequent_rows = engine.table(gate_query("frequent_rows", person), item_rows=item_rows, k=k)
    if most > 1:
        sizes += _km_sets(engine, items, sets, model)
    lacking = partial(who_lacks, engine, sets, model) if model.absent else None
    return finish_gate(engine, sizes, faults, all_rows if person else None, lacking)


def _km_sets(engine: SelectEngine, items: Table, sets: SetRows, model: KmAnonymity) -> list[Found]:
    """Return the threats of two items and of three; note in ``sets`` which records hold those that are none."""
    k = model.k
    person = model.person
    assert model.m is not None and sets.frequent_rows is not None
    rows, pairs = pairs_of(engine, sets.frequent_rows, person)
    rare = engine.table("gate/sets/rare_pairs", pairs=pairs, k=k)
    sizes = [(rare, engine.table("gate/sets/records_of_pairs", pair_rows=rows, pairs=rare))]
    if model.m > 2 or model.absent:
        generators = engine.table(gate_query("generators", person), pairs=pairs, items=items, k=k)
        of_pairs = engine.table(gate_query("generator_rows", person), pair_rows=rows, generators=generators)
        sets.generator_rows = of_pairs
    if model.m > 2:
        triples = engine.table(gate_query("triple_rows", person), generator_rows=of_pairs, generators=generators)
        sets.triple_rows = triples
        rare = engine.table(gate_query("rare_triples", person), triple_rows=triples, k=k)
        sizes += [(rare, engine.table("gate/sets/records_of_triples", triple_rows=triples, triples=rare))]
    return sizes
