"""Columns that are known besides items: the audit, against counting every class and every set in it."""

import re
from collections import Counter
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy
from tests.oracle import columns as oracle
from tests.strategies import examples, persons_of

TREE = Taxonomy(dict.fromkeys("ab", "AB") | dict.fromkeys("cd", "CD") | {"AB": "all", "CD": "all"}, "all")
DAYS = ("2017-01-02", "2017-01-31", "2017-02-01", "2017-05-05", "2018-01-01")


@st.composite
def shoppers(draw: st.DrawFn) -> list[tuple[str, str, str, int]]:
    """Records with items, a day, a shop and a person."""
    n = draw(st.integers(2, 12))
    baskets = draw(st.lists(st.sets(st.sampled_from("aabbcd"), min_size=1), min_size=n, max_size=n))
    days = draw(st.lists(st.sampled_from(DAYS[: draw(st.integers(1, 5))]), min_size=n, max_size=n))
    shops = draw(st.lists(st.sampled_from("xy"), min_size=n, max_size=n))
    persons = draw(persons_of(n))
    return [("".join(sorted(b)), d, s, p) for b, d, s, p in zip(baskets, days, shops, persons, strict=True)]


def frame(data: list[tuple[str, str, str, int]]) -> pd.DataFrame:
    """Return them as rows."""
    rows = [(f"r{at}", item, day, shop, who) for at, (items, day, shop, who) in enumerate(data) for item in items]
    return pd.DataFrame(rows, columns=["record_id", "item", "day", "shop", "who"])


@pytest.mark.slow
@examples(60)
@given(shoppers(), st.integers(2, 3), st.integers(1, 2), st.booleans())
@example([("ab", DAYS[0], "x", 1), ("ab", DAYS[1], "x", 1), ("b", DAYS[0], "y", 2)], 2, 2, True)
def test_who_is_at_risk(data: list[tuple[str, str, str, int]], k: int, m: int, by_person: bool) -> None:
    """By all columns, without each in turn, and with each coarser."""
    how: dict[str, Any] = {"k": k, "m": m, "person": "who" if by_person else ""}
    audit = api.audit_km(frame(data), **how, columns="day=date:month|year,shop")
    records = [items for items, *_ in data]
    units = [who for *_, who in data] if by_person else [*range(len(data))]
    points = [
        [(day[:7], shop) for _, day, shop, _ in data],
        [shop for _, _, shop, _ in data],
        [day[:7] for _, day, _, _ in data],
        [(day[:4], shop) for _, day, shop, _ in data],
    ]
    found = audit.to_json()["columns"]
    assert [risk.get("left_out", "") for risk in found] == ["", "day", "shop", ""]
    for risk, classes in zip(found, points, strict=True):
        expected = {str(n): len(oracle.at_risk(records, classes, units, k, n)) for n in range(m + 1)}
        sizes = [len({unit for unit, of in zip(units, classes, strict=True) if of == one}) for one in set(classes)]
        assert risk["at_risk_by_items"] == expected
        assert (risk["classes"], risk["classes_under_k"]) == (len(sizes), sum(size < k for size in sizes))
        assert risk["classes_of_one"] == sizes.count(1)
    assert audit.satisfied is oracle.keeps(records, points[0], units, k, m)


