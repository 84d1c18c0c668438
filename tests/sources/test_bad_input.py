"""What cannot be read is told: what is wrong, where, what to do; never what the source holds."""

import gzip
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput, BadParameter, SetanonError
from setanon_sql.sources import SourceOptions, open_source
from setanon_sql.spelling import in_shell

#: Stands for a value of the source; no message may hold it.
SECRET = "s3cret"


def text(name: str, content: str | bytes) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        path = folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return make


def parquet(**columns: Any) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        pq.write_table(pa.table(columns), folder / "t.parquet")
        return folder / "t.parquet"

    return make


def pipe(folder: Path) -> Path:
    os.mkfifo(folder / "a.csv")
    return folder / "a.csv"


def folder_itself(folder: Path) -> Path:
    return folder


def table_of_kind(mark: str) -> Callable[[Path], Path]:
    """Write a Parquet file and what marks the folder over it as a table of a lake."""

    def write(folder: Path) -> Path:
        for name in ("shop/part=1/a.parquet", f"shop/{mark}"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
        duckdb.sql("SELECT 1 AS record_id, 2 AS item").write_parquet(str(folder / "shop/part=1/a.parquet"))
        (folder / f"shop/{mark}").write_text("{}")
        return folder / "shop"

    return write


def database(folder: Path) -> Path:
    with duckdb.connect(str(folder / "shop.duckdb")) as base:
        base.execute(f'CREATE TABLE "{SECRET}" AS SELECT 1 AS record_id, 2 AS item')
    return folder / "shop.duckdb"


CASES: dict[str, tuple[Callable[[Path], Any], dict[str, str], str, str]] = {
    # files
    "missing file": (lambda folder: folder / "no.csv", {}, "there is no file", "check the path"),
    "folder": (folder_itself, {}, "is a folder", "name a file"),
    "empty file": (text("a.csv", ""), {}, "is empty", "at least one record"),
    "only blank lines": (text("a.dat", "\n\n  \n"), {}, "holds no item", "--format"),
    "only a header": (text("a.csv", "record_id,item\n"), {}, "holds no item", "--format"),
    "only comments": (text("a.txt", "# a\n% b\n"), {"format": "spmf"}, "holds no item", "--format"),
    "latin1 baskets": (text("a.txt", f"a b\n{SECRET} b\nfäß {SECRET}\n".encode("latin1")), {}, r"UTF-8 text \(line 3\)", "iconv"),
    "latin1 csv": (text("a.csv", f"record_id,item\n1,{SECRET}\n2,ä{SECRET}\n".encode("latin1")), {}, r"UTF-8 text \(line 3\)", "iconv"),
    "broken gzip": (text("a.csv.gz", gzip.compress(b"record_id,item\n" + SECRET.encode() * 99)[:40]), {}, "compressed|cannot be read", "."),
    "no gzip at all": (text("a.csv.gz", f"record_id,item\n1,{SECRET}\n"), {}, "compressed|cannot be read", "."),
    "gzip of another name": (text("a.csv", gzip.compress(f"record_id,item\n1,{SECRET}\n".encode())), {}, "a.csv is packed with gzip", r"end its name with \.gz"),
    "gzip called parquet": (text("a.parquet", gzip.compress(SECRET.encode())), {}, "packed with gzip", "unpack it"),
    "zip": (text("a.csv", b"PK\x03\x04" + SECRET.encode()), {}, "packed with zip", "unpack it"),
    "pipe without a writer": (pipe, {}, "is a pipe", "to a file first"),
    "no parquet": (text("a.parquet", f"record_id,item\n1,{SECRET}\n"), {}, "not a whole Parquet file", "--format"),
    "cut parquet": (text("a.parquet", b"PAR1" + SECRET.encode()), {}, "not a whole Parquet file", "again"),
    # long
    "no such column": (text("a.csv", f"record_id,product\n1,{SECRET}\n"), {"format": "long"}, 'no column "item"; its columns are "record_id", "product"', "--record-id and --item"),
    "both columns missing": (text("a.csv", f"who,what\n1,{SECRET}\n"), {"format": "long"}, 'no column "record_id" and "item"', "--record-id and --item"),
    "column in other case": (text("a.csv", f"Record_ID,Item\n1,{SECRET}\n"), {"format": "long"}, '"Record_ID", "Item"', "--record-id"),
    "no header": (text("a.csv", f"1,{SECRET}\n2,{SECRET}\n"), {"format": "long"}, "its first row has 2 fields", "--record-id"),
    "no header, names": (text("a.csv", f"ann,{SECRET}\nann,b\n"), {"format": "long"}, "its first row has 2 fields", "--record-id"),
    "empty item": (text("a.csv", f"record_id,item\n1,\n2,{SECRET}\n"), {}, "1 row has an empty or missing item: row 1", "--on-null drop"),
    "blank item": (text("a.csv", f'record_id,item\n1,{SECRET}\n{SECRET}," \t"\n'), {}, "1 row has an empty or missing item: row 2", "--on-null drop"),
    "empty record id": (text("a.csv", f"record_id,item\n1,{SECRET}\n,{SECRET}\n"), {}, "no record id: row 2", "--on-null drop"),
    "many empty": (text("a.csv", "record_id,item\n" + "1,\n" * 9), {}, "9 rows have an empty or missing item: row 1, 2, 3, 4, 5, …", "--on-null"),
    "row too short": (text("a.csv", f"record_id,item\n1,{SECRET}\n{SECRET}\n"), {}, r"more or fewer fields than its header \(line 3\)", "mend"),
    "row too long": (text("a.csv", f"record_id,item\n1,{SECRET}\n2,{SECRET},b\n"), {}, r"more or fewer fields than its header \(line 3\)", "mend"),
    "open quote": (text("a.csv", f'record_id,item\n1,"{SECRET}\n2,b\n'), {}, "quote", "quote"),
    "header twice": (text("a.csv", f"record_id,item,item\n1,{SECRET},a\n"), {}, "one name for several columns", "rename"),
    "table or baskets?": (text("a.csv", f"user,product\n1,{SECRET}\n2,{SECRET}\n"), {}, "2 fields, as in a table", "--record-id and --item"),
    "another separator": (text("a.csv", f"record_id,item\n1,{SECRET}\n"), {"sep": ";"}, "separated by another character", "--sep comma"),
    "another separator, lines": (text("a.txt", f"Item\trecord_id\n{SECRET}\t1\n"), {"sep": ","}, "says: tab", "--sep tab"),
    "JSON lines": (text("a.jsonl", f'{{"record_id": 1, "item": "{SECRET}"}}\n'), {}, "holds JSON", "read_json"),
    "JSON by another name": (text("a.txt", f'[\n{{"item": "{SECRET}"}}]\n'), {}, "holds JSON", "read_json"),
    "JSON as a list": (text("a.dat", f'["{SECRET}", "b"]\n["b"]\n'), {}, "holds JSON", "CSV or Parquet"),
    "not JSON, but so called": (text("a.json", f"{SECRET} b\n"), {}, "holds JSON", "CSV or Parquet"),
    "XML": (text("a.txt", f'<?xml version="1.0"?>\n<item>{SECRET}</item>\n'), {}, "holds XML", "CSV or Parquet"),
    "header above a long field": (text("a.csv", f"who,what\n1,{SECRET}{'x' * 300_000}\n2,b\n"), {}, "may be a header", "--format basket"),
    "header in other case, lines": (text("a.txt", f"Record_ID,Item\n1,{SECRET}\n2,b\n"), {}, "may be a header", "--format basket"),
    "header of one name, lines": (text("a.txt", f"record_id;what\n1;{SECRET}\n2;b\n"), {}, "may be a header", "--record-id and --item"),
    "header above numbers, lines": (text("a.txt", f"user,product\n1,{SECRET}\n2,b\n"), {}, "may be a header", "--format basket"),
    "header of words apart by blanks": (text("a.dat", f"record_id item\n1 {SECRET}\n2 b\n"), {}, "may be a header", "--format basket"),
    "ids and items without a header": (text("a.txt", f"s1;{SECRET}\ns1;b\ns2;{SECRET}\ns2;c\n"), {}, "no value is in both places", "as its first line"),
    "zeros and ones without a header": (text("a.csv", "0,1,1\n1,0,1\n0,0,1\n"), {}, "zeros and ones", "a name for each column"),
    "lines of several types": (text("a.txt", f"A,1287,1,{SECRET}\nC,10001,10001\nV,1000,1\nV,1001,1\n"), {}, "one of 3 letters", "--format basket"),
    "delta": (table_of_kind("_delta_log/0.json"), {}, "is a table of Delta", "delta_scan"),
    "delta, one file": (lambda folder: table_of_kind("_delta_log/0.json")(folder) / "part=1" / "a.parquet", {}, "is a table of Delta", "delta_scan"),
    "iceberg": (table_of_kind("metadata/v1.metadata.json"), {}, "is a table of Iceberg", "iceberg_scan"),
    "iceberg, pattern": (lambda folder: f"{table_of_kind('metadata/v1.metadata.json')(folder)}/*/*.parquet", {}, "is a table of Iceberg", "iceberg_scan"),
    "duckdb file": (database, {}, "is a DuckDB database", "--db"),
    "workbook": (text("a.xlsx", b"PK\x03\x04 and more"), {}, "is a workbook", "save the sheet as CSV"),
    "sqlite file": (text("a.db", b"SQLite format 3\x00" + bytes(100)), {}, "is a database of SQLite", "adbc:sqlite"),
    "sqlite file that is not there": (lambda folder: "t", {"db": "adbc:sqlite?uri=/none/typo.db"}, "is not there", "check the path"),
    "headless table": (text("a.csv", f"1,{SECRET}\n2,b\n2,{SECRET}\n"), {}, "as in a table", "--format basket"),
    "null in parquet": (parquet(record_id=[1, None], item=[SECRET, "b"]), {}, "no record id: row 2", "--on-null drop"),
    "null item in parquet": (parquet(record_id=[1, 2], item=[5, None]), {}, "an empty or missing item: row 2", "--on-null drop"),
    "parquet of other columns": (parquet(a=[SECRET], b=[SECRET]), {}, 'its columns are "a", "b"', "--record-id"),
    "structs": (parquet(record_id=[1], item=[{"x": SECRET}]), {}, 'the column "item" holds structs', "make it text"),
    "structs as ids": (parquet(record_id=[{"x": SECRET}], item=["a"]), {}, 'the column "record_id" holds structs', "make it text"),
    "bytes": (parquet(record_id=[1], item=[SECRET.encode()]), {}, 'the column "item" holds bytes', "make it text"),
    "maps": (parquet(record_id=[1], item=pa.array([[("x", SECRET)]], pa.map_(pa.string(), pa.string()))), {}, "holds maps", "make it text"),
    # list
    "lists of lists": (parquet(record_id=[1], item=[[[SECRET]]]), {}, 'the column "item" holds lists of lists', "one list of values"),
    "lists of structs": (parquet(record_id=[1], item=[[{"x": SECRET}]]), {}, "holds lists of structs", "make it text"),
    "lists of bytes": (parquet(record_id=[1], item=[[SECRET.encode()]]), {}, "holds lists of bytes", "make it text"),
    "list column is none": (parquet(record_id=[1], item=[SECRET]), {"format": "list"}, "holds no lists", "--format long"),
    "long asked, lists there": (parquet(record_id=[1], item=[[SECRET]]), {"format": "long"}, "holds lists", "--format list"),
    "null in a list": (parquet(record_id=[1, 2], item=[[SECRET], [SECRET, None]]), {}, "empty or missing item: row 2", "--on-null drop"),
    "empty list of nobody": (parquet(record_id=[1, None], item=[[SECRET], []]), {}, "a row has an empty or missing item or no record id", "--on-null drop"),
    "null list": (parquet(item=[[SECRET], None]), {}, "empty or missing item: row 2", "--on-null drop"),
    "list of text file": (text("a.txt", SECRET), {"format": "list"}, "is a text file", "--format basket"),
    # basket, spmf
    "empty item in a basket": (text("a.txt", f"a,b\n{SECRET},,b\n"), {}, "1 line has an empty item: line 2", "--on-null drop"),
    "sequence file": (text("a.txt", f"1 -1 2 3 -1 -2\n{SECRET} -1 -2\n"), {}, "sequence file of SPMF", "convert"),
    "sequence file, asked": (text("a.txt", f"@x\n1 -1 -2\n{SECRET} -1 -2\n"), {"format": "spmf"}, "sequence file of SPMF", "convert"),
    "utility file": (text("a.txt", "3 5 1:10:1 3 6\n2 5:4:3 1\n"), {}, "utility file of SPMF", "convert"),
    "basket of parquet": (parquet(record_id=[1], item=[SECRET]), {"format": "basket"}, "has columns, so it is not basket", "leave --format out"),
    # onehot
    "one-hot of counts": (text("a.csv", f"id,milk,beer\n{SECRET},1,0\nb,2,1\n"), {"format": "onehot"}, "neither 0 nor 1: row 2|no column of 0", "."),
    "one-hot hole": (text("a.csv", f"id,a,b\n{SECRET},1,0\nb,,1\n"), {"format": "onehot"}, "neither 0 nor 1: row 2", "--on-null drop"),
    "one-hot of dates": (parquet(id=[SECRET], a=[1], b=pa.array([0], pa.date32())), {"format": "onehot"}, "1 column of .* cannot hold 0 and 1", "--record-id"),
    "one-hot without a name": (text("a.csv", f"id,,b\n{SECRET},1,0\nb,1,1\n"), {"format": "onehot"}, "has no name", "name every column"),
    # frames
    "empty frame": (lambda _: pd.DataFrame({"record_id": [], "item": []}), {}, "frame is empty", "at least one"),
    "frame of other columns": (lambda _: pd.DataFrame({"who": [1], "what": [SECRET]}), {}, '"who", "what"', "--record-id"),
    "frame with a hole": (lambda _: pd.DataFrame({"record_id": [1, 2], "item": [SECRET, None]}), {}, "row 2", "--on-null"),
    "frame names twice": (lambda _: pd.DataFrame([[1, SECRET, 2]], columns=["record_id", "item", "item"]), {}, "same name", "rename"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_bad_input_is_told_without_its_values(engine: DuckDBEngine, tmp_path: Path, name: str) -> None:
    make, options, message, hint = CASES[name]
    if options.get("db", "").startswith("adbc:"):
        pytest.importorskip("adbc_driver_sqlite")
    source = make(tmp_path)
    before = source.read_bytes() if isinstance(source, Path) and source.is_file() else b""
    with pytest.raises(BadInput) as raised:
        open_source(engine, source, SourceOptions(**options))
    assert re.search(message, in_shell(raised.value.marked_message)), in_shell(raised.value.marked_message)
    assert re.search(hint, in_shell(raised.value.marked_hint)), in_shell(raised.value.marked_hint)
    assert SECRET not in in_shell(raised.value.marked_message) + in_shell(raised.value.marked_hint) + str(raised.value)
    assert not before or source.read_bytes() == before


DATABASE_CASES = {
    "no such table": ("basket", "w.duckdb", "no table or view basket", "main.baskets"),
    "no such schema": ("shop.baskets", "w.duckdb", "no table or view", "main.baskets"),
    "another catalog": ("other.main.baskets", "w.duckdb", "no table or view", "main.baskets"),
    "no such file": ("baskets", "none.duckdb", "there is no file", "check the path"),
    "no database": ("baskets", "a.csv", "is not a DuckDB database", "without --db"),
    "columns of a table": ("named", "w.duckdb", '"who", "what"', "--record-id"),
    "hole in a table": ("holes", "w.duckdb", "no record id: row 2", "--on-null drop"),
    "broken view": ("broken", "w.duckdb", "cannot be read", "."),
}


@pytest.mark.parametrize("name", DATABASE_CASES)
def test_bad_tables_are_told_and_the_database_stays(engine: DuckDBEngine, tmp_path: Path, name: str) -> None:
    table, file, message, hint = DATABASE_CASES[name]
    with duckdb.connect(str(tmp_path / "w.duckdb")) as connection:
        connection.execute(f"CREATE TABLE baskets AS SELECT 1 AS record_id, '{SECRET}' AS item")
        connection.execute(f"CREATE TABLE named AS SELECT 1 AS who, '{SECRET}' AS what")
        connection.execute(
            f"CREATE TABLE holes AS SELECT * FROM (VALUES (1, '{SECRET}'), (NULL, 'b')) t(record_id, item)"
        )
        connection.execute("CREATE TABLE gone AS SELECT 1 AS record_id, 2 AS item")
        connection.execute("CREATE VIEW broken AS SELECT * FROM gone; DROP TABLE gone")
    (tmp_path / "a.csv").write_text(f"record_id,item\n1,{SECRET}\n")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(BadInput) as raised:
        open_source(engine, table, SourceOptions(db=str(tmp_path / file)))
    assert message in in_shell(raised.value.marked_message)
    assert re.search(hint, in_shell(raised.value.marked_hint))
    assert SECRET not in in_shell(raised.value.marked_message) + in_shell(raised.value.marked_hint)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"format": "xml"}, "--format"),
        ({"on_null": "ignore"}, "--on-null"),
        ({"sep": "::"}, "--sep"),
        ({"sep": '"'}, "--sep"),
        ({"item": ""}, "two different columns"),
        ({"item": "x", "record_id": "x"}, "two different columns"),
    ],
)
def test_options_that_mean_nothing_are_refused(options: dict[str, str], message: str) -> None:
    with pytest.raises(BadParameter) as raised:
        SourceOptions(**options)
    assert re.search(message, in_shell(raised.value.marked_message)) and in_shell(raised.value.marked_hint)


@pytest.mark.parametrize("db", ["postgresql://user:pa55@host/db", "spark:local", "spark://host:1"])
def test_engines_that_are_not_built_are_named_without_the_password(engine: DuckDBEngine, db: str) -> None:
    with pytest.raises(SetanonError, match="does not work on") as raised:
        open_source(engine, "t", SourceOptions(db=db))
    assert "pa55" not in in_shell(raised.value.marked_message) + in_shell(raised.value.marked_hint)
    assert "DuckDB file" in in_shell(raised.value.marked_hint)
