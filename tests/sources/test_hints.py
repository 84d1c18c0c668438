"""Without --person an audit finds the column that each record determines and that has fewer values than records."""

from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql import open as open_once
from setanon_sql.dataset import PersonHint
from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.km import words as km_words
from setanon_sql.sources import SourceOptions, audit_options_for, open_source
from setanon_sql.spelling import in_shell, speaking
from tests import lent
from tests.strategies import examples

ROWS = pd.DataFrame(
    [(1, "ann", "a", 2, "x"), (1, "ann", "b", 1, "x"), (2, "bob", "a", 1, "y"), (3, "ann", "b", 3, "z")],
    columns=["record_id", "customer", "item", "amount", "day"],
)
LISTS = pd.DataFrame({"customer": ["ann", "bob", "ann"], "item": [["a", "b"], ["a"], ["b"]]})


def hint_of(source: Any, **options: Any) -> PersonHint | None:
    return api.audit_km(source, k=2, m=1, options=SourceOptions(**options)).person_hint


def csv_file(folder: Path) -> dict[str, Any]:
    ROWS.to_csv(folder / "rows.csv", index=False)
    return {"source": folder / "rows.csv"}


def parquet_files(folder: Path) -> dict[str, Any]:
    ROWS.to_parquet(folder / "rows.parquet")
    return {"source": str(folder / "*.parquet")}


def database(folder: Path) -> dict[str, Any]:
    with duckdb.connect(folder / "rows.duckdb") as connection:
        connection.register("frame", ROWS)
        connection.execute("CREATE TABLE shop AS FROM frame")
    return {"source": "shop", "db": str(folder / "rows.duckdb")}


FORMS = [
    lambda _: {"source": ROWS},
    lambda _: {"source": LISTS},
    lambda _: {"source": LISTS.assign(record_id=[7, 8, 9])},
    lambda _: {"source": ROWS, "where": "amount > 0"},
    lambda _: {"source": ROWS, "query": "SELECT * FROM source"},
    csv_file, parquet_files, database,
]  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_each_form_of_a_source_is_looked_through(form: Any, tmp_path: Path) -> None:
    assert hint_of(**form(tmp_path)) == PersonHint("customer", 2)


def determined(rows: pd.DataFrame, column: str) -> bool:
    """Has each record one value of a column (or none), and are there fewer values than records, but more than one?"""
    of_records = rows.groupby("record_id")[column].agg(lambda values: len({*values}))
    return bool((of_records == 1).all()) and 1 < rows[column].nunique() < len(of_records)


@given(st.lists(st.tuples(st.integers(1, 5), st.sampled_from(["p", "q", None]), st.integers(1, 9)), min_size=1))
@examples(60)
def test_what_is_found_is_determined_and_what_is_determined_is_found(rows: list[tuple[int, str | None, int]]) -> None:
    frame = pd.DataFrame(rows, columns=["record_id", "client", "item"])
    hint = hint_of(frame)
    assert hint == (PersonHint("client", frame["client"].nunique()) if determined(frame, "client") else None)


def alone(rows: pd.DataFrame, columns: list[str]) -> int:
    """How many records are alike with no other one in columns? One without a value is alike with those without."""
    of_records = rows.fillna("none").groupby("record_id")[columns].first()
    return int((of_records.groupby(columns).size() == 1).sum()) if columns else 0


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(st.integers(1, 5), st.sampled_from(["p", "q", None]), st.sampled_from("xy"), st.integers(1, 9)),
        min_size=1,
    )
)
@example([(1, "p", "x", 1), (2, "p", "y", 1), (3, None, "y", 1), (3, None, "y", 2)])
@example([(1, "p", "1:x", 1), (2, "p1:", "x", 1)])
@examples(60)
def test_columns_with_one_value_for_each_record_are_told_with_whom_they_single_out(
    rows: list[tuple[int, str | None, str, int]],
) -> None:
    frame = pd.DataFrame(rows, columns=["record_id", "day", "shop", "item"])
    of_records = frame.fillna("none").groupby("record_id")[["day", "shop"]].nunique()
    names = [
        name for name in ("day", "shop") if (of_records[name] == 1).all() and frame.fillna("none")[name].nunique() > 1
    ]
    hint = api.audit_km(frame, k=2, m=1).columns_hint
    assert [one.column for one in hint.columns] == names if hint else not names
    if hint:
        assert [one.records_alone for one in hint.columns] == [alone(frame, [name]) for name in names]
        assert hint.records_alone == alone(frame, names)


