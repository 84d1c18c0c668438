"""Every worked example of a query (tests/sql/*.txt) on PostgreSQL and Spark, too."""

from collections.abc import Iterator
from typing import Any

import pytest

from setanon_sql.engine import Engine, open_warehouse
from tests.sql.examples import EXAMPLES, answers, runs_on

pytestmark = pytest.mark.each_time


@pytest.fixture(scope="module", params=["postgres", "spark"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    address = {"postgres": "postgres_url", "spark": "spark_session"}[request.param]
    found: Any = request.getfixturevalue(address)
    with open_warehouse(found if request.param == "postgres" else "spark:local") as opened:
        yield opened


@pytest.mark.parametrize("query", EXAMPLES)
def test_example(engine: Engine, query: str) -> None:
    for example in EXAMPLES[query]:
        if runs_on(example, engine.dialect):
            with engine.scope():
                answered, expected = answers(engine, example)
            assert answered == expected, f"{query}: {example.says}"
