"""The program as its users call it: inside this process (fast), or as a process of its own."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import pytest

from setanon_sql.__main__ import load_cli
from setanon_sql.spelling import in_shell

FOLDER = Path(__file__).parents[2]


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        found = json.loads(self.out)
        assert isinstance(found, dict) and self.out.count("\n") == 1
        return found


@cache
def cli() -> ModuleType:
    return load_cli()


class Program:
    """Runs a command in this process; an answer holds what it printed."""

    def __init__(self, capture: pytest.CaptureFixture[str]) -> None:
        self.capture = capture

    def __call__(self, *arguments: str | Path) -> Answer:
        self.capture.readouterr()
        code = cli().run([str(argument) for argument in arguments])
        said = self.capture.readouterr()
        text = said.out + said.err
        if '  File "' in text:  # a traceback shows lines of code
            text = ""
        assert in_shell(text) == text, "an option is not named as it is typed"
        return Answer(code, said.out, said.err)


def start(*arguments: str | Path, temporary: Path | None = None) -> "subprocess.Popen[str]":
    """Start the program as a process of its own; its temporary files go to ``temporary``."""
    environment = os.environ | {"PYTHONPATH": str(FOLDER)} | ({"TMPDIR": str(temporary)} if temporary else {})
    command = [sys.executable, "-m", "setanon_sql", *map(str, arguments)]
    return subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)


def process(*arguments: str | Path, temporary: Path | None = None) -> Answer:
    """Run the program as a process of its own to its end."""
    with start(*arguments, temporary=temporary) as running:
        out, err = running.communicate(timeout=120)
        return Answer(running.returncode, out, err)


def commands() -> dict[str, click.Command]:
    """Every command by its words."""
    found: dict[str, click.Command] = {}

    def walk(group: click.Group, words: str) -> None:
        for name, one in group.commands.items():
            if isinstance(one, click.Group):
                walk(one, f"{words}{name} ")
            else:
                found[f"{words}{name}"] = one

    walk(cli().cli, "")
    return found
