"""Lists in a warehouse: a label stands for the items under it, and other spellings are seen, as on this machine."""

from pathlib import Path

import pyarrow as pa
import pytest

from setanon_sql import api
from tests.cli.program import Program
from tests.engines.places import PostgresPlace, SparkTables

BASKETS = pa.table({"record_id": ["1", "1", "2", "2", "3"], "item": ["HIV", "tea", "hiv ", "tea", "H\tiv"]})
SENSITIVE = pa.table({"item": ["illness"]})
TREE = "child,parent\nHIV,illness\nhiv ,other\nH\tiv,other\ntea,other\nillness,all\nother,all\n"


@pytest.mark.parametrize("name", ["postgres", "spark_tables"])
def test_labels_and_spellings(
    request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    place: PostgresPlace | SparkTables = request.getfixturevalue(name)
    source, sensitive = place.put(BASKETS), place.put(SENSITIVE)
    (tmp_path / "t.csv").write_text(TREE)
    words = ("--rho", "0.5", "--m", "1", "--taxonomy", tmp_path / "t.csv", "--show-values", "--quiet", "--json")
    there = Program(capsys)("audit", "rho", source, "--db", place.db, "--sensitive", sensitive, *words)
    assert "warning: 2 items of the data differ from one in --sensitive" in there.err
    assert "'H\\tiv', 'hiv '" in there.err
    local = api.audit_rho(BASKETS, rho="0.5", m=1, sensitive=["HIV"])
    assert there.json["persons_at_risk"] == local.at_risk and there.json["max_confidence"] == local.max_confidence > 0
