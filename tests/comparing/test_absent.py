"""Settings where absent items may be known, too: their names, their order, their figures."""

from pathlib import Path

import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.comparing.settings import Grid
from setanon_sql.errors import BadParameter
from tests.oracle import absent

RECORDS = [{"a", "c"}] * 6 + [{"a", "d"}] * 6 + [{"a", "b", "c"}] * 4 + [{"b"}] * 3 + [{"d"}] * 4 + [{"a"}] * 2
TREE = [("a", "ab"), ("b", "ab"), ("ab", "all"), ("c", "cd"), ("d", "cd"), ("cd", "all")]
SOURCE = pd.DataFrame(
    [(at, item) for at, record in enumerate(RECORDS) for item in sorted(record)], columns=["record_id", "item"]
)


def test_a_grid_has_absent_items_of_models_that_know_of_them() -> None:
    grid = Grid(models=("km", "kanonymity"), m=(1, 2), absent=(0, 1), recodings=("cut", "local"))
    names = [one.name for one in grid.settings() if one.model == "km"]
    bare = ["km k=5 m=1", "km k=5 m=1 (local)", "km k=5 m=1 absent=1"]
    assert names == [*bare, *(name.replace("m=1", "m=2", 1) for name in bare)]
    by_name = {one.name: one for one in grid.settings()}
    known, lacked = by_name["km k=5 m=2"], by_name["km k=5 m=1 absent=1"]
    assert lacked.as_strong_as(by_name["km k=5 m=1"]) and not lacked.as_strong_as(known)
    assert not known.as_strong_as(lacked) and by_name["km k=5 m=2 absent=1"].as_strong_as(lacked)
    assert lacked.parameters["absent"] == 1 and "absent" not in known.parameters
    assert lacked.promise != by_name["km k=5 m=1"].promise and "1 absent" in lacked.guarantee
    for wrong in ({"absent": (3,)}, {"absent": (1,), "m": (None,)}, {"absent": (1,), "models": ("kanonymity",)}):
        with pytest.raises(BadParameter, match="absent"):
            Grid(**wrong).settings()  # type: ignore[arg-type]


@pytest.mark.slow
def test_risks_are_those_of_somebody_who_knows_absent_items(tmp_path: Path) -> None:
    found = api.compare(
        SOURCE, k=(3,), m=(1,), absent=(0, 2), taxonomy=TREE, costs=("ncp",), recodings=("cut",), optimum=0
    )
    bare, row = found.settings
    out = tmp_path / "r.csv"
    release = api.anonymize_km(SOURCE, out, k=3, m=1, absent=2, taxonomy=TREE, optimum=0)
    assert row.utility.ncp == release.utility["ncp"]
    released = [{*rows} for _, rows in pd.read_csv(out, dtype=str).groupby("record_id")["item"]]

    def at_risk(records: list[set[str]], k: int, m: int) -> int:
        return len(absent.at_risk(records, None, absent.threats(records, None, k, m, 2), m)[1])

    assert row.figures.at_risk_before == at_risk(RECORDS, 3, 1) / len(RECORDS) > (bare.figures.at_risk_before or 0)
    assert row.figures.residual_risk == at_risk(released, 3, 2) / len(released)
    assert row.figures.singled_out_ratio == at_risk(released, 2, 1) / len(RECORDS)


@pytest.mark.slow
def test_what_is_suggested_holds_against_absent_items() -> None:
    found = api.suggest(SOURCE, k=(3,), m=(1,), absent=(0, 1), max_loss="0.6", taxonomy=TREE)
    assert [row.setting.name for row in found.strongest] == ["km k=3 m=1 absent=1"]
    assert "km k=3 m=1" in [row.setting.name for row in found.tried] + list(found.names_not_tried)
