"""Coherence by local recoding, from a source to a release: published, verified, measured, refused."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.taxonomy import Taxonomy
from tests.coherence import oracle

TREE = Taxonomy(dict.fromkeys("abcdes", "AB") | dict.fromkeys("xy", "XY") | {"AB": "all", "XY": "all"}, "all")
#: a beside x tells s: a third of them hold it. AB beside x does not, as c, d and e, of one record each, stand under it.
#: t is sensitive, too, and not in the taxonomy.
BASKETS = ["axs"] * 3 + ["ax"] * 3 + ["a", "bx", "b", "x", "y", "axt"] * 3 + ["cx", "dx", "ex"]


def purchases(baskets: list[str] = BASKETS) -> pd.DataFrame:
    """Return baskets as rows."""
    rows = [(f"r{at:02}", item) for at, basket in enumerate(baskets) for item in basket]
    return pd.DataFrame(rows, columns=["record_id", "item"])


def released(out: Path, baskets: list[str] = BASKETS, **options: Any) -> api.Release:
    """Return a release without floors."""
    how: dict[str, Any] = {"k": 2, "m": 2, "h": "0.3", "sensitive": ["s", "t"], "taxonomy": TREE, "recoding": "local"}
    return api.anonymize_coherence(purchases(baskets), out, **(how | {"floor": 0} | options))


def shown(release: api.Release) -> list[str]:
    """Return what each record shows, as a text."""
    return sorted(pd.read_csv(release.out).groupby("record_id")["item"].apply(lambda items: "".join(sorted(items))))


@pytest.mark.slow
def test_a_set_that_tells_is_broken_and_all_that_is_sensitive_stays(tmp_path: Path) -> None:
    release = released(tmp_path / "safe.csv", ledger=tmp_path / "ledger.csv")
    assert not [basket for basket in shown(release) if {*"ax"} <= {*basket}]
    assert (release.utility["sensitive_rows_before"], release.utility["sensitive_rows_after"]) == (6, 6)
    assert "".join(shown(release)).count("s") == 3
    manifest = release.manifest
    assert manifest["parameters"] == {"k": 2, "m": 2, "h": 0.3, "recoding": "local", "floor": 0.0}
    assert manifest["sensitive"] == ["s", "t"] and manifest["method"] == "local recoding"
    assert "the share 0.3 holds any single item listed as sensitive" in manifest["guarantee"]
    answer = api.verify(release.out)
    assert answer.satisfied and answer.checks["said_items"] == 0
    assert release.to_json()["at_risk_beyond"] == 0


@pytest.mark.slow
def test_the_tables_beside_do_not_let_a_label_stand_for_what_is_sensitive(tmp_path: Path) -> None:
    """AB is over s, and does not stand for it."""
    out = released(tmp_path / "safe.csv").out
    labels = pd.read_csv(f"{out}.labels.csv").set_index("label")
    assert (labels["leaves"]["AB"], labels["exceptions"]["AB"]) == (5, '["s"]')
    assert (labels["depth"]["s"], labels["level1"]["s"]) == (2, "AB")
    meaning = pd.read_csv(f"{out}.meaning.csv")
    assert {*meaning.query("label == 'AB'")["item"]} == {*"abcde"}
    told = api.estimate(out, items=[["a"], ["s"]]).estimates
    assert told[1].certain == told[1].at_most == 3 and told[0].certain <= 12 <= told[0].at_most


@pytest.mark.slow
def test_a_group_of_sensitive_items_is_bounded_as_one(tmp_path: Path) -> None:
    """Of a beside x two thirds hold s or t, and one third each of them."""
    groups = tmp_path / "groups.csv"
    groups.write_text("item,group,h\ns,opioid,0.3\nt,opioid,0.3\n")
    for more, holds in (({}, False), ({"sensitive_groups": groups}, True)):
        release = released(tmp_path / f"{holds}.csv", h="0.9", **more)
        records = [set(record) for _, record in release.df().groupby("record_id")["item"]]
        opioids = [({"s", "t"}, Fraction(3, 10))]
        assert (not oracle.moles(records, 2, 2, Fraction(9, 10), {"s", "t"}, groups=opioids)) == holds
        assert api.verify(release.out).holds and release.utility["sensitive_rows_after"] == 6
    assert "holds any item of it" in release.manifest["guarantee"]


@pytest.mark.slow
def test_it_is_measured_as_it_was_published(tmp_path: Path) -> None:
    """By its ledger; and where nothing is gone, and no record shows labels over each other, by its records."""
    release = released(tmp_path / "safe.csv", ledger=tmp_path / "ledger.csv")
    told = api.utility(purchases(), release.out, taxonomy=TREE, ledger=tmp_path / "ledger.csv")
    assert {name: told[name] for name in release.utility} == dict(release.utility)
    kept = released(tmp_path / "kept.csv", record_ids="keep")
    assert api.utility(purchases(), kept.out, taxonomy=TREE)["sensitive_rows_after"] == 6


@pytest.mark.slow
def test_without_a_bound_it_is_k_m_anonymity_of_what_is_not_sensitive(tmp_path: Path) -> None:
    release = released(tmp_path / "safe.csv", h="1", sensitive=None, missing="root")
    same = api.anonymize_km(
        purchases(), tmp_path / "km.csv", k=2, m=2, taxonomy=TREE, recoding="local", floor=0, missing="root"
    )
    assert shown(release) == shown(same)
    assert "sensitive item too surely" not in release.manifest["guarantee"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"taxonomy": None}, "none was given"),
        ({"m": None}, "sets of up to 3 known items"),
        ({"m": 4}, "sets of up to 3 known items"),
        ({"missing": "drop"}, "drops no items"),
        ({"floor": 0.2}, "from 0 to 0.05"),
        ({"k": 99}, "only 27 records"),
        ({"h": "0.1"}, "who knows nothing"),
        ({"h": "1/2", "sensitive": None}, "none are listed"),
        ({"recoding": "cut"}, "nothing is generalized"),
        ({"recoding": "cut", "taxonomy": None, "cost": "ncp"}, "nothing is generalized"),
        ({"previous": "earlier.csv"}, "does not know of coherence"),
    ],
)
def test_what_it_does_not_do_is_refused(tmp_path: Path, options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadParameter, match=words):
        released(tmp_path / "safe.csv", **options)
    assert not (tmp_path / "safe.csv").exists()


@pytest.mark.slow
def test_where_nothing_would_be_left_nothing_is_published(tmp_path: Path) -> None:
    with pytest.raises(NotReached, match="nothing would be left"):
        released(tmp_path / "safe.csv", ["as", "bs", "x", "t"], k=4, h="0.6")


@pytest.mark.slow
def test_what_is_left_does_not_hold_something_sensitive_too_often(tmp_path: Path) -> None:
    """Three tenths of the records hold s; of those that would be left, without the two of z, more do."""
    baskets = [*["a"] * 5, *["as"] * 2, "s", "z", "z"]
    how: dict[str, Any] = {"k": 3, "m": 1, "sensitive": ["s"], "missing": "root"}
    with pytest.raises(NotReached, match="of those that would be left"):
        released(tmp_path / "safe.csv", baskets, h="0.3", **how)
    release = released(tmp_path / "safe.csv", baskets, h="0.4", **how)
    assert len(shown(release)) == 8 and api.verify(release.out).holds


def test_by_suppression_what_all_records_hold_too_often_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """From what is left nothing follows; whoever finds no record is not protected, and the guarantee says so."""
    data = [["a"], ["a"], ["a"], ["b", "s"], ["b", "s"], ["s"]]
    release = api.anonymize_coherence(data, tmp_path / "r.csv", k=2, m=1, h="0.4", sensitive=["s"])
    assert "in a larger share of all records" in caplog.text and {*release.df()["item"]} == {"a", "s"}
    assert "finds no record is left with how often" in release.manifest["guarantee"]
    assert api.verify(release.out).holds


@pytest.mark.slow
def test_the_secret_of_floors_stands_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def token_hex(length: int) -> str:
        drawn.append(f"{len(drawn) + 1:0{2 * length}x}")
        return drawn[-1]

    monkeypatch.setattr("setanon_sql.pipeline.local.secrets.token_hex", token_hex)
    for _ in range(2):
        released(tmp_path / "safe.csv", floor=0.05, seed="one", ledger=tmp_path / "l.csv", overwrite=True)
    assert len({*drawn}) == 2
    assert not [path for path in tmp_path.iterdir() for secret in drawn if secret in path.read_text()]


@pytest.mark.slow
def test_a_report_says_what_it_is_and_what_it_does_not_promise(tmp_path: Path) -> None:
    page = tmp_path / "r.html"
    released(tmp_path / "safe.csv", report=page)
    words = " ".join(page.read_text(encoding="utf-8").split())
    assert "the guarantee holds" in words and "record by record (ISO/IEC 20889)" in words
    assert "at most the share 0.3 holds any single sensitive item" in words
    assert "made without secret floors" in words and "for one that told a sensitive item too surely" in words
    assert "With one item more than is protected" in words and "With 3 items too few match" in words
    assert re.search(r"Of sets of 2 items \d+ are hidden, and of these \d+(\.\d+)? % told too surely; of all", words), (
        words
    )


@pytest.mark.slow
def test_a_comparison_and_a_suggestion_try_it_where_something_is_sensitive(tmp_path: Path) -> None:
    how: dict[str, Any] = {"sensitive": ["s", "t"], "taxonomy": TREE, "missing": "root", "seed": "1"}
    cut, local = api.compare(purchases(), models=["coherence"], k=[2], m=[2], h=["0.3"], **how).settings
    assert (cut.setting.recoding, local.setting.recoding) == ("cut", "local")
    assert "(local)" in local.setting.name and local.figures.sensitive_rows_left_ratio == 1
    assert local.figures.suppressed_ratio < cut.figures.suppressed_ratio
    found = api.suggest(purchases(), max_loss="0.9", k=[2], m=[1], sample=0, **how)
    assert {row.setting.model for row in found.strongest} == {"km", "coherence"}
    named = api.suggest(purchases(), models=["km"], max_loss="0.9", k=[2], m=[1], sample=0, **how)
    assert named.strongest and {row.setting.model for row in named.tried} == {"km"}


@pytest.mark.slow
def test_persons_count(tmp_path: Path) -> None:
    """By their seven customers the same baskets are verified with the source; of the files alone that is not known."""
    source = purchases().assign(customer=[f"c{int(name[1:]) % 7}" for name in purchases()["record_id"]])
    how: dict[str, Any] = {"k": 2, "m": 2, "h": "0.6", "sensitive": ["s", "t"], "taxonomy": TREE, "recoding": "local"}
    out = tmp_path / "safe.csv"
    release = api.anonymize_coherence(source, out, **how, floor=0, person="customer", record_ids="keep")
    assert "2 records of 2 persons" in release.manifest["guarantee"]
    assert release.utility["sensitive_rows_after"] == 6
    assert api.verify(out, source=source, person="customer").satisfied
    assert not api.verify(out).complete and not api.verify(out).messages
