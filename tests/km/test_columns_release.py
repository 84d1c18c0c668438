"""Columns that are released beside the items: each class of alike records keeps the promise, and verify sees to it."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadInput, BadParameter, NotReached
from setanon_sql.taxonomy import Taxonomy
from tests.oracle import columns as oracle
from tests.recoding.oracle import too_few
from tests.strategies import examples, persons_of

pytestmark = pytest.mark.slow

TREE = Taxonomy(dict.fromkeys("ab", "AB") | dict.fromkeys("cd", "CD") | {"AB": "all", "CD": "all"}, "all")
DAYS = ("2017-01-02", "2017-01-31", "2017-02-01", "2018-01-01")
LOCAL: dict[str, Any] = {"taxonomy": TREE, "recoding": "local", "floor": 0, "record_ids": "keep"}

Shoppers = list[tuple[str, str, str, int]]


@st.composite
def shoppers(draw: st.DrawFn) -> Shoppers:
    """Records with items, a day, a shop and a person, each several times."""
    n = draw(st.integers(4, 9))
    baskets = draw(st.lists(st.sets(st.sampled_from("aabbcd"), min_size=1), min_size=n, max_size=n))
    days = draw(st.lists(st.sampled_from(DAYS[: draw(st.integers(1, 4))]), min_size=n, max_size=n))
    shops = draw(st.lists(st.sampled_from("xy"), min_size=n, max_size=n))
    kinds = ["".join(sorted(basket)) for basket in baskets]
    several = [one for one in zip(kinds, days, shops, strict=True) for _ in range(draw(st.integers(1, 3)))]
    return [(*one, who) for one, who in zip(several, draw(persons_of(len(several))), strict=True)]


def frame(data: Shoppers) -> pd.DataFrame:
    """Return them as rows."""
    rows = [(at, item, day, shop, who) for at, (items, day, shop, who) in enumerate(data) for item in items]
    return pd.DataFrame(rows, columns=["record_id", "item", "day", "shop", "who"])


@examples(60)
@given(shoppers(), st.integers(2, 3), st.sampled_from([1, 2, None]), st.booleans())
def test_each_class_keeps_the_promise(data: Shoppers, k: int, m: int | None, by_person: bool) -> None:
    """Also of what labels can only stand for; and columns say of the source what their step says."""
    person = "who" if by_person else ""
    source = frame(data)
    columns = "day=date:month|year,shop"
    try:
        release = api.anonymize_km(source, k=k, m=m, person=person, columns=columns, max_gone="0.5", **LOCAL)
    except (NotReached, BadParameter):
        return
    table = release.df()
    assert [*table.columns] == ["record_id", "item", "day", "shop"]
    length = {"date:month": 7, "date:year": 4}[release.manifest["steps"]["day"]]
    released = {int(at): {*rows["item"]} for at, rows in table.groupby("record_id")}
    classes = {at: (data[at][1][:length], data[at][2]) for at in released}
    assert {(int(row.record_id), row.day, row.shop) for row in table.itertuples()} == {
        (at, *one) for at, one in classes.items()
    }
    assert all(any({*TREE.path(item)} & {label} for item in data[at][0]) for at in released for label in released[at])
    units = [data[at][3] if by_person else at for at in released]
    assert oracle.keeps([*released.values()], [*classes.values()], units, k, m or 9)
    if not by_person:
        for one in set(classes.values()):
            alike = {at: dict.fromkeys(released[at], "") for at in released if classes[at] == one}
            shown = {at: {label: label for label in labels} for at, labels in alike.items()}
            assert not too_few(shown, TREE.parent, {*"abcd"}, k, m)
    whose = {"source": source, "person": person} if person else {}
    assert api.verify(release, **whose).satisfied


@examples(40)
@given(shoppers(), st.sets(st.sampled_from([*"abcd", "AB"]), min_size=1, max_size=2), st.booleans())
@example(
    [("a", DAYS[0], "x", 1), *(("b", DAYS[0], "x", at) for at in (2, 3)), *[("a", DAYS[0], "y", 4)] * 3], {"a"}, False
)
def test_no_class_is_small_where_nothing_of_it_may_be_known(data: Shoppers, known: set[str], by_person: bool) -> None:
    """Who knows no item of a record knows its columns, and a record of which nothing is left is in no class."""
    person = "who" if by_person else ""
    source, listed = frame(data), pd.DataFrame({"item": sorted(known)})
    try:
        release = api.anonymize_km(
            source, k=3, m=2, person=person, columns="shop", max_gone="0.5", known=listed, **LOCAL
        )
    except (NotReached, BadParameter) as refused:
        assert "does not keep its guarantee" not in str(refused)
        return
    may_be_known = {*known, *(one for item in known for one in TREE.path(item))}
    may_be_known |= {*"ab"} if "AB" in known else set()
    released = {int(at): {*rows["item"]} for at, rows in release.df().groupby("record_id")}
    shops = [data[at][2] for at in released]
    units = [data[at][3] if by_person else at for at in released]
    assert oracle.keeps([labels & may_be_known for labels in released.values()], shops, units, 3, 2)


def test_one_class_is_what_no_columns_give(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("setanon_sql.pipeline.local.secrets.token_hex", lambda length: "0" * 2 * length)
    data = frame(
        [("abc", DAYS[0], "x", 1), ("ab", DAYS[0], "x", 2), ("ad", DAYS[0], "x", 3), ("bcd", DAYS[0], "x", 4)] * 3
    )
    how: dict[str, Any] = LOCAL | {"k": 4, "m": 2, "floor": 0.05, "seed": "one"}
    without, by_day = api.anonymize_km(data, **how), api.anonymize_km(data, columns=["day", "shop"], **how)
    pd.testing.assert_frame_equal(without.df(), by_day.df()[["record_id", "item"]])
    assert by_day.to_json()["ncp"] == without.to_json()["ncp"]


def test_what_constraints_cost_is_worked_out_at_the_steps_that_are_released(tmp_path: Path) -> None:
    """The release without them is gone again, and the counts that follow are of the classes that are released."""
    data = frame([("abc", DAYS[at % 3], "xy"[at % 2], at) for at in range(24)])
    how: dict[str, Any] = LOCAL | {"k": 2, "m": 1, "columns": "day=date:month|year,shop"}
    release = api.anonymize_km(data, constraints=[["c", "drop"]], **how)
    assert release.constraints is not None
    assert release.constraints.ncp_without == api.anonymize_km(data, **how).to_json()["ncp"]
    assert release.at_risk_beyond == 0
    assert sum(steps.chosen for steps in release.tried) == 1


#: In each of two shops a is beside b in two records, and c alone in two.
ALIKE: Shoppers = [("ab", DAYS[0], shop, at) for at, shop in enumerate("xxyy")] + [
    ("c", DAYS[0], shop, 4 + at) for at, shop in enumerate("xxyy")
]


@pytest.fixture(scope="module")
def safe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a release with columns."""
    out = tmp_path_factory.mktemp("columns") / "safe.csv"
    api.anonymize_km(frame(ALIKE), out, k=2, m=2, columns="day=date:month,shop", **LOCAL)
    return out


