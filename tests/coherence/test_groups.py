"""Groups of sensitive items: read with care, promised as one, told by the manifest, and counted again."""

import hashlib
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.errors import BadInput, BadParameter, SetanonError
from setanon_sql.models.coherence.parameters import Coherence, SensitiveGroup

#: Of ten records with a and b two hold s, two t: neither follows from a with more than 0.2, one of both with 0.4.
DATA = [["a", "b", "s"]] * 2 + [["a", "b", "t"]] * 2 + [["a", "b"]] * 6 + [["c"]] * 4
HOW: dict[str, Any] = {"k": 2, "m": 2, "h": "0.3", "sensitive": ["s", "t"]}
GROUPS = {"item": ["s", "t"], "group": ["opioid", "opioid"]}


def groups(folder: Path, text: str) -> Path:
    """Return a file of groups."""
    path = folder / "groups.csv"
    path.write_text(text)
    return path


@pytest.mark.slow
def test_a_group_is_bounded_as_one(tmp_path: Path) -> None:
    listed = groups(tmp_path, "item,group\ns,opioid\nt,opioid\n")
    assert api.audit_coherence(DATA, **HOW).satisfied
    audit = api.audit_coherence(DATA, **HOW, sensitive_groups=listed)
    assert not audit.satisfied and audit.at_risk == 10
    loose = groups(tmp_path, "item,group,h\ns,opioid,2/5\nt,opioid,\n")
    assert api.audit_coherence(DATA, **HOW, sensitive_groups=loose).satisfied


@pytest.mark.parametrize("h", ["0.3", "1"])
def test_a_release_tells_its_groups_and_keeps_to_them(tmp_path: Path, h: str) -> None:
    listed = groups(tmp_path, "item,group,h\ns,opioid,0.3\nt,opioid,0.3\nu,gone,0.2\n")
    how = HOW | {"h": h, "sensitive": ["s", "t", "u"], "sensitive_groups": listed}
    release = api.anonymize_coherence(DATA, tmp_path / "r.csv", **how)
    assert set(release.df()["item"]) == {"c", "s", "t"}
    assert release.manifest["sensitive_groups"] == {"opioid": {"h": 0.3, "items": ["s", "t"]}}
    assert "any item of a group listed here" in release.manifest["guarantee"]
    assert "sensitive_groups" not in release.to_json()
    answer = api.verify(tmp_path / "r.csv")
    assert answer.holds, answer.messages


@pytest.mark.slow
def test_a_comparison_and_a_suggestion_bound_groups(tmp_path: Path) -> None:
    """Without them nothing goes; with them what a and b tell of s or t."""
    listed = groups(tmp_path, "item,group\ns,opioid\nt,opioid\n")
    how: dict[str, Any] = {"sensitive": ["s", "t"], "models": ["coherence"], "k": [2], "m": [2], "seed": "1"}
    for more, suppressed in (({}, 0.0), ({"sensitive_groups": listed}, 20 / 28)):
        (row,) = api.compare(DATA, h=["0.3"], **how, **more).settings
        assert row.figures.suppressed_ratio == pytest.approx(suppressed)
        assert (row.figures.at_risk_before == 0) == (not more)
    assert api.suggest(DATA, max_loss="0.1", h=["0.3"], sample=0, **how).strongest
    assert not api.suggest(DATA, max_loss="0.1", h=["0.3"], sample=0, **how, sensitive_groups=listed).strongest
    with pytest.raises(BadParameter, match="is for coherence"):
        api.compare(DATA, **how | {"models": ["km"], "sensitive": ["s"]}, sensitive_groups=listed)
    with pytest.raises(BadParameter, match="none are listed"):
        api.compare(DATA, **how | {"sensitive": None}, sensitive_groups=listed)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("item,group\n", "names no item"),
        ("item,group\ns,\n", "lacks an item or a group"),
        ("item\ns\n", "group"),
        ("item,group\na,opioid\n", "not in --sensitive|not in sensitive"),
        ("item,group\nnone,opioid\n", "not in --sensitive|not in sensitive"),
        ("item,group\ns,a\n", "called as an item"),
        ("item,group,h\ns,opioid,1\n", "no share between 0 and 1"),
        ("item,group,h\ns,opioid,0\n", "no share between 0 and 1"),
        ("item,group,h\ns,opioid,many\n", "no share between 0 and 1"),
        ("item,group,h\ns,opioid,0.2\nt,opioid,0.3\n", "several h"),
        ("item,group\nu,opioid\n", "does not occur"),
    ],
)
def test_groups_that_make_no_sense_are_refused(tmp_path: Path, text: str, words: str) -> None:
    how = HOW | {"sensitive": ["s", "t", "u"], "sensitive_groups": groups(tmp_path, text)}
    with pytest.raises(BadInput, match=words) as error:
        api.audit_coherence(DATA, **how)
    assert "opioid" not in str(error.value)
    with pytest.raises(BadInput, match=words):
        api.anonymize_coherence(DATA, tmp_path / "r.csv", **how)
    assert not (tmp_path / "r.csv").exists()


