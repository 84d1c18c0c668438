"""Queries asked by themselves, at the edge of what they tell apart: see ``examples.py`` and the files beside it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from setanon_sql.engine import DuckDBEngine
from tests import lent
from tests.query.lint import all_steps
from tests.sql.examples import EXAMPLES, answers, loaded, runs_on
from tests.sql.without_example import WITHOUT_EXAMPLE


@pytest.fixture(scope="module")
def shared_engine() -> Iterator[DuckDBEngine]:
    with lent.engine() as engine:
        yield engine


@pytest.mark.parametrize("query", EXAMPLES)
def test_examples(shared_engine: DuckDBEngine, query: str) -> None:
    for example in EXAMPLES[query]:
        if not runs_on(example, "duckdb"):
            continue
        answered, expected = answers(shared_engine, example)
        assert answered == expected, f"{query}: {example.says}"


def test_every_query_has_an_example_or_a_reason() -> None:
    """Those of ``verify`` have ``tests/verify/test_queries_*``."""
    queries = {form.name for step in all_steps() for form in step.templates}
    lacking = {name for name in queries - EXAMPLES.keys() if not name.startswith("verify/")}
    assert lacking == WITHOUT_EXAMPLE.keys() and EXAMPLES.keys() <= queries
    assert all((Path(__file__).parents[2] / tests).is_file() for _, tests in WITHOUT_EXAMPLE.values())


def test_the_form_for_all_engines_has_an_example_where_duckdb_has_its_own() -> None:
    forms = {(form.name, form.dialect) for step in all_steps() for form in step.templates}
    unasked = {name for name, dialect in forms if dialect == "duckdb" and (name, "") in forms}
    asked = {query for query, examples in EXAMPLES.items() if any(one.portable for one in examples)}
    assert {name for name in unasked - asked if not name.startswith("verify/")} == set()


def test_forms_of_mysql_answer_as_those_for_all(shared_engine: DuckDBEngine) -> None:
    forms = {form.name for step in all_steps() for form in step.templates if form.dialect == "mysql"}
    for example in (one for name in sorted(forms) for one in EXAMPLES[name]):
        answered, expected = answers(shared_engine, example, "mysql")
        assert answered == expected, f"{example.query}: {example.says}"
    assert forms


def test_an_item_has_62_records_a_word(shared_engine: DuckDBEngine) -> None:
    occurrences = shared_engine.load("occurrences", {"record_id": int, "gen_id": int}, [list(range(1, 64)), [1] * 63])
    slots = shared_engine.rows("counting/larger_sets/slots", occurrences=occurrences)
    assert sorted(slots) == [(1, at + 1, 2**20 + at // 62, 2 ** (at % 62)) for at in range(63)]


def test_lengths_of_records_are_told_apart_at_5_10_and_20(shared_engine: DuckDBEngine) -> None:
    rows = [(length, item) for length in (5, 6, 10, 11, 20, 21) for item in range(1, length + 1)]
    binds = {
        "transactions": loaded(shared_engine, "record_id item", rows),
        "items": loaded(shared_engine, "item label", [(1, "a")]),
        "sensitive": loaded(shared_engine, "item", [(1,)]),
        "release": loaded(shared_engine, "record_id item", [(6, "a"), (21, "a")]),
    }
    found = shared_engine.rows("measures/before_and_after/sensitive_by_length", **binds)
    assert found == [(1, 1, 0), (6, 2, 1), (11, 2, 0), (21, 1, 1)]
