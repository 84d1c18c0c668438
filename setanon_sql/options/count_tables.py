"""Tables of counts: which small counts follow from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from setanon_sql.options.option import described, option
from setanon_sql.options.reading import ReadingFields, Runs
from setanon_sql.options.scripts import Dialect
from setanon_sql.options.words import NotShown

if TYPE_CHECKING:
    from setanon_sql.pipeline.opening import Tree
    from setanon_sql.sources import Source, SourceOptions


@described
class CountsTable:
    """The options that say what a table of counts is like, and what it is held to."""

    k: int = option(
        "The smallest count that may follow from the table, besides 0.", kind="whole number", least=2,
        metavar="INTEGER", hint="k = 5 is a usual choice", detail="2 or more.",
    )  # fmt: skip
    by: Sequence[str] = option(
        "Columns of the table that name groups, such as a month or a region; a total has no value there.", default=(),
        kind="columns", metavar="COL[,COL...]", section="Source",
    )  # fmt: skip
    count: str = option(
        "Column of the counts. Default: count, or n.", default="", metavar="COL", section="Source",
    )  # fmt: skip
    total: str = option(
        "What stands in a column of groups for all of them, besides nothing at all: all.", default="", metavar="WORD",
        section="Source",
    )  # fmt: skip
    hidden: str = option(
        "What stands where a count is not shown, besides nothing at all: *.", default="", metavar="WORD",
        section="Source",
    )  # fmt: skip
    rounded: int = option(
        "Counts are rounded down to multiples of N. Default: they are exact.", default=1, kind="whole number", least=1,
        metavar="N", section="Source",
    )  # fmt: skip
    counts_persons: bool = option(
        "Persons are counted, who may have several records.", default=False, kind="flag", section="Source",
    )  # fmt: skip
    adds_up: Sequence[str] = option(
        "The columns of <by> whose groups add up to their totals. Default: all; of persons none.", default=(),
        kind="columns", metavar="COL[,COL...]", section="Source",
        detail="Of persons a region does, since it is of the person; a month does not.",
    )  # fmt: skip


@described
class AuditCounts(CountsTable, Runs):
    """The options of ``audit counts``."""

    table: Source = option(
        "The table of counts: a file, a frame, or with <db> the name of a table.", kw_only=False, kind="name",
        argument=True, metavar="TABLE",
        detail="Its columns are ``item, item2``, … or ``itemset_id, item`` (or neither), those of <by>, and a count.",
    )  # fmt: skip
    not_shown: NotShown = option(
        "What a count may be that is not shown: small (less than k, by the rule), or any.", default="small",
        words=NotShown, section="Source",
        detail="``any``: larger ones are hidden, too, so that nothing follows from that alone.",
    )  # fmt: skip
    taxonomy: Tree | None = option(
        "Taxonomy whose labels the table counts beside items: a file, or a table of <db>.", default=None, metavar="T",
        kind="name",
    )  # fmt: skip
    source: Source | None = option(
        "The data that the table counts, with the columns of <by>: it is also counted who stands in a small count.",
        default=None,
        kind="name", metavar="SOURCE",
    )  # fmt: skip
    person: str = option(
        "Column of <source> that names the person of each record: then persons are counted (<counts_persons>).",
        default="", metavar="COL",
    )  # fmt: skip
    options: SourceOptions | None = option(
        "How the table and the source are read.", default=None, kind="group", offers=ReadingFields,
        where="TABLE and SOURCE are tables",
    )  # fmt: skip


@described
class CountsGate(CountsTable, Dialect):
    """The options of ``sql gate counts``."""

    table: str = option("The table of counts.", default="counts", metavar="NAME")
    items: Sequence[str] = option(
        "Columns of items or labels, up to 3; a blank is none. Default: the table has none.", default=(),
        kind="columns", metavar="COL[,COL...]", section="Source",
    )  # fmt: skip
    taxonomy: str = option(
        "Table of the labels over items that the table counts, in columns child and parent.", default="",
        metavar="TABLE",
    )  # fmt: skip
