"""Safe disassociation on the command line: publish, verify, audit, attack, measure."""

import json
from pathlib import Path

import duckdb
import pytest

from tests.cli.program import Program
from tests.oracle import cover
from tests.oracle import disassociation as oracle

LINES = ["apple bread corn"] * 4 + ["apple dates", "dates", "dates", "dates", "dates eggs"]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "baskets.txt"
    path.write_text("\n".join(LINES) + "\n")
    return path


def anonymized(setanon: Program, source: Path, name: str, *more: object) -> Path:
    out = source.parent / name
    answer = setanon("anonymize", "disassociation", source, "--out", out, "--k", 2, "--m", 2, "--seed", "s", *more)
    assert answer.code == 0, answer.err
    return out


def folder(release: Path) -> oracle.Folder:
    """The files of a release, for the look at it in plain Python."""
    with duckdb.connect() as connection:
        files = [release / f"{name}.parquet" for name in ("clusters", "subrecords", "terms")]
        return oracle.folder_of(*(connection.read_parquet(str(file)).fetchall() for file in files))


@pytest.mark.slow
def test_a_safe_release_from_start_to_end(setanon: Program, source: Path) -> None:
    unsafe, safe = anonymized(setanon, source, "unsafe"), anonymized(setanon, source, "safe", "--safe")
    before = setanon("audit", "disassociation", unsafe, "--json")
    assert (before.code, before.json["by_check"]["cover"], before.json["vulnerable_record_chunks"]) == (0, 1, 1)
    assert before.json["implied"] == {"items": 2, "pairs": 4, "chunks": 1}
    assert "covered" not in before.json
    after = setanon("audit", "disassociation", safe, "--json")
    assert (after.code, after.json["by_check"]["cover"]) == (0, 0)
    manifest = json.loads((safe / "manifest.json").read_text())
    assert manifest["parameters"]["safe"] is True
    assert manifest["method"] == "disassociation, safe (best)"
    assert manifest["occurrences_before_safe"] == 18
    assert "only together" in manifest["guarantee"]
    assert setanon("verify", safe).code == 0
    measures = setanon("utility", source, safe, "--json").json
    assert (measures["pem"], measures["rlm"]) == (0, 0)
    assert setanon("utility", source, unsafe, "--json").json["pem"] == 0.5


@pytest.mark.whole
def test_which_items_cover_which_is_said_with_show_values_only(setanon: Program, source: Path) -> None:
    unsafe = anonymized(setanon, source, "unsafe")
    assert "bread" not in setanon("audit", "disassociation", unsafe).out
    told = setanon("audit", "disassociation", unsafe, "--show-values", "--json").json["covered"]
    assert [(one["covered"], one["covering"], one["support"]) for one in told] == [(["bread", "corn"], ["apple"], 4)]
    assert "bread, corn (4 times) by apple" in setanon("audit", "disassociation", unsafe, "--show-values").out


@pytest.mark.whole
def test_the_attack_before_and_after(setanon: Program, source: Path) -> None:
    unsafe, safe = anonymized(setanon, source, "unsafe"), anonymized(setanon, source, "safe", "--safe")
    found = setanon("attack", "cover", safe, "--before", unsafe, "--m", 3, "--json").json
    assert found["before"]["by_known_items"]["1"]["whole_chunk"] == 4
    chances = [chance for *_, chance in cover.linked(folder(safe), 1)]
    assert found["release"]["by_known_items"]["1"] == {
        "linked": 0,
        "whole_chunk": 0,
        "items_learned": 0,
        "mean_chance": pytest.approx(sum(chances) / len(chances)),
    }
    assert len(chances) == 7
    assert "whole chunk" in setanon("attack", "cover", safe).out
    assert setanon("attack", "cover", safe, "--m", 1).code == 2


@pytest.mark.whole
def test_a_release_that_promises_to_be_safe_is_held_to_it(setanon: Program, source: Path) -> None:
    unsafe = anonymized(setanon, source, "unsafe")
    manifest = json.loads((unsafe / "manifest.json").read_text())
    manifest["parameters"]["safe"] = True
    (unsafe / "manifest.json").write_text(json.dumps(manifest))
    answer = setanon("verify", unsafe)
    assert answer.code == 1
    assert "1 chunk has an item that never occurs without the others" in answer.out
    manifest["occurrences_before_safe"] = "many"
    (unsafe / "manifest.json").write_text(json.dumps(manifest))
    assert setanon("verify", unsafe).code == 2


@pytest.mark.whole
@pytest.mark.parametrize(
    "infeasible", ["best", *(pytest.param(one, marks=pytest.mark.slow) for one in ("demote", "separate", "suppress"))]
)
def test_each_way_out_on_the_command_line(setanon: Program, source: Path, infeasible: str) -> None:
    out = anonymized(setanon, source, "safe", "--safe", "--infeasible", infeasible, "--cluster-size", 8)
    assert setanon("verify", out).code == 0


def test_a_way_out_of_what_is_not_asked_for(setanon: Program, source: Path) -> None:
    out = source.parent / "release"
    answer = setanon("anonymize", "disassociation", source, "--out", out, "--k", 2, "--m", 2, "--infeasible", "demote")
    assert answer.code == 2 and "--safe" in answer.err and not out.exists()
