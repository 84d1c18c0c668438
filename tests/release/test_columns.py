"""A release keeps what its source calls its columns, and is read by what its manifest says of them."""

import json
from pathlib import Path

import duckdb
import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.errors import BadDestination, BadInput
from setanon_sql.layout import GROUPED, LONG
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy

RECORDS = ["ab", "ab", "abc", "ac", "ac", "bc", "bc", "abc"]
ROWS = [(f"r{at}", item) for at, record in enumerate(RECORDS) for item in record]
#: Names that stand for something else inside.
NAMES = [("customer id", "product"), ("item", "record_id"), ("position", "label"), ("Größe;", 'a"b')]


def source(record: str, item: str) -> tuple[pd.DataFrame, SourceOptions]:
    return pd.DataFrame(ROWS, columns=[record, item]), SourceOptions(record_id=record, item=item)


def read(path: Path) -> tuple[list[str], set[tuple[str, str]]]:
    with duckdb.connect() as connection:
        found = connection.read_parquet(str(path)) if path.suffix == ".parquet" else connection.read_csv(
            str(path), header=True, all_varchar=True, sep="\t" if path.suffix == ".tsv" else ","
        )  # fmt: skip
        return found.columns, set(found.fetchall())


#: Each of the names and each form of a file in a quick run; CI looks at all pairs.
FILES = [
    pytest.param(names, ending, marks=[pytest.mark.slow] * (ending != "parquet" and names != NAMES[-1]))
    for names in NAMES
    for ending in ("parquet", "csv", "tsv")
]


@pytest.mark.whole
@pytest.mark.parametrize(("names", "ending"), FILES)
def test_a_file_keeps_the_names_of_its_source(tmp_path: Path, ending: str, names: tuple[str, str]) -> None:
    data, options = source(*names)
    out = tmp_path / f"r.{ending}"
    released = api.anonymize_km(data, out, k=2, m=2, options=options, record_ids="keep")
    assert read(out) == ([*names], set(ROWS))
    assert released.manifest["format"]["columns"] == [*names]
    assert released.manifest["format_version"] == 2
    answer = api.verify(out)
    assert answer.satisfied and answer.checks["sha256_matches"], answer.messages
    assert not any("format.columns" in one or "format_version" in one for one in answer.not_checked)
    assert api.utility(data, out, options=options)["ncp"] == 0


@pytest.mark.whole
@pytest.mark.usefixtures("one_way")
def test_groups_keep_the_names_of_their_source(tmp_path: Path) -> None:
    data, options = source("who", "what")
    out, tree = tmp_path / "r.parquet", {"a": "top", "b": "top", "c": "top"}
    api.anonymize_adaptive(
        data, out, rho="0.3", factor="0", m=1, sensitive=["c"], taxonomy=Taxonomy(tree, "top"), options=options
    )
    assert read(out)[0] == ["who", "what", "group_id"]
    assert api.verify(out).satisfied


@pytest.mark.whole
def test_a_table_keeps_the_names_of_its_source_and_is_replaced(tmp_path: Path) -> None:
    db = tmp_path / "shop.duckdb"
    data, options = source("who", "what")
    with duckdb.connect(str(db)) as connection:
        assert len(data) == len(ROWS)
        connection.execute("CREATE TABLE orders AS FROM data")
    options = SourceOptions(db=str(db), record_id="who", item="what")
    for _ in range(2):
        api.anonymize_km("orders", "safe", k=2, m=2, options=options, overwrite=True)
        assert api.verify("safe", db=str(db)).satisfied
    with duckdb.connect(str(db)) as connection:
        assert connection.sql("FROM safe").columns == ["who", "what"]
        connection.execute("ALTER TABLE safe RENAME what TO item")
    with pytest.raises(BadDestination, match="was not written by setanon"):
        api.anonymize_km("orders", "safe", k=2, m=2, options=options, overwrite=True)


@pytest.mark.whole
def test_a_release_of_the_usual_names_is_what_it_was(tmp_path: Path) -> None:
    data, options = source("record_id", "item")
    released = api.anonymize_km(data, tmp_path / "r.csv", k=2, m=2, options=options)
    assert released.manifest["format_version"] == 1
    assert "columns" not in released.manifest["format"]


def test_names_that_would_be_alike_are_not_taken() -> None:
    assert LONG.with_columns(("ID", "id")).as_written() == ("record_id", "item")
    assert GROUPED.with_columns(("Group_ID", "what")).as_written() == ("record_id", "item", "group_id")
    assert GROUPED.with_columns(("who", "what")).as_written() == ("who", "what", "group_id")
    assert LONG.with_columns(("item", "record_id")).as_written() == ("item", "record_id")


@pytest.mark.whole
@pytest.mark.parametrize("columns", [["who"], ["who", "who"], ["who", 7], "who", [], ["who", "what", "more"]])
def test_a_manifest_with_other_columns_is_refused(tmp_path: Path, columns: object) -> None:
    data, options = source("who", "what")
    api.anonymize_km(data, tmp_path / "r.parquet", k=2, m=2, options=options)
    manifest = tmp_path / "r.parquet.manifest.json"
    fields = json.loads(manifest.read_text())
    fields["format"]["columns"] = columns
    manifest.write_text(json.dumps(fields))
    with pytest.raises(BadInput, match="columns in the manifest"):
        api.verify(tmp_path / "r.parquet")


@pytest.mark.whole
def test_columns_that_a_release_does_not_carry_are_named_to_its_owner_only(tmp_path: Path) -> None:
    frame = pd.DataFrame([(*row, at, "mon", "p") for at, row in enumerate(ROWS)])
    frame.columns = ["record_id", "item", "price", "day", "who"]
    frame.to_parquet(tmp_path / "s.parquet")
    frame.to_csv(tmp_path / "s.csv", index=False)
    with duckdb.connect(str(tmp_path / "w.duckdb")) as database:
        database.execute("CREATE TABLE t AS FROM frame")
    query = "SELECT record_id, item, day FROM source"
    for source, options, expected in [
        (tmp_path / "s.parquet", SourceOptions(), ["price", "day", "who"]),
        (tmp_path / "s.csv", SourceOptions(where="day = 'mon'"), ["price", "day", "who"]),
        ("t", SourceOptions(db=str(tmp_path / "w.duckdb"), cap=2), ["price", "day", "who"]),
        (frame, SourceOptions(query=query), ["day"]),
        (frame[["record_id", "item"]], SourceOptions(), None),
        (pd.DataFrame({"a": [1, 1, 1], "b": [1, 1, 1]}), SourceOptions(format="onehot"), None),
    ]:
        release = api.anonymize_km(source, None, k=2, m=1, optimum=0, options=options)
        assert release.to_json().get("not_released") == expected
        assert "price" not in json.dumps(release.manifest)
    pieces = api.anonymize_disassociation(frame, None, k=2, m=1)
    assert pieces.not_released == ("price", "day", "who")
