"""Cells that hold several items (``a;b;c``) become lists of them."""

from dataclasses import replace

import sqlglot
from sqlglot import exp

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.sources.columns import Column, Wide, missing_columns, put_in_columns
from setanon_sql.sources.options import BLANKS, SourceOptions

#: Blanks around an item, and nothing between two separators, are none; a cell without any item is one that lacks.
_PIECES = """
nullif(list_filter(
  list_transform(string_split(cell, separator), lambda piece: trim(piece, blanks)), lambda piece: piece <> ''
), [])
"""


def split_cells(engine: DuckDBEngine, wide: Wide, kind: str, options: SourceOptions) -> Wide:
    """Return a source whose items stand in lists; raises BadInput where there are no cells to be split."""
    item = wide.column(options.item)
    if kind == "onehot" or (item and item.holds_lists):
        raise BadInput(f"{wide.name} has no cells with several items that <split> could part", "leave <split> out")
    if not item:
        raise missing_columns(wide, options.record_id, options.item)
    outputs = [
        (_pieces(column, options.split) if column == item else exp.column(column.name, quoted=True)).as_(
            column.name, quoted=True
        )
        for column in wide.columns
    ]
    table = engine.view(exp.select(*outputs).from_(wide.table.expression()))
    columns = tuple(replace(column, kind="VARCHAR[]") if column == item else column for column in wide.columns)
    return replace(wide, table=table, columns=columns)


def _pieces(column: Column, separator: str) -> exp.Expr:
    texts = {"separator": exp.Literal.string(separator), "blanks": exp.Literal.string(BLANKS)}
    return put_in_columns(sqlglot.parse_one(_PIECES, read="duckdb"), cell=column.text(), **texts)
