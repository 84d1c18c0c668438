"""rho-uncertainty: audit and anonymize."""

from typing import TYPE_CHECKING, Unpack

import click

from setanon_sql.commands.console import (
    Run,
    algorithm_option,
    asked_options,
    command,
    decision_options,
    how_many,
    m_option,
    out_options,
    release_options,
    report_options,
    rho_options,
    risk_options,
    taxonomy_option,
    together,
)
from setanon_sql.commands.groups import anonymize, audit
from setanon_sql.commands.reading import lot_option, source_argument, source_options
from setanon_sql.errors import BadParameter

if TYPE_CHECKING:
    from setanon_sql.api import Publishing, Sampling
    from setanon_sql.methods.rho.samples import Bound
    from setanon_sql.models import Algorithm

#: What the audits of rho-uncertainty of either kind take besides what is sensitive.
rule_options = together(
    m_option,
    lot_option,
    how_many("--worst", "Also list N rules a size (with --show-values)."),
    source_options,
    report_options,
)


@command(
    audit,
    "rho",
    source_argument,
    rho_options,
    taxonomy_option,
    risk_options,
    rule_options,
    example="setanon audit rho baskets.csv --rho 0.5 --sensitive medicines.csv",
)
def audit_rho(
    run: Run,
    *,
    source: str | None,
    rho: str,
    sensitive: str,
    m: int | None,
    worst: int,
    taxonomy: str | None,
    by: int | None,
    records_out: str | None,
    overwrite: bool,
) -> int:
    """How many rules tell, from what is known of a person, a sensitive item with a confidence above rho."""
    from setanon_sql import api
    from setanon_sql.commands import words

    found = api.audit_rho(
        source,
        rho=rho,
        sensitive=sensitive,
        m=m,
        worst=worst,
        taxonomy=taxonomy,
        by=by,
        records_out=records_out,
        overwrite=overwrite,
        options=run.options,
        settings=run.settings,
        report=run.report,
    )
    return run.audited(found, words.rho_audit)


@command(
    anonymize,
    "rho",
    source_argument,
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
    asked_options,
    decision_options,
    release_options,
    source_options,
    report_options,
    example="setanon anonymize rho baskets.csv --out safe.parquet --rho 0.5 --sensitive medicines.csv",
)
def anonymize_rho(
    run: Run,
    *,
    source: str | None,
    out: str,
    rho: str,
    sensitive: str,
    m: int | None,
    sample: bool,
    epsilon: str | None,
    delta: str | None,
    bound: "Bound | None",
    algorithm: "Algorithm",
    constraints: str | None,
    weights: str | None,
    **how: "Unpack[Publishing]",
) -> int:
    """Suppress occurrences until nothing sensitive follows from what is known with a confidence above rho."""
    from setanon_sql import api

    release = api.anonymize_rho(
        source,
        out,
        rho=rho,
        sensitive=sensitive,
        m=m,
        sampling=_sampling(sample, epsilon, delta, bound),
        algorithm=algorithm,
        constraints=constraints,
        weights=weights,
        options=run.options,
        settings=run.settings,
        report=run.report,
        **how,
    )
    return run.published(release)


def _sampling(sample: bool, epsilon: str | None, delta: str | None, bound: "Bound | None") -> "Sampling | None":
    """What is promised of a sample; raises BadParameter where that was said but no sample asked for."""
    from setanon_sql.api import Sampling

    if not sample:
        for name, value in (("epsilon", epsilon), ("delta", delta), ("bound", bound)):
            if value is not None:
                raise BadParameter(f"--{name} is for samples only", "say --sample, too")
        return None
    usual = Sampling()
    return Sampling(
        usual.epsilon if epsilon is None else epsilon,
        usual.delta if delta is None else delta,
        bound or usual.bound,
    )