def moved(table: pd.DataFrame) -> pd.DataFrame:
    """Return it with a record in another shop, where nobody else has a alone."""
    table = table[~((table["record_id"] == 0) & (table["item"] == "b"))]
    return table.assign(shop=[shop if at else "y" for at, shop in zip(table["record_id"], table["shop"], strict=True)])


ALTERED: dict[str, tuple[Callable[[pd.DataFrame], pd.DataFrame], str]] = {
    "a record in another class": (moved, "held by fewer than 2 records"),
    "a class of one": (lambda t: t.assign(day=["2017-02" if at == 0 else "2017-01" for at in t["record_id"]]), "fewer"),
    "two values": (
        lambda t: t.assign(
            shop=["y" if at == 0 and item == "a" else shop for at, item, _, shop in t.itertuples(index=False)]
        ),
        "several values",
    ),
    "no value": (
        lambda t: t.assign(shop=["" if at == 0 else one for at, one in zip(t["record_id"], t["shop"], strict=True)]),
        "fewer",
    ),
    "a column less": (lambda t: t.drop(columns="shop"), "header"),
    "a column more": (lambda t: t.assign(age="1"), "header"),
    "columns in another order": (lambda t: t[["record_id", "item", "shop", "day"]], "header"),
}


@pytest.mark.parametrize("way", ALTERED)
def test_what_breaks_the_promise_is_refused_with_its_manifest_mended(safe: Path, tmp_path: Path, way: str) -> None:
    alter, told = ALTERED[way]
    answer = mended(safe, tmp_path, alter, lambda fields: None)
    assert not answer.satisfied
    assert told in " ".join(answer.messages)


