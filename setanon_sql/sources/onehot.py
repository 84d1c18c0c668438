"""A one-hot table: a column for each item, cells of 0 and 1. Thousands of columns are no more than many cells.

DuckDB turns columns into rows (UNPIVOT) while it reads them, type by type, and passes over what is plainly 0 at once.
An expression for each column would take a time that grows with the square of their number.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from sqlglot import exp

from setanon_sql.engine import DuckDBEngine, scoped
from setanon_sql.errors import BadInput
from setanon_sql.query import templates
from setanon_sql.query.templates import Bind, Table
from setanon_sql.sources.columns import Column, Wide
from setanon_sql.sources.options import BLANKS, SourceOptions
from setanon_sql.sources.rows import Rows
from setanon_sql.text import count_of

#: What a cell may hold, in small letters.
FLAGS = frozenset({"1", "1.0", "true", "t", "0", "0.0", "false", "f"})

#: What 0 and 1 are in columns that hold no numbers.
_BY_TYPE: dict[str, tuple[Bind, ...]] = {"VARCHAR": ("0", "1"), "BOOLEAN": (False, True)}

#: Rows that tell which columns hold flags.
_SEEN = 200


def flag_columns(engine: DuckDBEngine, wide: Wide) -> list[Column]:
    """Return the columns that hold nothing but 0 and 1 (or false and true) in the first 200 rows."""
    plain = [column for column in wide.columns if _zero_and_one(column)]
    others: set[str] = set()
    for columns in _by_type(plain):
        zero, _ = _zero_and_one(columns[0])
        tree = _unpivot("sources/rows/no_flags", columns, wide=wide.table, zero=zero, n=_SEEN)
        others |= {name for (name,) in engine.rows(tree)}
    return [column for column in plain if column.name not in others]


def read_onehot(engine: DuckDBEngine, wide: Wide, record: Column | None) -> Rows:
    """Return the cells that are 1 as rows; ``record`` is the column that names the record, if there is one.

    Raises BadInput where a column has no name or cannot hold 0 and 1.
    """
    items = [column for column in wide.columns if column is not record]
    _check(wide, items)
    cells = _cells(engine, wide, items, record)
    missing = "a cell that is neither 0 nor 1"
    if record is None:
        count = engine.count(wide.table)
        return Rows(pairs=cells, numbered=cells, lines=count, missing=missing, scratch=(cells,))
    keys = engine.view(exp.select(record.expression().as_("record")).from_(wide.table.expression()))
    return Rows(pairs=cells, numbered=cells, keys=keys, missing=missing, scratch=(cells,))


def record_column(engine: DuckDBEngine, wide: Wide, options: SourceOptions) -> Column | None:
    """Return the column of the record: the one that is asked for, else the first that holds no flags."""
    if column := wide.column(options.record_id):
        return column
    flags = {column.name for column in flag_columns(engine, wide)}
    return next((column for column in wide.columns if column.name not in flags), None)


def _check(wide: Wide, items: Sequence[Column]) -> None:
    if not items:
        raise BadInput(f"{wide.name} has no column of 0 and 1", "is it of another <format>?")
    if any(not column.label.strip(BLANKS) for column in items):
        raise BadInput(f"a column of {wide.name} has no name", "name every column: it is the label of an item")
    if wrong := [column.label for column in items if not _zero_and_one(column)]:
        raise BadInput(
            f"{count_of(len(wrong), 'column')} of {wide.name} cannot hold 0 and 1 by their type",
            "leave them out of the table, or name the column of the record with <record_id>",
            wrong[:20],
        )


@scoped
def _cells(engine: DuckDBEngine, wide: Wide, items: Sequence[Column], record: Column | None) -> Table:
    """Return the cells that are 1 (or wrong) as ``row, record, item``."""
    names = [[column.name for column in items], [column.label for column in items]]
    labels = engine.load("named", {"column_name": str, "label": str}, names)
    cells: Table | None = None
    for columns in _by_type(items):
        zero, one_value = _zero_and_one(columns[0])
        tree = _unpivot("sources/rows/held_cells", columns, wide=wide.table, named=labels, zero=zero, one=one_value)
        cells = _together(engine, cells, _named_by(tree, record))
    assert cells is not None
    return cells


def _together(engine: DuckDBEngine, cells: Table | None, tree: exp.Expr) -> Table:
    if cells is None:
        return engine.table(tree)
    engine.append(cells, tree)
    return cells


def _by_type(columns: Iterable[Column]) -> Iterable[list[Column]]:
    """Group columns of one type: only these can become one column."""
    kinds: dict[str, list[Column]] = defaultdict(list)
    for column in columns:
        kinds[column.kind].append(column)
    return kinds.values()


def _unpivot(name: str, columns: Sequence[Column], **binds: Bind) -> exp.Expr:
    """Bind a template that turns columns, all of one type, into rows."""
    tree = templates.query(name, dialect="duckdb", blanks=BLANKS, **binds)
    pivot = tree.find(exp.Pivot)
    assert pivot is not None
    pivot.args["fields"][0].set("expressions", [templates.column(column.name) for column in columns])
    return tree


def _named_by(tree: exp.Expr, record: Column | None) -> exp.Expr:
    """Let a column name the records, not their numbers."""
    if record:
        number = next(
            alias for alias in tree.find_all(exp.Alias) if alias.alias == "setanon record" and alias.find(exp.Window)
        )
        number.set("this", record.expression())
    return tree


def _zero_and_one(column: Column) -> tuple[Bind, ...]:
    """Return what 0 and 1 are in a column; nothing where its type has neither."""
    return (0, 1) if column.holds_numbers else _BY_TYPE.get(column.kind, ())
