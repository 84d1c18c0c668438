"""A policy whose guarantee counts persons: run, reported, and checked with the ledger that tells who they are."""

import json
import re
from pathlib import Path

import pytest

from setanon_sql.policy import CheckOptions, RunOptions, check_policy, run_policy
from tests.cli.program import Program
from tests.policy.conftest import MARK, MODELS, policy

pytestmark = pytest.mark.usefixtures("one_way")


@pytest.fixture
def customers(shop: Path) -> Path:
    """The shop, where each three records are of one customer."""
    first, *rows = Path("b.csv").read_text().splitlines()
    named = [f"{row},who{int(row.split(',')[0].removeprefix(MARK)) // 3}" for row in rows]
    Path("b.csv").write_text("\n".join([f"{first},customer", *named, ""]))
    return shop


def counting(model: str, more: str = "") -> str:
    """Return a policy that counts customers."""
    return policy(model, more).replace("[guarantee]\n", '[guarantee]\nperson = "customer"\n')


def answers(**options: object) -> dict[str, str]:
    """Return the questions of a check that policy and release do not agree in."""
    findings = check_policy("setanon.toml", CheckOptions(**options)).findings  # type: ignore[arg-type]
    return {finding.check: finding.result for finding in findings if finding.result != "agrees"}


@pytest.mark.whole
@pytest.mark.parametrize("model", MODELS)
def test_a_policy_of_each_model_counts_persons(setanon: Program, customers: Path, model: str) -> None:
    Path("setanon.toml").write_text(counting(model))
    answer = setanon("run", "setanon.toml", "--json", "--evidence", "evidence", "--ledger", "who.csv")
    assert answer.code == 0, answer.err
    manifest = json.loads(Path("evidence/public/manifest.json").read_text())
    assert manifest["parameters"]["person"] is True and answer.json["audit"]["persons"] == 20
    report = Path("evidence/internal/report.html").read_text()
    assert "persons" in report and "may all be of one" not in report
    assert "who" not in {*manifest, *manifest["format"]} and "customer" not in json.dumps(manifest)
    alone = setanon("check", "setanon.toml")
    assert alone.code == 2 and "the ledger that was written with it" in " ".join(alone.out.split())
    checked = setanon("check", "setanon.toml", "--ledger", "who.csv", "--json")
    assert (checked.code, checked.json["agrees"]) == (0, True), checked.out


@pytest.mark.slow
def test_a_check_finds_what_persons_change(customers: Path) -> None:
    Path("setanon.toml").write_text(counting("km", "[method]\noptimum = 0\n"))
    assert run_policy("setanon.toml", RunOptions(ledger=Path("who.csv"))).published
    ledger = Path("who.csv")
    assert answers(ledger=ledger) == {} and answers() == {"guarantee": "unknown"}
    text = Path("b.csv").read_text()
    Path("b.csv").write_text(text.replace(",who19\n", ",who0\n"))
    assert answers(ledger=ledger) == {"source": "differs"}  # 19 persons are enough
    Path("b.csv").write_text(re.sub(",who\\d+\n", ",who0\n", text))
    assert answers(ledger=ledger) == {"source": "differs", "guarantee": "differs"}
    Path("b.csv").write_text(text)
    Path("setanon.toml").write_text(policy("km", "[method]\noptimum = 0\n"))
    assert answers() == {"guarantee": "unknown", "policy": "differs", "source": "differs"}  # k persons are k records
    assert run_policy("setanon.toml", RunOptions(overwrite=True)).published
    Path("setanon.toml").write_text(counting("km", "[method]\noptimum = 0\n"))
    assert answers()["parameters"] == "differs"


@pytest.mark.slow
def test_kept_ids_need_no_ledger(customers: Path) -> None:
    text = counting("km", "[method]\noptimum = 0\n").replace("[release]\n", '[release]\nrecord_ids = "keep"\n')
    Path("setanon.toml").write_text(text)
    assert run_policy("setanon.toml").published
    assert answers() == {}


def test_a_ledger_that_tells_nothing_is_refused(setanon: Program, shop: Path) -> None:
    Path("setanon.toml").write_text(policy())
    answer = setanon("check", "setanon.toml", "--ledger", "who.csv")
    assert answer.code == 2 and "leave it out" in answer.err


def test_a_policy_is_written_of_a_command_that_counts_persons(setanon: Program, customers: Path) -> None:
    words = ("anonymize", "km", "b.csv", "--person", "customer", "--k", "3", "--m", "2", "--out", "safe.csv")
    assert setanon("policy", "init", "new.toml", "--", *words).code == 0
    assert 'person = "customer"' in Path("new.toml").read_text()
