"""The gate and the audit of a table where any number of items may be known: one SELECT, without mining.

A record is at risk where fewer than k records (persons) hold all of it (:mod:`setanon_sql.audit.containment`).
"""

from setanon_sql.audit.containment import RecordSets
from setanon_sql.engine.written.select import SelectEngine
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.scripts.columns import classes_of_table
from setanon_sql.scripts.faults import CountingFault, Listed, nothing_listed, without_person
from setanon_sql.scripts.selecting import items_listed, items_of_table, known_rows_of


def whole_records(
    engine: SelectEngine, model: KmAnonymity, table: Table, knowable: Listed | None, *, least: int
) -> SelectEngine:
    """Note as the result how many records of ``table`` are at risk; no row where fewer than ``least`` are.

    Rows: ``records, records_at_risk, finding``, where the model counts persons also ``persons, persons_at_risk``. The
    rest is as in :func:`.gate.km_gate`.
    """
    rows, faults = _rows(engine, table, knowable)
    faults += [without_person(engine, table)] if model.person else []
    persons = engine.table("script/data/persons", source=table) if model.person else None
    if model.columns:
        classes = classes_of_table(engine, table, model.columns, model.k)
        faults.append(classes.fault)
        rows = classes.with_classes(rows)
    records = RecordSets(engine, rows, persons)
    sets = {"members": records.members, "at_risk": records.at_risk(model.k)}
    if persons is None:
        risk = engine.table("gate/whole_records/risk", **sets)
    else:
        risk = engine.table("gate/whole_records/risk_of_persons", persons=persons, **sets)
    return _show(engine, risk, faults, "_of_persons" if persons else "", least)


def protected_sets(engine: SelectEngine, model: KmAnonymity, table: Table, sets: Table, *, least: int) -> SelectEngine:
    """Note as the result how many records of ``table`` are at risk by ``sets`` that are protected (``set_id, item``).

    The rest is as in :func:`whole_records`.
    """
    rows = engine.table("script/data/distinct_rows", source=table)
    spellings = engine.table("script/data/spellings", source=table)
    holdings = engine.table("gate/protected/held", source_rows=rows, spellings=spellings, sets=sets)
    faults = [nothing_listed(engine, "protected", sets, {"listed": holdings, "item_rows": rows})]
    faults += [without_person(engine, table)] if model.person else []
    everybody = engine.table("script/data/persons", source=table) if model.person else None
    whose = everybody and engine.table("sets/protected/persons", held=holdings, persons=everybody)
    records = RecordSets(engine, holdings, whose)
    tables = {"members": records.members, "at_risk": records.at_risk(model.k)}
    risk = engine.table("gate/protected/risk", source_rows=rows, held=holdings, **tables)
    if everybody and whose:
        risk = engine.table("gate/protected/risk_of_persons", risk=risk, all_persons=everybody, persons=whose, **tables)
    return _show(engine, risk, faults, "_of_persons" if whose else "", least)


def _rows(engine: SelectEngine, table: Table, knowable: Listed | None) -> tuple[Table, list[CountingFault]]:
    """Return the rows of items that may be known, and what may be wrong with these."""
    if knowable is None:
        return engine.table("script/data/distinct_rows", source=table), []
    items, rows = items_of_table(engine, table)
    listed = items_listed(engine, knowable, items, table)
    fault = nothing_listed(engine, "known", knowable, {"listed": listed, "item_rows": rows})
    return known_rows_of(engine, listed, items, rows)[1], [fault]


def _show(engine: SelectEngine, risk: Table, faults: list[CountingFault], of: str, least: int) -> SelectEngine:
    """Note the row of what was found as the result, and those of the faults that there may be."""
    rows = engine.table(f"gate/whole_records/found{of}", risk=risk, least=least)
    for fault in faults:
        engine.append(rows, f"gate/whole_records/fault{of}_found", fault=fault.records, finding=fault.finding)
    engine.show(all_rows(rows))
    return engine
