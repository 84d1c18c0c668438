"""The gate of tables of counts runs as it stands on every engine, and finds what it finds on DuckDB."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from setanon_sql.scripts.counts import CountsForm, counts_gate
from setanon_sql.scripts.writing import named_table
from tests.engines.clickhouse import in_clickhouse
from tests.engines.drawn import drawn
from tests.engines.places import PostgresPlace, Rows, table_of

#: A label over a and b.
TREE = pa.table({"child": ["a", "b", "x"], "parent": ["x", "x", "y"]})
FORM = CountsForm("n", ("part", "third"), ("item", "item2"), "all", "*", 1, ("part", "third"))
#: Items, pairs, and a label over a and b, by two columns of groups; what is under 4 is not shown.
COUNTS = """WITH held AS (
  FROM baskets SELECT record_id, item UNION FROM baskets SELECT record_id, 'x' WHERE item IN ('a', 'b')
), cells AS (
  FROM held SELECT record_id, item, NULL AS item2
  UNION ALL
  SELECT record_id, y.item, x.item FROM held AS x JOIN held AS y USING (record_id) WHERE x.item < y.item
  UNION ALL
  SELECT DISTINCT record_id, NULL, ' ' FROM held
)
FROM cells
SELECT (record_id % 2)::VARCHAR AS part, record_id % 3 AS third, item, item2,
  CASE WHEN count(*) < 4 THEN '*' ELSE count(*)::VARCHAR END AS n
GROUP BY GROUPING SETS ((1, 2, 3, 4), (1, 3, 4), (2, 3, 4), (3, 4))
ORDER BY ALL"""


@cache
def tables() -> dict[str, pa.Table]:
    """What there is to read."""
    with duckdb.connect() as base:
        base.register("baskets", table_of([record for seed in range(8) for record in drawn(seed)[0]]))
        return {"told": base.sql(COUNTS).to_arrow_table(), "tree": TREE}


def text(dialect: str, above: str = "") -> str:
    """The gate; ``above`` goes before the names of the tables."""
    tree = replace(named_table(f"{above}tree"), columns={"child": "child", "parent": "parent"})
    return counts_gate(4, dialect, named_table(f"{above}told"), FORM, tree).text


@cache
def wanted() -> Rows:
    """What DuckDB finds."""
    with duckdb.connect() as base:
        for name, table in tables().items():
            base.register(name, table)
        rows = whole(base.execute(text("duckdb")).fetchall())
    assert [finding for finding, _ in rows] == ["difference", "line"]
    return rows


def whole(rows: list[tuple[Any, ...]]) -> Rows:
    return sorted((finding, int(n)) for finding, n in rows)


@pytest.mark.parametrize("dialect", ["postgres", "redshift"])
def test_the_gate_of_counts_runs_on_postgresql(postgres: PostgresPlace, dialect: str) -> None:
    for name, table in tables().items():
        postgres.put(table, name)
    before = postgres.tables()
    assert whole(postgres.run(text(dialect, "tests.").replace("VARCHAR(MAX)", "VARCHAR"))) == wanted()
    assert postgres.tables() == before


def test_the_gate_of_counts_runs_on_spark(spark_session: Any) -> None:
    session = spark_session.newSession()
    for name, table in tables().items():
        session.createDataFrame(table).createOrReplaceTempView(name)
    assert whole([tuple(row) for row in session.sql(text("spark")).collect()]) == wanted()


def test_the_gate_of_counts_runs_on_clickhouse(tmp_path: Path) -> None:
    assert whole(in_clickhouse(tables(), text("clickhouse"), tmp_path)) == wanted()
