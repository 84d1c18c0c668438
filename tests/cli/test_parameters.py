"""The options of a command are parameters of its function, by name and with the type that click gives them."""

import ast
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args, get_type_hints

import click
import pytest

from setanon_sql.commands.console import Run
from tests.cli.program import commands
from tests.hints import hints_of

KINDS: dict[type[click.ParamType], type] = {
    click.types.IntParamType: int,
    click.IntRange: int,
    click.FloatRange: float,
    click.types.FloatParamType: float,
    click.types.StringParamType: str,
    click.types.BoolParamType: bool,
    click.Path: Path,
}

#: Keywords of those that publish which hold a function: no option says one.
IN_PYTHON_ONLY = {"terms"}

#: Keywords that take in Python more than a name.
NAMED = {"workload": str | None, "link": str | None, "ledger": Path | None}


def parameters(command: click.Command) -> dict[str, Any]:
    """The parameters of a command's function and their types, those of its ``**how`` among them."""
    function: Callable[..., Any] = inspect.unwrap(command.callback)  # type: ignore[arg-type]
    found = get_type_hints(function, localns=checked_names(function.__module__))
    assert issubclass(found.pop("run"), Run) and found.pop("return") is int
    if how := found.pop("how", None):
        (keywords,) = get_args(how)
        found |= {name: hint for name, hint in hints_of(keywords).items() if name not in IN_PYTHON_ONLY}
        found |= NAMED
    return found


def checked_names(module: str) -> dict[str, Any]:
    """What a module imports for the type checker alone."""
    names: dict[str, Any] = {}
    for node in ast.parse(inspect.getsource(sys.modules[module])).body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            exec(compile(ast.Module(node.body, []), module, "exec"), names)
    return names


def may_be(option: click.Parameter, command: click.Command) -> set[Any]:
    """What click may hand over for an option: types, or the words to choose from."""
    if option.multiple:
        return {tuple}
    kinds = (
        set(option.type.choices)
        if isinstance(option.type, click.Choice)
        else {next(KINDS[kind] for kind in type(option.type).__mro__ if kind in KINDS)}
    )
    missing = not option.required and not isinstance(option.get_default(click.Context(command)), str | int | float)
    return kinds | {type(None)} if missing else kinds


def taken(hint: Any) -> set[Any]:
    """The types, or the words, that a parameter takes."""
    if getattr(hint, "__origin__", None) is tuple:
        return {tuple}
    return set().union(*map(taken, get_args(hint))) if get_args(hint) else {hint}


@pytest.mark.parametrize("words", commands())
def test_each_option_is_a_parameter_of_its_type(words: str) -> None:
    command = commands()[words]
    own = {one.name: may_be(one, command) for one in command.params if one.expose_value and one.name not in Run.names}
    found = {name: taken(hint) for name, hint in parameters(command).items()}
    assert own.keys() == found.keys()
    for name, kinds in own.items():
        words_for_str = found[name] == {str} and all(isinstance(one, str) for one in kinds)
        assert found[name] == kinds or words_for_str, name


@pytest.mark.parametrize("words", commands())
def test_a_function_hands_on_what_it_names(words: str) -> None:
    function = ast.parse(inspect.getsource(inspect.unwrap(commands()[words].callback)))  # type: ignore[arg-type]
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
    handed = {ast.unparse(word.value) for call in calls for word in call.keywords if word.arg is None}
    assert handed <= {"how"}
