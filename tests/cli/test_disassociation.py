"""The commands of disassociation, from source to made-up originals, in this process."""

import json
from pathlib import Path

import duckdb
import pytest

from setanon_sql.api import reconstruct, utility
from setanon_sql.errors import BadDestination, BadInput, BadParameter, NotReached
from setanon_sql.models.disassociation.api import (
    anonymize_disassociation,
    audit_disassociation,
)
from tests.disassociation_data import LINES


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "baskets.txt"
    path.write_text(LINES + "\n")
    return path


@pytest.mark.slow
def test_from_source_to_originals(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "safe"
    made = anonymize_disassociation(source, out, k=3, m=2, cluster_size=8, seed="s")
    assert made.manifest["records"] == 48
    assert audit_disassociation(out)["satisfied"]
    measures = utility(source, out, samples=2, seed="s")
    assert {"tkd", "tkd_a", "re_top", "re_a_top", "tlost"} <= set(measures)
    assert made.utility["kept_share"] == measures["kept_share"]
    told = reconstruct(out, tmp_path / "original.parquet", seed="s")
    assert duckdb.sql(f"SELECT count(DISTINCT record_id) FROM '{tmp_path}/original.parquet'").fetchall() == [(48,)]
    assert told["samples"] == 1
    reconstruct(out, tmp_path / "many.csv", samples=3, seed="s")
    assert duckdb.sql(f"SELECT count(DISTINCT sample_id) FROM '{tmp_path}/many.csv'").fetchall() == [(3,)]


@pytest.mark.parametrize("text", ["item\na\n", "a\n", "item\na\nzebra\n"])
@pytest.mark.whole
def test_sensitive_items_come_from_a_file(source: Path, tmp_path: Path, text: str) -> None:
    (tmp_path / "secret.csv").write_text(text)
    out = tmp_path / "safe"
    made = anonymize_disassociation(source, out, k=3, m=2, cluster_size=8, sensitive=tmp_path / "secret.csv")
    assert made.utility["kept_share"] < 1
    assert duckdb.sql(f"SELECT item FROM '{out}/subrecords.parquet' WHERE item = 'a'").fetchall() == []
    assert json.loads((out / "manifest.json").read_text())["parameters"]["sensitive"] is True


@pytest.mark.whole
def test_what_cannot_be_done_is_refused(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "safe"
    with pytest.raises(NotReached):
        anonymize_disassociation(source, out, k=5, m=2, cluster_size=6, algorithm="paper")
    assert not out.exists()
    anonymize_disassociation(source, out, k=3, m=2, cluster_size=8)
    with pytest.raises(BadDestination):
        anonymize_disassociation(source, out, k=3, m=2, cluster_size=8)
    with pytest.raises(BadDestination):
        reconstruct(out, tmp_path / "original.xls")
    (tmp_path / "two.csv").write_text("record_id,item\n1,a\n")
    with pytest.raises(BadParameter, match="names persons"):
        anonymize_disassociation(source, tmp_path / "other", k=3, m=2, sensitive=tmp_path / "two.csv")


@pytest.mark.whole
def test_a_release_that_was_changed_is_not_reconstructed(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "safe"
    anonymize_disassociation(source, out, k=3, m=2, cluster_size=8)
    duckdb.sql(f"COPY (SELECT 1 AS cluster_id, 'z' AS item) TO '{out}/terms.parquet'")
    with pytest.raises(BadInput, match="promise"):
        reconstruct(out, tmp_path / "original.csv")
