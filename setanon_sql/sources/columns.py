"""A source with columns (CSV, Parquet, a table, a frame): what they are called, what they hold."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import sqlglot
from sqlglot import exp

from setanon_sql.dataset import PersonHint
from setanon_sql.engine import DuckDBEngine
from setanon_sql.engine.warehouse import NO_TEXT, no_text
from setanon_sql.errors import BadInput
from setanon_sql.query import templates
from setanon_sql.query.templates import Table

_WHOLE = {"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT"}
#: Types of DuckDB that hold fractions, and from where on not even all whole numbers are told apart there.
_FLOATING = {"FLOAT": 2**24, "DOUBLE": 2**53}

#: How errors begin that queries of this program raise in DuckDB; :mod:`~setanon_sql.sources.faults` puts them in words.
OWN_ERROR = "setanon: "
INEXACT = f"{OWN_ERROR}numbers that are not exact"

#: Types whose text is no item, and what they are called in messages.
_NO_TEXT = {"STRUCT": "structs", "MAP": "maps", "UNION": "unions", "BLOB": "bytes", "VARIANT": "values of any type",
            "JSON": "JSON"}  # fmt: skip

#: Columns whose names a message may show: where there are more, they may be items (a one-hot table).
_SHOWN = 9


@dataclass(frozen=True)
class Column:
    """A column: what the source calls it, what it is called inside of DuckDB, its type there."""

    label: str
    name: str
    kind: str

    @property
    def holds_lists(self) -> bool:
        """Return whether it holds lists."""
        return self.kind.endswith("]")

    @property
    def is_loose(self) -> bool:
        """Return whether its values may be equal where their texts differ: 1 month and 30 days are."""
        return self.kind == "INTERVAL"

    @property
    def holds_numbers(self) -> bool:
        """Return whether it holds numbers."""
        return self.kind in {*_WHOLE, *_FLOATING} or (self.kind.startswith("DECIMAL(") and not self.holds_lists)

    def expression(self) -> exp.Expr:
        """Return the column as whole numbers or text (or lists of these); raises BadInput where it holds neither."""
        column = templates.column(self.name)
        kind = self._kind_of_value()
        if kind in _WHOLE and (not self.holds_lists or self.kind.endswith("[]")):
            return column
        if kind in _FLOATING:
            column = _each_exact(column, kind) if self.holds_lists else _exact(column, kind)
        return exp.cast(column, "VARCHAR[]" if self.holds_lists else "VARCHAR")

    def text(self) -> exp.Expr:
        """Return the column as text; raises BadInput where it holds lists or what is no text."""
        if self.holds_lists:
            raise self._no_text("lists")
        return exp.cast(self.expression(), "VARCHAR")

    def _kind_of_value(self) -> str:
        """Return the type of one value: of an element where there are lists."""
        kind = re.sub(r"\[\d*\]$", "", self.kind)
        base = re.split(r"[( ]", kind, maxsplit=1)[0]
        if kind.endswith("]"):
            raise self._no_text("lists of lists")
        if base == "INTERVAL" and self.holds_lists:
            raise self._no_text(NO_TEXT["loose list"])
        if base in _NO_TEXT:
            raise self._no_text(("lists of " if self.holds_lists else "") + _NO_TEXT[base])
        return kind

    def _no_text(self, what: str) -> BadInput:
        return no_text(self.label, what)


def _exact(number: exp.Expr, kind: str) -> exp.Expr:
    """Return a number as an item: -0.0 and 0.0 are one, NaN is missing; one that may stand for several is an error."""
    tree = sqlglot.parse_one(
        f"CASE WHEN isnan(number) THEN NULL WHEN abs(number) >= {_FLOATING[kind]} AND NOT isinf(number) "
        f"THEN error('{INEXACT}') ELSE number + 0 END",
        read="duckdb",
    )
    return put_in_columns(tree, number=number)


def _each_exact(numbers: exp.Expr, kind: str) -> exp.Expr:
    tree = sqlglot.parse_one("list_transform(numbers, lambda number: each)", read="duckdb")
    return put_in_columns(tree, numbers=numbers, each=_exact(exp.column("number"), kind))


def put_in_columns(tree: exp.Expr, **expressions: exp.Expr) -> exp.Expr:
    """Put expressions in the place of the columns of these names."""
    for name in list(tree.find_all(exp.Column)):
        if name.name in expressions:
            name.replace(expressions[name.name].copy())
    return tree


@dataclass(frozen=True)
class Wide:
    """A source with columns. ``passing``: reading it again costs as much as the first time, or may differ.

    ``trusted``: the labels are names of columns for certain, not perhaps a first row of values. ``not_read``:
    further columns of the source. ``shared``: somebody else may change it while it is read. ``person_hint``: one of
    these that may name the persons. ``spellings``: as :class:`~setanon_sql.dataset.Dataset` has them.
    """

    name: str
    table: Table
    columns: tuple[Column, ...]
    passing: bool = False
    trusted: bool = True
    not_read: tuple[str, ...] = ()
    shared: bool = False
    person_hint: PersonHint | None = None
    spellings: Table | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all columns of the source."""
        return (*(column.label for column in self.columns), *self.not_read)

    def column(self, label: str) -> Column | None:
        """Return the column that the source calls ``label``, if there is one."""
        return next((column for column in self.columns if column.label == label), None)


def describe(engine: DuckDBEngine, table: Table) -> list[tuple[str, str]]:
    """Return name and DuckDB type of each column of a table or view."""
    tree = sqlglot.select("*").from_(table.expression()).limit(0)
    return [(name, str(kind)) for name, kind, *_ in engine.execute("describe", engine.render(tree)).description]


def wide_of(
    engine: DuckDBEngine, name: str, table: Table, labels: Sequence[str] = (), *, passing: bool = False
) -> Wide:
    """Return a table as a Wide; ``labels`` are the source's names of its columns where DuckDB has others."""
    described = describe(engine, table)
    labelled = zip(labels or [name_inside for name_inside, _ in described], described, strict=True)
    return Wide(
        name, table, tuple(Column(label, name_inside, kind) for label, (name_inside, kind) in labelled), passing
    )


class MissingColumn(BadInput):
    """A source has no column of a name that it was asked for."""

    def with_hint(self, hint: str) -> "MissingColumn":
        """Return the same with another hint."""
        return MissingColumn(self.marked_message, hint, self.details)


def missing_columns(wide: Wide, *needed: str) -> MissingColumn:
    """Return the error that tells which columns are wanted and which are there."""
    lacking = " and ".join(f'"{name}"' for name in needed if not wide.column(name))
    names = ", ".join(f'"{column.label}"' for column in wide.columns)
    count = len(wide.columns)
    may_show = wide.trusted and count <= _SHOWN
    columns = f"its columns are {names}" if may_show else f"it has {count} columns of other names"
    columns = columns if wide.trusted else f"its first row has {count} {'field' if count == 1 else 'fields'}"
    return MissingColumn(
        f"{wide.name} has no column {lacking}; {columns}",
        "name the columns with <record_id> and <item>; basket lines are read with <format=basket>",
        details=() if may_show else (names,),
    )
