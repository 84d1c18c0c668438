"""Every worked example of a query (tests/sql/*.txt) on PostgreSQL, Spark and a stand-in for Snowflake, too."""

from collections.abc import Iterator
from typing import Any

import pytest

from setanon_sql.engine import Engine, open_warehouse
from tests.sql.examples import EXAMPLES, answers, runs_on

pytestmark = pytest.mark.each_time


#: Fakesnow passes over the characters that TRIM is given.
WITHOUT_FAKESNOW = {"release/record_ids/kept", "sources/rows/blank_pairs"}


@pytest.fixture(scope="module", params=["postgres", "spark", "snowflake"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    address = {"postgres": "postgres_url", "spark": "spark_session", "snowflake": "snowflake_db"}[request.param]
    found: Any = request.getfixturevalue(address)
    with open_warehouse("spark:local" if request.param == "spark" else found) as opened:
        yield opened


@pytest.mark.parametrize("query", EXAMPLES)
def test_example(engine: Engine, query: str) -> None:
    for example in EXAMPLES[query]:
        if runs_on(example, engine.dialect) and not (engine.dialect == "snowflake" and query in WITHOUT_FAKESNOW):
            with engine.scope():
                answered, expected = answers(engine, example)
            assert answered == expected, f"{query}: {example.says}"
