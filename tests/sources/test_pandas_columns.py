"""Columns of pandas that DuckDB knows no type for are read by their texts; sparse ones as what they hold."""

from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.sources import SourceOptions, open_source
from tests.sources.contents import Sets, content

BANDS = pd.cut(pd.Series([20, 50, 90]), [0, 40, 100])
OLD, YOUNG = "(40, 100]", "(0, 40]"


def _long(item: Any, record_id: Any = (1, 2, 3)) -> pd.DataFrame:
    return pd.DataFrame({"record_id": record_id, "item": item})


COLUMNS: dict[str, tuple[Callable[[], Any], Sets]] = {
    "bands": (lambda: _long(BANDS), {"1": {YOUNG}, "2": {OLD}, "3": {OLD}}),
    "intervals": (lambda: _long(BANDS.astype(BANDS.cat.categories.dtype)), {"1": {YOUNG}, "2": {OLD}, "3": {OLD}}),
    "ids that are bands": (lambda: _long(["a", "b", "c"], BANDS), {YOUNG: {"a"}, OLD: {"b", "c"}}),
    "bands in the index": (
        lambda: pd.Series(["a", "b", "c"], pd.Index(BANDS, name="record_id"), name="item"),
        {YOUNG: {"a"}, OLD: {"b", "c"}},
    ),
    "periods": (
        lambda: _long(pd.period_range("2020-01", periods=3, freq="M")),
        {"1": {"2020-01"}, "2": {"2020-02"}, "3": {"2020-03"}},
    ),
    "categories of periods": (
        lambda: _long(pd.Series(pd.period_range("2020", periods=3, freq="Y")).astype("category")),
        {"1": {"2020"}, "2": {"2021"}, "3": {"2022"}},
    ),
    "sparse": (lambda: _long(pd.arrays.SparseArray([0, 0, 7])), {"1": {"0"}, "2": {"0"}, "3": {"7"}}),
    "sparse flags": (
        lambda: pd.DataFrame({"id": [1, 2, 3]}).join(pd.get_dummies(pd.Series(["a", "b", "a"]), sparse=True)),
        {"1": {"a"}, "2": {"b"}, "3": {"a"}},
    ),
    "sparse numbers as flags": (
        lambda: pd.DataFrame({"a": pd.arrays.SparseArray([0, 1, 1]), "b": pd.arrays.SparseArray([1, 0, 1])}),
        {"1": {"b"}, "2": {"a"}, "3": {"a", "b"}},
    ),
}


@pytest.mark.parametrize("name", COLUMNS)
def test_columns(name: str) -> None:
    source, expected = COLUMNS[name]
    with DuckDBEngine() as engine:
        assert content(open_source(engine, source(), SourceOptions())) == expected


@pytest.mark.parametrize(
    "values",
    [pd.cut(pd.Series([20, None, 90]), [0, 40, 100]), pd.Series(pd.PeriodIndex(["2020", None, "2021"], freq="Y"))],
)
def test_missing_values_stay_missing(values: "pd.Series[Any]") -> None:
    with DuckDBEngine() as engine:
        assert set(content(open_source(engine, _long(values), SourceOptions(on_null="drop")))) == {"1", "3"}


def test_whole_numbers_in_categories_stay_whole_where_some_are_missing() -> None:
    large = 2**53
    values = pd.Series(pd.Categorical([large, None, large + 1]))
    with DuckDBEngine() as engine:
        sets = content(open_source(engine, _long(values), SourceOptions(on_null="drop")))
    assert sets == {"1": {str(large)}, "3": {str(large + 1)}}
