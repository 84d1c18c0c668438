"""Values of DuckDB that are equal though their texts differ: intervals."""

from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from setanon_sql import api
from setanon_sql.errors import BadInput
from setanon_sql.sources import SourceOptions

#: A month of 30 days is what an interval takes a month for.
MONTHS = ["INTERVAL '1 month'", "INTERVAL '30 days'", "INTERVAL '720 hours'"]


def database(folder: Path, rows: str, names: str) -> dict[str, Any]:
    with duckdb.connect(folder / "rows.duckdb") as connection:
        connection.execute(f"CREATE TABLE shop AS SELECT * FROM (VALUES {rows}) AS t({names})")
    return {"source": "shop", "options": SourceOptions(db=str(folder / "rows.duckdb"))}


def test_equal_persons_are_one(tmp_path: Path) -> None:
    rows = ", ".join(f"({at}, 'a', {month})" for at, month in enumerate(MONTHS))
    found = api.audit_km(**database(tmp_path, rows, "record_id, item, person"), k=3, m=1, person="person")
    assert (found.persons, found.records, found.violations) == (1, 3, 1)


def test_equal_record_ids_are_one_and_blank_rows_are_named_by_their_place(tmp_path: Path) -> None:
    rows = ", ".join(f"({month}, 'a')" for month in MONTHS)
    given = database(tmp_path, f"{rows}, (INTERVAL '1 day', NULL), (INTERVAL '2 days', 'b')", "record_id, item")
    with pytest.raises(BadInput, match="row 4"):
        api.audit_km(**given, k=2, m=1)
    given["options"] = SourceOptions(db=given["options"].db, on_null="drop")
    found = api.audit_km(**given, k=2, m=1)
    assert (found.records, found.rows, found.violations) == (2, 2, 2)


def test_equal_items_are_one_in_each_spelling(tmp_path: Path) -> None:
    rows = ", ".join(f"({at}, {month})" for at, month in enumerate(MONTHS))
    given = database(tmp_path, f"{rows}, (9, INTERVAL '1 day')", "record_id, item")
    assert api.audit_km(**given, k=3, m=1).violations == 1
    assert api.audit_km(**given, k=4, m=1, known=["30 days"]).violations == 1


def test_a_one_hot_table_whose_records_are_called_so(tmp_path: Path) -> None:
    rows = ", ".join(f"({month}, {at % 2}, 1)" for at, month in enumerate(MONTHS))
    found = api.audit_km(**database(tmp_path, rows, "age, a, b"), k=2, m=1)
    assert (found.records, found.rows) == (1, 2)


def test_lists_of_them_are_refused() -> None:
    lists = duckdb.sql(f"SELECT 1 AS record_id, [{', '.join(MONTHS)}] AS item")
    with pytest.raises(BadInput, match="values that are equal where their texts differ"):
        api.audit_km(lists, k=2, m=1)


@pytest.mark.parametrize("person", ["x ", "X", "x\N{NO-BREAK SPACE}"])
def test_persons_who_nearly_agree_are_told(caplog: pytest.LogCaptureFixture, person: str) -> None:
    table = pa.table({"record_id": [1, 2, 3], "item": ["a"] * 3, "person": ["x", person, "y"]})
    assert api.audit_km(table, k=3, m=1, person="person").persons == 3
    assert "2 persons differ from another one in case or blanks only" in caplog.text
    caplog.clear()
    api.audit_km(table.slice(1), k=2, m=1, person="person")
    assert "differ from another" not in caplog.text
