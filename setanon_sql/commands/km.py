"""k^m-anonymity: audit and anonymize."""

from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import click

from setanon_sql.commands.console import (
    Run,
    algorithm_option,
    asked_options,
    command,
    decision_options,
    each_k,
    how_many,
    k_option,
    ks_option,
    m_option,
    one_of,
    out_options,
    release_options,
    report_options,
    risk_options,
    taxonomy_option,
    together,
)
from setanon_sql.commands.groups import anonymize, audit
from setanon_sql.commands.reading import source_argument, source_options
from setanon_sql.errors import BadParameter

if TYPE_CHECKING:
    from setanon_sql.api import Publishing
    from setanon_sql.methods.km.tree import Cost
    from setanon_sql.models import Algorithm
    from setanon_sql.release.mappings import MappingTier


@command(
    audit,
    "km",
    source_argument,
    ks_option,
    m_option,
    taxonomy_option,
    click.option("--unicity", is_flag=True, help="Also count the records that some itemset singles out."),
    how_many("--average", "Also draw N random sets of m items."),
    how_many("--top-items", "Also list the N items in most threats."),
    how_many("--worst", "Also list N threats a size (with --show-values)."),
    risk_options,
    click.option("--seed", metavar="TEXT", help="Another draw of --average. Default: always the same."),
    source_options,
    report_options,
    example="setanon audit km baskets.csv --k 5 --m 2",
)
def audit_km(
    run: Run,
    *,
    source: str | None,
    k: str,
    m: int | None,
    taxonomy: str | None,
    unicity: bool,
    average: int,
    top_items: int,
    worst: int,
    seed: str | None,
    by: int | None,
    records_out: str | None,
    overwrite: bool,
) -> int:
    """How many itemsets fewer than k records hold, by size, and which share of records holds some such itemset."""
    from setanon_sql import api
    from setanon_sql.audit import KmExtras
    from setanon_sql.commands import words

    extras, (first, *larger) = KmExtras(unicity, top_items, worst, average, seed or "0"), each_k(k)
    if larger:
        _refuse_more(m, taxonomy, unicity, top_items, worst, average, by, records_out, run.report)
        sized = api.audit_km_by_size(source, ks=[first, *larger], options=run.options, settings=run.settings)
        return run.audited(sized, words.km_by_size)
    found = api.audit_km(
        source,
        k=first,
        m=m,
        taxonomy=taxonomy,
        extras=extras,
        by=by,
        records_out=records_out,
        overwrite=overwrite,
        options=run.options,
        settings=run.settings,
        report=run.report,
    )
    return run.audited(found, words.km_audit)


def _refuse_more(*asked: object) -> None:
    """Raise BadParameter where anything is asked for besides several --k."""
    if any(one not in {None, False} for one in asked):
        raise BadParameter("with several --k nothing else is counted, and m is their number", "leave the others out")


mapping_options = together(
    click.option(
        "--mapping",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Generalize as an earlier release did, whose --mapping-out this is; needs its --taxonomy.",
    ),
    click.option("--extend", is_flag=True, help="Mend --mapping with the least change where it does not do."),
    click.option(
        "--mapping-out",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Also write which label each item went to: .csv or .tsv.",
    ),
    one_of("--mapping-tier", ["internal", "public"], "Whom that is for; public tells what release and taxonomy do."),
)


@command(
    anonymize,
    "km",
    source_argument,
    out_options,
    k_option,
    m_option,
    taxonomy_option,
    one_of("--cost", ["ncp", "lm"], "What to minimize: NCP or LM, two measures of lost information."),
    algorithm_option("--search", ["improved", "paper"], "Search further than Liu and Wang, or as in their paper."),
    click.option(
        "--optimum",
        type=click.FloatRange(min=0),
        default=5.0,
        show_default=True,
        metavar="SECONDS",
        help="How long to look for the least cost, or for a bound on it. For up to 300 labels a second; 0: never.",
    ),
    asked_options,
    decision_options,
    mapping_options,
    release_options,
    source_options,
    report_options,
    example="setanon anonymize km baskets.csv --out safe.parquet --k 5 --m 2 --taxonomy departments.csv",
)
def anonymize_km(
    run: Run,
    *,
    source: str | None,
    out: str,
    k: int,
    m: int | None,
    taxonomy: str | None,
    cost: "Cost",
    algorithm: "Algorithm",
    optimum: float,
    mapping: Path | None,
    extend: bool,
    mapping_out: Path | None,
    mapping_tier: "MappingTier",
    constraints: str | None,
    weights: str | None,
    **how: "Unpack[Publishing]",
) -> int:
    """Generalize and suppress until every set of at most m items is held by no record or by k."""
    from setanon_sql import api

    release = api.anonymize_km(
        source,
        out,
        k=k,
        m=m,
        taxonomy=taxonomy,
        cost=cost,
        algorithm=algorithm,
        optimum=optimum,
        mapping=mapping,
        extend=extend,
        mapping_out=mapping_out,
        mapping_tier=mapping_tier,
        constraints=constraints,
        weights=weights,
        options=run.options,
        settings=run.settings,
        report=run.report,
        **how,
    )
    return run.published(release)
