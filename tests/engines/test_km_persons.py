"""Releases whose k counts persons: the same on every engine, and recounted there."""

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from setanon_sql import api
from setanon_sql.models.km.methods import threats
from setanon_sql.sources import SourceOptions
from tests.data import skewed
from tests.engines.places import Place, SparkPlace, table_of
from tests.engines.runs import without_spark
from tests.oracle.persons import is_km_anonymous
from tests.releases import rows_of

DATA, PARENT = skewed(5, items=32, records=300, longest=7, flat=2)
#: One person has a third of the records.
OWNERS = [at % 40 if at % 3 else 0 for at in range(len(DATA))]
ROWS = table_of(DATA)
SOURCE = ROWS.append_column(
    "who", pa.array([f"p{OWNERS[int(number) - 1]}" for number in ROWS["record_id"].to_pylist()])
)


def released(source: Any, out: str, db: str, m: int | None, **more: Any) -> api.Release:
    options = SourceOptions(db=db)
    return api.anonymize_km(
        source, out, k=3, m=m, person="who", optimum=0, seed="x", record_ids="keep", options=options, **more
    )


@pytest.mark.parametrize("sparing", [False, True])
def test_a_release_is_that_of_duckdb_and_is_recounted(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sparing: bool
) -> None:
    if sparing:
        monkeypatch.setattr(threats.supporters_of, "__defaults__", (0,))
    table = place.put(SOURCE)
    taxonomy = tmp_path / "taxonomy.csv"
    taxonomy.write_text("".join(f"{child},{parent}\n" for child, parent in PARENT.items()))
    m = 2 if isinstance(place, SparkPlace) or sparing else 3
    here = released(SOURCE, str(tmp_path / "here.parquet"), "", m, taxonomy=taxonomy)
    there = released(table, place.out(), place.db, m, taxonomy=taxonomy)
    rows = {tuple(map(str, row)) for row in place.read(there.out)}
    assert rows == {tuple(map(str, row)) for row in rows_of(tmp_path / "here.parquet")}
    assert there.manifest["verified"] == here.manifest["verified"]
    records = [{item for record, item in rows if record == str(number)} for number in range(1, len(DATA) + 1)]
    assert is_km_anonymous(records, OWNERS, 3, m)
    db = without_spark(place.db, there.out)
    assert not api.verify(there.out, db=db).satisfied
    source, db_of_source = (table, db) if db else (SOURCE, "")
    answer = api.verify(there.out, source=source, person="who", db=db, options=SourceOptions(db=db_of_source))
    assert answer.satisfied, answer.messages
    assert answer.checks["smallest_item_persons"] >= 3
