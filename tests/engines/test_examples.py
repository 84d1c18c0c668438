"""Every worked example of a query (tests/sql/*.txt) on PostgreSQL, Spark, stand-ins for Snowflake and BigQuery."""

from collections.abc import Iterator
from typing import Any

import pytest

from setanon_sql.engine import Engine, open_warehouse
from tests.sql.examples import EXAMPLES, answers, runs_on

pytestmark = pytest.mark.each_time


#: Fakesnow passes over the characters that TRIM is given.
WITHOUT_FAKESNOW = {"release/record_ids/kept", "sources/rows/blank_pairs"}
#: Bqemulator writes COUNTIF over a window, and the order of one by a quotient, as its DuckDB does not take them.
WITHOUT_BQEMULATOR = {"disassociation/safe_move/suppressed_items", "rules/risk/worst_rules"}
LACKING = {"snowflake": WITHOUT_FAKESNOW, "bigquery": WITHOUT_BQEMULATOR}


@pytest.fixture(
    scope="module", params=["postgres", "spark", "snowflake", pytest.param("bigquery", marks=pytest.mark.whole)]
)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    found: Any = request.getfixturevalue(
        {"postgres": "postgres_url", "spark": "spark_session"}.get(request.param, f"{request.param}_db")
    )
    with open_warehouse("spark:local" if request.param == "spark" else found) as opened:
        yield opened


@pytest.mark.parametrize("query", EXAMPLES)
def test_example(engine: Engine, query: str) -> None:
    for example in EXAMPLES[query]:
        if runs_on(example, engine.dialect) and query not in LACKING.get(engine.dialect, ()):
            with engine.scope():
                answered, expected = answers(engine, example)
            assert answered == expected, f"{query}: {example.says}"
