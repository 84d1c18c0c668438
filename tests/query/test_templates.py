"""Binding and rendering: names and values can be anything, the tree stays what the template says."""

import pytest
import sqlglot
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadParameter
from setanon_sql.query import templates
from setanon_sql.query.templates import Table
from tests import lent

HOSTILE = ['x"; drop table t; --', "naïve café", "two words", "select", "a" * 63, "b" * 200, "'", "a.b", "$k", "日本語"]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_table_name_is_only_a_name(engine: DuckDBEngine, name: str) -> None:
    engine.execute("make", f'CREATE TABLE "{name.replace(chr(34), chr(34) * 2)}" AS SELECT 1 AS a')
    assert engine.number("engine/tables/count_rows", any_table=Table(name)) == 1


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_column_name_is_only_a_name(engine: DuckDBEngine, name: str) -> None:
    table = engine.load("t", {name: str}, [["x", "y", "x"]])
    renamed = Table(table.name, table.schema, columns={"item": name})
    query = sqlglot.select("item", "count(*)").from_(renamed.expression("t")).group_by("item").order_by("item")
    assert engine.rows(query) == [("x", 2), ("y", 1)]


@pytest.mark.slow
@given(st.one_of(st.text(), st.integers(-(2**62), 2**62), st.booleans(), st.none()))
def test_a_literal_comes_back_as_it_went_in(value: templates.Value) -> None:
    if isinstance(value, str) and "\0" in value:
        return
    with lent.engine() as engine:
        assert engine.rows(sqlglot.select(templates.literal(value))) == [(value,)]


def test_missing_and_unknown_binds_are_errors() -> None:
    with pytest.raises(KeyError, match="any_table"):
        templates.query("engine/tables/count_rows")
    with pytest.raises(KeyError, match="k"):
        templates.query("engine/tables/count_rows", any_table=Table("t"), k=1)


def test_a_float_is_refused_and_exact_keeps_what_was_written() -> None:
    with pytest.raises(TypeError):
        templates.literal(0.1)  # type: ignore[arg-type]
    assert templates.literal(templates.exact(0.1)).sql() == "0.1"


def test_a_name_that_an_engine_would_cut_is_an_error() -> None:
    long = Table("é" * 40)
    assert templates.render(templates.query("engine/tables/count_rows", any_table=long), "duckdb")
    with pytest.raises(BadParameter, match="63 bytes"):
        templates.render(templates.query("engine/tables/count_rows", any_table=long), "postgres")