def test_a_class_of_one_of_whom_no_item_may_be_known_is_refused(tmp_path: Path) -> None:
    """Who knows the columns alone finds it."""
    (out := tmp_path / "of_known").mkdir()
    how: dict[str, Any] = LOCAL | {"k": 2, "m": 2, "columns": "shop", "known": pd.DataFrame({"item": ["a"]})}
    api.anonymize_km(frame(ALIKE), out / "safe.csv", **how)

    def moved_alone(table: pd.DataFrame) -> pd.DataFrame:
        return table.assign(shop=["z" if at == 7 else one for at, one in zip(table.record_id, table.shop, strict=True)])

    assert mended(out / "safe.csv", tmp_path, lambda table: table, lambda fields: None).satisfied
    answer = mended(out / "safe.csv", tmp_path, moved_alone, lambda fields: None)
    assert answer.messages[0] == "1 class of alike records is of fewer than 2 records"


def mended(
    safe: Path, folder: Path, alter: Callable[[pd.DataFrame], pd.DataFrame], edit: Callable[[dict[str, Any]], object]
) -> api.Verification:
    """Return what is found of an altered copy whose manifest speaks of it."""
    for path in safe.parent.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    out = folder / safe.name
    altered = alter(pd.read_csv(safe, dtype={"shop": str}))
    altered.to_csv(out, index=False)
    manifest = out.with_name(f"{out.name}.manifest.json")
    fields = json.loads(manifest.read_text())
    fields |= {"records": altered["record_id"].nunique(), "rows": len(altered), "verified": {}}
    fields["sha256"] = {out.name: hashlib.sha256(out.read_bytes()).hexdigest()}
    del fields["losses"]
    edit(fields)
    manifest.write_text(json.dumps(fields))
    return api.verify(out)


def test_what_is_not_altered_holds(safe: Path, tmp_path: Path) -> None:
    assert mended(safe, tmp_path, lambda table: table, lambda fields: None).satisfied
    audit = api.audit_km(safe, k=2, m=2, columns="day,shop")
    assert audit.satisfied and audit.to_json()["columns"][0]["classes"] == 2


@pytest.mark.parametrize("columns", ["", "day", "shop,day", "day,day", "day,shop,age", ",", 7, ["day", "shop"]])
def test_a_manifest_that_names_other_columns_is_refused(safe: Path, tmp_path: Path, columns: Any) -> None:
    """A promise without columns beside a release that has them, too: the table is not that of such a release."""

    def edit(fields: dict[str, Any]) -> None:
        fields["parameters"]["columns"] = columns

    with pytest.raises(BadInput):
        mended(safe, tmp_path, lambda table: table, edit)


def test_columns_that_the_format_does_not_name_are_refused(safe: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput):
        mended(safe, tmp_path, lambda table: table, lambda fields: fields["format"].pop("columns"))


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"recoding": "cut", "mapping": "m.csv"}, "mapping does not know of columns yet"),
        ({"columns": "day=date:week|year"}, "the ladder of the column"),
        ({"columns": "item"}, "the column of the items"),
        ({"max_gone": "1"}, "must lie from 0 to under 1"),
        ({"out": "safe.dat"}, "basket lines have no columns"),
        ({"out": "safe.csv", "escape_formulas": True}, "not escaped"),
        ({"columns": None, "columns_from": "x.csv"}, "none are named"),
    ],
)
def test_what_does_not_go_together_is_refused_before_anything_is_read(options: dict[str, Any], told: str) -> None:
    how = {"out": None, "columns": "day"} | LOCAL | options
    with pytest.raises(BadParameter) as refused:
        api.anonymize_km("no such file.csv", k=2, m=2, **how)
    assert told in str(refused.value)


