"""``docs/public.json``: what programs may rely on, as of its version. Names come and go with a change note only."""

import inspect
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import setanon_sql
from setanon_sql import api
from setanon_sql.__main__ import load_cli
from setanon_sql.commands.offering import parameters as parameters_of
from setanon_sql.options.option import described, option
from setanon_sql.options.public import public as public_function
from setanon_sql.registry import promises
from setanon_sql.verify import claims

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "docs" / "public.json"
Names = dict[str, list[str]]


def commands(group: click.Group, before: str = "") -> Iterator[tuple[str, click.Command]]:
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command


def options(command: click.Command) -> list[str]:
    """Return the options of a command; those that go with the next minor version are marked."""
    listed = [one for one in command.params if isinstance(one, click.Option) and not one.hidden]
    return sorted(f"{flag} (deprecated)" if one.deprecated else flag for one in listed for flag in one.opts)


def parameters(function: object) -> list[str]:
    return sorted(inspect.signature(function).parameters) if inspect.isfunction(function) else []


def public() -> dict[str, Names]:
    """Return what is public now: a name, and what it takes or holds."""
    beside = {name for promise in promises().values() for name in promise.manifest_fields}
    manifest = {"manifest": sorted(claims._FIELDS | beside), "manifest format": sorted(claims._FORMAT)}
    return {
        "commands": {name: options(command) for name, command in sorted(commands(load_cli().cli))},
        "setanon_sql": {name: parameters(getattr(setanon_sql, name)) for name in setanon_sql.__all__},
        "setanon_sql.api": {name: parameters(getattr(api, name)) for name in api.__all__},
        "release": manifest,
    }


def names(listed: dict[str, Names]) -> set[tuple[str, str, str]]:
    alone = {(part, name, "") for part, them in listed.items() for name in them}
    return alone | {(part, name, one) for part, them in listed.items() for name, more in them.items() for one in more}


def without_note(changed: set[tuple[str, str, str]], notes: str) -> list[str]:
    """Return the names that no note tells of: of an option its flag, of a keyword its flag or itself."""
    told = set(re.findall(r"[\w./-]+", notes.replace("_", "-")))
    lacking = [(part, name, one) for part, name, one in changed if not told & set(spellings(one or name))]
    return [" ".join(filter(None, one)) for one in sorted(lacking)]


def spellings(name: str) -> list[str]:
    word = name.replace("_", "-")
    return [word, f"--{word}", *word.split()[-1:]]


def notes() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "changes").glob("*.md"))


def test_what_is_public_changes_with_a_note_only() -> None:
    now = public()
    if os.environ.get("UPDATE_GOLDEN"):
        as_text = {part: {name: " ".join(more) for name, more in them.items()} for part, them in now.items()}
        listed = {"version": setanon_sql.__version__, "public": as_text}
        LIST.write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")
    listed = json.loads(LIST.read_text(encoding="utf-8"))["public"]
    before = {part: {name: text.split() for name, text in them.items()} for part, them in listed.items()}
    assert not without_note(names(before) ^ names(now), notes()), "say in changes/ what came, and what goes"


@pytest.mark.parametrize(
    ("note", "lacking"),
    [
        ("Nothing.", ["commands audit km --deep", "setanon_sql.api audit_km deep"]),
        ("`--deep` looks further.", []),
        ("The keyword `deep` looks further.", ["commands audit km --deep"]),
    ],
)
def test_a_name_without_a_note_is_told(note: str, lacking: list[str]) -> None:
    changed = {("commands", "audit km", "--deep"), ("setanon_sql.api", "audit_km", "deep")}
    assert without_note(changed, note) == lacking


@described
class Aged:
    """Options of which one is of the past."""

    newer_limit: int = option("Most of it.", default=0, kind="whole number", least=0)
    older_limit: int = option("Most of it.", default=0, kind="whole number", least=0, instead="<newer_limit>")


def test_what_is_of_the_past_warns_and_says_what_to_use() -> None:
    """In Python, on the command line, in a help and in the list of what is public."""

    @public_function(Aged)
    def call(request: Aged) -> int:
        return request.newer_limit or request.older_limit

    with pytest.warns(DeprecationWarning, match="is deprecated, and goes with the next minor version: use newer_limit"):
        assert call(older_limit=3) == 3
    assert call(newer_limit=3) == 3
    command = click.Command(
        "aged", params=parameters_of(Aged), callback=lambda **typed: click.echo(typed["older_limit"])
    )
    told = CliRunner().invoke(command, ["--older-limit", "3"])
    assert "deprecated" in told.stderr and "use --newer-limit" in told.stderr
    assert not CliRunner().invoke(command, ["--newer-limit", "3"]).stderr
    assert "use --newer-limit" in CliRunner().invoke(command, ["--help"]).stdout
    assert "--older-limit (deprecated)" in options(command)
