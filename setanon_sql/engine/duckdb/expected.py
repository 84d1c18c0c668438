"""How much memory would a statement of DuckDB take? By the rows that its plan expects it to hold at once.

An expectation, not a measurement: DuckDB knows how many rows tables have and how many different values their columns
have about, and guesses what comes of a join. Held at once are groups, the smaller side of a join, what is sorted or
numbered, and what is made; each beside the tables that are there.
"""

import contextlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

import duckdb

#: Bytes of a column, and of a row beside its columns in a hash table (hash, pointer, free places).
_COLUMN = 8
_ROW = 24
#: What an operator holds: all its own rows, or those of this child.
_HOLDS: Mapping[str, int | None] = {"HASH_GROUP_BY": None, "HASH_JOIN": 1, "WINDOW": 0, "ORDER_BY": 0}
_MADE = ("CREATE_TABLE_AS", "INSERT", "BATCH_CREATE_TABLE_AS", "BATCH_INSERT")


def expected(connection: duckdb.DuckDBPyConnection, text: str) -> int:
    """Return about how many bytes DuckDB would take for a statement that is not run; 0 where it does not tell."""
    with contextlib.suppress(duckdb.Error, json.JSONDecodeError):
        ((_, plan),) = connection.execute(f"EXPLAIN (FORMAT JSON) {text}").fetchall()
        (tables,) = connection.execute(
            "SELECT sum(memory_usage_bytes) FROM duckdb_memory() WHERE tag = 'IN_MEMORY_TABLE'"
        ).fetchall()[0]
        total = sum(_bytes_of(operator) for root in json.loads(plan) for operator in _operators(root))
        return total + int(tables or 0) if total else 0
    return 0


def _operators(at: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield at
    for child in at.get("children", []):
        yield from _operators(child)


def _bytes_of(operator: Mapping[str, Any]) -> int:
    """Return the bytes that an operator holds at once."""
    name = str(operator["name"]).strip()
    children = operator.get("children", [])
    if name in _MADE and children:
        return _rows(children[0]) * _COLUMN * _columns(children[0])
    if name not in _HOLDS:
        return 0
    child = _HOLDS[name]
    source = operator if child is None else children[child] if child < len(children) else None
    return _rows(source) * (_ROW + _COLUMN * _columns(source)) if source else 0


def _rows(operator: Mapping[str, Any]) -> int:
    return int(operator.get("extra_info", {}).get("Estimated Cardinality", 0))


def _columns(operator: Mapping[str, Any]) -> int:
    details = operator.get("extra_info", {})
    return max(1, sum(_number_of(details.get(name)) for name in ("Projections", "Groups", "Aggregates")))


def _number_of(names: Any) -> int:
    return len(names) if isinstance(names, list) else int(bool(names))
