"""What all commands share: how one is made of its options, how errors become words and exit codes, how a process ends.

The library is imported by what uses it: DuckDB, NumPy and sqlglot take ten times as long to load as it takes to say
what is wrong with an option.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, NoReturn

import click

from setanon_sql.commands import answers
from setanon_sql.commands.offering import parameters, value_of
from setanon_sql.commands.sections import TYPED, Sectioned
from setanon_sql.errors import BadParameter
from setanon_sql.files import stopping
from setanon_sql.naming import refuse_address, refuse_empty
from setanon_sql.options.option import Option, is_required, options_of, spelled
from setanon_sql.options.public import refuse_wrong
from setanon_sql.options.reading import ReadingFields, RunFields

if TYPE_CHECKING:
    from setanon_sql.api import Release
    from setanon_sql.audit import KmAudit, KmBySizeAudit, RhoAudit
    from setanon_sql.sources import SourceOptions

HOLDS, BROKEN, FAILED = 0, 1, 2

#: Databases of which tables are read or written.
_DATABASES = ("db", "out_db", "release_db")


class Invocation:
    """One call of a command: its options as their class has them, the settings of the run, how a source is read."""

    def __init__(self, options: Any, typed: Mapping[str, Any]) -> None:
        with stopping.undisturbed():  # an exception inside DuckDB's own import aborts the process
            from setanon_sql.settings import Settings

        self.options, self.typed = options, dict(typed)
        self._place_databases()
        self.settings: Settings = Settings(**self._of(RunFields))

    def call(self, function: str, **changes: Any) -> Any:
        """Call a function of the API with what was typed; ``changes`` replace options."""
        from setanon_sql import api

        return getattr(api, function)(**self.keywords() | changes)

    def keywords(self) -> dict[str, Any]:
        """Return the options that were typed, or have a default, by the names that Python has for them.

        A source that a query names itself is None.
        """
        found = [(one, self._value(one, told)) for one, told in options_of(self.options)]
        return {one.name: value for one, value in found if value is not None or is_required(one)}

    def given(self) -> Any:
        """Return the options as an object of their class, for a command that no function of the API has.

        Raises BadParameter for a value that an option cannot take.
        """
        keywords = self.keywords()
        refuse_wrong(self.options, keywords)
        return self.options(**keywords)

    @property
    def db(self) -> str:
        """The database of the source or the release, empty for files."""
        return str(self.typed.get("db") or "")

    @property
    def reading(self) -> "SourceOptions":
        """Return how the source is to be read."""
        from setanon_sql.sources import SourceOptions

        lot = self.typed.get("lot") or self.typed.get("seed") or ""
        return SourceOptions(**self._of(ReadingFields) | {"seed": lot})

    def out(self, result: dict[str, Any], words: str, stands: str = "") -> None:
        """Print a result: as JSON, or in words. ``stands``: what was made, and stays where stdout takes no answer."""
        answers.give(result, words, stands)

    def audited(self, audit: "KmAudit | KmBySizeAudit | RhoAudit", words: Callable[..., str]) -> int:
        """Print what an audit found, in the ``words`` of a function; return the exit code."""
        values = self.settings.show_values
        self.out(audit.to_json(show_values=values), words(audit, show_values=values))
        return HOLDS if audit.satisfied else BROKEN

    def published(self, release: "Release") -> int:
        """Print what was published; return the exit code."""
        from setanon_sql.commands import words

        values = self.settings.show_values
        text = words.release(release, show_values=values)
        self.out(release.to_json(show_values=values), text, "the release is published")
        return HOLDS

    def _value(self, one: "Field[Any]", told: Option) -> Any:
        """Return the value of an option; None where its class has a default for it."""
        groups: dict[str, Callable[[], Any]] = {
            "settings": lambda: self.settings, "options": lambda: self.reading, "report": self._report,
        }  # fmt: skip
        if told.kind != "group":
            return value_of(one, told, self.typed.get(one.name))
        if one.name in groups:
            return groups[one.name]()
        return self._group(told) if told.offers else None

    def _group(self, told: Option) -> Any:
        """Return a group of options as an object of its class; None where the option that it goes with is not given."""
        given = self._of(told.offers)
        condition = told.flag.removeprefix("--")
        if condition and not self.typed.get(condition):
            for one, _ in options_of(told.offers):
                if one.name in given:
                    raise BadParameter(f"{spelled(one)} goes with {told.flag} only", f"say {told.flag}, too")
            return None
        return told.offers(**given)

    def _of(self, owner: Any) -> dict[str, Any]:
        """Return what was typed for the options of a class."""
        values = {one.name: value_of(one, told, self.typed.get(one.name)) for one, told in options_of(owner)}
        return {name: value for name, value in values.items() if value is not None}

    def _report(self) -> Any:
        from setanon_sql.api import Report

        path = self.typed.get("report")
        return Report(path, self.typed.get("report_tier") or "internal") if path else None

    def _place_databases(self) -> None:
        """Name databases as those whose tables are worked on here, if they are to be."""
        if self.typed.get("work") != "here":
            return
        databases = [name for name in _DATABASES if self.typed.get(name)]
        if not databases:
            raise BadParameter("--work here is about tables of a database", "name it with --db, or leave --work out")
        from setanon_sql.engine import worked_here

        for name in databases:
            self.typed[name] = worked_here(self.typed[name])


def command(group: click.Group, name: str, options: Any, *, example: str) -> Callable[..., click.Command]:
    """Make a function a command of ``group``, with the options that a class describes.

    The function takes the Invocation and returns the exit code; its docstring is the help.
    """

    def decorate(function: Callable[[Invocation], int]) -> click.Command:
        def call(**typed: Any) -> NoReturn:
            sys.exit(guarded(typed, lambda: _called(function, options, typed)))

        text = f"{cleandoc(function.__doc__ or '')}\n\n\b\nExample:\n  {example}"
        made = Sectioned(name, options, params=parameters(options), callback=call, help=text)
        group.add_command(made)
        return made

    return decorate


def _called(function: Callable[[Invocation], int], options: Any, typed: Mapping[str, Any]) -> int:
    _refuse_what_is_no_name(click.get_current_context(), options)
    return function(Invocation(options, typed))


def _refuse_what_is_no_name(context: click.Context, options: Any) -> None:
    """Raise BadParameter for an empty text, and for the address of a database where something else is to be named."""
    names = names_of(options)
    for one in context.command.params:
        typed = context.meta[TYPED].get(one.name)
        called = one.opts[0] if isinstance(one, click.Option) else one.human_readable_name
        for text in typed if isinstance(typed, list | tuple) else [typed]:
            if isinstance(text, str):
                refuse_empty(called, text)
            if isinstance(text, str) and one.name in names:
                refuse_address(called, text, files_only=names[str(one.name)] == "file")


def names_of(options: Any) -> dict[str, str]:
    """Return the options of a class that name what is read or written: ``name``, or ``file`` where it is no table."""
    groups = [told.offers for _, told in options_of(options) if told.kind == "group" and told.offers]
    described = [each for owner in (*groups, options) for each in options_of(owner)]
    return {one.name: told.kind for one, told in described if told.kind in {"name", "file"}}


def guarded(typed: Mapping[str, Any], work: Callable[[], int]) -> int:
    """Run a command; turn every way it can fail into words on stderr and exit code 2."""
    debug, show_values = typed["debug"], typed["show_values"]
    answers.begin(as_json=typed["as_json"])
    try:
        return work()
    except (KeyboardInterrupt, Exception) as error:
        answers.explain(error, show_values=show_values)
        if debug and not stopping.asked():
            answers.trace(error, show_values=show_values)
    return FAILED


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
    """Return where to look for how a command is called, if that is what is wrong."""
    if not isinstance(error, click.UsageError):
        return ""
    return f"see {error.ctx.command_path if error.ctx else 'setanon'} --help"


def _no_command(error: click.exceptions.NoArgsIsHelpError) -> None:
    """Show the help of a group that was called without a command."""
    path = error.ctx.command_path if error.ctx else "setanon"
    answers.note(error.format_message())
    answers.give_json({"error": f"{path} needs a command", "hint": f"see {path} --help"})
