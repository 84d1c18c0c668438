"""What attacks found stands in an internal report by its criterion, and in no public one."""

import json
from pathlib import Path

import pytest

from setanon_sql import api
from setanon_sql.errors import BadInput
from setanon_sql.report.attacks import read_attacks

ACROSS = {"not_in_both": 0, "parameters": {"k": 5, "m": 2}, "persons": 200, "persons_at_risk": 10}
DATA = [["a", "s"], ["a", "t"], ["a", "s"]] * 20


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release, and what attacks on it found, in files beside it."""
    folder = tmp_path_factory.mktemp("release")
    out = folder / "r.csv"
    api.anonymize_km(DATA, out, k=5, m=2, control=0.5, seed="x", record_ids="keep")
    match = api.attack_match(out, source=DATA, known=1)
    infer = api.attack_infer(out, source=DATA, control=0.5, seed="x", sensitive=["s", "t"], known=1)
    for name, answer in {"match": match.to_json(), "infer": infer.to_json(), "across": ACROSS}.items():
        (folder / f"{name}.json").write_text(json.dumps(answer))
    return out


def test_each_criterion_has_its_attack(release: Path) -> None:
    rows = read_attacks([release.with_name(f"{name}.json") for name in ("infer", "across", "match")])
    assert [row.criterion for row in rows] == ["Singling out", "Linkability", "Inference", "Inference"]
    assert rows[0].success.startswith("0.0 %") and rows[0].baseline == "3.3 % by a blind guess"
    assert rows[1].success == "5.0 % (2.7 to 9.0)" and "5 candidates" in rows[1].attack
    assert "of 30: difference" in rows[2].control and rows[2].attack.endswith("tried who hold one")
    assert rows[3].attack == "the same guess about anybody: 30 tried" and rows[3].control.endswith("of 30")


def test_an_internal_report_tells_them_and_what_is_missing(release: Path) -> None:
    files = f"{release.with_name('match.json')}, {release.with_name('infer.json')}"
    pages = {}
    for tier in ("internal", "public"):
        page = release.with_name(f"{tier}.html")
        api.verify(release, report=api.Report(page, tier=tier, attacks=files))
        pages[tier] = page.read_text()
    assert "Singling out, linkability, inference" in pages["internal"]
    assert "not measured: attack across" in pages["internal"]
    assert "linkability" not in pages["public"].lower() and "blind guess" not in pages["public"]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"blind_guess": 1}', '{"held_out": 3, "by_known": {"1": {}}}'])
def test_other_files_are_refused_before_the_work(release: Path, text: str) -> None:
    odd = release.with_name("odd.json")
    odd.write_text(text)
    with pytest.raises(BadInput, match=r"odd\.json"):
        api.anonymize_km(DATA, None, k=5, report=api.Report(release.with_name("x.html"), attacks=odd))
