"""Only some items may be known: audit, release, verification and gate, by trying what each such adversary knows."""

import json
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.taxonomy import Taxonomy
from tests.papers.running_example import DATA, WITH_L
from tests.releases import rows_of
from tests.strategies import examples, taxonomies

TREE = Taxonomy(WITH_L, "T")
Records = Sequence[frozenset[str]]


def listed(items: Iterable[str]) -> pd.DataFrame:
    return pd.DataFrame({"item": sorted({*items, "elsewhere"})})


def source(records: Records) -> list[list[str]]:
    return [sorted(record) for record in records]


def threats(records: Records, known: frozenset[str], k: int, m: int) -> dict[int, int]:
    """Count the minimal threats among sets of at most m known items, by size."""
    held = {
        size: {X: sum(record.issuperset(X) for record in records) for X in map(frozenset, combinations(known, size))}
        for size in range(1, m + 1)
    }
    return {
        size: sum(
            0 < support < k and all(held[size - 1][X - {x}] >= k for x in X if size > 1) for X, support in sets.items()
        )
        for size, sets in held.items()
    }


def labels_of(released: frozenset[str], taxonomy: Taxonomy) -> dict[str, str]:
    """Return the label that stands for each item that is not suppressed."""
    paths = {leaf: [label for label in taxonomy.path(leaf) if label in released] for leaf in taxonomy.leaves}
    return {leaf: path[0] for leaf, path in paths.items() if path}


@pytest.mark.slow
@examples(60)
@given(taxonomy=taxonomies(), draw=st.data())
def test_who_knows_only_these_items_finds_nobody_or_k(tmp_path_factory: Any, taxonomy: Taxonomy, draw: Any) -> None:
    record = st.frozensets(st.sampled_from(taxonomy.leaves), min_size=1, max_size=5)
    records = draw.draw(st.lists(record, min_size=4, max_size=10))
    known = draw.draw(st.frozensets(st.sampled_from([*taxonomy.leaves, "elsewhere"]), max_size=5))
    k, m = draw.draw(st.sampled_from([2, 3])), draw.draw(st.sampled_from([1, 2, 3]))
    out = tmp_path_factory.mktemp("known") / "r.csv"
    how: dict[str, Any] = {"k": k, "m": m, "taxonomy": taxonomy, "known": listed(known)}
    try:
        release = api.anonymize_km(source(records), out, record_ids="keep", **how)
    except NotReached:
        return
    rows: dict[Any, set[str]] = {}
    for name, label in rows_of(out):
        rows.setdefault(name, set()).add(label)
    released = frozenset(label for labels in rows.values() for label in labels)
    label_of = labels_of(released, taxonomy)
    assert release.manifest["known"] == sorted({label_of[item] for item in known if item in label_of} & released)
    for size in range(1, m + 1):
        for items in combinations(sorted(known & label_of.keys()), size):
            support = sum(labels.issuperset(label_of[item] for item in items) for labels in rows.values())
            assert support == 0 or support >= k
    assert api.verify(out).holds
    if not known & frozenset().union(*records):
        assert sorted(rows_of(out)) == sorted(
            (str(at), item) for at, record in enumerate(records, 1) for item in record
        )


@pytest.mark.slow
@examples(60)
@given(st.lists(st.frozensets(st.sampled_from("abcdef"), min_size=1), min_size=2, max_size=10),
       st.frozensets(st.sampled_from("abcdefx")), st.sampled_from([2, 3]))  # fmt: skip
def test_an_audit_and_a_gate_count_sets_of_known_items(records: Records, known: frozenset[str], k: int) -> None:
    expected = threats(records, known, k, 3)
    audit = api.audit_km(source(records), k=k, m=3, known=listed(known))
    assert audit.threats_by_size() == {size: expected[size] for size in audit.sizes}
    assert audit.satisfied == (not any(expected.values())) and audit.records == len(records)
    assert audit.to_json()["parameters"] == {"k": k, "m": 3, "known": True}
    if not known:
        return
    gate = api.sql_gate_km(k=k, m=3, dialect="duckdb", known_item=sorted(known)).sql
    by_table = api.sql_gate_km(k=k, m=3, dialect="duckdb", known="listed").sql
    script = api.sql_audit_km(k=k, m=3, dialect="duckdb", known="listed").sql
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE transactions (record_id integer, item varchar)")
        rows = [(at, item) for at, record in enumerate(records) for item in sorted(record)]
        connection.executemany("INSERT INTO transactions VALUES (?, ?)", rows)
        connection.execute("CREATE TABLE listed (item varchar)")
        connection.executemany("INSERT INTO listed VALUES (?)", [(item,) for item in known])
        for sql in (gate, by_table):
            answer = connection.execute(sql).fetchall()
            if any(set(record) & known for record in records):
                assert {size: n for size, n, *_ in answer} == (expected if any(expected.values()) else {})
            else:
                held = sum(bool(record) for record in records)
                assert answer == ([(0, 0, held, "no known item in the data")] if held else [])
        for statement in connection.extract_statements(script):
            answer = connection.execute(statement)
            if statement.type == duckdb.StatementType.SELECT:
                sizes = [row for row in answer.fetchall() if row[-1] == "threats"]
                assert {size: n for size, n, *_ in sizes} == expected


