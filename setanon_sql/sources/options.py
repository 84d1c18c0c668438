"""How a source is to be read, and the words for it."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sqlglot import exp

from setanon_sql.dataset import Clause, Selection
from setanon_sql.engine import is_spark_frame, session_db, warehouse_dialect
from setanon_sql.errors import BadParameter
from setanon_sql.numbers import whole_of
from setanon_sql.options.option import described
from setanon_sql.options.reading import (
    AS_IT_STANDS,
    FORMATS,
    AlongTaxonomy,
    DimensionFields,
    InnerFields,
    LevelFields,
    ReadingFields,
)
from setanon_sql.sources import selecting
from setanon_sql.text import columns_in

#: What may stand for a separator on the command line, where a shell makes the character itself hard to write.
_NAMES = {"space": " ", "comma": ",", "tab": "\t", "\\t": "\t", "semicolon": ";", "bar": "|", "pipe": "|"}

#: Separators that are sniffed, with their names.
SEPARATORS = {"\t": "tab", ";": "semicolon", "|": "bar", ",": "comma", " ": "space"}

#: Characters that are never part of an item by themselves.
BLANKS = " \t\r\n"
#: What people do not see at all, or take for a space.
UNSEEN = f"{BLANKS}\N{NO-BREAK SPACE}"


@described
class SourceOptions(ReadingFields):
    """Options of reading a source; every field has a default that is right for the commonest case.

    Raises BadParameter for a format, a separator or an ``on_null`` that does not exist, or a cap under 0.
    """

    #: The column of the person: :func:`options_for` sets it, for what counts persons.
    person: str = ""
    #: Look for a column that may name persons: :func:`audit_options_for` sets it.
    seek_person: bool = False
    #: Look for columns with one value for each record: likewise.
    seek_columns: bool = False
    #: The share of records, or persons, to hold out, drawn with ``seed``: what publishes sets it.
    control: Fraction | None = None
    #: How a dimension table beside the source is a taxonomy: :func:`options_for` sets it.
    tree: DimensionFields = AS_IT_STANDS

    def __post_init__(self) -> None:
        if self.format and self.format not in FORMATS:
            raise BadParameter("<format> is not one that can be read", f"it is one of {', '.join(FORMATS)}")
        if self.on_null not in {"error", "drop"}:
            raise BadParameter("<on_null> is neither error nor drop", "leave it out to be told about such rows")
        whole_of("<cap>", self.cap, "use 1 or more, or leave it out to keep all items", least=0)
        whole_of("<cap_records>", self.cap_records, "use 1 or more, or leave it out to keep all records", least=0)
        object.__setattr__(self, "query", selecting.query_text(self.query) if self.query else "")
        for name in ("sep", "split"):
            self._check_separator(name)
        if not self.record_id or not self.item or self.record_id == self.item:
            raise BadParameter(
                "<record_id> and <item> must name two different columns",
                "leave them out where the columns are called record_id and item",
            )
        if self.person == self.item:
            raise BadParameter("<person> and <item> name the same column", "<person> is who the records are of")

    def _check_separator(self, name: str) -> None:
        """Take the name of a separator for it; raises BadParameter for what is none."""
        separator = str(getattr(self, name))
        separator = _NAMES.get(separator.lower(), separator)
        object.__setattr__(self, name, separator)
        if separator and (len(separator) > 1 or separator in '"\r\n'):
            raise BadParameter(
                f"<{name}> must be one character, and neither a quote nor a line break",
                f"write the character or its name: {', '.join(SEPARATORS.values())}",
            )

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the columns that are read of a source with a row for each record, or each record and item."""
        return tuple(filter(None, (self.record_id, self.item, self.person)))

    @property
    def dialect(self) -> str:
        """The dialect of ``where`` and ``query``: that of the engine of ``db``."""
        return warehouse_dialect(self.db)

    @property
    def reads(self) -> list[str]:
        """Return what ``where`` and ``query`` read besides the source: tables, and files that are there.

        Raises BadParameter where one of them is not what it should be.
        """
        trees = [selecting.parsed_condition(self.where, self.dialect)] if self.where else []
        trees += [selecting.parsed_query(str(self.query), self.dialect)] if self.query else []
        return [name for tree in trees for name in selecting.read_by(tree)]

    def selection(self, *, public: bool) -> Selection:
        """Return what ``where`` and ``query`` read; not ``public``: names of columns may be items and are not shown."""
        return Selection(
            self._clause(self.where, selecting.parsed_condition, public),
            self._clause(str(self.query), selecting.parsed_query, public),
        )

    def _clause(self, text: str, parse: Callable[[str, str], exp.Expr], public: bool) -> Clause | None:
        if not text:
            return None
        public_sql = selecting.without_values(parse(text, self.dialect), self.dialect) if public else ""
        return Clause(text, public_sql)


def audit_options_for(
    source: Any, options: SourceOptions | None, person: str = "", tree: DimensionFields | None = None,
    *, seek_columns: bool = False,
) -> SourceOptions:  # fmt: skip
    """Return how an audit reads a source: as :func:`options_for`, and without a ``person`` it looks for a column.

    ``seek_columns``: it looks for columns with one value for each record, too.
    """
    return replace(options_for(source, options, person, tree), seek_person=not person, seek_columns=seek_columns)


def tree_fields(tree: LevelFields) -> DimensionFields:
    """Return how a taxonomy is to be read, of all that a command is asked.

    Raises BadParameter where something is said of it, and it is not there.
    """
    levels = columns_in(tree.levels) if isinstance(tree.levels, str) else tuple(tree.levels)
    missing = tree.missing if isinstance(tree, DimensionFields) else "error"
    inner_items = tree.inner_items if isinstance(tree, InnerFields) else "error"
    chosen = DimensionFields(
        levels=levels, qualify=tree.qualify, parents=tree.parents, missing=missing, inner_items=inner_items
    )
    if isinstance(tree, AlongTaxonomy) and tree.taxonomy is None and chosen != AS_IT_STANDS:
        raise BadParameter(
            "<levels>, <qualify>, <parents>, <missing> and <inner_items> tell of a taxonomy", "give the <taxonomy>, too"
        )
    return chosen


def options_for(
    source: Any, options: SourceOptions | None, person: str = "", tree: LevelFields | None = None
) -> SourceOptions:
    """Return how to read a source: as ``options`` say; a data frame of Spark in its own session.

    ``person``: the column of the person, for what counts persons. ``tree``: how the taxonomy is read, if there is one.
    Raises BadParameter for a person in ``options``.
    """
    if options and options.person:
        raise BadParameter("the options of the source name a person", "say it as person=, to what counts persons")
    chosen = replace(options or SourceOptions(), person=person, tree=tree_fields(tree or AS_IT_STANDS))
    if chosen.cap_records and not person:
        raise BadParameter(
            "<cap_records> keeps so many records of each person, and no <person> is named",
            "name the column of the person, where the command counts persons, or leave it out",
        )
    return replace(chosen, db=session_db(source.sparkSession)) if not chosen.db and is_spark_frame(source) else chosen
