"""A folder that is called as columns are, ``item=x``: its name gives no column to a source in it, or to a release."""

import csv
from pathlib import Path

import duckdb
import pytest

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.layout import labels_path
from setanon_sql.sources import open_source
from setanon_sql.taxonomy import Taxonomy
from tests.sources.contents import content

RECORDS = [["a", "b"], ["a", "b"], ["c", "b"], ["c"]]
TREE = Taxonomy({"a": "t", "b": "t", "c": "*", "t": "*"}, "*")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path.joinpath(*(f"{name}=x" for name in ("line", "c1", "c2", "record_id", "item", "label", "group_id")))
    made.mkdir(parents=True)
    return made


@pytest.mark.parametrize("name", ["s.csv", "s.dat", "s.parquet"])
def test_a_source_is_what_its_file_holds(engine: DuckDBEngine, folder: Path, name: str) -> None:
    path = folder / name
    rows = [(f"r{at}", item) for at, record in enumerate(RECORDS, 1) for item in record]
    if path.suffix == ".csv":
        path.write_text("record_id,item\n" + "".join(f"{record},{item}\n" for record, item in rows))
    elif path.suffix == ".dat":
        path.write_text("".join(" ".join(record) + "\n" for record in RECORDS))
    else:
        values = ", ".join(f"('{record}', '{item}')" for record, item in rows)
        duckdb.sql(f"FROM (VALUES {values}) AS t(record_id, item)").write_parquet(str(path))
    found = content(open_source(engine, path))
    assert [found[name] for name in sorted(found)] == [set(record) for record in RECORDS]


@pytest.mark.slow
@pytest.mark.parametrize("ending", [".csv", ".tsv", ".dat"])
def test_a_release_is_what_its_file_holds(folder: Path, ending: str) -> None:
    out = folder / f"r{ending}"
    release = api.anonymize_km(RECORDS, out, k=2, m=2, taxonomy=TREE)
    assert api.verify(out).holds
    parts = (
        {} if ending == ".dat" else {"": (out, "\t" if ending == ".tsv" else ","), "labels": (labels_path(out), ",")}
    )
    for part, (path, separator) in parts.items():
        columns, *rows = csv.reader(path.read_text().splitlines(), delimiter=separator)
        found = release.relation(part)
        assert found.columns == columns
        assert found.fetchall() == [tuple(cell or None for cell in row) for row in rows]