@pytest.mark.slow
@examples(60)
@given(shoppers(), st.integers(2, 3), st.integers(1, 2), st.booleans())
@example([("ab", DAYS[0], "x", 1), ("ab", DAYS[1], "x", 1), ("b", DAYS[0], "y", 2)], 2, 2, True)
def test_who_and_what_is_at_risk_is_listed(
    data: list[tuple[str, str, str, int]], k: int, m: int, by_person: bool
) -> None:
    """Records with the fewest items that find under k, and how many these find; items, and categories, in threats."""
    folder = Path(mkdtemp())
    person = "who" if by_person else ""
    how: dict[str, Any] = {
        "k": k,
        "m": m,
        "person": person,
        "columns": "shop",
        "extras": api.KmExtras(top_items=9, worst=999),
    }
    out = folder / "risk.csv"
    audit = api.audit_km(frame(data), **how, taxonomy=TREE, by=1, records_out=out)
    records = [{label for item in items for label in TREE.path(item)} for items, *_ in data]
    classes = [shop for *_, shop, _ in data]
    units = [who for *_, who in data] if by_person else [*range(len(data))]
    expected = oracle.smallest(records, classes, units, k, m)
    listed = {row.record_id: (row.size, row[-1]) for row in pd.read_csv(out).itertuples(index=False)}
    assert listed == {f"r{at}": found for at, found in expected.items()}
    threats = oracle.minimal_threats(records, classes, units, k, m)
    small = {one for one, n in oracle.sizes(classes, units).items() if n < k}
    assert audit.violations == len(threats) + len(small)
    assert {(*one.columns, frozenset(one.labels)): one.support for one in audit.worst} == {
        (of, threat): len(oracle.holders(records, classes, units, classes.index(of), threat)) for of, threat in threats
    }
    in_threats = Counter(label for _, threat in threats for label in threat)
    assert {item.label: item.threats for item in audit.top_items} == in_threats
    assert {item.label: item.share for item in audit.top_items} == {
        label: n / len(threats) for label, n in in_threats.items()
    }
    below = {one: {label for label in "abcd" if one in TREE.path(label)} for one in ("AB", "CD")}
    of_category = {one: [at for at in threats if at[1] & {*labels, one}] for one, labels in below.items()}
    assert {one.label: one.threats for one in audit.by_category} == {
        one: len(found) for one, found in of_category.items() if found
    }
    for one in audit.by_category:
        found = of_category[one.label]
        at_risk = {at for at, of in enumerate(classes) if any(of == c and t <= records[at] for c, t in found)}
        assert one.records_at_risk == len(at_risk)


@pytest.mark.slow
@examples(60)
@given(shoppers(), st.integers(2, 3), st.sampled_from([1, 2, None]), st.booleans(), st.booleans())
@example([("a", DAYS[0], "x", 1), ("b", DAYS[0], "y", 1), ("b", DAYS[0], "y", 2)], 2, 2, False, True)
def test_all_sizes_together(
    data: list[tuple[str, str, str, int]], k: int, m: int | None, by_person: bool, knows_a: bool
) -> None:
    """Also where few items may be known: the columns of a record without one are known all the same."""
    how: dict[str, Any] = {"m": m, "person": "who" if by_person else "", "columns": "day=date:year,shop"}
    how |= {"known": ["a"]} if knows_a else {}
    audit = api.audit_km(frame(data), k=k, **how, count="records", extras=api.KmExtras(unicity=True))
    records = [{*items} & {"a"} if knows_a else {*items} for items, *_ in data]
    classes = [(day[:4], shop) for _, day, shop, _ in data]
    units = [who for *_, who in data] if by_person else [*range(len(data))]
    most = m or 9
    assert audit.at_risk == len(oracle.at_risk(records, classes, units, k, most))
    assert audit.singled_out == len(oracle.at_risk(records, classes, units, 2, most))
    by_size = api.audit_km(frame(data), k=k, **how).to_json()["columns"][0]["at_risk_by_items"]
    assert by_size == {size: len(oracle.at_risk(records, classes, units, k, int(size))) for size in by_size}


@pytest.mark.slow
def test_random_sets_are_looked_for_in_their_class() -> None:
    """All records are equal, in classes of two; known labels of a taxonomy are none of the random items."""
    data = frame([("ab", DAYS[0], shop, at) for at, shop in enumerate("xxyy")])
    how: dict[str, Any] = {"m": 2, "columns": "shop", "taxonomy": TREE, "extras": api.KmExtras(average=9)}
    found = [api.audit_km(data, k=k, **how).average for k in (2, 3)]
    assert [case and (case.sampled, case.below_k) for case in found] == [(4, 0), (4, 4)]


