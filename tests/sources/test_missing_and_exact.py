"""What is missing is no item, in whatever Python or an engine holds it; numbers and times that collapse are refused."""

from collections.abc import Callable
from decimal import Context, Decimal
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.sources import SourceOptions, open_source
from setanon_sql.taxonomy import load_taxonomy
from tests.sources.contents import content
from tests.strategies import examples

NAN = float("nan")
MISSING = (None, NAN, pd.NA, pd.NaT, np.float32("nan"), Decimal("nan"), np.datetime64("NaT", "s"))
DROP = SourceOptions(on_null="drop")


def relation(query: str) -> duckdb.DuckDBPyRelation:
    return duckdb.connect().sql(query)


FRAMES: dict[str, Callable[[], Any]] = {
    "lists": lambda: [["1.5", *MISSING], [*MISSING]],
    "dict": lambda: {"1": ["1.5", NAN], "2": [NAN]},
    "dict of columns": lambda: {"record_id": ["1", "2", NAN], "item": ["1.5", NAN, "a"]},
    "arrays": lambda: [np.array([1.5, NAN]), np.array([NAN])],
    "arrow": lambda: pa.table({"record_id": [1, 2, 3], "item": [1.5, NAN, None]}),
    "arrow, ids": lambda: pa.table({"record_id": [1.0, NAN], "item": ["1.5", "1.5"]}),
    "arrow, lists": lambda: pa.table({"record_id": [1, 2], "item": [[1.5, NAN], [None]]}),
    "arrow, floats": lambda: pa.table({"record_id": [1, 2], "item": pa.array([1.5, NAN], pa.float32())}),
    "relation": lambda: relation("SELECT 1 AS record_id, 1.5::DOUBLE AS item UNION ALL SELECT 2, 'nan'::DOUBLE"),
    "relation of lists": lambda: relation("SELECT 1 AS record_id, ['nan'::FLOAT, 1.5] AS item"),
    "pandas": lambda: pd.DataFrame({"record_id": range(1, 9), "item": ["1.5", *MISSING]}),
    "pandas, categories": lambda: pd.DataFrame({"record_id": [1, 2], "item": pd.Categorical([1.5, NAN])}),
    "pandas, arrow": lambda: pd.DataFrame(
        {"record_id": [1, 2], "item": pd.array([1.5, NAN], dtype=pd.ArrowDtype(pa.float64()))}
    ),
}


@pytest.mark.parametrize("name", FRAMES)
def test_what_is_missing_is_no_item(engine: DuckDBEngine, name: str) -> None:
    with pytest.raises(BadInput, match="an empty or missing item"):
        open_source(engine, FRAMES[name]())
    (items,) = content(open_source(engine, FRAMES[name](), DROP)).values()
    assert items == {"1.5"}


@given(rows=st.lists(st.lists(st.sampled_from(["a", "b", "nan", *MISSING]), max_size=4), min_size=1, max_size=5))
@examples(40)
def test_only_what_is_there_is_read(rows: list[list[Any]]) -> None:
    """Oracle: what is text is an item, also ``nan``; nothing else is."""
    kept = {str(at): {item for item in row if isinstance(item, str)} for at, row in enumerate(rows, 1)}
    if not any(kept.values()):
        return
    with DuckDBEngine(threads=1) as engine:
        dataset = open_source(engine, rows, DROP)
        assert content(dataset) == {record: items for record, items in kept.items() if items}
        assert dataset.records == len(rows)


@pytest.mark.slow
def test_what_is_missing_is_nothing_sensitive_and_no_label(engine: DuckDBEngine) -> None:
    rows = [["a", "b"], ["a"], ["b"]]
    assert api.audit_rho(rows, sensitive=["a", *MISSING], rho=0.9).satisfied == (
        api.audit_rho(rows, sensitive=["a"], rho=0.9).satisfied
    )
    assert load_taxonomy(engine, [["a", "top"], ["b", NAN]]) == load_taxonomy(engine, [["a", "top"], ["b", None]])


