"""What a run would read, asked before it."""

from __future__ import annotations

from collections.abc import Sequence

from setanon_sql.options.option import described, option
from setanon_sql.options.persons import CountsPersons
from setanon_sql.options.reading import FromSource


@described
class DryRun(FromSource, CountsPersons):
    """The options of asking what a run would read."""

    columns: Sequence[str] | None = option(
        "Columns that are known besides items: each is read by itself.", default=None, kind="columns",
        metavar="COL[=KIND:STEPS][,...]",
    )  # fmt: skip
    audit: bool = option("As an audit reads it: with the columns that may name persons.", default=False, kind="flag")
