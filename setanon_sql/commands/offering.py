"""The options of a command for click, made from the class that describes them; what was typed, as that class has it."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, replace
from typing import Any

import click

from setanon_sql.errors import BadParameter
from setanon_sql.numbers import fraction_of
from setanon_sql.options.dp import PublishNoisy
from setanon_sql.options.option import Option, is_required, options_of, spelled
from setanon_sql.options.reading import FromSource, ReadingFields, RunFields
from setanon_sql.options.words import Work
from setanon_sql.registry import model, names
from setanon_sql.spelling import in_shell
from setanon_sql.text import columns_in

#: What may stand for a text of several values, by the kind of the option.
_SEVERAL = {"whole numbers", "known items", "shares"}
#: What a run would read, and how a result is printed: for the command line alone.
_DRY_RUN = Option("Only tell how many bytes BigQuery would read; run nothing.", section="Source")
_JSON = Option("Print one JSON object on stdout, nothing else there.", section="Run")


class Described(click.Option):
    """An option of click that knows under which heading a help shows it."""

    def __init__(self, names: list[str], described: Option, **more: Any) -> None:
        self.section = described.section
        if described.instead:
            more["deprecated"] = in_shell(f"use {described.instead}")
        super().__init__(names, help=in_shell(described.meaning), **more)


class WholeNumber(click.types.IntParamType):
    """A whole number; several, as an audit takes them, are refused by what they are."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        if isinstance(value, str) and "," in value:
            able = ", ".join(filter(_takes_k_by_size, names()))
            self.fail(f"a k for each number of known items is for audit {able} only; give one number.", param, ctx)
        return super().convert(value, param, ctx)


def _takes_k_by_size(name: str) -> bool:
    """Return whether the audit of a model takes a k for each number of known items."""
    return any(described.kind == "k by size" for _, described in options_of(model(name).audit.options))


