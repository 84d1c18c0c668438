"""Print ``docs/commands.md``: every command and its options, made from the program itself.

python .ci/commands_page.py > docs/commands.md
"""

from collections.abc import Iterator
from typing import Any

import click

from setanon_sql.__main__ import load_cli
from setanon_sql.commands.sections import HEADINGS, Sectioned
from setanon_sql.options.option import is_shared, options_of

#: Options of these headings stand once, at the end.
SHARED = [heading for heading in HEADINGS if heading not in {"Options", "Mapping"}]
ABOUT = """In the order of the work. `setanon COMMAND --help` prints all options of a command. Those that many commands
have stand once, under [shared options](#shared-options)."""


def page() -> str:
    """Return the page as Markdown."""
    found = list(commands(load_cli().cli, "setanon"))
    parts = ["# Commands", ABOUT, *(section(name, command) for name, command in found), "## Shared options"]
    parts += [f"### {heading}\n\n{table(shared(found, heading))}" for heading in SHARED]
    return "\n\n".join(parts) + "\n"


def commands(group: click.Group, before: str) -> Iterator[tuple[str, Sectioned]]:
    """Yield each command with its full name."""
    for name in group.list_commands(click.Context(group)):
        command = group.commands[name]
        if isinstance(command, click.Group):
            yield from commands(command, f"{before} {name}")
        else:
            assert isinstance(command, Sectioned)
            yield f"{before} {name}", command


def section(name: str, command: Sectioned) -> str:
    """Return the section of a command."""
    words = " ".join(one.human_readable_name for one in command.params if isinstance(one, click.Argument))
    text, _, example = (command.help or "").partition("\n\n\b\nExample:\n")
    own = [record for heading, one, record in records(command) if not in_shared(command.options, heading, one)]
    blocks = [heading for heading in SHARED if any(heading == each for each, _, _ in records(command))]
    parts = [f"## `{' '.join([name, words]).strip()}`", text.strip(), f"```sh\n{example.strip()}\n```"]
    parts += [table(own)] if own else []
    parts += [f"Shared: {', '.join(f'[{heading}](#{heading.lower()})' for heading in blocks)}."]
    return "\n\n".join(parts)


def records(command: Sectioned) -> Iterator[tuple[str, str, tuple[str, str]]]:
    """Yield the heading, the name and what the help says of each option, but for ``--help``."""
    context = click.Context(command)
    for one in command.params:
        record = one.get_help_record(context) if isinstance(one, click.Option) else None
        if record:
            yield getattr(one, "section", "Options"), str(one.name), record


def in_shared(options: Any, heading: str, name: str) -> bool:
    """Return whether an option stands among the shared ones."""
    own = {one.name for one, _ in options_of(options)}
    return heading in SHARED and not (name in own and not is_shared(options, name))


def shared(found: list[tuple[str, Sectioned]], heading: str) -> list[tuple[str, str]]:
    """Return the options of a heading, each once."""
    each: dict[str, tuple[str, str]] = {}
    for _, command in found:
        for where, name, record in records(command):
            if where == heading and in_shared(command.options, where, name):
                each.setdefault(record[0], record)
    return list(each.values())


def table(rows: list[tuple[str, str]]) -> str:
    """Return options as a table."""
    lines = [f"| `{escaped(names)}` | {escaped(meaning)} |" for names, meaning in rows]
    return "\n".join(["| Option | Meaning |", "| --- | --- |", *lines])


def escaped(text: str) -> str:
    """Return text that fits a cell of a table."""
    return text.replace("|", "\\|")


if __name__ == "__main__":
    print(page(), end="")  # noqa: T201
