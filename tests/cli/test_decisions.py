"""Constraints and weights from the command line and from Python: read, kept to, told; bad ones write nothing."""

from pathlib import Path

import duckdb
import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.sources import SourceOptions
from tests.cli.conftest import MARK
from tests.cli.program import Answer, Program

K2 = ("--k", "2", "--m", "2", "--quiet")
APPLE, PEAR, TEA, MILK, COCOA = (f"{MARK}{item}" for item in ("apple", "pear", "tea", "milk", "cocoa"))


def anonymized(setanon: Program, shop: Path, rules: str, *more: str | Path) -> Answer:
    (shop / "c.csv").write_text(f"item,rule,level\n{rules}")
    given = ("--taxonomy", shop / "t.csv", "--constraints", shop / "c.csv", *K2, *more)
    return setanon("anonymize", "km", shop / "b.csv", "--out", shop / "r.csv", *given)


def labels(shop: Path) -> set[str]:
    return {line.split(",")[1] for line in (shop / "r.csv").read_text().split()[1:]}


@pytest.mark.whole
def test_what_is_asked_for_is_what_is_released(setanon: Program, shop: Path) -> None:
    answer = anonymized(setanon, shop, f"{APPLE},keep,\n{COCOA},drop,\ndrinks,at most,drinks\n", "--json")
    assert answer.code == 0, answer.err
    found = answer.json["constraints"]
    assert (found["rules"], found["items_kept"], found["items_dropped"], found["items_limited"]) == (3, 1, 1, 3)
    assert "cost" not in found and 0 <= found["ncp_without"] <= answer.json["ncp"]
    assert APPLE in labels(shop) and COCOA not in labels(shop) and "all" not in labels(shop)
    assert setanon("verify", shop / "r.csv").code == 0


@pytest.mark.whole
def test_nobody_reads_in_a_manifest_what_was_asked_for(setanon: Program, shop: Path) -> None:
    assert anonymized(setanon, shop, f"{APPLE},keep,\n{COCOA},drop,\n").code == 0
    told = (shop / "r.csv.manifest.json").read_text()
    assert MARK not in told and '"constraints": {' in told and '"rules": 2' in told
    assert "what was asked for of single items" in setanon("verify", shop / "r.csv").out


@pytest.mark.whole
def test_what_is_dropped_is_gone_however_it_could_be_generalized(setanon: Program, shop: Path) -> None:
    """Two of three items of a label are released as that label; the third, which is dropped, is no part of it."""
    ledger, mapping = shop / "ledger.csv", shop / "map.csv"
    answer = anonymized(setanon, shop, f"{COCOA},drop,\n", "--ledger", ledger, "--mapping-out", mapping, "--json")
    assert answer.code == 0, answer.err
    gone = [line for line in ledger.read_text().splitlines() if COCOA in line]
    assert len(gone) == 1 and ",suppressed," in gone[0] and "drinks" not in gone[0]
    assert [line for line in mapping.read_text().splitlines() if COCOA in line] == [f"{COCOA},,drop"]
    assert answer.json["ncp"] >= 1 / answer.json["rows_before"]
    shown = anonymized(setanon, shop, f"{COCOA},drop,\n", "--overwrite").out
    assert "count all leaves of the taxonomy under a label, also those of dropped items" in shown


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (f"{APPLE},hold,\n", "row 1 of --constraints: there is no such rule"),
        (f"{PEAR},keep,\n{MARK}plum,keep,\n", "row 2 of --constraints: the item is neither in the data"),
        (f"{PEAR},keep,\nfruit,drop,\n", "rows 1, 2 of --constraints: an item cannot be dropped and also kept"),
        (f"{PEAR},prefer,\n", "row 1 of --constraints: the level is missing"),
        (f"{PEAR},at_most,{MARK}x\n", "row 1 of --constraints: the level is neither a label nor a depth"),
        (f"{PEAR},at_most,drinks\n", "row 1 of --constraints: the level is not a label at or over the item"),
        (f"{PEAR},prefer,{MARK}\n", "row 1 of --constraints: this is no weight"),
        (f"{COCOA},keep,\n{PEAR},keep,\n{TEA},keep,\n", "not all of the 3 items to keep can stay: of 2 minimal sets"),
        ("", "c.csv"),
    ],
)
def test_what_is_wrong_ends_the_run_and_writes_nothing(setanon: Program, shop: Path, rules: str, told: str) -> None:
    answer = anonymized(setanon, shop, rules)
    assert answer.code == 2 and told in answer.err
    assert MARK not in answer.err.replace(str(shop), "")
    assert not (shop / "r.csv").exists() and not (shop / "r.csv.manifest.json").exists()


def test_values_are_shown_where_they_may_be(setanon: Program, shop: Path) -> None:
    answer = anonymized(setanon, shop, f"{COCOA},keep,\n{PEAR},keep,\n", "--show-values")
    assert answer.code == 2
    assert f"to give up: {COCOA}" in answer.err and f"held by too few records: {COCOA}" in answer.err


