"""A stand-in for Snowflake, from pip (fakesnow), in an environment of its own: it wants an older sqlglot.

SETANON_FAKESNOW names the Python of that environment: pip install 'fakesnow[server]' 'snowflake-connector-python<5'.
"""

import json
import os
import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pyarrow as pa
import pytest

from tests.engines.cluster import free_port
from tests.waiting import wait_for

PASSWORD = "s3cr3t/p@55"
#: Makes the tables that come in, runs the statements after them, prints the rows of the last SELECT.
RUN = """if True:
    import json, sys, fakesnow
    given = json.load(sys.stdin)
    with fakesnow.patch():
        import snowflake.connector
        cursor = snowflake.connector.connect(database="SHOP", schema="TESTS").cursor()
        for statement in given["first"]:
            cursor.execute(statement)
        for statement, shows in given["statements"]:
            rows = cursor.execute(statement).fetchall()
            print(json.dumps([[float(cell) if isinstance(cell, (int, float)) else
                               cell if cell is None or isinstance(cell, str) else float(cell)
                               for cell in row] for row in rows])) if shows else None
"""
_KINDS = {"int64": "bigint", "int32": "bigint", "string": "varchar"}
_ROWS_AT_ONCE = 1000


def _put(name: str, table: pa.Table) -> list[str]:
    """Statements that make a table."""
    columns = ", ".join(f"{field.name} {_KINDS[str(field.type)]}" for field in table.schema)
    rows = [f"({', '.join(map(_value, row.values()))})" for row in table.to_pylist()]
    parts = [rows[at : at + _ROWS_AT_ONCE] for at in range(0, len(rows), _ROWS_AT_ONCE)]
    return [
        f"CREATE TABLE {name} ({columns})",
        *(f"INSERT INTO {name} VALUES {', '.join(part)}" for part in parts),
    ]


def _value(cell: Any) -> str:
    return "NULL" if cell is None else str(cell) if isinstance(cell, int) else f"'{cell}'"


def python() -> str:
    """The Python that has fakesnow; skips where there is none."""
    named = os.environ.get("SETANON_FAKESNOW")
    if not named:
        assert os.environ.get("SETANON_ENGINES") != "required"
        pytest.skip("SETANON_FAKESNOW names no Python with fakesnow")
    return named


@contextmanager
def served() -> Iterator[str]:
    """Start a server; yields the address of its database SHOP and the schema TESTS there."""
    port = free_port()
    # -P: this folder has a snowflake of its own
    command = [python(), "-P", "-W", "ignore", str(Path(__file__).with_name("snowflake_server.py")), str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        assert wait_for(lambda: listens(port), process=process)
        yield f"snowflake://me:{quote(PASSWORD, safe='')}@test/SHOP/TESTS?host=127.0.0.1&port={port}&protocol=http"
    finally:
        process.kill()
        process.wait()


def listens(port: int) -> bool:
    with closing(socket.socket()) as asked:
        return asked.connect_ex(("127.0.0.1", port)) == 0


def in_snowflake(tables: Mapping[str, pa.Table], text: str) -> list[tuple[Any, ...]]:
    """Run a script over tables; return the rows of its SELECT. Skips where there is no such environment."""
    named = python()
    bare = "\n".join(line for line in text.splitlines() if not line.startswith("--"))
    statements = [one.strip() for one in bare.split(";\n") if one.strip()]
    needed = {name: table for name, table in tables.items() if name in bare}
    given = {
        "first": [line for name, table in needed.items() for line in _put(name, table)],
        "statements": [(one, one.startswith(("SELECT", "WITH"))) for one in statements],
    }
    done = subprocess.run(
        [named, "-W", "ignore", "-c", RUN], input=json.dumps(given), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return [tuple(row) for row in json.loads(done.stdout.splitlines()[-1])]
