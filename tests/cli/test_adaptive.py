"""Sensitivity-adaptive rho-uncertainty from the command line: the whole way, and what cannot be done."""

import json
from pathlib import Path

import duckdb
import pytest

from tests.cli.conftest import DRINKS, FRUIT, MARK
from tests.cli.program import Program

COCOA = f"{MARK}cocoa"


@pytest.fixture
def place(shop: Path) -> Path:
    (shop / "s.csv").write_text(f"item\n{DRINKS[0]}\n{COCOA}\n")
    return shop


def made(setanon: Program, place: Path, *more: object, out: str = "r.csv") -> object:
    words = ("--rho", "0.3", "--factor", "0.5", "--sensitive", place / "s.csv", "--taxonomy", place / "t.csv")
    return setanon("anonymize", "adaptive", place / "b.csv", "--out", place / out, *words, "--seed", "1", *more)


@pytest.mark.slow
@pytest.mark.usefixtures("one_way")
def test_from_the_audit_to_the_measures(setanon: Program, place: Path) -> None:
    words = ("--rho", "0.3", "--factor", "0.5", "--sensitive", place / "s.csv", "--json")
    audit = setanon("audit", "adaptive", place / "b.csv", *words)
    # tea is in four of the six records, cocoa in one
    assert audit.code == 1 and "19/30 = 0.633333" in audit.err and "23/60" in audit.err
    ends = {"lowest": 23 / 60, "highest": 19 / 30, "mean": (23 / 60 + 19 / 30) / 2}
    assert audit.json["thresholds"] == {"items": 2} | ends
    assert MARK not in audit.out + audit.err
    answer = made(setanon, place, "--json", "--ledger", place / "l.csv")
    assert answer.code == 0 and "2 sensitive items are in fewer than 5 records" in answer.err  # type: ignore[attr-defined]
    told = answer.json  # type: ignore[attr-defined]
    assert told["model"] == "adaptive" and 0 < told["ncp"] < 1 and "thresholds" not in told
    manifest = json.loads((place / "r.csv.manifest.json").read_text())
    assert set(manifest["thresholds"].values()) <= {"3/10"} and "seed" not in json.dumps(manifest)
    assert (place / "r.csv").read_text().startswith("record_id,item,group_id\n")
    assert setanon("verify", place / "r.csv").code == 0
    measures = setanon("utility", place / "b.csv", place / "r.csv", "--taxonomy", place / "t.csv", "--json").json
    assert 0 < measures["ncp"] <= 1 and "rules_lost" in measures
    assert "suppressed" in (place / "l.csv").read_text()


@pytest.mark.slow
@pytest.mark.usefixtures("one_way")
def test_a_release_may_be_a_table(setanon: Program, place: Path) -> None:
    with duckdb.connect(str(place / "w.duckdb")) as database:
        for name in ("b", "s", "t"):
            database.execute(f"CREATE TABLE {name} AS FROM read_csv('{place / name}.csv', header = true)")
    words = ("--rho", "0.3", "--sensitive", "s", "--taxonomy", "t", "--db", place / "w.duckdb", "--factor", "0")
    assert setanon("anonymize", "adaptive", "b", "--out", "safe", *words).code == 0
    assert setanon("verify", "safe", "--db", place / "w.duckdb").code == 0
    with duckdb.connect(str(place / "w.duckdb")) as database:
        database.execute("UPDATE safe SET group_id = 7")
    answer = setanon("verify", "safe", "--db", place / "w.duckdb")
    assert answer.code == 1 and "another sha256" in answer.out


TAKEN = f"item,factor\n{DRINKS[0]},0.5\n"
BY_ITEM = "--taxonomy t.csv --factors f.csv"
CASES: dict[str, tuple[dict[str, str], str, str, str]] = {
    "no taxonomy": ({}, "", "none was given", "setanon taxonomy build"),
    "both factors": (
        {"f.csv": TAKEN},
        f"{BY_ITEM} --factor 1",
        "do not go together",
        "one factor",
    ),
    "factor no number": ({}, "--taxonomy t.csv --factor x", "--factor is not a number", "0.5"),
    "factor under 0": ({}, "--taxonomy t.csv --factor -1", "--factor is under 0", "least"),
    "too high": ({}, "--taxonomy t.csv --factor 2", "1 of 2 sensitive items get a threshold of 1 or more", "lower"),
    "rho of 1": ({}, "--taxonomy t.csv --rho 1", "must lie between 0 and 1", "0.5"),
    "item twice": (
        {"f.csv": f"{TAKEN}{DRINKS[0]},1\n"},
        "--taxonomy t.csv --factors f.csv",
        "more than once",
        "one row",
    ),
    "open item": (
        {"f.csv": f"{TAKEN}{FRUIT[0]},1\n"},
        "--taxonomy t.csv --factors f.csv",
        "not in --sensitive",
        "take",
    ),
    "unknown items": (
        {"f.csv": "item,factor\nx,1\n"},
        "--taxonomy t.csv --factors f.csv",
        "the 1 item in --factors does not occur",
        "case",
    ),
    "no such column": (
        {"f.csv": f"item,f\n{DRINKS[0]},1\n"},
        "--taxonomy t.csv --factors f.csv",
        "lacks the col",
        "header with",
    ),
    "bad factor": (
        {"f.csv": f"item,factor\n{DRINKS[0]},-1\n"},
        "--taxonomy t.csv --factors f.csv",
        "1 factors in",
        "0.5",
    ),
    "blank item": ({"f.csv": f"{TAKEN},2\n"}, BY_ITEM, "1 row of --factors lacks", "write"),
    "no factors": ({"f.csv": "item,factor\n"}, BY_ITEM, "--factors", ""),
    "no such file": ({}, "--taxonomy t.csv --factors none.csv", "there is no file none.csv", "path"),
    "basket lines": ({}, "--taxonomy t.csv --out o.dat", "cannot hold the groups", "parquet"),
    "wishes": ({"s.csv": f"record_id,item\n{MARK}p1,{COCOA}\n"}, "--taxonomy t.csv", "names persons", "anonymize rho"),
}


