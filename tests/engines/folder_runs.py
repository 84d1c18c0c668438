"""Disassociated releases of one source by an engine and by DuckDB: to be the same."""

from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from setanon_sql import api
from setanon_sql.sources import SourceOptions
from tests.engines.drawn import drawn
from tests.engines.places import BigQueryPlace, Place, PostgresPlace, SnowflakePlace
from tests.engines.runs import public

RECORDS = [record for seed in range(4) for record in drawn(seed)[0]]


ASKED: dict[str, Any] = {"k": 3, "m": 2, "cluster_size": 8}


COLUMNS = {
    "clusters": "cluster_id, parent_id, kind, size",
    "subrecords": "cluster_id, chunk_id, subrecord_id, item",
    "terms": "cluster_id, item",
}


def out(place: Place) -> str:
    """An unused name: the prefix of tables, or for Spark a folder."""
    return place.out().removesuffix(".parquet")


def rows_of(place: Place | None, name: str) -> dict[str, list[str]]:
    """The rows of a release by table, sorted."""
    found = {}
    for table, columns in COLUMNS.items():
        if isinstance(place, PostgresPlace | SnowflakePlace | BigQueryPlace):
            rows = place.run(f"SELECT {columns} FROM {name}_{table}")
        else:
            files = f"{name}/{table}.parquet" + ("/*.parquet" if place else "")
            with duckdb.connect() as connection:
                rows = connection.execute(f"SELECT {columns} FROM '{files}'").fetchall()
        found[table] = sorted(map(str, rows))
    return found


def same(place: Place, folder: Path, table: pa.Table, name: str = "", *, overwrite: bool = False, **asked: Any) -> str:
    """Release a table on an engine and by DuckDB, compare the two, and return the name of the former."""
    source, name, options = place.put(table), name or out(place), SourceOptions(db=place.db)
    reference = folder / "reference"
    how: dict[str, Any] = {"seed": "the same", "options": options, "overwrite": overwrite}
    there = api.anonymize_disassociation(source, name, **how, **asked)
    here = api.anonymize_disassociation(table, reference, seed="the same", overwrite=True, **asked)
    assert rows_of(place, name) == rows_of(None, str(reference))
    assert public(there) == public(here) and there.utility == pytest.approx(here.utility)
    return name
