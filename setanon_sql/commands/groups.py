"""The program and its groups of commands."""

import click

from setanon_sql import __version__

#: The order of the work, in which help shows the commands; what is not named here comes last.
_ORDER = (
    "demo", "audit", "taxonomy", "suggest", "compare", "compare-counts", "anonymize", "publish", "verify", "utility",
    "attack", "estimate", "reconstruct", "run", "check", "policy", "sql",
)  # fmt: skip


class Group(click.Group):
    """A group whose help shows its commands in the order of the work, and their summaries whole; click cuts them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in that order."""
        return sorted(self.commands, key=lambda name: (_ORDER.index(name) if name in _ORDER else len(_ORDER), name))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their summaries, in as many lines as they need."""
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.get_short_help_str(1_000)) for name, command in commands if command])


Group.group_class = Group


def _show_version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        from importlib.metadata import version  # it takes as long as all of --help

        click.echo(f"setanon, version {__version__} (DuckDB {version('duckdb')}, sqlglot {version('sqlglot')})")
        ctx.exit()


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_show_version,
    help="Show the versions and exit.",
)
def cli() -> None:
    """Measure how identifiable the records of set-valued data are, anonymize them, and verify the result.

    Exit codes: 0 done, or the guarantee holds; 1 it does not hold, or a limit of a policy is broken; 2 it could not be
    done or checked.
    """


@cli.group()
def audit() -> None:
    """Count what breaks a privacy model; changes nothing."""


@cli.group()
def anonymize() -> None:
    """Publish data with a guarantee, or not at all."""


@cli.group()
def publish() -> None:
    """Publish counts, or made-up records, with a guarantee."""


@cli.group()
def attack() -> None:
    """Carry out attacks on a release: those that its model stops, and others."""


@cli.group("sql")
def sql_group() -> None:
    """Print the SQL itself, for a warehouse that setanon does not connect to."""


@sql_group.group("audit")
def sql_audit() -> None:
    """Print the script of an audit."""


@sql_group.group("release")
def sql_release() -> None:
    """Print the script that makes a release by the labels of a mapping."""


@sql_group.group("gate")
def sql_gate() -> None:
    """Print one SELECT that gives no row where the guarantee holds, and else counts only."""


@cli.group()
def taxonomy() -> None:
    """Check, show and convert taxonomies."""


@cli.group()
def policy() -> None:
    """Write a policy, the file that run and check read."""
