"""Set-valued data inside an engine: integer ids in the transactions, labels beside them."""

from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from setanon_sql.engine import Engine, scoped
from setanon_sql.keys import digest_of_rows
from setanon_sql.query.templates import Table
from setanon_sql.spelling import said
from setanon_sql.text import shown

#: What the columns of a source are called where it has no names for them.
COLUMNS = ("record_id", "item")


@dataclass(frozen=True)
class Cap:
    """At most so many ``items`` of each record were read, chosen by lot, and what was lost by it.

    ``rows_dropped``: rows that are left out. ``records_touched``: records that had more items.
    """

    items: int
    rows_dropped: int
    records_touched: int

    def to_json(self) -> dict[str, int]:
        """Return the object that ``--json`` prints."""
        return asdict(self)


@dataclass(frozen=True)
class RecordCap:
    """At most so many ``records`` of each person were read, chosen by lot, and what was lost by it.

    ``records_dropped``: records that are left out, with ``rows_dropped`` rows. ``persons_touched``: persons who had
    more.
    """

    records: int
    records_dropped: int
    rows_dropped: int
    persons_touched: int

    def to_json(self) -> dict[str, int]:
        """Return the object that ``--json`` prints."""
        return asdict(self)


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
class LikelyPersonal:
    """The number of ``items`` whose labels look like data of persons, of a ``kind``, and the ``records`` that hold one.

    ``labels``: the first of them, which nobody sees but who asks for values.
    """

    kind: str
    items: int
    records: int
    labels: tuple[str, ...] = field(default=(), repr=False)

    def to_json(self, *, show_values: bool = False) -> dict[str, Any]:
        """Return the object that ``--json`` prints."""
        counts: dict[str, Any] = {"kind": self.kind, "items": self.items, "records": self.records}
        return counts | ({"labels": list(self.labels)} if show_values else {})


@dataclass(frozen=True)
class Clause:
    """SQL of the user that says what is read: its ``text``, and as it may be ``shown`` to everybody.

    ``shown`` has a ``?`` for each value; it is empty where names of columns are items.
    """

    text: str
    shown: str = ""


@dataclass(frozen=True)
class Selection:
    """Part of a source that was read: all, the rows that ``where`` and ``query`` say, a ``cap`` of the items of each.

    ``cap_records``: a cap of the records of each person. ``control``: a group that is held out, before any cap.
    ``personal``: what of it looks like data of persons, where an audit looked for that.

    None: nothing of that kind was asked for. ``snapshot``: at which snapshot each lake was, as it says itself.
    """

    where: Clause | None = None
    query: Clause | None = None
    cap: Cap | None = None
    snapshot: tuple[tuple[str, str], ...] = ()
    cap_records: RecordCap | None = None
    control: Control | None = None
    personal: tuple[LikelyPersonal, ...] = ()


ALL = Selection()


@dataclass(frozen=True)
class PersonHint:
    """A column with one value for each record and fewer ``values`` than records: perhaps the persons behind them.

    ``column``: what the source calls it.
    """

    column: str
    values: int

    def sentence(self, records: int) -> str:
        """Say what that means for data of so many records."""
        column = shown(self.column)
        return said(
            f'Records are counted. Each has one value in the column "{column}": {self.values:,} values for '
            f"{records:,} records. If these are persons, <person={column}> counts persons."
        )


def cap_fields(selection: Selection, *, show_values: bool = False) -> dict[str, Any]:
    """Return what the JSON of an audit says of caps and of personal labels: nothing where there is none."""
    caps = {"cap": selection.cap, "cap_records": selection.cap_records}
    fields: dict[str, Any] = {name: cap.to_json() for name, cap in caps.items() if cap}
    if selection.personal:
        fields["personal_items"] = [kind.to_json(show_values=show_values) for kind in selection.personal]
    return fields


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
    #: Columns of the source besides those of the record id and the item, which no release carries.
    other_columns: tuple[str, ...] = ()
    #: ``label, item``: further texts of items, which the source takes for equal to their labels; None: there are none.
    spellings: Table | None = None

    def with_rows(self, rows: Table) -> "Dataset":
        """Return this dataset with other ``rows`` (``record_id, item``) of its records and items, which stay."""
        return replace(self, transactions=rows, rows=self.engine.count(rows))

    def names(self) -> Table:
        """Return ``record_id, source_id``: what its records are called, a new table where that is their number."""
        if self.record_ids is not None:
            return self.record_ids
        return self.engine.table("release/record_ids/line_numbers", transactions=self.transactions)

    @cached_property
    @scoped
    def digest(self) -> str:
        """Return the digest of its rows, from which the keys of a run come (:mod:`setanon_sql.keys`): a secret."""
        names = self.names()
        counts = (self.records, self.rows, self.distinct_items)
        return digest_of_rows(self.engine, self.transactions, names, self.items, counts)