@pytest.mark.slow
def test_columns_of_a_table_beside(tmp_path: Path) -> None:
    """The records of the source are found by their ids; one that is not there has no value, as others have not."""
    data = frame([("ab", DAYS[0], "x", 1)] * 4)
    pd.DataFrame({"record_id": ["r0", "r1", "r9"], "zip": [12345, 12399, 1]}).to_csv(tmp_path / "r.csv", index=False)
    audit = api.audit_km(data, k=2, m=1, columns=["zip=prefix:3"], columns_from=tmp_path / "r.csv")
    assert audit.satisfied
    assert audit.to_json()["columns"][0]["columns"] == ["zip=prefix:3"]
    assert audit.to_json()["columns"][0]["classes"] == 2
    (tmp_path / "tree.csv").write_text("zip;area;all\n12345;N;*\n12399;S;*\n")
    audit = api.audit_km(data, k=2, m=1, columns=f"zip=file:{tmp_path / 'tree.csv'}", columns_from=tmp_path / "r.csv")
    assert [risk["classes"] for risk in audit.to_json()["columns"]] == [3, 1, 3]


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        ("day=date:week|month", "weeks are not parts of months"),
        ("day=date:year|month", "the finest step first"),
        ("day=dates:year", "KIND is date"),
        ("day=date", "KIND is date"),
        ("day=width:5|7", "a multiple of the one before"),
        ("day=prefix:1|2", "fall"),
        ("day=bands:9|3", "bounds of bands rise"),
        ("day=width:x", "whole numbers"),
        ("day,DAY", "names a column twice"),
        ("item", "the column of the items"),
        ("=date:day", "cannot be one"),
        (" , ", "names no column"),
    ],
)
def test_a_wrong_ladder_is_refused_before_anything_is_read(columns: str, told: str) -> None:
    with pytest.raises(BadParameter) as refused:
        api.audit_km("no such file.csv", k=2, columns=columns)
    assert told in f"{refused.value} {refused.value.hint}"


@pytest.mark.parametrize(
    "text", ["record_id,item\n1,a\n2,b\n", "record_id,a,b\n1,1,0\n2,0,1\n", "a b\nb c\n", "record_id;item\n1;a,b\n"]
)
def test_a_column_that_is_not_there_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "s.csv").write_text(text)
    with pytest.raises(BadInput) as refused:
        api.audit_km(
            tmp_path / "s.csv", k=2, m=1, columns="day", options=SourceOptions(split="," if ";" in text else "")
        )
    assert re.search(r's.csv has no column ("record_id" and )?"day"', str(refused.value))
    assert "columns names columns of the source" in refused.value.hint


def test_columns_beside_cells_of_several_items(tmp_path: Path) -> None:
    """What parts the items of a cell parts no value of a column."""
    (tmp_path / "s.csv").write_text("record_id;item;place\n1;a,b;York, UK\n2;a;York, UK\n")
    audit = api.audit_km(tmp_path / "s.csv", k=2, m=1, columns="place", options=SourceOptions(split=","))
    assert [risk["classes"] for risk in audit.to_json()["columns"]] == [1, 1]


@pytest.mark.parametrize(
    ("columns", "told"),
    [("day=date:day", "1 value of the column"), ("day=width:5", "are no numbers"), ("who", "2 records have several")],
)
def test_values_that_a_ladder_does_not_know(columns: str, told: str) -> None:
    """No value of the data is told."""
    data = frame([("ab", DAYS[0], "x", 1), ("ab", "soon", "x", 1)])
    data["who"] = [1, 2, 3, 4]
    with pytest.raises(BadInput) as refused:
        api.audit_km(data, k=2, columns=columns)
    assert told in str(refused.value)
    assert "soon" not in str(refused.value)
