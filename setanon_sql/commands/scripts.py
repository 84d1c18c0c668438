"""The SQL itself, for a warehouse that setanon does not connect to: audits as scripts, gates for pipelines."""

from functools import partial

from setanon_sql.commands.console import HOLDS, Invocation, command
from setanon_sql.commands.groups import sql_audit, sql_gate
from setanon_sql.commands.models import add
from setanon_sql.options.scripts import DisassociationGate, DisassociationScript, RhoGate, RhoScript
from setanon_sql.registry import models


@command(
    sql_audit,
    "rho",
    RhoScript,
    example="setanon sql audit rho --rho 0.5 --m 2 --sensitive shop.medicines --dialect bigquery --table shop.baskets",
)
def sql_audit_rho(run: Invocation) -> int:
    """Print one script that counts rules above rho and records at risk, from up to m known items."""
    return print_sql(run, "sql_audit_rho")


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
    "rho",
    RhoGate,
    example="setanon sql gate rho --rho 0.5 --m 2 --sensitive shop.medicines --dialect bigquery --table marts.baskets",
)
def sql_gate_rho(run: Invocation) -> int:
    """Print one SELECT that gives no row where rho-uncertainty holds, for everybody alike. Up to 2 known items.

    Else a row for each number of known items: known_items, minimal_threats (rules above rho), records_at_risk, finding
    (threats), or one whose finding is that no sensitive item is in the data.
    """
    return print_sql(run, "sql_gate_rho")


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
