"""Columns beside the items: whoever knows them and a whole record finds k, against counting in plain Python."""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadInput, BadParameter, NotReached
from setanon_sql.taxonomy import Taxonomy
from tests.strategies import examples, persons_of

pytestmark = pytest.mark.slow

TREE = Taxonomy(dict.fromkeys("ab", "AB") | dict.fromkeys("cd", "CD") | {"AB": "all", "CD": "all"}, "all")
DAYS = ("2017-01-02", "2017-01-31", "2017-02-01", "2018-01-01")
COLUMNS = "day=date:month|year,shop"

Shoppers = list[tuple[str, str, str, int]]


@st.composite
def shoppers(draw: st.DrawFn) -> Shoppers:
    """Records with items, a day, a shop and a person."""
    n = draw(st.integers(2, 14))
    baskets = draw(st.lists(st.sets(st.sampled_from("aabbcd"), min_size=1), min_size=n, max_size=n))
    days = draw(st.lists(st.sampled_from(DAYS[: draw(st.integers(1, 4))]), min_size=n, max_size=n))
    shops = draw(st.lists(st.sampled_from("xxy"), min_size=n, max_size=n))
    persons = draw(persons_of(n))
    return [("".join(sorted(b)), *rest) for b, *rest in zip(baskets, days, shops, persons, strict=True)]


def frame(data: Shoppers) -> pd.DataFrame:
    """Return them as rows."""
    rows = [(at, item, day, shop, who) for at, (items, day, shop, who) in enumerate(data) for item in items]
    return pd.DataFrame(rows, columns=["record_id", "item", "day", "shop", "who"])


def found(keys: Sequence[Hashable], units: Sequence[Hashable]) -> list[int]:
    """Return how many records, or persons, are alike, for each record."""
    who = defaultdict[Hashable, set[Hashable]](set)
    for key, unit in zip(keys, units, strict=True):
        who[key].add(unit)
    return [len(who[key]) for key in keys]


def whole(data: Shoppers, classes: Sequence[Hashable]) -> list[Hashable]:
    """Return the class and all items of each record."""
    return [(of, items) for of, (items, *_) in zip(classes, data, strict=True)]


@examples(60)
@given(shoppers(), st.integers(2, 3), st.booleans())
@example([("a", DAYS[0], "x", 1), ("a", DAYS[1], "x", 1), ("a", DAYS[2], "x", 2), ("ab", DAYS[0], "y", 3)], 2, True)
def test_who_is_at_risk(data: Shoppers, k: int, by_person: bool) -> None:
    """By all columns, without each in turn, and with one coarser; alone, and with all items of a record."""
    audit = api.audit_kanonymity(frame(data), k=k, person="who" if by_person else "", columns=COLUMNS)
    units = [who for *_, who in data] if by_person else [*range(len(data))]
    points: list[list[Hashable]] = [
        [(day[:7], shop) for _, day, shop, _ in data],
        [shop for _, _, shop, _ in data],
        [day[:7] for _, day, _, _ in data],
        [(day[:4], shop) for _, day, shop, _ in data],
    ]
    for risk, classes in zip(audit.to_json()["columns"], points, strict=True):
        sizes = dict(zip(classes, found(classes, units), strict=True))
        alike = (found(classes, units), found(whole(data, classes), units))
        at_risk = [len({unit for unit, n in zip(units, each, strict=True) if n < k}) for each in alike]
        assert [risk["at_risk_by_columns"], risk["at_risk_by_all"]] == at_risk
        assert (risk["classes"], risk["classes_under_k"]) == (len(sizes), sum(n < k for n in sizes.values()))
    keys = whole(data, points[0])
    equal = dict(zip(keys, found(keys, units), strict=True))
    assert (audit.groups, audit.smallest_group) == (len(equal), min(equal.values()))
    assert audit.violations == sum(n < k for n in equal.values())
    assert audit.satisfied is (min(equal.values()) >= k)


