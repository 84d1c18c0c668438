"""Disassociation: audit, anonymize, make up originals."""

from typing import TYPE_CHECKING, Unpack

import click

from setanon_sql.commands.console import (
    BROKEN,
    HOLDS,
    Run,
    algorithm_option,
    asked_options,
    command,
    constraints_option,
    how_many,
    k_option,
    ledger_option,
    needed_m_option,
    one_of,
    out_db_option,
    previous_options,
    report_options,
    seed_option,
)
from setanon_sql.commands.groups import anonymize, attack, audit, cli
from setanon_sql.commands.reading import db_option, source_argument, source_options

if TYPE_CHECKING:
    from setanon_sql.api import PublishingFolder
    from setanon_sql.methods.disassociation import Algorithm, Infeasible

release_db = db_option("RELEASE is tables")


@command(
    audit,
    "disassociation",
    click.argument("release"),
    click.option(
        "--worst",
        type=click.IntRange(min=1),
        default=20,
        metavar="N",
        help="With --show-values: which items cover which, in N chunks.",
        show_default=True,
    ),
    release_db,
    report_options,
    example="setanon audit disassociation safe/",
)
def audit_disassociation(run: Run, *, release: str, worst: int) -> int:
    """Which chunks and clusters of a disassociated release break its model, and where items are covered."""
    from setanon_sql import api
    from setanon_sql.commands import words

    found = api.audit_disassociation(release, db=run.db, worst=worst, settings=run.settings, report=run.report)
    run.out(found.to_json(), words.folder_audit(found))
    return HOLDS if found.satisfied else BROKEN


@command(
    anonymize,
    "disassociation",
    source_argument,
    click.option(
        "--out",
        required=True,
        metavar="DIR",
        help="The release: a folder, or with --db the beginning of its tables' names.",
    ),
    out_db_option,
    k_option,
    needed_m_option,
    click.option(
        "--cluster-size",
        type=int,
        default=30,
        metavar="N",
        help="Clusters hold fewer records than this, where merging allows it.",
        show_default=True,
    ),
    click.option("--no-refine", "refine", is_flag=True, default=True, flag_value=False, help="No shared chunks."),
    click.option("--safe", is_flag=True, help="Leave no item covered (safe disassociation)."),
    one_of(
        "--infeasible",
        ["best", "demote", "separate", "suppress"],
        "With --safe, where covered items cannot be suppressed in part: take out what costs least, move them to the "
        "term chunk or to chunks of their own, or suppress all items of their chunk (as in the paper).",
    ),
    click.option("--sensitive", metavar="S", help="Items (a file, or a table of --db) that go to term chunks only."),
    click.option(
        "--diversity",
        type=int,
        metavar="L",
        help="With --sensitive: no more than one in L records of a cluster hold each of these items.  [default: 2]",
    ),
    algorithm_option(
        "--order",
        ["improved", "exact", "paper"],
        "Cluster records by many items at once, by one at a time, or as in the paper (to compare with).",
    ),
    asked_options,
    constraints_option,
    seed_option,
    ledger_option,
    click.option("--overwrite", is_flag=True, help="Replace a release that setanon wrote."),
    previous_options,
    source_options,
    report_options,
    example="setanon anonymize disassociation baskets.csv --out safe --k 5 --m 2",
)
def anonymize_disassociation(
    run: Run,
    *,
    source: str | None,
    out: str,
    k: int,
    m: int,
    cluster_size: int,
    refine: bool,
    safe: bool,
    infeasible: "Infeasible",
    sensitive: str | None,
    diversity: int | None,
    algorithm: "Algorithm",
    constraints: str | None,
    **how: "Unpack[PublishingFolder]",
) -> int:
    """Keep every item, but publish records in pieces that cannot be put together again."""
    from setanon_sql import api

    made = api.anonymize_disassociation(
        source,
        out,
        k=k,
        m=m,
        cluster_size=cluster_size,
        refine=refine,
        safe=safe,
        infeasible=infeasible,
        sensitive=sensitive,
        diversity=diversity,
        algorithm=algorithm,
        constraints=constraints,
        options=run.options,
        settings=run.settings,
        report=run.report,
        **how,
    )
    return run.published(made)


@command(
    attack,
    "cover",
    click.argument("release"),
    click.option("--m", type=int, help="Items that are known. Default: as the manifest says."),
    click.option("--before", metavar="RELEASE", help="Another release to compare with, such as one without --safe."),
    release_db,
    example="setanon attack cover safe/ --before unsafe/",
)
def attack_cover(run: Run, *, release: str, m: int | None, before: str | None) -> int:
    """What somebody who knows m items of a record, of two chunks, links in a disassociated release.

    Known are an item of another chunk, and up to m - 1 items of the chunk that is attacked.
    """
    from setanon_sql import api
    from setanon_sql.commands import words

    found = api.attack_cover(release, db=run.db, m=m, before=before, settings=run.settings)
    run.out(found.to_json(), words.cover_attack(found))
    return HOLDS


@command(
    cli,
    "reconstruct",
    click.argument("release"),
    click.option("--out", required=True, metavar="FILE", help="Where to: .parquet, .csv or .tsv."),
    click.option("--samples", type=int, default=1, metavar="N", help="Originals to make up.", show_default=True),
    seed_option,
    click.option("--overwrite", is_flag=True, help="Replace a file that this command wrote."),
    release_db,
    example="setanon reconstruct safe/ --out possible.parquet",
)
def reconstruct(run: Run, *, release: str, out: str, samples: int, seed: str | None, overwrite: bool) -> int:
    """Make up possible originals of a disassociated release, at random.

    No record is empty. Means over many originals come to what "estimate" expects.
    """
    from setanon_sql import api
    from setanon_sql.commands import words

    made = api.reconstruct(
        release, out, db=run.db, samples=samples, seed=seed, overwrite=overwrite, settings=run.settings
    )
    run.out(made.to_json(), words.reconstruction(made))
    return HOLDS


@command(
    cli,
    "estimate",
    click.argument("release"),
    click.option("--items", multiple=True, metavar="A,B", help="An itemset; may be repeated."),
    click.option("--itemsets", metavar="FILE", help="Itemsets: a long file with the columns itemset_id, item."),
    how_many("--top", "The N itemsets that most records hold for certain."),
    click.option("--out", metavar="FILE", help="Write them as a table: .parquet, .csv or .tsv."),
    click.option("--overwrite", is_flag=True, help="Replace a file that this command wrote."),
    release_db,
    example="setanon estimate safe/ --items bread,butter --items tea",
)
def estimate(
    run: Run,
    *,
    release: str,
    items: tuple[str, ...],
    itemsets: str | None,
    top: int,
    out: str | None,
    overwrite: bool,
) -> int:
    """How many records of the source hold itemsets, as far as a disassociated release tells.

    "certain" is a lower bound, "expected" the mean over all originals that "reconstruct" makes up, where parts of
    records come together by chance. The items of the release are named.
    """
    from setanon_sql import api
    from setanon_sql.commands import words

    found = api.estimate(
        release,
        db=run.db,
        items=[[item.strip() for item in one.split(",") if item.strip()] for one in items],
        itemsets=itemsets,
        top=top,
        out=out,
        overwrite=overwrite,
        settings=run.settings,
    )
    run.out(found.to_json(), words.estimates(found))
    return HOLDS
