"""The click program: importing a module of commands puts them into their groups."""

from collections.abc import Sequence

from setanon_sql.commands import (
    comparing,
    console,
    count_tables,
    demo,
    dp,
    models,
    pieces,
    policies,
    releases,
    scripts,
    taxonomies,
)
from setanon_sql.commands.groups import cli
from setanon_sql.files import stopping

__all__ = [
    "cli",
    "comparing",
    "count_tables",
    "demo",
    "dp",
    "models",
    "pieces",
    "policies",
    "releases",
    "scripts",
    "taxonomies",
]


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line on arguments (default: those of the process) and return the exit code."""
    return console.run(cli, arguments)


def main() -> None:
    """Run the command line as a process of its own."""
    stopping.to_the_end(run)


if __name__ == "__main__":
    main()
