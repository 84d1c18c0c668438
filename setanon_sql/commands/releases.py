"""What is asked of any release."""

from pathlib import Path

import click

from setanon_sql.commands.console import (
    BROKEN,
    FAILED,
    HOLDS,
    Run,
    asked_options,
    command,
    constraints_option,
    how_many,
    report_options,
    seed_option,
    taxonomy_option,
)
from setanon_sql.commands.groups import attack, cli
from setanon_sql.commands.reading import db_option, lot_option, needed_without_query, reading_options


@command(
    cli,
    "verify",
    click.argument("release"),
    click.option(
        "--source",
        metavar="SOURCE",
        help="With --sensitive: the original data, which personal wishes are checked against.",
    ),
    click.option("--sensitive", metavar="S", help="With --source: the personal wishes, or the sensitive items."),
    click.option(
        "--ledger",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="With both: the ledger of a disassociated release, which tells who holds its sensitive items.",
    ),
    db_option("RELEASE (and SOURCE) are tables"),
    reading_options,
    lot_option,
    report_options,
    example="setanon verify safe.parquet",
)
def verify(run: Run, *, release: str, source: str | None, sensitive: str | None, ledger: Path | None) -> int:
    """Re-check the guarantee in a release's manifest, from the released files alone.

    Whatever stands in the release and was not checked is a fault: a column more, a file in its folder.
    Personal wishes are not published: only the owner, with --source and --sensitive, can check that they are kept. Nor
    is who holds the sensitive items of a disassociated release: that takes --ledger, too.
    """
    from setanon_sql import api
    from setanon_sql.commands import words

    answer = api.verify(
        release,
        db=run.db,
        source=source,
        sensitive=sensitive,
        ledger=ledger,
        options=run.options,
        settings=run.settings,
        report=run.report,
    )
    values = run.settings.show_values
    run.out(answer.to_json(show_values=values), words.verification(answer, show_values=values))
    return BROKEN if answer.messages else HOLDS if answer.satisfied else FAILED


@command(
    cli,
    "utility",
    click.argument("source"),
    click.argument("release", required=False, callback=needed_without_query),
    click.option("--release-db", default="", metavar="URL", help="Database of the release. Default: --db."),
    taxonomy_option,
    click.option(
        "--samples",
        type=int,
        default=1,
        metavar="N",
        help="Originals to make up (disassociation, SQL counts).",
        show_default=True,
    ),
    seed_option,
    how_many("--top-items", "Also tell what became of the N most frequent items."),
    click.option(
        "--by", type=int, metavar="LEVEL", help="Also tell the loss below each label of this --taxonomy level."
    ),
    asked_options,
    click.option(
        "--ledger",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="The ledger of the release: says which record is which of --examples.",
    ),
    constraints_option,
    click.option(
        "--report", type=click.Path(path_type=Path), metavar="FILE.html", help="Also write an HTML page (internal)."
    ),
    db_option("SOURCE (and RELEASE) are tables"),
    reading_options,
    example="setanon utility baskets.csv safe.parquet --taxonomy departments.csv",
)
def utility(
    run: Run,
    *,
    source: str,
    release: str | None,
    release_db: str,
    taxonomy: str | None,
    samples: int,
    seed: str | None,
    top_items: int,
    by: int | None,
    workload: str | None,
    examples: int,
    ledger: Path | None,
    constraints: str | None,
) -> int:
    """Measure what a release is still worth, against its source.

    With --query, SOURCE may be left out. A release that was made with --constraints is measured with them.
    """
    from setanon_sql import api
    from setanon_sql.commands import losses

    read, standing = (None, source) if release is None else (source, release)
    measures = api.utility(
        read,
        standing,
        taxonomy=taxonomy,
        options=run.options,
        release_db=release_db,
        samples=samples,
        seed=seed,
        top_items=top_items,
        by=by,
        workload=workload,
        examples=examples,
        ledger=ledger,
        constraints=constraints,
        report=run.report,
        settings=run.settings,
    )
    values = run.settings.show_values
    told = losses.measures(measures) + losses.details(measures.details, show_values=values)
    run.out(measures.to_json() | measures.details.to_json(show_values=values), told)
    return HOLDS


@command(
    attack,
    "across",
    click.argument("old"),
    click.argument("new"),
    click.option(
        "--link",
        required=True,
        metavar="L",
        help="Who is who, a file or a table: old_record_id, new_record_id; with a folder also person_id.",
    ),
    click.option("--m", type=int, default=2, show_default=True, help="Items that are known."),
    click.option("--k", type=int, help="Fewer candidates are too few. Default: the smaller k of the two releases."),
    taxonomy_option,
    click.option(
        "--seconds",
        type=float,
        default=60.0,
        show_default=True,
        help="Two disassociated releases: how long to look for originals that both allow.",
    ),
    db_option("OLD, NEW and the link are tables"),
    example="setanon attack across march.csv april.csv --link who-is-who.csv",
)
def attack_across(
    run: Run, *, old: str, new: str, link: str, m: int, k: int | None, taxonomy: str | None, seconds: float
) -> int:
    """Who is left with fewer than k candidates by two releases of the same people together.

    The owner's view: the link says who is who. Of two disassociated releases also which sets of known items fewer than
    k records hold in every original that both allow. The exit code is 1 where anybody is at risk, and 2 where nobody
    was found to be but not all could be computed.
    """
    from setanon_sql import api
    from setanon_sql.commands import words

    found = api.attack_across(
        old, new, link=link, m=m, k=k, taxonomy=taxonomy, seconds=seconds, db=run.db, settings=run.settings
    )
    values = run.settings.show_values
    run.out(found.to_json(show_values=values), words.across(found, show_values=values))
    return BROKEN if found.broken else HOLDS if found.complete else FAILED
