"""Which persons are at risk, and where, against brute force: smallest threats, categories, a k for each size, pages."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.audit.who import Categories, Who
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.km import words as km_words
from setanon_sql.models.km.audit import audit_km, audit_km_by_size
from setanon_sql.models.km.options import KmExtras
from setanon_sql.models.km.parameters import KmAnonymity, KmBySize
from tests import lent
from tests.data import dataset_of
from tests.report.pages import Page
from tests.strategies import baskets, examples

Records = list[set[str]]
persons_of = st.lists(st.integers(1, 3), min_size=12, max_size=12)


def with_persons(engine: DuckDBEngine, data: Records, persons: Sequence[int]) -> Dataset:
    dataset: Dataset = dataset_of(engine, data)
    numbers = sorted(set(persons))
    places = [numbers.index(person) + 1 for person in persons]
    table = engine.load("persons", {"record_id": int, "person": int}, [[*range(1, len(data) + 1)], places])
    texts = [f"p{person}" for person in numbers]
    names = engine.load("names", {"person": int, "source_person": str}, [[*range(1, len(numbers) + 1)], texts])
    return replace(dataset, persons=table, n_persons=len(numbers), person_names=names)


def behind(data: Records, persons: Sequence[int], known: frozenset[str]) -> set[int]:
    return {person for record, person in zip(data, persons, strict=True) if known <= record}


def threats_of(data: Records, persons: Sequence[int], k: int, m: int) -> dict[frozenset[str], int]:
    """The minimal threats by persons, with the persons who hold them."""
    itemsets = {
        frozenset(some) for record in data for size in range(1, m + 1) for some in combinations(sorted(record), size)
    }
    return {
        x: len(behind(data, persons, x))
        for x in itemsets
        if len(behind(data, persons, x)) < k and all(len(behind(data, persons, x - {y})) >= k for y in x if len(x) > 1)
    }


@given(baskets.filter(any), persons_of, st.integers(2, 3), st.integers(1, 3))
@examples(60)
def test_the_smallest_threat_of_each_record_and_its_person(data: Records, who: list[int], k: int, m: int) -> None:
    data = [record for record in data if record][:12]
    persons = who[: len(data)]
    threats = threats_of(data, persons, k, m)
    expected = {}
    for number, record in enumerate(data, 1):
        held = [(len(x), n) for x, n in threats.items() if x <= record]
        if held:
            expected[str(number)] = (f"p{persons[number - 1]}", *min(held))
    with lent.engine() as engine:
        source = with_persons(engine, data, persons)
        collected = Who(engine, records=True, persons=source.persons)
        audit_km(source, KmAnonymity(k, m), who=collected)
        if "found" in collected.tables:
            table = collected.worst(source, "sets/who/smallest_threats_of_persons")
            rows = engine.execute("test", f"SELECT * FROM {table.expression().sql('duckdb')}").fetchall()
        else:
            rows = []
    assert {name: tuple(more) for name, *more in rows} == expected
    assert len(rows) == len(expected)


@given(baskets.filter(any), persons_of, st.integers(2, 3), st.integers(1, 3))
@examples(60)
def test_the_risk_by_category_counts_persons(data: Records, who: list[int], k: int, m: int) -> None:
    data = [record for record in data if record][:12]
    persons = who[: len(data)]
    threats = threats_of(data, persons, k, m)
    with lent.engine() as engine:
        source = with_persons(engine, data, persons)
        labels = sorted({item for record in data for item in record})
        rows = engine.rows("taxonomy/nodes/labels", items=source.items)
        half = {label: 1 + at % 2 for at, label in enumerate(labels)}
        columns = [[item for item, _ in rows], [half[label] for _, label in rows]]
        categories = Categories(engine.load("categories", {"item": int, "category": int}, columns), ("odd", "even"))
        found = audit_km(
            source, KmAnonymity(k, m), who=Who(engine, categories=categories, persons=source.persons)
        ).by_category
    for one in found:
        of_category = [x for x in threats if any(half[item] == one.category for item in x)]
        hit = [p for record, p in zip(data, persons, strict=True) if any(x <= record for x in of_category)]
        assert (one.records_at_risk, one.persons_at_risk, one.threats) == (len(hit), len(set(hit)), len(of_category))
    assert {one.category for one in found} == {half[item] for x in threats for item in x}


@pytest.mark.slow
@given(baskets.filter(any), persons_of, st.lists(st.integers(2, 3), min_size=1, max_size=3))
@examples(60)
def test_a_k_for_each_size_counts_persons(data: Records, who: list[int], ks: list[int]) -> None:
    data = [record for record in data if record][:12]
    persons = who[: len(data)]
    with lent.engine() as engine:
        found = audit_km_by_size(with_persons(engine, data, persons), KmBySize(tuple(ks)))
    hit: set[int] = set()
    for one in found.sizes:
        long = [at for at, record in enumerate(data) if len(record) >= one.size]
        threats = threats_of(data, persons, one.k, one.size)
        hit |= {at for at in long if any(x <= data[at] for x in threats)}
        assert one.threats == sum(any(x <= data[at] for at in long) for x in threats)
        assert (one.at_risk, one.persons_at_risk) == (len(hit), len({persons[at] for at in hit}))
    assert found.persons == len(set(persons))


#: Whole records of two items are what is drawn: of three persons, of two, of one.
PAIRS = pd.DataFrame(
    [(at, who, item) for at, (who, pair) in enumerate(
        [("ann", "ab"), ("bob", "ab"), ("cat", "ab"), ("ann", "cd"), ("ann", "cd"), ("bob", "cd"), ("cat", "ef"),
         ("cat", "ef"), ("cat", "ef")], 1) for item in pair],
    columns=["record_id", "who", "item"],
)  # fmt: skip


@pytest.mark.parametrize(("k", "below"), [(2, 3), (3, 6), (4, 9)])
def test_the_average_case_counts_persons(k: int, below: int) -> None:
    found = api.audit_km(PAIRS, k=k, m=2, person="who", extras=KmExtras(average=100)).average
    assert found
    assert (found.sampled, found.below_k) == (9, below)


@pytest.mark.slow
def test_each_record_each_person_is_the_average_case_of_records() -> None:
    rows = PAIRS.assign(who=PAIRS["record_id"])
    for k in (2, 3, 4):
        extras = KmExtras(average=5, seed="7")
        of_persons = api.audit_km(rows, k=k, m=2, person="who", extras=extras).average
        assert of_persons == api.audit_km(rows, k=k, m=2, extras=extras).average


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_the_list_names_record_and_person(tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"risk.{ending}"
    for _ in range(2):
        api.audit_km(PAIRS, k=2, m=2, person="who", records_out=out, overwrite=out.exists())
    rows = duckdb.sql(f"SELECT record_id::int AS record_id, who, size, persons FROM '{out}' ORDER BY 1").fetchall()
    assert rows == [(7, "cat", 1, 1), (8, "cat", 1, 1), (9, "cat", 1, 1)]


def page_of(folder: Path, **options: Any) -> str:
    api.audit_km(PAIRS, k=3, m=2, report=folder / "page.html", overwrite=True, extras=KmExtras(unicity=True), **options)
    return Page((folder / "page.html").read_text(encoding="utf-8")).words


@pytest.mark.slow
def test_a_page_speaks_of_persons_or_says_that_it_does_not(tmp_path: Path) -> None:
    words = page_of(tmp_path, person="who")
    assert "may find records of fewer than 3 persons" in words
    assert "100.0 % 3 of 3" in words  # at risk: ann and bob by c, cat by e
    assert "33.3 % 1 of 3" in words  # singled out: cat
    assert "those that match may all be of one person" not in words
    words = page_of(tmp_path)
    assert "may find fewer than 3 records" in words
    assert "those that match may all be of one person" in words
    assert 'person="who" counts persons' in words


def test_words_for_a_terminal() -> None:
    audit = api.audit_km(PAIRS, k=3, m=2, person="who", extras=KmExtras(average=9))
    assert "66.67 % are held by records of fewer than 3 persons" in km_words.in_words(audit)
    by_size = km_words.in_words_by_size(api.audit_km_by_size(PAIRS, ks=[2, 3], person="who"))
    assert "9 records of 3 persons" in by_size
    assert "persons at risk" in by_size
