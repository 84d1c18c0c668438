"""``utility`` with the sensitive items that a release was made with: it tells what ``anonymize`` told."""

from pathlib import Path
from typing import Any

import pytest

from setanon_sql import api
from setanon_sql.errors import BadParameter
from setanon_sql.taxonomy import Taxonomy
from tests.rho.data import TABLE_1

#: An item that tells too much wherever it stands is wholly gone.
RECORDS = [*TABLE_1, ["milk", "pill", "bread", "coffee", "apple"], ["medicine"], ["apple", "orange"], ["milk"]]
SENSITIVE = ["medicine", "pill"]
PARENTS = {"milk": "food", "bread": "food", "coffee": "top", "food": "top", "apple": "fruit", "orange": "fruit"}
TREE = Taxonomy(PARENTS | {"fruit": "top", "medicine": "fruit", "pill": "food"}, "top")
GIVEN: dict[str, dict[str, Any]] = {
    "rho": {"rho": "0.2"},
    "adaptive": {"rho": "0.1", "factor": "0"},
    "tdcontrol": {"rho": "0.2", "algorithm": "tdcontrol"},
}


def released(model: str, out: Path) -> tuple[api.Release, dict[str, Any]]:
    along: dict[str, Any] = {} if model == "rho" else {"taxonomy": TREE}
    make = api.anonymize_adaptive if model == "adaptive" else api.anonymize_rho
    return make(RECORDS, out, sensitive=SENSITIVE, **GIVEN[model], **along), along


@pytest.mark.whole
@pytest.mark.parametrize("model", GIVEN)
def test_it_tells_what_anonymize_did(model: str, tmp_path: Path) -> None:
    out = tmp_path / "r.csv"
    release, along = released(model, out)
    assert "pill" not in release.manifest["sensitive"]
    expected = release.utility.to_json()
    expected.pop("groups", None)
    assert expected["sensitive_rows_before"] == 5

    measured = api.utility(RECORDS, out, sensitive=SENSITIVE, **along)
    told = measured.to_json()
    assert {name: told.get(name) for name in expected} == pytest.approx(expected)
    assert measured.details.sensitive_items == release.utility.details.sensitive_items
    assert "rules_lost" in told
    if model == "tdcontrol":
        with pytest.raises(BadParameter, match="a release of rho with labels is measured with its taxonomy"):
            api.utility(RECORDS, out, sensitive=SENSITIVE)
    else:
        assert api.utility(RECORDS, out, **along)["sensitive_rows_before"] == 4  # the manifest does not name the pill


@pytest.mark.slow
def test_other_lists_are_refused(tmp_path: Path) -> None:
    release, _ = released("rho", tmp_path / "r.csv")
    for wrong in (["pill"], ["medicine", "pill", "milk"]):
        with pytest.raises(BadParameter, match="does not list what is sensitive in the release"):
            api.utility(RECORDS, release, sensitive=wrong)
    suppressed = api.anonymize_km(RECORDS, k=2, m=1)
    with pytest.raises(BadParameter, match="is for releases of coherence, rho and adaptive"):
        api.utility(RECORDS, suppressed, sensitive=SENSITIVE)
