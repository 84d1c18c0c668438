"""What every format is turned into before it is coded: rows of (record, item) as the source has them."""

from dataclasses import dataclass

from setanon_sql.dataset import ALL, COLUMNS, ColumnsHint, PersonHint, Selection
from setanon_sql.query.templates import Table


@dataclass(frozen=True)
class Rows:
    """A source as rows, not coded and not cleaned yet.

    ``pairs``: ``record, item``, each a whole number or text. ``numbered``: ``row, record, item``, the same rows with
    their place in the source, read only where a message needs it. ``unit`` says what a place is (``row``, ``line``).
    ``lines``: how many records there are where a record is known by its number, else None.
    ``missing`` says what is wrong with a row whose item is NULL or blank.
    ``spaced``: items are apart by blanks, so that an empty piece is no item that is missing.
    ``separator``: what splits the items of a line; empty where the source is no lines of items.
    ``keys``: ``record``, one row or more for each record, also those without items; None where each record has a row.
    ``persons``: ``record, person``, one row or more for each record; None where nobody asks for persons.
    ``person_hint``: a column that may name them. ``columns_hint``: those with one value for each record.
    ``scratch``: tables that are of no use once the rows are coded.
    ``selection``: which rows of the source these are.
    ``spellings``: as :class:`~setanon_sql.dataset.Dataset` has them.
    ``columns``: what the source calls the columns of the record id and the item.
    """

    pairs: Table
    numbered: Table
    unit: str = "row"
    lines: int | None = None
    missing: str = "an empty or missing item"
    spaced: bool = False
    keys: Table | None = None
    persons: Table | None = None
    person_hint: PersonHint | None = None
    columns_hint: ColumnsHint | None = None
    separator: str = ""
    notes: tuple[str, ...] = ()
    scratch: tuple[Table, ...] = ()
    columns: tuple[str, str] = COLUMNS
    selection: Selection = ALL
    #: Further columns of the source.
    other_columns: tuple[str, ...] = ()
    spellings: Table | None = None
