"""The SQL of an audit as one script, for a warehouse that setanon does not connect to."""

from setanon_sql.counting import mine
from setanon_sql.engine.script import ScriptEngine
from setanon_sql.errors import BadParameter
from setanon_sql.models import KmAnonymity
from setanon_sql.sources import SourceOptions
from setanon_sql.sources.database import name_parts
from setanon_sql.sql import Table, dialects

#: Sizes a script may go up to: each adds a dozen statements.
_LARGEST = 20


def audit_km_script(model: KmAnonymity, dialect: str, table: Table, scratch_schema: str = "") -> str:
    """Return the script that counts minimal threats and records at risk up to m in ``table``.

    ``table`` has one row for each record and item; its ``columns`` say what these are called. The script's own tables
    begin with ``setanon_`` and go to ``scratch_schema``. Raises BadParameter for a dialect that is not known, and
    without m: a script cannot know when to stop.
    """
    if dialect not in dialects():
        raise BadParameter("this --dialect is not known", f"it is one of {', '.join(dialects())}")
    if model.m is None or model.m > _LARGEST:
        raise BadParameter(f"a script needs --m, {_LARGEST} at the most", "it cannot see when no larger threat is left")
    engine = ScriptEngine(dialect, scratch_schema)
    transactions = engine.table("counting/distinct_rows", source=table)
    findings: list[Table] = []

    def note(size: int, threats: Table, at_risk: Table) -> None:
        findings.append(engine.table("counting/finding", threats=threats, at_risk=at_risk, size=size))

    for _ in mine(engine, transactions, model.k, model.m, watch=note):
        pass
    for later in findings[1:]:
        engine.append(findings[0], "counting/all_findings", findings=later)
    engine.rows("counting/all_findings", findings=findings[0])
    engine.drop(*findings[::-1], transactions)
    return "\n\n".join(engine.statements) + "\n"


def script_table(name: str, options: SourceOptions) -> Table:
    """Return the table a script reads: ``table``, ``schema.table`` or ``catalog.schema.table``."""
    *_, catalog, schema, table = ["", "", *name_parts(name)]
    columns = {"record_id": options.record_id, "item": options.item}
    return Table(table, schema, catalog, columns, quoted=False)
