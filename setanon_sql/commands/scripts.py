"""The SQL of an audit, for a warehouse that setanon does not connect to."""

import click

from setanon_sql.commands.console import (
    HOLDS,
    Run,
    column_options,
    command,
    k_option,
    needed_m_option,
    rho_option,
    together,
)
from setanon_sql.commands.groups import sql_audit
from setanon_sql.query.dialects import PARSED, RUN, UNTRIED

_script_options = together(
    click.option(
        "--dialect",
        required=True,
        metavar="NAME",
        help=f"Run for real: {', '.join(RUN)}. They parse: {', '.join(PARSED)}. Untried: {', '.join(UNTRIED)}.",
    ),
    click.option("--schema", default="", metavar="NAME", help="Schema (or dataset) for the script's own tables."),
)
_source_options = together(
    _script_options,
    click.option("--table", default="transactions", metavar="NAME", help="The table to audit.", show_default=True),
    column_options,
)


@command(
    sql_audit,
    "km",
    k_option,
    needed_m_option,
    _source_options,
    example="setanon sql audit km --k 5 --m 2 --dialect snowflake --table shop.baskets --record-id customer",
)
def sql_audit_km(run: Run) -> int:
    """Print one script that counts minimal threats, and records that hold some, up to m known items."""
    from setanon_sql.commands.audit_scripts import audit_km_script, script_table
    from setanon_sql.models import KmAnonymity

    model, given = KmAnonymity(run.rest["k"], run.rest["m"]), run.rest
    table = script_table(given["table"], run.source)
    return _print(run, audit_km_script(model, given["dialect"], table, given["schema"]))


@command(
    sql_audit,
    "rho",
    rho_option,
    needed_m_option,
    click.option("--sensitive", required=True, metavar="TABLE", help="Table of sensitive items."),
    click.option("--personal", is_flag=True, help="Its record ids say who wants which item hidden."),
    _source_options,
    example="setanon sql audit rho --rho 0.5 --m 2 --sensitive shop.medicines --dialect bigquery --table shop.baskets",
)
def sql_audit_rho(run: Run) -> int:
    """Print one script that counts rules above rho and persons at risk, from up to m known items."""
    from setanon_sql.commands.audit_scripts import audit_rho_script, script_table
    from setanon_sql.models import RhoUncertainty

    model, given = RhoUncertainty.of(run.rest["rho"], run.rest["m"]), run.rest
    table, sensitive = (script_table(given[name], run.source) for name in ("table", "sensitive"))
    personal = given["personal"]
    return _print(run, audit_rho_script(model, given["dialect"], table, sensitive, given["schema"], personal=personal))


@command(
    sql_audit,
    "disassociation",
    k_option,
    needed_m_option,
    click.option("--release", required=True, metavar="PREFIX", help="Its tables are PREFIX_clusters and so on."),
    _script_options,
    example="setanon sql audit disassociation --k 5 --m 2 --release marts.safe --dialect databricks",
)
def sql_audit_disassociation(run: Run) -> int:
    """Print one script that counts what breaks the model in the three tables of a disassociated release."""
    from setanon_sql.commands.audit_scripts import audit_disassociation_script, release_tables
    from setanon_sql.models import Disassociation

    given = run.rest
    model = Disassociation(given["k"], given["m"], given["k"] + 1)
    tables = release_tables(given["release"])
    return _print(run, audit_disassociation_script(model, given["dialect"], tables, given["schema"]))


def _print(run: Run, script: str) -> int:
    run.out({"dialect": run.rest["dialect"], "sql": script}, script.rstrip())
    return HOLDS
