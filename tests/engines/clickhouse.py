"""ClickHouse as a library, from pip (chdb): in a process of its own, with its tables in memory."""

import csv
import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

_NUMBER = re.compile(r"-?[\d.]+(e-?\d+)?\Z")
#: Runs the script that comes in; prints the rows of each SELECT as CSV.
RUN = """if True:
    import sys, sqlglot
    from chdb import session
    connection = session.Session()
    for statement in sqlglot.parse(sys.stdin.read(), read="clickhouse"):
        rows = connection.query(statement.sql("clickhouse"), "CSV") if statement else None
        print(rows, end="") if isinstance(statement, sqlglot.exp.Select) else None
"""


def _put(name: str, table: pa.Table, folder: Path) -> list[str]:
    """Statements that make a table, from a file written for them."""
    kinds = {"int64": "Int64", "int32": "Int32", "string": "String"}
    own = [kinds[str(column.type)] for column in table.columns]
    own = [f"Nullable({kind})" if column.null_count else kind for kind, column in zip(own, table.columns, strict=True)]
    rows = zip(*(column.to_pylist() for column in table.columns), strict=True)
    lines = [",".join("\\N" if cell is None else f'"{cell}"' for cell in row) for row in rows]
    (folder / f"{name}.csv").write_text("".join(f"{line}\n" for line in lines))
    columns = [f"{column} {kind}" for column, kind in zip(table.column_names, own, strict=True)]
    return [
        f"CREATE TABLE {name} ({', '.join(columns)}) ENGINE = Memory",
        f"INSERT INTO {name} SELECT * FROM file('{folder}/{name}.csv', 'CSV', '{', '.join(columns)}')",
    ]


def in_clickhouse(tables: Mapping[str, pa.Table], text: str, folder: Path) -> list[tuple[Any, ...]]:
    """Run a script over tables; return the rows of its SELECTs, numbers as floats. Skips where chdb is missing."""
    if importlib.util.find_spec("chdb") is None:
        assert os.environ.get("SETANON_ENGINES") != "required"
        pytest.skip("chdb is not installed: pip install '.[engines]'")
    given = ["CREATE DATABASE shop", "USE shop", "SET default_table_engine = 'Memory'"]
    for name, table in tables.items():
        given += _put(name, table, folder)
    done = subprocess.run(
        [sys.executable, "-c", RUN], input=";\n".join([*given, text]), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    rows = csv.reader(done.stdout.splitlines())
    return [tuple(float(cell) if _NUMBER.match(cell) else cell for cell in row) for row in rows]