@examples(60)
@given(shoppers(), st.integers(2, 3), st.booleans(), st.sampled_from(["0", "0.5"]))
def test_each_class_keeps_the_promise(data: Shoppers, k: int, by_person: bool, max_gone: str) -> None:
    """All labels of a record are shown, with what its columns say at their steps; records alone in a class are gone."""
    how: dict[str, Any] = {"k": k, "taxonomy": TREE, "columns": COLUMNS, "record_ids": "keep", "max_gone": max_gone}
    how |= {"person": "who"} if by_person else {}
    try:
        release = api.anonymize_kanonymity(frame(data), **how)
    except (NotReached, BadParameter):
        return
    table = release.df()
    assert [*table.columns] == ["record_id", "item", "day", "shop"]
    length = {"date:month": 7, "date:year": 4}[release.manifest["steps"]["day"]]
    shown = {int(at): frozenset(rows["item"]) for at, rows in table.groupby("record_id")}
    classes = {at: (data[at][1][:length], data[at][2]) for at in range(len(data))}
    columns = {(int(row.record_id), row.day, row.shop) for row in table.itertuples()}
    assert columns == {(at, *classes[at]) for at in shown}
    for at, labels in shown.items():
        assert labels <= {label for item in data[at][0] for label in TREE.path(item)}
        assert all(labels & {*TREE.path(item)} for item in data[at][0])
    units = [data[at][3] if by_person else at for at in shown]
    assert min(found([(classes[at], labels) for at, labels in shown.items()], units)) >= k
    everybody = [who for *_, who in data] if by_person else [*range(len(data))]
    alone = {at for at, n in enumerate(found([*classes.values()], everybody)) if n < k}
    assert shown.keys() == classes.keys() - alone and len(alone) <= float(max_gone) * len(data)
    whose = {"source": frame(data), "person": "who"} if by_person else {}
    assert api.verify(release, **whose).satisfied


def test_one_class_is_what_no_columns_give() -> None:
    data = frame([(items, DAYS[0], "x", 1) for items in ("abc", "ab", "ad", "bcd") * 3])
    how: dict[str, Any] = {"k": 4, "taxonomy": TREE, "record_ids": "keep"}
    without, by_day = api.anonymize_kanonymity(data, **how), api.anonymize_kanonymity(data, columns="day", **how)
    pd.testing.assert_frame_equal(without.df(), by_day.df()[["record_id", "item"]])
    assert by_day.to_json()["ncp"] == without.to_json()["ncp"]


#: In each of two shops two records have a alone, and two b and c.
ALIKE: Shoppers = [(items, DAYS[0], shop, at) for at, shop in enumerate("xxyy") for items in ("a", "bc")]


