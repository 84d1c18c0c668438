"""The help of a command: its options under headings; what was typed for it."""

from typing import Any

import click

from setanon_sql.commands.offering import Described

#: The headings of ``--help``, in their order.
HEADINGS = ("Options", "Taxonomy", "Constraints", "Mapping", "Release", "Source", "Report", "Run")

#: Under which name a context has what was typed, by the names of parameters.
TYPED = "setanon.typed"


class Sectioned(click.Command):
    """A command whose help shows its options under headings; ``options`` is the class that describes them."""

    def __init__(self, name: str, options: Any, **more: Any) -> None:
        self.options = options
        super().__init__(name, **more)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; keep what was typed of each, which no default has replaced."""
        ctx.meta[TYPED], *_ = self.make_parser(ctx).parse_args(list(args))
        return super().parse_args(ctx, args)

    def sections(self, ctx: click.Context) -> dict[str, list[tuple[str, str]]]:
        """Return each heading that has any options, with what the help says of each: its names, and its meaning."""
        by_heading: dict[str, list[tuple[str, str]]] = {heading: [] for heading in HEADINGS}
        for option in self.get_params(ctx):
            record = option.get_help_record(ctx) if isinstance(option, click.Option) else None
            if record:
                by_heading[option.section if isinstance(option, Described) else "Options"].append(record)
        return {heading: records for heading, records in by_heading.items() if records}

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the headings and their options."""
        for heading, records in self.sections(ctx).items():
            with formatter.section(heading):
                formatter.write_dl(records)
