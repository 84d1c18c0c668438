"""At most so many records of each person, by lot, against the same done in plain Python; what is left out is told."""

from collections import Counter
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql import open as open_once
from setanon_sql.dataset import Dataset
from setanon_sql.errors import BadParameter
from setanon_sql.models.km import words as km_words
from setanon_sql.sources import SourceOptions, open_source
from tests import lent
from tests.strategies import examples

#: Ann has four records, bob two, cat one.
OWNERS = {1: "ann", 2: "ann", 3: "bob", 4: "ann", 5: "cat", 6: "bob", 7: "ann"}
HELD = {1: "ab", 2: "b", 3: "abc", 4: "d", 5: "a", 6: "c", 7: "bc"}
ROWS = pd.DataFrame(
    [(at, OWNERS[at], item) for at in OWNERS for item in HELD[at]], columns=["record_id", "who", "item"]
)
LISTS = pd.DataFrame({"who": [*OWNERS.values()], "item": [[*items] for items in HELD.values()]})


def read(engine: Any, dataset: Dataset) -> tuple[dict[str, str], dict[str, str], dict[str, int]]:
    """Whose each record is, the items of each, the support of each item, all by their names."""
    assert dataset.persons and dataset.person_names and dataset.record_ids
    tables = [dataset.record_ids, dataset.persons, dataset.person_names, dataset.transactions, dataset.items]
    ids, persons, names, rows, items = (table.expression().sql("duckdb") for table in tables)
    owners = f"SELECT source_id, source_person FROM {ids} JOIN {persons} USING (record_id) JOIN {names} USING (person)"
    held = (
        f"SELECT source_id, string_agg(label, '' ORDER BY label) FROM {ids} JOIN {rows} USING (record_id) "
        f"JOIN {items} USING (item) GROUP BY source_id"
    )
    supports = f"SELECT label, support FROM {items}"
    answers = [dict(engine.execute("test", text).fetchall()) for text in (owners, held, supports)]
    assert dataset.rows == sum(map(len, answers[1].values()))
    assert dataset.records == len(answers[0])
    return answers[0], answers[1], answers[2]


@pytest.mark.slow
@given(st.integers(1, 5), st.text("abc", max_size=2), st.sampled_from([ROWS, LISTS]))
@examples(40)
def test_each_person_keeps_as_many_records_whole(most: int, seed: str, source: pd.DataFrame) -> None:
    options = SourceOptions(person="who", cap_records=most, seed=seed)
    with lent.engine() as engine:
        dataset = open_source(engine, source, options)
        owners, held, supports = read(engine, dataset) if dataset.record_ids else ({}, {}, {})
        again = open_source(engine, source, options)
        if owners:
            assert read(engine, again) == (owners, held, supports)
    cap = dataset.selection.cap_records
    assert cap
    had = Counter(OWNERS.values())
    assert cap.persons_touched == sum(n > most for n in had.values())
    assert cap.records_dropped == sum(max(0, n - most) for n in had.values()) == len(OWNERS) - dataset.records
    assert cap.rows_dropped == len(ROWS) - dataset.rows
    if owners:
        assert {int(record): who for record, who in owners.items()}.items() <= OWNERS.items()
        assert Counter(owners.values()) == {who: min(most, n) for who, n in had.items()}
        assert {int(record): items for record, items in held.items()}.items() <= HELD.items()
        assert supports == Counter(item for items in held.values() for item in items)


def test_each_record_has_the_same_chance() -> None:
    rows = pd.DataFrame({"record_id": range(6000), "who": [at // 3 for at in range(6000)], "item": "a"})
    with lent.engine() as engine:
        dataset = open_source(engine, rows, SourceOptions(person="who", cap_records=1))
        places = Counter(int(record) % 3 for record in read(engine, dataset)[0])
    assert all(abs(places[place] - 667) < 100 for place in range(3))  # 4.7 standard deviations


@pytest.mark.slow
def test_another_seed_draws_other_records_and_other_data_too() -> None:
    def drawn(rows: pd.DataFrame, seed: str) -> set[str]:
        with lent.engine() as engine:
            return set(
                read(engine, open_source(engine, rows, SourceOptions(person="who", cap_records=1, seed=seed)))[0]
            )

    rows = pd.DataFrame({"record_id": range(60), "who": [at // 3 for at in range(60)], "item": "a"})
    assert drawn(rows, "1") == drawn(rows, "1") != drawn(rows, "2")
    assert drawn(rows, "1") != drawn(pd.concat([rows, rows.tail(1).assign(item="b")]), "1")


def test_both_caps_records_first() -> None:
    with lent.engine() as engine:
        dataset = open_source(engine, ROWS, SourceOptions(person="who", cap_records=1, cap=1))
        _, held, _ = read(engine, dataset)
    assert [len(items) for items in held.values()] == [1, 1, 1]
    selection = dataset.selection
    assert selection.cap and selection.cap_records
    dropped = selection.cap.rows_dropped + selection.cap_records.rows_dropped
    assert dropped == len(ROWS) - 3


def test_it_needs_the_person() -> None:
    options = SourceOptions(cap_records=1)
    for run in (lambda: api.audit_km(ROWS, k=2, m=1, options=options), lambda: open_once(ROWS, options=options)):
        with pytest.raises(BadParameter, match="of each person"):
            run()
    with pytest.raises(BadParameter, match="cap_records"):
        SourceOptions(cap_records=-1)


@pytest.mark.slow
def test_an_audit_tells_what_was_left_out(tmp_path: Path) -> None:
    found = api.audit_km(ROWS, k=2, m=1, person="who", options=SourceOptions(cap_records=2))
    cap = found.to_json()["cap_records"]
    assert (cap["records"], cap["records_dropped"], cap["persons_touched"]) == (2, 2, 1)
    assert "At most 2 records of each person were read: 2 or more records" in km_words.in_words(found)
    out = tmp_path / "risk.csv"
    api.audit_km(ROWS, k=3, m=1, person="who", records_out=out, options=SourceOptions(cap_records=1))
    names = duckdb.sql(f"SELECT record_id, who FROM '{out}'").fetchall()
    assert names
    assert dict(names).items() <= OWNERS.items()
