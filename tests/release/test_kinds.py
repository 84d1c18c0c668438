"""What --overwrite may replace of what setanon wrote: a release, a list of persons, a mapping, each only its like."""

import json
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from setanon_sql import api
from setanon_sql.errors import BadDestination, BadInput
from setanon_sql.sources import SourceOptions
from tests.releases import tree

WRITERS: dict[str, Callable[..., object]] = {
    "a release": lambda source, out, **how: api.anonymize_km(source, out, k=2, m=1, **how),
    "a list of records at risk": lambda source, out, **how: api.audit_km(source, k=9, m=1, records_out=out, **how),
}


@pytest.fixture
def warehouse(tmp_path: Path) -> Path:
    path = tmp_path / "wh.duckdb"
    with duckdb.connect(str(path)) as connection:
        rows = "SELECT i // 2 AS record_id, 'item ' || i % 4 AS item FROM range(80) t(i)"
        connection.execute(f"CREATE TABLE base AS {rows}; CREATE SCHEMA marts")
    return path


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "other"), [tuple(WRITERS), tuple(reversed(WRITERS))])
@pytest.mark.parametrize("name", ["safe", "marts.safe", "out.csv", "out.parquet"])
def test_a_release_and_a_list_of_persons_never_replace_each_other(
    warehouse: Path, kind: str, other: str, name: str
) -> None:
    read, out = SourceOptions(db=str(warehouse)), str(warehouse.parent / name) if name.startswith("out") else name
    WRITERS[kind]("base", out, options=read)
    before = tree(warehouse.parent)
    with pytest.raises(BadDestination, match=f" is {kind}, not {other}"):
        WRITERS[other]("base", out, options=read, overwrite=True)
    assert tree(warehouse.parent) == before
    WRITERS[kind]("base", out, options=read, overwrite=True)


def test_pieces_and_a_list_of_persons_never_replace_each_other(warehouse: Path) -> None:
    read = SourceOptions(db=str(warehouse))
    WRITERS["a list of records at risk"]("base", "apart", options=read)
    before = tree(warehouse.parent)
    with pytest.raises(BadDestination, match="apart is a list of records at risk, not a release"):
        api.anonymize_disassociation("base", "apart", k=2, m=2, cluster_size=4, options=read, overwrite=True)
    assert tree(warehouse.parent) == before


@pytest.mark.slow
def test_a_mapping_replaces_only_a_mapping(tmp_path: Path) -> None:
    source, out, mapping, persons = (tmp_path / name for name in ("s.csv", "out.csv", "map.csv", "persons.csv"))
    source.write_text("record_id,item\n" + "".join(f"{n},{item}\n" for n in range(8) for item in "ab"))
    api.anonymize_km(source, out, k=2, m=1, mapping_out=mapping)
    api.audit_km(source, k=9, m=1, records_out=persons)
    before = tree(tmp_path)
    for other in (out, persons):
        with pytest.raises(BadDestination, match=f"{other.name} is a .*, not a mapping"):
            api.anonymize_km(source, tmp_path / "new.csv", k=2, m=1, mapping_out=other, overwrite=True)
    for writer in WRITERS.values():
        with pytest.raises(BadDestination, match=r"map\.csv is a mapping, not a"):
            writer(source, mapping, overwrite=True)
    assert tree(tmp_path) == before
    api.anonymize_km(source, out, k=2, m=1, mapping_out=mapping, overwrite=True)


@pytest.mark.slow
def test_what_is_made_from_a_release_replaces_no_release(tmp_path: Path) -> None:
    source, apart, out, made = (tmp_path / name for name in ("s.csv", "apart", "out.csv", "made.csv"))
    source.write_text("record_id,item\n" + "".join(f"{n},{item}\n" for n in range(8) for item in "ab"))
    api.anonymize_km(source, out, k=2, m=1)
    api.anonymize_disassociation(source, apart, k=2, m=2, cluster_size=4)
    api.estimate(apart, top=2, out=made)
    before = tree(tmp_path)
    for other, called in ((out, "a release"), (made, "a file of estimates")):
        with pytest.raises(BadDestination, match=f"is {called}, not a made-up original"):
            api.reconstruct(apart, other, overwrite=True)
    assert tree(tmp_path) == before


def test_a_list_of_persons_does_not_pretend_to_be_a_release(tmp_path: Path) -> None:
    listed = tmp_path / "listed.csv"
    api.audit_km([["a"], ["b"]], k=2, m=1, records_out=listed)
    manifest = json.loads(Path(f"{listed}.manifest.json").read_text())
    assert "model" not in manifest and manifest["format"] == {"columns": ["record_id", "size", "support"]}
    with pytest.raises(BadInput, match="names no model"):
        api.verify(listed)
