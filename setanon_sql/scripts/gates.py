"""The gate of a guarantee: one SELECT that gives no row where the guarantee holds, and else counts only."""

from collections.abc import Mapping
from dataclasses import replace

from setanon_sql.engine.written.select import SelectEngine
from setanon_sql.errors import BadParameter
from setanon_sql.models import Disassociation, KmAnonymity, RhoUncertainty
from setanon_sql.query.dialects import WAREHOUSES
from setanon_sql.query.templates import Bind, Table
from setanon_sql.scripts.audits import fault_findings, whole_limit
from setanon_sql.verify.disassociation import FolderTables, count_folder

#: The most known items that a gate counts: each more multiplies what one statement has to keep.
MOST_KM, MOST_RHO = 3, 2

#: The checks of a disassociated release; what else is counted of it is no fault.
FAULTS = {"chunk_km", "subrecord_count", "joint_property", "structure", "cover"}

#: Threats of one size, with the records that hold one.
Found = tuple[Table, Table]


def km_gate(model: KmAnonymity, dialect: str, table: Table) -> SelectEngine:
    """Return the SELECT that finds minimal threats of up to m items in ``table``, as the engine that holds it.

    ``table`` has a row for each record and item (more than one do no harm); its ``columns`` say what these are called.
    Rows: ``known_items, minimal_threats, records_at_risk``, one for each size from 1 to m, or none where there is no
    threat. ``records_at_risk`` counts records that hold a threat of at most this size. Rows without a record id or an
    item are left out. Raises BadParameter for a dialect that is not known and for m over 3.
    """
    engine, most, k = _engine(dialect, model.m, MOST_KM), model.m or 0, model.k
    items, item_rows = _items(engine, table)
    rare = engine.table("gate/km/rare_items", items=items, k=k)
    found = [(rare, engine.table("gate/km/records_of_rare_items", item_rows=item_rows, k=k))]
    if most > 1:
        frequent = engine.table("gate/km/frequent_rows", item_rows=item_rows, k=k)
        found += _km_sets(engine, items, frequent, k, most)
    return _finished(engine, found)


def _km_sets(engine: SelectEngine, items: Table, frequent: Table, k: int, most: int) -> list[Found]:
    rows, pairs = _pairs(engine, frequent)
    rare = engine.table("gate/km/rare_pairs", pairs=pairs, k=k)
    found = [(rare, engine.table("gate/km/records_of_pairs", pair_rows=rows, pairs=rare))]
    if most > 2:
        generators = engine.table("gate/km/generators", pairs=pairs, items=items, k=k)
        held = engine.table("gate/km/generator_rows", pair_rows=rows, generators=generators)
        triples = engine.table("gate/km/triple_rows", generator_rows=held, generators=generators)
        rare = engine.table("gate/km/rare_triples", triple_rows=triples, k=k)
        found += [(rare, engine.table("gate/km/records_of_triples", triple_rows=triples, triples=rare))]
    return found


def rho_gate(model: RhoUncertainty, dialect: str, table: Table, sensitive: Table | tuple[str, ...]) -> SelectEngine:
    """Return the SELECT that finds rules above rho from up to m known items in ``table``.

    ``sensitive``: what is sensitive for everybody, a table with a column of items or the items themselves. A threat is
    a rule whose known items cannot be had with fewer of them. Else as :func:`km_gate`, for m up to 2.
    """
    engine, limit = _engine(dialect, model.m, MOST_RHO), whole_limit(model)
    items, item_rows = _items(engine, table)
    rows = {"item_rows": item_rows, "items": items}
    named = engine.table(
        "rho/count_rules/sensitive_rows", transactions=item_rows, sensitive=_named(engine, sensitive, items)
    )
    limits = {"limit_num": limit.numerator, "limit_den": limit.denominator}
    sure = engine.table("gate/rho/sure_items", sensitive_rows=named, **rows, **limits)
    found = [(sure, engine.table("gate/rho/records_of_items", item_rows=item_rows, sure_items=sure))]
    if (model.m or 0) > 1:
        pair_rows, pairs = _pairs(engine, item_rows)
        sure = engine.table(
            "gate/rho/sure_pairs", pair_rows=pair_rows, sensitive_rows=named, pairs=pairs, items=items, **limits
        )
        found += [(sure, engine.table("gate/km/records_of_pairs", pair_rows=pair_rows, pairs=sure))]
    return _finished(engine, found)


def disassociation_gate(model: Disassociation, dialect: str, tables: FolderTables) -> SelectEngine:
    """Return the SELECT that finds faults in the three tables of a disassociated release.

    Rows: ``check_name, faults``, one for each check that finds something; covered items are a fault where the model is
    safe. Joint clusters may lie in joint clusters up to 31 deep: a deeper release would be told as a fault of its
    structure. Raises as :func:`km_gate`, for m over 3.
    """
    engine = _engine(dialect, model.m, MOST_KM)
    read = {
        name: engine.table(f"verify/disassociation_read/table_{name}", released=getattr(tables, name))
        for name in ("clusters", "subrecords", "terms")
    }
    count_folder(engine, FolderTables(**read), model)
    checks = FAULTS if model.safe else FAULTS - {"cover"}
    findings = [binds for binds in fault_findings(engine) if binds["check_name"] in checks]
    engine.rows("gate/disassociation/faults_found", findings=engine.gather("script/findings/fault", findings))
    return engine


def _engine(dialect: str, m: int | None, most: int) -> SelectEngine:
    if dialect not in WAREHOUSES:
        raise BadParameter("--dialect is not one of a warehouse", f"it is one of {', '.join(WAREHOUSES)}")
    if m is None or m > most:
        raise BadParameter(
            f"a gate needs --m, {most} at the most", "setanon sql audit prints a script that counts larger sets"
        )
    return SelectEngine(dialect)


def _items(engine: SelectEngine, table: Table) -> tuple[Table, Table]:
    """The items of a table with their supports, and its rows with items as numbers."""
    rows = engine.table("script/data/distinct_rows", source=table)
    items = engine.table("gate/km/items", source_rows=rows)
    return items, engine.table("gate/km/item_rows", source_rows=rows, items=items)


def _pairs(engine: SelectEngine, rows: Table) -> tuple[Table, Table]:
    """Return where pairs occur, and how often."""
    found = engine.table("gate/km/pair_rows", item_rows=rows)
    return found, engine.table("gate/km/pairs", pair_rows=found)


def _named(engine: SelectEngine, sensitive: Table | tuple[str, ...], items: Table) -> Table:
    if isinstance(sensitive, tuple):
        return engine.table("gate/rho/sensitive_of_list", items=items, listed=sensitive)
    named = replace(sensitive, columns={"label": sensitive.columns["item"]})
    return engine.table("rho/constraint/sensitive_for_all", named=named, items=items)


def _finished(engine: SelectEngine, found: list[Found]) -> SelectEngine:
    """Note the result of what was found of each size, from 1 on."""
    sizes: list[Mapping[str, Bind]] = [
        {"known_items": at, "threats": threats} for at, (threats, _) in enumerate(found, 1)
    ]
    risks: list[Mapping[str, Bind]] = [
        {"known_items": at, "records": records} for at, (_, records) in enumerate(found, 1)
    ]
    engine.rows(
        "gate/findings/findings",
        sizes=engine.gather("gate/findings/sizes", sizes),
        at_risk=engine.gather("gate/findings/at_risk", risks),
    )
    return engine
