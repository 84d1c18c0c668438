"""A source with columns (CSV, Parquet, a table, a frame), and how its rows become (record, item)."""

from collections.abc import Sequence
from dataclasses import dataclass

import sqlglot
from sqlglot import exp

from setanon_sql import sql
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.sources.options import BLANKS, SourceOptions
from setanon_sql.sources.rows import Rows
from setanon_sql.sql import Table, all_rows

_WHOLE = {"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT"}
_YES, _NO = ("1", "1.0", "true", "t"), ("0", "0.0", "false", "f")

#: Columns whose names a message may show: where there are more, they may be items (a one-hot table).
_SHOWN = 9

#: What a cell of a one-hot table may hold.
FLAGS = frozenset({*_YES, *_NO})


@dataclass(frozen=True)
class Column:
    """A column: what the source calls it, what it is called inside of DuckDB, its type there."""

    label: str
    own: str
    kind: str

    @property
    def listed(self) -> bool:
        """Whether it holds lists."""
        return self.kind.endswith("]")

    def expression(self) -> exp.Expr:
        """The column as whole numbers or text (or lists of these)."""
        if self.kind.split("[")[0] in _WHOLE and self.kind.count("[") <= 1:
            return sql.column(self.own)
        return exp.cast(sql.column(self.own), "VARCHAR[]") if self.listed else self.text()

    def text(self) -> exp.Expr:
        """The column as text."""
        return exp.cast(sql.column(self.own), "VARCHAR")


@dataclass(frozen=True)
class Wide:
    """A source with columns. ``passing``: reading it again costs as much as the first time, or may differ.

    ``trusted``: the labels are names of columns for certain, not perhaps a first row of values.
    """

    name: str
    table: Table
    columns: tuple[Column, ...]
    passing: bool = False
    trusted: bool = True

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
    named = zip(labels or [own for own, _ in described], described, strict=True)
    return Wide(name, table, tuple(Column(label, own, kind) for label, (own, kind) in named), passing)


def wide_format(engine: DuckDBEngine, wide: Wide, options: SourceOptions) -> str:
    """Return ``long``, ``list`` or ``onehot``; raises BadInput where the columns are those of none of them."""
    item = wide.column(options.item)
    if item and item.listed:
        return "list"
    if item and wide.column(options.record_id):
        return "long"
    flags = flag_columns(engine, wide)
    if not item and len(flags) >= max(2, len(wide.columns) - 1):
        return "onehot"
    raise missing_columns(wide, options.record_id, options.item)


def missing_columns(wide: Wide, *wanted: str) -> BadInput:
    """Return the error that tells which columns are wanted and which are there."""
    lacking = " and ".join(f'"{name}"' for name in wanted if not wide.column(name))
    names, count = ", ".join(f'"{column.label}"' for column in wide.columns), len(wide.columns)
    shown = wide.trusted and count <= _SHOWN
    known = f"its columns are {names}" if shown else f"it has {count} columns of other names"
    known = known if wide.trusted else f"its first row has {count} {'field' if count == 1 else 'fields'}"
    return BadInput(
        f"{wide.name} has no column {lacking}; {known}",
        "name the columns with --record-id and --item; basket lines are read with --format basket",
        details=() if shown else (names,),
    )


def flag_columns(engine: DuckDBEngine, wide: Wide) -> list[Column]:
    """Return the columns that hold nothing but 0 and 1 (or false and true) in the first 200 rows."""
    plain = [column for column in wide.columns if not column.listed]
    if not plain:
        return []
    texts = [_flag_text(column).as_(f"c{at}") for at, column in enumerate(plain)]
    sample = engine.rows(sqlglot.select(*texts).from_(wide.table.expression()).limit(200))
    values = list(zip(*sample, strict=True)) if sample else []
    return [column for column, seen in zip(plain, values, strict=False) if set(seen) <= FLAGS]


