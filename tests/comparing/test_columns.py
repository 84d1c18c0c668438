"""Settings by columns beside the items: which are tried, their order, their figures."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.comparing.by_columns import ColumnCombinations
from setanon_sql.comparing.settings import Grid, strength
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.ladders import ladders_of
from tests.oracle import columns as oracle

TREE = [("a", "ab"), ("b", "ab"), ("ab", "all"), ("c", "cd"), ("d", "cd"), ("cd", "all")]
DAYS = ("2017-01-02", "2017-02-01", "2017-04-01")
#: Items, a day and a shop; who they are is their place.
SHOPPERS = [
    (record, DAYS[at % 3], "xy"[at % 2])
    for at, record in enumerate(["ab", "a", "abc", "ac", "cd", "a", "bd", "ab", "c", "acd", "ab", "a"] * 3)
] + [("d", "2018-05-05", "x")]
SOURCE = pd.DataFrame(
    [(at, item, day, shop) for at, (items, day, shop) in enumerate(SHOPPERS) for item in items],
    columns=["record_id", "item", "day", "shop"],
)
LADDERS = "day=date:month|quarter|year,shop"


def settings_by(columns: str, **grid: Any) -> list[Any]:
    return ColumnCombinations(ladders_of(columns)).of(Grid(**grid).settings())


def test_each_combination_of_steps_is_a_setting() -> None:
    tried = settings_by("day=date:month|year,age=width:5|10", recodings=("cut", "local"))
    steps = ["day=date:year, age=width:10", "day=date:year, age=width:5", "day=date:month, age=width:10"]
    assert [one.name for one in tried[:3]] == [f"km k=5 m=2 by {one}" for one in steps]
    assert len(tried) == 8 and tried[4].name == f"km k=5 m=2 by {steps[0]} (local)"
    coarse, fine_age, fine_day, fine = tried[:4]
    assert fine.parameters["columns"] == "day=date:month,age=width:5" and "day, age" in fine.guarantee
    for finer in (fine_age, fine_day, fine):
        assert finer.as_strong_as(coarse) and not coarse.as_strong_as(finer) and strength(coarse) < strength(finer)
        assert finer.promise != coarse.promise
    assert not fine_age.as_strong_as(fine_day) and not fine_day.as_strong_as(fine_age)
    assert settings_by("day", models=("rho",), rho=("0.5",)) == Grid(models=("rho",), rho=("0.5",)).settings()


def test_of_many_combinations_each_step_is_tried_with_the_others_at_their_coarsest() -> None:
    steps = "|".join(map(str, range(20, 0, -1)))
    combinations = ColumnCombinations(ladders_of(f"zip=prefix:{steps},day=date:month|year"))
    tried = combinations.of(Grid().settings())
    assert len(tried) == 21 and "40 combinations" in combinations.note
    assert all("zip=prefix:1," in one.name or "day=date:year" in one.name for one in tried)
    assert not ColumnCombinations(ladders_of(LADDERS)).note


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"columns": "day", "models": ("rho",), "rho": ("0.5",)}, "models that know of columns"),
        ({"columns": "day", "max_gone": "2"}, "max_gone"),
        ({"columns": "item"}, "column of the items"),
        ({"columns": "day=date:month", "absent": (1,)}, "absent"),
        ({"columns_from": "days.csv"}, "none are named"),
    ],
)
def test_what_cannot_be_compared_is_refused_before_the_source_is_read(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(BadParameter, match=says):
        api.compare("no such file.csv", **wrong)


@pytest.mark.slow
@pytest.mark.parametrize("recoding", ["cut", "local"])
def test_figures_are_those_of_a_release_at_these_steps(recoding: Any) -> None:
    """And who is at risk is told by counting each class."""
    how: dict[str, Any] = {"taxonomy": TREE, "max_gone": "0.1", "optimum": 0}
    more: dict[str, Any] = {"columns": LADDERS, "recodings": (recoding,), "costs": ("ncp",)}
    rows = api.compare(SOURCE, k=(4,), m=(1,), **more, **how).settings
    assert [row.setting.columns[0].called for row in rows] == ["day=date:year", "day=date:quarter", "day=date:month"]
    for row, length in zip(rows, (4, 7, 7), strict=True):
        step = row.setting.columns[0].called
        asked = {"recoding": "local", "cost": "balanced"} if recoding == "local" else {}
        asked |= {"columns": f"{step},shop", "record_ids": "keep"}
        if not row.reached:
            with pytest.raises(NotReached, match=row.problem):
                api.anonymize_km(SOURCE, k=4, m=1, **asked, **how)
            continue
        release = api.anonymize_km(SOURCE, k=4, m=1, **asked, **how)
        alike = [group for _, group in release.df().groupby("record_id")]
        classes = [(group.day.iloc[0], group.shop.iloc[0]) for group in alike]
        assert row.figures.classes == len({*classes})
        if recoding == "cut":  # floors of local recoding are drawn each time
            records = [{*group.item} for group in alike]
            assert row.figures.rows_unchanged_ratio == release.utility["rows_unchanged_ratio"]
            assert row.figures.records_gone_ratio == (len(SHOPPERS) - len(records)) / len(SHOPPERS) > 0
            beyond = oracle.at_risk(records, classes, range(len(records)), 4, 2)
            assert row.figures.residual_risk == len(beyond) / len(records)
        known = [(day[:length] if "quarter" not in step else day[5:7] < "04", shop) for _, day, shop in SHOPPERS]
        before = oracle.at_risk([items for items, *_ in SHOPPERS], known, range(len(known)), 4, 1)
        assert row.figures.at_risk_before == len(before) / len(SHOPPERS)
        assert row.figures.singled_out_ratio == 0


@pytest.mark.slow
def test_equal_records_are_compared_within_classes() -> None:
    how: dict[str, Any] = {"k": (3,), "m": (None,), "models": ("km", "kanonymity"), "taxonomy": TREE, "max_gone": "0.1"}
    rows = api.compare(SOURCE, columns="day=date:year,shop", costs=("ncp",), recodings=("cut",), **how).settings
    known = [(items, day[:4], shop) for items, day, shop in SHOPPERS]
    equal = sum(known.count(one) < 3 for one in known) / len(known)
    whole = {row.setting.model: row.figures for row in rows}
    assert whole["kanonymity"].at_risk_before == equal and whole["kanonymity"].classes == 2
    matched = [sum(set(one[0]) <= set(other[0]) and one[1:] == other[1:] for other in known) for one in known]
    assert whole["km"].at_risk_before == sum(number < 3 for number in matched) / len(known)


@pytest.mark.slow
def test_steps_are_suggested_as_k_and_m_are(tmp_path: Path) -> None:
    """Along levels of a taxonomy, of a sample first; what was written is that of all records."""
    days = [f"{day},{day[:4]}" for day in (*DAYS, "2018-05-05")]
    tree = tmp_path / "days.csv"
    tree.write_text("\n".join(["child,parent", *days, "2017,ever", "2018,ever"]))
    found = api.suggest(
        SOURCE,
        k=(3,),
        m=(1,),
        max_loss="0.3",
        columns=f"day=file:{tree},shop",
        max_gone="0.1",
        taxonomy=TREE,
        sample=30,
    )
    names = [row.setting.name for row in (*found.strongest, *found.tried)]
    assert any("day=file:1" in name for name in names)
    best = found.strongest[0]
    assert best.setting.column_texts[0].startswith(f"day=file:{tree}|") and best.figures.classes and not best.sampled
