"""``publish counts`` and ``publish records`` on the command line: what is refused, what adds up, what is written."""

import json
import sys
from pathlib import Path

import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.errors import BadParameter
from tests.cli.program import Program

ROWS = [(f"r{at}", item, f"p{at // 2}") for at in range(400) for item in ("abc" if at % 2 else "ab")]


@pytest.fixture
def baskets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    pd.DataFrame(ROWS, columns=["record_id", "item", "who"]).to_csv(tmp_path / "b.csv", index=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_counts_are_published_with_what_they_promise(setanon: Program, baskets: Path) -> None:
    answer = setanon("publish", "counts", "b.csv", "--out", "c.csv", "--epsilon", "5", "--person", "who")
    assert answer.code == 0 and "all records of any one person" in " ".join(answer.out.split())
    assert "Nobody adds up" in answer.out
    rows = pd.read_csv("c.csv")
    assert list(rows) == ["kind", "item", "item2", "itemset", "count", "low", "high"]
    assert set(rows["kind"]) == {"all", "item", "pair"} and rows["itemset"].isna().all()
    assert abs(rows["count"][0] - 200) < 60 and set(rows["item"][1:]) <= set("abc")
    assert set(zip(rows["item"], rows["item2"], strict=True)) >= {("a", "b")}
    assert "interval, 95 %" in answer.out and "drawn by lot" in answer.out
    manifest = json.loads(Path("c.csv.manifest.json").read_text())
    assert manifest["parameters"] == {"epsilon": 5.0, "delta": 1e-06, "person": True}
    assert not {"records", "rows"} & manifest.keys()
    checked = setanon("verify", "c.csv")
    assert checked.code == 2 and "nobody can tell from them that the noise was drawn" in checked.err


def test_records_are_published_with_what_they_promise(setanon: Program, baskets: Path) -> None:
    Path("public.txt").write_text("a\nb\nd\n")
    words = ("publish", "records", "b.csv", "--epsilon", "5", "--items", "public.txt", "--budget", "spent.json")
    answer = setanon(*words, "--out", "r.csv", "--total-epsilon", "9")
    assert answer.code == 0 and "with or without any one record" in " ".join(answer.out.split())
    assert "for you alone: 1 item of the data is not public" in answer.err and "1 item" not in answer.out
    rows = pd.read_csv("r.csv")
    assert list(rows) == ["record_id", "item"] and set(rows["item"]) <= {"a", "b", "d"}
    assert abs((rows["item"] == "a").sum() - 400) < 40
    manifest = json.loads(Path("r.csv.manifest.json").read_text())
    assert manifest["parameters"] == {"epsilon": 5.0, "delta": 0.0} and manifest["items"] == 3
    assert not {"records", "rows", "sets"} & manifest.keys()
    checked = setanon("verify", "r.csv")
    assert checked.code == 2 and "records with noise: nobody can tell from them" in checked.err
    assert setanon(*words, "--out", "again.csv").code == 2 and not Path("again.csv").exists()  # 10 of 9
    assert "nobody says which items there may be" in setanon(*words[:5], "--out", "x.csv").err
    assert setanon(*words[:5], "--out", "x.csv", "--items", "public.txt", "--person", "who").code == 2


@pytest.mark.slow
def test_publications_add_up_to_a_total(setanon: Program, baskets: Path) -> None:
    def publish(out: str, epsilon: str, *more: str) -> int:
        words = ("publish", "counts", "b.csv", "--out", out, "--epsilon", epsilon, "--count", "items", *more)
        return setanon(*words).code

    assert publish("c.csv", "1", "--budget", "spent.json") == 2  # nobody says how much it may be
    assert publish("c.csv", "1", "--budget", "spent.json", "--total-epsilon", "2", "--total-delta", "0.1") == 0
    assert publish("c.csv", "0.5", "--overwrite") == 2  # both are known
    assert publish("c.csv", "0.5", "--overwrite", "--budget", "spent.json") == 0
    assert publish("d.csv", "0.6", "--budget", "spent.json") == 2 and not Path("d.csv").exists()
    assert publish("d.csv", "0.5", "--budget", "spent.json", "--person", "who") == 2
    assert publish("d.csv", "0.5", "--budget", "spent.json") == 0
    spent = json.loads(Path("spent.json").read_text())
    assert [row["epsilon"] for row in spent["publications"]] == [1.0, 0.5, 0.5]
    assert publish("e.csv", "0.5", "--budget", "b.csv") == 2
    assert publish("e.csv", "0.5", "--total-epsilon", "9") == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--epsilon 0", "it must be over 0"),
        ("--epsilon 21", "at most 20"),
        ("--epsilon 1 --delta 1", "delta is 1"),
        ("--epsilon 1 --delta 0", "a --delta is needed"),
        ("--epsilon 1 --cap 5", "draw from all of the data"),
        ("--epsilon 1 --count pairs", "count items, too"),
        ("--epsilon 1 --count labels", "labels are those of a taxonomy"),
        ("--epsilon 1 --most 0", "must be a whole number from 1"),
        ("--epsilon 1 --most-pairs 0", "must be a whole number from 1"),
        ("--epsilon 1 --label-levels 1", "tells of labels, and none are counted"),
        ("--epsilon 1 --seed 7", "No such option"),
        ("--epsilon 1 --total-epsilon -1", "must be a number over 0"),
        ("--epsilon 1 --budget c.csv", "c.csv would be written twice"),
        ("--epsilon 1 --budget c.csv.manifest.json", "c.csv.manifest.json would be written twice"),
    ],
)
def test_what_makes_no_sense_is_refused(setanon: Program, baskets: Path, options: str, message: str) -> None:
    words = ("publish", "counts", "b.csv", "--out", "c.csv", "--budget", "spent.json", "--total-epsilon", "30")
    answer = setanon(*words, *options.split())
    assert answer.code == 2 and message in answer.err
    assert sorted(path.name for path in baskets.iterdir()) == ["b.csv"]


@pytest.mark.parametrize("what", ["counts", "records"])
def test_the_taxonomy_is_said_to_be_public_where_it_is_asked_for(setanon: Program, what: str) -> None:
    help_text = " ".join(setanon("publish", what, "--help").out.split())
    _, _, about = help_text.partition("--taxonomy T")
    assert "ublic taxonomy" in about[:70] and "may not come from the data" in help_text and "--seed" not in help_text


def test_opendp_is_asked_for_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opendp", None)
    monkeypatch.setitem(sys.modules, "opendp.prelude", None)
    with pytest.raises(BadParameter, match="OpenDP, which is not installed") as raised:
        api.publish_counts([["a"]], epsilon=1)
    assert "setanon-sql[dp]" in raised.value.hint
