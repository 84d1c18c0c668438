"""Disassociation in warehouses: with the same seed the same release as DuckDB writes, checked where it stands."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from setanon_sql import api
from setanon_sql.errors import BadDestination, BadInput
from setanon_sql.query.steps import steps
from setanon_sql.sources import SourceOptions
from tests.engines.drawn import drawn, share
from tests.engines.folder_runs import ASKED, RECORDS, out, same
from tests.engines.places import Place, PostgresPlace, SparkPlace, table_of
from tests.engines.runs import asked_queries

#: Items are covered at first: a safe release of it asks all that a plain release asks, and more.
COVERED = drawn(6)[0]
#: Many hold a sensitive item, and some nothing else.
DIVERSE = [*RECORDS, *([{"a"}] * 40), *([{"d"}] * 20), *([{"a", "d"}] * 20)]
SECRET: dict[str, Any] = {**ASKED, "sensitive": ["a", "d"]}
SAFE: dict[str, Any] = {"k": 2, "m": 2, "cluster_size": 6, "safe": True}
OF_PERSONS: dict[str, Any] = {**SAFE, "m": 3, "person": "who", "sensitive": ["a"]}


@pytest.mark.parametrize("safe", [False, True])
def test_a_release_is_that_of_duckdb(postgres: PostgresPlace, tmp_path: Path, *, safe: bool) -> None:
    table, options = table_of(COVERED if safe else RECORDS), SourceOptions(db=postgres.db)
    name = same(postgres, tmp_path, table, **(SAFE if safe else ASKED))
    answer = api.verify(name, db=postgres.db)
    assert answer.holds and answer.checks["sha256_matches"], answer.messages
    audit = api.audit_disassociation(name, db=postgres.db)
    assert audit == api.audit_disassociation(tmp_path / "reference")
    assert not safe or audit["by_check"]["cover"] == 0
    there = api.utility(postgres.put(table), name, seed="a", options=options)
    assert there == pytest.approx(api.utility(table, tmp_path / "reference", seed="a"))


def test_a_folder_of_spark_is_that_of_duckdb_and_replaces_another(
    spark: SparkPlace, tmp_path: Path, fetched_alike: Callable[..., Any]
) -> None:
    """One release, for it takes Spark half a minute. It is verified without Spark, and audited and measured there."""
    table, name = table_of(COVERED), out(spark)
    api.anonymize_disassociation(table, name, **ASKED)
    before, given = released(spark), {**SAFE, "options": SourceOptions(db=spark.db)}
    with pytest.raises(BadDestination, match="already exists"):
        api.anonymize_disassociation(spark.put(table), name, **given)
    fetched_alike(spark, lambda one: same(one, tmp_path, table, name if one is spark else "", overwrite=True, **SAFE))
    assert released(spark) == before
    answer, audit = api.verify(name), api.audit_disassociation(name, db=spark.db)
    assert answer.holds and answer.checks["sha256_matches"], answer.messages
    assert answer.parameters["k"] == SAFE["k"] != ASKED["k"]
    assert audit == api.audit_disassociation(name) and audit["satisfied"] and audit["by_check"]["cover"] == 0
    there = api.utility(spark.put(table), name, seed="a", options=given["options"])
    assert there == pytest.approx(api.utility(table, tmp_path / "reference", seed="a"))
    (part, *_) = Path(name, "terms.parquet").glob("*.parquet")
    part.unlink()
    strange, unread = api.verify(name).messages[-2:]  # its checksums are still there
    assert strange.endswith("1 entry of its folder") and "terms.parquet of the release cannot be read" in unread


def test_a_safe_release_asks_all_that_a_plain_one_asks(tmp_path: Path) -> None:
    """So that Spark is asked each query of disassociation by the release above; what it covers is covered at first."""
    asked = []
    for records, how in ((COVERED, SAFE), (RECORDS, ASKED)):
        with asked_queries() as queries:
            api.anonymize_disassociation(table_of(records), tmp_path / "safe", overwrite=True, seed="the same", **how)
        asked.append(queries)
    assert asked[0] >= asked[1]
    api.anonymize_disassociation(table_of(COVERED), tmp_path / "plain", **SAFE | {"safe": False}, seed="the same")
    assert api.audit_disassociation(tmp_path / "plain")["by_check"]["cover"] == 6


def test_few_hold_a_sensitive_item_on_postgresql(postgres: PostgresPlace, tmp_path: Path) -> None:
    assert_few_hold(postgres, tmp_path)


def test_few_hold_a_sensitive_item_on_spark(spark: SparkPlace, tmp_path: Path) -> None:
    assert_few_hold(spark, tmp_path)


def assert_few_hold(place: Place, folder: Path) -> None:
    """The release is DuckDB's, so that the ledger of that one tells who holds what: checked by the engine, too."""
    table, ledger = table_of(DIVERSE), folder / "ledger.parquet"
    name = same(place, folder, table, **SECRET)
    api.anonymize_disassociation(table, folder / "again", seed="the same", ledger=ledger, **SECRET)
    alone = api.verify(name, db=place.db)
    assert not alone.messages and not alone.complete
    given: dict[str, Any] = {"sensitive": SECRET["sensitive"], "options": SourceOptions(db=place.db)}
    answer = api.verify(name, db=place.db, source=place.put(table), ledger=ledger, **given)
    assert answer.holds and answer.checks["diversity"] == 0, (answer.messages, answer.not_checked)


