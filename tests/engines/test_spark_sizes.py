"""Spark: what one task can do is done by one; what is larger is not, and the answers are the same."""

from collections.abc import Iterator
from typing import Any

import pytest
import sqlglot
from sqlglot import exp

from setanon_sql.engine import open_warehouse
from setanon_sql.engine.spark.engine import SparkEngine
from setanon_sql.query.templates import Table
from tests.engines.places import SparkPlace


@pytest.fixture
def engine(spark: SparkPlace) -> Iterator[SparkEngine]:
    with open_warehouse(spark.db) as opened:
        assert isinstance(opened, SparkEngine)
        yield opened


def numbers(engine: SparkEngine, rows: int, name: str = "numbers") -> Table:
    """A table that is worked out, not only loaded: n = 0, 1, … and n modulo 3."""
    loaded = engine.load(name, {"n": int, "third": int}, [list(range(rows)), [n % 3 for n in range(rows)]])
    return engine.table(asked(f"SELECT n, third FROM {loaded.name}"))


def asked(text: str) -> exp.Expr:
    return sqlglot.parse_one(text, read="spark")


def joined(a: Table, b: Table) -> exp.Expr:
    """Counts, in groups, what two tables have in common, and what the second has not; numbered."""
    return asked(
        f"SELECT a.third, count(*) AS many, row_number() OVER (ORDER BY a.third) AS place FROM {a.name} AS a"
        f" JOIN {b.name} AS b ON a.n = b.n WHERE NOT EXISTS (SELECT 1 FROM {b.name} AS c WHERE c.n = a.n + 1)"
        " GROUP BY a.third"
    )


def plan(engine: SparkEngine, query: exp.Expr) -> str:
    """How Spark runs what an engine has just been asked."""
    frame: Any = engine.session.sql(query.sql("spark"))
    return str(frame._jdf.queryExecution().executedPlan().toString())


def test_small_tables_are_joined_and_counted_in_one_task(engine: SparkEngine) -> None:
    """Also those that were put together of several, and what is made of them; nothing is shuffled or sent."""
    a, b = numbers(engine, 9), numbers(engine, 5)
    engine.append(b, asked(f"SELECT n + 7 AS n, third FROM {b.name} WHERE n < 2"))
    query = joined(a, b)
    found = engine.table(query.copy())
    assert "Exchange" not in plan(engine, query)
    assert sorted(engine.rows(asked(f"SELECT third, many, place FROM {found.name}"))) == [(1, 1, 1), (2, 1, 2)]
    again = asked(
        f"SELECT f.many, count(*) AS n FROM {found.name} AS f JOIN {a.name} AS a USING (third) GROUP BY f.many"
    )
    assert engine.rows(again.copy()) == [(1, 6)]
    assert "Exchange" not in plan(engine, again)


def test_a_small_table_is_sent_where_a_large_one_is_joined(
    engine: SparkEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And is joined as it stands again where all are small: each statement goes its own way."""
    monkeypatch.setattr("setanon_sql.engine.spark.sizes.TASK", 15)
    monkeypatch.setattr("setanon_sql.engine.spark.sizes.SENT", 15)
    large, small = numbers(engine, 20), numbers(engine, 5)
    for a, way, answer in ((small, "SortMergeJoin", [(1, 1, 1)]), (large, "BroadcastHashJoin", [(1, 1, 1)])) * 2:
        query = joined(a, small)
        assert engine.rows(query.copy()) == answer
        assert way in plan(engine, query)
        assert ("Exchange" in plan(engine, query)) == (a is large)


def test_a_view_over_small_tables_is_small(engine: SparkEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    a, sizes = numbers(engine, 9), engine._sizes
    seen = engine.view(asked(f"SELECT n, third FROM {a.name} WHERE n > 2"))
    assert engine.rows(asked(f"SELECT count(*) AS n FROM {seen.name}")) == [(6,)] and sizes.plain and sizes.alone
    monkeypatch.setattr("setanon_sql.engine.spark.sizes.FEW", 5)
    monkeypatch.setattr("setanon_sql.engine.spark.sizes.TASK", 5)
    assert engine.rows(asked(f"SELECT count(*) AS n FROM {seen.name}")) == [(6,)]
    assert not sizes.plain and not sizes.alone


def test_a_session_gets_its_settings_back(spark: SparkPlace) -> None:
    with open_warehouse(spark.db) as engine:
        assert isinstance(engine, SparkEngine)
        session = engine.session

    def told() -> list[Any]:
        names = ("maxSinglePartitionBytes", "defaultSizeInBytes", "autoBroadcastJoinThreshold", "codegen.wholeStage")
        return [session.conf.get(f"spark.sql.{name}", None) for name in names]

    before = told()
    with open_warehouse(spark.db) as engine:
        assert isinstance(engine, SparkEngine)
        numbers(engine, 3)
        assert told() != before
    assert told() == before
