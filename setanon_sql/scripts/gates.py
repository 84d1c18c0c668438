"""The gate of a guarantee: one SELECT that gives no row where the guarantee holds, and else counts only."""

from collections.abc import Mapping

from setanon_sql.engine.written.select import SelectEngine
from setanon_sql.errors import BadParameter
from setanon_sql.guarantees import KmAnonymity, RhoUncertainty
from setanon_sql.query.dialects import WAREHOUSES
from setanon_sql.query.templates import Bind, Table, all_rows
from setanon_sql.registry.pieces import PiecesParameters
from setanon_sql.scripts.audits import fault_findings, whole_limit
from setanon_sql.scripts.faults import CountingFault, Listed, nothing_listed, of_items, without_person
from setanon_sql.verify.disassociation import FolderTables, count_folder

#: The most known items that a gate counts: each more multiplies what one statement has to keep.
MOST_KM = 3
MOST_RHO = 2

#: The checks of a disassociated release; what else is counted of it is no fault.
FAULTS = {"chunk_km", "subrecord_count", "joint_property", "structure", "cover"}

#: Threats of one size, with the records that hold one.
Found = tuple[Table, Table]

#: The queries that count persons in place of those of the same name that count records.
_OF_PERSONS = {
    "items", "item_rows", "frequent_rows", "pair_rows", "pairs", "generators", "generator_rows", "triple_rows",
    "rare_triples", "known_rows",
}  # fmt: skip


def km_gate(model: KmAnonymity, dialect: str, table: Table, knowable: Listed | None = None) -> SelectEngine:
    """Return the SELECT that finds minimal threats of up to m items in ``table``, as the engine that holds it.

    ``table`` has a row for each record and item (more than one do no harm); its ``columns`` say what these are called.
    Rows: ``known_items, minimal_threats, records_at_risk``, one for each size from 1 to m, or none where there is no
    threat. ``records_at_risk`` counts records that hold a threat of at most this size. Where the model counts persons,
    ``columns`` names theirs, too, and a row has ``persons_at_risk``. ``knowable``: the only items that may be known, a
    table with a column of items or the items themselves; None: all. Rows without a record id or an item are left out.
    Where persons count or ``knowable`` is given a row has a ``finding``: threats, or what keeps the gate from counting.
    Raises BadParameter for a dialect that is not known and for m over 3.
    """
    engine = _engine(dialect, model.m, MOST_KM)
    k = model.k
    most = model.m or 0
    person = model.person
    items, item_rows = _items(engine, table, person)
    faults = [without_person(engine, table)] if person else []
    if knowable is not None:
        listed = _sensitive(engine, knowable, items, table)
        faults.append(nothing_listed(engine, "known", knowable, {"listed": listed, "item_rows": item_rows}))
        items, item_rows = _only_known(engine, listed, items, item_rows, person)
    rare = engine.table("gate/km/rare_items", items=items, k=k)
    sizes = [(rare, engine.table("gate/km/records_of_rare_items", item_rows=item_rows, k=k))]
    if most > 1:
        frequent = engine.table(_query("frequent_rows", person), item_rows=item_rows, k=k)
        sizes += _km_sets(engine, items, frequent, model)
    return _finish(engine, sizes, faults, item_rows if person else None)


def _only_known(
    engine: SelectEngine, listed: Table, items: Table, item_rows: Table, person: bool
) -> tuple[Table, Table]:
    """Return the items that may be known, and their rows."""
    rows = engine.table(_query("known_rows", person), item_rows=item_rows, known=listed)
    return engine.table("gate/km/known_items", items=items, known=listed), rows


def _query(name: str, person: bool) -> str:
    """Return the full name of a query that counts records, or persons."""
    return f"gate/persons/{name}" if person and name in _OF_PERSONS else f"gate/km/{name}"


def _km_sets(engine: SelectEngine, items: Table, frequent: Table, model: KmAnonymity) -> list[Found]:
    k = model.k
    person = model.person
    rows, pairs = _pairs(engine, frequent, person)
    rare = engine.table("gate/km/rare_pairs", pairs=pairs, k=k)
    sizes = [(rare, engine.table("gate/km/records_of_pairs", pair_rows=rows, pairs=rare))]
    if (model.m or 0) > 2:
        generators = engine.table(_query("generators", person), pairs=pairs, items=items, k=k)
        rows_of_generators = engine.table(_query("generator_rows", person), pair_rows=rows, generators=generators)
        triples = engine.table(_query("triple_rows", person), generator_rows=rows_of_generators, generators=generators)
        rare = engine.table(_query("rare_triples", person), triple_rows=triples, k=k)
        sizes += [(rare, engine.table("gate/km/records_of_triples", triple_rows=triples, triples=rare))]
    return sizes


