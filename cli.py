"""The command line of setanon: parse, call the library, print. No SQL and no algorithm lives here."""

import click

from setanon_sql import __version__


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="setanon")
def main() -> None:
    """See what set-valued data gives away, publish it with a guarantee, prove it."""
