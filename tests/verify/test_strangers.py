"""What stands in a release and is none of it is a fault, even where somebody renewed the manifest's fingerprints."""

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.errors import BadInput
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.verify import Verification
from setanon_sql.verify.contents import fingerprint
from tests.adaptive.data import in_one_way
from tests.cli.program import Program
from tests.disassociation_data import LINES

UNCHECKED = "stands in the release and was not checked: "
NAMES = ["r.csv", "r.tsv", "r.dat", "r.parquet", "pieces", "groups.parquet", "long.csv"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Releases of every shape, as files and as tables of a database: each test works on a copy."""
    folder = tmp_path_factory.mktemp("strangers")
    source, database = folder / "baskets.txt", folder / "shop.duckdb"
    source.write_text(LINES + "\n")
    for name in ("r.csv", "r.tsv", "r.dat", "r.parquet"):
        api.anonymize_km(source, folder / name, k=3, m=2, seed="1")
    api.anonymize_km(source, "km", k=3, m=2, out_db=str(database))
    api.anonymize_disassociation(source, folder / "pieces", k=3, m=2, cluster_size=8)
    api.anonymize_disassociation(source, "pieces", k=3, m=2, cluster_size=8, out_db=str(database))
    rows = [(at, item) for at in range(60) for item in {"abc"[at % 3], "cde"[at % 2], "s" if at % 4 == 0 else "b"}]
    long, sensitive = pd.DataFrame(rows, columns=["who,\nwhich", "item"]), pd.DataFrame({"item": ["s"]})
    tree = Taxonomy(dict.fromkeys("abcdes", "top"), "top")
    options = api.SourceOptions(record_id="who,\nwhich", item="item")
    api.anonymize_km(long, folder / "long.csv", k=3, m=2, taxonomy=tree, options=options)
    groups: dict[str, Any] = {"rho": "0.3", "sensitive": sensitive, "taxonomy": tree, "options": options}
    with in_one_way():
        api.anonymize_adaptive(long, folder / "groups.parquet", **groups)
        api.anonymize_adaptive(long, "groups", out_db=str(database), **groups)
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "made"))


def manifest_of(release: Path) -> Path:
    return release / "manifest.json" if release.is_dir() else release.with_name(f"{release.name}.manifest.json")


def stamp(release: Path) -> None:
    """Let the manifest name the files as they are now."""
    fields = json.loads(manifest_of(release).read_text())
    files = [release / name for name in fields["sha256"]] if release.is_dir() else [release]
    fields["sha256"] = {file.name: fingerprint(file).sha256 for file in files}
    manifest_of(release).write_text(json.dumps(fields))


def messages(release: Path) -> tuple[str, ...]:
    """Stamp a release and return what is wrong with it."""
    stamp(release)
    return faults(api.verify(release))


def faults(answer: Verification) -> tuple[str, ...]:
    assert answer.satisfied is not bool(answer.messages)
    return answer.messages


@pytest.mark.parametrize("name", NAMES)
def test_releases_hold_nothing_else(made: Path, name: str) -> None:
    assert faults(api.verify(made / name)) == ()


TABLES = [
    ("km", "km", "1 column"),
    ("groups", "groups", "1 column"),
    ("pieces", "pieces_clusters", "1 column of its clusters"),
    ("pieces", "pieces_subrecords", "1 column of its subrecords"),
    ("pieces", "pieces_terms", "1 column of its terms"),
    ("km", "km_manifest", "1 column of its manifest"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("release", "table", "told"), TABLES)
def test_a_column_more_of_a_table_is_a_fault(folder: Path, release: str, table: str, told: str) -> None:
    database = folder / "shop.duckdb"
    assert faults(api.verify(release, db=str(database))) == ()
    with duckdb.connect(database) as connection:
        connection.execute(f"ALTER TABLE {table} ADD COLUMN name VARCHAR DEFAULT 'Mary'")
    answer = api.verify(release, db=str(database))
    assert faults(answer) == (UNCHECKED + told,) and answer.unchecked == ("column name",)


def test_a_generated_column_is_a_fault(folder: Path) -> None:
    database = folder / "shop.duckdb"
    with duckdb.connect(database) as connection:
        connection.execute("CREATE TABLE more (record_id INTEGER, item VARCHAR, Item2 VARCHAR AS (concat(item, '!')))")
        connection.execute("INSERT INTO more SELECT * FROM km; DROP TABLE km; ALTER TABLE more RENAME TO km")
    assert faults(api.verify("km", db=str(database))) == (UNCHECKED + "1 column",)


TYPES = [
    ("km", "km", "record_id", "STRUCT_PACK(id := record_id, name := 'Mary')"),
    ("km", "km", "item", "CAST(item AS ENUM ('Mary', 'a', 'b', 'c', 'd', 'e', 'f', 'g', '*'))"),
    ("pieces", "pieces_subrecords", "subrecord_id", "subrecord_id + 0.25"),
]


@pytest.mark.parametrize(("release", "table", "column", "value"), TYPES)
def test_a_column_of_another_type_is_a_fault(folder: Path, release: str, table: str, column: str, value: str) -> None:
    database = folder / "shop.duckdb"
    with duckdb.connect(database) as connection:
        labels = ", ".join(f"'{one}'" for (one,) in connection.execute("SELECT DISTINCT item FROM km").fetchall())
        value = f"CAST(item AS ENUM ('Mary', {labels}))" if "ENUM" in value else value
        connection.execute(f"CREATE OR REPLACE TABLE {table} AS SELECT * REPLACE ({value} AS {column}) FROM {table}")
    answer = api.verify(release, db=str(database))
    assert UNCHECKED + "1 column of a type that no release has" in faults(answer)


def rewrite(path: Path, select: str, more: str = "") -> None:
    """Write a Parquet file anew; ``select`` reads the rows of ``old``."""
    with duckdb.connect() as connection:
        connection.execute(f"CREATE TABLE old AS FROM read_parquet('{path}', hive_partitioning = false)")
        connection.execute(f"COPY ({select}) TO '{path}' (FORMAT parquet{more})")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "file"),
    [("r.parquet", ""), ("groups.parquet", ""), ("pieces", "terms.parquet"), ("pieces", "clusters.parquet")],
)
@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("SELECT *, 'Mary' AS name FROM old", "1 column"),
        ("SELECT * FROM old, KV_METADATA {Mary: 'HIV'}", "1 entry in the metadata of a Parquet file"),
    ],
)
def test_what_a_parquet_file_holds_more_is_a_fault(folder: Path, name: str, file: str, more: str, told: str) -> None:
    select, _, keys = more.partition(", KV")
    rewrite(folder / name / file, select, f", KV{keys}" if keys else "")
    assert messages(folder / name) == (UNCHECKED + told,)
    assert api.verify(folder / name).unchecked in {("column name",), ("metadata Mary",)}


def test_a_file_that_is_written_anew_with_the_same_rows_holds(folder: Path) -> None:
    rewrite(folder / "r.parquet", "FROM old", ", ROW_GROUP_SIZE 2048")
    assert messages(folder / "r.parquet") == ()


def arrow(path: Path, change: Callable[[Any], Any], **options: Any) -> None:
    """Write a Parquet file anew with Arrow."""
    import pyarrow.parquet as pq

    pq.write_table(change(pq.read_table(path)), path, **options)


def test_schemas_of_arrow_and_pandas_are_a_fault(folder: Path) -> None:
    release = folder / "r.parquet"
    arrow(release, lambda table: table.replace_schema_metadata({"pandas": "Mary"}))
    found = messages(release)
    assert UNCHECKED + "2 entries in the metadata of a Parquet file" in found
    assert UNCHECKED + "a Parquet file that neither DuckDB nor Spark wrote" in found


@pytest.mark.parametrize("name", ["Item", "item"])
def test_a_column_of_nearly_the_same_name_is_a_fault(folder: Path, name: str) -> None:
    arrow(folder / "r.parquet", lambda table: table.append_column(name, table["item"]))
    assert UNCHECKED + "1 column" in messages(folder / "r.parquet")
    assert f"column {name}" in api.verify(folder / "r.parquet").unchecked


def test_nested_columns_are_a_fault(folder: Path) -> None:
    rewrite(folder / "r.parquet", "SELECT {'id': record_id, 'name': 'Mary'} AS record_id, item FROM old")
    assert any("columns of a Parquet file in another one" in one for one in messages(folder / "r.parquet"))


def edit(path: Path, old: bytes, new: bytes, at: int = -1) -> None:
    """Put other bytes of the same length in place of the last ones that are ``old``."""
    data = path.read_bytes()
    where = data.rindex(old) if at < 0 else at
    assert len(old) == len(new)
    path.write_bytes(data[:where] + new + data[where + len(old) :])


def test_bytes_between_the_pages_of_a_parquet_file_are_a_fault(folder: Path) -> None:
    path = folder / "r.parquet"
    data = path.read_bytes()
    footer = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    path.write_bytes(data[:footer] + b"Mary has HIV" + data[footer:])
    assert messages(path) == (UNCHECKED + "bytes of a Parquet file that are in none of its pages",)
    path.write_bytes(data + b"Mary" + data[footer:])
    assert messages(path) == (UNCHECKED + "bytes of a Parquet file that are in none of its pages",)


def test_statistics_that_no_row_has_are_a_fault(folder: Path) -> None:
    with duckdb.connect() as connection:
        (least,) = connection.sql(
            f"SELECT stats_min FROM parquet_metadata('{folder / 'r.parquet'}') WHERE path_in_schema = 'item'"
        ).fetchall()[0]
    edit(folder / "r.parquet", least.encode(), b"~" * len(least.encode()))
    assert messages(folder / "r.parquet") == (
        UNCHECKED + "1 value in the statistics of Parquet files that no row holds",
    )


def test_a_writer_of_another_name_is_a_fault(folder: Path) -> None:
    edit(folder / "r.parquet", b"DuckDB", b"Mary!!")
    assert messages(folder / "r.parquet") == (UNCHECKED + "a Parquet file that neither DuckDB nor Spark wrote",)
    assert api.verify(folder / "r.parquet").unchecked[0].startswith("writer Mary!!")


def test_the_name_of_a_folder_above_is_no_column(folder: Path) -> None:
    inside = folder / "item=Mary"
    inside.mkdir()
    for name in ("r.parquet", "r.parquet.manifest.json"):
        (folder / name).rename(inside / name)
    assert faults(api.verify(inside / "r.parquet")) == ()
    with duckdb.connect() as connection:
        old = f"read_parquet('{inside / 'r.parquet'}', hive_partitioning = false)"
        connection.execute(f"CREATE TABLE other AS SELECT record_id, 'z' || record_id AS item FROM {old}")
        connection.execute(f"COPY other TO '{inside / 'r.parquet'}'")
    assert any("fewer than 3 records" in one for one in messages(inside / "r.parquet"))


ENTRIES = [".extra.parquet", "_extra.parquet", "extra.parquet", "x.snappy", "MANIFEST.JSON", "Terms.parquet", "README"]


@pytest.mark.parametrize("name", ENTRIES)
def test_a_file_more_in_a_folder_is_a_fault(folder: Path, name: str) -> None:
    (folder / "pieces" / name).write_text("Mary has HIV")
    answer = api.verify(folder / "pieces")
    assert faults(answer) == (UNCHECKED + "1 entry of its folder",) and answer.unchecked == (f"entry {name}",)


def test_folders_and_links_in_a_folder_are_faults(folder: Path) -> None:
    pieces = folder / "pieces"
    (pieces / "x=1").mkdir()
    (pieces / "terms.parquet").rename(folder / "terms.parquet")
    (pieces / "terms.parquet").symlink_to(folder / "terms.parquet")
    answer = api.verify(pieces)
    assert faults(answer) == (UNCHECKED + "2 entries of its folder",)
    assert answer.unchecked == ("entry terms.parquet", "entry x=1")


#: As Spark calls a part of a table.
PART = "part-00000-8386e9f4-b37c-4f93-b88d-7f95c7a28025-c000.snappy.parquet"


@pytest.fixture
def parts(folder: Path) -> Path:
    """A release that is a folder of part files, its manifest beside it."""
    out = folder / "parts.parquet"
    out.mkdir()
    (folder / "r.parquet").rename(out / PART)
    (out / "_SUCCESS").touch()
    fields = json.loads((folder / "r.parquet.manifest.json").read_text())
    manifest_of(folder / "parts.csv").with_name("parts.parquet.manifest.json").write_text(json.dumps(fields))
    stamp_rows(folder, out)
    return out


def stamp_rows(folder: Path, out: Path) -> None:
    """Let the manifest beside a folder name the rows as they are now."""
    from setanon_sql.engine import DuckDBEngine
    from setanon_sql.verify.disk_readers import TableFolderReader

    with DuckDBEngine() as engine:
        place = TableFolderReader(engine, out)
        promise = place.promise()
        printed = place.fingerprints(promise.shape, place.read(promise.shape))
    manifest = folder / "parts.parquet.manifest.json"
    fields = json.loads(manifest.read_text())
    manifest.write_text(json.dumps(fields | {"sha256": {"parts.parquet": printed[""]}}))


@pytest.mark.parametrize(
    "name",
    [".x.parquet", "_x.parquet", "x.snappy", f"{PART[:-8]}.PARQUET", "Mary.crc", f".{PART}.crc", "part-Mary.parquet"],
)
def test_a_file_more_among_the_parts_of_a_table_is_a_fault(parts: Path, name: str) -> None:
    assert faults(api.verify(parts)) == ()
    if name.startswith("part-"):
        shutil.copy(parts / PART, parts / name)
    else:
        (parts / name).write_text("Mary has HIV")
    assert UNCHECKED + "1 entry of its folder" in faults(api.verify(parts))


def test_partitions_and_marks_with_text_are_faults(parts: Path) -> None:
    (parts / "x=1").mkdir()
    shutil.copy(parts / PART, parts / "x=1" / PART)
    (parts / "_SUCCESS").write_text("Mary has HIV")
    assert faults(api.verify(parts)) == (UNCHECKED + "2 entries of its folder",)


def test_every_part_of_a_table_is_looked_at(folder: Path, parts: Path) -> None:
    second = parts / PART.replace("00000", "00001")
    shutil.copy(parts / PART, second)
    rewrite(second, "SELECT *, 'Mary' AS name FROM old LIMIT 0")
    stamp_rows(folder, parts)
    assert faults(api.verify(parts)) == (UNCHECKED + "1 column",)


HEADERS = [
    "99{s}HIV",
    "record_id{s}item{s}name",
    "record_id{s}Item",
    "item{s}record_id",
    "\ufeffrecord_id{s}item",
    "",
    "\nrecord_id{s}item",
    "# Mary\nrecord_id{s}item",
    "record_id{s}item{s}",
]


@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize("name", ["r.csv", "r.tsv"])
def test_another_header_is_a_fault(folder: Path, name: str, header: str) -> None:
    path = folder / name
    lines = path.read_text().split("\n")
    path.write_text("\n".join([header.format(s="," if name == "r.csv" else "\t"), *lines[1:]]))
    assert UNCHECKED + "a first line that is not the header of a release" in messages(path)


def test_the_header_of_a_release_with_names_of_its_own_is_compared(folder: Path) -> None:
    path = folder / "long.csv"
    text = path.read_text()
    assert text.startswith('"who,\nwhich",item\n')
    path.write_text(text.replace("which", "Mary!", 1))
    assert UNCHECKED + "a first line that is not the header of a release" in messages(path)


@pytest.mark.parametrize("row", ["1,a,HIV", "Mary", '2,"b"x'])
def test_rows_of_other_fields_cannot_be_read(folder: Path, row: str) -> None:
    path = folder / "r.csv"
    path.write_text(f"{path.read_text()}{row}\n")
    stamp(path)
    with pytest.raises(BadInput, match="cannot be read"):
        api.verify(path)


def test_a_mark_before_basket_lines_is_a_fault(folder: Path) -> None:
    path = folder / "r.dat"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert messages(path) == (UNCHECKED + "a byte order mark before the first line",)


NAMED = [
    ("r.csv", "'Mary' || record_id"),
    ("r.csv", "CAST(record_id AS BIGINT) + 1000"),
    ("r.parquet", "record_id + 1000"),
]


@pytest.mark.parametrize(("name", "value"), NAMED)
def test_new_record_ids_are_numbers_from_1_on(folder: Path, name: str, value: str) -> None:
    path = folder / name
    with duckdb.connect() as connection:
        connection.execute(f"CREATE TABLE old AS FROM '{path}'")
        connection.execute(f"COPY (SELECT {value} AS record_id, item FROM old) TO '{path}'")
    (only,) = messages(path)
    assert only.startswith("the record ids are not the numbers from 1 on")


def test_ids_that_are_text_where_they_are_new_are_a_fault(folder: Path) -> None:
    rewrite(folder / "r.parquet", "SELECT 'Mary' || record_id AS record_id, item FROM old")
    assert messages(folder / "r.parquet") == (UNCHECKED + "1 column of a type that no release has",)


def test_the_numbers_of_pieces_are_those_from_1_on(folder: Path) -> None:
    rewrite(folder / "pieces" / "subrecords.parquet", "SELECT * REPLACE (subrecord_id + 7000 AS subrecord_id) FROM old")
    assert messages(folder / "pieces") == ("the numbers of clusters, chunks or subrecords are not those from 1 on",)


def test_names_are_told_only_where_values_may_be_shown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    setanon, pieces = Program(capsys), folder / "pieces"
    (pieces / "Mary\x1b[31m has HIV").touch()
    hidden, shown = setanon("verify", pieces), setanon("verify", pieces, "--show-values")
    assert hidden.code == shown.code == 1
    assert "Mary" not in hidden.out + hidden.err and "entry Mary\\x1b[31m has HIV" in shown.out
    assert "\x1b" not in shown.out
    assert "unchecked" not in setanon("verify", pieces, "--json").json
    assert setanon("verify", pieces, "--json", "--show-values").json["unchecked"] == ["entry Mary\\x1b[31m has HIV"]


def damaged(data: bytes) -> Sequence[bytes]:
    """Return a file with single bytes of its footer changed, and cut off."""
    footer = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    changed = [data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :] for at in range(footer, len(data), 3)]
    return [*changed, *(data[:at] for at in range(0, len(data), 97))]


def test_damaged_parquet_files_are_told_or_refused(folder: Path) -> None:
    from setanon_sql.verify.parquet import contents_of
    from setanon_sql.verify.thrift import Damaged

    path = folder / "r.parquet"
    for data in damaged(path.read_bytes()):
        path.write_bytes(data)
        try:
            contents_of(path, ("record_id", "item"))
        except Damaged:
            continue
