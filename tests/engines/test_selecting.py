"""A condition, a query, a cap: in every engine the same rows, and releases that keep the names of their columns."""

from pathlib import Path

import pyarrow as pa
import pytest

from setanon_sql import api
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.sources import SourceOptions
from tests.engines.drawn import drawn
from tests.engines.places import DuckDBPlace, Place, SparkPlace

RECORDS = [sorted(record) for seed in (3, 4) for record in drawn(seed)[0]]
ROWS = [(f"r{at:02}", item, len(record) % 3) for at, record in enumerate(RECORDS) for item in record]
TABLE = pa.table({"who": [row[0] for row in ROWS], "what": [row[1] for row in ROWS], "shelf": [row[2] for row in ROWS]})
KEPT = sorted((who, what) for who, what, shelf in ROWS if shelf > 0)
KEPT_TABLE = pa.table({"record_id": [who for who, _ in KEPT], "item": [what for _, what in KEPT]})
OWN = {"record_id": "who", "item": "what"}


def selected(place: Place, how: str) -> SourceOptions:
    if how == "where":
        return SourceOptions(db=place.db, where="shelf > 0", **OWN)  # type: ignore[arg-type]
    text = "WITH chosen AS (SELECT * FROM source WHERE shelf > 0) SELECT c.who, c.what FROM chosen AS c"
    return SourceOptions(db=place.db, query=text, **OWN)  # type: ignore[arg-type]


def written(place: Place, out: str, tmp_path: Path) -> list[tuple[str, ...]]:
    """The rows of a release that keeps the names of its source: read as a source itself."""
    if isinstance(place, SparkPlace):
        import duckdb

        with duckdb.connect() as connection:
            return sorted(connection.execute(f"SELECT who, what FROM '{out}/*.parquet'").fetchall())
    if isinstance(place, DuckDBPlace):
        import duckdb

        with duckdb.connect(place.db, read_only=True) as connection:
            return sorted(connection.execute(f"SELECT who, what FROM {out}").fetchall())
    import psycopg

    with psycopg.connect(place.db.removeprefix("here:")) as server:
        return sorted(server.execute(f"SELECT who, what FROM {out}".encode()).fetchall())


@pytest.mark.parametrize("place", ["duckdb", "postgres", "here"], indirect=True)
@pytest.mark.parametrize("how", ["where", "query"])
def test_the_rows_that_are_asked_for_are_read_and_their_names_kept(place: Place, tmp_path: Path, how: str) -> None:
    source, out, options = place.put(TABLE), place.out(), selected(place, how)
    released = api.anonymize_km(source, out, k=2, m=1, options=options, record_ids="keep")
    rare = {item for _, item in KEPT if sum(item == other for _, other in KEPT) < 2}
    assert written(place, out, tmp_path) == [row for row in KEPT if row[1] not in rare]
    assert released.manifest["format"]["columns"] == ["who", "what"]
    assert "?" in released.manifest[how]["sql"] and "0" not in released.manifest[how]["sql"]
    answer = api.verify(out, db=place.db)
    assert answer.satisfied, answer.messages
    again = api.anonymize_km(source, out, k=2, m=1, options=options, overwrite=True, seed="7")
    assert again.manifest["rows"] == released.manifest["rows"]


def test_spark_reads_the_rows_of_a_query(spark: SparkPlace) -> None:
    """And keeps names where it releases: below, with a condition."""
    found = api.audit_km(spark.put(TABLE), k=2, m=1, options=selected(spark, "query"))
    assert found.to_json() == api.audit_km(KEPT_TABLE, k=2, m=1).to_json()


def test_a_cap_draws_the_same_rows_everywhere(place: Place, tmp_path: Path) -> None:
    told = []
    (tmp_path / "other").mkdir()
    for one in (place, DuckDBPlace(tmp_path / "other")):
        source, out = one.put(TABLE), one.out()
        options = SourceOptions(db=one.db, cap=2, where="shelf > 0", **OWN)  # type: ignore[arg-type]
        released = api.anonymize_km(source, out, k=2, m=1, options=options, seed="5", record_ids="keep")
        assert released.manifest["format"]["columns"] == ["who", "what"]
        assert "?" in released.manifest["where"]["sql"] and "0" not in released.manifest["where"]["sql"]
        told.append((written(one, out, tmp_path), released.manifest["cap"]))
    assert told[0] == told[1]
    lengths = [sum(who == one for one, _ in KEPT) for who in {who for who, _ in KEPT}]
    longer = [n for n in lengths if n > 2]
    lost = {"rows_dropped": sum(longer) - 2 * len(longer), "records_touched": len(longer)}
    assert told[0][1] == {"items": 2} | {name: n // 2 * 2 for name, n in lost.items() if n >= 2}


def test_what_writes_or_cannot_be_run_is_refused(place: Place) -> None:
    source = place.put(TABLE)
    for text in ("DELETE FROM source", "SELECT 1; SELECT 2", "WITH a AS (DELETE FROM source RETURNING *) SELECT 1"):
        with pytest.raises(BadParameter):
            api.audit_km(source, k=2, m=1, options=SourceOptions(db=place.db, query=text))
    for asked in ({"where": "nothing = 1"}, {"query": "SELECT nothing FROM source"}):
        with pytest.raises(BadInput, match="cannot be run"):
            api.audit_km(source, k=2, m=1, options=SourceOptions(db=place.db, **asked, **OWN))  # type: ignore[arg-type]
