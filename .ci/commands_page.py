"""Print a page of the site: every command and its options, made from the program itself."""

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import click

from setanon_sql.__main__ import load_cli
from setanon_sql.commands.sections import Sectioned
from setanon_sql.options.option import is_shared, options_of
from setanon_sql.options.reading import ReadingFields
from setanon_sql.spelling import in_shell

#: Options of these headings stand once, at the end.
SHARED = ("Several commands", "Constraints", "Release", "Database", "Source", "Report", "Run")
DATABASE = {"--db", "--work", "--setup", "--scratch"}
ABOUT = """In the order of the work. `setanon COMMAND --help` prints all options of a command. Those that commands
share are explained once, under [shared options](#shared-options). All commands take those of [Run](#run)."""
ABOUT_DATABASE = "What a command reads is then a table there, by its name; a release in pieces by how its tables begin."


@dataclass(frozen=True)
class Row:
    """An option of a command: under which heading it is explained, how it is typed, what it means."""

    heading: str
    typed: str
    meaning: str
    required: bool

    @property
    def flag(self) -> str:
        """Return its name without a value."""
        return self.typed.split()[0]

    @property
    def entry(self) -> str:
        """Return what the page says of it."""
        return filled(f"- `{self.typed}`: {self.meaning}", "  ")


def page() -> str:
    """Return the page as Markdown."""
    found = [(name, command, list(rows(command))) for name, command in commands(load_cli().cli, "setanon")]
    shared = shared_rows([each for _, _, own in found for each in own])
    parts = ["# Commands", ABOUT, *(section(*one, shared) for one in found), "## Shared options"]
    parts += ["\n\n".join(block(heading, shared[heading])) for heading in SHARED]
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


def title(name: str, command: click.Command) -> str:
    """Return a command as it is typed, with its arguments."""
    return " ".join([name, *(one.human_readable_name for one in command.params if isinstance(one, click.Argument))])


def rows(command: Sectioned) -> Iterator[Row]:
    """Yield the options of a command, but for ``--help``."""
    context = click.Context(command)
    (db,) = (told for one, told in options_of(ReadingFields) if one.name == "db")
    for one in command.params:
        record = one.get_help_record(context) if isinstance(one, click.Option) else None
        if record:
            typed, text = record
            flag = typed.split()[0]
            heading = "Database" if flag in DATABASE else heading_of(command.options, one)
            text = re.sub(r"  \[default: \(?(.*?)\)?\]", r" Default: \1.", text)
            meaning = in_shell(db.meaning) if flag == "--db" else text
            yield Row(heading, typed, meaning.replace("  [required]", ""), one.required)


def heading_of(options: Any, one: click.Parameter) -> str:
    """Return under which heading of shared options one is explained; empty: with its command."""
    heading = str(getattr(one, "section", "Options"))
    own = {each.name for each, _ in options_of(options)}
    return heading if heading in SHARED and not (one.name in own and not is_shared(options, one.name)) else ""


def shared_rows(found: list[Row]) -> dict[str, dict[str, Row]]:
    """Return what is explained once, by heading and flag."""
    shared: dict[str, dict[str, Row]] = {heading: {} for heading in SHARED}
    for one in found:
        if one.heading:
            shared[one.heading].setdefault(one.flag, one)
    shared["Several commands"] = of_several([one for one in found if not one.heading])
    return shared


def of_several(found: list[Row]) -> dict[str, Row]:
    """Return of each option what most commands say of it, if that are two or more; it may have a default in some."""
    alike: dict[str, dict[str, list[Row]]] = {}
    for one in found:
        alike.setdefault(one.flag, {}).setdefault(f"{one.typed} {without_default(one.meaning)}", []).append(one)
    most = {flag: max(texts.values(), key=len) for flag, texts in alike.items()}
    return {flag: max(group, key=lambda one: len(one.meaning)) for flag, group in most.items() if is_alike(group)}


def is_alike(group: list[Row]) -> bool:
    """Return whether rows are of several commands, and have one default where they have any."""
    return len(group) > 1 and len({one.meaning for one in group if not one.required}) < 2


def without_default(meaning: str) -> str:
    """Return what an option means where it is required."""
    return re.sub(r" Default: .*", "", meaning)


def is_explained(one: Row, shared: dict[str, Row]) -> bool:
    """Return whether an option is explained among those of several commands."""
    other = shared.get(one.flag)
    if other is None or other.typed != one.typed:
        return False
    return one.meaning in {other.meaning, one.required and without_default(other.meaning)}


def section(name: str, command: Sectioned, own: list[Row], shared: dict[str, dict[str, Row]]) -> str:
    """Return the section of a command."""
    text, _, example = (command.help or "").partition("\n\n\b\nExample:\n")
    several = [one for one in own if not one.heading and is_explained(one, shared["Several commands"])]
    entries = [one.entry for one in own if not one.heading and one not in several]
    required = names_of([one for one in own if one.required])
    also = [names_of([one for one in several if not one.required])]
    also += [reference(heading, [one for one in own if one.heading == heading], shared) for heading in SHARED[1:-1]]
    parts = [f"## `{title(name, command)}`", text.strip(), f"```sh\n{example.strip()}\n```", "\n".join(entries)]
    parts += [filled(" ".join(filter(None, (sentence("Required", [required]), sentence("Also", also)))))]
    return "\n\n".join(filter(None, parts))


def names_of(found: list[Row]) -> str:
    """Return the names of options."""
    return ", ".join(f"`{one.flag}`" for one in found)


def reference(heading: str, own: list[Row], shared: dict[str, dict[str, Row]]) -> str:
    """Return a reference to all options of a heading; their names, where a command has some only."""
    optional = [one for one in own if one.flag != "--seed" and not one.required]
    needed = sum(not one.required for flag, one in shared[heading].items() if flag != "--seed")
    return f"[{heading}](#{heading.lower()})" if optional and len(optional) >= needed else names_of(own)


def sentence(before: str, parts: list[str]) -> str:
    """Return a list as a sentence; empty where nothing is in it."""
    text = ", ".join(filter(None, parts))
    return f"{before}: {text}." if text else ""


def filled(text: str, indent: str = "") -> str:
    """Return a text in lines that fit."""
    return textwrap.fill(text, 120, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def block(heading: str, found: dict[str, Row]) -> Iterator[str]:
    """Yield the parts of a heading of shared options."""
    yield f"### {heading}"
    if heading == "Database":
        yield ABOUT_DATABASE
    yield "\n".join(one.entry for one in found.values())


if __name__ == "__main__":
    print(page(), end="")
