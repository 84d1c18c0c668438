"""Persons are counted, and only some items may be known: audit, cut, local recoding, verification, gate."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import duckdb
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.taxonomy import Taxonomy
from tests.releases import rows_of
from tests.strategies import ITEMS, examples, persons_of, taxonomies

Records = Sequence[frozenset[str]]


def source(records: Records, persons: Sequence[int]) -> pd.DataFrame:
    rows = [(at, item, persons[at]) for at, record in enumerate(records) for item in sorted(record)]
    return pd.DataFrame(rows, columns=["record_id", "item", "customer"])


def listed(items: frozenset[str]) -> pd.DataFrame:
    return pd.DataFrame({"item": sorted({*items, "elsewhere"})})


def holders(records: Records, persons: Sequence[int], items: Sequence[str]) -> int:
    """Count the persons with a record that holds these items."""
    return len({person for record, person in zip(records, persons, strict=True) if record.issuperset(items)})


def broken(records: Records, persons: Sequence[int], known: frozenset[str], k: int, m: int) -> bool:
    """Return whether some set of known items is held by some persons, but by fewer than k."""
    sizes = range(1, m + 1)
    return any(0 < holders(records, persons, chosen) < k for size in sizes for chosen in combinations(known, size))


@st.composite
def sources(draw: st.DrawFn) -> tuple[Records, list[int], frozenset[str]]:
    """Draw records, whose they are, and what may be known."""
    record = st.frozensets(st.sampled_from("aaabbccdefg"), min_size=1, max_size=4)
    records = draw(st.lists(record, min_size=3, max_size=10))
    return records, draw(persons_of(len(records))), draw(st.frozensets(st.sampled_from(ITEMS), max_size=5))


@pytest.mark.slow
@examples(100)
@given(sources(), st.integers(2, 3), st.integers(1, 3))
def test_an_audit_and_a_gate_count_persons(drawn: tuple[Records, list[int], frozenset[str]], k: int, m: int) -> None:
    records, persons, known = drawn
    data = source(records, persons)
    audit = api.audit_km(data, k=k, m=m, known=listed(known), person="customer")
    assert audit.satisfied != broken(records, persons, known, k, m)
    if not known & frozenset().union(*records):
        return
    gate = api.sql_gate_km(k=k, m=m, dialect="duckdb", known_item=sorted(known), person="customer").sql
    with duckdb.connect() as connection:
        connection.register("transactions", data)
        assert bool(connection.execute(gate).fetchall()) == broken(records, persons, known, k, m)


@pytest.mark.slow
@examples(100)
@given(sources(), taxonomies(), st.integers(2, 3), st.integers(1, 2), st.sampled_from(["cut", "local"]))
def test_who_knows_only_these_items_finds_nobody_or_k_persons(
    tmp_path_factory: pytest.TempPathFactory, drawn: tuple[Records, list[int], frozenset[str]], taxonomy: Taxonomy,
    k: int, m: int, recoding: str,
) -> None:  # fmt: skip
    records, persons, known = drawn
    out = tmp_path_factory.mktemp("known") / "r.csv"
    data = source(records, persons)
    how: dict[str, Any] = {"k": k, "m": m, "taxonomy": taxonomy, "known": listed(known), "person": "customer"}
    try:
        release = api.anonymize_km(data, out, record_ids="keep", recoding=recoding, **how)
    except (NotReached, BadParameter):
        return
    shown: list[set[str]] = [set() for _ in records]
    for name, label in rows_of(out):
        shown[int(name)].add(label)
    labels = frozenset(release.manifest["known"])
    over_known = {label for item in known & frozenset().union(*records) for label in taxonomy.path(item)}
    assert labels == over_known & set().union(*shown)
    assert not broken([frozenset(record) for record in shown], persons, labels, k, m)
    assert api.verify(out, source=data, person="customer").holds
