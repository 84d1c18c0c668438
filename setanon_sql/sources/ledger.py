"""The ledger of a release, read again: what became of the items of each record, for the data's owner alone."""

from pathlib import Path

import sqlglot

from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadInput
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.sources.faults import explain_faults
from setanon_sql.sources.options import SourceOptions
from setanon_sql.sources.small import open_wide

COLUMNS = ("record_id", "item", "action", "label", "cause")


def read_changes(engine: DuckDBEngine | Warehouse, path: str | Path) -> Table:
    """Return the rows of a ledger, as :func:`read_ledger` does, without the ids that records are released under."""
    ledger = read_ledger(engine, path)
    changes = engine.table("measures/examples/ledger_changes", ledger=ledger)
    engine.drop(ledger)
    return changes


def read_ledger(engine: DuckDBEngine | Warehouse, path: str | Path) -> Table:
    """Return the rows of a ledger (.parquet, .csv, .tsv) as a scratch table of texts; raises BadInput."""
    if isinstance(engine, DuckDBEngine):
        return _rows(engine, path)
    with DuckDBEngine(threads=1) as reader:
        rows = reader.rows(all_rows(_rows(reader, path)))
    return engine.load_rows("ledger", dict.fromkeys(COLUMNS, str), rows)


def _rows(engine: DuckDBEngine, path: str | Path) -> Table:
    with explain_faults("<ledger>"):
        wide = open_wide(engine, str(path), SourceOptions())
        columns = [wide.column(name) for name in COLUMNS]
        texts = [column.text().as_(name) for name, column in zip(COLUMNS, columns, strict=True) if column]
        if len(texts) < len(COLUMNS):
            raise BadInput(
                f"{Path(path).name} is no ledger: it lacks columns",
                f"a ledger has {', '.join(COLUMNS)}; .csv or .parquet",
            )
        return engine.table(sqlglot.select(*texts).from_(wide.table.expression()))
