"""The SQL of an audit, for a warehouse that setanon does not connect to."""

import click

from setanon_sql.commands.console import (
    HOLDS,
    Run,
    command,
    k_option,
    needed_m_option,
    rho_option,
    together,
)
from setanon_sql.commands.groups import sql_audit
from setanon_sql.commands.reading import column_options
from setanon_sql.query.dialects import PARSED, RUN, UNTRIED

dialect_option = click.option(
    "--dialect",
    required=True,
    metavar="NAME",
    help=f"Run for real: {', '.join(RUN)}. They parse: {', '.join(PARSED)}. Untried: {', '.join(UNTRIED)}.",
)
_script_options = together(
    dialect_option,
    click.option("--schema", default="", metavar="NAME", help="Schema (or dataset) for the script's own tables."),
)
table_options = together(
    click.option("--table", default="transactions", metavar="NAME", help="The table to audit.", show_default=True),
    column_options,
)
release_tables_option = click.option(
    "--release", required=True, metavar="PREFIX", help="Its tables are PREFIX_clusters and so on."
)
_source_options = together(_script_options, table_options)


@command(
    sql_audit,
    "km",
    k_option,
    needed_m_option,
    _source_options,
    example="setanon sql audit km --k 5 --m 2 --dialect snowflake --table shop.baskets --record-id customer",
)
def sql_audit_km(run: Run, *, k: int, m: int, dialect: str, schema: str, table: str) -> int:
    """Print one script that counts minimal threats, and records that hold some, up to m known items."""
    from setanon_sql.commands.audit_scripts import audit_km_script, script_table
    from setanon_sql.models import KmAnonymity

    audited = script_table(table, run.options)
    return print_sql(run, dialect, audit_km_script(KmAnonymity(k, m), dialect, audited, schema))


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
def sql_audit_rho(
    run: Run, *, rho: str, m: int, sensitive: str, personal: bool, dialect: str, schema: str, table: str
) -> int:
    """Print one script that counts rules above rho and persons at risk, from up to m known items."""
    from setanon_sql.commands.audit_scripts import audit_rho_script, script_table
    from setanon_sql.models import RhoUncertainty

    model = RhoUncertainty.of(rho, m)
    audited, hidden = script_table(table, run.options), script_table(sensitive, run.options)
    return print_sql(run, dialect, audit_rho_script(model, dialect, audited, hidden, schema, personal=personal))


@command(
    sql_audit,
    "disassociation",
    k_option,
    needed_m_option,
    release_tables_option,
    _script_options,
    example="setanon sql audit disassociation --k 5 --m 2 --release marts.safe --dialect databricks",
)
def sql_audit_disassociation(run: Run, *, k: int, m: int, release: str, dialect: str, schema: str) -> int:
    """Print one script that counts what breaks the model in the three tables of a disassociated release."""
    from setanon_sql.commands.audit_scripts import audit_disassociation_script, release_tables
    from setanon_sql.models import Disassociation

    model, tables = Disassociation(k, m, k + 1), release_tables(release)
    return print_sql(run, dialect, audit_disassociation_script(model, dialect, tables, schema))


def print_sql(run: Run, dialect: str, script: str) -> int:
    """Print what was asked for as SQL; returns the exit code."""
    run.out({"dialect": dialect, "sql": script}, script.rstrip())
    return HOLDS
