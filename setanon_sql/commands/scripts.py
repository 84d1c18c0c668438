"""The SQL itself, for a warehouse that setanon does not connect to: audits as scripts, gates for pipelines."""

from functools import partial

from setanon_sql.commands.console import HOLDS, Invocation, command
from setanon_sql.commands.groups import sql_audit, sql_gate
from setanon_sql.commands.models import add
from setanon_sql.options.scripts import DisassociationGate, DisassociationScript
from setanon_sql.registry import models


@command(
    sql_audit,
    "disassociation",
    DisassociationScript,
    example="setanon sql audit disassociation --k 5 --m 2 --release marts.safe --dialect databricks",
)
def sql_audit_disassociation(run: Invocation) -> int:
    """Print one script that counts what breaks the model in the three tables of a disassociated release."""
    return print_sql(run, "sql_audit_disassociation")


@command(
    sql_gate,
    "disassociation",
    DisassociationGate,
    example="setanon sql gate disassociation --k 5 --m 2 --release marts.safe --dialect databricks",
)
def sql_gate_disassociation(run: Invocation) -> int:
    """Print one SELECT that gives no row where the tables of a disassociated release keep the model. m up to 3.

    Else a row for each check that found faults: check_name, faults. The checks are those of audit disassociation.
    """
    return print_sql(run, "sql_gate_disassociation")


def print_sql(run: Invocation, function: str) -> int:
    """Print the SQL that a function of the API returns; return the exit code."""
    script = run.call(function)
    run.out(script.to_json(), script.sql.rstrip(), exact=True)
    return HOLDS


for _model in models():
    add(sql_audit, _model.name, _model.script, partial(print_sql, function=f"sql_audit_{_model.name}"))
    add(sql_gate, _model.name, _model.gate, partial(print_sql, function=f"sql_gate_{_model.name}"))
