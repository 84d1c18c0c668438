"""The commands of setanon: parse, call the library, print. No SQL and no algorithm lives here.

What they share is in :mod:`setanon_sql.console`; each imports what it needs of the library when it runs.
"""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from setanon_sql import __version__, console, stopping
from setanon_sql.console import (
    BROKEN,
    FORMS,
    HOLDS,
    Run,
    command,
    how_many,
    k_option,
    m_option,
    one_of,
    out_options,
    release_options,
    report_options,
    rho_options,
    seed_option,
    source_options,
    taxonomy_option,
    tree_options,
)
from setanon_sql.errors import BadParameter


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="setanon")
def cli() -> None:
    """See what set-valued data gives away, publish it with a guarantee, prove it.

    Exit codes: 0 done, or the guarantee holds; 1 it does not hold; 2 it could not be done or checked.
    """


@cli.group()
def audit() -> None:
    """Count what breaks a privacy model; changes nothing."""


@cli.group()
def anonymize() -> None:
    """Publish data with a guarantee, or not at all."""


@cli.group("sql")
def sql_group() -> None:
    """Print the SQL itself, for a warehouse that setanon does not connect to."""


@cli.group()
def taxonomy() -> None:
    """Check, show and convert taxonomies."""


@command(
    audit,
    "km",
    click.argument("source"),
    k_option,
    m_option,
    taxonomy_option,
    click.option("--unicity", is_flag=True, help="Also count the records that some itemset singles out."),
    how_many("--average", "Also draw N random sets of m items."),
    how_many("--top-items", "Also list the N items in most threats."),
    how_many("--worst", "Also list N threats a size (with --show-values)."),
    seed_option,
    source_options,
    report_options,
    example="setanon audit km baskets.csv --k 5 --m 2",
)
def audit_km(run: Run) -> int:
    """How many itemsets single people out (support under k), by size, and which share of records is at risk."""
    from setanon_sql import api, show
    from setanon_sql.audit import KmExtras

    names = ("unicity", "average", "top_items", "worst")
    extras = KmExtras(**{name: run.rest.pop(name) for name in names}, seed=run.rest.pop("seed") or "0")
    found = api.audit_km(**run.rest, extras=extras, options=run.source, **run.common())
    values = run.settings.show_values
    run.out(found.to_json(show_values=values), show.km_audit(found, show_values=values))
    return HOLDS if found.satisfied else BROKEN


@command(
    anonymize,
    "km",
    click.argument("source"),
    out_options,
    k_option,
    m_option,
    taxonomy_option,
    one_of("--cost", ["ncp", "lm"], "What to minimize."),
    one_of("--search", ["improved", "paper"], "How to search."),
    release_options,
    source_options,
    report_options,
    example="setanon anonymize km baskets.csv --out safe.parquet --k 5 --m 2 --taxonomy departments.csv",
)
def anonymize_km(run: Run) -> int:
    """Generalize and suppress until every set of at most m items is held by no record or by k."""
    from setanon_sql import api, show

    published = api.anonymize_km(**run.rest, options=run.source, **run.common())
    run.out(published.to_json(), show.release(published))
    return HOLDS


@command(
    audit,
    "rho",
    click.argument("source"),
    rho_options,
    m_option,
    how_many("--worst", "Also list N rules a size (with --show-values)."),
    source_options,
    example="setanon audit rho baskets.csv --rho 0.5 --sensitive medicines.csv",
)
def audit_rho(run: Run) -> int:
    """How many rules tell, from what is known of a person, a sensitive item with a confidence above rho."""
    from setanon_sql import api_rho, show

    found = api_rho.audit_rho(**run.rest, options=run.source, settings=run.settings)
    values = run.settings.show_values
    run.out(found.to_json(show_values=values), show.rho_audit(found, show_values=values))
    return HOLDS if found.satisfied else BROKEN


