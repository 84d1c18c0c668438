"""A taxonomy for data in a warehouse: a file is read by DuckDB, a table of the warehouse comes over row by row.

A taxonomy passes through Python in any case (one row a leaf or edge): its doctor works there.
"""

from pathlib import Path

import sqlglot
from sqlglot import exp

from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.engine.warehouse import Relation, name_parts
from setanon_sql.query.templates import column
from setanon_sql.taxonomy.reading import Reading, Source, TaxonomyOptions, needed_columns, read_taxonomy


def read_taxonomy_for(engine: Warehouse, source: Source, options: TaxonomyOptions | None = None) -> Reading:
    """Read a taxonomy: a file, a frame, or else a table of the warehouse; raises as ``read_taxonomy`` does."""
    rows = source
    relation = engine.frame(source)
    if relation is None and isinstance(source, str | Path) and not Path(source).exists():
        relation = engine.relation(name_parts(str(source)))
    if relation is not None:
        rows = _frame(engine, relation, options or TaxonomyOptions())
    with DuckDBEngine(threads=1) as reader:
        return read_taxonomy(reader, rows, options)


def _frame(engine: Warehouse, relation: Relation, options: TaxonomyOptions) -> Source:
    import pandas as pd  # noqa: PLC0415

    names = list(relation.columns)
    names = [names[at] for at in needed_columns(names, options)]
    columns = [exp.cast(column(name), "VARCHAR") for name in names]
    query = sqlglot.select(*columns).from_(relation.table.expression())
    if options.parents == "first":
        query = query.order_by(*columns)
    rows = engine.rows(query)
    return pd.DataFrame(rows, columns=names, dtype="string")
