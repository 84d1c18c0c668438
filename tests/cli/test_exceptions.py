"""Labels with exceptions from the command line: label table, verify, utility, mapping."""

import csv
import json
from pathlib import Path

import pytest

from tests.cli.program import Program

pytestmark = pytest.mark.slow

#: Record by record; milk is in many, the other dairy products are rare.
BREAKFASTS = ("milk bread", "milk bread", "milk", "cream", "butter")


@pytest.fixture
def release(setanon: Program, tmp_path: Path) -> Path:
    data = [f"{number},{item}\n" for number, held in enumerate(BREAKFASTS, 1) for item in held.split()]
    (tmp_path / "b.csv").write_text("record_id,item\n" + "".join(data))
    tree = ["milk;dairy;all", "cream;dairy;all", "butter;dairy;all", "bread;bakery;all", "cake;bakery;all"]
    (tmp_path / "t.csv").write_text("\n".join(tree) + "\n")
    answer = setanon(
        "anonymize", "km", tmp_path / "b.csv", "--out", tmp_path / "r.csv", "--k", "2", "--m", "2", "--quiet",
        "--taxonomy", tmp_path / "t.csv", "--mapping-out", tmp_path / "map.csv",
    )  # fmt: skip
    assert answer.code == 0, answer.err
    return tmp_path


def lines(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_label_table_lists_what_was_taken_out(setanon: Program, release: Path) -> None:
    table = {row["label"]: row for row in lines(release / "r.csv.labels.csv")}
    assert set(table) == {"milk", "bread", "dairy (other)"}
    assert table["dairy (other)"]["exceptions"] == '["milk"]' and table["dairy (other)"]["leaves"] == "2"
    assert setanon("verify", release / "r.csv").code == 0
    assert {row["item"] for row in lines(release / "r.csv")} == set(table)


def test_utility_knows_what_such_a_label_stands_for(setanon: Program, release: Path) -> None:
    answer = setanon("utility", release / "b.csv", release / "r.csv", "--taxonomy", release / "t.csv", "--json")
    measures = json.loads(answer.out)
    assert measures["labels_narrowed"] == 1
    assert any(
        "1 label stands for" in line for line in json.loads((release / "r.csv.manifest.json").read_text())["losses"]
    )
    assert measures["ncp"] == pytest.approx(2 / 7 * 2 / 5) and measures["items_kept"] == 2


def test_its_mapping_is_applied(setanon: Program, release: Path) -> None:
    mapping = {row["item"]: row["label"] for row in lines(release / "map.csv")}
    assert mapping == {"milk": "milk", "bread": "bread", "cream": "dairy (other)", "butter": "dairy (other)"}
    again = ("--taxonomy", release / "t.csv", "--mapping", release / "map.csv", "--k", "2", "--m", "2", "--quiet")
    answer = setanon("anonymize", "km", release / "b.csv", "--out", release / "r2.csv", *again)
    assert answer.code == 0, answer.err
    assert sorted(row["item"] for row in lines(release / "r2.csv")) == sorted(
        row["item"] for row in lines(release / "r.csv")
    )
    assert lines(release / "r2.csv.labels.csv") == lines(release / "r.csv.labels.csv")


def test_the_label_table_of_a_later_month_names_no_item_that_the_month_lacks(setanon: Program, release: Path) -> None:
    (release / "dry.csv").write_text("record_id,item\n1,bread\n2,bread\n3,cream\n4,butter\n")
    how = ("--taxonomy", release / "t.csv", "--mapping", release / "map.csv", "--k", "2", "--m", "2", "--quiet")
    answer = setanon("anonymize", "km", release / "dry.csv", "--out", release / "r2.csv", *how)
    assert answer.code == 0, answer.err
    assert {row["item"] for row in lines(release / "r2.csv")} == {"bread", "dairy (other)"}
    assert "milk" not in (release / "r2.csv.labels.csv").read_text()
    table = {row["label"]: row for row in lines(release / "r2.csv.labels.csv")}
    assert table["dairy (other)"]["exceptions"] == "" and table["dairy (other)"]["leaves"] == "3"
    assert setanon("verify", release / "r2.csv").code == 0


@pytest.mark.parametrize("more", [("--algorithm", "paper"), ("--exceptions", "none"), ("--known", "known.csv")])
def test_some_releases_have_none(setanon: Program, release: Path, more: tuple[str, str]) -> None:
    (release / "known.csv").write_text("item\ncream\nmilk\n")
    option, value = more
    how = (
        "--taxonomy",
        release / "t.csv",
        "--k",
        "2",
        "--m",
        "2",
        option,
        str(release / value) if "." in value else value,
    )
    answer = setanon("anonymize", "km", release / "b.csv", "--out", release / "p.csv", *how)
    assert answer.code == 0, answer.err
    assert not [row for row in lines(release / "p.csv.labels.csv") if row["exceptions"]]


def test_a_release_is_audited_along_its_taxonomy(setanon: Program, release: Path) -> None:
    answer = setanon(
        "audit", "km", release / "r.csv", "--k", "2", "--m", "2", "--taxonomy", release / "t.csv", "--json"
    )
    assert answer.code == 0 and json.loads(answer.out)["violations"] == 0
