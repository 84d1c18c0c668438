"""Taxonomies: checked against data, built where there is none, read for use, shown and converted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setanon_sql.options.option import described, option
from setanon_sql.options.reading import DimensionFields, FromSource, LevelFields, MissingFields, ReadingFields, Runs
from setanon_sql.options.words import ItemOrder, TreeForm

if TYPE_CHECKING:
    from setanon_sql.pipeline.opening import Tree
    from setanon_sql.sources import Source, SourceOptions
    from setanon_sql.taxonomy import TaxonomyOptions


@described
class TreeFields:
    """The options of reading a taxonomy."""

    form: str = option("arx, edges, dimension. Default: sniffed.", default="", metavar="NAME")


@described
class OfTaxonomy(Runs):
    """The options of commands about a taxonomy."""

    taxonomy: Tree = option(
        "The taxonomy: a file, a frame, or a table.", kw_only=False, kind="name", argument=True, metavar="TREE"
    )


@described
class CheckTaxonomy(OfTaxonomy, DimensionFields):
    """The options of ``taxonomy check``."""

    source: Source | None = option(
        "Data whose items must be leaves: a file, or a table of <db>.", default=None, kw_only=False, kind="name",
        metavar="SOURCE",
    )  # fmt: skip
    options: SourceOptions | None = option(
        "How the source is read: its database, format and columns.", default=None, kind="group",
        offers=ReadingFields, where="TREE and SOURCE are tables",
    )  # fmt: skip
    taxonomy_options: TaxonomyOptions | None = option(
        "How to read the taxonomy, where other than the source.", default=None, kind="group", offers=TreeFields
    )


@described
class BuildTaxonomy(FromSource, MissingFields):
    """The options of ``taxonomy build``."""

    by: str = option(
        "Levels of items that are numbers, codes or dates, from fine to coarse: width:5|10|20, prefix:3|1, "
        "date:month|quarter, bands:18|65.", default="", metavar="KIND:STEP|STEP",
        detail="Then ``missing`` are the items that are none, and ``order`` and ``fan_out`` do not count.",
    )  # fmt: skip
    order: ItemOrder = option(
        "What stands side by side: what is bought together, or like labels.", default="cooccurrence", words=ItemOrder
    )
    fan_out: int = option(
        "Children of a label.", default=4, kind="whole number", least=2, metavar="N", hint="4 is a usual choice"
    )


@described
class PrintTaxonomy(BuildTaxonomy):
    """The options of ``taxonomy build`` on the command line."""

    to: TreeForm = option("The form to write.", default="arx", words=TreeForm)


@described
class ReadTree(OfTaxonomy, LevelFields):
    """The options of reading a taxonomy for use."""

    options: TaxonomyOptions | None = option(
        "Its form, its separator, and with ``db`` the database of a table.", default=None, kw_only=False, kind="group",
        shell=False,
    )  # fmt: skip


@described
class OneTaxonomy(OfTaxonomy, TreeFields, LevelFields):
    """The options of commands that read one taxonomy, and nothing else."""

    db: str = option("The database of its table.", default="", kind="database", where="TREE is a table")


@described
class ShowTaxonomy(OneTaxonomy):
    """The options of ``taxonomy show``."""

    depth: int | None = option(
        "Levels below the root. Default: all.", default=None, kind="whole number", least=0, metavar="N"
    )


@described
class ConvertTaxonomy(OneTaxonomy):
    """The options of ``taxonomy convert``."""

    to: TreeForm = option("The form to write.", words=TreeForm)
