"""A release of persons tells the largest share that one of them has of the records of a label or a pair of labels."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.options.words import Tier
from setanon_sql.pipeline.report_page import Report
from setanon_sql.taxonomy import Taxonomy

TREE = Taxonomy(dict.fromkeys("abx", "all"), "all")
#: Five records of one person, and one of each of two others. Nothing has to be changed for k = 3 persons.
BASKETS = [("p", "ab"), ("p", "ab"), ("p", "ab"), ("p", "a"), ("p", "ax"), ("q", "abx"), ("r", "abx")]


def released(out: Path, **options: Any) -> api.Release:
    rows = [(at, item, person) for at, (person, basket) in enumerate(BASKETS) for item in basket]
    data = pd.DataFrame(rows, columns=["record_id", "item", "customer"])
    how: dict[str, Any] = {"k": 2, "m": 2, "taxonomy": TREE, "person": "customer", "record_ids": "keep"} | options
    return api.anonymize_km(data, out, **how)


@pytest.mark.slow
@pytest.mark.parametrize("how", [{"recoding": "local", "floor": 0}, {"exceptions": "none"}])
def test_it_is_told_of_labels_and_pairs(tmp_path: Path, how: dict[str, Any]) -> None:
    """Of a 5 of 7 records are of one person, of b and of a, b 3 of 5; of x and its pairs nobody has over half."""
    found = released(tmp_path / "safe.csv", **how).to_json()["person_share"]
    assert found == {"largest": pytest.approx(5 / 7), "sets": 6, "sets_over_half": 3}
    alone = released(tmp_path / "one.csv", m=1, **how).to_json()["person_share"]
    assert alone == {"largest": pytest.approx(5 / 7), "sets": 3, "sets_over_half": 2}


def test_only_of_what_may_be_known(tmp_path: Path) -> None:
    known = pd.DataFrame({"item": ["b"]})
    found = released(tmp_path / "safe.csv", recoding="local", floor=0, known=known).to_json()["person_share"]
    assert found == {"largest": pytest.approx(3 / 5), "sets": 1, "sets_over_half": 1}


def test_without_persons_nothing_is_told(tmp_path: Path) -> None:
    release = released(tmp_path / "safe.csv", person="")
    assert release.person_share is None and "person_share" not in release.to_json()


@pytest.mark.slow
def test_an_internal_report_tells_it(tmp_path: Path) -> None:
    tiers: list[tuple[Tier, bool]] = [("internal", True), ("public", False)]
    for tier, tells in tiers:
        page = tmp_path / f"{tier}.html"
        report = Report(page, tier=tier)
        released(tmp_path / f"{tier}.csv", recoding="local", floor=0, report=report)
        text = " ".join(page.read_text(encoding="utf-8").split())
        said = "Labels and pairs of labels of which one person has over half of the records (the largest share is 71"
        assert (said in text) == tells
        assert "person_share" not in (tmp_path / f"{tier}.csv.manifest.json").read_text()
