"""What all commands share: options, how errors become words and exit codes, how the process ends.

The library is imported by what uses it: DuckDB, NumPy and sqlglot take ten times as long to load as it takes to say
what is wrong with an option.
"""

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from inspect import cleandoc
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from setanon_sql.commands import answers
from setanon_sql.commands.sections import SECTIONS, Sectioned, refuse_what_is_no_name
from setanon_sql.files import stopping

if TYPE_CHECKING:
    from setanon_sql.api import Release, Report
    from setanon_sql.audit import KmAudit, KmBySizeAudit, RhoAudit
    from setanon_sql.report import Tier
    from setanon_sql.sources import SourceOptions
    from setanon_sql.taxonomy import Taxonomy

HOLDS, BROKEN, FAILED = 0, 1, 2

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


def algorithm_option(earlier: str, choices: Sequence[str], told: str) -> Command:
    """Return the option that selects the paper's own algorithm; ``earlier``, as it was spelled once, names this one."""

    def refuse(context: click.Context, _: click.Parameter, given: str | None) -> None:
        if given is not None:
            raise click.UsageError(f"{earlier} is now --algorithm: {', '.join(choices)}", context)

    return together(
        one_of("--algorithm", choices, told),
        click.option(earlier, hidden=True, expose_value=False, is_eager=True, callback=refuse),
    )


def how_many(name: str, told: str) -> Command:
    """Return an option that takes a number of things to count or list, none by default."""
    return click.option(name, type=click.IntRange(min=0), default=0, metavar="N", help=told)


run_options = together(
    click.option(
        "--memory-limit",
        default="",
        metavar="SIZE",
        help="Memory for the whole run, such as 4GB; past it, DuckDB spills to disk. Default: half of the machine. "
        "PostgreSQL: its work_mem (128MB). spark:local: Spark's memory (4GB).",
    ),
    click.option(
        "--threads",
        type=int,
        default=0,
        metavar="N",
        help="Threads for DuckDB. Default: all cores, but no more than one for each 50 MB that DuckDB may take.",
    ),
    click.option("--quiet", is_flag=True, help="No progress and no notes on stderr."),
    click.option("--show-sql", is_flag=True, help="Print every statement before it runs."),
    click.option("--debug", is_flag=True, help="Print the time of every statement, and tracebacks."),
    click.option("--show-values", is_flag=True, help="Let item labels and record ids of the source into messages."),
    click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout, nothing else there."),
)
report_options = together(
    click.option("--report", type=click.Path(path_type=Path), metavar="FILE.html", help="Also write an HTML report."),
    one_of("--report-tier", ["internal", "public"], "Whom the report is for; public shows no small counts."),
)
risk_options = together(
    click.option(
        "--by",
        type=click.IntRange(min=1),
        metavar="LEVEL",
        help="Also the risk below each label of a level of --taxonomy.",
    ),
    click.option("--records-out", metavar="OUT", help="Also list the records at risk (internal): a file or a table."),
    click.option("--overwrite", is_flag=True, help="Replace a list of --records-out that setanon wrote."),
)
workload_option = click.option(
    "--workload",
    metavar="W",
    help="What to count in source and release: itemsets (columns query, item, or one a line), or SQL in a .sql file.",
)
examples_option = how_many("--examples", "Also show N records before and after; what they hold with --show-values.")
asked_options = together(workload_option, examples_option)
seed_option = click.option("--seed", metavar="TEXT", help="Makes random choices repeatable. Default: unpredictable.")
taxonomy_option = click.option("--taxonomy", metavar="T", help="Taxonomy: a file, or a table of --db.")


