"""What in a DuckDB file is computed when it is read: views, and columns that are made of others.

Both run what somebody else wrote: they may show each reader other rows, call macros of the file, or read files of
whoever looks. So a file is first looked at in a DuckDB of its own that reaches nothing but this file, and of a release
nothing of the kind is ever read.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from setanon_sql.engine import DuckDBEngine
from setanon_sql.engine.duckdb.attached import attached

_ALIAS = "setanon_looked_at"


@dataclass(frozen=True)
class Computed:
    """The views of a file, and the columns of its tables that are computed: schema, relation and column, in lower case.

    Of a view the column is empty.
    """

    columns: frozenset[tuple[str, str, str]]

    def among(self, schema: str, names: Collection[str], columns: Mapping[str, Collection[str]]) -> list[str]:
        """Return those of ``names`` that are views, and the tables that compute one of their ``columns``."""
        pairs = [(name, "") for name in names]
        pairs += [(name, column) for name, of_name in columns.items() for column in of_name]
        key = schema.lower()
        return sorted({name for name, column in pairs if (key, name.lower(), column.lower()) in self.columns})


def computed_in(engine: DuckDBEngine, database: Path) -> Computed:
    """Return what a DuckDB file computes. Raises what DuckDB says where it cannot be opened."""
    if engine.has_attached(database):  # opened and closed a second time, it would lose its lock
        return _computed(engine, database)
    with DuckDBEngine(threads=1) as sealed:
        return _computed(sealed, database, seal=True)


def _computed(engine: DuckDBEngine, database: Path, *, seal: bool = False) -> Computed:
    with attached(engine, database, _ALIAS) as alias:
        if seal:
            engine.seal()
        rows = engine.rows("verify/read/computed", alias=alias)
    return Computed(frozenset((schema.lower(), name.lower(), column.lower()) for schema, name, column in rows))