def test_these_records_ask_all_that_diversity_asks(tmp_path: Path) -> None:
    """So that the other engines are asked it above."""
    asked = {one.name for step in steps() if step.name == "disassociation/diversity" for one in step.templates}
    with asked_queries() as queries:
        release = api.anonymize_disassociation(table_of(DIVERSE), tmp_path / "r", seed="the same", **SECRET)
    assert queries >= asked, asked - queries
    assert all(release.utility[name] for name in ("moved_records", "sensitive_suppressed"))


def of_persons() -> pa.Table:
    """Records with their persons: a third are of one person, and of twelve equal ones the first nine."""
    table = table_of([*COVERED, *[{"z"}] * 12])
    persons = [1 if at % 3 == 0 else at % 11 + 2 for at in range(len(COVERED))] + [1] * 9 + [2, 3, 4]
    return table.append_column("who", pa.array([persons[at - 1] for at in table["record_id"].to_pylist()], pa.int64()))


def test_k_persons_on_postgresql(postgres: PostgresPlace, tmp_path: Path) -> None:
    assert_of_persons(postgres, tmp_path)


def test_k_persons_on_spark(spark: SparkPlace, tmp_path: Path) -> None:
    assert_of_persons(spark, tmp_path)


def assert_of_persons(place: Place, folder: Path) -> None:
    """The release is DuckDB's, so that the ledger of that one tells whose its pieces are: the engine recounts them."""
    table, ledger = of_persons(), folder / "ledger.parquet"
    name = same(place, folder, table, **OF_PERSONS)
    api.anonymize_disassociation(table, folder / "again", seed="the same", ledger=ledger, **OF_PERSONS)
    alone = api.verify(name, db=place.db)
    assert not alone.messages and not alone.complete
    given: dict[str, Any] = {"person": "who", "sensitive": ["a"], "options": SourceOptions(db=place.db)}
    answer = api.verify(name, db=place.db, source=place.put(table), ledger=ledger, **given)
    assert answer.holds and answer.checks["chunk_persons"] == 0, (answer.messages, answer.not_checked)


def test_these_records_ask_all_that_persons_ask(tmp_path: Path) -> None:
    """So that the other engines are asked it above."""
    rooms = ("disassociation/persons_", "verify/pieces_persons")
    asked = {one.name for step in steps() if step.name.startswith(rooms) for one in step.templates}
    ledger, out = tmp_path / "ledger.parquet", tmp_path / "r"
    table = of_persons()
    with asked_queries() as queries:
        api.anonymize_disassociation(table, out, seed="the same", ledger=ledger, **OF_PERSONS)
        api.verify(out, source=table, person="who", sensitive=["a"], ledger=ledger)
    assert queries >= asked, asked - queries


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
    for records, k, m in map(drawn, range(10 * tens, 10 * tens + 10)):
        if len(records) >= k:
            same(postgres, tmp_path, table_of(records), k=k, m=m or 2, cluster_size=k + 3)


def released(place: Place) -> set[str]:
    """What there is besides sources."""
    return {name for name in place.tables() if not name.startswith("source")}
