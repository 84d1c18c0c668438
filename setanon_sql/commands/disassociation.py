"""Disassociation: audit, anonymize, make up originals."""

import click

from setanon_sql.commands.groups import anonymize, attack, audit, cli
from setanon_sql.console import BROKEN, HOLDS, Run, command, k_option, one_of, seed_option, source_options


@command(
    audit,
    "disassociation",
    click.argument("release"),
    click.option(
        "--db", default="", metavar="URL", help="RELEASE is the prefix of tables there: postgresql://, spark:"
    ),
    click.option(
        "--worst",
        type=click.IntRange(min=1),
        default=20,
        metavar="N",
        help="With --show-values: which items cover which, in N chunks.",
        show_default=True,
    ),
    example="setanon audit disassociation safe/",
)
def audit_disassociation(run: Run) -> int:
    """Which chunks and clusters of a disassociated release break its model, and where items are covered."""
    from setanon_sql import api, show

    found = api.audit_disassociation(**run.rest, db=run.db, settings=run.settings)
    run.out(found, show.folder_audit(found))
    return HOLDS if found["satisfied"] else BROKEN


@command(
    anonymize,
    "disassociation",
    click.argument("source"),
    click.option(
        "--out", required=True, metavar="DIR", help="The release: a folder, or in a warehouse the prefix of its tables."
    ),
    k_option,
    click.option("--m", type=int, required=True, help="Items an attacker may know."),
    click.option(
        "--cluster-size", type=int, default=30, metavar="N", help="Clusters stay under it.", show_default=True
    ),
    click.option("--no-refine", "refine", is_flag=True, default=True, flag_value=False, help="No shared chunks."),
    click.option("--safe", is_flag=True, help="Leave no item covered (safe disassociation)."),
    one_of(
        "--infeasible",
        ["best", "demote", "separate", "suppress"],
        "With --safe, where covered items cannot be suppressed in part: take out what costs least, move them to the "
        "term chunk or to chunks of their own, or suppress all items of their chunk (as in the paper).",
    ),
    click.option("--sensitive", metavar="FILE", help="Items (one column) that go to term chunks only."),
    one_of(
        "--order",
        ["chosen", "exact", "literal"],
        "How records are clustered: fast, one item at a time, or as in the paper (to compare with).",
    ),
    seed_option,
    click.option("--overwrite", is_flag=True, help="Replace an existing release."),
    source_options,
    example="setanon anonymize disassociation baskets.csv --out safe --k 5 --m 2",
)
def anonymize_disassociation(run: Run) -> int:
    """Keep every item, but publish records in pieces that cannot be put together again."""
    from setanon_sql import api, show

    made = api.anonymize_disassociation(**run.rest, options=run.source, settings=run.settings)
    run.out(made.to_json(), show.release(made))
    return HOLDS


@command(
    attack,
    "cover",
    click.argument("release"),
    click.option("--m", type=int, help="Items that are known. Default: as the manifest says."),
    click.option("--before", metavar="RELEASE", help="Another release to compare with, such as one without --safe."),
    example="setanon attack cover safe/ --before unsafe/",
)
def attack_cover(run: Run) -> int:
    """What somebody who knows m items of a record, of two chunks, links in a disassociated release.

    Known are an item of another chunk, and up to m - 1 items of the chunk that is attacked.
    """
    from setanon_sql import api, show

    found = api.attack_cover(**run.rest, settings=run.settings)
    run.out(found, show.cover_attack(found))
    return HOLDS


@command(
    cli,
    "reconstruct",
    click.argument("release"),
    click.option("--out", required=True, metavar="FILE", help="Where to: .parquet, .csv or .tsv."),
    click.option("--samples", type=int, default=1, metavar="N", help="So many originals.", show_default=True),
    seed_option,
    click.option("--overwrite", is_flag=True, help="Replace an existing file."),
    example="setanon reconstruct safe/ --out possible.parquet",
)
def reconstruct(run: Run) -> int:
    """Make up possible originals of a disassociated release, at random."""
    from setanon_sql import api, show

    made = api.reconstruct(**run.rest, settings=run.settings)
    run.out(made, show.measures(made))
    return HOLDS
