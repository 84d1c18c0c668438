"""The person of each record, read from every form of a source."""

from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.sources import SourceOptions, open_source
from tests import lent

pytestmark = pytest.mark.slow

#: Three persons: one with two records, one with one, one whose record holds an item that no other has.
ROWS = pd.DataFrame(
    [(1, "ann", "a"), (1, "ann", "b"), (2, "bob", "a"), (3, "ann", "b"), (4, "cat", "a"), (4, "cat", "c")],
    columns=["record_id", "who", "item"],
)
LISTS = pd.DataFrame({"who": ["ann", "bob", "ann", "cat"], "item": [["a", "b"], ["a"], ["b"], ["a", "c"]]})
FLAGS = pd.DataFrame({"who": ["ann", "bob", "ann", "cat"], "a": [1, 1, 0, 1], "b": [1, 0, 1, 0], "c": [0, 0, 0, 1]})
WITH_PERSONS = [(1, 1), (2, 2), (3, 1), (4, 3)]


def persons_of(source: Any, **options: Any) -> list[tuple[int, int]]:
    with lent.engine() as engine:
        dataset = open_source(engine, source, SourceOptions(person="who", **options))
        assert dataset.persons
        rows = engine.execute("persons", f"SELECT * FROM {dataset.persons.expression().sql('duckdb')}").fetchall()
        assert dataset.n_persons == len({person for _, person in rows})
        assert dataset.records == len(rows)
        return sorted(rows)


def csv_file(folder: Path) -> dict[str, Any]:
    ROWS.to_csv(folder / "rows.csv", index=False)
    return {"source": folder / "rows.csv"}


def parquet_file(folder: Path) -> dict[str, Any]:
    pq.write_table(pa.Table.from_pandas(ROWS), folder / "rows.parquet")
    return {"source": folder / "rows.parquet"}


def parquet_files(folder: Path) -> dict[str, Any]:
    parquet_file(folder)
    return {"source": str(folder / "*.parquet")}


def database(folder: Path) -> dict[str, Any]:
    with duckdb.connect(folder / "rows.duckdb") as connection:
        connection.register("frame", ROWS)
        connection.execute("CREATE TABLE shop AS FROM frame")
    return {"source": "shop", "db": str(folder / "rows.duckdb")}


def list_file(folder: Path) -> dict[str, Any]:
    pq.write_table(pa.Table.from_pandas(LISTS), folder / "lists.parquet")
    return {"source": folder / "lists.parquet"}


def flag_file(folder: Path) -> dict[str, Any]:
    FLAGS.to_csv(folder / "flags.csv", index=False)
    return {"source": folder / "flags.csv"}


SOURCES = [
    lambda _: {"source": ROWS},
    lambda _: {"source": pa.Table.from_pandas(ROWS)},
    lambda _: {"source": pa.Table.from_pandas(ROWS).to_reader()},
    lambda _: {"source": LISTS},
    lambda _: {"source": LISTS.assign(record_id=[1, 2, 3, 4])},
    lambda _: {"source": FLAGS},
    lambda _: {"source": FLAGS.assign(record_id=[1, 2, 3, 4])},
    csv_file, parquet_file, parquet_files, database, list_file, flag_file,
]  # fmt: skip


@pytest.mark.parametrize("source", SOURCES)
def test_each_form_of_a_source_tells_the_persons(source: Any, tmp_path: Path) -> None:
    assert persons_of(**source(tmp_path)) == WITH_PERSONS


@pytest.mark.parametrize("source", SOURCES)
def test_conditions_and_queries_keep_the_persons(source: Any, tmp_path: Path) -> None:
    assert persons_of(**source(tmp_path), where="who <> 'bob'")[-1][1] == 2
    again = source(tmp_path / "again") if (tmp_path / "again").mkdir() is None else {}
    assert len(persons_of(**again, query="SELECT * FROM source WHERE who <> 'bob'")) == 3


def test_a_query_that_draws_is_run_once() -> None:
    records = "SELECT DISTINCT record_id, 'x' AS item FROM source"
    query = f"SELECT *, CAST(random() * 1000000 AS INTEGER) AS drawn FROM ({records})"
    with lent.engine() as engine:
        dataset = open_source(engine, ROWS, SourceOptions(person="drawn", query=query))
        assert dataset.records == 4
        assert dataset.n_persons


@pytest.mark.parametrize("kind", ["record_id", "list"])
def test_a_record_of_several_persons_is_refused_without_a_value(kind: str) -> None:
    rows = pd.concat([ROWS, pd.DataFrame([(1, "secret-name", "c")], columns=ROWS.columns)])
    if kind == "list":
        rows = rows.assign(item=[[item] for item in rows["item"]])
    with pytest.raises(BadInput, match="1 record has more than one person") as caught:
        persons_of(rows)
    assert "secret-name" not in str(caught.value)


def test_a_record_without_a_person_is_refused_and_can_be_left_out() -> None:
    rows = pd.concat([ROWS, pd.DataFrame([(9, None, "c"), (8, "", "a")], columns=ROWS.columns)])
    with pytest.raises(BadInput, match="2 records have no person"):
        persons_of(rows)
    assert persons_of(rows, where="who <> ''") == WITH_PERSONS


def test_a_person_needs_a_column_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_text("a b\nb c\n")
    with pytest.raises(BadInput, match="no column that person could name"):
        persons_of(tmp_path / "lines.txt", format="basket")
    with pytest.raises(BadInput, match='no column "who"'):
        persons_of(ROWS.drop(columns="who"))
    with pytest.raises(BadInput, match="holds lists"):
        persons_of(LISTS.assign(who=LISTS["item"]))
    with pytest.raises(BadParameter, match="name the same column"):
        SourceOptions(item="who", person="who")


def test_dropped_rows_take_their_records_along() -> None:
    rows = pd.concat([ROWS, pd.DataFrame([(9, "dan", None)], columns=ROWS.columns)])
    assert persons_of(rows, on_null="drop") == WITH_PERSONS
