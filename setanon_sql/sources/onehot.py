"""A one-hot table: a column for each item, cells of 0 and 1. Thousands of columns are no more than many cells.

DuckDB turns columns into rows (UNPIVOT) while it reads them, type by type, and drops what is plainly 0 at once: one
expression for all columns, for a query with an expression for each takes a time that grows with their square.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

import sqlglot
from sqlglot import exp

from setanon_sql import sql
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.sources.columns import Column, Wide
from setanon_sql.sources.options import BLANKS, SourceOptions
from setanon_sql.sources.rows import Rows
from setanon_sql.sql import Table

#: What 0 is by the type of a column; columns of other types are no flags.
_ZERO: dict[str, str | int | bool] = {"VARCHAR": "0", "BOOLEAN": False}

#: What a cell may hold, in small letters.
FLAGS = frozenset({"1", "1.0", "true", "t", "0", "0.0", "false", "f"})

#: Rows that tell which columns hold flags.
_SEEN = 200


def flag_columns(engine: DuckDBEngine, wide: Wide) -> list[Column]:
    """Return the columns that hold nothing but 0 and 1 (or false and true) in the first 200 rows."""
    plain = [column for column in wide.columns if _zero(column) is not None]
    first = engine.view("sources/read/first_rows", wide=wide.table, n=_SEEN)
    others: set[str] = set()
    for cells, names in _cells(engine, first, plain, None):
        others |= {names[own] for (own,) in engine.rows("sources/rows/no_flags", cells=cells, blanks=BLANKS)}
    return [column for column in plain if column.own not in others]


def read_onehot(engine: DuckDBEngine, wide: Wide, options: SourceOptions) -> Rows:
    """Return the cells that are 1 as rows. The record is the wanted column, else the first that holds no flags."""
    record = _record(engine, wide, options)
    held = [column for column in wide.columns if column is not record]
    _check(wide, held)
    labels = {column.own: column.label for column in held}
    found: Table | None = None
    for cells, names in _cells(engine, wide.table, held, record):
        named = engine.load("named", {"own": str, "label": str}, [list(names), [labels[own] for own in names.values()]])
        found = _kept(engine, cells, named, found)
    assert found is not None
    missing = "a cell that is neither 0 nor 1"
    if record is None:
        count = engine.number("engine/tables/count_rows", any_table=wide.table)
        return Rows(pairs=found, numbered=found, lines=count, missing=missing, scratch=(found,))
    keys = engine.view(sqlglot.select(record.expression().as_("record")).from_(wide.table.expression()))
    return Rows(pairs=found, numbered=found, keys=keys, missing=missing, scratch=(found,))


def _kept(engine: DuckDBEngine, cells: Table, named: Table, found: Table | None) -> Table:
    binds = {"cells": cells, "named": named}
    if found is None:
        return engine.table("sources/rows/held_cells", blanks=BLANKS, **binds)
    engine.append(found, "sources/rows/held_cells", blanks=BLANKS, **binds)
    return found


def _record(engine: DuckDBEngine, wide: Wide, options: SourceOptions) -> Column | None:
    if known := wide.column(options.record_id):
        return known
    flags = {column.own for column in flag_columns(engine, wide)}
    return next((column for column in wide.columns if column.own not in flags), None)


def _check(wide: Wide, held: Sequence[Column]) -> None:
    if not held:
        raise BadInput(f"{wide.name} has no column of 0 and 1", "is it of another --format?")
    if any(not column.label.strip(BLANKS) for column in held):
        raise BadInput(f"a column of {wide.name} has no name", "name every column: it is the label of an item")
    if wrong := [column.label for column in held if _zero(column) is None]:
        raise BadInput(
            f"{len(wrong)} columns of {wide.name} cannot hold 0 and 1 by their type",
            "leave them out of the table, or name the column of the record with --record-id",
            wrong[:20],
        )


def _cells(
    engine: DuckDBEngine, table: Table, columns: Iterable[Column], record: Column | None
) -> Iterable[tuple[Table, dict[str, str]]]:
    """For each type of columns: the cells that are not plainly 0, and which column ``c1``, ``c2``, … stand for."""
    kinds: dict[str, list[Column]] = defaultdict(list)
    for column in columns:
        kinds[column.kind].append(column)
    for several in kinds.values():
        names = {f"c{at}": column.own for at, column in enumerate(several, 1)}
        yield engine.view(_unpivoted(_numbered(engine, table, names, record), names, _zero(several[0]))), names


def _numbered(engine: DuckDBEngine, table: Table, names: dict[str, str], record: Column | None) -> Table:
    """The rows with their numbers, the record (its number where it has no name) and some columns under new names."""
    number = exp.cast(sqlglot.parse_one("row_number() OVER ()", read="duckdb"), "INTEGER")
    called = record.expression() if record else number.copy()
    renamed = [sql.column(own).as_(name) for name, own in names.items()]
    tree = sqlglot.select(number.as_("row"), called.as_("record"), *renamed, copy=False)
    return engine.view(tree.from_(table.expression(), copy=False))


def _unpivoted(wide: Table, names: Iterable[str], zero: str | int | bool | None) -> exp.Expr:
    tree = sql.query("sources/rows/cells", wide=wide, zero=zero)
    pivot = tree.find(exp.Pivot)
    assert pivot is not None
    pivot.args["fields"][0].set("expressions", [exp.column(name) for name in names])
    return tree


def _zero(column: Column) -> str | int | bool | None:
    """What 0 is in a column; None where its type has none."""
    return 0 if column.numeric else _ZERO.get(column.kind)
