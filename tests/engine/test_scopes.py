"""Scratch tables go with the scope in which they were made, unless they are handed out."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import pytest

from setanon_sql.engine import DuckDBEngine, Engine
from setanon_sql.engine.scopes import scoped
from setanon_sql.query.templates import Table, all_rows


def tables(engine: DuckDBEngine) -> set[str]:
    listed = "SELECT table_name FROM duckdb_tables() UNION ALL SELECT view_name FROM duckdb_views() WHERE NOT internal"
    return {name for (name,) in engine.execute("test", listed).fetchall()}


def make(engine: Engine, name: str = "made") -> Table:
    return engine.empty(name, "item")


@dataclass(frozen=True)
class Pair:
    first: Table
    others: dict[str, list[Table | None]]


@scoped
def pair_of(engine: Engine) -> Pair:
    aside, first, second = (make(engine) for _ in range(3))
    assert engine.count(aside) == 0
    return Pair(first, {"second": [second, None]})


class Holder:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    @scoped
    def levels(self, fault: bool = False) -> Iterator[tuple[Table, int]]:
        state = make(self.engine, "state")
        for number in range(3):
            make(self.engine, "aside")
            if fault and number == 1:
                raise ZeroDivisionError
            yield make(self.engine, "level"), number
            self.engine.append(state, all_rows(state))


def test_what_a_scope_keeps_belongs_to_the_scope_around(engine: DuckDBEngine) -> None:
    before = tables(engine)
    with engine.scope():
        with engine.scope() as inner:
            aside, kept = make(engine), inner.keep(make(engine))
        assert tables(engine) - before == {kept.name}
        assert aside != kept
    assert tables(engine) == before


def test_what_the_outermost_scope_keeps_stays(engine: DuckDBEngine) -> None:
    before = tables(engine)
    with engine.scope() as scope, engine.scope():
        kept = scope.keep(make(engine))
        lasting = engine.scopes.outermost.take(make(engine))
    assert tables(engine) - before == {kept.name, lasting.name}


def test_an_error_frees_the_tables_and_passes(engine: DuckDBEngine) -> None:
    before = tables(engine)
    with pytest.raises(ZeroDivisionError), engine.scope():
        named = engine.view(all_rows(make(engine)))
        _ = 1 / engine.count(named)
    assert tables(engine) == before


def test_an_error_is_told_also_where_nothing_can_be_dropped_any_more() -> None:
    with pytest.raises(ZeroDivisionError), DuckDBEngine() as engine, engine.scope():
        make(engine)
        engine.close()
        raise ZeroDivisionError


def test_what_was_dropped_by_hand_is_dropped_once(engine: DuckDBEngine) -> None:
    with engine.scope() as scope:
        made = make(engine)
        engine.drop(made)
        assert not scope.tables


def test_a_function_returns_tables_wherever_they_stand_in_its_result(engine: DuckDBEngine) -> None:
    before = tables(engine)
    pair = pair_of(engine)
    (second, _) = pair.others["second"]
    assert second and tables(engine) - before == {pair.first.name, second.name}


def test_an_object_keeps_what_it_holds(engine: DuckDBEngine) -> None:
    class Counts:
        def __init__(self) -> None:
            self.engine, self.state = engine, dict[str, Table]()

        @scoped
        def count(self) -> int:
            self.state["made"] = make(engine)
            return engine.count(make(engine))

    before, counts = tables(engine), Counts()
    assert counts.count() == 0
    assert tables(engine) - before == {counts.state["made"].name}


def test_tables_between_two_steps_of_a_generator_are_its_callers(engine: DuckDBEngine) -> None:
    before = tables(engine)
    with engine.scope():
        levels, own = [], []
        for level, _ in Holder(engine).levels():
            levels.append(level)
            own.append(make(engine, "own"))
        assert tables(engine) - before == {table.name for table in [*levels, *own]}
    assert tables(engine) == before


@pytest.mark.parametrize("fault", [False, True])
def test_a_generator_that_ends_early_leaves_nothing(engine: DuckDBEngine, fault: bool) -> None:
    before = tables(engine)
    levels = Holder(engine).levels(fault)
    level, number = next(levels)
    assert number == 0 and any(name.startswith("state") for name in tables(engine))
    if fault:
        with pytest.raises(ZeroDivisionError):
            next(levels)
    else:
        levels.close()  # type: ignore[attr-defined]
    assert tables(engine) - before == {level.name}


def test_a_generator_suspended_within_a_scope_is_a_mistake(engine: DuckDBEngine) -> None:
    def levels() -> Iterator[Table]:
        with engine.scope():
            yield make(engine)

    started = levels()
    with pytest.raises(AssertionError, match="scoped"), engine.scope():
        next(started)
    with suppress(AssertionError):
        started.close()  # type: ignore[attr-defined]
    assert len(engine.scopes.opened) == 1
