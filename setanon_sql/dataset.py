"""Set-valued data inside an engine: integer ids in the transactions, labels beside them."""

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Optional

from setanon_sql.engine import Engine, scoped
from setanon_sql.fields import ALWAYS, Fields, Name
from setanon_sql.keys import digest_of_rows
from setanon_sql.query.templates import Table
from setanon_sql.spelling import said
from setanon_sql.text import label_text

if TYPE_CHECKING:
    from setanon_sql.counting.store import CountStore

#: What the columns of a source are called where it has no names for them.
COLUMNS = ("record_id", "item")


@dataclass(frozen=True)
class Cap(Fields):
    """A cap of the items of each record, chosen by lot, and what was lost by it."""

    items: Annotated[int, "at most so many of each record were read"]
    rows_dropped: Annotated[int, "left out by lot"]
    records_touched: Annotated[int, "that had more items"]


@dataclass(frozen=True)
class RecordCap(Fields):
    """A cap of the records of each person, chosen by lot, and what was lost by it."""

    records: Annotated[int, "at most so many of each person were read"]
    records_dropped: Annotated[int, "left out by lot"]
    rows_dropped: Annotated[int, "the rows of these"]
    persons_touched: Annotated[int, "who had more records"]


@dataclass(frozen=True)
class Control:
    """A control group: a ``share`` of the records, or of the persons, is held out and was not read.

    ``records``, ``rows``: held out. ``persons``: likewise, where they are named. ``mark``: a keyed fingerprint, by
    which the same draw is known again.
    """

    share: Fraction
    records: int
    rows: int
    persons: int | None
    mark: str

    @property
    def counts(self) -> dict[str, int]:
        """Return what is held out, by name."""
        persons = {} if self.persons is None else {"persons": self.persons}
        return {"records": self.records, "rows": self.rows} | persons


@dataclass(frozen=True)
class LikelyPersonal(Fields):
    """Items whose labels look like data of persons."""

    kind: Annotated[str, "`mail_address`, `phone_number`, `name_with_title`, `card_number`, `url_with_id`"]
    items: Annotated[int, "whose label looks like that"]
    records: Annotated[int, "that hold one"]
    labels: Annotated[tuple[str, ...], ALWAYS, "†"] = field(default=(), repr=False)


@dataclass(frozen=True)
class Clause:
    """SQL of the user that says what is read: its ``text``, and as it may be ``shown`` to everybody.

    ``shown`` has a ``?`` for each value; it is empty where names of columns are items.
    """

    text: str
    shown: str = ""


@dataclass(frozen=True)
class Selection(Fields):
    """Keys of the part of a source that was read.

    In Python also the rows that ``where`` and ``query`` say; ``control``: a group that is held out, before any cap;
    ``snapshot``: at which snapshot each lake was, as it says itself. None: nothing of that kind was asked for.
    ``personal``: where an audit looked for that.
    """

    where: Clause | None = None
    query: Clause | None = None
    cap: Annotated[Cap | None, "`--cap`"] = None
    snapshot: tuple[tuple[str, str], ...] = ()
    cap_records: Annotated[RecordCap | None, "`--cap-records`"] = None
    control: Control | None = None
    personal: Annotated[
        tuple[LikelyPersonal, ...],
        Name("personal_items"),
        "items whose labels look like data of persons; absent where none do",
    ] = ()


ALL = Selection()


@dataclass(frozen=True)
class PersonHint(Fields):
    """A column with one value for each record: perhaps the persons behind them."""

    column: Annotated[str, ""]
    values: Annotated[int, "different ones, fewer than records"]

    def sentence(self, records: int) -> str:
        """Say what that means for data of so many records."""
        column = label_text(self.column)
        return said(
            f'Records are counted. Each has one value in the column "{column}": {self.values:,} values for '
            f"{records:,} records. If these are persons, <person={column}> counts persons."
        )


@dataclass(frozen=True)
class RecordColumnHint(Fields):
    """A column with one value for each record."""

    column: Annotated[str, ""]
    records_alone: Annotated[int, "that no other one is alike in it"]


