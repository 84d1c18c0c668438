"""The options of a command are those that its class describes, with the types that the fields have."""

from dataclasses import fields
from typing import Any, Literal, get_args, get_origin

import click
import pytest

from setanon_sql.commands.offering import parameters
from setanon_sql.commands.sections import Sectioned
from setanon_sql.options.option import options_of
from setanon_sql.options.reading import RunFields
from tests.cli.program import commands
from tests.hints import hints_of

#: Options that say how tables are reached and results are printed, for the command line alone.
SHELL_ONLY = {"work", "lot", "as_json", "help", "dry_run"}
KINDS: dict[str, type] = {"whole number": int, "number": float, "flag": bool}


def described(owner: Any) -> dict[str, tuple[Any, Any]]:
    """Return what each option of a class, and of its groups, is described as, and its type."""
    hints, found = hints_of(owner), {}
    for one, told in options_of(owner):
        found[one.name] = (told, hints[one.name])
        if told.kind == "group" and told.offers:
            found |= {name: kind for name, kind in described(told.offers).items() if name not in found or told.flag}
    return found


def parts(hint: Any) -> set[Any]:
    """Return the types, or the words, that a hint allows."""
    if get_origin(hint) is Literal:
        return set(get_args(hint))
    return set().union(*map(parts, get_args(hint))) if get_args(hint) else {hint}


@pytest.mark.parametrize("words", commands())
def test_each_option_is_described(words: str) -> None:
    command = commands()[words]
    assert isinstance(command, Sectioned)
    known = described(command.options)
    of_every_command = {one.name for one, _ in options_of(RunFields)} | SHELL_ONLY | {"db"}
    for one in command.params:
        if one.name in of_every_command or f"--{one.name}" in {told.flag for told, _ in known.values()}:
            continue
        told, hint = known[str(one.name)]
        if told.words:
            assert set(told.words) <= parts(hint)
            assert isinstance(one.type, click.Choice) and tuple(one.type.choices) == told.words
        elif told.kind in KINDS:
            assert KINDS[told.kind] in parts(hint), one.name


@pytest.mark.parametrize("words", commands())
def test_each_described_option_is_offered(words: str) -> None:
    command = commands()[words]
    assert isinstance(command, Sectioned)
    offered = {one.name for one in parameters(command.options)}
    for one in fields(command.options):
        told = one.metadata["option"]
        if told.shell and told.kind not in {"group", "database"}:
            assert one.name in offered
