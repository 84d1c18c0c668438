"""Print ``docs/commands.md``: every command and its options, made from the program itself.

python .ci/commands_page.py > docs/commands.md
"""

from collections.abc import Iterator

import click

from setanon_sql.__main__ import load_cli
from setanon_sql.commands.sections import Sectioned

#: The section of the options that every command has.
SHARED = "Run"


def page() -> str:
    """Return the page as Markdown."""
    found = list(commands(load_cli().cli, "setanon"))
    shared = sections(found[0][1])[SHARED]
    parts = ["# Commands", "In the order of the work. `setanon COMMAND --help` prints the same.", *map(told, found)]
    return "\n\n".join([*parts, "## Options of every command", table(shared)]) + "\n"


def commands(group: click.Group, before: str) -> Iterator[tuple[str, click.Command]]:
    """Yield each command with its full name."""
    for name in group.list_commands(click.Context(group)):
        command = group.commands[name]
        if isinstance(command, click.Group):
            yield from commands(command, f"{before} {name}")
        else:
            yield f"{before} {name}", command


def told(named: tuple[str, click.Command]) -> str:
    """Return the section of a command."""
    name, command = named
    words = " ".join(str(one.name).upper() for one in command.params if isinstance(one, click.Argument))
    text, _, example = (command.help or "").partition("\n\n\b\nExample:\n")
    own = [(section, records) for section, records in sections(command).items() if section != SHARED]
    parts = [f"## `{' '.join([name, words]).strip()}`", text.strip(), f"```sh\n{example.strip()}\n```"]
    return "\n\n".join([*parts, *(table(records, section) for section, records in own)])


def sections(command: click.Command) -> dict[str, list[tuple[str, str]]]:
    """Return the options of a command as its help shows them, but for ``--help``."""
    assert isinstance(command, Sectioned)
    found = command.sections(click.Context(command))
    return {section: [one for one in records if not one[0].endswith("--help")] for section, records in found.items()}


def table(records: list[tuple[str, str]], section: str = "Options") -> str:
    """Return options as a table."""
    rows = [f"| `{escaped(names)}` | {escaped(meaning)} |" for names, meaning in records]
    return "\n".join([f"| {section} | Meaning |", "| --- | --- |", *rows])


def escaped(text: str) -> str:
    """Return text that fits a cell of a table."""
    return text.replace("|", "\\|")


if __name__ == "__main__":
    print(page(), end="")  # noqa: T201
