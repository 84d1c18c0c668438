"""The SQL of an audit as one script, for a warehouse that setanon does not connect to."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from setanon_sql.audit import watch_rho
from setanon_sql.counting import mine, mine_persons
from setanon_sql.dataset import Dataset
from setanon_sql.engine.warehouse import quoted_parts
from setanon_sql.engine.written.script import ScriptEngine
from setanon_sql.engine.written.unanswered import Unanswered
from setanon_sql.errors import BadParameter
from setanon_sql.guarantees import KmAnonymity, RhoUncertainty
from setanon_sql.options.persons import CountsPersons
from setanon_sql.options.reading import ColumnFields
from setanon_sql.query.dialects import WAREHOUSES
from setanon_sql.query.templates import Bind, Table, all_rows
from setanon_sql.registry.pieces import PiecesParameters
from setanon_sql.scripts.faults import CountingFault, nothing_listed, of_items, without_person
from setanon_sql.sensitive.constraint import Constraint
from setanon_sql.sensitive.limits import at_most
from setanon_sql.verify.disassociation import FolderTables, count_folder

#: Sizes a script may go up to: each adds a dozen statements.
_LARGEST = 20

#: The checks of a disassociated release that are not one of its structure, by the queries that answer them.
_CHECKS = {
    "bad_count": "chunk_km",
    "too_few_subrecords": "subrecord_count",
    "conflicts": "joint_property",
    "cover_counts": "cover",
}


def audit_km_script(
    model: KmAnonymity, dialect: str, table: Table, scratch_schema: str = "", *, knowable: Table | None = None
) -> str:
    """Return the script that counts minimal threats and records at risk up to m in ``table``.

    ``table`` has one row for each record and item; its ``columns`` say what these are called. The script's own tables
    begin with ``setanon_`` and go to ``scratch_schema``. Where the model counts persons, ``columns`` names theirs, too.
    ``knowable``: a table with a column of the only items that may be known; None: all.
    Raises BadParameter for a dialect that is not known, and without m: a script cannot know when to stop.
    """
    engine = _engine(dialect, model.m, scratch_schema)
    if model.person:
        return _km_script_of_persons(engine, model, table, knowable)
    transactions, faults = _known_rows(engine, table, knowable)
    findings: list[Table] = []

    def note(size: int, threats: Table, at_risk: Table) -> None:
        finding = engine.table("script/findings/km_finding", threats=threats, at_risk=at_risk, size=size)
        findings.append(engine.scopes.outermost.take(finding))

    for _ in mine(engine, transactions, model.k, model.m, watch=note):
        pass
    if not faults:
        return _finish(engine, "script/findings/km_findings", findings, transactions)
    return _finish_or_fault(engine, "script/findings/km_findings_or_faults", findings, faults, transactions)


def _known_rows(engine: ScriptEngine, table: Table, knowable: Table | None) -> tuple[Table, list[CountingFault]]:
    """Return the rows of items that may be known, each once, and what may be wrong with these."""
    rows = engine.table("script/data/distinct_rows", source=table)
    if knowable is None:
        return rows, []
    spellings = engine.table("script/data/spellings", source=table)
    named = of_items(knowable)
    known_rows = engine.table("script/data/known_rows", source_rows=rows, spellings=spellings, named=named)
    fault = nothing_listed(engine, "known", knowable, {"listed": known_rows, "item_rows": rows})
    engine.drop(rows, spellings)
    return known_rows, [fault]


def _km_script_of_persons(engine: ScriptEngine, model: KmAnonymity, table: Table, knowable: Table | None) -> str:
    persons = engine.table("script/data/persons", source=table)
    nobody = without_person(engine, table)
    transactions, faults = _known_rows(engine, table, knowable)
    findings: list[Table] = []

    def note(size: int, threats: Table, at_risk: Table) -> None:
        binds: dict[str, Bind] = {"threats": threats, "at_risk": at_risk, "persons": persons, "size": size}
        finding = engine.table("script/findings/km_finding_of_persons", **binds)
        findings.append(engine.scopes.outermost.take(finding))

    for _ in mine_persons(engine, transactions, persons, model.k, model.m, watch=note):
        pass
    query = "script/findings/km_findings_of_persons_or_faults"
    return _finish_or_fault(engine, query, findings, [nobody, *faults], transactions, persons)


def audit_rho_script(
    model: RhoUncertainty,
    dialect: str,
    table: Table,
    sensitive: Table,
    scratch_schema: str = "",
    *,
    personal: bool = False,
) -> str:
    """Return the script that counts rules above rho and records at risk up to m known items in ``table``.

    ``sensitive`` has a column of items, and with ``personal`` one of record ids beside it: who wants what hidden. Else
    as :func:`audit_km_script`.
    """
    engine = _engine(dialect, model.m, scratch_schema)
    rows = engine.table("script/data/distinct_rows", source=table)
    items = engine.table("script/data/items", source_rows=rows)
    transactions = engine.table("sources/numbers/code_labelled", source_rows=rows, items=items)
    labelled = {"spellings": engine.table("script/data/spellings", source=table), "items": items}
    wishes = engine.table("script/data/wishes", named=sensitive, source_rows=rows, **labelled) if personal else None
    sensitive_items = _sensitive_items(engine, wishes, sensitive, labelled)
    listed = sensitive_items if wishes is None else wishes
    fault = nothing_listed(engine, "sensitive", sensitive, {"listed": listed, "item_rows": rows})
    limits = _limits(engine, sensitive_items, model)
    findings: list[Table] = []

    def note(size: int, above: Table, at_risk: Table, confidences: Table) -> None:
        binds = {"above": above, "at_risk": at_risk, "confidences": confidences}
        finding = engine.table("script/findings/rho_finding", size=size, **binds)
        findings.append(engine.scopes.outermost.take(finding))

    unknown: Any = Unanswered()
    dataset = Dataset(engine, transactions, items, None, records=unknown, rows=unknown, distinct_items=unknown)
    watch_rho(dataset, model, Constraint(sensitive_items, wishes, sensitive), limits, note)
    tables = (limits, sensitive_items, wishes, labelled["spellings"], transactions, items, rows)
    return _finish_or_fault(engine, "script/findings/rho_findings_or_faults", findings, [fault], *tables)


def audit_disassociation_script(
    model: PiecesParameters, dialect: str, tables: FolderTables, scratch_schema: str = ""
) -> str:
    """Return the script that counts what breaks ``model`` in a release, by check, and its record chunks.

    Joint clusters may lie in joint clusters up to 127 deep: a deeper release would be told as a fault of its structure.
    Else as :func:`audit_km_script`.
    """
    engine = _engine(dialect, model.m, scratch_schema)
    count_folder(engine, tables, model)
    findings = [engine.table("script/findings/fault", **binds) for binds in fault_findings(engine)]
    return _finish(engine, "script/findings/faults", findings, *engine.answers.values())


def _sensitive_items(
    engine: ScriptEngine, wishes: Table | None, sensitive: Table, labelled: Mapping[str, Table]
) -> Table:
    """Return the items that somebody wants hidden; ``labelled``: items, spellings."""
    if wishes is not None:
        return engine.table("rules/constraint/sensitive_for_somebody", wishes=wishes)
    return engine.table("script/data/sensitive_for_all", named=of_items(sensitive), **labelled)


def whole_limit(model: RhoUncertainty) -> Fraction:
    """Return rho as a share of whole numbers, exact for as many records as a product of two numbers has room for."""
    return at_most(model.rho, 10**9)


def _limits(engine: ScriptEngine, sensitive: Table, model: RhoUncertainty) -> Table:
    """Return the same limit for all sensitive items."""
    share = whole_limit(model)
    shares = {"limit_num": share.numerator, "limit_den": share.denominator}
    return engine.table("script/data/limits", sensitive=sensitive, **shares)


def fault_findings(engine: ScriptEngine) -> list[dict[str, Bind]]:
    """Return what the query script/findings/fault needs for each answer of :func:`count_folder`: binds."""
    return [{"check_name": check, "answer": answer} for check, answer in _checks(engine)]


def _checks(engine: ScriptEngine) -> list[tuple[str, Table]]:
    """Return the name of each check with the table that holds its answer, in a column ``faults``."""
    checks: list[tuple[str, Table]] = []
    for query, answer in engine.answers.items():
        name = query.rsplit("/", 1)[-1]
        fault_column = {"bad_count": "n", "cover_counts": "cover"}.get(name, "faults")
        checks.append((_CHECKS.get(name, "structure"), replace(answer, columns={"faults": fault_column})))
        if name == "cover_counts":
            more = ("record_chunks", "vulnerable_record_chunks")
            checks += [(column, replace(answer, columns={"faults": column})) for column in more]
    return checks


def _engine(dialect: str, m: int | None, scratch_schema: str) -> ScriptEngine:
    if dialect not in WAREHOUSES:
        raise BadParameter("<dialect> is not one of a warehouse", f"it is one of {', '.join(WAREHOUSES)}")
    if m is None or m > _LARGEST:
        raise BadParameter(f"a script needs <m>, {_LARGEST} at the most", "it cannot see when nothing larger is left")
    if len(quoted_parts(scratch_schema)) > 2:
        raise BadParameter("<schema> has more than two parts", "name a schema, or a catalog and a schema")
    return ScriptEngine(dialect, scratch_schema)


def _finish(engine: ScriptEngine, query: str, findings: list[Table], *more: Table | None, **binds: Bind) -> str:
    """Write the statement that shows all findings, and those that drop what is left; return the script."""
    first, *others = findings
    for later in others:
        engine.append(first, all_rows(later))
    engine.show(query, findings=first, **binds)
    engine.drop(*findings[::-1], *more)
    return engine.text


def _finish_or_fault(
    engine: ScriptEngine, query: str, findings: list[Table], faults: list[CountingFault], *more: Table | None
) -> str:
    """Write likewise, with the faults that there may be."""
    binds: list[dict[str, Bind]] = [{"fault": fault.records, "finding": fault.finding} for fault in faults]
    rows = engine.gather("script/findings/fault_rows", binds)
    records = [fault.records for fault in faults]
    return _finish(engine, query, findings, *more, rows, *records, faults=rows)


def script_table(name: str, options: ColumnFields) -> Table:
    """Return the table a script reads: ``table``, ``schema.table`` or ``catalog.schema.table``."""
    columns = {"record_id": options.record_id, "item": options.item}
    person = options.person if isinstance(options, CountsPersons) else ""
    return replace(_table(name), columns=columns | ({"person": person} if person else {}))


def release_tables(prefix: str) -> FolderTables:
    """Return the three tables of a disassociated release: ``prefix_clusters`` and so on."""
    quote = '"' if prefix.endswith('"') else ""
    stem = prefix.removesuffix(quote)
    return FolderTables(*(_table(f"{stem}_{name}{quote}") for name in ("clusters", "subrecords", "terms")))


def _table(name: str) -> Table:
    parts = quoted_parts(name)
    if len(parts) > 3:
        raise BadParameter("the name of a table has more than three parts", "catalog.schema.table", (name,))
    catalog, schema, table = ["", "", *parts][-3:]
    return Table(table, schema, catalog, quoted=False)
