"""What looks like data of persons is counted by every audit, and told on request only."""

import json
from pathlib import Path

import pytest

from setanon_sql import api
from tests.cli.program import Program


@pytest.mark.slow
def test_labels_are_told_on_request_only(setanon: Program, tmp_path: Path) -> None:
    (tmp_path / "m.csv").write_text("record_id,item\n1,ann@example.org\n1,milk\n2,ann@example.org\n2,milk\n")
    for audit in ("km --k 2 --m 1", "kanonymity --k 2", "rho --rho 0.5 --m 1 --sensitive s.csv"):
        (tmp_path / "s.csv").write_text("item\nmilk\n")
        words = audit.replace("s.csv", str(tmp_path / "s.csv")).split()
        quiet = setanon("audit", words[0], str(tmp_path / "m.csv"), *words[1:], "--json")
        assert quiet.json["personal_items"] == [{"kind": "mail_address", "items": 1, "records": 2}]
        assert "example.org" not in quiet.out + quiet.err
        text = setanon("audit", words[0], str(tmp_path / "m.csv"), *words[1:], "--show-values")
        assert "1 × mail address; 2 records hold one: ann@example.org" in text.out
    assert "example" not in json.dumps(api.audit_km(tmp_path / "m.csv", k=2, m=1).to_json())
