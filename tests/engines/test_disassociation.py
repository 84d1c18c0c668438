"""Disassociation in warehouses: with the same seed the same release as DuckDB writes, checked where it stands."""

from collections.abc import Callable, Iterable
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


@pytest.mark.parametrize(("engine", "safe"), [("postgres", False), ("postgres", True), ("spark", True)])
def test_a_release_is_that_of_duckdb(
    request: pytest.FixtureRequest, tmp_path: Path, fetched_alike: Callable[..., Any], engine: str, *, safe: bool
) -> None:
    """In Spark only where items are covered at first: that takes all the steps of a plain release, and more."""
    place: Place = request.getfixturevalue(engine)
    table, options = table_of(COVERED if safe else RECORDS), SourceOptions(db=place.db)
    if safe:
        api.anonymize_disassociation(table, tmp_path / "plain", k=2, m=2, cluster_size=6, seed="the same")
        assert api.audit_disassociation(tmp_path / "plain")["by_check"]["cover"] == 6
    asked = {"k": 2, "m": 2, "cluster_size": 6, "safe": True} if safe else ASKED

    def checked(one: Place) -> str:
        name = same(one, tmp_path, table, **asked)
        answer = api.verify(name, db=one.db)
        assert answer.holds and answer.checks["sha256_matches"], answer.messages
        return name

    name = fetched_alike(place, checked)
    audit = api.audit_disassociation(name, db=place.db)
    assert audit == api.audit_disassociation(tmp_path / "reference")
    assert not safe or audit["by_check"]["cover"] == 0
    there = api.utility(place.put(table), name, seed="a", options=options)
    assert there == pytest.approx(api.utility(table, tmp_path / "reference", seed="a"))


def test_a_release_is_not_written_over_anything(postgres: PostgresPlace) -> None:
    source, name, options = postgres.put(table_of(RECORDS[:30])), out(postgres), SourceOptions(db=postgres.db)
    asked: dict[str, Any] = {**ASKED, "refine": False, "options": options}
    api.anonymize_disassociation(source, name, **asked)
    before = postgres.tables()
    with pytest.raises(BadDestination, match="already exists"):
        api.anonymize_disassociation(source, name, **asked)
    api.anonymize_disassociation(source, name, overwrite=True, **{**asked, "k": 4})
    assert api.verify(name, db=postgres.db).parameters["k"] == 4
    assert postgres.tables() == before


def test_a_folder_of_spark_is_replaced_when_asked_for_and_verified_without_spark(
    spark: SparkPlace, tmp_path: Path
) -> None:
    """Random datasets, one after the other into the same folder: a release takes Spark a quarter of a minute.

    Two of the hundred in CI, all with SETANON_EXAMPLES=5000.
    """
    first, *others = (seed for seed in sorted({0, 50, *share(100, 2)}) if len(drawn(seed)[0]) >= drawn(seed)[1])
    name, before = hundred(spark, tmp_path, [first])[0], released(spark)
    with pytest.raises(BadDestination, match="already exists"):
        hundred(spark, tmp_path, [first], name)
    assert api.verify(name, db=spark.db).parameters["k"] == drawn(first)[1]
    hundred(spark, tmp_path, others, name, overwrite=True)
    assert released(spark) == before
    answer = api.verify(name)
    assert answer.holds and answer.checks["sha256_matches"], answer.messages
    assert answer.parameters["k"] == drawn(others[-1])[1] != drawn(first)[1]
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


def released(place: Place) -> set[str]:
    """What there is besides sources."""
    return {name for name in place.tables() if not name.startswith("source")}


def hundred(place: Place, folder: Path, seeds: Iterable[int], name: str = "", *, overwrite: bool = False) -> list[str]:
    """Release those of the hundred datasets, compare them with the releases of DuckDB, and return their names."""
    return [
        same(place, folder, table_of(records), name, overwrite=overwrite, k=k, m=m or 2, cluster_size=k + 3)
        for records, k, m in map(drawn, seeds)
        if len(records) >= k
    ]
