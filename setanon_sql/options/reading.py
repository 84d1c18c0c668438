"""How a source is read and where, and how a run behaves: options that most commands have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setanon_sql.options.option import described, option
from setanon_sql.options.words import InnerItems, Missing, Parents

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from setanon_sql.pipeline.opening import Tree
    from setanon_sql.settings import Settings
    from setanon_sql.sources import Source, SourceOptions

_SOURCE = "Source"
_RUN = "Run"
_TAXONOMY = "Taxonomy"
#: The forms of a source.
FORMATS = ("long", "list", "basket", "spmf", "onehot")


@described
class ColumnFields:
    """The names of the columns of a table."""

    record_id: str = option(
        "Column of the record id.", default="record_id", metavar="COL", section=_SOURCE, policy="source.columns"
    )
    item: str = option("Column of the item.", default="item", metavar="COL", section=_SOURCE, policy="source.columns")


@described
class ReadingFields(ColumnFields):
    """The options of reading a source; each has a default that is right for the commonest case."""

    db: str = option(
        "Where tables are: a DuckDB file, postgresql://…, spark:…, snowflake://…, bigquery://… or adbc:DRIVER?….",
        default="", section=_SOURCE, metavar="URL",
        detail="Also what ``session_db`` returns for a session of Spark. With ``here:`` before ``postgresql://…``, and "
        "for ``adbc:…``, the rows are copied into DuckDB, and the work is done here.",
    )  # fmt: skip
    format: str = option(
        "long, list, basket, spmf or onehot. Default: sniffed.", default="", metavar="NAME", section=_SOURCE,
        policy="source", among=FORMATS,
    )  # fmt: skip
    sep: str = option(
        "Separator of items or columns. Default: sniffed.", default="", metavar="CHAR", section=_SOURCE,
        policy="source", key="separator",
    )  # fmt: skip
    split: str = option(
        "What parts several items in one cell of a table, such as ';'. Default: a cell is an item.", default="",
        metavar="CHAR", section=_SOURCE, policy="source",
    )  # fmt: skip
    on_null: str = option(
        "What to do with rows that lack an id or an item.", default="error", metavar="error|drop", section=_SOURCE,
        policy="source", among=("error", "drop"),
    )  # fmt: skip
    where: str = option(
        "Read only rows that meet it: \"country = 'FR'\"; a subquery may read files, and other tables of <db>.",
        default="", metavar="CONDITION", section=_SOURCE, policy="source",
        detail="In the SQL of the engine, on the source's columns.",
    )  # fmt: skip
    query: str | Path = option(
        "Read what this one SELECT gives; it calls SOURCE source, and may read files, and other tables of <db>.",
        default="", metavar="FILE.sql", section=_SOURCE, kind="file", policy="source",
        detail="Its text, or the file that holds it.",
    )  # fmt: skip
    cap: int = option(
        "Keep at most N items a record, by lot.", default=0, kind="whole number", metavar="N", section=_SOURCE,
        policy="source",
        detail="0: all.",
    )  # fmt: skip
    cap_records: int = option(
        "Keep at most N records a person, by lot; needs <person>.", default=0, kind="whole number", metavar="N",
        section=_SOURCE, policy="source",
        detail="0: all.",
    )  # fmt: skip
    seed: str = option(
        "Another draw of <cap> and <cap_records>. Default: always the same.", default="", metavar="TEXT",
        section=_SOURCE, shell=False,
        detail="For a release that of its own seed.",
    )  # fmt: skip


@described
class RunFields:
    """The options of a run, whatever it does."""

    memory_limit: str = option(
        "Memory for the whole run, such as 4GB. Default: half of the machine (or container, or of what ulimit "
        "leaves). PostgreSQL: its work_mem (128MB). spark:local: Spark's memory (4GB).", default="", metavar="SIZE",
        section=_RUN, policy="method", key="memory",
    )  # fmt: skip
    threads: int = option(
        "Threads for DuckDB. Default: all cores, at most one for each 50 MB of its memory.",
        default=0, kind="whole number", metavar="N", section=_RUN, policy="method",
    )  # fmt: skip
    quiet: bool = option("No progress and no notes on stderr.", default=True, kind="flag", section=_RUN)
    show_sql: bool = option("Print every statement before it runs.", default=False, kind="flag", section=_RUN)
    debug: bool = option("Print the time of every statement, and tracebacks.", default=False, kind="flag", section=_RUN)
    show_values: bool = option(
        "Let item labels and record ids of the source into messages.", default=False, kind="flag", section=_RUN
    )
    setup: str | Path = option(
        "Your own SQL for DuckDB (LOAD, CREATE SECRET, ATTACH), run first; a table is then catalog.schema.table.",
        default="", metavar="FILE.sql", section=_SOURCE, kind="file",
    )  # fmt: skip
    scratch: str | Path = option(
        "Spark keeps its steps there, so that a lost executor ends nothing: s3a://…, /shared/folder or a schema.",
        default="", metavar="PLACE", section=_SOURCE, policy="method",
        detail="All executors have to see it; nothing of the run is left there.",
    )  # fmt: skip


@described
class Runs:
    """The options of every command."""

    settings: Settings | None = option(
        "Memory, threads, what is shown while it runs.", default=None, kind="group", offers=RunFields
    )


@described
class FromSource(Runs):
    """The options of commands that read a source."""

    source: Source = option(
        "The data: a file, a pandas or Arrow table, a sequence of records, or with <db> the name of a table.",
        kw_only=False, kind="name", argument=True,
    )  # fmt: skip
    options: SourceOptions | None = option(
        "How the source is read: its database, format and columns.", default=None, kind="group",
        offers=ReadingFields, where="SOURCE is a table",
    )  # fmt: skip


@described
class LevelFields:
    """The columns of a dimension table that make it a taxonomy."""

    levels: Sequence[str] = option(
        "The columns of a dimension table that are its levels, from coarse to fine. Default: all.", default=(),
        kind="columns", metavar="COL[,COL...]", section=_TAXONOMY, policy="taxonomy",
        detail="The leaf is the column that is called as <item>, else the first of the others; empty levels are "
        "passed over.",
    )  # fmt: skip
    qualify: bool = option(
        "Call labels by their path (DRINKS / TEA), for names that repeat.", default=False, kind="flag",
        section=_TAXONOMY, policy="taxonomy",
    )  # fmt: skip
    parents: Parents = option(
        "Labels with several parents: an error, or the first one counts, in the order of lines (a table of <db>: by "
        "name).", default="error", words=Parents, section=_TAXONOMY, policy="taxonomy",
    )  # fmt: skip


@described
class InnerFields:
    """The options of items that are inner nodes of a taxonomy."""

    inner_items: InnerItems = option(
        "Items that are inner nodes of the taxonomy, too: an error, or each a leaf of its own under its node.",
        default="error", words=InnerItems, section=_TAXONOMY, policy="taxonomy",
        detail='``own-leaf``: beside 250.1 the item 250 is the leaf "250 (itself)" under the node 250. An audit of a '
        "release takes its labels as they are.",
    )  # fmt: skip


@described
class MissingFields:
    """The options of items without a place."""

    missing: Missing = option(
        "Items of the data without a place in the taxonomy: an error, right below its root, or dropped.",
        default="error", words=Missing, section=_TAXONOMY, policy="taxonomy",
        detail="What audits or measures leaves dropped ones right below the root.",
    )  # fmt: skip


@described
class DimensionFields(LevelFields, InnerFields, MissingFields):
    """The options of reading a dimension table as the taxonomy of data."""


#: A taxonomy as it stands: all its columns, its own labels.
AS_IT_STANDS = DimensionFields()


@described
class AlongTaxonomy(DimensionFields):
    """The options of commands that may use a taxonomy."""

    taxonomy: Tree | None = option(
        "Taxonomy: a file, or a table of <db>.", default=None, metavar="T", kind="name", policy="taxonomy", key="file"
    )