def test_an_integer_that_became_a_float_is_refused_where_it_is_no_longer_exact(engine: DuckDBEngine) -> None:
    ids = pd.DataFrame({"record_id": [2**53, 2**53 + 1, None], "item": ["a", "b", "c"]})
    with pytest.raises(BadInput, match="may stand for several"):
        open_source(engine, ids, DROP)
    with pytest.raises(BadInput, match="may stand for several"):
        open_source(engine, pa.table({"record_id": [1], "item": [[2.0**53]]}))
    with pytest.raises(BadInput, match="may stand for several"):
        open_source(engine, pa.table({"record_id": pa.array([2.0**24], pa.float32()), "item": ["a"]}))
    below = pa.table({"record_id": [2.0**53 - 1, -(2.0**53) + 1, 0.0, -0.0], "item": ["a", "b", "c", "c"]})
    assert {int(float(record)) for record in content(open_source(engine, below))} == {2**53 - 1, 1 - 2**53, 0}


LONG = [Decimal(10**40 + n) for n in range(4)]


@pytest.fixture(scope="module")
def parquet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two decimals of 50 digits for each record: by itself, and in a list."""
    folder = tmp_path_factory.mktemp("decimals")
    fifty = pa.decimal256(50, 40)
    short = [Context(prec=60).scaleb(number, -40) for number in LONG]
    columns = {
        "id": pa.array(short, fifty), "ids": pa.array([[n] for n in short], pa.list_(fifty)), "n": [1, 2, 3, 4],
        "item": ["a", "b", "c", "d"], "weight": [0.5] * 4,
    }  # fmt: skip
    pq.write_table(pa.table(columns), folder / "long.parquet")
    return folder


@pytest.mark.parametrize(
    "options",
    [
        {"record_id": "id"},
        {"record_id": "n", "item": "id"},
        {"record_id": "n", "item": "ids"},
        {"query": "SELECT id AS record_id, item FROM source"},
        {"record_id": "n", "where": "id > 0"},
    ],
)
@pytest.mark.parametrize("name", ["long.parquet", "*.parquet"])
def test_long_decimals_are_refused(engine: DuckDBEngine, parquet: Path, options: dict[str, str], name: str) -> None:
    with pytest.raises(BadInput, match="may stand for several"):
        open_source(engine, str(parquet / name), SourceOptions(**options))


@pytest.mark.parametrize("name", ["long.parquet", "*.parquet"])
def test_long_decimals_that_nobody_asks_for_are_let_be(engine: DuckDBEngine, parquet: Path, name: str) -> None:
    expected = {"1": {"a"}, "2": {"b"}, "3": {"c"}, "4": {"d"}}
    assert content(open_source(engine, str(parquet / name), SourceOptions(record_id="n"))) == expected


def test_times_in_pandas_keep_their_nanoseconds(engine: DuckDBEngine) -> None:
    for times in (pd.to_datetime([1, 2, None], unit="ns", utc=True), pd.to_timedelta([1, 2, None], unit="ns")):
        frame = pd.DataFrame({"record_id": times, "item": ["a", "b", "c"]})
        assert sorted(content(open_source(engine, frame, DROP)).values(), key=str) == [{"a"}, {"b"}]


@pytest.mark.parametrize("inner", [pa.duration("ns"), pa.list_(pa.duration("ns"))])
def test_durations_in_arrow_are_read_to_the_microsecond_or_refused(engine: DuckDBEngine, inner: pa.DataType) -> None:
    def table(*nanoseconds: int) -> pa.Table:
        values = [[n] for n in nanoseconds] if pa.types.is_list(inner) else nanoseconds
        return pa.table({"record_id": [1, 2], "item": pa.array(values, inner)})

    for source in (table(1, 2), table(1, 2).to_reader()):
        with pytest.raises(BadInput):
            open_source(engine, source)
    if not pa.types.is_list(inner):
        assert len(content(open_source(engine, table(1000, 2000)))) == 2


@pytest.mark.slow  # README's line has no polars
def test_polars_alike(engine: DuckDBEngine) -> None:
    polars = pytest.importorskip("polars", reason="pip install '.[dev]'")
    missing = polars.DataFrame({"record_id": [1, 2, 3], "item": [1.5, NAN, None]})
    assert content(open_source(engine, missing, DROP)) == {"1": {"1.5"}}
    durations = polars.DataFrame({"record_id": [1, 2]}).with_columns(
        item=polars.col("record_id").cast(polars.Duration("ns"))
    )
    with pytest.raises(BadInput, match="nanoseconds"):
        open_source(engine, durations)