def rho_gate(model: RhoUncertainty, dialect: str, table: Table, sensitive: Table | tuple[str, ...]) -> SelectEngine:
    """Return the SELECT that finds rules above rho from up to m known items in ``table``.

    ``sensitive``: what is sensitive for everybody, a table with a column of items or the items themselves. A threat is
    a rule whose known items cannot be had with fewer of them. Else as :func:`km_gate`, for m up to 2.
    """
    engine = _engine(dialect, model.m, MOST_RHO)
    limit = whole_limit(model)
    items, item_rows = _items(engine, table)
    rows = {"item_rows": item_rows, "items": items}
    listed = _sensitive(engine, sensitive, items, table)
    fault = nothing_listed(engine, "sensitive", sensitive, {"listed": listed, "item_rows": item_rows})
    named = engine.table("rules/count_rules/sensitive_rows", transactions=item_rows, sensitive=listed)
    limits = {"limit_num": limit.numerator, "limit_den": limit.denominator}
    sure = engine.table("gate/rho/sure_items", sensitive_rows=named, **rows, **limits)
    sizes = [(sure, engine.table("gate/rho/records_of_items", item_rows=item_rows, sure_items=sure))]
    if (model.m or 0) > 1:
        pair_rows, pairs = _pairs(engine, item_rows)
        sure = engine.table(
            "gate/rho/sure_pairs", pair_rows=pair_rows, sensitive_rows=named, pairs=pairs, items=items, **limits
        )
        sizes += [(sure, engine.table("gate/km/records_of_pairs", pair_rows=pair_rows, pairs=sure))]
    return _finish(engine, sizes, [fault])


def disassociation_gate(model: PiecesParameters, dialect: str, tables: FolderTables) -> SelectEngine:
    """Return the SELECT that finds faults in the three tables of a disassociated release.

    Rows: ``check_name, faults``, one for each check that finds something; covered items are a fault where the model is
    safe. Joint clusters may lie in joint clusters up to 31 deep: a deeper release would be told as a fault of its
    structure. Raises as :func:`km_gate`, for m over 3.
    """
    engine = _engine(dialect, model.m, MOST_KM)
    tables_read = {
        name: engine.table(f"verify/disassociation_read/table_{name}", released=getattr(tables, name))
        for name in ("clusters", "subrecords", "terms")
    }
    count_folder(engine, FolderTables(**tables_read), model)
    checks = FAULTS if model.safe else FAULTS - {"cover"}
    findings = [binds for binds in fault_findings(engine) if binds["check_name"] in checks]
    engine.show("gate/disassociation/faults_found", findings=engine.gather("script/findings/fault", findings))
    return engine


def _engine(dialect: str, m: int | None, most: int) -> SelectEngine:
    if dialect not in WAREHOUSES:
        raise BadParameter("<dialect> is not one of a warehouse", f"it is one of {', '.join(WAREHOUSES)}")
    if m is None or m > most:
        raise BadParameter(f"a gate needs <m>, {most} at the most", "an audit as a script counts larger sets")
    return SelectEngine(dialect)


def _items(engine: SelectEngine, table: Table, person: bool = False) -> tuple[Table, Table]:
    """Return the items of a table with their supports, and its rows with items as numbers."""
    rows = engine.table("gate/persons/distinct_rows" if person else "script/data/distinct_rows", source=table)
    items = engine.table(_query("items", person), source_rows=rows)
    return items, engine.table(_query("item_rows", person), source_rows=rows, items=items)


def _pairs(engine: SelectEngine, rows: Table, person: bool = False) -> tuple[Table, Table]:
    """Return where pairs occur, and how often."""
    rows_of_pairs = engine.table(_query("pair_rows", person), item_rows=rows)
    return rows_of_pairs, engine.table(_query("pairs", person), pair_rows=rows_of_pairs)


def _sensitive(engine: SelectEngine, sensitive: Listed, items: Table, table: Table) -> Table:
    """Return the items that a list names in one of the spellings that ``table`` has of them."""
    labelled = {"items": items, "spellings": engine.table("script/data/spellings", source=table)}
    if isinstance(sensitive, tuple):
        return engine.table("gate/rho/sensitive_of_list", listed=sensitive, **labelled)
    return engine.table("script/data/sensitive_for_all", named=of_items(sensitive), **labelled)


def _finish(
    engine: SelectEngine, tables: list[Found], faults: list[CountingFault], of_persons: Table | None = None
) -> SelectEngine:
    """Note the result of the findings of each size, from 1 on, and of the ``faults`` that there may be.

    ``of_persons``: ``record_id, person`` among its columns, where persons are counted.
    """
    sizes: list[Mapping[str, Bind]] = [
        {"known_items": at, "threats": threats} for at, (threats, _) in enumerate(tables, 1)
    ]
    risks: list[Mapping[str, Bind]] = [
        {"known_items": at, "records": records} for at, (_, records) in enumerate(tables, 1)
    ]
    of_sizes = engine.gather("gate/findings/sizes", sizes)
    at_risk = engine.gather("gate/findings/at_risk", risks)
    if of_persons is None:
        return _show(engine, faults, "", "gate/findings/findings", sizes=of_sizes, at_risk=at_risk)
    persons = engine.table("gate/persons/record_persons", item_rows=of_persons)
    first_sizes = engine.table("gate/persons/first_sizes", at_risk=at_risk, record_persons=persons)
    return _show(engine, faults, "_of_persons", "gate/persons/findings", sizes=of_sizes, first_sizes=first_sizes)


def _show(engine: SelectEngine, faults: list[CountingFault], of: str, query: str, **binds: Bind) -> SelectEngine:
    """Note a query as the result, and with it the faults that there may be."""
    if not faults:
        engine.show(query, **binds)
        return engine
    rows = engine.table(f"gate/faults/threats{of}_found", findings=engine.table(query, **binds))
    for fault in faults:
        engine.append(rows, f"gate/faults/fault{of}_found", fault=fault.records, finding=fault.finding)
    engine.show(all_rows(rows))
    return engine
