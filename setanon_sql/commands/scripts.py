"""The SQL itself, for a warehouse that setanon does not connect to: audits as scripts, gates for pipelines."""

from functools import partial

from setanon_sql.commands.console import HOLDS, Invocation
from setanon_sql.commands.groups import sql_audit, sql_gate
from setanon_sql.commands.models import add
from setanon_sql.registry import models


def print_sql(run: Invocation, function: str) -> int:
    """Print the SQL that a function of the API returns; return the exit code."""
    script = run.call(function)
    run.out(script.to_json(), script.sql.rstrip(), exact=True)
    return HOLDS


for _model in models():
    add(sql_audit, _model.name, _model.script, partial(print_sql, function=f"sql_audit_{_model.name}"))
    add(sql_gate, _model.name, _model.gate, partial(print_sql, function=f"sql_gate_{_model.name}"))
