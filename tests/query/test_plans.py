"""Where some sets may grow in very many ways, no plan joins a set first with all that may follow it."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.query.templates import Table

#: 20 sets are held by 900 records each and may take in any of 150 items; 5,000 are held by one and may take in one.
OCCURRENCES = """
SELECT range % 900 + 1 AS record_id, range // 900 + 1 AS set_id, 200 AS last FROM range(18000)
UNION ALL SELECT 1000 + range % 900 AS record_id, 1000 + range AS set_id, 200 AS last FROM range(5000)
"""
CANDIDATES = """
SELECT range AS new_id, range // 150 + 1 AS set_id, range % 150 + 1 AS item FROM range(3000)
UNION ALL SELECT 5000 + range AS new_id, 1000 + range AS set_id, 1 AS item FROM range(5000)
"""
PLACED = f"SELECT *, set_id * 3000000019 + item AS place FROM ({CANDIDATES})"
ROWS = "SELECT range // 20 + 1 AS record_id, (range % 20 * 7 + range // 20 * 13) % 150 + 1 AS item FROM range(40000)"
#: So many rows come of the occurrences with the twenty items of their records.
MOST = 20 * 23_000


def named(engine: DuckDBEngine, name: str, text: str, **columns: str) -> Table:
    engine.execute(name, f"CREATE TABLE {engine.scratch_schema}.{name} AS {text}")
    return Table(name, engine.scratch_schema, columns=columns)


@pytest.mark.parametrize("query", ["rules/larger_sets/grown_occurrences", "verify/rho_larger_sets/extended"])
def test_sets_are_met_record_by_record(engine: DuckDBEngine, query: str) -> None:
    rows = named(engine, "rows", ROWS, record_id="record_id", item="item")
    if query.startswith("rules/"):
        held = named(engine, "held", OCCURRENCES)
        own = {"set_id": "new_id", "parent_id": "set_id", "item": "item", "place": "place"}
        binds = {"occurrences": held, "transactions": rows, "candidates": named(engine, "grown", PLACED, **own)}
    else:
        held = named(engine, "held", f"SELECT record_id, set_id, 0 AS item, 1 AS weight FROM ({OCCURRENCES})")
        own = {"prefix_id": "set_id", "item": "item", "place": "place"}
        binds = {"occurrences": held, "transactions": rows, "promising": named(engine, "grown", PLACED, **own)}
    _, text = engine.statement_text(query, binds)
    ((_, plan),) = engine.execute(query, f"EXPLAIN (ANALYZE, FORMAT JSON) {text}").fetchall()
    assert 23_000 < max(operators(json.loads(plan))) <= MOST


def operators(at: Any) -> Iterator[int]:
    """The rows of each operator of a plan."""
    if isinstance(at, Mapping):
        yield int(at.get("intermediate_rows", 0))
        for value in at.values():
            yield from operators(value)
    elif isinstance(at, list):
        for one in at:
            yield from operators(one)