def test_too_many_would_go(tmp_path: Path) -> None:
    """All classes are of one; the message says so, and nothing is written."""
    data = frame([("ab", DAYS[at], "x", at) for at in range(4)])
    with pytest.raises(NotReached) as refused:
        api.anonymize_km(data, tmp_path / "safe.csv", k=2, m=1, columns="day", **LOCAL)
    assert "are in classes of fewer than" in str(refused.value)
    assert not [*tmp_path.iterdir()]


def test_the_finest_step_that_needs_no_more_is_released(tmp_path: Path) -> None:
    """By month two of ten would go, by year none; of two shops nobody."""
    data = frame([("ab", DAYS[0], "x", 1)] * 8 + [("ab", DAYS[2], "x", 1), ("ab", "2017-03-01", "x", 1)])
    how: dict[str, Any] = {"k": 2, "m": 2, "columns": "day=date:month|year,shop"} | LOCAL
    release = api.anonymize_km(data, tmp_path / "safe.parquet", **how)
    assert release.manifest["steps"] == {"day": "date:year", "shop": "as it is"}
    release = api.anonymize_km(data, tmp_path / "safe.parquet", **how, max_gone="0.2", overwrite=True)
    assert release.manifest["steps"]["day"] == "date:month"
    assert release.manifest["records"] == 8
    tried = release.to_json()["columns"]
    assert [(one["columns"], one["chosen"]) for one in tried] == [
        (["day=date:year", "shop"], False),
        (["day=date:month", "shop"], True),
    ]
    assert [one["records_gone"] for one in tried] == [0, 2]
    assert "day" not in release.not_released and "who" in release.not_released


def test_a_table_of_a_database(tmp_path: Path) -> None:
    db = str(tmp_path / "shop.duckdb")
    api.anonymize_km(frame(ALIKE), "main.safe", out_db=db, k=2, m=2, columns="day=date:month,shop", **LOCAL)
    assert api.verify("main.safe", db=db).satisfied


def test_attacks_that_make_no_use_of_columns_say_so(safe: Path) -> None:
    with pytest.raises(BadInput) as refused:
        api.attack_match(safe, source=frame(ALIKE), taxonomy=TREE)
    assert "columns beside the items" in str(refused.value)


def test_values_that_spreadsheets_take_for_formulas_are_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    data = frame([("ab", DAYS[0], "=x", 1)] * 2)
    api.anonymize_km(data, tmp_path / "safe.csv", k=2, m=2, columns="shop", **LOCAL)
    assert "1 value of columns beside the items begin with" in caplog.text


def test_a_stream_is_refused_before_it_is_read() -> None:
    table = pa.Table.from_pandas(frame(ALIKE))
    stream = pa.RecordBatchReader.from_batches(table.schema, table.to_batches())
    with pytest.raises(BadParameter) as refused:
        api.audit_km(stream, k=2, columns="day")
    assert "a stream gives its rows once" in str(refused.value)


def test_absent_items_are_not_counted_as_if_there_were_no_classes(safe: Path) -> None:
    with pytest.raises(BadParameter, match="absent does not know of columns"):
        api.verify(safe, absent=1)


HOSTILE = ['it"s', "a,b", "two\nlines", "x\r\ny", "a\tb", "ünï 😀", "1:b", "-:", "(missing)", " lead", ";", "'", "NULL"]
HOSTILE += ["nan", "007", "7", "#c", "TRUE", "\u00a0", "a\u0301", "á", "X", "x"]


@pytest.mark.parametrize("end", ["csv", "parquet"])
def test_values_that_look_like_something_else_stay_as_they_are(tmp_path: Path, end: str) -> None:
    """No two become one, and none is lost, in files and in the recount."""
    data = frame([("ab", DAYS[0], value, at) for at, value in enumerate(HOSTILE * 2)])
    release = api.anonymize_km(data, tmp_path / f"safe.{end}", k=2, m=2, columns="shop", **LOCAL)
    shown = release.df()
    assert {*zip(shown["record_id"].astype(int), shown["shop"], strict=True)} == {*enumerate(HOSTILE * 2)}
    assert api.verify(tmp_path / f"safe.{end}").satisfied
