"""What is written instead of run never holds a number that nobody counted."""

from collections.abc import Callable
from typing import Any

import pytest

from setanon_sql.engine.written.script import ScriptEngine
from setanon_sql.engine.written.select import SelectEngine
from setanon_sql.engine.written.unanswered import Unanswered
from setanon_sql.query.templates import Table, literal, rows_between

TABLE = Table("transactions")
ENGINES = [ScriptEngine, SelectEngine]


@pytest.mark.parametrize("engine", ENGINES)
def test_an_answer_says_only_that_there_may_be_something(engine: Callable[[str], ScriptEngine]) -> None:
    written = engine("duckdb")
    count = written.count(TABLE)
    number = written.number("engine/tables/count_rows", any_table=TABLE)
    row = written.row("rules/larger_sets/shape", transactions=TABLE)
    numbers = written.numbers("rules/larger_sets/shape", transactions=TABLE)
    answer = written.answer("rules/larger_sets/shape", transactions=TABLE)
    assert len(row) == len(numbers) == len(answer) == 3
    for one in (count, number, *row, *numbers, *answer, sum([number, 1], start=1), 7 - count, count - 1):
        assert isinstance(one, Unanswered) and one and one > 0 and one > 0 and f"{one:,}" == "?"


@pytest.mark.parametrize(
    "use",
    [
        lambda one: one > 5,
        lambda one: one < 1,
        lambda one: one >= 0,
        lambda one: one == 0,
        lambda one: one != 0,
        lambda one: one * 2,
        int,
        float,
        range,
        lambda one: [1, 2][one],
        lambda one: one in {1, 2},
        lambda one: max(one, 2),
        literal,
        lambda one: rows_between(TABLE, "item", 1, one),
    ],
)
def test_an_answer_is_no_number(use: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError):
        use(Unanswered())


@pytest.mark.parametrize("engine", ENGINES)
def test_an_answer_goes_into_no_statement(engine: Callable[[str], ScriptEngine]) -> None:
    written = engine("duckdb")
    size: Any = written.count(TABLE) + 1
    binds = {"threats": TABLE, "size": size, "at_risk": TABLE}
    for write in (written.table, written.view, written.row, written.answer, written.show):
        with pytest.raises(TypeError, match="script/findings/km_finding: size is a number that a script does not know"):
            write("script/findings/km_finding", **binds)
    with pytest.raises(TypeError, match="does not know"):
        written.append(TABLE, "script/findings/km_finding", **binds)
    with pytest.raises(NotImplementedError):
        written.rows("engine/tables/count_rows", any_table=TABLE)
