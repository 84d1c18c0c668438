"""How many rows a scratch table has is known without asking for it again."""

from hypothesis import given
from hypothesis import strategies as st
from sqlglot import exp

from setanon_sql.engine import DuckDBEngine
from setanon_sql.query.templates import Table, all_rows
from tests import lent
from tests.strategies import examples

COUNT = "engine/tables/count_rows"
ROWS = {"set_id": int, "sensitive_item": int, "support_with_sensitive": int, "support": int}


def rows(engine: DuckDBEngine, number: int) -> Table:
    return engine.load("rules", ROWS, [[*range(number)]] * 4)


@examples(40)
@given(steps=st.lists(st.tuples(st.sampled_from(["append", "gather", "copy"]), st.integers(0, 3)), max_size=6))
def test_a_count_is_that_of_the_rows(steps: list[tuple[str, int]]) -> None:
    with lent.engine() as engine:
        whole = rows(engine, 2)
        for step, number in steps:
            more = rows(engine, number)
            if step == "append":
                engine.append(whole, all_rows(more))
            elif step == "gather":
                asked = [{"rules": more, "size": size} for size in (1, 2)]
                made = engine.gather("suppressor/gather/level_rules", asked)
                engine.gather("suppressor/gather/level_rules", asked, into=made)
                assert engine.count(made) == engine.number(COUNT, any_table=made) == 4 * number
            else:
                whole = engine.table(exp.union(all_rows(whole), all_rows(more), distinct=False))
            assert engine.count(whole) == engine.number(COUNT, any_table=whole)


def test_it_takes_no_statement_unless_the_table_is_not_of_this_engine(engine: DuckDBEngine) -> None:
    made, seen = rows(engine, 3), engine.view(all_rows(rows(engine, 5)))
    ran = len(engine.trace.statements)
    assert engine.count(made) == 3 and len(engine.trace.statements) == ran
    assert engine.count(seen) == 5 and len(engine.trace.statements) == ran + 1
    engine.execute("other", f"CREATE TABLE {made.name} AS SELECT 1 AS a")
    assert engine.count(Table(made.name)) == 1
    engine.drop(made)
    engine.execute("again", f"CREATE TABLE {engine.scratch_schema}.{made.name} AS SELECT 1 AS a")
    assert engine.count(made) == 1
