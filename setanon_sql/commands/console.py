"""What all commands share: how one is made of its options, how errors become words and exit codes, how a process ends.

The library is imported by what uses it: DuckDB, NumPy and sqlglot take ten times as long to load as it takes to say
what is wrong with an option.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, replace
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, NoReturn

import click

from setanon_sql import registry
from setanon_sql.commands import answers
from setanon_sql.commands.offering import parameters, value_of
from setanon_sql.commands.sections import TYPED, Sectioned
from setanon_sql.errors import BadParameter
from setanon_sql.files import stopping
from setanon_sql.naming import refuse_address, refuse_bytes, refuse_empty
from setanon_sql.options.option import Option, is_required, options_of, spelled
from setanon_sql.options.public import refuse_wrong
from setanon_sql.options.reading import ReadingFields, RunFields
from setanon_sql.options.taxonomies import TreeFields
from setanon_sql.registry.features import FEATURES, why_not
from setanon_sql.spelling import in_shell, speaking

if TYPE_CHECKING:
    from setanon_sql.api import Release
    from setanon_sql.results import Audit
    from setanon_sql.settings import Settings
    from setanon_sql.sources import SourceOptions

HOLDS = 0
BROKEN = 1
FAILED = 2

#: Databases of which tables are read or written.
_DATABASES = ("db", "out_db", "release_db")


class Invocation:
    """One call of a command: its options as their class has them, the settings of the run, how a source is read."""

    def __init__(self, options: Any, typed: Mapping[str, Any]) -> None:
        with stopping.undisturbed():  # an exception inside DuckDB's own import aborts the process
            from setanon_sql.settings import Settings

        self.options = options
        self.typed = dict(typed)
        self._place_databases()
        self.settings: Settings = Settings(**self._of(RunFields))

    def call(self, function: str, **changes: Any) -> Any:
        """Call a function of the API with what was typed; ``changes`` replace options."""
        from setanon_sql import api

        if function.startswith("audit_"):
            changes = {"settings": self.listening} | changes
        return getattr(api, function)(**self.keywords() | changes)

    def ask(self, function: str, **keywords: Any) -> Any:
        """Call a function of the API with these keywords alone."""
        from setanon_sql import api

        return getattr(api, function)(**keywords)

    @property
    def listening(self) -> "Settings":
        """Return the settings of an audit, of which what it has found is printed where it is stopped."""
        return replace(self.settings, so_far=answers.hold)

    def keywords(self) -> dict[str, Any]:
        """Return the options that were typed, or have a default, by the names that Python has for them.

        A source that a query names itself is None.
        """
        values = [(field, self._value(field, option)) for field, option in options_of(self.options)]
        return {field.name: value for field, value in values if value is not None or is_required(field)}

    def request(self) -> Any:
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

    def out(self, result: dict[str, Any], words: str, stands: str = "", *, exact: bool = False) -> None:
        """Print a result: as JSON, or in words. ``stands``: what was made, and stays where stdout takes no answer.

        ``exact``: a program reads the words.
        """
        answers.give(result, words, stands, exact=exact)

    def audited(self, audit: "Audit", words: Callable[..., str]) -> int:
        """Print what an audit found, in the ``words`` of a function; return the exit code."""
        values = self.settings.show_values
        if self.typed.get("worst") and not values and not self.settings.quiet:
            answers.note("what --worst lists has labels of the source in it: it is shown with --show-values only")
        self.out(audit.to_json(show_values=values), words(audit, show_values=values))
        return HOLDS if audit.satisfied else BROKEN

    def published(self, release: "Release") -> int:
        """Print what was published; return the exit code."""
        from setanon_sql.commands import words

        values = self.settings.show_values
        text = words.release(release, show_values=values)
        self.out(release.to_json(show_values=values), text, "the release is published")
        return HOLDS

    def _value(self, field: "Field[Any]", option: Option) -> Any:
        """Return the value of an option; None where its class has a default for it."""
        groups: dict[str, Callable[[], Any]] = {
            "settings": lambda: self.settings, "options": lambda: self.reading, "report": self._report,
            "taxonomy_options": self._taxonomy,
        }  # fmt: skip
        if option.kind != "group":
            return value_of(field, option, self.typed.get(field.name))
        if field.name in groups:
            return groups[field.name]()
        return self._group(option) if option.offers else None

    def _group(self, option: Option) -> Any:
        """Return a group of options as an object of its class; None where the option that it goes with is not given."""
        values = self._of(option.offers)
        condition = option.flag.removeprefix("--")
        if condition and not self.typed.get(condition):
            for field, _ in options_of(option.offers):
                if field.name in values:
                    raise BadParameter(f"{spelled(field)} goes with {option.flag} only", f"say {option.flag}, too")
            return None
        return option.offers(**values)

    def _of(self, owner: Any) -> dict[str, Any]:
        """Return what was typed for the options of a class."""
        described = options_of(owner)
        values = {field.name: value_of(field, option, self.typed.get(field.name)) for field, option in described}
        return {name: value for name, value in values.items() if value is not None}

    def _report(self) -> Any:
        from setanon_sql.api import Report

        path = self.typed.get("report")
        fields = ("tier", "data", "period", "purpose", "recipients", "recipient_means", "threshold_reason", "attacks")
        typed = {name: self.typed[f"report_{name}"] for name in fields if self.typed.get(f"report_{name}")}
        return Report(path, **typed) if path else None

    def _taxonomy(self) -> Any:
        from setanon_sql.taxonomy import TaxonomyOptions

        return TaxonomyOptions(**self._of(TreeFields))

    def _place_databases(self) -> None:
        """Name databases in full, and as those whose tables are worked on here if they are to be."""
        databases = [name for name in _DATABASES if self.typed.get(name)]
        for name in databases:
            self.typed[name] = _whole_address(self.typed[name])
        if self.typed.get("work") != "here":
            return
        if not databases:
            raise BadParameter("--work here is about tables of a database", "name it with --db, or leave --work out")
        from setanon_sql.engine import copy_in_address

        for name in databases:
            self.typed[name] = copy_in_address(self.typed[name])


def _whole_address(db: str) -> str:
    """Return an address that is all in one variable, ``${NAME}``; what stands in part of it is filled in later."""
    if not db.startswith("${"):
        return db
    from setanon_sql.engine.connecting import with_variables

    return with_variables(db)


def command(group: click.Group, name: str, options: Any, *, example: str) -> Callable[..., click.Command]:
    """Make a function a command of ``group``, with the options that a class describes.

    The function takes the Invocation and returns the exit code; its docstring is the help.
    """

    def decorate(function: Callable[[Invocation], int]) -> click.Command:
        def call(**typed: Any) -> NoReturn:
            sys.exit(guarded(typed, lambda: _called(function, options, typed)))

        text = f"{cleandoc(function.__doc__ or '')}\n\n\b\nExample:\n  {example}"
        command = Sectioned(name, options, params=parameters(options), callback=call, help=text)
        group.add_command(command)
        return command

    return decorate


def _called(function: Callable[[Invocation], int], options: Any, typed: Mapping[str, Any]) -> int:
    context = click.get_current_context()
    _refuse_what_is_no_name(context, options)
    run = Invocation(options, typed)
    return _dry_run(run, context) if typed.get("dry_run") else function(run)


def _dry_run(run: Invocation, context: click.Context) -> int:
    """Tell what a command would read, once its options are checked; return the exit code."""
    request = run.request()
    audits = context.parent is not None and context.parent.info_name == "audit"
    columns = {name: getattr(request, name) for name in ("person", "columns") if getattr(request, name, None)}
    planned = run.ask(
        "dry_run", source=request.source, options=run.reading, settings=run.settings, audit=audits, **columns
    )
    from setanon_sql.commands import words

    run.out(planned.to_json(), words.planned_reading(planned))
    return HOLDS


def _refuse_what_is_no_name(context: click.Context, options: Any) -> None:
    """Raise BadParameter for an empty text, and for the address of a database where something else is to be named."""
    names = names_of(options)
    for parameter in context.command.params:
        typed = context.meta[TYPED].get(parameter.name)
        called = parameter.opts[0] if isinstance(parameter, click.Option) else parameter.human_readable_name
        for text in typed if isinstance(typed, list | tuple) else [typed]:
            if isinstance(text, str):
                if called != "--sep" or not text:  # a blank separates
                    refuse_empty(called, text)
                refuse_bytes(called, text, is_path=parameter.name in names)
            if isinstance(text, str) and parameter.name in names:
                refuse_address(called, text, files_only=names[str(parameter.name)] == "file")


def names_of(options: Any) -> dict[str, str]:
    """Return the options of a class that name what is read or written: ``name``, or ``file`` where it is no table."""
    groups = [option.offers for _, option in options_of(options) if option.kind == "group" and option.offers]
    described = [each for owner in (*groups, options) for each in options_of(owner)]
    return {field.name: option.kind for field, option in described if option.kind in {"name", "file"}}


def guarded(typed: Mapping[str, Any], work: Callable[[], int]) -> int:
    """Run a command; turn every way it can fail into words on stderr and exit code 2."""
    debug = typed["debug"]
    show_values = typed["show_values"]
    answers.begin(as_json=typed["as_json"])
    try:
        with speaking(in_shell):
            return work()
    except (KeyboardInterrupt, Exception) as error:
        answers.explain(error, show_values=show_values)
        if debug and not stopping.stop_requested():
            answers.trace(error, show_values=show_values)
    return FAILED


def run(program: click.Group, arguments: Sequence[str] | None = None) -> int:
    """Run the command line on arguments (default: those of the process) and return the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    answers.begin(as_json="--json" in words[: words.index("--") if "--" in words else None])
    try:
        program.main(words, prog_name="setanon", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        _no_command(error)
        return FAILED
    except click.ClickException as error:
        answers.complain(*(_goes_without(error) or (error.format_message(), _see(error))))
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


def _goes_without(error: click.ClickException) -> tuple[str, str] | None:
    """Return why a model has no such option, and what to do; None where something else is wrong."""
    if not isinstance(error, click.exceptions.NoSuchOption) or error.ctx is None:
        return None
    name = error.ctx.command.name or ""
    feature = next((each for each in FEATURES if in_shell(f"<{each}>") == error.option_name), "")
    if name not in registry.names() or not (reason := why_not(registry.model(name), feature)):
        return None
    return f"no {error.option_name} with {name}: {in_shell(reason[0])}", in_shell(reason[1])


def _no_command(error: click.exceptions.NoArgsIsHelpError) -> None:
    """Show the help of a group that was called without a command."""
    path = error.ctx.command_path if error.ctx else "setanon"
    answers.note(error.format_message())
    answers.give_json({"error": f"{path} needs a command", "hint": f"see {path} --help"})
