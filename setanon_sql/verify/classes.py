"""The columns beside the items of the released records: one value of each for a record, all of them its class."""

from dataclasses import dataclass

from setanon_sql.engine import Engine, scoped
from setanon_sql.layout import columns_beside_items
from setanon_sql.query.templates import Table
from setanon_sql.text import count_of
from setanon_sql.verify.contents import with_class


@dataclass(frozen=True)
class RecordClasses:
    """The class of each record (``rows``: ``record_id, class``), and what is wrong with the columns that it is by."""

    rows: Table
    problems: tuple[str, ...]


@scoped
def classes_of(engine: Engine, lines: Table, n_columns: int) -> RecordClasses:
    """Return the classes of the records of ``lines``, by so many columns beside the items."""
    named = engine.view(with_class(lines, columns_beside_items(n_columns), "class", "record_id"))
    rows = engine.table("verify/classes/of_records", lines=named)
    several = engine.number("verify/classes/several", classes=rows)
    what = count_of(several, "record has", "records have")
    return RecordClasses(rows, (f"{what} several values of a column beside the items",) if several else ())