def _flag_text(column: Column) -> exp.Expr:
    return exp.func("lower", exp.func("trim", column.text(), sql.literal(BLANKS), dialect="duckdb"))


def wide_rows(engine: DuckDBEngine, wide: Wide, kind: str, options: SourceOptions) -> Rows:
    """Return the rows of a source with columns, read as ``long``, ``list`` or ``onehot``."""
    if kind == "long":
        return _long(engine, wide, options)
    return _listed(engine, *(_lists(wide, options) if kind == "list" else _onehot(engine, wide, options)))


def _long(engine: DuckDBEngine, wide: Wide, options: SourceOptions) -> Rows:
    record, item = wide.column(options.record_id), wide.column(options.item)
    if not record or not item:
        raise missing_columns(wide, options.record_id, options.item)
    if item.listed or record.listed:
        raise BadInput(f"{wide.name} holds lists in these columns, so it is not long", "read it with --format list")
    tree = sqlglot.select(record.expression().as_("record"), item.expression().as_("item"))
    pairs = engine.view(tree.from_(wide.table.expression()))
    numbered = engine.view("sources/rows/numbered", pairs=pairs)
    if wide.passing:
        pairs = engine.table(all_rows(pairs))
    return Rows(pairs=pairs, numbered=numbered, scratch=(pairs,) if wide.passing else ())


def _lists(wide: Wide, options: SourceOptions) -> tuple[Table, exp.Expr, Column | None, str]:
    item = wide.column(options.item)
    if not item:
        raise missing_columns(wide, options.item)
    if not item.listed:
        raise BadInput(
            f'the column "{item.label}" of {wide.name} holds no lists',
            "read it with --format long, or name the column of lists with --item",
        )
    return wide.table, item.expression(), wide.column(options.record_id), "an empty or missing item"


def _onehot(engine: DuckDBEngine, wide: Wide, options: SourceOptions) -> tuple[Table, exp.Expr, Column | None, str]:
    flags = flag_columns(engine, wide)
    others = [column for column in wide.columns if column not in flags]
    record = wide.column(options.record_id) or (others[0] if others else None)
    held = [column for column in wide.columns if column is not record]
    if not held:
        raise BadInput(f"{wide.name} has no column of 0 and 1", "is it of another --format?")
    if any(not column.label.strip(BLANKS) for column in held):
        raise BadInput(f"a column of {wide.name} has no name", "name every column: it is the label of an item")
    items = exp.array(*(_held(column) for column in held), dialect="duckdb")
    kept = sqlglot.parse_one("list_filter(items, lambda item: item IS NOT NULL)", read="duckdb")
    for name in kept.find_all(exp.Column):
        if name.name == "items":
            name.replace(items)
    return wide.table, kept, record, "a cell that is neither 0 nor 1"


def _held(column: Column) -> exp.Expr:
    """The label where the cell is 1, NULL where it is 0, an empty label (found later) where it is neither."""
    text = _flag_text(column)
    return (
        exp.case()
        .when(text.isin(*_YES), sql.literal(column.label))
        .when(text.isin(*_NO), exp.null())
        .else_(sql.literal(""))
    )


def _listed(engine: DuckDBEngine, table: Table, items: exp.Expr, record: Column | None, missing: str) -> Rows:
    columns = [items.as_("items"), *([record.expression().as_("record")] if record else [])]
    lists = engine.view(sqlglot.select(*columns).from_(table.expression()))
    if record:
        rows = engine.table("sources/rows/unlisted", lists=lists)
        return Rows(pairs=rows, numbered=rows, keys=lists, missing=missing, scratch=(rows,))
    pairs = engine.table("sources/rows/unlisted_numbered", lists=lists)
    numbered = Table(pairs.name, pairs.schema, columns={"row": "record", "record": "record", "item": "item"})
    count = engine.number("engine/tables/count_rows", any_table=lists)
    return Rows(pairs=pairs, numbered=numbered, lines=count, missing=missing, scratch=(pairs,))
