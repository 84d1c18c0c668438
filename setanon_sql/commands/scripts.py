"""The SQL itself, for a warehouse that setanon does not connect to: audits as scripts, gates for pipelines."""

from functools import partial

from setanon_sql.commands.console import HOLDS, Invocation, command
from setanon_sql.commands.groups import sql_audit, sql_gate, sql_group, sql_release
from setanon_sql.commands.models import add
from setanon_sql.options.count_tables import CountsGate
from setanon_sql.options.scripts import CodeScript
from setanon_sql.registry import models


def print_sql(run: Invocation, function: str) -> int:
    """Print the SQL that a function of the API returns; return the exit code."""
    script = run.call(function)
    run.out(script.to_json(), script.sql.rstrip(), exact=True)
    return HOLDS


for _model in models():
    add(sql_audit, _model.name, _model.script, partial(print_sql, function=f"sql_audit_{_model.name}"))
    add(sql_release, _model.name, _model.release, partial(print_sql, function=f"sql_release_{_model.name}"))
    add(sql_gate, _model.name, _model.gate, partial(print_sql, function=f"sql_gate_{_model.name}"))


@command(
    sql_gate,
    "counts",
    CountsGate,
    example="setanon sql gate counts --k 5 --items item,item2 --dialect snowflake > gate.sql",
)
def gate_counts(run: Invocation) -> int:
    """Print one SELECT that gives no row where no count from 1 to k - 1 follows by subtracting.

    It looks at a table of counts: for small ones, for a count less that of a cell in it, for a total less its parts.
    Else it gives a row for each of these: finding, counts. audit counts looks for more.
    """
    return print_sql(run, "sql_gate_counts")


@command(
    sql_group,
    "code",
    CodeScript,
    example="setanon sql code --dialect snowflake --table baskets --codes own.codes --out lab.coded > code.sql",
)
def code(run: Invocation) -> int:
    """Print one script that makes a view in which numbers stand for items and records, for work elsewhere.

    What the numbers stand for is in tables that the owner alone reads; sql release carries out there what was decided
    on the view. A taxonomy is coded, too.
    """
    return print_sql(run, "sql_code")