class WholeNumbers(click.types.StringParamType):
    """Whole numbers with commas between them; what is no number of the range is found by the library."""

    name = "integers"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the numbers."""
        if isinstance(value, list):
            return value
        for part in value.split(","):
            if not re.fullmatch(r"\s*[+-]?[0-9]+\s*", part):
                self.fail(f"{part!r} is not a valid integer.", param, ctx)
        return [int(part) for part in value.split(",")]


def parameters(options: Any) -> list[click.Parameter]:
    """Return the parameters of click for a class of options, and those that every command has."""
    described = list(options_of(options))
    names = [field.name for field, _ in described]
    clicks = [each for field, option in described if option.shell for each in _parameters(field, option, names)]
    reads = "options" in names
    last = max((at for at, parameter in enumerate(clicks) if isinstance(parameter, click.Argument)), default=None)
    if reads and last is not None and isinstance(clicks[last], click.Argument) and "taxonomy_options" not in names:
        clicks[last] = click.Argument(
            [str(clicks[last].name)], required=False, callback=_needed_without_query, metavar=clicks[last].metavar
        )
    is_drawn_by_seed = not issubclass(options, PublishNoisy)
    if reads and is_drawn_by_seed and not any(parameter.name == "seed" for parameter in clicks):
        clicks.append(_lot())
    if issubclass(options, FromSource):
        clicks.append(Described(["--dry-run"], _DRY_RUN, is_flag=True))
    clicks += [_parameter(field, option) for field, option in options_of(RunFields) if option.section == "Run"]
    return [*clicks, Described(["--json", "as_json"], _JSON, is_flag=True)]


def _parameters(field: "Field[Any]", option: Option, names: list[str]) -> Iterator[click.Parameter]:
    """Yield what an option is on the command line: a group is several."""
    if option.kind == "database":
        yield from _database(option.where)
    elif field.name == "options":
        if "db" not in names:
            yield from _database(option.where)
        for each, meaning in options_of(ReadingFields):
            if each.name != "db" and meaning.shell:
                yield _parameter(each, meaning)
    elif option.kind == "group":
        if option.flag:
            yield Described([option.flag], option, is_flag=True)
        if field.name != "settings":
            conditional = bool(option.flag)
            yield from (
                _parameter(each, meaning, conditional=conditional) for each, meaning in options_of(option.offers)
            )
    else:
        yield _parameter(field, option)


def _parameter(field: "Field[Any]", option: Option, *, conditional: bool = False) -> click.Parameter:
    """Return an option, or an argument; ``conditional``: it goes with another option, so it has no default."""
    if option.argument:
        return click.Argument([field.name], metavar=option.metavar or None, nargs=-1 if option.repeated else 1)
    more = {} if conditional else _default(field, option)
    if option.kind == "flag":
        value = not option.flag.startswith("--no-")
        option = option if value else replace(option, meaning=f"Do not {option.meaning[0].lower()}{option.meaning[1:]}")
        return Described([spelled(field), field.name], option, is_flag=True, flag_value=value, default=not value)
    if option.kind == "itemsets" or option.repeated:
        more["multiple"] = True
    required = not conditional and (is_required(field) or option.needed)
    return Described(
        [spelled(field), field.name],
        option,
        type=_type(option),
        metavar=option.metavar or None,
        required=required,
        **more,
    )


def _default(field: "Field[Any]", option: Option) -> dict[str, Any]:
    """Return the default of an option where the help shows one."""
    value: Any = None if is_required(field) else field.default
    if option.kind in _SEVERAL and value is not None:
        value = ",".join(map(str, value))
    if option.repeated and option.words:
        return {"default": list(value or ()), "show_default": ",".join(value) if value else False}
    shown = "Default:" not in option.meaning and (bool(value) or (option.kind == "number" and value is not None))
    return {"default": value, "show_default": True} if shown else {}


def _type(option: Option) -> Any:
    if option.words:
        return click.Choice(option.words)
    kinds: dict[str, Any] = {
        "whole number": WholeNumber(), "number": click.FLOAT, "k by size": WholeNumbers(),
    }  # fmt: skip
    return kinds.get(option.kind, click.STRING)


def _database(where: str) -> Iterator[click.Parameter]:
    """Yield the options that say where tables are: ``where`` is such as ``SOURCE is a table``."""
    db = Option(
        f"{where} there: a DuckDB file, postgresql://…, spark:…, snowflake://…, bigquery://… or adbc:DRIVER?…",
        section="Source",
        metavar="URL",
    )
    yield Described(["--db"], db, default="", metavar="URL")
    work = Option("Run in the database, or copy the rows to this machine.", section="Source")
    yield Described(["--work"], work, type=click.Choice(Work), default=Work[0], show_default=True)
    for field, option in options_of(RunFields):
        if option.section == "Source":
            yield _parameter(field, option)


def _lot() -> click.Parameter:
    """Return the option that names the draw of ``--cap``, where nothing else is drawn."""
    (option,) = (option for field, option in options_of(ReadingFields) if field.name == "seed")
    return Described(["--seed", "lot"], option, metavar="TEXT")


def _needed_without_query(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Require an argument unless a query says what is read."""
    if value is None and not context.params.get("query"):
        raise click.MissingParameter(ctx=context, param=parameter, param_hint=f"'{parameter.human_readable_name}'")
    return value


def value_of(field: "Field[Any]", option: Option, typed: Any) -> Any:
    """Return what was typed for an option as its class has it; raises BadParameter where it is no such value."""
    reader = _READERS.get(option.kind)
    return reader(spelled(field), typed) if reader and typed is not None else typed


def listed(text: str) -> list[str]:
    """Return what stands between commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def whole_numbers(called: str, text: str) -> list[int]:
    """Return the whole numbers between commas; raises BadParameter where there is none, or something else."""
    numbers = listed(text)
    if not numbers or not all(part.isascii() and part.isdecimal() and len(part) < 10 for part in numbers):
        raise BadParameter(f"{called} is not a list of whole numbers", "write them like 5,10,20")
    return [int(part) for part in numbers]


def known_items(called: str, text: str) -> list[int | None]:
    """Return numbers of known items: whole numbers, or None for ``any``."""
    return [None if part == "any" else whole_numbers(called, part)[0] for part in listed(text) or [""]]


def percentage(called: str, text: str) -> Any:
    """Return ``5%`` as a share; what is no percentage stays as it is."""
    part = text.strip().removesuffix("%")
    return text if part == text.strip() else fraction_of(called, part) / 100


_READERS: Mapping[str, Callable[[str, Any], Any]] = {
    "whole numbers": whole_numbers,
    "known items": known_items,
    "shares": lambda _, text: listed(text),
    "percentage": percentage,
    "columns": lambda _, text: list(columns_in(text)),
    "itemsets": lambda _, texts: [listed(text) for text in texts],
}
