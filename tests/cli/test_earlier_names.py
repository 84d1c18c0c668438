"""Names that were others once: an old option or keyword names the new one; what was written with them is read."""

import json
from pathlib import Path
from typing import Any

import pytest

from setanon_sql import api
from tests.cli.program import Program


@pytest.mark.parametrize(
    ("model", "option", "choice"),
    [("km", "--search", "paper"), ("rho", "--order", "rounds"), ("disassociation", "--order", "literal")],
)
def test_an_earlier_option_names_the_new_one(setanon: Program, model: str, option: str, choice: str) -> None:
    answer = setanon("anonymize", model, "baskets.csv", option, choice)
    assert answer.code == 2 and f"{option} is now --algorithm: improved, " in answer.err
    assert option not in setanon("anonymize", model, "--help").out


@pytest.mark.parametrize(
    ("keyword", "choice", "told"),
    [("order", "paper", "algorithm"), ("search", "paper", "algorithm"), ("sede", "1", "no keyword sede")],
)
def test_a_keyword_that_there_is_not_is_no_silent_default(
    shop: Path, tmp_path: Path, keyword: str, choice: str, told: str
) -> None:
    given: dict[str, Any] = {"k": 2, "m": 1, keyword: choice}
    for publish, out in ((api.anonymize_km, "out.csv"), (api.anonymize_disassociation, "out")):
        with pytest.raises(TypeError, match=told):
            publish(shop / "b.csv", tmp_path / out, **given)
        assert not (tmp_path / out).exists()


def test_a_manifest_that_names_the_method_as_before_verifies(setanon: Program, shop: Path) -> None:
    out, manifest = shop / "safe.csv", shop / "safe.csv.manifest.json"
    assert setanon("anonymize", "km", shop / "b.csv", "--out", out, "--k", 2, "--algorithm", "paper").code == 0
    fields = json.loads(manifest.read_text())
    assert fields["method"].endswith(" (paper)")
    manifest.write_text(json.dumps(fields | {"method": fields["method"].replace("(paper)", "(literal)")}))
    assert setanon("verify", out).code == 0
