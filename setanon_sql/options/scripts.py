"""The SQL itself, for a warehouse that setanon does not connect to: audits as scripts, gates as one SELECT."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from setanon_sql.options.option import described, option
from setanon_sql.options.reading import ColumnFields, LevelFields
from setanon_sql.query.dialects import OTHER_NAMES, PARSED, RUN, UNTRIED

if TYPE_CHECKING:
    from setanon_sql.pipeline.opening import Tree


@described
class Dialect:
    """The dialect that SQL is written in."""

    dialect: str = option(
        f"Run for real: {', '.join(RUN)}. They parse: {', '.join(PARSED)}. Untried: {', '.join(UNTRIED)}. "
        f"Other names: {', '.join(f'{other} ({name})' for other, name in OTHER_NAMES.items())}.",
        metavar="NAME",
    )


@described
class Scripts(Dialect):
    """The options of the scripts and gates of models."""

    m: int = option("Items an attacker may know.", kind="whole number", metavar="INTEGER")


@described
class OfTable(Scripts, ColumnFields):
    """The options of those that read a table of records and items."""

    table: str = option("The table to audit.", default="transactions", metavar="NAME")


@described
class ScriptSchema:
    """The schema in which a script keeps its own tables."""

    schema: str = option("Schema (or dataset) for the script's own tables.", default="", metavar="NAME")


@described
class CodeScript(Dialect, ColumnFields, ScriptSchema, LevelFields):
    """The options of ``sql code``."""

    table: str = option("The table of records and items.", default="transactions", metavar="NAME")
    codes: str = option(
        "The table to make of the codes of items and labels, and NAME_records: for the owner alone.", metavar="NAME",
        needed=True,
    )  # fmt: skip
    out: str = option("The view to make, of codes alone.", metavar="NAME", needed=True)
    taxonomy: Tree | None = option(
        "A taxonomy that is coded, too: the table NAME_taxonomy beside the view.", default=None, kind="file",
        metavar="T",
    )  # fmt: skip


@described
class MinimumK:
    """The number of records that are enough."""

    k: int = option("Records that each set of known items must match.", kind="whole number", metavar="INTEGER")


@described
class KnownTable:
    """The items that an attacker may know, in a table."""

    known: str = option(
        "Table of the only items an attacker may know, in a column of that name. Default: all.", default="",
        metavar="TABLE",
    )  # fmt: skip


@described
class TableColumns:
    """The columns beside the items that an attacker knows, as they are in a table."""

    columns: Sequence[str] | None = option(
        "Columns that are known besides items, such as month,store: one value each a record, as it is.", default=None,
        kind="columns", metavar="COL[,COL...]",
    )  # fmt: skip
