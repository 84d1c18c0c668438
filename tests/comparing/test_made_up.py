"""Made-up records in a comparison: what they lose is what plain Python counts in what would be published."""

import secrets
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from setanon_sql import api
from setanon_sql.comparing import Grid, Row
from setanon_sql.comparing.columns import cells
from setanon_sql.comparing.page import page_of
from setanon_sql.comparing.settings import strength
from setanon_sql.errors import BadParameter
from setanon_sql.methods.dp.noise import Mechanism
from setanon_sql.taxonomy import Taxonomy

#: Nobody holds f; g is a category by itself.
TREE = Taxonomy(
    {**dict.fromkeys("abc", "left"), **dict.fromkeys("def", "right"), "left": "*", "right": "*", "g": "*"}, "*"
)
RECORDS = [["a", "b"]] * 9 + [["a"]] * 7 + [["d", "e", "g"]] * 8 + [["b", "d"]] * 5 + [["c"], ["a", "b", "c", "d", "e"]]
ASKED = [["a", "b"], ["f"], ["d", "e"]]
HOW: dict[str, Any] = {"models": ("dp",), "taxonomy": TREE, "epsilon": ("20",), "most": 3}


def subsets(records: Counter[frozenset[str]]) -> Counter[frozenset[str]]:
    """How many records hold each itemset."""
    held = Counter[frozenset[str]]()
    for record, n in records.items():
        for size in range(1, len(record) + 1):
            held += Counter({frozenset(items): n for items in combinations(sorted(record), size)})
    return held


def category(item: str) -> str:
    return TREE.path(item)[-2]


def compared(**more: Any) -> Row:
    (row,) = api.compare(RECORDS, **{**HOW, **more}).settings
    return row


@pytest.mark.slow
@pytest.mark.parametrize("added", [0, 2])
def test_losses_are_those_of_the_records_that_would_be_published(monkeypatch: pytest.MonkeyPatch, added: int) -> None:
    """With noise that is always the same, which makes up items that nobody holds where something is added."""
    monkeypatch.setattr(Mechanism, "counts_with_noise", lambda _, counts: {key: n + added for key, n in counts.items()})
    monkeypatch.setattr(secrets, "token_hex", lambda _: "0")
    published = api.publish_records(RECORDS, epsilon=20, taxonomy=TREE, most=3)
    made = Counter({frozenset(made_up.items): made_up.records for made_up in published.sets})
    source = Counter(map(frozenset, RECORDS))
    before, after = subsets(source), subsets(made)
    assert (after[frozenset("f")] > 0) == bool(added) and made
    figures = compared(workload=ASKED).figures
    assert figures.made_up_records_ratio == pytest.approx(made.total() / source.total())
    rows = [sum(len(record) * n for record, n in records.items()) for records in (made, source)]
    assert figures.made_up_rows_ratio == pytest.approx(rows[0] / rows[1])
    assert figures.top_itemsets_lost == pytest.approx(len(before.keys() - after.keys()) / len(before))
    pairs = [frozenset(pair) for pair in combinations("abcdeg", 2)]
    sides = [(before[pair], after[pair]) for pair in pairs if before[pair] or after[pair]]
    assert figures.pair_error == pytest.approx(mean(abs(x - y) / ((x + y) / 2) for x, y in sides))
    singles = [frozenset(item) for item in "abcdeg"]
    assert figures.item_error == pytest.approx(mean(abs(before[i] - after[i]) / before[i] for i in singles))
    asked = [frozenset(items) for items in ASKED]
    assert figures.workload_error == pytest.approx(mean(abs(before[i] - after[i]) / max(before[i], 1) for i in asked))
    assert figures.use_lost == figures.workload_error
    first, second = (
        Counter(label for record, n in records.items() for label in {*map(category, record)} for _ in range(n))
        for records in (source, made)
    )
    assert figures.category_error == pytest.approx(
        mean(abs(first[label] - second[label]) / first[label] for label in first)
    )
    for name in ("ncp", "suppressed_ratio", "records_gone_ratio", "at_risk_before", "residual_risk", "items_kept"):
        assert getattr(figures, name) is None


@pytest.mark.slow
def test_it_stands_apart_and_says_for_whom_its_figures_are(tmp_path: Path) -> None:
    comparison = api.compare(
        RECORDS, models=("km", "dp"), k=(2,), m=(1,), epsilon=("20", "0.001"), taxonomy=TREE, optimum=0,
        costs=("ncp",), recodings=("cut",), csv=tmp_path / "grid.csv",
    )  # fmt: skip
    km, dp, nothing = comparison.settings
    assert dp.reached and dp.best and dp.setting.name == "dp epsilon=20.0" and "e^20" in dp.setting.guarantee
    assert "nothing would be published" in nothing.problem and nothing.loss is None
    assert dp.setting.parameters == {"epsilon": 20.0, "most": 5} and km.setting.promise != dp.setting.promise
    assert ("counts of items", "dp") in [(answer.aim, answer.row.setting.model) for answer in comparison.answers]
    for text in (str(comparison.to_json()), page_of(comparison), str(comparison.summary().sentences)):
        assert "for the owner alone" in text and "not differentially private" in text
    assert "rows made up" in cells([dp])[0] and "NCP" not in cells([dp])[0]
    assert not api.compare(RECORDS, k=(2,), m=(1,), optimum=0).caution
    assert sorted(path.name for path in tmp_path.iterdir()) == ["grid.csv"]
    weak, strong = Grid(models=("dp",), epsilon=(2, 1)).settings()
    assert strong.as_strong_as(weak) and not weak.as_strong_as(strong) and strength(weak) < strength(strong)


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"taxonomy": None}, "a taxonomy says so, and none was given"),
        ({"workload": {"all": "SELECT count(*) FROM source"}}, "counts in SQL"),
    ],
)
def test_what_it_lacks_is_told_in_its_row(more: dict[str, Any], problem: str) -> None:
    assert problem in compared(**more).problem


def test_persons_are_not_protected() -> None:
    people = [(str(number), item, "p") for number, record in enumerate(RECORDS) for item in record]
    source = {"record_id": [row[0] for row in people], "item": [row[1] for row in people], "who": ["p"] * len(people)}
    pandas = pytest.importorskip("pandas")
    (row,) = api.compare(pandas.DataFrame(source), person="who", **HOW).settings
    assert "not persons" in row.problem


@pytest.mark.parametrize(
    ("more", "problem"),
    [({"epsilon": ()}, "needs epsilon"), ({"epsilon": ("21",)}, "at most 20"), ({"most": 0}, "whole number from 1")],
)
def test_what_makes_no_sense_is_refused(more: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadParameter, match=problem):
        compared(**more)


def test_opendp_is_asked_for_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opendp", None)
    monkeypatch.setitem(sys.modules, "opendp.prelude", None)
    with pytest.raises(BadParameter, match="OpenDP, which is not installed"):
        compared()


def test_suggest_does_not_try_it() -> None:
    models: Any = ("dp",)
    with pytest.raises(BadParameter):
        api.suggest(RECORDS, max_loss="10%", models=models, taxonomy=TREE)