@pytest.mark.slow
def test_where_all_items_may_be_known_it_is_the_release_without_the_option(tmp_path: Path) -> None:
    how: dict[str, Any] = {"k": 2, "m": 2, "taxonomy": TREE, "record_ids": "keep", "exceptions": "none"}
    api.anonymize_km(source(DATA), tmp_path / "all.csv", **how)
    api.anonymize_km(source(DATA), tmp_path / "known.csv", known=listed(frozenset().union(*DATA)), **how)
    assert rows_of(tmp_path / "all.csv") == rows_of(tmp_path / "known.csv")


@pytest.mark.slow
def test_a_label_stands_for_all_items_under_it(tmp_path: Path) -> None:
    how: dict[str, Any] = {"k": 2, "m": 2, "taxonomy": TREE, "record_ids": "keep"}
    api.anonymize_km(source(DATA), tmp_path / "label.csv", known=listed("H"), **how)
    api.anonymize_km(source(DATA), tmp_path / "items.csv", known=listed("ab"), **how)
    assert rows_of(tmp_path / "label.csv") == rows_of(tmp_path / "items.csv")


@pytest.mark.slow
def test_the_manifest_says_so_and_a_release_that_breaks_it_is_found_out(tmp_path: Path) -> None:
    out = tmp_path / "r.csv"
    release = api.anonymize_km(source(DATA), out, k=2, m=2, taxonomy=TREE, known=listed("bcdf"))
    assert release.manifest["parameters"] == {"k": 2, "m": 2, "known": True}
    assert "up to 2 items listed as known, and no others, of a person's record" in release.manifest["guarantee"]
    answer = api.verify(out)
    assert answer.holds and any("names every label that somebody may know" in text for text in answer.not_checked)
    manifest = tmp_path / "r.csv.manifest.json"
    fields = json.loads(manifest.read_text())
    unknown = sorted({label for _, label in rows_of(out)} - set(fields["known"]))
    manifest.write_text(json.dumps(fields | {"known": fields["known"] + unknown}))
    assert not api.verify(out).holds


@pytest.mark.slow
def test_reports_say_that_only_listed_items_may_be_known(tmp_path: Path) -> None:
    api.anonymize_km(
        source(DATA), tmp_path / "r.csv", k=2, m=2, taxonomy=TREE, known=listed("bcdf"), report=tmp_path / "r.html"
    )
    api.audit_km(source(DATA), k=2, m=2, known=listed("bcdf"), report=tmp_path / "a.html")
    for page in ("r.html", "a.html"):
        text = " ".join((tmp_path / page).read_text(encoding="utf-8").split())
        assert "up to 2 items listed as known" in text
        assert ("an item that is not listed as known" in text) == (page == "r.html")
    assert "listed as known" not in report_without(tmp_path)


def report_without(folder: Path) -> str:
    api.audit_km(source(DATA), k=2, m=2, report=folder / "all.html")
    return (folder / "all.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_mapping_need_not_hide_what_nobody_knows(tmp_path: Path) -> None:
    """One more record with an item that only it has: a threat unless nobody knows that item."""
    how: dict[str, Any] = {"k": 2, "m": 2, "taxonomy": TREE, "record_ids": "keep", "known": listed("bc")}
    api.anonymize_km(source(DATA), tmp_path / "a.csv", mapping_out=tmp_path / "map.csv", **how)
    again = api.anonymize_km(source(DATA), tmp_path / "b.csv", mapping=tmp_path / "map.csv", **how)
    assert rows_of(tmp_path / "a.csv") == rows_of(tmp_path / "b.csv") and again.manifest["parameters"]["known"]
    with pytest.raises(NotReached, match="the mapping does not do"):
        api.anonymize_km(
            source(DATA), tmp_path / "c.csv", mapping=tmp_path / "map.csv", **how | {"known": None, "overwrite": True}
        )


def test_what_does_not_know_of_it_yet_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadParameter, match="previous does not know of known yet"):
        api.anonymize_km(source(DATA), tmp_path / "r.csv", k=2, known=listed("a"), previous="p.csv", link="l.csv")
    with pytest.raises(BadParameter, match="do not know of known yet"):
        api.audit_km(source(DATA), k=2, m=1, known=listed("a"), extras=api.KmExtras(average=3))
    with pytest.raises(BadParameter, match="what is known"):
        api.sql_gate_km(k=2, m=1, dialect="duckdb", known="t", known_item=["a"])
    assert KmAnonymity(2, 1).parameters == {"k": 2, "m": 1}