@command(
    anonymize,
    "rho",
    click.argument("source"),
    out_options,
    rho_options,
    m_option,
    click.option("--sample", is_flag=True, help="Protect against all but a share of random adversaries (needs --m)."),
    click.option("--epsilon", metavar="SHARE", help="That share. Default: 0.05."),
    click.option("--delta", metavar="SHARE", help="Probability that the promise fails. Default: 0.05."),
    click.option("--bound", type=click.Choice(["exact", "hoeffding"]), help="Size of the samples. Default: exact."),
    one_of("--order", ["rounds", "paper"], "Many rules in a round, or one at a time (slow)."),
    release_options,
    source_options,
    example="setanon anonymize rho baskets.csv --out safe.parquet --rho 0.5 --sensitive medicines.csv",
)
def anonymize_rho(run: Run) -> int:
    """Suppress occurrences until nothing sensitive follows from what is known with a confidence above rho."""
    from setanon_sql import api_rho, show

    given = run.rest
    names = ("epsilon", "delta", "bound")
    odds = {name: value for name in names if (value := given.pop(name)) is not None}
    if odds and not given["sample"]:
        raise BadParameter(f"--{next(iter(odds))} is for samples only", "say --sample, too")
    sampling = api_rho.Sampling(**odds) if given.pop("sample") else None
    published = api_rho.anonymize_rho(**given, sampling=sampling, options=run.source, settings=run.settings)
    run.out(published.to_json(), show.release(published))
    return HOLDS


@command(
    audit,
    "disassociation",
    click.argument("release"),
    example="setanon audit disassociation safe/",
)
def audit_disassociation(run: Run) -> int:
    """Which chunks and clusters of a disassociated release break its model, and where items are covered."""
    from setanon_sql import api_disassociation, show

    found = api_disassociation.audit_disassociation(run.rest["release"], settings=run.settings)
    run.out(found, show.folder_audit(found))
    return HOLDS if found["satisfied"] else BROKEN


