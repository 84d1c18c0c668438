"""What a manifest says of when and from what a release was made belongs to that release, and to no other."""

import json
import stat
from pathlib import Path

import pytest

from setanon_sql import api
from setanon_sql.policy import RunOptions, run_policy
from tests.cli.program import Program
from tests.policy.conftest import MARK, policy

pytestmark = pytest.mark.usefixtures("one_way")

#: What a run by a policy adds to a manifest.
BLOCKS = ("made", "policy", "fingerprints", "lost", "not_checked")
MANIFEST = Path("safe.csv.manifest.json")
KEY = "a long random text of more than thirty-two characters"
#: What a check says of a release that nobody touched, where it is not that all agrees.
UNTOUCHED = {
    "safe": (
        2,
        {
            "guarantee": "what the release itself tells is as promised; to recount persons, and who holds sensitive "
            "items, takes the ledger that was written with it"
        },
    )
}


def made() -> dict[str, object]:
    """Publish by the policy of the shop, and return the manifest."""
    Path("setanon.toml").write_text(policy())
    assert run_policy("setanon.toml", RunOptions(seed="1")).published
    return dict(json.loads(MANIFEST.read_text()))


def without_the_last_person() -> None:
    """Publish other data in the place of the release that was approved."""
    rows = Path("b.csv").read_text().splitlines()
    Path("other.csv").write_text("\n".join(row for row in rows if not row.startswith(f"{MARK}59,")) + "\n")
    api.anonymize_km("other.csv", "safe.csv", k=3, m=2, taxonomy="t.csv", overwrite=True)


def told(setanon: Program) -> tuple[int, dict[str, str]]:
    answer = setanon("check", "setanon.toml", "--json")
    assert "fault of the program" not in answer.err
    return answer.code, {one["check"]: one["message"] for one in answer.json["checks"] if one["result"] != "agrees"}


@pytest.mark.whole
def test_what_was_copied_from_an_approved_release_is_found(
    setanon: Program, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody puts other data in the place of the release, and copies into their manifest what says who approved."""
    monkeypatch.setenv("SETANON_KEY", KEY)
    approved = made()
    assert told(setanon) == (0, {})
    without_the_last_person()
    copied = {name: approved[name] for name in BLOCKS}
    MANIFEST.write_text(json.dumps(json.loads(MANIFEST.read_text()) | copied))
    assert api.verify("safe.csv").satisfied
    code, differences = told(setanon)
    assert code == 1 and differences.keys() == {"release"}
    assert "do not belong to these data" in differences["release"]
    monkeypatch.delenv("SETANON_KEY")
    code, open_questions = told(setanon)
    assert code == 2 and "cannot be told without the key" in open_questions["release"]


@pytest.mark.whole
def test_every_field_of_a_manifest_is_bound(setanon: Program, shop: Path) -> None:
    """What nothing else would notice: the day, the loss, how ids were made; an older manifest says nothing."""
    whole = made()
    for name, other in {"made": "2020-01-01", "lost": {}, "created_by": "setanon-sql 0.0.1", "more": 1}.items():
        MANIFEST.write_text(json.dumps(whole | {name: other}))
        code, differences = told(setanon)
        strange = {"guarantee"} if name == "more" else set()  # a field that this version never writes
        assert code == 1 and differences.keys() == {"release"} | strange, name
    MANIFEST.write_text(json.dumps(whole | {"not_checked": []}))
    assert told(setanon) == (0, {})
    prints = whole["fingerprints"]
    assert isinstance(prints, dict)
    MANIFEST.write_text(json.dumps(whole | {"fingerprints": {one: prints[one] for one in prints if one != "release"}}))
    code, open_questions = told(setanon)
    assert code == 2 and "older version" in open_questions["release"]


@pytest.mark.whole
@pytest.mark.parametrize("model", ["rho", "adaptive", "disassociation", "safe"])
def test_releases_of_every_model_are_bound(setanon: Program, shop: Path, model: str) -> None:
    Path("setanon.toml").write_text(policy(model))
    assert run_policy("setanon.toml").published and told(setanon) == UNTOUCHED.get(model, (0, {}))
    path = Path("pieces/manifest.json") if Path("pieces").is_dir() else MANIFEST
    path.write_text(json.dumps(json.loads(path.read_text()) | {"made": "2020-01-01"}))
    code, differences = told(setanon)
    assert code == 1 and "do not belong to these data" in differences["release"]


@pytest.mark.whole
@pytest.mark.parametrize("rights", [0o640, 0o604, 0o660])
def test_a_key_that_others_may_read_is_refused(setanon: Program, shop: Path, rights: int) -> None:
    made()
    key = Path("setanon.toml.key")
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    before = Path("safe.csv").read_bytes()
    key.chmod(rights)
    for words in (["check", "setanon.toml"], ["run", "setanon.toml", "--overwrite"]):
        answer = setanon(*words)
        assert answer.code == 2 and "may be read by others" in answer.err and "chmod 600" in answer.err
        assert key.read_text().strip() not in answer.err
    assert Path("safe.csv").read_bytes() == before
    key.chmod(0o600)
    assert setanon("check", "setanon.toml").code == 0


@pytest.mark.parametrize("depth", [100, 5000, 100_000])
def test_a_policy_that_is_nested_deeply_is_wrong_and_no_fault_of_the_program(
    setanon: Program, shop: Path, depth: int
) -> None:
    for text in (f"columns = {'[' * depth}{']' * depth}", f"columns = {'{a=' * depth}1{'}' * depth}"):
        Path("setanon.toml").write_text(policy(source=f'place = "b.csv"\n{text}'))
        for word in ("run", "check"):
            answer = setanon(word, "setanon.toml")
            assert answer.code == 2 and "setanon.toml" in answer.err and "fault of the program" not in answer.err
            assert depth < 1000 or "nested too deeply" in answer.err


@pytest.mark.whole
@pytest.mark.parametrize("depth", [300, 5000])
def test_a_manifest_that_is_nested_deeply_is_wrong_and_no_fault_of_the_program(
    setanon: Program, shop: Path, depth: int
) -> None:
    whole = made()
    deep = "[" * depth + "]" * depth
    for name in ("more", "lost", "sha256", "replaces", "format", "policy"):
        MANIFEST.write_text(json.dumps(whole | {name: "HERE"}).replace('"HERE"', deep))
        for words in (["check", "setanon.toml"], ["verify", "safe.csv"]):
            answer = setanon(*words)
            assert answer.code in {1, 2} or (words[0] == "verify" and depth < 1000), (name, words)
            assert "fault of the program" not in answer.err, (name, words)
            assert depth < 1000 or "nested too deeply" in answer.err
