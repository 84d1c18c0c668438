"""Disassociation in warehouses: with the same seed the same release as DuckDB writes, checked where it stands."""

from pathlib import Path
from typing import Any

import pytest

from setanon_sql import api
from setanon_sql.errors import BadDestination, BadInput
from setanon_sql.sources import SourceOptions
from tests.engines.drawn import drawn, share
from tests.engines.folder_runs import ASKED, RECORDS, out, same
from tests.engines.places import Place, PostgresPlace, SparkPlace, table_of

COVERED = drawn(6)[0]


@pytest.fixture(params=["postgres", "spark"])
def warehouse(request: pytest.FixtureRequest) -> Place:
    found: Place = request.getfixturevalue(request.param)
    return found


@pytest.mark.parametrize(("engine", "safe"), [("postgres", False), ("postgres", True), ("spark", True)])
def test_a_release_is_that_of_duckdb(
    request: pytest.FixtureRequest, tmp_path: Path, engine: str, *, safe: bool
) -> None:
    """In Spark only where items are covered at first: that takes all the steps of a plain release, and more."""
    place: Place = request.getfixturevalue(engine)
    table, options = table_of(COVERED if safe else RECORDS), SourceOptions(db=place.db)
    if safe:
        api.anonymize_disassociation(table, tmp_path / "plain", k=2, m=2, cluster_size=6, seed="the same")
        assert api.audit_disassociation(tmp_path / "plain")["by_check"]["cover"] == 6
    asked = {"k": 2, "m": 2, "cluster_size": 6, "safe": True} if safe else ASKED
    name = same(place, tmp_path, table, **asked)
    answer = api.verify(name, db=place.db)
    assert answer.holds and answer.checks["sha256_matches"], answer.messages
    audit = api.audit_disassociation(name, db=place.db)
    assert audit == api.audit_disassociation(tmp_path / "reference")
    assert not safe or audit["by_check"]["cover"] == 0
    there = api.utility(place.put(table), name, seed="a", options=options)
    assert there == pytest.approx(api.utility(table, tmp_path / "reference", seed="a"))


def test_a_release_is_not_written_over_anything(warehouse: Place) -> None:
    source, name, options = warehouse.put(table_of(RECORDS[:30])), out(warehouse), SourceOptions(db=warehouse.db)
    asked: dict[str, Any] = {**ASKED, "refine": False, "options": options}
    api.anonymize_disassociation(source, name, **asked)
    before = warehouse.tables()
    with pytest.raises(BadDestination, match="already exists"):
        api.anonymize_disassociation(source, name, **asked)
    api.anonymize_disassociation(source, name, overwrite=True, **{**asked, "k": 4})
    assert api.verify(name, db=warehouse.db).parameters["k"] == 4
    assert warehouse.tables() == before


def test_a_folder_of_spark_is_verified_without_spark(spark: SparkPlace) -> None:
    source, options = spark.put(table_of(RECORDS[:30])), SourceOptions(db=spark.db)
    name, other = out(spark), spark.out()
    api.anonymize_disassociation(source, name, **ASKED, refine=False, options=options)
    api.anonymize_km(source, other, k=3, m=1, options=options)
    for one in (name, other):
        answer = api.verify(one)
        assert answer.holds and answer.checks["sha256_matches"], answer.messages
    assert api.audit_disassociation(name)["satisfied"]
    (part, *_) = Path(name, "terms.parquet").glob("*.parquet")
    part.unlink()
    with pytest.raises(BadInput, match=r"terms\.parquet of the release cannot be read"):
        api.verify(name)


def test_a_changed_release_does_not_verify(postgres: PostgresPlace) -> None:
    source, name = postgres.put(table_of(RECORDS)), out(postgres)
    api.anonymize_disassociation(source, name, **ASKED, options=SourceOptions(db=postgres.db))
    postgres.run(f"DELETE FROM {name}_terms WHERE item = (SELECT min(item) FROM {name}_terms)")
    answer = api.verify(name, db=postgres.db)
    assert not answer.holds and not answer.checks["sha256_matches"]
    with pytest.raises(BadInput, match="no disassociated release"):
        api.audit_disassociation("tests.nothing", db=postgres.db)
    with pytest.raises(BadDestination, match="tables, not files"):
        api.anonymize_disassociation(source, "some/folder", **ASKED, options=SourceOptions(db=postgres.db))


@pytest.mark.parametrize("tens", share(10))
def test_random_datasets(postgres: PostgresPlace, tmp_path: Path, tens: int) -> None:
    hundred(postgres, tmp_path, range(10 * tens, 10 * tens + 10))


@pytest.mark.parametrize("seed", share(100, 2))
def test_random_datasets_on_spark(spark: SparkPlace, tmp_path: Path, seed: int) -> None:
    """One by one, which takes Spark many minutes: two of the hundred in CI, all with SETANON_EXAMPLES=5000."""
    hundred(spark, tmp_path, range(seed, seed + 1))


def hundred(place: Place, folder: Path, seeds: range) -> None:
    """Release those of the hundred datasets."""
    for seed in seeds:
        records, k, m = drawn(seed)
        if len(records) >= k:
            same(place, folder, table_of(records), k=k, m=m or 2, cluster_size=k + 3)
