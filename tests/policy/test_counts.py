"""A policy of a table of counts of k and more: run, checked, and written from a command line."""

import json
import tomllib
from pathlib import Path

import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.policy import CheckOptions, PolicyRun, RunOptions, check_policy, run_policy
from setanon_sql.policy.products import Answer
from tests.cli.program import Program
from tests.policy.conftest import APPROVAL

KEY = {"SETANON_KEY": "9f2c61d07be84a35"}
#: Of twenty records a holds in all, of the north in twelve; b and both in nine, so that three have a and not b.
RECORDS = [("n", "ab")] * 9 + [("n", "a")] * 3 + [("s", "a")] * 8


def policy(limits: str = "", guarantee: str = "exact = true", out: str = "counts.csv") -> str:
    """Return the text of a policy."""
    return (
        f'[source]\nplace = "b.csv"\n\n[guarantee]\nmodel = "counts"\nk = 4\nby = ["region"]\n{guarantee}\n\n'
        f'[limits]\n{limits}\n\n[release]\nout = "{out}"\n\n{APPROVAL}'
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go to a folder with a source."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SETANON_KEY", raising=False)
    rows = [(at, item, region) for at, (region, items) in enumerate(RECORDS) for item in items]
    pd.DataFrame(rows, columns=["record_id", "item", "region"]).to_csv("b.csv", index=False)
    return tmp_path


def run(text: str) -> PolicyRun:
    """Write a policy, and run it."""
    Path("p.toml").write_text(text)
    return run_policy("p.toml", RunOptions(environment=KEY, overwrite=True))


def told() -> dict[str, Answer]:
    """Return what a check does not find to agree."""
    checks = check_policy("p.toml", CheckOptions(environment=KEY)).findings
    return {one.check: one.result for one in checks if one.result != "agrees"}


def edit(path: str, old: str, new: str) -> None:
    """Put one text in the place of another in a file, once."""
    text = Path(path).read_text()
    assert old in text
    Path(path).write_text(text.replace(old, new, 1))


@pytest.mark.slow
def test_counts_are_published_by_a_policy_and_checked(folder: Path) -> None:
    done = run(policy("min_counts_shown = 0.5\nmax_count_error = 0\nmax_personal_items = 0"))
    assert done.published and done.satisfied and done.before is None
    assert api.verify("counts.csv").satisfied and not told()
    manifest = json.loads(Path("counts.csv.manifest.json").read_text())
    assert {"made", "policy", "fingerprints", "lost", "not_checked"} <= manifest.keys()
    edit("b.csv", "0,a,n\n0,b,n", "0,a,s\n0,b,s")
    assert told() == {"columns": "differs"}, "the items are as they were; before, a region could change unseen"
    edit("b.csv", "0,b,s", "0,c,s")
    assert told() == {"columns": "agrees", "source": "differs"} | {"columns": "differs"}
    edit("p.toml", "k = 4", "k = 5")
    edit("counts.csv", ",12", ",13")
    assert told().keys() == {"guarantee", "parameters", "policy", "columns", "source"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("limits", "guarantee", "broken"),
    [
        ("min_counts_shown = 0.95", "exact = true", ("min_counts_shown", 0.95, 0.8)),
        ("max_count_error = 0.04", "", ("max_count_error", 0.04, 0.0444)),
        ("max_personal_items = 0", "", ("max_personal_items", 0, 1)),
    ],
)
def test_a_broken_limit_publishes_nothing(
    folder: Path, limits: str, guarantee: str, broken: tuple[str, float, float]
) -> None:
    edit("b.csv", "11,a,n", "11,a,n\n11,ann@example.org,n")
    done = run(policy(limits, guarantee))
    assert done.broken is not None and not done.published and not Path("counts.csv").exists()
    assert (done.broken.limit, done.broken.allowed, round(done.broken.measured, 4)) == broken


@pytest.mark.slow
def test_chosen_itemsets_stand_in_a_policy(folder: Path) -> None:
    Path("sets.csv").write_text("query,item\n1,a\n1,b\n")
    assert run(policy(guarantee='count = ["items"]\nitemsets = "sets.csv"')).published
    assert json.loads(Path("counts.csv.manifest.json").read_text())["itemsets"] == [["a", "b"]]
    assert "n,a,b,8\n" in Path("counts.csv").read_text() and api.verify("counts.csv").satisfied and not told()


@pytest.mark.slow
def test_limits_that_changed_are_not_known_to_be_kept(folder: Path) -> None:
    assert run(policy("min_counts_shown = 0.5")).published
    edit("p.toml", "0.5", "0.99")
    assert told() == {"min_counts_shown": "unknown", "policy": "differs"}


@pytest.mark.slow
def test_the_program_runs_and_checks_it_with_evidence(setanon: Program, folder: Path) -> None:
    Path("p.toml").write_text(policy().replace('out = "counts.csv"', 'out = "counts.csv"\nreport = "report.html"'))
    answer = setanon("run", "p.toml", "--json", "--evidence", "evidence")
    assert answer.code == 0 and answer.json["published"] and "audit" not in answer.json
    assert answer.json["release"]["model"] == "counts of k and more" and answer.json["verify"]["satisfied"]
    assert json.loads(Path("evidence/public/manifest.json").read_text())["method"] == "counts of k and more"
    for page in ("report.html", "evidence/internal/report.html", "evidence/public/report.html"):
        text = Path(page).read_text()
        assert ("2999-12-31" in text) and ("that are not shown" in text) == ("public" not in page), page
    assert setanon("check", "p.toml").code == 0
    again = setanon("run", "p.toml")
    assert again.code == 2 and "counts.csv already exists" in again.err
    answer = setanon("run", "p.toml", "--overwrite")
    assert answer.code == 0 and "Wrote " in answer.out
    for option in ("--seed=7", "--ledger=who.csv"):
        answer = setanon("run", "p.toml", "--overwrite", option)
        assert answer.code == 2 and "leave --" in answer.err


@pytest.mark.slow
def test_a_policy_is_written_from_a_command_line(setanon: Program, folder: Path) -> None:
    line = "publish counts b.csv --out counts.csv --k 4 --by region --count items --count pairs --rounded"
    answer = setanon("policy", "init", "p.toml", "--", *line.split())
    assert answer.code == 0, answer.err
    written = tomllib.loads(Path("p.toml").read_text())
    assert written["guarantee"] == {"model": "counts", "k": 4, "by": ["region"], "count": ["items", "pairs"]}
    assert setanon("run", "p.toml").code == 0
    line = "publish counts b.csv --out c.csv --epsilon 1"
    other = setanon("policy", "init", "q.toml", "--", *line.split())
    assert other.code == 2 and "--epsilon is no key of a policy" in other.err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (policy(guarantee='count = ["sets"]'), "is not one of items, labels, pairs"),
        (policy("min_records = 5"), "does not go with the model counts"),
        (policy("min_counts_shown = 2"), "is no share from 0 to 1"),
        (policy().replace("k = 4", "k = 1"), "is under 2"),
        (policy().replace("k = 4\n", ""), "the model counts needs it"),
    ],
)
def test_what_makes_no_sense_is_refused(folder: Path, text: str, message: str) -> None:
    with pytest.raises(Exception, match=message):
        run(text)
