"""The SQL itself, for a warehouse that setanon does not connect to: audits as scripts, gates as one SELECT."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from setanon_sql.options.option import described, option
from setanon_sql.options.reading import ColumnFields
from setanon_sql.query.dialects import PARSED, RUN, UNTRIED

if TYPE_CHECKING:
    from setanon_sql.numbers import Share


@described
class Scripts:
    """What all of them have."""

    dialect: str = option(
        f"Run for real: {', '.join(RUN)}. They parse: {', '.join(PARSED)}. Untried: {', '.join(UNTRIED)}.",
        metavar="NAME",
    )
    m: int = option("Items an attacker may know.", kind="whole number", metavar="INTEGER")


@described
class OfTable(Scripts, ColumnFields):
    """What those have that read a table of records and items."""

    table: str = option("The table to audit.", default="transactions", metavar="NAME")


@described
class OfPieces(Scripts):
    """What those have that read the tables of a disassociated release."""

    release: str = option("Its tables are PREFIX_clusters and so on.", metavar="PREFIX")


@described
class InSchema:
    """Where a script keeps its own tables."""

    schema: str = option("Schema (or dataset) for the script's own tables.", default="", metavar="NAME")


@described
class MinimumK:
    """How many records are enough."""

    k: int = option("Records that each set of known items must match.", kind="whole number", metavar="INTEGER")


@described
class MaximumRho:
    """How sure is too sure."""

    rho: Share = option("Highest confidence allowed, such as 0.5 or 1/3.", metavar="SHARE")


@described
class KmScript(OfTable, InSchema, MinimumK):
    """The options of ``sql audit km``."""


@described
class RhoScript(OfTable, InSchema, MaximumRho):
    """The options of ``sql audit rho``."""

    sensitive: str = option("Table of sensitive items.", metavar="TABLE")
    personal: bool = option("Its record ids say who wants which item hidden.", default=False, kind="flag")


@described
class DisassociationScript(OfPieces, InSchema, MinimumK):
    """The options of ``sql audit disassociation``."""


@described
class KmGate(OfTable, MinimumK):
    """The options of ``sql gate km``."""


@described
class RhoGate(OfTable, MaximumRho):
    """The options of ``sql gate rho``."""

    sensitive: str = option("Table of sensitive items, in a column of that name.", default="", metavar="TABLE")
    sensitive_item: Sequence[str] = option(
        "A sensitive item; may be repeated.", default=(), metavar="LABEL", repeated=True
    )


@described
class DisassociationGate(OfPieces, MinimumK):
    """The options of ``sql gate disassociation``."""

    safe: bool = option("Covered items are a fault, too.", default=False, kind="flag")
