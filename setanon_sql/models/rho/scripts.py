"""The SQL of the audit as one script, for a warehouse that setanon does not connect to."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.engine.written.script import ScriptEngine
from setanon_sql.engine.written.unanswered import Unanswered
from setanon_sql.models.rho.audit import watch_rho
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.query.templates import Table
from setanon_sql.scripts.faults import nothing_listed, of_items
from setanon_sql.scripts.writing import finish_or_fault, script_engine
from setanon_sql.sensitive.constraint import Constraint
from setanon_sql.sensitive.limits import at_most


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
    as a script of a table of records.
    """
    engine = script_engine(dialect, model.m, scratch_schema)
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
    return finish_or_fault(engine, "script/findings/rho_findings_or_faults", findings, [fault], *tables)


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
    return engine.table("rules/constraint/same_limits", sensitive=sensitive, **shares)