@pytest.mark.slow
def test_columns_are_not_looked_for_where_they_are_named(tmp_path: Path) -> None:
    audit = api.audit_km(ROWS, k=2, m=1)
    assert api.audit_km(**csv_file(tmp_path), k=2, m=1).columns_hint == audit.columns_hint
    assert audit.columns_hint and [one.column for one in audit.columns_hint.columns] == ["day"]
    assert audit.columns_hint.sentence(3).endswith('columns="day" counts that, and with items.')
    assert api.audit_km(ROWS, k=2, m=1, columns=()).columns_hint == audit.columns_hint  # as the program says it
    assert api.audit_km(ROWS, k=2, m=1, columns="day").columns_hint is None


def test_a_name_that_speaks_of_persons_goes_before_more_values() -> None:
    codes = [1, 2, 3, 4, 4, 5]
    rows = pd.DataFrame({"record_id": [*range(6)], "code": codes, "item": ["a"] * 6, "patient_no": [1, 1, 2, 2, 3, 3]})
    assert hint_of(rows) == PersonHint("patient_no", 3)
    assert hint_of(rows.drop(columns="patient_no")) == PersonHint("code", 5)


@pytest.mark.slow
def test_what_is_called_otherwise_and_has_very_few_values_is_not_named() -> None:
    rows = pd.DataFrame({"record_id": [*range(30)], "item": ["a"] * 30, "code": [at % 4 for at in range(30)]})
    assert hint_of(rows) is None
    assert hint_of(rows.rename(columns={"code": "member"})) == PersonHint("member", 4)
    assert hint_of(rows.assign(code=[at % 5 for at in range(30)])) == PersonHint("code", 5)
    assert hint_of(rows.assign(code=[at % 5 for at in range(30)]).rename(columns={"code": "region"})) is None


def test_dates_numbers_with_fractions_and_lists_are_no_persons() -> None:
    n = 6
    days = pd.to_datetime(["2024-01-01", "2024-01-02"] * 3)
    others = pd.DataFrame({"day": days, "price": [0.5, 1.5] * 3, "paid": [True, False] * 3, "tags": [["x"], ["y"]] * 3})
    assert hint_of(pd.DataFrame({"record_id": [*range(n)], "item": ["a"] * n}).join(others)) is None


@pytest.mark.slow
def test_a_wide_table_costs_no_more_than_a_narrow_one() -> None:
    def statements(columns: int) -> int:
        wide = LISTS.drop(columns="customer").join(pd.DataFrame({f"c{at}": ["x", "y", "x"] for at in range(columns)}))
        with DuckDBEngine() as engine:
            dataset = open_source(engine, wide, audit_options_for(wide, None))
            assert dataset.person_hint == PersonHint("c0", 2)
            return len(engine.trace.statements)

    assert statements(200) == statements(5)


def test_nobody_looks_where_persons_are_counted_or_nothing_is_audited() -> None:
    assert api.audit_km(ROWS, k=2, m=1, person="customer").person_hint is None
    with lent.engine() as engine:
        assert open_source(engine, ROWS, SourceOptions()).person_hint is None


def test_the_audit_says_so_in_text_and_json() -> None:
    found = api.audit_km(ROWS, k=2, m=1)
    assert found.to_json()["person_hint"] == {"column": "customer", "values": 2}
    assert "2 values for 3 records" in km_words.in_words(found).replace("\n", " ")
    with speaking(in_shell):
        assert "--person customer counts persons" in km_words.in_words(found).replace("\n", " ")
    assert "person_hint" not in api.audit_km(ROWS[["record_id", "item"]], k=2, m=1).to_json()


def test_an_opened_source_is_not_read_again() -> None:
    with open_once(ROWS) as shop:
        first = shop.audit_km(k=2, m=1)
        assert first.person_hint == shop.audit_km(k=2, m=2).person_hint == PersonHint("customer", 2)