class Run:
    """What one call is given by the options that many commands have: settings, how a source is read, the report."""

    _settings = ("memory_limit", "threads", "quiet", "show_sql", "debug", "show_values")
    _reading = ("db", "format", "record_id", "item", "sep", "on_null", "where")
    #: The names of these options; a command's function has the other ones as its parameters.
    names = frozenset(SECTIONS["Source"] | SECTIONS["Report"] | SECTIONS["Run"])
    #: Databases besides that of the source.
    _others = ("out_db", "release_db")

    def __init__(self, given: Mapping[str, Any]) -> None:
        with stopping.undisturbed():  # an exception inside DuckDB's own import aborts the process
            from setanon_sql.settings import Settings

        placed = {name: given[name] for name in ("setup", "scratch") if name in given}
        self.settings = Settings(**{name: given[name] for name in self._settings}, **placed)
        self._here = given.get("work") == "here"
        self._read = {name: given[name] for name in self._reading if name in given}
        self._read |= self._placed({"db": self._read.get("db", "")})
        self._read["query"] = Path(given["query"]) if given.get("query") else ""
        self._read |= {"cap": given.get("cap") or 0, "seed": given.get("lot") or given.get("seed") or ""}
        self._report: tuple[Path | None, Tier] = given.get("report"), given.get("report_tier", "internal")

    def own(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options of a command for itself."""
        kept = {name: value for name, value in given.items() if name not in self.names}
        placed = self._placed({name: kept[name] for name in self._others if kept.get(name)})
        if self._here and not any((self.db, *placed.values())):
            from setanon_sql.errors import BadParameter

            raise BadParameter("--work here is about tables of a database", "name it with --db, or leave --work out")
        return kept | placed

    def _placed(self, databases: Mapping[str, str]) -> dict[str, str]:
        """Return databases as they are named where their tables are worked on here, if they are to be."""
        if not self._here:
            return dict(databases)
        from setanon_sql.engine import worked_here

        return {name: worked_here(db) for name, db in databases.items()}

    @property
    def db(self) -> str:
        """The database of the source, empty for a file."""
        return str(self._read.get("db", ""))

    @property
    def options(self) -> "SourceOptions":
        """How the source is to be read."""
        from setanon_sql.sources import SourceOptions

        return SourceOptions(**self._read)

    @property
    def report(self) -> "Report | None":
        """Where a report goes, if one is wanted."""
        from setanon_sql.api import Report

        path, tier = self._report
        return Report(path, tier) if path else None

    def tree(self, tree: str, form: str) -> "Taxonomy":
        """Read the taxonomy that a command is about."""
        from setanon_sql import api
        from setanon_sql.taxonomy import TaxonomyOptions

        return api.read_tree(tree, TaxonomyOptions(self.db, form), self.settings)

    def out(self, result: dict[str, Any], words: str, stands: str = "") -> None:
        """Print a result: as JSON, or in words. ``stands``: what was made, and stays where stdout takes no answer."""
        answers.give(result, words, stands)

    def audited(self, found: "KmAudit | KmBySizeAudit | RhoAudit", words: Callable[..., str]) -> int:
        """Print what an audit found, in the ``words`` of a function of ``show``; returns the exit code."""
        values = self.settings.show_values
        self.out(found.to_json(show_values=values), words(found, show_values=values))
        return HOLDS if found.satisfied else BROKEN

    def published(self, release: "Release") -> int:
        """Print what was published; returns the exit code."""
        from setanon_sql.commands import words

        values = self.settings.show_values
        told = words.release(release, show_values=values)
        self.out(release.to_json(show_values=values), told, "the release is published")
        return HOLDS


def command(group: click.Group, name: str, *options: Command, example: str) -> Command:
    """Make a function a command of ``group``; its docstring is the help, its result the exit code.

    It takes a Run and, each as a parameter of its name, the options that are not in the Run.
    """

    def decorate(function: Callable[..., int]) -> Command:
        @wraps(function)
        def call(**given: Any) -> NoReturn:
            sys.exit(guarded(given, lambda: _called(function, given)))

        call.__doc__ = f"{cleandoc(function.__doc__ or '')}\n\n\b\nExample:\n  {example}"
        made = together(*options, run_options)(call)
        return group.command(name, cls=Sectioned)(made)

    return decorate


def _called(function: Callable[..., int], given: Mapping[str, Any]) -> int:
    refuse_what_is_no_name(click.get_current_context())
    run = Run(given)
    return function(run, **run.own(given))


def guarded(given: Mapping[str, Any], work: Callable[[], int]) -> int:
    """Run a command; turn every way it can fail into words on stderr and exit code 2."""
    debug, show_values = given["debug"], given["show_values"]
    answers.begin(as_json=given["as_json"])
    try:
        return work()
    except (KeyboardInterrupt, Exception) as error:
        answers.explain(error, show_values=show_values)
        if debug and not stopping.asked():
            answers.trace(error, show_values=show_values)
    return FAILED


out_db_option = click.option("--out-db", default="", metavar="URL", help="Database of the release. Default: --db.")
out_options = together(
    click.option(
        "--out",
        required=True,
        metavar="OUT",
        help="The release: .parquet, .csv, .tsv, .dat, .txt, or a table of --db.",
    ),
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
previous_options = together(
    click.option(
        "--previous", metavar="RELEASE", help="Publish nothing that leaves fewer than k candidates beside this one."
    ),
    click.option("--link", metavar="L", help="Who is who: old_record_id in --previous, new_record_id in SOURCE."),
)
release_options = together(
    seed_option,
    one_of("--record-ids", ["shuffle", "keep"], "New ids in random order, or the source's."),
    ledger_option,
    click.option("--overwrite", is_flag=True, help="Replace a release that setanon wrote."),
    previous_options,
    click.option("--linkable", is_flag=True, help="Keep record ids although --previous kept them, too."),
)
constraints_option = click.option(
    "--constraints",
    metavar="C",
    help="What becomes of single items: a file, or a table of --db. Columns item, rule, level.",
)
decision_options = together(
    constraints_option,
    click.option(
        "--weights", metavar="W", help="What items are worth: a file, or a table of --db. Columns item, weight."
    ),
)
tree_options = together(
    click.argument("tree"),
    click.option("--form", default="", metavar="NAME", help=f"{', '.join(FORMS)}. Default: sniffed."),
)


def each_k(text: str) -> tuple[int, ...]:
    """Return the numbers of a ``--k`` that may have one for each number of known items."""
    return tuple(int(part) for part in text.split(","))


def _numbers(context: click.Context, parameter: click.Parameter, given: str) -> str:
    for part in given.split(","):
        if not re.fullmatch(r"\s*[+-]?[0-9]+\s*", part):
            raise click.BadParameter(f"{part!r} is not a valid integer.", context, parameter)
    return given


ks_option = click.option(
    "--k",
    required=True,
    metavar="K[,K...]",
    callback=_numbers,
    help="Records that each set of known items must match; 10,20,40: for 1, 2, 3 known items.",
)


class _OneNumber(click.types.IntParamType):
    """A whole number; several, as an audit takes them, are refused by what they are."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        if isinstance(value, str) and "," in value:
            self.fail("a k for each number of known items is for audit km only; give one number.", param, ctx)
        return super().convert(value, param, ctx)


k_option = click.option(
    "--k", type=_OneNumber(), required=True, help="Records that each set of known items must match."
)
m_option = click.option("--m", type=int, help="Items an attacker may know. Default: any number.")
needed_m_option = click.option("--m", type=int, required=True, help="Items an attacker may know.")


def run(program: click.Group, arguments: Sequence[str] | None = None) -> int:
    """Run the command line on arguments (default: those of the process) and return the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    answers.begin(as_json="--json" in given[: given.index("--") if "--" in given else None])
    try:
        program.main(given, prog_name="setanon", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        _no_command(error)
        return FAILED
    except click.ClickException as error:
        answers.complain(error.format_message(), _see(error))
        return FAILED
    except (click.Abort, KeyboardInterrupt):
        answers.stopped()
        return FAILED
    except OSError as error:  # click's own text, such as that of --help
        answers.explain(answers.unwritten(error), show_values=False)
        return FAILED
    except SystemExit as stop:
        return int(stop.code or 0)
    return HOLDS


def _see(error: click.ClickException) -> str:
    """Where to look for how a command is called, if that is what is wrong."""
    if not isinstance(error, click.UsageError):
        return ""
    return f"see {error.ctx.command_path if error.ctx else 'setanon'} --help"


def _no_command(error: click.exceptions.NoArgsIsHelpError) -> None:
    """Show the help of a group that was called without a command."""
    path = error.ctx.command_path if error.ctx else "setanon"
    answers.note(error.format_message())
    answers.give_json({"error": f"{path} needs a command", "hint": f"see {path} --help"})
