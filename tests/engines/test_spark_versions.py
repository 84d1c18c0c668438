"""What Spark 3.5 does otherwise than Spark 4: rows on their way, numbers that are too large, what is refused."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlglot import parse_one

from setanon_sql.engine import open_warehouse
from setanon_sql.engine.spark.engine import SparkEngine
from setanon_sql.engine.spark.session import session_db
from setanon_sql.errors import BadInput, SetanonError
from tests.engines.places import SparkPlace

pytestmark = pytest.mark.each_time

ANSI = "spark.sql.ansi.enabled"


@pytest.fixture
def lax(spark_session: Any) -> Iterator[Any]:
    """A session that goes on with another number where one is too large, as Spark 3.5 does by itself."""
    spark_session.conf.set(ANSI, "false")
    yield spark_session
    spark_session.conf.unset(ANSI)


@pytest.mark.parametrize("numbers", [[1, 2**53 + 1, -(2**63)], []], ids=["some", "none"])
def test_rows_come_back_from_spark_as_they_went(spark: SparkPlace, numbers: list[int]) -> None:
    words = ["", "ä 'b'", "NULL"][: len(numbers)]
    with open_warehouse(spark.db) as engine:
        table = engine.load("numbers", {"n": int, "word": str}, [numbers, words])
        assert isinstance(engine, SparkEngine)
        asked = f"SELECT n, word FROM {table.name}"
        found = engine.columns(parse_one(asked, read="spark"))
        frame: Any = engine.session.sql(asked)
        assert "Python" not in frame._jdf.rdd().toDebugString()  # executors need none
    assert [list(column) for column in found.values()] == [numbers, words]


def test_spark_stops_at_a_number_that_is_too_large(lax: Any) -> None:
    with open_warehouse("spark:local") as engine, pytest.raises(SetanonError, match="Spark stopped"):
        engine.rows(parse_one("SELECT CAST(9223372036854775807 AS BIGINT) + id AS n FROM RANGE(2)", read="spark"))
    assert lax.conf.get(ANSI) == "false"


def test_a_spark_that_cannot_be_made_to_is_refused(lax: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SparkEngine, "_set", lambda *given: None)
    with pytest.raises(BadInput, match="goes on with wrong numbers") as raised:
        open_warehouse("spark:local")
    assert ANSI in str(raised.value.hint)
    lax.range(1).count()  # it goes on


def test_spark_connect_has_to_be_newer() -> None:
    """Databricks before 17, say: it does not keep what a step gives."""
    session: Any = type("SparkSession", (), {"__module__": "pyspark.sql.connect.session", "version": "3.5.6"})()
    with pytest.raises(BadInput, match=r"^this is Spark 3.5.6, and Spark 4.0 for Spark Connect is needed"):
        open_warehouse(session_db(session))