@command(
    anonymize,
    "disassociation",
    click.argument("source"),
    click.option("--out", required=True, metavar="DIR", help="The release: a folder."),
    k_option,
    click.option("--m", type=int, required=True, help="Items an attacker may know."),
    click.option(
        "--cluster-size", type=int, default=30, metavar="N", help="Clusters stay under it.", show_default=True
    ),
    click.option("--no-refine", "refine", is_flag=True, default=True, flag_value=False, help="No shared chunks."),
    click.option("--safe", is_flag=True, help="Leave no item covered (safe disassociation)."),
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
    from setanon_sql import api_disassociation, show

    made = api_disassociation.anonymize_disassociation(**run.rest, options=run.source, settings=run.settings)
    run.out(made.to_json(), show.release(made))
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
    from setanon_sql import api_disassociation, show

    made = api_disassociation.reconstruct(**run.rest, settings=run.settings)
    run.out(made, show.measures(made))
    return HOLDS


@command(
    cli,
    "verify",
    click.argument("release"),
    click.option("--source", help="With --sensitive: the original data, which personal wishes are checked against."),
    click.option("--sensitive", metavar="S", help="With --source: the personal wishes."),
    source_options,
    report_options,
    example="setanon verify safe.parquet",
)
def verify(run: Run) -> int:
    """Re-check the guarantee in a release's manifest, from the released files alone.

    Personal wishes are not published: only the owner, with --source and --sensitive, can check that they are kept.
    """
    from setanon_sql import api, api_rho, show

    given = run.rest
    if (given["source"] is None) != (given["sensitive"] is None):
        raise BadParameter("--source and --sensitive belong together", "give both, or neither")
    if given["source"] is None:
        answer = api.verify(given["release"], db=run.db, **run.common())
    else:
        answer = api_rho.verify(**given, db=run.db, options=run.source, **run.common())
    run.out(answer.to_json(), show.verification(answer))
    return HOLDS if answer.holds else BROKEN


@command(
    cli,
    "utility",
    click.argument("source"),
    click.argument("release"),
    click.option("--release-db", default="", metavar="URL", help="Database of the release. Default: --db."),
    taxonomy_option,
    click.option(
        "--samples", type=int, default=1, metavar="N", help="Originals to make up (disassociation).", show_default=True
    ),
    seed_option,
    source_options,
    example="setanon utility baskets.csv safe.parquet --taxonomy departments.csv",
)
def utility(run: Run) -> int:
    """Measure what a release is still worth, against its source."""
    from setanon_sql import api, show

    measures = api.utility(**run.rest, options=run.source, settings=run.settings)
    run.out(measures, show.measures(measures))
    return HOLDS


@sql_group.group("audit")
def sql_audit() -> None:
    """The script of an audit."""


@command(
    sql_audit,
    "km",
    k_option,
    m_option,
    click.option("--dialect", required=True, help="Such as snowflake, bigquery, redshift, databricks, postgres."),
    click.option("--table", default="transactions", help="The table to audit.", show_default=True),
    click.option("--schema", default="", help="Schema (or dataset) for the script's own tables."),
    source_options,
    example="setanon sql audit km --k 5 --m 2 --dialect snowflake --table shop.baskets --record-id customer",
)
def sql_audit_km(run: Run) -> int:
    """Print one script that counts minimal threats and records at risk up to m."""
    from setanon_sql.models import KmAnonymity
    from setanon_sql.script import audit_km_script, script_table

    model, given = KmAnonymity(run.rest["k"], run.rest["m"]), run.rest
    table = script_table(given["table"], run.source)
    script = audit_km_script(model, given["dialect"], table, given["schema"])
    run.out({"dialect": given["dialect"], "sql": script}, script.rstrip())
    return HOLDS


@command(
    taxonomy,
    "check",
    tree_options,
    click.option("--source", help="Data whose items must be leaves."),
    source_options,
    example="setanon taxonomy check departments.csv --source baskets.csv",
)
def taxonomy_check(run: Run) -> int:
    """Find missing items, two parents, cycles, duplicates, uneven depth and near misses, and say how to mend them."""
    from setanon_sql import api, show
    from setanon_sql.taxonomy import TaxonomyOptions

    given = run.rest
    reading, found = api.check_taxonomy(
        given["tree"],
        given["source"],
        options=run.source,
        taxonomy_options=TaxonomyOptions(form=given["form"]),
        settings=run.settings,
    )
    broken = any(fault.severity == "error" for fault in found)
    told = {"satisfied": not broken, "form": reading.form, "faults": [asdict(one) for one in found]}
    run.out(told, show.faults(reading, found))
    return BROKEN if broken else HOLDS


@command(
    taxonomy,
    "show",
    tree_options,
    click.option("--depth", type=click.IntRange(min=0), help="Levels to show. Default: all."),
    example="setanon taxonomy show departments.csv --depth 1",
)
def taxonomy_show(run: Run) -> int:
    """Draw a taxonomy, each label with its number of leaves."""
    from setanon_sql.taxonomy import show as draw

    tree = run.tree()
    run.out({"root": tree.root, "parents": dict(tree.parent)}, draw(tree, run.rest["depth"]).rstrip())
    return HOLDS


@command(
    taxonomy,
    "convert",
    tree_options,
    click.option("--to", type=click.Choice(FORMS), required=True, help="The form to write."),
    example="setanon taxonomy convert departments.csv --to arx > departments.arx.csv",
)
def taxonomy_convert(run: Run) -> int:
    """Print a taxonomy in another form."""
    from setanon_sql.taxonomy import convert

    text = convert(run.tree(), run.rest["to"])
    run.out({"form": run.rest["to"], "text": text}, text.rstrip("\n"))
    return HOLDS


@command(
    cli,
    "demo",
    click.option(
        "--folder", type=click.Path(path_type=Path), help="Keep the demo's files here. Default: a temporary folder."
    ),
    click.option("--records", type=click.IntRange(min=1), default=10_000, help="Baskets to make.", show_default=True),
    example="setanon demo",
)
def run_demo(run: Run) -> int:
    """The main job on generated supermarket baskets: audit, anonymize, verify, measure."""
    from setanon_sql import demo

    return demo.run(run.settings, run.rest["folder"], run.rest["records"], run.out)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line on arguments (default: those of the process) and return the exit code."""
    return console.run(cli, arguments)


def main() -> None:
    """Run the command line as a process of its own."""
    stopping.listen()
    console.leave(run())


if __name__ == "__main__":
    main()