@pytest.mark.parametrize("name", CASES)
def test_bad_input(setanon: Program, place: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    files, words, says, hint = CASES[name]
    monkeypatch.chdir(place)
    for file, text in files.items():
        (place / file).write_text(text)
    before = sorted(place.iterdir())
    own = {"--out": "o.csv", "--rho": "0.3", "--sensitive": "s.csv"}
    given = [part for option, value in own.items() if option not in words for part in (option, value)]
    answer = setanon("anonymize", "adaptive", "b.csv", *given, *words.split())
    assert (answer.code, answer.out) == (2, ""), answer
    assert says in answer.err and hint in answer.err, answer.err
    assert MARK not in answer.err and "fault of the program" not in answer.err
    assert sorted(place.iterdir()) == before


@pytest.mark.slow
@pytest.mark.usefixtures("one_way")
def test_taxonomies_that_do_not_fit_name_what_is_wrong(setanon: Program, place: Path) -> None:
    words = ("--out", place / "o.csv", "--rho", "0.3", "--factor", "0", "--sensitive", place / "s.csv", "--quiet")
    edges = (place / "t.csv").read_text()
    (place / "inner.csv").write_text(f"{edges}below,{COCOA}\n")
    answer = setanon("anonymize", "adaptive", place / "b.csv", *words, "--taxonomy", place / "inner.csv")
    assert answer.code == 2 and "1 item of the data is also an inner node\n" in answer.err and MARK not in answer.err
    (place / "missing.csv").write_text(edges.replace(f"{FRUIT[1]},fruit\n", ""))
    answer = setanon("anonymize", "adaptive", place / "b.csv", *words, "--taxonomy", place / "missing.csv")
    assert answer.code == 2 and "1 item of the data has no leaf\n" in answer.err and MARK not in answer.err
    shown = setanon(
        "anonymize", "adaptive", place / "b.csv", *words, "--taxonomy", place / "missing.csv", "--show-values"
    )
    assert f"  {FRUIT[1]}\n" in shown.err
    # sensitive items need not be in the tree, and leaves above nothing but them do not count
    (place / "without.csv").write_text(edges.replace(f"{COCOA},drinks\n", "").replace(f"{DRINKS[0]},drinks\n", ""))
    answer = setanon("anonymize", "adaptive", place / "b.csv", *words, "--taxonomy", place / "without.csv")
    assert answer.code == 0, answer.err


def test_items_without_a_factor_keep_rho(setanon: Program, place: Path) -> None:
    (place / "f.csv").write_text(f"item,factor\n{DRINKS[0]},0.3\nunknown,1\n")
    words = ("--rho", "0.3", "--sensitive", place / "s.csv", "--factors", place / "f.csv", "--show-values")
    answer = setanon("audit", "adaptive", place / "b.csv", *words)
    assert answer.code == 1
    assert "1 of the 2 items in --factors does not occur" in answer.err and "1 sensitive item has no row" in answer.err
    assert "1/2 = 0.5" in answer.err and "3/10 = 0.3" in answer.err


@pytest.mark.slow
@pytest.mark.parametrize("order", ["cooccurrence", "label"])
def test_a_taxonomy_can_be_made(setanon: Program, place: Path, order: str) -> None:
    answer = setanon("taxonomy", "build", place / "b.csv", "--order", order, "--fan-out", "2")
    assert answer.code == 0
    (place / "built.csv").write_text(answer.out)
    check = setanon("taxonomy", "check", place / "built.csv", "--source", place / "b.csv", "--json").json
    assert check["satisfied"] and not [one for one in check["faults"] if one["kind"] == "one_child"]
    assert setanon("taxonomy", "build", place / "b.csv", "--fan-out", "1").code == 2
