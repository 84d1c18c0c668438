"""Nothing public tells how good a release is against the best one, how it was searched, or its seed."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from setanon_sql import api

SEED = "geheim-417"
DATA = {f"r{at}": ["abcdef"[at % 6], "abcdef"[(at + 1 + at // 7) % 6], "xy"[at % 2]] for at in range(60)}
TREE = [("a", "ab"), ("b", "ab"), ("c", "cd"), ("d", "cd"), ("e", "ef"), ("f", "ef"), ("x", "xy"), ("y", "xy")]
TREE += [(label, "all") for label in ("ab", "cd", "ef", "xy")]
#: What says how near the best a release is, or how a choice among equals was made.
TELLS = re.compile(
    r"\boptim|\bcost_bound\b|\bbound\b(?!( for each sensitive item)? on the confidence)|\bbest\b|\bminimal|\bgap\b"
    r"|\bprov(ed|en|ably)\b|\bslack|\bseed\b|\bties?\b|\btie_|\bsolver|\bgreed|\bexhaust|\bcheapest"
    r"|\bleast\b.{0,20}\b(loss|cost)",
    re.IGNORECASE,
)
HIDDEN = ["x"]

MADE: dict[str, Callable[..., Any]] = {
    "km": lambda **how: api.anonymize_km(DATA, k=5, m=2, taxonomy=TREE, **how),
    "slack": lambda **how: api.anonymize_km(DATA, k=5, m=2, taxonomy=TREE, slack="0.5", **how),
    "kanonymity": lambda **how: api.anonymize_kanonymity(DATA, k=3, taxonomy=TREE, **how),
    "coherence": lambda **how: api.anonymize_coherence(DATA, k=3, m=1, h=0.9, sensitive=HIDDEN, **how),
    "rho": lambda **how: api.anonymize_rho(DATA, rho=0.5, m=2, sensitive=HIDDEN, **how),
    "adaptive": lambda **how: api.anonymize_adaptive(DATA, rho=0.3, m=1, sensitive=HIDDEN, taxonomy=TREE, **how),
    "disassociation": lambda **how: api.anonymize_disassociation(DATA, k=3, m=2, **how),
    "control": lambda **how: api.anonymize_km(DATA, k=5, m=2, taxonomy=TREE, control=0.2, **how),
}


def texts_of(folder: Path) -> dict[str, str]:
    """Return what stands in the files of a release and its reports, without the fingerprints."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.suffix in {".csv", ".json", ".html"}]
    texts = {path.name: path.read_text(encoding="utf-8") for path in files}
    return {name: re.sub(r"<style>.*?</style>|[0-9a-f]{64}", "", text, flags=re.DOTALL) for name, text in texts.items()}


@pytest.mark.slow
@pytest.mark.parametrize("name", MADE)
def test_nothing_public_tells_how_near_the_best_it_is(name: str, tmp_path: Path) -> None:
    public = tmp_path / "public"
    public.mkdir()
    out = public / ("pieces" if name == "disassociation" else "safe.csv")
    report = api.Report(public / "report.html", tier="public")
    MADE[name](out=out, seed=SEED, report=report, ledger=tmp_path / "who.csv")
    answer = api.verify(out, report=api.Report(public / "verified.html", tier="public"))
    (public / "answer.json").write_text(json.dumps(answer.to_json()))
    texts = texts_of(public)
    assert {"report.html", "verified.html", "answer.json"} < texts.keys() and len(texts) >= 4
    assert SEED in (tmp_path / "who.csv").read_text(), "the ledger tells the seed: what is looked for can be found"
    assert not [file for file, text in texts.items() if SEED in text]
    faults = {file: match.group() for file, text in texts.items() if (match := TELLS.search(text))}
    assert not faults


@pytest.mark.slow
def test_what_the_owner_is_told_would_be_found() -> None:
    made = api.anonymize_km(DATA, None, k=5, m=2, taxonomy=TREE)
    assert TELLS.search(json.dumps(made.to_json())) and not TELLS.search(json.dumps(made.manifest))


@pytest.mark.slow
def test_what_the_owner_is_told_of_slack_would_be_found() -> None:
    made = api.anonymize_km(DATA, None, k=5, m=2, taxonomy=TREE, slack=0.5)
    assert "drawn" in made.to_json() and "drawn" not in json.dumps(made.manifest)
