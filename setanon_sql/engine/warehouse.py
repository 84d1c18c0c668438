"""Engines that hold the tables of the user themselves: PostgreSQL, Spark, Snowflake and BigQuery.

Source, scratch tables and release are then in one place, and no data pass through Python: rows are handed back only for
results that are small by construction (threats, nodes, counts). ``fetched`` keeps how many rows each query handed back.
"""

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from sqlglot import exp

from setanon_sql.engine.base import Engine
from setanon_sql.engine.catalog import Catalog
from setanon_sql.engine.snapshots import Apart
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.package_files import install_line
from setanon_sql.query.templates import Bind, Table, column
from setanon_sql.trace import Trace

#: Kinds of columns that have no text of their own, and what they are called in messages.
NO_TEXT = {
    "bytes": "bytes",
    "json": "JSON",
    "struct": "structs",
    "nested list": "lists of lists, structs, bytes or JSON",
    "loose list": "lists of values that are equal where their texts differ",
}
#: Tables to be made, by name, each from a query with its binds; the last one makes the release whole.
Made = Mapping[str, tuple[str | exp.Expr, Mapping[str, Bind]]]
#: Returns the names of the tables that may be replaced; raises BadDestination where one must stay.
Replaced = Callable[[], Sequence[str]]


@dataclass(frozen=True)
class Relation:
    """A table or view of the user: where it is, and its columns by name.

    A column is a ``whole`` number, a ``real`` one, a ``flag`` (true or false), a ``list``, one of NO_TEXT (no item can
    be made of it), ``loose`` (its values may be equal where their texts differ), a ``moment`` (of a database that may
    write it in any zone), or ``other`` (taken as text).
    ``forbidden``: columns that the user may not read.
    """

    table: Table
    columns: dict[str, str]
    forbidden: frozenset[str] = frozenset()

    def as_it_stands(self) -> "Relation":
        """Return it with each text for itself, as releases and lists are read."""
        kinds = {name: "other" if kind == "loose" else kind for name, kind in self.columns.items()}
        return replace(self, columns=kinds)


