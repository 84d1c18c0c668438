"""The gate of a guarantee as SQL, for what runs in a pipeline: dbt, SQLMesh, Soda, Great Expectations, a scheduler."""

import click

from setanon_sql.commands.console import (
    Run,
    command,
    k_option,
    needed_m_option,
    rho_option,
    together,
)
from setanon_sql.commands.groups import sql_gate
from setanon_sql.commands.scripts import dialect_option, print_sql, release_tables_option, table_options

_source_options = together(dialect_option, table_options)


@command(
    sql_gate,
    "km",
    k_option,
    needed_m_option,
    _source_options,
    example="setanon sql gate km --k 5 --m 2 --dialect snowflake --table marts.baskets > gate.sql",
)
def sql_gate_km(run: Run, *, k: int, m: int, dialect: str, table: str) -> int:
    """Print one SELECT that gives no row where k^m-anonymity holds. Up to 3 known items.

    Else a row for each number of known items: known_items, minimal_threats, records_at_risk. Names in double quotes are
    taken exactly as they are; other names as the warehouse takes them.
    """
    from setanon_sql.commands.audit_scripts import script_table
    from setanon_sql.commands.gate_queries import km_gate
    from setanon_sql.models import KmAnonymity

    return print_sql(run, dialect, km_gate(KmAnonymity(k, m), dialect, script_table(table, run.options)).text)


@command(
    sql_gate,
    "rho",
    rho_option,
    needed_m_option,
    click.option(
        "--sensitive", default="", metavar="TABLE", help="Table of sensitive items, in a column of that name."
    ),
    click.option("--sensitive-item", multiple=True, metavar="LABEL", help="A sensitive item; may be repeated."),
    _source_options,
    example="setanon sql gate rho --rho 0.5 --m 2 --sensitive shop.medicines --dialect bigquery --table marts.baskets",
)
def sql_gate_rho(
    run: Run, *, rho: str, m: int, sensitive: str, sensitive_item: tuple[str, ...], dialect: str, table: str
) -> int:
    """Print one SELECT that gives no row where rho-uncertainty holds, for everybody alike. Up to 2 known items.

    Else a row for each number of known items: known_items, minimal_threats (rules above rho), records_at_risk.
    """
    from setanon_sql.commands.audit_scripts import script_table
    from setanon_sql.commands.gate_queries import rho_gate
    from setanon_sql.errors import BadParameter
    from setanon_sql.models import RhoUncertainty

    if bool(sensitive) == bool(sensitive_item):
        raise BadParameter("what is sensitive?", "give --sensitive TABLE, or each item with --sensitive-item")
    hidden = script_table(sensitive, run.options) if sensitive else sensitive_item
    audited = script_table(table, run.options)
    return print_sql(run, dialect, rho_gate(RhoUncertainty.of(rho, m), dialect, audited, hidden).text)


@command(
    sql_gate,
    "disassociation",
    k_option,
    needed_m_option,
    click.option("--safe", is_flag=True, help="Covered items are a fault, too."),
    release_tables_option,
    dialect_option,
    example="setanon sql gate disassociation --k 5 --m 2 --release marts.safe --dialect databricks",
)
def sql_gate_disassociation(run: Run, *, k: int, m: int, safe: bool, release: str, dialect: str) -> int:
    """Print one SELECT that gives no row where the tables of a disassociated release keep the model. m up to 3.

    Else a row for each check that found faults: check_name, faults. The checks are those of audit disassociation.
    """
    from setanon_sql.commands.audit_scripts import release_tables
    from setanon_sql.commands.gate_queries import disassociation_gate
    from setanon_sql.models import Disassociation

    model = Disassociation(k, m, k + 1, safe=safe)
    return print_sql(run, dialect, disassociation_gate(model, dialect, release_tables(release)).text)
