"""Columns beside the items on each engine: audit, release and recount are those of DuckDB."""

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from setanon_sql import api
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy
from tests.engines.places import Place, table_of
from tests.engines.runs import without_spark
from tests.papers.running_example import DATA, WITH_L
from tests.releases import rows_of

DAYS = ("2017-01-02", "2017-01-08", "2017-02-28 10:00:00")


@pytest.mark.parametrize("place", ["postgres", "spark"], indirect=True)
def test_audit_release_and_recount(place: Place, tmp_path: Path) -> None:
    table = table_of([record for record in DATA for _ in range(3)])
    ids = table["record_id"].to_pylist()
    table = table.append_column("day", pa.array([DAYS[at % 3] for at in ids]))
    table = table.append_column("age", pa.array([20 + at % 2 for at in ids]))
    source, name, wanted = place.put(table), place.out(), tmp_path / "wanted.parquet"
    options = {"options": SourceOptions(db=place.db)}
    asked: dict[str, Any] = {"k": 2, "m": 2, "columns": "day=date:day|month|quarter|year,age=width:5|10"}
    extras = api.KmExtras(unicity=True, average=5, top_items=3)
    found, expected = (
        [
            api.audit_km(data, **asked, extras=extras, **where),
            api.audit_km(data, **asked, count="records", **where),
            api.audit_kanonymity(data, k=2, columns=asked["columns"], **where),
            api.audit_km(data, k=2, m=1, **where),
        ]
        for data, where in ((source, options), (table, {}))
    )
    assert [audit.to_json() for audit in found] == [audit.to_json() for audit in expected]
    assert found[-1].columns_hint
    how: dict[str, Any] = {"taxonomy": Taxonomy(WITH_L, "T"), "recoding": "local", "floor": 0, "record_ids": "keep"}
    how |= {"k": 2, "m": 2, "columns": "day=date:week,age=bands:21", "seed": "the same"}
    releases = [api.anonymize_km(source, name, **how, **options), api.anonymize_km(table, wanted, **how)]
    assert releases[0].manifest["verified"] == releases[1].manifest["verified"]
    assert releases[0].manifest["steps"] == {"day": "date:week", "age": "bands:21"}
    assert place.read(name) == sorted(row[:2] for row in rows_of(wanted))
    assert api.verify(name, db=without_spark(place.db, name)).satisfied
    place.lose_a_record(name)
    assert not api.verify(name, db=without_spark(place.db, name)).satisfied


@pytest.mark.parametrize("place", ["postgres", "spark"], indirect=True)
def test_whole_records_of_a_class(place: Place, tmp_path: Path) -> None:
    table = table_of([record for record in DATA for _ in range(3)])
    table = table.append_column("day", pa.array([DAYS[at % 2 * 2] for at in table["record_id"].to_pylist()]))
    source, name, wanted = place.put(table), place.out(), tmp_path / "wanted.parquet"
    how: dict[str, Any] = {"k": 2, "taxonomy": Taxonomy(WITH_L, "T"), "columns": "day=date:month", "seed": "the same"}
    how |= {"record_ids": "keep"}
    api.anonymize_kanonymity(source, name, **how, options=SourceOptions(db=place.db))
    api.anonymize_kanonymity(table, wanted, **how)
    assert place.read(name) == sorted(row[:2] for row in rows_of(wanted))
    assert api.verify(name, db=without_spark(place.db, name)).satisfied