def arrays_of(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> dict[str, npt.NDArray[Any]]:
    """Return the columns of rows by name, as arrays."""
    columns = zip(*rows, strict=True) if rows else ([] for _ in names)
    return {name: np.array(list(cells)) for name, cells in zip(names, columns, strict=True)}


class Warehouse(Engine):
    """An engine beside which there are tables of a user; ``place`` is its name in messages (never an address)."""

    place: str
    #: What says that its tables are worked on here.
    work_here: str = "<work here>"
    #: Are tables for their owner alone, where it is asked for, or is there no such thing?
    keeps_private: bool = True
    #: Does each reading of a table cost by its bytes?
    bills_bytes: bool = False

    def __init__(self, trace: Trace | None = None) -> None:
        super().__init__(trace)
        self.fetched: dict[str, int] = {}
        #: What is read where there is no snapshot of several tables.
        self._apart = Apart(self.trace.note)

    @contextmanager
    def one_snapshot(self) -> Iterator[None]:
        """Read tables one after another, and say so."""
        with self._apart.note_several(self.place):
            yield

    def advice(self, rows: int) -> tuple[str, ...]:
        """Return what is said to somebody who has a source of so many rows worked on there."""
        return ()

    @abstractmethod
    def relation(self, parts: Sequence[str]) -> Relation:
        """Find a table or view by the parts of its name, with the right to read it; raises BadInput otherwise."""

    def frame(self, source: Any) -> Relation | None:
        """Take a data frame of this engine as a source; None where it has none, or ``source`` is none of them."""
        return None

    def placed(self, parts: Sequence[str]) -> Table | None:
        """Return the table that a name means in the user's own SQL; None where the engine finds it by itself."""
        return None

    def folded(self, tree: exp.Expr) -> exp.Expr:
        """Return the user's own SQL with its names as the engine means them, where all names are quoted later."""
        return tree

    def bytes_read(self, tree: exp.Expr) -> int:
        """Return how many bytes a SELECT reads, where these are billed."""
        raise NotImplementedError

    def before_reading(self, tree: exp.Expr) -> None:
        """Say what a SELECT of the user's tables costs, before it is run."""

    @abstractmethod
    def exists(self, parts: Sequence[str]) -> bool:
        """Return whether anything (a table, a view) stands under a name that a release would take."""

    @abstractmethod
    def catalog(self, above: Sequence[str], reads: Sequence[Sequence[str]]) -> Catalog:
        """Return what is known of the schema ``above``; ``reads`` names the tables and views that are read."""

    @abstractmethod
    def publish(self, above: Sequence[str], tables: Made, replaced: Replaced, *, private: bool = False) -> None:
        """Write tables in the schema ``above``: all or none; ``replaced`` is asked right before.

        ``private``: for their owner alone, as far as the engine says who may read them. Raises BadDestination where
        they cannot be written.
        """

    def recover_interrupted(self, above: Sequence[str], names: Sequence[str]) -> None:
        """Put right what a killed run left of the tables ``names``; nothing where all is done in one transaction."""

    def files_read(self, names: Sequence[str], folder: Path) -> bool:
        """Return whether one of the tables or views of these names reads files in a folder."""
        return False

    def write_parquet(self, query: str | exp.Expr, binds: Mapping[str, Bind], folder: Path) -> None:
        """Write the rows of a query as a folder of Parquet files on the disk of this machine, if it can do that."""
        raise NotImplementedError

    def text(self, column: exp.Expr) -> exp.Expr:
        """Return a column as text that compares and sorts by its bytes."""
        return exp.cast(column, "VARCHAR")

    def text_of(self, relation: Relation, name: str) -> exp.Expr:
        """Return a column of a relation as such text; raises BadInput where it holds no text."""
        refuse_no_text({name: relation.columns[name]})
        return self.text(with_one_zero(column(name), relation.columns[name]))

    def name_of(self, relation: Relation, name: str) -> exp.Expr:
        """Return the text that stands for a column and all that is equal to it, see :func:`one_text`."""
        text = self.text_of(relation, name)
        return one_text(column(name), text) if relation.columns[name] == "loose" else text

    def pairs(self, relation: Relation, record: str, item: str, *more: str, person: str = "") -> Table:
        """Return a view ``record, item`` of two columns: a whole number as it is, an item and all else as text.

        ``more`` columns are text under their own names; a ``person`` is the column of that name.
        """
        columns = (
            {"record": record, "item": item} | {label: label for label in more} | ({"person": person} if person else {})
        )
        outputs = []
        for name, source in columns.items():
            whole = name == "record" and relation.columns[source] == "whole"
            outputs.append((column(source) if whole else self.name_of(relation, source)).as_(name))
        return self.view(exp.select(*outputs).from_(relation.table.expression()))

    def note_fetched(self, name: str, rows: int) -> None:
        """Remember how many rows a query handed to Python."""
        self.fetched[name] = max(rows, self.fetched.get(name, 0))


def with_one_zero(value: exp.Expr, kind: str) -> exp.Expr:
    """Return a column in which 0.0 and -0.0 are one number, and so one item, and NaN is missing; all else as it is."""
    if kind != "real":
        return value
    is_zero = exp.EQ(this=value, expression=exp.Literal.number(0))
    is_nan = exp.EQ(this=exp.cast(value.copy(), "VARCHAR"), expression=exp.Literal.string("NaN"))
    ifs = [exp.If(this=is_zero, true=exp.Abs(this=value.copy())), exp.If(this=is_nan, true=exp.Null())]
    return exp.Case(ifs=ifs, default=value.copy())


def one_text(value: exp.Expr, text: exp.Expr) -> exp.Expr:
    """Return the first text of all values that a database takes for equal to one: the same for each of them."""
    return exp.Window(this=exp.Min(this=text), partition_by=[value.copy()])


def refuse_no_text(kinds: Mapping[str, str]) -> None:
    """Raise BadInput where one of the columns, given by name with their kinds, has no text."""
    for name, kind in kinds.items():
        if kind in NO_TEXT:
            raise no_text(name, NO_TEXT[kind])


def no_text(name: str, what: str) -> BadInput:
    """Return the error for a column that holds ``what`` is no text."""
    return BadInput(
        f'the column "{name}" holds {what}, which are no text',
        "make it text or whole numbers first: one value a row, or one list of values",
    )


def needs(extra: str, package: str) -> BadInput:
    """Return the error for a driver that is not installed; it names the extra that brings it."""
    return BadInput(f"<db> names an engine whose driver ({package}) is not installed", install_line(extra))


#: A part of the name of a table: in double quotes, or as it is, where a quote may stand inside.
_PART = re.compile(r'"(?:[^"]|"")*"|[^."][^.]*')


def name_parts(name: str) -> list[str]:
    """Split the name of a table at its dots (parts in double quotes may hold dots); a path stays whole.

    Raises BadParameter for a quote that does not end.
    """
    if is_path(name):
        return [name]
    return [unquoted(part) for part in quoted_parts(name)]


def quoted_parts(name: str) -> list[str]:
    """Split a name at its dots as :func:`name_parts` does, and leave the quotes where they are; raises as it does."""
    if '"' in _PART.sub("", name):
        hint = 'write "my table".b, and a quote inside of quotes twice'
        raise BadParameter("the name of a table has a quote that does not end", hint, (name,))
    return _PART.findall(name) or [name]


def unquoted(part: str) -> str:
    """Return a part of a name without the quotes around it."""
    return part[1:-1].replace('""', '"') if part.startswith('"') else part


def is_path(name: str) -> bool:
    """Return whether a name is that of a file or folder, not of a table."""
    return "/" in name or Path(name).suffix.lower() in {".parquet", ".csv", ".tsv", ".dat", ".txt"}