@pytest.mark.whole
def test_weights_decide_what_goes(setanon: Program, tmp_path: Path) -> None:
    """Two items that no release can show together, one in one record more: the weight decides which stays."""
    held = ["ab"] + ["a"] * 4 + ["b"] * 5
    (tmp_path / "b.csv").write_text("record_id,item\n" + "".join(f"{n},{i}\n" for n, r in enumerate(held) for i in r))
    (tmp_path / "w.csv").write_text("item,weight\na,1.5\n")
    given = ("anonymize", "km", tmp_path / "b.csv", "--out", tmp_path / "r.csv", "--json", "--overwrite", *K2)
    assert setanon(*given).json["rows"] == 6 and "b" in (tmp_path / "r.csv").read_text().split("\n", 1)[1]
    answer = setanon(*given, "--weights", tmp_path / "w.csv")
    assert answer.json["rows"] == 5 and "b" not in (tmp_path / "r.csv").read_text().split("\n", 1)[1]
    assert answer.json["constraints"]["cost"] == pytest.approx(6 / 13.5)
    assert answer.json["optimal"] and answer.json["cost_bound"] == pytest.approx(6 / 13.5)


@pytest.mark.whole
def test_rules_without_a_taxonomy_and_beside_a_mapping(setanon: Program, shop: Path) -> None:
    (shop / "c.csv").write_text(f"item,rule,level\n{PEAR},at_most,1\n")
    flat = setanon("anonymize", "km", shop / "b.csv", "--out", shop / "r.csv", "--constraints", shop / "c.csv", *K2)
    assert flat.code == 2 and "a run without --taxonomy cannot keep to at_most (row 1 of --constraints)" in flat.err
    assert anonymized(setanon, shop, f"{COCOA},drop,\n", "--mapping-out", shop / "m.csv").code == 0
    again = anonymized(setanon, shop, f"{COCOA},drop,\n", "--mapping", shop / "m.csv", "--overwrite", "--json")
    assert again.code == 0 and again.json["mapping"]["new_items"] == 0
    answer = anonymized(setanon, shop, f"{APPLE},keep,\n", "--mapping", shop / "m.csv", "--overwrite")
    assert answer.code == 2 and "says what becomes of each item, cannot keep to keep" in answer.err


@pytest.mark.whole
def test_python_gives_rows_frames_and_tables(tmp_path: Path) -> None:
    records = [["a", "b"]] * 3 + [["c"]] * 3
    rows = [("a", "keep"), ("c", "drop", None)]
    frame = pd.DataFrame({"item": ["a", "c"], "rule": ["keep", "drop"]})
    with duckdb.connect(str(tmp_path / "shop.duckdb")) as shop:
        pairs = ", ".join(f"({at}, '{item}')" for at, held in enumerate(records) for item in held)
        shop.execute(f"CREATE TABLE held AS SELECT * FROM (VALUES {pairs}) h(record_id, item)")
        shop.execute("CREATE TABLE rules AS SELECT * FROM (VALUES ('a', 'keep'), ('c', 'drop')) r(item, rule)")
    db = SourceOptions(db=str(tmp_path / "shop.duckdb"))
    for at, (source, given, options) in enumerate(
        ((records, rows, None), (records, frame, None), ("held", "rules", db))
    ):
        release = api.anonymize_km(
            source, tmp_path / f"{at}.csv", k=3, m=2, constraints=given, options=options, out_db=""
        )
        assert release.constraints and (release.constraints.items_kept, release.constraints.items_dropped) == (1, 1)
        assert release.manifest["rows"] == 6


def test_python_is_told_what_is_wrong_with_its_rows(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="more than 3 values"):
        api.anonymize_km([["a"]] * 3, tmp_path / "r.csv", k=2, constraints=[("a", "keep", "", "")])
    with pytest.raises(BadParameter, match="without taxonomy cannot keep to together"):
        api.anonymize_km([["a"]] * 3, tmp_path / "r.csv", k=2, constraints=[("a", "together")])


def test_a_comparison_is_left_out_for_large_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("setanon_sql.pipeline.constraints.COMPARED", 2)
    release = api.anonymize_km([["a"]] * 3, tmp_path / "r.csv", k=2, constraints=[("a", "keep")])
    assert release.constraints and release.constraints.ncp_without is None
    assert "ncp_without" not in release.to_json()["constraints"]


@pytest.mark.whole
def test_utility_reads_a_dropped_item_as_the_run_did(setanon: Program, shop: Path) -> None:
    """Two of three items under a label are released as that; the third is gone, and the label is not spread over it."""
    rows = enumerate((TEA, MILK, COCOA, APPLE, APPLE))
    (shop / "b.csv").write_text("record_id,item\n" + "".join(f"{record},{item}\n" for record, item in rows))
    made = anonymized(setanon, shop, f"{COCOA},drop,\n", "--json").json
    assert labels(shop) == {"drinks", APPLE}
    given = ("utility", shop / "b.csv", shop / "r.csv", "--taxonomy", shop / "t.csv", "--json")
    told = setanon(*given, "--constraints", shop / "c.csv", "--quiet").json
    measures = {name: made[name] for name in told}
    assert told == pytest.approx(measures) and "kl_divergence" in told
    without = setanon(*given)
    assert without.json["kl_divergence"] != pytest.approx(made["kl_divergence"])
    assert "give these --constraints here, too" in without.err
    (shop / "c.csv").write_text("item,rule,level\n")
    assert setanon(*given, "--constraints", shop / "c.csv").code == 2


@pytest.mark.whole
def test_utility_is_told_of_constraints_only_where_there_were_any(setanon: Program, shop: Path) -> None:
    (shop / "c.csv").write_text(f"item,rule,level\n{COCOA},drop,\n")
    assert setanon("anonymize", "km", shop / "b.csv", "--out", shop / "r.csv", *K2).code == 0
    answer = setanon("utility", shop / "b.csv", shop / "r.csv", "--constraints", shop / "c.csv", "--quiet")
    assert answer.code == 2 and "--constraints were not asked for when the release was made" in answer.err
