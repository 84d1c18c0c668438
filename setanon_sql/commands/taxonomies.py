"""Check, show and convert taxonomies."""

from typing import TYPE_CHECKING

import click

from setanon_sql.commands.console import (
    BROKEN,
    FORMS,
    HOLDS,
    Run,
    command,
    one_of,
    tree_options,
)
from setanon_sql.commands.groups import taxonomy
from setanon_sql.commands.reading import db_option, lot_option, reading_options, source_argument, source_options

if TYPE_CHECKING:
    from setanon_sql.taxonomy.balanced import Order


@command(
    taxonomy,
    "check",
    tree_options,
    click.option("--source", metavar="SOURCE", help="Data whose items must be leaves: a file, or a table of --db."),
    db_option("TREE and SOURCE are tables"),
    reading_options,
    lot_option,
    example="setanon taxonomy check departments.csv --source baskets.csv",
)
def taxonomy_check(run: Run, *, tree: str, form: str, source: str | None) -> int:
    """Find missing items, two parents, cycles, duplicates, uneven depth and near misses, and say how to mend them.

    With --db a TREE that is a file on this machine is read from there.
    """
    from setanon_sql import api
    from setanon_sql.commands import words
    from setanon_sql.taxonomy import TaxonomyOptions

    found = api.check_taxonomy(
        tree,
        source,
        options=run.options,
        taxonomy_options=TaxonomyOptions(form=form),
        settings=run.settings,
    )
    values = run.settings.show_values
    run.out(found.to_json(show_values=values), words.faults(found, show_values=values))
    return HOLDS if found.satisfied else BROKEN


@command(
    taxonomy,
    "show",
    tree_options,
    db_option("TREE is a table"),
    click.option("--depth", type=click.IntRange(min=0), metavar="N", help="Levels below the root. Default: all."),
    example="setanon taxonomy show departments.csv --depth 1",
)
def taxonomy_show(run: Run, *, tree: str, form: str, depth: int | None) -> int:
    """Draw a taxonomy, each label with its number of leaves."""
    from setanon_sql.taxonomy import show as draw

    found = run.tree(tree, form)
    parents = {label: above for label, above in found.parent.items() if depth is None or found.depth[label] <= depth}
    run.out({"root": found.root, "parents": parents}, draw(found, depth).rstrip())
    return HOLDS


@command(
    taxonomy,
    "convert",
    tree_options,
    db_option("TREE is a table"),
    click.option("--to", type=click.Choice(FORMS), required=True, help="The form to write."),
    example="setanon taxonomy convert departments.csv --to arx > departments.arx.csv",
)
def taxonomy_convert(run: Run, *, tree: str, form: str, to: str) -> int:
    """Print a taxonomy in another form."""
    from setanon_sql.taxonomy import convert

    text = convert(run.tree(tree, form), to)
    run.out({"form": to, "text": text}, text.rstrip("\n"))
    return HOLDS


@command(
    taxonomy,
    "build",
    source_argument,
    one_of("--order", ["cooccurrence", "label"], "What stands side by side: what is bought together, or like labels."),
    click.option("--fan-out", type=int, default=4, metavar="N", help="Children of a label.", show_default=True),
    one_of("--to", FORMS, "The form to write."),
    source_options,
    lot_option,
    example="setanon taxonomy build baskets.csv > taxonomy.csv",
)
def taxonomy_build(run: Run, *, source: str | None, order: "Order", fan_out: int, to: str) -> int:
    """Print a balanced taxonomy over the items of a source, for where there is none.

    It names the items of the source, and its order by co-occurrence tells what stands together there.
    """
    from setanon_sql import api
    from setanon_sql.taxonomy import convert

    tree = api.build_taxonomy(source, order=order, fan_out=fan_out, options=run.options, settings=run.settings)
    text = convert(tree, to)
    run.out({"form": to, "text": text}, text.rstrip("\n"))
    return HOLDS
