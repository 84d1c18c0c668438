"""What an attacker may know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setanon_sql.options.option import described, option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from setanon_sql.numbers import Share
    from setanon_sql.sources import Source


@described
class KnownItems:
    """The number of items that an attacker may know."""

    m: int | None = option(
        "Items an attacker may know. Default: any number.", default=None, kind="whole number", least=1,
        metavar="INTEGER", hint="leave <m> out to cover every size", policy="guarantee",
    )  # fmt: skip


@described
class KnownColumns:
    """The columns beside the items that an attacker knows, all of them."""

    columns: Sequence[str] | None = option(
        "Columns that are known besides items, such as day=date:month|quarter,store: one value each a record.",
        default=None, kind="columns", metavar="COL[=KIND:STEPS][,...]", policy="guarantee",
        detail="Steps make a column coarser, the finest first: date:day|week or month|quarter|year; width:5|10|20; "
        "prefix:3|2|0; bands:18|65 (bounds); file:TREE.csv|2|1 (levels of a taxonomy; without numbers all).",
    )  # fmt: skip
    columns_from: Source | None = option(
        "The table that has these columns beside the ids of the records, where SOURCE has none.", default=None,
        kind="name", metavar="TABLE", policy="guarantee",
        detail="A file, a frame, or a table of <db>; else a <query> can join them.",
    )  # fmt: skip


@described
class ReleasedColumns(KnownColumns):
    """The columns that are released beside the items, and how many records may go for them."""

    max_gone: Share = option(
        "With <columns>: the share of records that may go since fewer than k are alike in these. Default: 1%.",
        default="0.01", kind="percentage", metavar="SHARE", policy="guarantee",
        detail="The finest steps that need no more are released; of several those that cost the items least.",
    )  # fmt: skip
