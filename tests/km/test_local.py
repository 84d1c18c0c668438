"""Local recoding from a source to a release: published, verified, refused."""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.audit.matching import matching_risk
from setanon_sql.errors import BadParameter
from setanon_sql.taxonomy import Taxonomy

TREE = Taxonomy(dict.fromkeys("ab", "AB") | dict.fromkeys("xy", "XY") | {"AB": "all", "XY": "all"}, "all")
#: The items a and b beside y are of one record each; beside x, and y alone, of enough.
BASKETS = ["ax"] * 3 + ["bx"] * 2 + ["ay", "by"] + ["y"] * 5


def purchases() -> pd.DataFrame:
    """Return them as rows, with two records of each of six persons."""
    rows = [(at, item, f"p{at % 6}") for at, basket in enumerate(BASKETS) for item in basket]
    return pd.DataFrame(rows, columns=["record_id", "item", "customer"])


def released(out: Path, **options: Any) -> api.Release:
    """Return a release without floors."""
    how: dict[str, Any] = {"k": 2, "m": 2, "taxonomy": TREE, "recoding": "local", "floor": 0, "out": out} | options
    return api.anonymize_km(purchases(), **how)


@pytest.mark.slow
def test_an_item_stays_in_one_record_and_is_a_label_in_another(tmp_path: Path) -> None:
    release = released(tmp_path / "safe.parquet", ledger=tmp_path / "ledger.csv")
    baskets = pd.read_parquet(release.out).groupby("record_id")["item"].apply(lambda items: "".join(sorted(items)))
    assert sorted(baskets) == sorted(["ax"] * 3 + ["bx"] * 2 + ["ABy"] * 2 + ["y"] * 5)
    assert (release.utility["rows_unchanged"], release.utility["rows_generalized"]) == (17, 2)
    assert release.manifest["parameters"] == {"k": 2, "m": 2, "recoding": "local", "floor": 0.0}
    assert "made without secret floors" in release.manifest["guarantee"]
    assert api.verify(release.out).satisfied
    assert (release.at_risk_beyond, release.to_json()["optimal"]) == (0, False)
    changed = pd.read_csv(tmp_path / "ledger.csv").query("action != 'seed'")
    assert changed[["item", "action", "label"]].to_numpy().tolist() == [
        ["a", "generalized", "AB"],
        ["b", "generalized", "AB"],
    ]


@pytest.mark.slow
def test_the_secret_of_floors_stands_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two runs with one seed draw other floors, and neither the manifest nor the ledger tells them."""
    drawn: list[str] = []

    def token_hex(length: int) -> str:
        drawn.append(f"{len(drawn) + 1:0{2 * length}x}")
        return drawn[-1]

    monkeypatch.setattr("setanon_sql.pipeline.local.secrets.token_hex", token_hex)
    ledger = tmp_path / "ledger.csv"
    for _ in range(2):
        released(tmp_path / "safe.csv", floor=0.05, seed="one", ledger=ledger, overwrite=True)
    assert len(set(drawn)) == 2
    files = [path.read_text() for path in tmp_path.iterdir()]
    assert not [secret for secret in drawn for text in files if secret in text]
    assert json.loads((tmp_path / "safe.csv.manifest.json").read_text())["parameters"]["floor"] == 0.05


@pytest.mark.slow
def test_persons_count(tmp_path: Path) -> None:
    release = released(tmp_path / "safe.csv", person="customer", record_ids="keep")
    assert api.verify(release.out, source=purchases(), person="customer").satisfied
    assert "5 records" not in release.manifest["guarantee"]


@pytest.mark.slow
@pytest.mark.parametrize("person", ["", "customer"])
def test_without_m_any_number_of_items_may_be_known(tmp_path: Path, person: str) -> None:
    """Two records hold a beside y or b, and y alone is in seven."""
    release = released(tmp_path / "safe.csv", m=None, person=person, record_ids="keep")
    assert release.manifest["parameters"].items() >= {"k": 2, "m": None, "recoding": "local"}.items()
    assert release.manifest["guarantee"].startswith("Somebody who knows any number of items of a person's record, and")
    assert "more than that" not in release.manifest["guarantee"]
    assert release.at_risk_beyond is None
    whose = {"source": purchases(), "person": person} if person else {}
    found = api.verify(release.out, **whose)
    assert found.satisfied and found.complete
    assert person or release.utility["rows_unchanged"] == 17


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"taxonomy": None}, "none was given"),
        ({"m": 4}, "leave m out, which protects from any number"),
        ({"mapping_out": "labels.csv"}, "no one label"),
        ({"slack": "5%"}, "secret floors"),
        ({"algorithm": "aa"}, "one label for each item"),
        ({"floor": 0.2}, "from 0 to 0.05"),
        ({"k": 20}, "only 12 records"),
        ({"recoding": "cut", "cost": "balanced"}, "single records keep"),
    ],
)
def test_what_it_does_not_do_is_refused(tmp_path: Path, options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadParameter) as error:
        released(tmp_path / "safe.csv", **options)
    assert words in f"{error.value} {error.value.hint}"
    assert not (tmp_path / "safe.csv").exists()


@pytest.mark.slow
def test_who_is_at_risk_from_one_known_item_more_is_told(tmp_path: Path) -> None:
    """For m = 1 all items stay: the pairs a, y and b, y are of one record each."""
    release = released(tmp_path / "safe.csv", m=1)
    assert release.utility["rows_unchanged"] == 19 and release.to_json()["at_risk_beyond"] == 2


@pytest.mark.slow
@pytest.mark.parametrize(("m", "person", "at_risk"), [(1, "customer", 2), (3, "", 0)])
def test_a_report_counts_them_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, m: int, person: str, at_risk: int
) -> None:
    """For three known items and more a report has no such audit, and they are counted by themselves."""
    assert released(tmp_path / "safe.csv", m=m, person=person).at_risk_beyond == at_risk
    counted: list[int] = []
    risk = matching_risk

    def matching(*tables: Any, **how: Any) -> Any:
        counted.append(tables[3])
        return risk(*tables, **how)

    monkeypatch.setattr("setanon_sql.pipeline.local.matching_risk", matching)
    how = {"m": m, "person": person, "overwrite": True, "report": tmp_path / "report.html"}
    assert released(tmp_path / "safe.csv", **how).at_risk_beyond == at_risk
    assert counted == ([m + 1] if m == 3 else [])