def test_groups_need_a_bound_and_something_sensitive(tmp_path: Path) -> None:
    listed = groups(tmp_path, "item,group\ns,opioid\n")
    with pytest.raises(BadParameter, match="none are listed"):
        api.audit_coherence(DATA, k=2, sensitive_groups=listed)
    with pytest.raises(BadInput, match="no h"):
        api.audit_coherence(DATA, k=2, sensitive=["s"], sensitive_groups=listed)


def rewritten(release: Path, rows: list[tuple[str, str]], **more: Any) -> None:
    """Write other rows into a release, with its manifest mended."""
    text = "".join(f"{record},{item}\n" for record, item in [("record_id", "item"), *sorted(rows)])
    release.write_text(text)
    manifest = Path(f"{release}.manifest.json")
    fields = json.loads(manifest.read_text())
    fields |= {"rows": len(rows), "records": len({record for record, _ in rows}), "verified": {}, "losses": []}
    fields["sha256"] = {release.name: hashlib.sha256(release.read_bytes()).hexdigest()}
    manifest.write_text(json.dumps(fields | more))


#: Items of the release that say b of each record, for whom they may say something else.
ALTERED = {
    "as it was": lambda at: "b",
    "of those who hold s": lambda at: "d" if at in {1, 2} else "b",
    "of those who hold either, and two others": lambda at: "d" if at in {1, 3, 5, 6} else "b",
    "of those who hold either, and three others": lambda at: "d" if at in {1, 3, 5, 6, 7} else "b",
}


@pytest.mark.parametrize(("altered", "holds"), [*zip(ALTERED, (True, False, False, True), strict=True)])
def test_an_alteration_that_breaks_the_promise_is_found(tmp_path: Path, altered: str, holds: bool) -> None:
    """Of a group at most two fifths; the manifest is mended."""
    listed = groups(tmp_path, "item,group,h\ns,opioid,2/5\nt,opioid,\n")
    out = tmp_path / "r.csv"
    api.anonymize_coherence(DATA, out, **HOW | {"h": "0.34"}, sensitive_groups=listed, record_ids="keep")
    rows = [(str(at), item) for at, record in enumerate(DATA, 1) for item in record]
    rewritten(out, [(at, ALTERED[altered](int(at)) if item == "b" else item) for at, item in rows])
    answer = api.verify(out)
    assert answer.satisfied == holds, answer.messages
    assert holds or "a sensitive label, or a group of these, follows too surely" in " ".join(answer.messages)


@pytest.mark.slow
@pytest.mark.parametrize(("whose", "holds"), [([*range(14)], True), ([1, 2, *[3] * 8, *range(4)], False)])
def test_with_persons_an_alteration_is_found_by_the_owner(tmp_path: Path, whose: list[int], holds: bool) -> None:
    """Two fifths of the records hold one of the group, and of the persons all do."""
    rows = [(at, item, who) for at, (record, who) in enumerate(zip(DATA, whose, strict=True), 1) for item in record]
    source, each = (pd.DataFrame(one, columns=["record_id", "item", "who"]) for one in (rows, rows))
    each["who"] = each["record_id"]
    listed = groups(tmp_path, "item,group,h\ns,opioid,2/5\nt,opioid,\n")
    out = tmp_path / "r.csv"
    how = HOW | {"h": "0.34", "sensitive_groups": listed, "record_ids": "keep", "person": "who"}
    api.anonymize_coherence(each, out, **how)
    rewritten(out, [(str(at), item) for at, item, _ in rows])
    answer = api.verify(out, source=source, person="who")
    assert answer.satisfied == holds and not api.verify(out).holds, answer.messages


@pytest.mark.parametrize(
    "wrong",
    [[], {"g": []}, {"g": {"h": 0.3}}, {"g": {"h": 0.3, "items": []}}, {"g": {"h": 0.3, "items": ["a"]}},
     {"g": {"h": 1, "items": ["s"]}}, {"g": {"h": "x", "items": ["s"]}}, {"g": {"h": 0.3, "items": ["s"], "x": 1}}],
)  # fmt: skip
def test_a_manifest_with_other_groups_is_damaged(wrong: Any) -> None:
    fields = {"parameters": {"k": 2, "m": 2, "h": 0.5}, "sensitive": ["s"], "sensitive_groups": wrong}
    with pytest.raises(SetanonError, match="in the manifest"):
        Coherence.from_manifest(fields)


def test_a_group_reads_back_as_it_was_promised() -> None:
    group = SensitiveGroup("g", Fraction(1, 3), ("s", "t"))
    model = Coherence(2, 2, Fraction(1, 2), groups=(group,))
    told = json.loads(
        json.dumps({"parameters": model.parameters, "sensitive": ["s", "t"], **model.of_sensitive(["s", "t"])})
    )
    assert Coherence.from_manifest(told) == model
    assert model.of_sensitive(["s"]) == {"sensitive_groups": {"g": {"h": "1/3", "items": ["s"]}}}