@dataclass(frozen=True)
class ColumnsHint(Fields):
    """Columns with one value for each record, by which records may be singled out without any item."""

    columns: Annotated[tuple[RecordColumnHint, ...], ""]
    records_alone: Annotated[int, "that no other one is alike in all of them"]

    def sentence(self, records: int) -> str:
        """Say what that means for data of so many records."""
        names = [label_text(hint.column) for hint in self.columns]
        several = len(names) > 1
        return said(
            f"Each record has one value in the {'columns' if several else 'column'} {', '.join(names)}: somebody "
            f"who knows {'all of them' if several else 'it'} singles out {self.records_alone:,} of {records:,} records "
            f"without any item. <columns={','.join(names)}> counts that, and with items."
        )


@dataclass(frozen=True)
class Dataset:
    """A source that has been read, coded and counted.

    ``transactions``: ``record_id INTEGER, item INTEGER``, distinct, no NULL; both ids count from 1.
    ``items``: ``item INTEGER, label VARCHAR, support BIGINT``; ids follow falling support, then label, so that they do
    not depend on the order of rows.
    ``record_ids``: ``record_id INTEGER, source_id VARCHAR``: what a record is called in the source; ids follow
    that order. None where a record is its line (``basket``, ``spmf``) or row (``list``, ``onehot`` without a column of
    ids) and ``record_id`` is that number, so that no table of it is needed. ``transactions`` is written in the order of
    ``record_id, item``.
    ``records`` counts records, also those with no item; ``rows`` counts the rows of ``transactions``.
    ``separator`` splits the items of a line where the source is lines of items, else it is empty.
    ``notes`` are sentences for the user: what was sniffed, collapsed, dropped. They hold no value of the source.
    ``columns`` is what the source calls the columns of the record id and the item. ``selection`` says what of it was
    read.
    ``persons``: ``record_id INTEGER, person INTEGER``, one person for each record, also for one with no item; persons
    count from 1 to ``n_persons``. None where nobody asked for persons. ``person_names``: ``person, source_person``,
    what each is called in the source. ``person_hint``: a column that may name them, where it was looked for.
    """

    engine: Engine
    transactions: Table
    items: Table
    record_ids: Table | None
    records: int
    rows: int
    distinct_items: int
    separator: str = ""
    notes: tuple[str, ...] = ()
    columns: tuple[str, str] = COLUMNS
    selection: Selection = ALL
    persons: Table | None = None
    n_persons: int = 0
    person_names: Table | None = None
    person_hint: PersonHint | None = None
    #: Columns with one value for each record, where they were looked for.
    columns_hint: ColumnsHint | None = None
    #: Columns of the source besides those of the record id and the item, which no release carries.
    other_columns: tuple[str, ...] = ()
    #: ``label, item``: further texts of items, which the source takes for equal to their labels; None: there are none.
    spellings: Table | None = None
    #: Where counts of its rows are kept for the next question; None: nobody asks a second time.
    store: Optional["CountStore"] = field(default=None, compare=False, repr=False)

    def with_rows(self, rows: Table) -> "Dataset":
        """Return this dataset with other ``rows`` (``record_id, item``) of its records and items, which stay."""
        return replace(self, transactions=rows, rows=self.engine.count(rows))

    def names(self) -> Table:
        """Return ``record_id, source_id``: what its records are called, a new table where that is their number."""
        if self.record_ids is not None:
            return self.record_ids
        return self.engine.table("release/record_ids/line_numbers", transactions=self.transactions)

    def owners(self, *, named: bool = True) -> Table:
        """Return whose the records are (``record_id, person``): where none are ``named``, each is its own person."""
        if named and self.persons is not None:
            return self.persons
        return self.engine.table("sources/persons/own_persons", transactions=self.transactions)

    @cached_property
    @scoped
    def digest(self) -> str:
        """Return the digest of its rows, from which the keys of a run come (:mod:`setanon_sql.keys`): a secret."""
        names = self.names()
        counts = (self.records, self.rows, self.distinct_items)
        return digest_of_rows(self.engine, self.transactions, names, self.items, counts)
