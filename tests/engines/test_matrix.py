"""One test, three engines: the same rows, and with the same seed the same release."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from setanon_sql import api
from setanon_sql.errors import BadDestination, BadInput
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy
from tests.engines.drawn import HOSTILE, TREE, drawn, share
from tests.engines.places import Place, PostgresPlace, SparkPlace, table_of
from tests.engines.runs import at, is_same, reference
from tests.oracle import km
from tests.papers.running_example import DATA, WITH_L

#: The same of Spark: elsewhere, where one release does for several tests.
beside_spark = pytest.mark.parametrize("place", ["duckdb", "postgres", "here"], indirect=True)


def test_the_running_example(place: Place, tmp_path: Path) -> None:
    """Its names are hard to sort, and kept; with m = 2: below, and on Spark in test_months."""
    asked: dict[str, Any] = {"k": 2, "m": None, "taxonomy": Taxonomy(WITH_L, "T"), "record_ids": "keep"}
    asked["all_of_it"] = not isinstance(place, SparkPlace)
    table = table_of(DATA, hostile()[1][: len(DATA)])
    told = at(place, table, **asked)
    assert {item for _, item in told.rows} == set("PfgMe")
    is_same(told, reference(tmp_path, table, **asked))


@beside_spark
def test_the_running_example_with_a_bound(place: Place, tmp_path: Path) -> None:
    asked = {"k": 2, "m": 2, "taxonomy": Taxonomy(WITH_L, "T")}
    is_same(at(place, table_of(DATA), **asked), reference(tmp_path, table_of(DATA), **asked))


def hostile() -> tuple[list[list[str]], list[str]]:
    """Records of labels that are hard to keep apart, and such names for them."""
    draw = random.Random(7)
    records = [draw.sample(HOSTILE, draw.randint(1, 6)) for _ in range(40)]
    return records, [f"{draw.choice(HOSTILE)}{at}" for at in range(40)]


@beside_spark
def test_ids_follow_bytes_not_the_locale(place: Place, tmp_path: Path) -> None:
    """Numbers: below, where the datasets that stand side by side are numbered from below zero. Spark: above."""
    table = table_of(*hostile())
    asked = {"k": 3, "m": 2, "record_ids": "keep", "all_of_it": False}
    is_same(at(place, table, **asked), reference(tmp_path, table, **asked))


def test_duplicates_collapse_and_missing_values_are_told_or_dropped(place: Place) -> None:
    ids, items = ["r", "r", "s", "s", None, "t", " ", "u"], ["x", "x", "x", None, "y", " ", "z", "y"]
    name = place.put(pa.table({"record_id": ids, "item": items}))
    with pytest.raises(BadInput, match="4 rows have an empty or missing item or no record id"):
        api.audit_km(name, k=2, m=1, options=SourceOptions(db=place.db))
    found = api.audit_km(name, k=2, m=1, options=SourceOptions(db=place.db, on_null="drop"))
    assert (found.records, found.rows) == (3, 3)
    assert found.threats_by_size() == {1: 1}


def test_wrong_names_are_told(place: Place) -> None:
    name = place.put(table_of(DATA))
    with pytest.raises(BadInput, match='no column "basket"'):
        api.audit_km(name, k=2, m=1, options=SourceOptions(db=place.db, record_id="basket"))
    with pytest.raises(BadInput, match=r"no (such )?(table|file)"):
        api.audit_km(f"{place.out()}", k=2, m=1, options=SourceOptions(db=place.db))


@beside_spark
def test_a_release_is_not_written_over_anything(place: Place) -> None:
    source, out, options = place.put(table_of(DATA)), place.out(), SourceOptions(db=place.db)
    with pytest.raises(BadDestination, match="also what is read"):
        api.anonymize_km(source, source, k=2, m=1, overwrite=True, options=options)
    api.anonymize_km(source, out, k=2, m=1, options=options)
    before = place.tables()
    with pytest.raises(BadDestination, match="already exists"):
        api.anonymize_km(source, out, k=2, m=1, options=options)
    api.anonymize_km(source, out, k=3, m=1, overwrite=True, options=options)
    assert api.verify(out, db=place.db).parameters == {"k": 3, "m": 1}
    assert place.tables() == before


@beside_spark
def test_a_changed_release_does_not_verify(place: Place) -> None:
    source, out = place.put(table_of(DATA)), place.out()
    api.anonymize_km(source, out, k=2, m=1, options=SourceOptions(db=place.db))
    assert api.verify(out, db=place.db).holds
    place.lose_a_record(out)
    answer = api.verify(out, db=place.db)
    assert not answer.holds and not answer.checks["sha256_matches"]


# -- random datasets


@pytest.mark.parametrize("tens", share(10))
def test_random_datasets(postgres: PostgresPlace, tmp_path: Path, tens: int) -> None:
    """Each by itself on PostgreSQL: twenty in CI, all hundred with SETANON_EXAMPLES=500.

    On Spark this would take an hour: see the test of all of them as one dataset.
    """
    for seed in range(10 * tens, 10 * tens + 10):
        records, k, m = drawn(seed)
        asked = {"k": k, "m": m, "taxonomy": TREE if seed % 2 else None, "all_of_it": False}
        is_same(at(postgres, table_of(records), **asked), reference(tmp_path, table_of(records), **asked))


def test_random_datasets_side_by_side(place: Place, tmp_path: Path, fetched_alike: Callable[..., Any]) -> None:
    """A hundred datasets with no item in common, and hostile labels, as one: its threats are those of each."""
    apart = [[{f"{seed:02}{item}" for item in record} for record in drawn(seed)[0]] for seed in range(100)]
    apart.append([set(record) for record in hostile()[0]])
    records = [record for dataset in apart for record in dataset]
    table, asked = table_of(records, range(-900, len(records) - 900)), {"k": 3, "m": 3, "record_ids": "keep"}
    told = fetched_alike(place, lambda one: at(one, table, **asked))
    wanted = [km.minimal_threats(dataset, 3, 3) for dataset in apart]
    assert {frozenset(itemset) for itemset, _ in told.audit["worst"]} == set().union(*wanted)
    at_risk = [sum(km.records_at_risk(*both, size) for both in zip(apart, wanted, strict=True)) for size in (1, 2, 3)]
    assert list(told.audit["records_at_risk_by_size"].values()) == at_risk
    is_same(told, reference(tmp_path, table, **asked))
