"""The gate: one SELECT that gives no row where the guarantee holds, and else counts only."""

from functools import partial

from setanon_sql.engine.written.select import SelectEngine
from setanon_sql.models.km.gate_absent import SetRows, who_lacks
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.km.unbounded import protected_sets, whole_records
from setanon_sql.query.templates import Bind, Table
from setanon_sql.scripts.columns import TableClasses, classes_of_table
from setanon_sql.scripts.faults import CountingFault, Listed, nothing_listed, without_person
from setanon_sql.scripts.selecting import (
    Found,
    finish_gate,
    gate_engine,
    gate_query,
    items_listed,
    items_of_rows,
    known_rows_of,
    pairs_of,
    rows_of_table,
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
    ``finding`` where persons count, ``knowable`` is given, or columns or absent items may be known: threats, absent
    items, or what keeps the gate from counting. With columns there is a row for no known item, too: its threats are
    classes of alike records.
    Raises BadParameter for a dialect that is not known and for m over 3.
    """
    if protected is not None:
        return protected_sets(select_engine(dialect), model, table, protected, least=1)
    if model.m is None:
        return whole_records(select_engine(dialect), model, table, knowable, least=1)
    engine = gate_engine(dialect, model.m, MOST_KNOWN)
    person = model.person
    rows = rows_of_table(engine, table, person)
    persons = engine.table("gate/persons/record_persons", item_rows=rows) if person else None
    faults = [without_person(engine, table)] if person else []
    if model.columns:
        classes = classes_of_table(engine, table, model.columns, model.k, persons)
        faults.append(classes.fault)
        if knowable is not None:
            numbered = items_of_rows(engine, rows, person)
            _, rows, unlisted = _known_items(engine, numbered, table, knowable, person)
            faults.append(unlisted)
        sizes = [(classes.small(), classes.in_small()), *_sizes_of_classes(engine, classes, rows, model, persons)]
        return finish_gate(engine, sizes, faults, persons, least=0)
    items, all_rows = items_of_rows(engine, rows, person)
    item_rows = all_rows
    if knowable is not None:
        items, item_rows, unlisted = _known_items(engine, (items, all_rows), table, knowable, person)
        faults.append(unlisted)
    sets = SetRows(all_rows, item_rows)
    sizes = _km_sizes(engine, items, sets, model)
    lacking = partial(who_lacks, engine, sets, model) if model.absent else None
    return finish_gate(engine, sizes, faults, persons, lacking)


def _known_items(
    engine: SelectEngine, every: tuple[Table, Table], table: Table, knowable: Listed, person: bool
) -> tuple[Table, Table, CountingFault]:
    """Return the items that may be known, of ``every`` one and its rows, with their rows, and what may be wrong."""
    items, item_rows = every
    listed = items_listed(engine, knowable, items, table)
    fault = nothing_listed(engine, "known", knowable, {"listed": listed, "item_rows": item_rows})
    return *known_rows_of(engine, listed, items, item_rows, person), fault


def _sizes_of_classes(
    engine: SelectEngine, classes: TableClasses, rows: Table, model: KmAnonymity, persons: Table | None
) -> list[Found]:
    """Return the threats of each size, as of a table in which no two classes have an item in common."""
    rows = classes.rows_of_large_classes(rows)
    if persons is not None:
        rows = engine.table("counting/persons/rows", transactions=rows, persons=persons)
    items, item_rows = items_of_rows(engine, rows, model.person)
    return _km_sizes(engine, items, SetRows(item_rows, item_rows), model)


def _km_sizes(engine: SelectEngine, items: Table, sets: SetRows, model: KmAnonymity) -> list[Found]:
    """Return the threats of each size; note in ``sets`` which records hold those that are none."""
    tables: dict[str, Bind] = {"item_rows": sets.item_rows, "k": model.k}
    rare = engine.table("gate/sets/rare_items", items=items, k=model.k)
    sizes = [(rare, engine.table("gate/sets/records_of_rare_items", **tables))]
    if model.m != 1 or model.absent:
        sets.frequent_rows = engine.table(gate_query("frequent_rows", model.person), **tables)
    return sizes if model.m == 1 else sizes + _km_sets(engine, items, sets, model)


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
