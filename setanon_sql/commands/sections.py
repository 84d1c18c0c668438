"""The options of a command: in which section its help shows each, and what was typed for it."""

import click

from setanon_sql.naming import NAMES, refuse_address, refuse_empty

#: Where a source is, and how it is worked on there.
_PLACE = {"db", "work", "setup", "scratch"}
#: Sections of ``--help`` besides the options that a command has for itself, with the names of their options.
SECTIONS = {
    "Constraints": {"constraints", "weights"},
    "Mapping": {"mapping", "extend", "mapping_out", "mapping_tier"},
    "Release": {"out", "out_db", "seed", "record_ids", "ledger", "overwrite", "previous", "link", "linkable"},
    "Source": _PLACE | {"format", "record_id", "item", "sep", "on_null", "where", "query", "cap", "lot"},
    "Report": {"report", "report_tier"},
    "Run": {"memory_limit", "threads", "quiet", "show_sql", "debug", "show_values", "as_json"},
}


#: Under which name a context has what was typed, by the names of parameters.
_TYPED = "setanon.typed"


class Sectioned(click.Command):
    """A command whose help shows its options in sections."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; keep what was typed of each, which a path no longer tells."""
        ctx.meta[_TYPED], *_ = self.make_parser(ctx).parse_args(list(args))
        return super().parse_args(ctx, args)

    def sections(self, ctx: click.Context) -> dict[str, list[tuple[str, str]]]:
        """Return each section that has any options, with what the help says of each: its names, and its meaning."""
        found: dict[str, list[tuple[str, str]]] = {"Options": [], **{section: [] for section in SECTIONS}}
        for option in self.get_params(ctx):
            record = option.get_help_record(ctx) if isinstance(option, click.Option) else None
            if record:
                found[next((one for one, names in SECTIONS.items() if option.name in names), "Options")].append(record)
        return {section: records for section, records in found.items() if records}

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections."""
        for section, records in self.sections(ctx).items():
            with formatter.section(section):
                formatter.write_dl(records)


def refuse_what_is_no_name(context: click.Context) -> None:
    """Raise BadParameter for an empty text, and for the address of a database where something else is to be named."""
    for one in context.command.params:
        name, typed = one.name or "", context.meta[_TYPED].get(one.name)
        called = one.opts[0] if isinstance(one, click.Option) else one.human_readable_name
        for text in typed if isinstance(typed, list | tuple) else [typed]:
            if text == "" or name in NAMES:
                refuse_empty(called, text)
            refuse_address(name, called, text)
