"""Next month's data: the mapping of a release is written, applied, and extended where it does not do."""

import csv
import stat
from pathlib import Path

import pytest

from tests.cli.program import Answer, Program

K2 = ("--k", "2", "--m", "2", "--quiet")


def rows_of(path: Path) -> dict[str, str]:
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    assert header == ["item", "label"]
    return dict(rows)


def anonymized(setanon: Program, shop: Path, *more: str | Path, source: str = "b.csv", out: str = "r.csv") -> Answer:
    tree = () if "--no-tree" in more else ("--taxonomy", shop / "t.csv")
    given = [one for one in more if one != "--no-tree"]
    return setanon("anonymize", "km", shop / source, "--out", shop / out, *K2, *tree, *given)


def write(path: Path, baskets: list[str]) -> None:
    rows = [f"{number},Zqx{item}\n" for number, held in enumerate(baskets, 1) for item in held.split()]
    path.write_text("record_id,item\n" + "".join(rows))


@pytest.fixture
def month(setanon: Program, shop: Path) -> Path:
    """The release of a month with its mapping: apples and pears as they are, drinks as one, no cocoa."""
    write(shop / "b.csv", ["apple tea", "apple milk", "pear", "pear", "apple"])
    answer = anonymized(setanon, shop, "--mapping-out", shop / "map.csv")
    assert answer.code == 0, answer.err
    return shop


def test_a_mapping_says_where_each_item_went(month: Path) -> None:
    assert rows_of(month / "map.csv") == {
        "Zqxapple": "Zqxapple", "Zqxpear": "Zqxpear", "Zqxtea": "drinks", "Zqxmilk": "drinks"
    }  # fmt: skip
    assert stat.S_IMODE((month / "map.csv").stat().st_mode) == 0o600


@pytest.mark.slow
def test_a_public_mapping_tells_what_release_and_taxonomy_tell(setanon: Program, shop: Path) -> None:
    write(shop / "b.csv", ["apple tea", "apple milk", "pear", "pear", "apple"])
    public = ("--mapping-tier", "public", "--mapping-out")
    assert anonymized(setanon, shop, *public, shop / "map.csv").code == 0
    assert rows_of(shop / "map.csv")["Zqxcocoa"] == "drinks"  # which the data do not have: no difference is seen
    assert anonymized(setanon, shop, *public, shop / "flat.csv", "--no-tree", out="flat-r.csv").code == 0
    assert rows_of(shop / "flat.csv") == {"Zqxapple": "Zqxapple", "Zqxpear": "Zqxpear"}


def test_only_a_mapping_of_setanon_is_replaced(setanon: Program, month: Path) -> None:
    again = ("--mapping-out", month / "map.csv")
    assert "already exists" in anonymized(setanon, month, *again, out="r2.csv").err
    assert anonymized(setanon, month, *again, "--overwrite").code == 0
    (month / "map.csv").write_text("item,label\n")
    answer = anonymized(setanon, month, *again, "--overwrite")
    assert answer.code == 2 and "was not written by setanon" in answer.err
    assert (month / "map.csv").read_text() == "item,label\n"


@pytest.mark.parametrize("other", ["r.csv", "r.csv.manifest.json", "t.csv", "b.csv", "l.csv", "map.txt"])
def test_a_mapping_takes_no_other_place(setanon: Program, shop: Path, other: str) -> None:
    answer = anonymized(setanon, shop, "--mapping-out", shop / other, "--ledger", shop / "l.csv", "--overwrite")
    assert answer.code == 2 and not (shop / "r.csv").exists()


@pytest.mark.slow
def test_the_same_labels_next_month(setanon: Program, month: Path) -> None:
    write(month / "next.csv", ["tea", "milk apple", "apple tea", "pear", "pear"])
    answer = anonymized(setanon, month, "--mapping", month / "map.csv", "--json", source="next.csv", out="n.csv")
    assert answer.code == 0, answer.err
    found = answer.json
    assert found["method"] == "mapping" and found["mapping"]["labels_kept"] == 3
    assert setanon("verify", month / "n.csv").code == 0
    assert {line.split(",")[1] for line in (month / "n.csv").read_text().split()[1:]} == {
        "Zqxapple", "Zqxpear", "drinks"
    }  # fmt: skip


@pytest.mark.slow
def test_what_does_not_do_is_told_and_not_published(setanon: Program, month: Path) -> None:
    write(month / "next.csv", ["tea cocoa", "milk apple", "apple tea", "pear"])
    given = ("--mapping", month / "map.csv", "--json")
    answer = anonymized(setanon, month, *given, source="next.csv", out="n.csv")
    assert answer.code == 2 and not (month / "n.csv").exists()
    assert "1 item is new (1 of them below a label" in answer.json["error"]
    assert "each of 1 minimal set" in answer.json["error"] and "--extend" in answer.json["hint"]
    assert "Zqx" not in answer.out + answer.err
    shown = anonymized(setanon, month, *given, "--show-values", source="next.csv", out="n.csv")
    assert "is suppressed: Zqxpear" in shown.json["details"]


@pytest.mark.slow
def test_extended_with_the_least_change(setanon: Program, month: Path) -> None:
    write(month / "next.csv", ["tea cocoa", "milk apple", "apple tea", "pear"])
    given = ("--mapping", month / "map.csv", "--extend", "--mapping-out", month / "map2.csv")
    answer = anonymized(setanon, month, *given, source="next.csv", out="n.csv")
    assert answer.code == 0, answer.err
    assert "2 stay; 0 went up, 1 were suppressed, 0 are new" in answer.out
    expected = rows_of(month / "map.csv") | {"Zqxpear": "", "Zqxcocoa": "drinks"}
    assert rows_of(month / "map2.csv") == expected


@pytest.mark.parametrize(
    ("more", "what"),
    [
        (["--extend"], "--extend repairs a mapping"),
        (["--mapping", "map.csv", "--no-tree"], "applied along its taxonomy"),
        (["--mapping", "map.csv", "--algorithm", "paper"], "nothing is searched"),
        (["--algorithm", "aa", "--no-tree"], "suppresses nothing"),
        (["--mapping", "none.csv"], "there is no mapping none.csv"),
        (["--mapping", "t.csv"], "has other columns"),
        (["--mapping", "twice.csv"], "1 item is in the mapping twice"),
        (["--mapping", "short.csv"], "1 line of the mapping is no item and label, the first is line 3"),
        (["--mapping", "empty.csv"], "the mapping empty.csv cannot be read"),
    ],
)
def test_bad_mappings(
    setanon: Program, shop: Path, monkeypatch: pytest.MonkeyPatch, more: list[str], what: str
) -> None:
    monkeypatch.chdir(shop)
    for name, text in {"map": "", "twice": "Zqxtea,\nZqxtea,\n", "short": "Zqxtea,\nZqxmilk\n"}.items():
        Path(f"{name}.csv").write_text(f"item,label\n{text}")
    Path("empty.csv").touch()
    answer = anonymized(setanon, shop, *more)
    assert answer.code == 2 and what in answer.err and not Path("r.csv").exists()
