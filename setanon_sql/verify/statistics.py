"""Do the statistics of Parquet files, such as the least value of a column, show values that no row holds?"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from setanon_sql.engine import Engine
from setanon_sql.query.templates import Table
from setanon_sql.verify.parquet import Contents, shown_by
from setanon_sql.verify.reader import Tables
from setanon_sql.verify.strangers import Stranger, stranger


def strange_statistics(
    engine: Engine,
    looked_at: Mapping[str, Sequence[Contents]],
    columns: Mapping[str, Mapping[str, str]],
    tables: Tables,
) -> list[Stranger]:
    """Return what files show and no row holds.

    ``looked_at``: the contents of the files of each part. ``columns``: what the columns of its table are called in
    ``tables``, by their names in the files.
    """
    missing = 0
    for part, contents in looked_at.items():
        for name, kind, values in shown_by(contents):
            own = columns[part][name]
            shown = [str(one) for one in values] if own == "group_id" else values  # which is read as text
            missing += _missing(engine, replace(tables[part], columns={"held": own}), kind, shown)
    return [stranger(f"{missing} values in the statistics of Parquet files that no row holds")] if missing else []


def _missing(engine: Engine, lines: Table, kind: str, values: Sequence[Any]) -> int:
    """Count the values that no row of a table holds (or begins with)."""
    shown = engine.load("shown", {"value": type(values[0])}, [values])
    query = "verify/read/shown_beginnings" if kind == "beginnings" else "verify/read/shown_values"
    held = engine.number(query, lines=lines, shown=shown)
    engine.drop(shown)
    return len(values) - held
