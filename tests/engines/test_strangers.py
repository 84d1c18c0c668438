"""What stands in a release of a warehouse and is none of it is a fault there, too."""

import shutil
from pathlib import Path

import pytest

from setanon_sql import api
from setanon_sql.sources import SourceOptions
from tests.engines.folder_runs import ASKED, RECORDS
from tests.engines.places import PostgresPlace, SparkPlace, SparkTables, SqlitePlace, table_of
from tests.papers.running_example import DATA

UNCHECKED = "stands in the release and was not checked: "


@pytest.mark.parametrize("name", ["postgres", "here", "adbc_postgres", "sqlite"])
@pytest.mark.parametrize("kind", ["long", "pieces"])
def test_a_column_more_of_a_table_is_a_fault(name: str, kind: str, request: pytest.FixtureRequest) -> None:
    place: PostgresPlace | SqlitePlace = request.getfixturevalue(name)
    options, out = SourceOptions(db=place.db), place.out()
    if kind == "long":
        api.anonymize_km(place.put(table_of(DATA)), out, k=2, m=1, options=options)
    else:
        api.anonymize_disassociation(place.put(table_of(RECORDS)), out, **ASKED | {"refine": False}, options=options)
    answer = api.verify(out, db=place.db)
    assert answer.holds, answer.messages
    for table in ("", "_manifest") if kind == "long" else ("_clusters", "_subrecords", "_terms", "_manifest"):
        place.run(f"ALTER TABLE {out}{table} ADD COLUMN name TEXT DEFAULT 'Mary'")
        answer = api.verify(out, db=place.db)
        told = UNCHECKED + "1 column" + (f" of its {table[1:]}" if table else "")
        assert told in answer.messages and "column name" in answer.unchecked and not answer.holds
        place.run(f"ALTER TABLE {out}{table} DROP COLUMN name")
    assert api.verify(out, db=place.db).holds


@pytest.mark.parametrize("name", ["postgres", "here"])
def test_a_generated_column_and_one_of_another_type_are_faults(name: str, request: pytest.FixtureRequest) -> None:
    place: PostgresPlace = request.getfixturevalue(name)
    out = place.out()
    api.anonymize_km(place.put(table_of(DATA)), out, k=2, m=1, options=SourceOptions(db=place.db))
    place.run(f"ALTER TABLE {out} ADD COLUMN \"Item\" text GENERATED ALWAYS AS (item || '!') STORED")
    assert api.verify(out, db=place.db).messages == (UNCHECKED + "1 column",)
    place.run(
        f"ALTER TABLE {out} DROP COLUMN \"Item\"; ALTER TABLE {out} ALTER record_id TYPE text USING 'Mary'||record_id"
    )
    assert UNCHECKED + "1 column of a type that no release has" in api.verify(out, db=place.db).messages


def test_a_column_more_of_a_table_of_spark_is_a_fault(spark_tables: SparkTables, kept_tables: SparkTables) -> None:
    out = spark_tables.copied(kept_tables.schema)
    assert api.verify(out, db=spark_tables.db).holds
    spark_tables.run(f"ALTER TABLE {out} ADD COLUMNS (name STRING)")
    answer = api.verify(out, db=spark_tables.db)
    assert answer.messages == (UNCHECKED + "1 column",) and answer.unchecked == ("column name",)


def test_what_lies_in_a_folder_of_spark_is_looked_at(spark: SparkPlace) -> None:
    """Whether Spark or DuckDB reads it, each of which takes other files for data."""
    out, options = spark.out(), SourceOptions(db=spark.db)
    api.anonymize_km(spark.put(table_of(DATA)), out, k=2, m=1, options=options)
    assert not faults(spark, out)
    folder = Path(out)
    (part,) = folder.glob("part-*")
    for name in (".Mary.parquet", "_Mary", "Mary.snappy", f"{part.stem}.PARQUET"):
        shutil.copy(part, folder / name)
        assert UNCHECKED + "1 entry of its folder" in faults(spark, out)
        (folder / name).unlink()
    (folder / f".{part.name}.crc").write_bytes(b"crc\0\0\0\2\0Mary has HIV")
    assert api.verify(out).messages == (UNCHECKED + "1 entry of its folder",)
    (folder / f".{part.name}.crc").unlink()
    assert not faults(spark, out)
    (folder / "x=1").mkdir()
    shutil.copy(part, folder / "x=1")
    assert UNCHECKED + "1 entry of its folder" in faults(spark, out)


def faults(spark: SparkPlace, out: str) -> set[str]:
    """Return what is wrong with a release by Spark and by DuckDB; nothing where both find nothing."""
    here, there = api.verify(out).messages, api.verify(out, db=spark.db).messages
    assert bool(here) is bool(there)
    return {*here} & {*there}


def test_labels_that_spark_cuts_in_its_indexes_are_those_of_rows(spark: SparkPlace) -> None:
    records = [["é" * 60 + one, "short"] for one in "aabbcc"]
    out = spark.out()
    api.anonymize_km(spark.put(table_of(records)), out, k=2, m=1, options=SourceOptions(db=spark.db))
    assert not faults(spark, out)
