"""The command line of setanon: parse, call the library, print. No SQL and no algorithm lives here.

The library is imported by the command that uses it: DuckDB, NumPy and sqlglot take ten times as long to load as it
takes to say what is wrong with an option.
"""

import json
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from setanon_sql import __version__, stopping
from setanon_sql.errors import SetanonError

if TYPE_CHECKING:
    from setanon_sql.sources import SourceOptions
    from setanon_sql.taxonomy import Taxonomy

HOLDS, BROKEN, FAILED = 0, 1, 2

STOPPED = "stopped; nothing half-written is left behind"

#: Forms of a taxonomy file: :data:`setanon_sql.taxonomy.FORMS`, which takes a while to import.
FORMS = ("arx", "edges", "dimension")

Command = Callable[..., Any]


def together(*options: Command) -> Command:
    """Return one decorator for several click options, which ``--help`` lists in this order."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


run_options = together(
    click.option(
        "--memory-limit", default="", metavar="SIZE", help="Memory for DuckDB, such as 4GB; past it, it spills."
    ),
    click.option("--threads", type=int, default=0, metavar="N", help="Threads for DuckDB. Default: all cores."),
    click.option("--quiet", is_flag=True, help="No progress and no notes on stderr."),
    click.option("--show-sql", is_flag=True, help="Print every statement before it runs."),
    click.option("--debug", is_flag=True, help="Print the time of every statement, and tracebacks."),
    click.option("--show-values", is_flag=True, help="Let item labels and record ids of the source into messages."),
    click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout, nothing else there."),
)
source_options = together(
    click.option("--db", default="", metavar="URL", help="SOURCE is a table of this DuckDB file."),
    click.option("--format", default="", metavar="NAME", help="long, list, basket, spmf or onehot. Default: sniffed."),
    click.option("--record-id", default="record_id", metavar="COL", help="Column of the record id.", show_default=True),
    click.option("--item", default="item", metavar="COL", help="Column of the item.", show_default=True),
    click.option("--sep", default="", metavar="CHAR", help="Separator of items or columns. Default: sniffed."),
    click.option("--on-null", default="error", metavar="error|drop", help="What to do with missing ids and items."),
)
report_options = together(
    click.option("--report", type=click.Path(path_type=Path), metavar="FILE.html", help="Also write an HTML report."),
    click.option(
        "--report-tier",
        type=click.Choice(["internal", "public"]),
        default="internal",
        help="Whom it is for.",
        show_default=True,
    ),
)
seed_option = click.option("--seed", metavar="TEXT", help="Makes random choices repeatable. Default: unpredictable.")
taxonomy_option = click.option("--taxonomy", metavar="T", help="Taxonomy: a file, or a table of --db.")


class Run:
    """The options of one call that every command has, taken out of its keyword arguments."""

    def __init__(self, given: dict[str, Any]) -> None:
        from setanon_sql.settings import Settings

        self.as_json: bool = given.pop("as_json")
        names = ("memory_limit", "threads", "quiet", "show_sql", "debug", "show_values")
        self.settings = Settings(**{name: given.pop(name) for name in names})
        own = ("db", "format", "record_id", "item", "sep", "on_null")
        self._source = {name: given.pop(name) for name in own if name in given}
        self._report = given.pop("report", None), given.pop("report_tier", "internal")
        self.rest = given

    @property
    def db(self) -> str:
        """The database of the source, empty for a file."""
        return str(self._source.get("db", ""))

    @property
    def source(self) -> "SourceOptions":
        """How the source is to be read."""
        from setanon_sql.sources import SourceOptions

        return SourceOptions(**self._source)

    def common(self) -> dict[str, Any]:
        """The keyword arguments that every function of the library takes."""
        from setanon_sql.api import Report

        path, tier = self._report
        return {"settings": self.settings, "report": Report(path, tier) if path else None}

    def tree(self) -> "Taxonomy":
        """The taxonomy that the command is about."""
        from setanon_sql import api
        from setanon_sql.taxonomy import TaxonomyOptions

        return api.read_tree(self.rest["tree"], TaxonomyOptions(form=self.rest["form"]), self.settings)

    def out(self, result: dict[str, Any], words: str) -> None:
        """Print a result: as JSON, or in words."""
        click.echo(json.dumps(result, ensure_ascii=False) if self.as_json else words)


def command(group: click.Group, name: str, *options: Command, example: str) -> Command:
    """Make a function that takes a Run a command of ``group``; its docstring is the help, its result the exit code."""

    def decorate(function: Callable[[Run], int]) -> Command:
        def call(**given: Any) -> NoReturn:
            sys.exit(guarded(given, lambda: function(Run(given))))

        call.__doc__ = f"{function.__doc__}\n\n\b\nExample:\n  {example}"
        made = together(*options, run_options)(call)
        return group.command(name)(made)

    return decorate


def guarded(given: dict[str, Any], work: Callable[[], int]) -> int:
    """Run a command; turn every way it can fail into words on stderr and exit code 2."""
    debug, show_values = given["debug"], given["show_values"]
    try:
        return work()
    except (KeyboardInterrupt, Exception) as error:
        explain(error, show_values)
        if debug and not stopping.asked():
            trace(error, show_values)
    return FAILED


def explain(error: BaseException, show_values: bool) -> None:
    """Say what went wrong, in words that hold no value of the source unless ``show_values``."""
    if isinstance(error, KeyboardInterrupt) or stopping.asked():
        complain(STOPPED)
    elif isinstance(error, SetanonError):
        complain(error.message, error.hint, error.details if show_values else ())
    elif isinstance(error, MemoryError):
        complain("not enough memory", "give --memory-limit, so that DuckDB spills to disk, or lower --m")
    else:
        complain(
            f"setanon failed ({type(error).__name__}); this is a fault of the program",
            "run it again with --debug and report what it prints",
        )


def trace(error: BaseException | None, show_values: bool) -> None:
    """Print where an error and its causes came from; what they say may hold values of the source."""
    if show_values:
        traceback.print_exception(error)
        return
    while error:
        click.echo(f"{type(error).__name__} (what it says: with --show-values), from:", err=True)
        traceback.print_tb(error.__traceback__)
        error = error.__cause__ or error.__context__


def complain(message: str, hint: str = "", details: Sequence[str] = ()) -> None:
    """Say on stderr what is wrong and what to do."""
    click.echo("\n".join([f"error: {message}", *(f"  {line}" for line in details)]), err=True)
    if hint:
        click.echo(f"hint: {hint}", err=True)


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


k_option = click.option("--k", type=int, required=True, help="Records that must hold each set of items.")
m_option = click.option("--m", type=int, help="Items an attacker may know. Default: any number.")


@command(
    audit,
    "km",
    click.argument("source"),
    k_option,
    m_option,
    taxonomy_option,
    click.option("--unicity", is_flag=True, help="Also count the records that some itemset singles out."),
    click.option(
        "--average", type=click.IntRange(min=0), default=0, metavar="N", help="Also draw N random sets of m items."
    ),
    click.option(
        "--top-items", type=click.IntRange(min=0), default=0, metavar="N", help="Also list the N items in most threats."
    ),
    click.option(
        "--worst",
        type=click.IntRange(min=0),
        default=0,
        metavar="N",
        help="Also list N threats a size (with --show-values).",
    ),
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
    click.option("--out", required=True, help="The release: .parquet, .csv, .tsv, .dat, .txt, or a table of --db."),
    click.option("--out-db", default="", metavar="URL", help="Database of the release. Default: --db."),
    k_option,
    m_option,
    taxonomy_option,
    click.option(
        "--cost", type=click.Choice(["ncp", "lm"]), default="ncp", help="What to minimize.", show_default=True
    ),
    click.option(
        "--search",
        type=click.Choice(["improved", "paper"]),
        default="improved",
        help="How to search.",
        show_default=True,
    ),
    seed_option,
    click.option(
        "--record-ids",
        type=click.Choice(["shuffle", "keep"]),
        default="shuffle",
        help="New ids in random order, or the source's.",
        show_default=True,
    ),
    click.option(
        "--ledger", type=click.Path(path_type=Path), metavar="FILE", help="Write what was changed and why (internal)."
    ),
    click.option("--overwrite", is_flag=True, help="Replace an existing release."),
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
    click.option(
        "--order",
        type=click.Choice(["chosen", "exact", "literal"]),
        default="chosen",
        help="How records are clustered: fast, one item at a time, or as in the paper (to compare with).",
        show_default=True,
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
    click.option("--db", default="", metavar="URL", help="RELEASE is a table of this DuckDB file."),
    report_options,
    example="setanon verify safe.parquet",
)
def verify(run: Run) -> int:
    """Re-check the guarantee in a release's manifest, from the released files alone."""
    from setanon_sql import api, show

    answer = api.verify(run.rest["release"], db=run.db, **run.common())
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


tree_options = together(
    click.argument("tree"),
    click.option("--form", default="", metavar="NAME", help=f"{', '.join(FORMS)}. Default: sniffed."),
)


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
    try:
        cli.main(arguments, prog_name="setanon", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return FAILED
    except click.UsageError as error:
        complain(error.format_message(), f"see {error.ctx.command_path if error.ctx else 'setanon'} --help")
        return FAILED
    except click.ClickException as error:
        complain(error.format_message())
        return FAILED
    except (click.Abort, KeyboardInterrupt):
        complain(STOPPED)
        return FAILED
    except SystemExit as stop:
        return int(stop.code or 0)
    return HOLDS


def main() -> None:
    """Run the command line as a process of its own."""
    stopping.listen()
    leave(run())


def leave(code: int) -> NoReturn:
    """End the process at once, without taking down the interpreter and what DuckDB holds in memory bit by bit.

    A reader of stdout that is gone is no error.
    """
    with suppress(BrokenPipeError):
        sys.stdout.flush()
    with suppress(BrokenPipeError):
        sys.stderr.flush()
    stopping.put_all_away()
    os._exit(code)


if __name__ == "__main__":
    main()
