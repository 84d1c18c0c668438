"""Local recoding from a source to a release where only some items are known, or single items have rules."""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.taxonomy import Taxonomy

TREE = Taxonomy(dict.fromkeys("ab", "AB") | dict.fromkeys("xy", "XY") | {"AB": "all", "XY": "all"}, "all")
#: The items a and b beside y are of one record each; beside x, and y alone, of enough.
BASKETS = ["ax"] * 3 + ["bx"] * 2 + ["ay", "by"] + ["y"] * 5


def purchases(baskets: list[str]) -> pd.DataFrame:
    """Return them as rows."""
    return pd.DataFrame(
        [(at, item) for at, basket in enumerate(baskets) for item in basket], columns=["record_id", "item"]
    )


def released(out: Path, baskets: list[str] = BASKETS, **options: Any) -> api.Release:
    """Return a release without floors."""
    how: dict[str, Any] = {"k": 2, "m": 2, "taxonomy": TREE, "recoding": "local", "floor": 0, "out": out} | options
    return api.anonymize_km(purchases(baskets), record_ids="keep", **how)


def shown(out: Path, record: int) -> set[str]:
    rows = pd.read_csv(out)
    return {*rows[rows["record_id"] == record]["item"]}


@pytest.mark.slow
def test_only_sets_of_known_items_are_threats(tmp_path: Path) -> None:
    """Nobody knows y: a beside it stays. The manifest lists what may be known, and verify counts that."""
    out = tmp_path / "safe.csv"
    release = released(out, known=pd.DataFrame({"item": [*"abx"]}))
    assert release.utility["rows_unchanged"] == 19 and shown(out, 5) == {*"ay"}
    assert release.manifest["known"] == [*"abx"] and release.manifest["parameters"]["known"]
    assert "up to 2 items listed as known, and no others, of a person's record" in release.manifest["guarantee"]
    assert api.verify(out).holds
    manifest = Path(f"{out}.manifest.json")
    fields = json.loads(manifest.read_text())
    manifest.write_text(json.dumps(fields | {"known": [*"abxy"]}))
    assert not api.verify(out).satisfied


@pytest.mark.slow
def test_items_stay_and_go_as_is_asked(tmp_path: Path) -> None:
    """Of a, y the item y would stay; b is dropped, so no record shows b, or AB for it alone."""
    out = tmp_path / "safe.csv"
    rules = [("b", "drop"), ("x", "keep"), ("y", "weight")]
    asked = [(item, rule) for item, rule in rules if rule != "weight"]
    release = released(out, constraints=asked, weights=[("y", "0.001")], ledger=tmp_path / "ledger.csv")
    assert "b" not in {*pd.read_csv(out)["item"]} and shown(out, 3) == {"x"} and shown(out, 0) == {*"ax"}
    assert "AB" not in shown(out, 6)
    fates = release.to_json()["constraints"]
    assert (fates["rules"], fates["weights"], fates["items_kept"], fates["items_dropped"]) == (2, 1, 1, 1)
    assert fates["ncp_without"] < release.utility["ncp"]
    assert api.verify(out).satisfied
    ledger = pd.read_csv(tmp_path / "ledger.csv").query("item == 'b'")
    assert {*ledger["action"]} == {"suppressed"} and len(ledger) == 3


@pytest.mark.slow
def test_what_must_stay_is_not_lifted(tmp_path: Path) -> None:
    """Of a, y and b, y the rarer goes up, unless it must stay; floors do not lift it either."""
    released(tmp_path / "free.csv")
    assert shown(tmp_path / "free.csv", 5) == {"AB", "y"}
    for floor in (0, 0.05):
        out = tmp_path / f"kept{floor}.csv"
        release = released(out, constraints=[("AB", "keep")], floor=floor)
        assert shown(out, 5) - {"XY", "all"} == {"a"} and release.to_json()["constraints"]["items_kept"] == 2


@pytest.mark.slow
def test_where_a_whole_set_must_stay_it_is_not_reached(tmp_path: Path) -> None:
    with pytest.raises(NotReached, match="not all of the 2 items to keep can stay: of 1 minimal set"):
        released(tmp_path / "safe.csv", constraints=[("a", "keep"), ("y", "keep")])
    assert not (tmp_path / "safe.csv").exists()
    known = pd.DataFrame({"item": [*"abx"]})
    released(tmp_path / "safe.csv", constraints=[("a", "keep"), ("y", "keep")], known=known)


@pytest.mark.slow
def test_labels_that_are_too_general_are_not_shown(tmp_path: Path) -> None:
    """With a most general label a goes where it would stand under AB."""
    out = tmp_path / "safe.csv"
    released(out, constraints=[("a", "at_most", "a")])
    assert {"AB", "all"}.isdisjoint(pd.read_csv(out)["item"]) and shown(out, 5) in ({"a"}, {"y"})


def test_which_items_could_not_stay_is_not_told(tmp_path: Path) -> None:
    with pytest.raises(BadParameter, match="must not tell by what stays"):
        released(tmp_path / "safe.csv", constraints=[("a", "keep_most")])


@pytest.mark.slow
@pytest.mark.parametrize("cost", ["ncp", "lm"])
def test_the_loss_that_is_minimized_weighs_items(tmp_path: Path, cost: str) -> None:
    """Two occurrences of 19 stand for two of four items; they weigh as 1, the other twelve of their kind as 3."""
    release = released(tmp_path / "safe.csv", cost=cost, weights=[("y", "3")])
    lost = 2 * (2 / 4 if cost == "ncp" else 1 / 3)
    assert release.to_json()["constraints"]["cost"] == pytest.approx(lost / (12 + 3 * 7))


@pytest.mark.slow
def test_items_without_a_place_go_where_that_is_asked(tmp_path: Path) -> None:
    out = tmp_path / "safe.csv"
    released(out, [*BASKETS, "qy", "qy"], missing="drop")
    assert "q" not in {*pd.read_csv(out)["item"]}
