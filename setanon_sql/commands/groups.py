"""The program and its groups of commands."""

import click

from setanon_sql import __version__


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="setanon")
def cli() -> None:
    """See what set-valued data gives away, publish it with a guarantee, prove it.

    Exit codes: 0 done, or the guarantee holds; 1 it does not hold; 2 it could not be done or checked.
    """


@cli.group()
def audit() -> None:
    """Count what breaks a privacy model; changes nothing."""


@cli.group()
def anonymize() -> None:
    """Publish data with a guarantee, or not at all."""


@cli.group()
def attack() -> None:
    """Carry out on a release what its model does, or does not, protect against."""


@cli.group("sql")
def sql_group() -> None:
    """Print the SQL itself, for a warehouse that setanon does not connect to."""


@sql_group.group("audit")
def sql_audit() -> None:
    """The script of an audit."""


@cli.group()
def taxonomy() -> None:
    """Check, show and convert taxonomies."""
