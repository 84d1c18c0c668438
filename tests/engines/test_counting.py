"""Counting by parts, and with first words apart, on every engine: equal to brute force."""

import pyarrow as pa
import pytest

from setanon_sql import api
from setanon_sql.counting import mine, mining, parts
from setanon_sql.dataset import PersonHint
from setanon_sql.engine import Engine, open_warehouse
from setanon_sql.query.templates import all_rows
from setanon_sql.sources import SourceOptions, open_source
from tests import lent
from tests.data import skewed
from tests.engines.drawn import drawn
from tests.engines.places import Place, PostgresPlace, SparkPlace, table_of
from tests.oracle import km

SENSITIVE = pa.table({"item": ["c", "d"]})
RECORDS = [frozenset(record) for seed in range(4) for record in drawn(seed)[0]]


def audited(place: Place, k: int, m: int) -> tuple[list[int], list[int]]:
    found = api.audit_km(place.put(table_of(RECORDS)), k=k, m=m, options=SourceOptions(db=place.db))
    return list(found.threats_by_size().values()), list(found.at_risk_by_size().values())


def expected(k: int, m: int) -> tuple[list[int], list[int]]:
    threats = km.minimal_threats(RECORDS, k, m)
    sizes = range(1, m + 1)
    return [sum(len(t) == size for t in threats) for size in sizes], [
        km.records_at_risk(RECORDS, threats, size) for size in sizes
    ]


def test_parts(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Spark is asked for m = 3 only, where it gets all that m = 2 takes, and more."""
    monkeypatch.setattr(mining, "joins_pay", lambda *_: True)
    monkeypatch.setattr(parts.Partition, "by_memory", lambda *_: parts.Partition(20, 10))
    for m in (3,) if isinstance(place, SparkPlace) else (2, 3):
        assert audited(place, 5, m) == expected(5, m)


def test_first_words(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mining, "MANY", 0)
    assert audited(place, 5, 4) == expected(5, 4)


def listed(engine: Engine, source: object) -> list[tuple[int, int, list[tuple[int, ...]]]]:
    """Sizes with their generators, and the threats with their supports."""
    transactions = open_source(engine, source).transactions
    found = []
    for level in mine(engine, transactions, 60, 4, keep=True):
        assert level.items
        found.append((level.size, level.generators, sorted(engine.rows(all_rows(level.items)))))
    return found


def test_long_heads(postgres: PostgresPlace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Items of hundreds of records: sets have bits in some of the words that PostgreSQL takes as one, or beyond."""
    monkeypatch.setattr(mining, "MANY", 0)
    monkeypatch.setattr(mining, "joins_pay", lambda *_: False)
    records, _ = skewed(5, items=16, records=3000, longest=8, flat=1)
    data = table_of([sorted(record) for record in records if len(record) > 3])
    with lent.engine() as engine:
        expected = listed(engine, data)
    with open_warehouse(postgres.db) as engine:
        assert listed(engine, postgres.put(data)) == expected
        asked = {statement.name for statement in engine.trace.statements}
    assert {"counting/larger_sets/heads", "counting/larger_sets/narrow"} <= asked
    assert sum(bool(threats) for _, _, threats in expected) > 2


def test_persons(place: Place) -> None:
    """Threats by persons are those that DuckDB finds, by joins in parts (m = 3) and of any size (m = 4)."""
    data = table_of(RECORDS)
    data = data.append_column("who", pa.array([number % 40 for number in data["record_id"].to_pylist()]))
    table = place.put(data)
    for m in (4,) if isinstance(place, SparkPlace) else (2, 3, 4):
        here = api.audit_km(data, k=3, m=m, person="who")
        there = api.audit_km(table, k=3, m=m, person="who", options=SourceOptions(db=place.db))
        assert there.to_json() == here.to_json()
    assert api.audit_km(table, k=3, m=1, options=SourceOptions(db=place.db)).person_hint == PersonHint("who", 40)


def test_rules_of_persons(place: Place) -> None:
    """Rules by both shares are those that DuckDB finds: where they are counted only, and where they are listed."""
    data = table_of(RECORDS)
    data = data.append_column("who", pa.array([number % 40 for number in data["record_id"].to_pylist()]))
    table = place.put(data)
    for m, worst in [(2, 5)] if isinstance(place, SparkPlace) else [(2, 0), (3, 5), (None, 0)]:
        given = {"rho": "0.5", "m": m, "sensitive": SENSITIVE, "person": "who", "worst": worst}
        here = api.audit_rho(data, **given)
        there = api.audit_rho(table, options=SourceOptions(db=place.db), **given)
        assert there.to_json(show_values=True) == here.to_json(show_values=True)
        assert here.violations
