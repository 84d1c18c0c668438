"""Print ``docs/commands.md``: every command and its options, made from the program itself.

python .ci/commands_page.py > docs/commands.md
"""

from collections.abc import Iterator

import click

from setanon_sql.__main__ import load_cli

#: The order of the work; what is not named here comes last.
ORDER = ["demo", "audit", "taxonomy", "anonymize", "verify", "utility", "attack", "estimate", "reconstruct", "sql"]
#: Options that every command has.
SHARED = ["memory_limit", "threads", "quiet", "show_sql", "debug", "show_values", "as_json"]


def page() -> str:
    """Return the page as Markdown."""
    found = list(commands(load_cli().cli, "setanon"))
    shared = [option for option in found[0][1].params if option.name in SHARED]
    parts = ["# Commands", "In the order of the work. `setanon COMMAND --help` prints the same.", *map(told, found)]
    return "\n\n".join([*parts, "## Options of every command", table(shared)]) + "\n"


def commands(group: click.Group, before: str) -> Iterator[tuple[str, click.Command]]:
    """Yield each command with its full name."""
    for name in sorted(group.commands, key=lambda one: (ORDER.index(one) if one in ORDER else len(ORDER), one)):
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
    own = [one for one in command.params if isinstance(one, click.Option) and one.name not in SHARED]
    parts = [f"## `{' '.join([name, words]).strip()}`", text.strip(), f"```sh\n{example.strip()}\n```"]
    return "\n\n".join([*parts, *([table(own)] if own else [])])


def table(options: list[click.Parameter] | list[click.Option]) -> str:
    """Return options as a table."""
    context = click.Context(click.Command("none"))
    records = [one.get_help_record(context) for one in options]
    rows = [f"| `{escaped(record[0])}` | {escaped(record[1])} |" for record in records if record]
    return "\n".join(["| Option | Meaning |", "| --- | --- |", *rows])


def escaped(text: str) -> str:
    """Return text that fits a cell of a table."""
    return text.replace("|", "\\|")


if __name__ == "__main__":
    print(page(), end="")  # noqa: T201
