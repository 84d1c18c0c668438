"""Sensitivity-adaptive rho-uncertainty: audit and anonymize."""

from typing import TYPE_CHECKING, Unpack

import click

from setanon_sql.commands.console import (
    Run,
    asked_options,
    command,
    constraints_option,
    m_option,
    one_of,
    out_options,
    release_options,
    report_options,
    together,
)
from setanon_sql.commands.groups import anonymize, audit
from setanon_sql.commands.reading import source_argument, source_options
from setanon_sql.commands.rho import rule_options

if TYPE_CHECKING:
    from setanon_sql.api import Publishing
    from setanon_sql.methods.adaptive import Cost

adaptive_options = together(
    click.option("--rho", required=True, metavar="SHARE", help="Lowest threshold, such as 0.3 or 1/3."),
    click.option(
        "--sensitive", required=True, metavar="S", help="What is to be hidden: a file, or a table of --db. Column item."
    ),
    click.option(
        "--factor",
        metavar="F",
        help="An item's threshold is rho + F * the share of records that hold it. Default: 1.",
    ),
    click.option("--factors", metavar="FILE", help="A factor for each item instead. Columns item and factor."),
)


@command(
    audit,
    "adaptive",
    source_argument,
    adaptive_options,
    rule_options,
    example="setanon audit adaptive baskets.csv --rho 0.3 --sensitive medicines.csv --factor 0.5",
)
def audit_adaptive(
    run: Run,
    *,
    source: str | None,
    rho: str,
    sensitive: str,
    factor: str | None,
    factors: str | None,
    m: int | None,
    worst: int,
) -> int:
    """How many rules tell a sensitive item with a confidence above the item's own threshold."""
    from setanon_sql import api
    from setanon_sql.commands import words

    found = api.audit_adaptive(
        source,
        rho=rho,
        sensitive=sensitive,
        factor=factor,
        factors=factors,
        m=m,
        worst=worst,
        options=run.options,
        settings=run.settings,
        report=run.report,
    )
    return run.audited(found, words.rho_audit)


@command(
    anonymize,
    "adaptive",
    source_argument,
    out_options,
    adaptive_options,
    click.option("--taxonomy", metavar="T", help="Taxonomy: a file, or a table of --db. Needed."),
    m_option,
    one_of("--cost", ["bits", "ncp"], "What to minimize: bits leaves most items as they are."),
    asked_options,
    constraints_option,
    release_options,
    source_options,
    report_options,
    example="setanon anonymize adaptive baskets.csv --out safe.parquet --rho 0.3 --sensitive medicines.csv "
    "--taxonomy departments.csv",
)
def anonymize_adaptive(
    run: Run,
    *,
    source: str | None,
    out: str,
    rho: str,
    sensitive: str,
    factor: str | None,
    factors: str | None,
    taxonomy: str | None,
    m: int | None,
    cost: "Cost",
    constraints: str | None,
    **how: "Unpack[Publishing]",
) -> int:
    """Generalize group by group, and suppress, until no sensitive item follows more surely than its threshold."""
    from setanon_sql import api

    release = api.anonymize_adaptive(
        source,
        out,
        rho=rho,
        sensitive=sensitive,
        taxonomy=taxonomy,
        factor=factor,
        factors=factors,
        m=m,
        cost=cost,
        constraints=constraints,
        options=run.options,
        settings=run.settings,
        report=run.report,
        **how,
    )
    return run.published(release)
