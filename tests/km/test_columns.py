"""Columns that are known besides items: the audit, against counting every class and every set in it."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadInput, BadParameter
from tests.oracle import columns as oracle
from tests.strategies import examples, persons_of

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
    ],
)
def test_a_wrong_ladder_is_refused_before_anything_is_read(columns: str, told: str) -> None:
    with pytest.raises(BadParameter) as refused:
        api.audit_km("no such file.csv", k=2, columns=columns)
    assert told in f"{refused.value} {refused.value.hint}"


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
