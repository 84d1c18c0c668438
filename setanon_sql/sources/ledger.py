"""The ledger of a release, read again: what became of the items of each record, for the data's owner alone."""

from pathlib import Path

import sqlglot

from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadInput
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.sources.faults import reading
from setanon_sql.sources.options import SourceOptions
from setanon_sql.sources.small import open_wide

COLUMNS = ("record_id", "item", "action", "label", "cause")


def read_ledger(engine: DuckDBEngine | Warehouse, path: str | Path) -> Table:
    """Return the rows of a ledger (.parquet, .csv, .tsv) as a scratch table of texts; raises BadInput."""
    if isinstance(engine, DuckDBEngine):
        return _rows(engine, path)
    with DuckDBEngine(threads=1) as reader:
        rows = reader.rows(all_rows(_rows(reader, path)))
    return engine.load_rows("ledger", dict.fromkeys(COLUMNS, str), rows)


def _rows(engine: DuckDBEngine, path: str | Path) -> Table:
    with reading("--ledger"):
        wide = open_wide(engine, str(path), SourceOptions())
        found = [wide.column(name) for name in COLUMNS]
        texts = [one.text().as_(name) for name, one in zip(COLUMNS, found, strict=True) if one]
        if len(texts) < len(COLUMNS):
            raise BadInput(
                f"{Path(path).name} is no ledger: it lacks columns",
                f"a ledger has {', '.join(COLUMNS)}; .csv or .parquet",
            )
        return engine.table(sqlglot.select(*texts).from_(wide.table.expression()))
