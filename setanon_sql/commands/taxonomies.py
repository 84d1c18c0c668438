"""Check, show and convert taxonomies."""

from typing import TYPE_CHECKING

from setanon_sql.commands.console import BROKEN, HOLDS, Invocation, command
from setanon_sql.commands.groups import taxonomy
from setanon_sql.options.taxonomies import CheckTaxonomy, ConvertTaxonomy, PrintTaxonomy, ShowTaxonomy

if TYPE_CHECKING:
    from setanon_sql.taxonomy import Taxonomy


@command(taxonomy, "check", CheckTaxonomy, example="setanon taxonomy check departments.csv --source baskets.csv")
def taxonomy_check(run: Invocation) -> int:
    """Find missing items, two parents, cycles, duplicates, uneven depth and near misses, and say how to mend them.

    With --db a TREE that is a file on this machine is read from there.
    """
    from setanon_sql.commands import words

    check = run.call("check_taxonomy")
    values = run.settings.show_values
    run.out(check.to_json(show_values=values), words.faults(check, show_values=values))
    return HOLDS if check.satisfied else BROKEN


@command(taxonomy, "show", ShowTaxonomy, example="setanon taxonomy show departments.csv --depth 1")
def taxonomy_show(run: Invocation) -> int:
    """Draw a taxonomy, each label with its number of leaves."""
    from setanon_sql.taxonomy import show

    tree = _tree(run)
    depth = run.request().depth
    parents = {label: above for label, above in tree.parent.items() if depth is None or tree.depth[label] <= depth}
    run.out({"root": tree.root, "parents": parents}, show(tree, depth).rstrip())
    return HOLDS


@command(
    taxonomy,
    "convert",
    ConvertTaxonomy,
    example="setanon taxonomy convert departments.csv --to arx > departments.arx.csv",
)
def taxonomy_convert(run: Invocation) -> int:
    """Print a taxonomy in another form."""
    return _print(run, _tree(run))


@command(taxonomy, "build", PrintTaxonomy, example="setanon taxonomy build baskets.csv > taxonomy.csv")
def taxonomy_build(run: Invocation) -> int:
    """Print a taxonomy over the items of a source, for where there is none: balanced, or by the steps of a ladder.

    It names the items of the source, and its order by co-occurrence tells what stands together there.
    """
    from setanon_sql import api

    keywords = run.keywords()
    del keywords["to"]
    return _print(run, api.build_taxonomy(**keywords))


def _tree(run: Invocation) -> "Taxonomy":
    """Read the taxonomy that a command is about."""
    from setanon_sql import api
    from setanon_sql.taxonomy import TaxonomyOptions

    options = TaxonomyOptions(run.db, run.typed["form"] or "")
    request = run.request()
    how = {"levels": request.levels, "qualify": request.qualify, "parents": request.parents}
    return api.read_tree(run.typed["taxonomy"], options, **how, settings=run.settings)


def _print(run: Invocation, tree: "Taxonomy") -> int:
    """Print a taxonomy in the form that is asked for; return the exit code."""
    from setanon_sql.taxonomy import convert

    text = convert(tree, run.typed["to"])
    run.out({"form": run.typed["to"], "text": text}, text.rstrip("\n"), exact=True)
    return HOLDS
