"""The SQL of the audit as one script, for a warehouse that setanon does not connect to."""

from setanon_sql.counting import mine, mine_persons
from setanon_sql.engine.written.script import ScriptEngine
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.km.unbounded import whole_records
from setanon_sql.query.templates import Bind, Table
from setanon_sql.scripts.faults import CountingFault, nothing_listed, of_items, without_person
from setanon_sql.scripts.selecting import select_engine
from setanon_sql.scripts.writing import finish, finish_or_fault, script_engine


def audit_km_script(
    model: KmAnonymity, dialect: str, table: Table, scratch_schema: str = "", *, knowable: Table | None = None
) -> str:
    """Return the script that counts minimal threats and records at risk up to m in ``table``.

    ``table`` has one row for each record and item; its ``columns`` say what these are called. The script's own tables
    begin with ``setanon_`` and go to ``scratch_schema``. Where the model counts persons, ``columns`` names theirs, too.
    ``knowable``: a table with a column of the only items that may be known; None: all.
    Without m it is one SELECT, which keeps nothing; see :func:`.unbounded.whole_records`.
    Raises BadParameter for a dialect that is not known.
    """
    if model.m is None:
        return whole_records(select_engine(dialect), model, table, knowable, least=0).text + ";\n"
    engine = script_engine(dialect, model.m, scratch_schema)
    if model.person:
        return _km_script_of_persons(engine, model, table, knowable)
    transactions, faults = known_rows(engine, table, knowable)
    findings: list[Table] = []

    def note(size: int, threats: Table, at_risk: Table) -> None:
        finding = engine.table("script/findings/km_finding", threats=threats, at_risk=at_risk, size=size)
        findings.append(engine.scopes.outermost.take(finding))

    for _ in mine(engine, transactions, model.k, model.m, watch=note):
        pass
    if not faults:
        return finish(engine, "script/findings/km_findings", findings, transactions)
    return finish_or_fault(engine, "script/findings/km_findings_or_faults", findings, faults, transactions)


def known_rows(engine: ScriptEngine, table: Table, knowable: Table | None) -> tuple[Table, list[CountingFault]]:
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
    transactions, faults = known_rows(engine, table, knowable)
    findings: list[Table] = []

    def note(size: int, threats: Table, at_risk: Table) -> None:
        binds: dict[str, Bind] = {"threats": threats, "at_risk": at_risk, "persons": persons, "size": size}
        finding = engine.table("script/findings/km_finding_of_persons", **binds)
        findings.append(engine.scopes.outermost.take(finding))

    for _ in mine_persons(engine, transactions, persons, model.k, model.m, watch=note):
        pass
    query = "script/findings/km_findings_of_persons_or_faults"
    return finish_or_fault(engine, query, findings, [nobody, *faults], transactions, persons)
