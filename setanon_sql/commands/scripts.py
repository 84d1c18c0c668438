"""The SQL of an audit, for a warehouse that setanon does not connect to."""

import click

from setanon_sql.commands.groups import sql_audit
from setanon_sql.console import HOLDS, Run, command, k_option, m_option, source_options


@command(
    sql_audit,
    "km",
    k_option,
    m_option,
    click.option("--dialect", required=True, help="Such as snowflake, bigquery, redshift, databricks, postgres."),
    click.option("--table", default="transactions", help="The table to audit.", show_default=True),
    click.option("--schema", default="", help="Schema (or dataset) for the script's own tables."),
    source_options,
    example="setanon sql audit km --k 5 --m 2 --dialect snowflake --table shop.baskets --record-id customer",
)
def sql_audit_km(run: Run) -> int:
    """Print one script that counts minimal threats and records at risk up to m."""
    from setanon_sql.models import KmAnonymity
    from setanon_sql.script import audit_km_script, script_table

    model, given = KmAnonymity(run.rest["k"], run.rest["m"]), run.rest
    table = script_table(given["table"], run.source)
    script = audit_km_script(model, given["dialect"], table, given["schema"])
    run.out({"dialect": given["dialect"], "sql": script}, script.rstrip())
    return HOLDS
