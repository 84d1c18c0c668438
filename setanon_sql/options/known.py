"""What an attacker may know."""

from setanon_sql.options.option import described, option


@described
class KnownItems:
    """The number of items that an attacker may know."""

    m: int | None = option(
        "Items an attacker may know. Default: any number.", default=None, kind="whole number", least=1,
        metavar="INTEGER", hint="leave <m> out to cover every size", policy="guarantee",
    )  # fmt: skip
