"""What all commands share: options, how errors become words and exit codes, how the process ends.

The library is imported by what uses it: DuckDB, NumPy and sqlglot take ten times as long to load as it takes to say
what is wrong with an option.
"""

import json
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from setanon_sql import stopping
from setanon_sql.errors import SetanonError

if TYPE_CHECKING:
    from setanon_sql.api import Release
    from setanon_sql.audit import KmAudit, RhoAudit
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


def one_of(name: str, choices: Sequence[str], told: str) -> Command:
    """Return an option that takes one of some words, the first of them by default."""
    return click.option(name, type=click.Choice(choices), default=choices[0], help=told, show_default=True)


def how_many(name: str, told: str) -> Command:
    """Return an option that takes a number of things to count or list, none by default."""
    return click.option(name, type=click.IntRange(min=0), default=0, metavar="N", help=told)


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
column_options = together(
    click.option("--record-id", default="record_id", metavar="COL", help="Column of the record id.", show_default=True),
    click.option("--item", default="item", metavar="COL", help="Column of the item.", show_default=True),
)
source_options = together(
    click.option(
        "--db", default="", metavar="URL", help="SOURCE is a table there: a DuckDB file, postgresql://… or spark:…"
    ),
    click.option("--format", default="", metavar="NAME", help="long, list, basket, spmf or onehot. Default: sniffed."),
    column_options,
    click.option("--sep", default="", metavar="CHAR", help="Separator of items or columns. Default: sniffed."),
    click.option("--on-null", default="error", metavar="error|drop", help="What to do with missing ids and items."),
)
report_options = together(
    click.option("--report", type=click.Path(path_type=Path), metavar="FILE.html", help="Also write an HTML report."),
    one_of("--report-tier", ["internal", "public"], "Whom it is for."),
)
seed_option = click.option("--seed", metavar="TEXT", help="Makes random choices repeatable. Default: unpredictable.")
taxonomy_option = click.option("--taxonomy", metavar="T", help="Taxonomy: a file, or a table of --db.")


class Run:
    """The options of one call that every command has, taken out of its keyword arguments."""

    def __init__(self, given: dict[str, Any]) -> None:
        with stopping.unbroken():  # an exception inside DuckDB's own import aborts the process
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

    def audited(self, found: "KmAudit | RhoAudit", words: Callable[..., str]) -> int:
        """Print what an audit found, in the ``words`` of a function of ``show``; returns the exit code."""
        values = self.settings.show_values
        self.out(found.to_json(show_values=values), words(found, show_values=values))
        return HOLDS if found.satisfied else BROKEN

    def published(self, release: "Release") -> int:
        """Print what was published; returns the exit code."""
        from setanon_sql import show

        self.out(release.to_json(), show.release(release))
        return HOLDS


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


out_db_option = click.option("--out-db", default="", metavar="URL", help="Database of the release. Default: --db.")
out_options = together(
    click.option("--out", required=True, help="The release: .parquet, .csv, .tsv, .dat, .txt, or a table of --db."),
    out_db_option,
)
ledger_option = click.option(
    "--ledger", type=click.Path(path_type=Path), metavar="FILE", help="Write what was changed and why (internal)."
)
rho_option = click.option(
    "--rho", required=True, metavar="SHARE", help="Highest confidence allowed, such as 0.5 or 1/3."
)
rho_options = together(
    rho_option,
    click.option(
        "--sensitive",
        required=True,
        metavar="S",
        help="What is to be hidden: a file, or a table of --db. Column item: for everybody; record_id, item: personal.",
    ),
)
release_options = together(
    seed_option,
    one_of("--record-ids", ["shuffle", "keep"], "New ids in random order, or the source's."),
    ledger_option,
    click.option("--overwrite", is_flag=True, help="Replace a release that setanon wrote."),
)
tree_options = together(
    click.argument("tree"),
    click.option("--form", default="", metavar="NAME", help=f"{', '.join(FORMS)}. Default: sniffed."),
)
k_option = click.option("--k", type=int, required=True, help="Records that must hold each set of items.")
m_option = click.option("--m", type=int, help="Items an attacker may know. Default: any number.")


def run(program: click.Group, arguments: Sequence[str] | None = None) -> int:
    """Run the command line on arguments (default: those of the process) and return the exit code."""
    try:
        program.main(arguments, prog_name="setanon", standalone_mode=False)
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
