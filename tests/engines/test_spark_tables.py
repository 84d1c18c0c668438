"""A release as tables of Spark's catalog: all of it, or nothing, or what stood there before."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from setanon_sql import api
from setanon_sql.engine import open_warehouse
from setanon_sql.engine.spark.engine import SparkEngine
from setanon_sql.errors import BadDestination, SetanonError
from setanon_sql.layout import LONG, PIECES
from setanon_sql.release import WarehouseDestination, WriteOptions, check_in
from setanon_sql.sources import SourceOptions
from tests.engines import runs
from tests.engines.folder_runs import COLUMNS
from tests.engines.places import DuckDBPlace, SparkTables, table_of
from tests.papers.running_example import DATA

OPTIONS = SourceOptions(db="spark:local")


def test_a_table_holds_the_release_of_duckdb(kept_tables: SparkTables, tmp_path: Path) -> None:
    runs.is_same(kept_tables.told, runs.reference(tmp_path, table_of(DATA), k=2, m=2, all_of_it=False))
    assert kept_tables.tables() == {"source_1", "safe", "safe_manifest"}
    measured = api.utility("kept.source_1", "kept.safe", options=SourceOptions(db=kept_tables.db))
    assert {name: measured[name] for name in kept_tables.told.measures.expected} == kept_tables.told.measures


def test_tables_with_a_prefix_hold_a_disassociated_release_and_replace_another(
    spark_tables: SparkTables, tmp_path: Path
) -> None:
    """The other one DuckDB made: copied, it is one of the catalog. Few queries: all are in test_disassociation."""
    table, there = table_of(DATA), DuckDBPlace(tmp_path)
    asked: dict[str, Any] = {"k": 2, "m": 2, "cluster_size": 4, "refine": False, "seed": "the same"}
    here: dict[str, Any] = {**asked, "overwrite": True, "options": SourceOptions(db=there.db)}
    given = there.put(table)
    api.anonymize_disassociation(given, "apart", **here | {"k": 3})
    for name in [*COLUMNS, "manifest"]:
        spark_tables.put(there.table(f"apart_{name}"), f"apart_{name}")
    source = spark_tables.put(table)
    before = spark_tables.tables()
    with pytest.raises(BadDestination, match="already exists"):
        api.anonymize_disassociation(source, "marts.apart", options=OPTIONS, **asked)
    made = api.anonymize_disassociation(source, "marts.apart", options=OPTIONS, overwrite=True, **asked)
    assert spark_tables.tables() == before
    wanted = api.anonymize_disassociation(given, "apart", **here)
    assert sorted(made.manifest["sha256"].values()) == sorted(wanted.manifest["sha256"].values())
    for name in COLUMNS:
        rows = spark_tables.run(f"SELECT {COLUMNS[name]} FROM marts.apart_{name}")
        columns = there.table(f"apart_{name}").select(COLUMNS[name].split(", ")).to_pydict().values()
        assert sorted(map(str, rows)) == sorted(map(str, zip(*columns, strict=True)))
    answer = api.verify("marts.apart", db=spark_tables.db)
    assert answer.holds and answer.checks["sha256_matches"] and answer.parameters["k"] == 2, answer.messages


def test_a_release_is_replaced_only_when_asked_for(spark_tables: SparkTables, kept_tables: SparkTables) -> None:
    source = spark_tables.put(table_of(DATA))
    assert spark_tables.copied(kept_tables.schema) == "marts.safe"
    before = spark_tables.tables()
    with pytest.raises(BadDestination, match="already exists"):
        api.anonymize_km(source, "marts.safe", k=2, m=1, options=OPTIONS)
    with pytest.raises(BadDestination, match="also what is read"):
        api.anonymize_km(source, source, k=2, m=1, overwrite=True, options=OPTIONS)
    api.anonymize_km(source, "marts.safe", k=3, m=1, overwrite=True, options=OPTIONS)
    answer = api.verify("marts.safe", db=spark_tables.db)
    assert answer.holds and answer.parameters == {"k": 3, "m": 1}
    assert spark_tables.tables() == before


@pytest.mark.each_time
@pytest.mark.parametrize("overwrite", [False, True])
@pytest.mark.parametrize("how", ["the data cannot be written", "a statement fails", "the user stops it"])
def test_tables_that_fail_half_way_change_nothing(
    spark_tables: SparkTables, monkeypatch: pytest.MonkeyPatch, how: str, overwrite: bool
) -> None:
    """The last of two tables fails, while it is written or before, where there are old ones and where there are not."""
    with open_warehouse(spark_tables.db) as engine:
        assert isinstance(engine, SparkEngine)
        rows = engine.load("rows", {"position": int, "record_id": int, "item": str}, [[1, 2], [1, 2], ["a", "b"]])
        made = {
            "safe_manifest": ("release/tables/table_manifest", {"manifest": "{}"}),
            "safe": (QUERY, {"shaped": rows}),
        }
        if overwrite:
            engine.publish(["marts"], made, list)
        before = spark_tables.tables()
        with monkeypatch.context() as broken:
            break_(broken, how)
            with pytest.raises((SetanonError, KeyboardInterrupt)):
                broken_one = made | {"safe_manifest": (QUERY, {"shaped": rows})}
                engine.publish(["marts"], broken_one, lambda: list(made) if overwrite else [])
        assert spark_tables.tables() == before
        assert not overwrite or spark_tables.run("SELECT manifest FROM marts.safe_manifest") == [("{}",)]
        engine.publish(["marts"], made, lambda: list(made) if overwrite else [])
        assert spark_tables.tables() == {"safe", "safe_manifest"}
        assert spark_tables.read("marts.safe") == [(1, "a"), (2, "b")]


QUERY = "release/tables/table_rows"


def break_(monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    """Let the second query of rows fail."""
    execute, asked = SparkEngine.execute, list[str]()

    def broken(engine: SparkEngine, name: str, text: str) -> Any:
        asked.append(name)
        if asked.count(QUERY) < 2 or name != QUERY:
            return execute(engine, name, text)
        if how == "the user stops it":
            raise KeyboardInterrupt
        failing = "1 / 0" if how == "the data cannot be written" else "no_such_column"
        return execute(engine, name, f"SELECT *, {failing} AS more FROM ({text}) AS rows")

    monkeypatch.setattr(SparkEngine, "execute", broken)


def test_a_catalog_that_forgets_is_refused_before_the_work(
    spark_tables: SparkTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of a Spark which ends with the program; another catalog may last longer."""
    with open_warehouse(spark_tables.db) as engine, monkeypatch.context() as owned:
        assert isinstance(engine, SparkEngine)
        owned.setattr(engine, "_opened", replace(engine._opened, is_own=True))
        place = WarehouseDestination(spark_tables.db, "marts.safe")
        for shape in (LONG, PIECES):
            with pytest.raises(BadDestination, match="forgets its tables"):
                check_in(engine, place, WriteOptions(seed="1"), shape)
        engine.check_lasting(["lake", "marts"])
    assert spark_tables.tables() == set()