@pytest.fixture(scope="module")
def safe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a release with columns."""
    out = tmp_path_factory.mktemp("columns") / "safe.csv"
    how: dict[str, Any] = {"taxonomy": TREE, "record_ids": "keep", "columns": "day=date:month,shop"}
    api.anonymize_kanonymity(frame(ALIKE), out, k=2, **how)
    return out


def _set(column: str, value: str, where: Callable[[Any], bool]) -> Callable[[pd.DataFrame], pd.DataFrame]:
    """Return what puts a value into a column of some rows."""
    return lambda table: table.assign(
        **{column: [value if where(row) else getattr(row, column) for row in table.itertuples()]}
    )


ALTERED: dict[str, tuple[Callable[[pd.DataFrame], pd.DataFrame], str]] = {
    "nothing": (lambda table: table, ""),
    "a record in another class": (_set("shop", "y", lambda row: row.record_id == 0), "published fewer than 2"),
    "a class of one": (_set("day", "2017-02", lambda row: row.record_id == 0), "published fewer than 2"),
    "another label": (_set("item", "AB", lambda row: row.record_id == 0), "published fewer than 2"),
    "no value": (_set("shop", "", lambda row: row.record_id == 0), "fewer"),
    "two values": (_set("shop", "y", lambda row: row.item == "b"), "several values"),
    "a column less": (lambda table: table.drop(columns="shop"), "header"),
    "columns in another order": (lambda table: table[["record_id", "item", "shop", "day"]], "header"),
}


@pytest.mark.parametrize("way", ALTERED)
def test_what_breaks_the_promise_is_refused_with_its_manifest_mended(safe: Path, tmp_path: Path, way: str) -> None:
    alter, told = ALTERED[way]
    answer = _mended(safe, tmp_path, alter, {})
    assert answer.satisfied is not bool(told)
    assert told in " ".join(answer.messages)


def _mended(
    safe: Path, folder: Path, alter: Callable[[pd.DataFrame], pd.DataFrame], parameters: dict[str, Any]
) -> api.Verification:
    """Return what is found of an altered copy whose manifest speaks of it."""
    for path in safe.parent.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    out = folder / safe.name
    altered = alter(pd.read_csv(safe, dtype=str).assign(record_id=lambda table: table["record_id"].astype(int)))
    altered.to_csv(out, index=False)
    manifest = out.with_name(f"{out.name}.manifest.json")
    fields = json.loads(manifest.read_text())
    fields |= {"records": altered["record_id"].nunique(), "rows": len(altered), "verified": {}}
    fields["sha256"] = {out.name: hashlib.sha256(out.read_bytes()).hexdigest()}
    fields["parameters"] |= parameters
    del fields["losses"]
    manifest.write_text(json.dumps(fields))
    return api.verify(out)


@pytest.mark.parametrize("columns", ["", "day", "shop,day", "day,shop,age", 7])
def test_a_manifest_that_names_other_columns_is_refused(safe: Path, tmp_path: Path, columns: Any) -> None:
    with pytest.raises(BadInput):
        _mended(safe, tmp_path, lambda table: table, {"columns": columns})


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"columns": "item"}, "the column of the items"),
        ({"max_gone": "1"}, "must lie from 0 to under 1"),
        ({"out": "safe.dat"}, "basket lines have no columns"),
        ({"out": "safe.csv", "escape_formulas": True}, "not escaped"),
    ],
)
def test_what_does_not_go_together_is_refused_before_anything_is_read(options: dict[str, Any], told: str) -> None:
    with pytest.raises(BadParameter, match=told):
        api.anonymize_kanonymity("no such file.csv", k=2, taxonomy=TREE, **({"columns": "day"} | options))


def test_a_wrong_column_of_an_audit_is_refused_before_anything_is_read() -> None:
    with pytest.raises(BadParameter, match="the column of the items"):
        api.audit_kanonymity("no such file.csv", k=2, columns="item")


def test_a_report_and_an_audit_of_the_release(tmp_path: Path) -> None:
    """The report says what is known besides, and the audit of the release finds nothing."""
    out = tmp_path / "safe.parquet"
    data = frame([*ALIKE, ("d", DAYS[3], "x", 9)])
    release = api.anonymize_kanonymity(data, out, k=2, taxonomy=TREE, columns="shop,day=date:year", max_gone="0.2",
                                       report=tmp_path / "r.html", ledger=tmp_path / "ledger.csv")  # fmt: skip
    page = " ".join((tmp_path / "r.html").read_text().split())
    assert (
        "Somebody who knows shop, day and any number of items" in page
        and "released beside the items: date:year" in page
    )
    assert release.to_json()["columns"][0] == {
        "columns": ["shop", "day=date:year"], "chosen": True, "records_gone": 1, "rows_unchanged_ratio": 12 / 13,
        "ncp": pytest.approx(1 / 13),
    }  # fmt: skip
    assert Counter(pd.read_csv(tmp_path / "ledger.csv")["action"])["suppressed"] == 1
    assert "shop, day" in release.manifest["guarantee"] and not {"shop", "day"} & {*release.not_released}
    kept = tmp_path / "kept.parquet"
    api.anonymize_kanonymity(
        data, kept, k=2, taxonomy=TREE, columns="shop,day=date:year", max_gone="0.2", record_ids="keep"
    )
    assert api.utility(data, kept, taxonomy=TREE).records_gone == 1
    audit = api.audit_kanonymity(out, k=2, columns="shop,day")
    assert audit.satisfied and audit.to_json()["columns"][0]["classes"] == 2
