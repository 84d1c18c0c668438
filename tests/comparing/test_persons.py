"""Settings whose k counts persons: their figures against brute force over persons, and against today's answers."""

from collections.abc import Collection, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.comparing.results import Row
from setanon_sql.taxonomy import Taxonomy
from tests.adaptive.data import in_one_way
from tests.cli.program import Program
from tests.data import skewed
from tests.oracle.persons import behind

DATA, PARENT = skewed(3, items=16, records=90, longest=5, flat=2)
#: Every third record is of one person, the others of thirty.
PERSONS = [0 if at % 3 == 0 else 1 + at % 30 for at in range(len(DATA))]
TREE = Taxonomy(PARENT, "top")
GRID: dict[str, Any] = {"k": (4,), "m": (2,), "optimum": 0, "seed": "7", "costs": ("ncp",)}


def table(persons: Sequence[int]) -> pd.DataFrame:
    """Return the records with the person of each."""
    rows = [(at, item, f"p{who}") for at, (held, who) in enumerate(zip(DATA, persons, strict=True)) for item in held]
    return pd.DataFrame(rows, columns=["record_id", "item", "who"])


def share_at_risk(records: Sequence[Collection[str]], persons: Sequence[int], k: int, m: int) -> float:
    """Return the share of persons with a record that holds a set of up to m items that fewer than k persons have."""
    held = behind(records, persons, m)
    at_risk = {who for members in held.values() if len(members) < k for who in members}
    return len(at_risk) / len({who for record, who in zip(records, persons, strict=True) if record})


@pytest.mark.whole
def test_shares_are_those_of_persons(tmp_path: Path) -> None:
    comparison = api.compare(table(PERSONS), **GRID, taxonomy=TREE, person="who", recodings=("cut",))
    (row,) = comparison.settings
    assert (row.setting.name, comparison.persons) == ("km k=4 m=2 (persons)", len({*PERSONS}))
    assert row.setting.guarantee.endswith("finds no record or records of at least 4 persons")
    assert row.setting.parameters["person"] is True and comparison.to_json()["unit"] == "person"
    assert row.figures.at_risk_before == pytest.approx(share_at_risk([*DATA], PERSONS, 4, 2))
    parameters: dict[str, Any] = {"k": 4, "m": 2, "optimum": 0, "taxonomy": TREE, "person": "who"}
    release = api.anonymize_km(table(PERSONS), tmp_path / "safe.csv", record_ids="keep", **parameters)
    labels = release.df().groupby("record_id")["item"].apply(set)
    released = [labels.get(str(at), set()) for at in range(len(DATA))]
    assert release.utility.ncp == row.figures.ncp
    assert row.figures.residual_risk == pytest.approx(share_at_risk(released, PERSONS, 4, 3))


def figures(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return what is found besides the time that it took."""
    return [asdict(row.figures) | {"seconds": None, "problem": row.problem} for row in rows]


@pytest.mark.whole
def test_with_one_record_each_persons_are_records() -> None:
    models: dict[str, Any] = {"models": ("km", "rho", "adaptive"), "rho": ("0.4",)}
    given = GRID | models | {"sensitive": ["i03"], "taxonomy": TREE, "recodings": ("cut",)}
    source = table(range(len(DATA)))
    with in_one_way():
        by_persons = api.compare(source, person="who", **given)
        by_records = api.compare(source[["record_id", "item"]], **given)
    assert by_persons.persons == by_persons.records
    assert figures(by_persons.settings) == figures(by_records.settings)


@pytest.fixture
def setanon(capsys: pytest.CaptureFixture[str]) -> Program:
    return Program(capsys)


@pytest.mark.whole
def test_each_model_counts_persons(setanon: Program, tmp_path: Path) -> None:
    """What is compared is what is published: the same losses, and the risk before of an audit that counts persons."""
    source = tmp_path / "b.csv"
    table(PERSONS).to_csv(source, index=False)
    (tmp_path / "s.csv").write_text("item\ni03\n")
    given = (
        "--person",
        "who",
        "--sensitive",
        tmp_path / "s.csv",
        "--k",
        "4",
        "--m",
        "1",
        "--rho",
        "0.4",
        "--seed",
        "7",
    )
    models = ("--model", "rho", "--model", "disassociation")
    answer = setanon("compare", source, *given, *models, "--json")
    rho, pieces = answer.json["settings"]
    audit = setanon("audit", "rho", source, "--person", "who", "--rho", "0.4", "--m", "1", "--json",
                    "--sensitive", tmp_path / "s.csv")  # fmt: skip
    assert rho["at_risk_before"] == pytest.approx(audit.json["share_at_risk"])
    assert rho["guarantee"].endswith("in records or persons") and rho["parameters"]["person"]
    assert "records of at least 4 persons of a possible original" in pieces["guarantee"]
    assert pieces["at_risk_before"] == pytest.approx(share_at_risk([*DATA], PERSONS, 4, 1))
    shown = setanon("compare", source, *given, *models)
    assert f"90 records of {len({*PERSONS})} persons" in shown.out


@pytest.mark.whole
def test_what_is_suggested_counts_persons() -> None:
    how: dict[str, Any] = {"k": (2, 4, 8), "m": (1, 2), "taxonomy": TREE, "person": "who", "seed": "1"}
    how |= {"recodings": ("cut",)}
    found = api.suggest(table(PERSONS), max_loss="0.4", **how)
    every = api.compare(table(PERSONS), costs=("ncp", "bits"), optimum=0, **how).settings
    losses = {row.setting: row.figures.ncp for row in every}
    assert found.persons == len({*PERSONS}) and found.strongest
    assert all(row.figures.ncp == losses[row.setting] for row in found.tried)
    assert all(row.setting.person and (row.figures.ncp or 0) <= 0.4 for row in found.strongest)
