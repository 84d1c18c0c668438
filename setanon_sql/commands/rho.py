"""rho-uncertainty: audit and anonymize."""

import click

from setanon_sql.commands.console import (
    Run,
    algorithm_option,
    command,
    how_many,
    m_option,
    out_options,
    release_options,
    report_options,
    rho_options,
    source_options,
    together,
)
from setanon_sql.commands.groups import anonymize, audit
from setanon_sql.errors import BadParameter

#: What the audits of rho-uncertainty of either kind take besides what is sensitive.
rule_options = together(
    m_option,
    how_many("--worst", "Also list N rules a size (with --show-values)."),
    source_options,
    report_options,
)


@command(
    audit,
    "rho",
    click.argument("source"),
    rho_options,
    rule_options,
    example="setanon audit rho baskets.csv --rho 0.5 --sensitive medicines.csv",
)
def audit_rho(run: Run) -> int:
    """How many rules tell, from what is known of a person, a sensitive item with a confidence above rho."""
    from setanon_sql import api
    from setanon_sql.commands import words

    return run.audited(api.audit_rho(**run.rest, options=run.source, **run.common()), words.rho_audit)


@command(
    anonymize,
    "rho",
    click.argument("source"),
    out_options,
    rho_options,
    m_option,
    click.option("--sample", is_flag=True, help="Protect against all but a share of random adversaries (needs --m)."),
    click.option(
        "--epsilon", metavar="SHARE", help="Share of random adversaries that may succeed (--sample). Default: 0.05."
    ),
    click.option("--delta", metavar="SHARE", help="Probability that the promise fails (--sample). Default: 0.05."),
    click.option(
        "--bound",
        type=click.Choice(["exact", "hoeffding"]),
        help="How many of a sample may succeed (--sample): by the binomial distribution, or the paper's bound, which "
        "allows fewer. Default: exact.",
    ),
    algorithm_option(
        "--order", ["improved", "paper"], "Mend many rules in a round, or one at a time as in the paper (slow)."
    ),
    release_options,
    source_options,
    report_options,
    example="setanon anonymize rho baskets.csv --out safe.parquet --rho 0.5 --sensitive medicines.csv",
)
def anonymize_rho(run: Run) -> int:
    """Suppress occurrences until nothing sensitive follows from what is known with a confidence above rho."""
    from setanon_sql import api

    given = run.rest
    names = ("epsilon", "delta", "bound")
    odds = {name: value for name in names if (value := given.pop(name)) is not None}
    if odds and not given["sample"]:
        raise BadParameter(f"--{next(iter(odds))} is for samples only", "say --sample, too")
    sampling = api.Sampling(**odds) if given.pop("sample") else None
    return run.published(api.anonymize_rho(**given, sampling=sampling, options=run.source, **run.common()))
